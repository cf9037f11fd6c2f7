/* Names that end in a number: found without any slot of the table of names.  Private to names*.c.
 *
 * Most names of large files end in a number, and a file is read about as fast as memory finds the
 * names that it mentions out of order.  Such a name is found without any slot: a front, "m" of m52317,
 * has an array from numbers to names, as long as the numbers lie densely.
 *
 *     fronts      "m"  |  -  |  0  |  4  |  1  | ...     m1 is name 0, m2 is name 4
 *
 * One look at a small array is one cache line at most, and no text needs to be compared: front and
 * number are the name. */
#ifndef HBKIT_NAMES_FRONTS_H
#define HBKIT_NAMES_FRONTS_H

#include "base/vec.h"

#include <string.h>

/* A place in a table with open addressing. */
struct hb_slot
{
  uint32_t hash;
  uint32_t start; /* in `words`; HB_FREE_SLOT: no name here */
};
#define HB_FREE_SLOT UINT32_MAX

/* COUNT free ones.  New. */
struct hb_slot *hb_slots_new (size_t count);

/* Twice as many.  What is in a slot moves to the lower or upper half of the new table; both are filled from
 * front to back.  MASK: slots - 1, a power of two less one. */
void hb_slots_double (struct hb_slot **slots, size_t *mask);

/* Up to eight bytes as a number; the order of the bytes does not matter. */
static inline uint64_t
hb_names_load (const char *text, size_t length)
{
  uint64_t whole = 0;
  uint32_t front, back;
  if (length >= 8)
    memcpy (&whole, text, 8);
  else if (length >= 4)
    {
      memcpy (&front, text, 4);
      memcpy (&back, text + length - 4, 4);
      whole = (uint64_t)front << 32 | back;
    }
  else
    for (size_t i = 0; i < length; i++)
      whole = whole << 8 | (unsigned char)text[i];
  return whole;
}

/* Eight bytes a step; a multiplication carries each bit upwards, a shift brings it down again. */
static inline uint32_t
hb_names_hash (const char *text, size_t length)
{
  uint64_t h = length;
  for (; length > 8; text += 8, length -= 8)
    {
      h = (h ^ hb_names_load (text, 8)) * UINT64_C (0x9e3779b97f4a7c15);
      h ^= h >> 32;
    }
  h = (h ^ hb_names_load (text, length)) * UINT64_C (0x9e3779b97f4a7c15);
  h = (h ^ h >> 32) * UINT64_C (0xd6e8feb86659fd93);
  return (uint32_t)(h >> 32);
}

struct hb_front
{
  char *text; /* owned */
  size_t length;
  hb_id *ids;    /* number -> name, HB_NONE: none; owned */
  uint32_t size; /* of `ids` */
};

struct hb_fronts
{
  VEC (struct hb_front) list;
  struct hb_slot *slots; /* `start` is a number in `list`; owned */
  size_t mask;           /* slots - 1, a power of two less one */
  size_t numbers;        /* of all arrays */
  size_t last;           /* the front last given a name: most names have the same */
};

#define HB_MOST_DIGITS 9

void hb_fronts_init (struct hb_fronts *fronts);
void hb_fronts_free (struct hb_fronts *fronts);

/* Splits the name into a front and a number of at most HB_MOST_DIGITS digits that does not start with a
 * useless 0; the length of the front, or LENGTH if there is no number. */
static inline size_t
hb_fronts_split (const char *text, size_t length, uint32_t *number)
{
  size_t front = length;
  uint32_t value = 0, scale = 1;
  while (front && length - front < HB_MOST_DIGITS && (unsigned char)(text[front - 1] - '0') <= 9)
    {
      value += scale * (uint32_t)(text[--front] - '0');
      scale *= 10;
    }
  while (front + 1 < length && text[front] == '0')
    front++;
  *number = value;
  return front;
}

/* The place of front and number in an array, or NULL if there is none. */
hb_id *hb_fronts_find (const struct hb_fronts *fronts, const char *text, size_t length,
                       uint32_t number);

/* A place for a new name, if it may have one in an array: NAMES are known.  The caller fills it. */
hb_id *hb_fronts_room (struct hb_fronts *fronts, const char *text, size_t length, uint32_t number,
                       size_t names);

#endif
