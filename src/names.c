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
 * Most names of large files end in a number, and a file is read about as fast as memory finds the
 * names that it mentions out of order.  Such a name is found without any slot: a front, "m" of m52317,
 * has an array from numbers to names, as long as the numbers lie densely.
 *
 *     fronts      "m"  |  -  |  0  |  4  |  1  | ...     m1 is name 0, m2 is name 4
 *
 * One look at a small array is one cache line at most, and no text needs to be compared: front and
 * number are the name. */
#include "names.h"

#include "vec.h"

#include <string.h>

struct slot
{
  uint32_t hash;
  uint32_t start; /* in `words`; FREE: no name here */
};
#define FREE UINT32_MAX

/* What stands before the numbers of names. */
struct front
{
  char *text; /* owned */
  size_t length;
  hb_id *ids;     /* number -> name, HB_NONE: none; owned */
  uint32_t size;  /* of `ids` */
};

/* The arrays together may have so many numbers for each name, and a few more to begin with. */
#define SPREAD 16
#define SPARE 65536
/* More fronts are not worth it: a table of them that no cache holds would be as slow as slots. */
#define MOST_FRONTS 4096
#define MOST_DIGITS 9

struct hb_names
{
  VEC (uint32_t) words;
  VEC (uint32_t) starts;
  struct slot *slots;
  size_t mask;         /* slots - 1, a power of two less one */
  VEC (struct front) fronts;
  struct slot *front_slots; /* MOST_FRONTS * 2; `start` is a number in `fronts` */
  size_t in_slots;     /* names in `slots` */
  size_t numbers;      /* of all arrays */
  size_t last_front;   /* the slot of the front last given a name: most names have the same */
  size_t strays;       /* names that ended in a number and had no place in an array */
  hb_id next;          /* the number behind the known name last looked up */
  bool in_order;       /* that name was the one behind the name looked up before */
};

const bool hb_name_bytes[256] = {
  ['.'] = true, ['_'] = true, [':'] = true, ['~'] = true, ['-'] = true, ['0'] = true, ['1'] = true,
  ['2'] = true, ['3'] = true, ['4'] = true, ['5'] = true, ['6'] = true, ['7'] = true, ['8'] = true,
  ['9'] = true, ['A'] = true, ['B'] = true, ['C'] = true, ['D'] = true, ['E'] = true, ['F'] = true,
  ['G'] = true, ['H'] = true, ['I'] = true, ['J'] = true, ['K'] = true, ['L'] = true, ['M'] = true,
  ['N'] = true, ['O'] = true, ['P'] = true, ['Q'] = true, ['R'] = true, ['S'] = true, ['T'] = true,
  ['U'] = true, ['V'] = true, ['W'] = true, ['X'] = true, ['Y'] = true, ['Z'] = true, ['a'] = true,
  ['b'] = true, ['c'] = true, ['d'] = true, ['e'] = true, ['f'] = true, ['g'] = true, ['h'] = true,
  ['i'] = true, ['j'] = true, ['k'] = true, ['l'] = true, ['m'] = true, ['n'] = true, ['o'] = true,
  ['p'] = true, ['q'] = true, ['r'] = true, ['s'] = true, ['t'] = true, ['u'] = true, ['v'] = true,
  ['w'] = true, ['x'] = true, ['y'] = true, ['z'] = true
};

size_t
hb_name_span (const char *text, size_t length)
{
  size_t span = 0;
  while (span < length && hb_name_bytes[(unsigned char) text[span]])
    span++;
  return span;
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
    if ((unsigned char) text[i] <= ' ' || text[i] == 0x7f || text[i] == '#')
      return false;
  return length;
}

/* Up to eight bytes as a number; the order of the bytes does not matter. */
static uint64_t
load (const char *text, size_t length)
{
  uint64_t whole = 0;
  uint32_t front, back;
  if (length >= 8)
    memcpy (&whole, text, 8);
  else if (length >= 4)
    {
      memcpy (&front, text, 4);
      memcpy (&back, text + length - 4, 4);
      whole = (uint64_t) front << 32 | back;
    }
  else
    for (size_t i = 0; i < length; i++)
      whole = whole << 8 | (unsigned char) text[i];
  return whole;
}

/* Eight bytes a step; a multiplication carries each bit upwards, a shift brings it down again. */
static uint32_t
hash (const char *text, size_t length)
{
  uint64_t h = length;
  for (; length > 8; text += 8, length -= 8)
    {
      h = (h ^ load (text, 8)) * UINT64_C (0x9e3779b97f4a7c15);
      h ^= h >> 32;
    }
  h = (h ^ load (text, length)) * UINT64_C (0x9e3779b97f4a7c15);
  h = (h ^ h >> 32) * UINT64_C (0xd6e8feb86659fd93);
  return (uint32_t) (h >> 32);
}

static struct slot *
free_slots (size_t count)
{
  struct slot *slots = hb_realloc (NULL, count, sizeof *slots);
  memset (slots, 0xff, count * sizeof *slots);
  return slots;
}

/* Twice as many slots.  A name moves to the lower or upper half of the new table; both are filled
 * from front to back. */
static void
grow (hb_names *names)
{
  size_t old = names->mask + 1;
  struct slot *slots = free_slots (2 * old);
  names->mask = 2 * old - 1;
  for (size_t i = 0; i < old; i++)
    if (names->slots[i].start != FREE)
      {
        size_t slot = names->slots[i].hash & names->mask;
        while (slots[slot].start != FREE)
          slot = (slot + 1) & names->mask;
        slots[slot] = names->slots[i];
      }
  hb_free (names->slots);
  names->slots = slots;
}

hb_names *
hb_names_new (void)
{
  hb_names *names = hb_calloc (1, sizeof *names);
  names->slots = free_slots (16);
  names->mask = 15;
  names->front_slots = free_slots (2 * MOST_FRONTS);
  return names;
}

void
hb_names_free (hb_names *names)
{
  if (!names)
    return;
  for (size_t i = 0; i < names->fronts.size; i++)
    {
      hb_free (names->fronts.data[i].text);
      hb_free (names->fronts.data[i].ids);
    }
  vec_free (names->fronts);
  hb_free (names->front_slots);
  vec_free (names->words);
  vec_free (names->starts);
  hb_free (names->slots);
  hb_free (names);
}

static bool
is_name (const hb_names *names, uint32_t start, const char *text, size_t length)
{
  const uint32_t *words = names->words.data + start;
  return words[1] == length && !memcmp (words + 2, text, length);
}

/* The slot where the name is, or where it would go. */
static struct slot *
find_slot (const hb_names *names, const char *text, size_t length, uint32_t own_hash)
{
  for (size_t i = own_hash & names->mask;; i = (i + 1) & names->mask)
    {
      struct slot *slot = &names->slots[i];
      if (slot->start == FREE
          || (slot->hash == own_hash && is_name (names, slot->start, text, length)))
        return slot;
    }
}

/* Appends the name; gives its first word. */
static uint32_t
append (hb_names *names, const char *text, size_t length)
{
  size_t start = names->words.size, count = 2 + length / sizeof (uint32_t) + 1;
  if (length > UINT32_MAX || start + count >= FREE)
    hb_die ("more than 16 gigabytes of names");
  vec_reserve (names->words, start + count);
  uint32_t *words = names->words.data + start;
  words[0] = hb_names_count (names);
  words[1] = (uint32_t) length;
  words[count - 1] = 0;
  memcpy (words + 2, text, length);
  names->words.size += count;
  return (uint32_t) start;
}

/* --- names that end in a number ----------------------------------------------------------------- */

/* Splits the name into a front and a number of at most MOST_DIGITS digits that does not start with a
 * useless 0; the length of the front, or LENGTH if there is no number. */
static size_t
split (const char *text, size_t length, uint32_t *number)
{
  size_t front = length;
  uint32_t value = 0, scale = 1;
  while (front && length - front < MOST_DIGITS && (unsigned char) (text[front - 1] - '0') <= 9)
    {
      value += scale * (uint32_t) (text[--front] - '0');
      scale *= 10;
    }
  while (front + 1 < length && text[front] == '0')
    front++;
  *number = value;
  return front;
}

/* The slot where the front is, or where it would go. */
static struct slot *
find_front (const hb_names *names, const char *text, size_t length)
{
  struct slot *last = &names->front_slots[names->last_front];
  if (last->start != FREE)
    {
      const struct front *front = &names->fronts.data[last->start];
      if (front->length == length && !memcmp (front->text, text, length))
        return last;
    }
  uint32_t own_hash = hash (text, length);
  for (size_t i = own_hash;; i++)
    {
      struct slot *slot = &names->front_slots[i & (2 * MOST_FRONTS - 1)];
      if (slot->start == FREE)
        {
          slot->hash = own_hash;
          return slot;
        }
      const struct front *front = &names->fronts.data[slot->start];
      if (slot->hash == own_hash && front->length == length && !memcmp (front->text, text, length))
        return slot;
    }
}

/* The place for NUMBER in the front's array, if it may have one. */
static hb_id *
room_in_front (hb_names *names, struct front *front, uint32_t number)
{
  if (number >= front->size)
    {
      size_t most = names->starts.size * SPREAD + SPARE, others = names->numbers - front->size;
      uint32_t size = number + 1 + number / 2;
      size = size < 16 ? 16 : size;
      if (others + size > most)
        return NULL;
      names->numbers = others + size;
      front->ids = hb_realloc (front->ids, size, sizeof *front->ids);
      memset (front->ids + front->size, 0xff, (size - front->size) * sizeof *front->ids);
      front->size = size;
    }
  return &front->ids[number];
}

/* The place for a new name in an array, or NULL. */
static hb_id *
room (hb_names *names, const char *text, size_t length, uint32_t number)
{
  struct slot *slot = find_front (names, text, length);
  if (slot->start == FREE)
    {
      if (names->fronts.size == MOST_FRONTS)
        return NULL;
      struct front front = { .text = hb_copy_bytes (text, length), .length = length };
      slot->start = (uint32_t) names->fronts.size;
      vec_push (names->fronts, front);
    }
  names->last_front = (size_t) (slot - names->front_slots);
  return room_in_front (names, &names->fronts.data[slot->start], number);
}

/* The name's place in an array, or NULL if it has none there. */
static hb_id *
find_numbered (const hb_names *names, const char *text, size_t length, uint32_t number)
{
  struct slot *slot = find_front (names, text, length);
  if (slot->start == FREE)
    return NULL;
  const struct front *front = &names->fronts.data[slot->start];
  return number < front->size ? &front->ids[number] : NULL;
}

/* --- all names ---------------------------------------------------------------------------------- */

void
hb_names_fetch (const hb_names *names, const char *text, size_t length)
{
#if defined(__GNUC__)
  uint32_t number;
  size_t front = split (text, length, &number);
  const hb_id *place = front < length ? find_numbered (names, text, front, number) : NULL;
  if (place)
    __builtin_prefetch (place);
  else
    __builtin_prefetch (&names->slots[hash (text, length) & names->mask], 1);
#else
  (void) names, (void) text, (void) length;
#endif
}

/* The number of a name that is in the slots, or HB_NONE. */
static hb_id
find_in_slots (const hb_names *names, const char *text, size_t length)
{
  uint32_t start = find_slot (names, text, length, hash (text, length))->start;
  return start == FREE ? HB_NONE : names->words.data[start];
}

hb_id
hb_names_find (const hb_names *names, const char *text, size_t length)
{
  uint32_t number;
  size_t front = split (text, length, &number);
  if (front == length)
    return find_in_slots (names, text, length);
  const hb_id *place = find_numbered (names, text, front, number);
  if (place && *place != HB_NONE)
    return *place;
  return names->strays ? find_in_slots (names, text, length) : HB_NONE;
}

/* Appends a name that is not known yet; gives its number. */
static hb_id
add (hb_names *names, const char *text, size_t length, uint32_t *start)
{
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
  uint32_t own_hash = hash (text, length);
  struct slot *slot = find_slot (names, text, length, own_hash);
  if (slot->start != FREE)
    {
      id = names->words.data[slot->start];
      names->in_order = id == names->next;
      names->next = id + 1;
      return id;
    }
  slot->hash = own_hash;
  id = add (names, text, length, &slot->start);
  if (++names->in_slots > names->mask / 8 * 5)
    grow (names);
  return id;
}

hb_id
hb_names_intern (hb_names *names, const char *text, size_t length)
{
  uint32_t number, start;
  size_t front = split (text, length, &number);
  if (front == length)
    return intern_in_slots (names, text, length);
  hb_id *place = find_numbered (names, text, front, number);
  if (place && *place != HB_NONE)
    return *place;
  if (names->strays)
    {
      hb_id id = find_in_slots (names, text, length);
      if (id != HB_NONE)
        {
          if (place)
            *place = id; /* the array has grown since */
          return id;
        }
    }
  place = room (names, text, front, number);
  if (!place)
    {
      names->strays++;
      return intern_in_slots (names, text, length);
    }
  *place = add (names, text, length, &start);
  return *place;
}

const char *
hb_names_text (const hb_names *names, hb_id id)
{
  return (const char *) (names->words.data + names->starts.data[id] + 2);
}

size_t
hb_names_length (const hb_names *names, hb_id id)
{
  return names->words.data[names->starts.data[id] + 1];
}

hb_id
hb_names_count (const hb_names *names)
{
  return (hb_id) names->starts.size;
}
