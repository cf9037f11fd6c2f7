/* See names_fronts.h. */
#include "base/names_fronts.h"

#include "base/assert.h"

/* The arrays together may have so many numbers for each name, and a few more to begin with. */
#define SPREAD 16
#define SPARE 65536
/* More fronts are not worth it: a table of them that no cache holds would be as slow as slots. */
#define MOST_FRONTS 4096

struct hb_slot *
hb_slots_new (size_t count)
{
  HB_ASSERT (count && !(count & (count - 1)));
  struct hb_slot *slots = hb_realloc (NULL, count, sizeof *slots);
  memset (slots, 0xff, count * sizeof *slots);
  return slots;
}

void
hb_slots_double (struct hb_slot **slots, size_t *mask)
{
  size_t old = *mask + 1;
  struct hb_slot *twice = hb_slots_new (2 * old);
  *mask = 2 * old - 1;
  for (size_t i = 0; i < old; i++)
    if ((*slots)[i].start != HB_FREE_SLOT)
      {
        size_t slot = (*slots)[i].hash & *mask;
        while (twice[slot].start != HB_FREE_SLOT)
          slot = (slot + 1) & *mask;
        twice[slot] = (*slots)[i];
      }
  hb_free (*slots);
  *slots = twice;
}

void
hb_fronts_init (struct hb_fronts *fronts)
{
  *fronts = (struct hb_fronts){ .slots = hb_slots_new (8), .mask = 7 };
}

void
hb_fronts_free (struct hb_fronts *fronts)
{
  for (size_t i = 0; i < fronts->list.size; i++)
    {
      hb_free (fronts->list.data[i].text);
      hb_free (fronts->list.data[i].ids);
    }
  vec_free (fronts->list);
  hb_free (fronts->slots);
}

/* The slot where the front is, or where it would go. */
static size_t
find (const struct hb_fronts *fronts, const char *text, size_t length, uint64_t tail,
      uint32_t own_hash)
{
  for (size_t i = own_hash & fronts->mask;; i = (i + 1) & fronts->mask)
    {
      const struct hb_slot *slot = &fronts->slots[i];
      if (slot->start == HB_FREE_SLOT
          || (slot->hash == own_hash
              && hb_is_front (&fronts->list.data[slot->start], text, length, tail)))
        return i;
    }
}

struct hb_front *
hb_fronts_look_up (const struct hb_fronts *fronts, const char *text, size_t length,
                   struct hb_split split)
{
  size_t front = length - split.digits;
  size_t i = find (fronts, text, front, split.tail, hb_names_hash (text, front));
  uint32_t start = fronts->slots[i].start;
  return start == HB_FREE_SLOT ? NULL : &fronts->list.data[start];
}

/* The first LENGTH bytes of TEXT as a new front, or NULL if there are too many. */
static struct hb_front *
add (struct hb_fronts *fronts, const char *text, size_t length, uint64_t tail)
{
  if (fronts->list.size == MOST_FRONTS)
    return NULL;
  if (fronts->list.size > fronts->mask / 2)
    hb_slots_double (&fronts->slots, &fronts->mask);
  uint32_t own_hash = hb_names_hash (text, length);
  size_t i = find (fronts, text, length, tail, own_hash);
  HB_ASSERT (fronts->slots[i].start == HB_FREE_SLOT);
  fronts->slots[i] = (struct hb_slot){ own_hash, (uint32_t)fronts->list.size };
  struct hb_front front = { .text = hb_copy_bytes (text, length), .length = length, .tail = tail };
  vec_push (fronts->list, front);
  return &vec_top (fronts->list);
}

hb_id *
hb_fronts_room (struct hb_fronts *fronts, const char *text, size_t length, struct hb_split split,
                size_t names)
{
  struct hb_front *front = hb_fronts_find (fronts, text, length, split);
  if (!front)
    front = add (fronts, text, length - split.digits, split.tail);
  if (!front)
    return NULL;
  fronts->last = front;
  uint32_t number = split.number;
  if (number >= front->size)
    {
      size_t others = fronts->numbers - front->size;
      uint32_t size = number + 1 + number / 2;
      size = size < 16 ? 16 : size;
      if (others + size > names * SPREAD + SPARE)
        return NULL;
      fronts->numbers = others + size;
      front->ids = hb_realloc (front->ids, size, sizeof *front->ids);
      memset (front->ids + front->size, 0xff, (size - front->size) * sizeof *front->ids);
      front->size = size;
    }
  HB_ASSERT (number < front->size);
  HB_ASSERT (front->ids[number] == HB_NONE);
  return &front->ids[number];
}
