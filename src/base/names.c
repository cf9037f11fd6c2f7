/* See names.h.
 *
 * Open addressing with linear probing.  A slot keeps the hash and says where the name is, so that a
 * probe goes on to the name only when it is nearly certain to find it, needs nothing else then, and
 * the table can grow without looking at any name:
 *
 *     slots       |  hash, 0  |     -     |  hash, 4  | ...
 *     words       | 0 | 2 | h  1  \0 _ | 1 | 4 | m  i  d  1 |\0 _ _ _ | ...
 *                  number, length, bytes and zeros up to a whole word
 *     starts      |  0  |  3  | ...            number -> its first word
 *
 * Names that end in a number are found without any slot: names_fronts.h. */
#include "base/names.h"

#include "base/bytes.h"
#include "base/failure.h"
#include "base/names_fronts.h"

#include <string.h>

struct hb_names
{
  VEC (uint32_t) words;
  VEC (uint32_t) starts;
  struct hb_slot *slots;
  size_t mask; /* slots - 1, a power of two less one */
  struct hb_fronts fronts;
  size_t in_slots; /* names in `slots` */
  hb_id next;      /* the number behind the known name last looked up */
  bool in_order;   /* that name was the one behind the name looked up before */
};

size_t
hb_name_span (const char *text, size_t length)
{
  size_t span = 0;
  for (; length - span >= 8; span += 8)
    {
      uint64_t others = hb_bytes_not_of_names (hb_bytes_load (text + span));
      if (others)
        return span + hb_bytes_first (others);
    }
  if (span == length)
    return span;
  /* What is left, zeros behind it. */
  uint64_t rest = hb_bytes_tail (text + span, length - span) >> 8 * (8 - (length - span));
  return span + hb_bytes_first (hb_bytes_not_of_names (rest));
}

bool
hb_is_name_byte (char byte)
{
  return hb_name_span (&byte, 1);
}

bool
hb_name_is_legal (const char *text, size_t length)
{
  return length && hb_name_span (text, length) == length && text[length - 1] != ':';
}

bool
hb_value_is_legal (const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if ((unsigned char)text[i] <= ' ' || text[i] == 0x7f || text[i] == '#')
      return false;
  return length;
}

hb_names *
hb_names_new (void)
{
  hb_names *names = hb_calloc (1, sizeof *names);
  names->slots = hb_slots_new (16);
  names->mask = 15;
  hb_fronts_init (&names->fronts);
  return names;
}

void
hb_names_free (hb_names *names)
{
  if (!names)
    return;
  hb_fronts_free (&names->fronts);
  vec_free (names->words);
  vec_free (names->starts);
  hb_free (names->slots);
  hb_free (names);
}

static bool
is_name (const hb_names *names, uint32_t start, const char *text, size_t length)
{
  HB_ASSERT (start + 2 <= names->words.size);
  const uint32_t *words = names->words.data + start;
  return words[1] == length && (!length || !memcmp (words + 2, text, length));
}

/* The slot where the name is, or where it would go. */
static struct hb_slot *
find_slot (const hb_names *names, const char *text, size_t length, uint32_t own_hash)
{
  for (size_t i = own_hash & names->mask;; i = (i + 1) & names->mask)
    {
      struct hb_slot *slot = &names->slots[i];
      if (slot->start == HB_FREE_SLOT
          || (slot->hash == own_hash && is_name (names, slot->start, text, length)))
        return slot;
    }
}

/* Appends the name; gives its first word. */
static uint32_t
append (hb_names *names, const char *text, size_t length)
{
  size_t start = names->words.size, count = 2 + length / sizeof (uint32_t) + 1;
  if (length > UINT32_MAX || start + count >= HB_FREE_SLOT)
    hb_fail ("more than 16 gigabytes of names");
  vec_reserve (names->words, start + count);
  uint32_t *words = names->words.data + start;
  words[0] = hb_names_count (names);
  words[1] = (uint32_t)length;
  words[count - 1] = 0;
  if (length)
    memcpy (words + 2, text, length);
  names->words.size += count;
  return (uint32_t)start;
}

/* --- all names ---------------------------------------------------------------------------------- */

void
hb_names_fetch (const hb_names *names, const char *text, size_t length)
{
  struct hb_split split = hb_fronts_split (text, length);
  const hb_id *place = NULL;
  if (split.digits)
    place = hb_front_place (hb_fronts_find (&names->fronts, text, length, split), split.number);
  if (place)
    __builtin_prefetch (place);
  else
    __builtin_prefetch (&names->slots[hb_names_hash (text, length) & names->mask], 1);
}

/* The number of a name that is in the slots, or HB_NONE. */
static hb_id
find_in_slots (const hb_names *names, const char *text, size_t length)
{
  uint32_t start = find_slot (names, text, length, hb_names_hash (text, length))->start;
  HB_ASSERT (start == HB_FREE_SLOT || names->words.data[start] < names->starts.size);
  return start == HB_FREE_SLOT ? HB_NONE : names->words.data[start];
}

hb_id
hb_names_find (const hb_names *names, const char *text, size_t length)
{
  struct hb_split split = hb_fronts_split (text, length);
  if (!split.digits)
    return find_in_slots (names, text, length);
  const struct hb_front *front = hb_fronts_find (&names->fronts, text, length, split);
  const hb_id *place = hb_front_place (front, split.number);
  if (place && *place != HB_NONE)
    return *place;
  return hb_fronts_may_stray (&names->fronts, front, split.number)
             ? find_in_slots (names, text, length)
             : HB_NONE;
}

/* Appends a name that is not known yet; gives its number. */
static hb_id
add (hb_names *names, const char *text, size_t length, uint32_t *start)
{
  HB_ASSERT (names->starts.size < HB_NONE);
  hb_id id = hb_names_count (names);
  *start = append (names, text, length);
  vec_push (names->starts, *start);
  return id;
}

static hb_id
intern_in_slots (hb_names *names, const char *text, size_t length)
{
  /* Names often come again in the same order, and a large table is slow memory. */
  hb_id id = names->next;
  if (names->in_order && id < hb_names_count (names)
      && is_name (names, names->starts.data[id], text, length))
    return names->next++;
  uint32_t own_hash = hb_names_hash (text, length);
  struct hb_slot *slot = find_slot (names, text, length, own_hash);
  if (slot->start != HB_FREE_SLOT)
    {
      id = names->words.data[slot->start];
      names->in_order = id == names->next;
      names->next = id + 1;
      return id;
    }
  slot->hash = own_hash;
  id = add (names, text, length, &slot->start);
  if (++names->in_slots > names->mask / 8 * 5)
    hb_slots_double (&names->slots, &names->mask);
  HB_ASSERT (names->in_slots <= names->mask);
  HB_ASSERT (find_in_slots (names, text, length) == id);
  return id;
}

/* Of a name with a number that no array has, and the FRONT that hb_fronts_find gives for it; apart, so that nothing is in the way of
 * those that one has. */
__attribute__ ((noinline)) static hb_id
intern_slowly (hb_names *names, const char *text, size_t length, struct hb_split split,
               struct hb_front *front)
{
  struct hb_fronts *fronts = &names->fronts;
  hb_id id = HB_NONE;
  if (hb_fronts_may_stray (fronts, front, split.number))
    id = find_in_slots (names, text, length);
  if (id != HB_NONE)
    return id;
  if (!front)
    front = hb_fronts_make (fronts, text, length, split);
  uint32_t start;
  hb_id *place = front ? hb_fronts_room (fronts, front, split.number, names->starts.size) : NULL;
  if (place)
    return *place = add (names, text, length, &start);
  id = intern_in_slots (names, text, length);
  if (front)
    vec_push (front->strays, ((struct hb_stray){ split.number, id }));
  return id;
}

hb_id
hb_names_intern (hb_names *names, const char *text, size_t length)
{
  struct hb_split split = hb_fronts_split (text, length);
  if (!split.digits)
    return intern_in_slots (names, text, length);
  struct hb_front *front = hb_fronts_find (&names->fronts, text, length, split);
  if (front)
    names->fronts.last = front;
  const hb_id *place = hb_front_place (front, split.number);
  return place && *place != HB_NONE ? *place : intern_slowly (names, text, length, split, front);
}

const char *
hb_names_text (const hb_names *names, hb_id id)
{
  HB_ASSERT (id < names->starts.size);
  return (const char *)(names->words.data + names->starts.data[id] + 2);
}

size_t
hb_names_length (const hb_names *names, hb_id id)
{
  HB_ASSERT (id < names->starts.size);
  return names->words.data[names->starts.data[id] + 1];
}

hb_id
hb_names_count (const hb_names *names)
{
  return (hb_id)names->starts.size;
}
