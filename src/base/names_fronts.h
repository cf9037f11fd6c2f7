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

#include "base/bytes.h"
#include "base/vec.h"

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

/* Eight bytes a step; a multiplication carries each bit upwards, a shift brings it down again. */
static inline uint32_t
hb_names_hash (const char *text, size_t length)
{
  uint64_t h = length;
  for (; length > 8; text += 8, length -= 8)
    {
      h = (h ^ hb_bytes_load (text)) * UINT64_C (0x9e3779b97f4a7c15);
      h ^= h >> 32;
    }
  h = (h ^ hb_bytes_tail (text, length)) * UINT64_C (0x9e3779b97f4a7c15);
  h = (h ^ h >> 32) * UINT64_C (0xd6e8feb86659fd93);
  return (uint32_t)(h >> 32);
}

/* A name whose number is too far from the others for the front's array. */
struct hb_stray
{
  uint32_t number;
  hb_id name;
};

struct hb_front
{
  char *text; /* owned */
  size_t length;
  uint64_t tail; /* hb_bytes_tail: the whole text, if it is short, as it nearly always is */
  hb_id *ids;    /* number -> name, HB_NONE: none; owned */
  uint32_t size; /* of `ids` */
  VEC (struct hb_stray) strays; /* until the array has grown */
};

/* More fronts are not worth it: a table of them that no cache holds would be as slow as slots. */
#define HB_MOST_FRONTS 4096

struct hb_fronts
{
  VEC (struct hb_front) list;
  struct hb_slot *slots; /* `start` is a number in `list`; owned */
  size_t mask;           /* slots - 1, a power of two less one */
  size_t numbers;        /* of all arrays */
  struct hb_front *last; /* of the name last interned, or NULL: most names have the same */
};

void hb_fronts_init (struct hb_fronts *fronts);
void hb_fronts_free (struct hb_fronts *fronts);

/* The end of a name, and what is before it. */
struct hb_split
{
  uint64_t tail; /* hb_bytes_tail of the front */
  uint32_t number;
  uint32_t digits; /* of the number; 0: there is none, and the rest says nothing */
};

/* Splits a name into a front and a number of at most eight digits that does not start with a useless 0. */
static inline struct hb_split
hb_fronts_split (const char *text, size_t length)
{
  uint64_t tail = hb_bytes_tail (text, length);
  struct hb_split split = { .digits = hb_bytes_digits (tail) };
  if (!split.digits)
    return split;
  split.number = hb_bytes_number (tail, split.digits);
  if (length < 8 && text[length - split.digits] != '0')
    split.tail = tail << 8 * split.digits;
  else
    {
      while (split.digits > 1 && text[length - split.digits] == '0')
        split.digits--;
      split.tail = hb_bytes_tail (text, length - split.digits);
    }
  return split;
}

static inline bool
hb_is_front (const struct hb_front *front, const char *text, size_t length, uint64_t tail)
{
  return front->length == length && front->tail == tail
         && (length <= sizeof tail || !memcmp (front->text, text, length));
}

/* The front of a name with a number, or NULL: the first in the table, the second where it was found last. */
struct hb_front *hb_fronts_look_up (const struct hb_fronts *fronts, const char *text, size_t length,
                                    struct hb_split split);

static inline struct hb_front *
hb_fronts_find (const struct hb_fronts *fronts, const char *text, size_t length,
                struct hb_split split)
{
  struct hb_front *last = fronts->last;
  return last && hb_is_front (last, text, length - split.digits, split.tail)
             ? last
             : hb_fronts_look_up (fronts, text, length, split);
}

/* The place of NUMBER in the front's array, or NULL if there is none. */
static inline hb_id *
hb_front_place (const struct hb_front *front, uint32_t number)
{
  return front && number < front->size ? &front->ids[number] : NULL;
}

/* May a name with NUMBER be known that no array has: FRONT is what hb_fronts_find gives for it? */
static inline bool
hb_fronts_may_stray (const struct hb_fronts *fronts, const struct hb_front *front, uint32_t number)
{
  return front ? number >= front->size && front->strays.size : fronts->list.size == HB_MOST_FRONTS;
}

/* The front of a name with a number, which is not there yet; NULL if there are too many. */
struct hb_front *hb_fronts_make (struct hb_fronts *fronts, const char *text, size_t length,
                                 struct hb_split split);

/* The place of NUMBER in the array of FRONT, which may grow: NAMES are known.  NULL if it may not grow so far. */
hb_id *hb_fronts_room (struct hb_fronts *fronts, struct hb_front *front, uint32_t number,
                       size_t names);

#endif
