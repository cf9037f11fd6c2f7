/* See names_fronts.h. */
#include "base/names_fronts.h"

#include "base/assert.h"

/* The arrays together may have so many numbers for each name, and a few more to begin with. */
#define SPREAD 16
#define SPARE 65536

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
      vec_free (fronts->list.data[i].strays);
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

struct hb_front *
hb_fronts_make (struct hb_fronts *fronts, const char *text, size_t length, struct hb_split split)
{
  if (fronts->list.size == HB_MOST_FRONTS)
    return NULL;
  if (fronts->list.size > fronts->mask / 2)
    hb_slots_double (&fronts->slots, &fronts->mask);
  length -= split.digits;
  uint32_t own_hash = hb_names_hash (text, length);
  size_t i = find (fronts, text, length, split.tail, own_hash);
  HB_ASSERT (fronts->slots[i].start == HB_FREE_SLOT);
  fronts->slots[i] = (struct hb_slot){ own_hash, (uint32_t)fronts->list.size };
  struct hb_front front
      = { .text = hb_copy_bytes (text, length), .length = length, .tail = split.tail };
  vec_push (fronts->list, front);
  fronts->last = &vec_top (fronts->list); /* the others may have moved */
  return fronts->last;
}

/* The strays that the array has a place for now are none any more. */
static void
take_strays (struct hb_front *front)
{
  size_t left = 0;
  for (size_t i = 0; i < front->strays.size; i++)
    {
      struct hb_stray stray = front->strays.data[i];
      if (stray.number < front->size)
        front->ids[stray.number] = stray.name;
      else
        front->strays.data[left++] = stray;
    }
  front->strays.size = left;
}

hb_id *
hb_fronts_room (struct hb_fronts *fronts, struct hb_front *front, uint32_t number, size_t names)
{
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
      take_strays (front);
    }
  return &front->ids[number];
}
