/* See names.h.  Open addressing with linear probing; the hash is FNV-1a with a final mix. */
#include "names.h"

#include "vec.h"

#include <string.h>

struct hb_names
{
  VEC (char) pool;       /* all names, each with its zero byte */
  VEC (size_t) offsets;  /* where name ID starts */
  hb_id *slots;          /* number of the name in this slot, or HB_NONE */
  size_t mask;           /* slots - 1, a power of two less one */
};

/* Bytes that names may have. */
static const bool name_bytes[256] = {
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
  while (span < length && name_bytes[(unsigned char) text[span]])
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

static uint64_t
hash (const char *text, size_t length)
{
  uint64_t h = UINT64_C (0xcbf29ce484222325);
  for (size_t i = 0; i < length; i++)
    h = (h ^ (unsigned char) text[i]) * UINT64_C (0x100000001b3);
  return h ^ (h >> 29);
}

static void
fill_slots (hb_names *names, size_t count)
{
  hb_free (names->slots);
  names->slots = hb_realloc (NULL, count, sizeof *names->slots);
  memset (names->slots, 0xff, count * sizeof *names->slots);
  names->mask = count - 1;
  for (hb_id id = 0; id < names->offsets.size; id++)
    {
      const char *text = names->pool.data + names->offsets.data[id];
      size_t slot = hash (text, strlen (text)) & names->mask;
      while (names->slots[slot] != HB_NONE)
        slot = (slot + 1) & names->mask;
      names->slots[slot] = id;
    }
}

hb_names *
hb_names_new (void)
{
  hb_names *names = hb_calloc (1, sizeof *names);
  fill_slots (names, 16);
  return names;
}

void
hb_names_free (hb_names *names)
{
  if (!names)
    return;
  vec_free (names->pool);
  vec_free (names->offsets);
  hb_free (names->slots);
  hb_free (names);
}

/* The slot where the name is, or where it would go. */
static size_t
find_slot (const hb_names *names, const char *text, size_t length)
{
  size_t slot = hash (text, length) & names->mask;
  for (;; slot = (slot + 1) & names->mask)
    {
      hb_id id = names->slots[slot];
      if (id == HB_NONE)
        return slot;
      const char *other = names->pool.data + names->offsets.data[id];
      if (!strncmp (other, text, length) && !other[length])
        return slot;
    }
}

hb_id
hb_names_find (const hb_names *names, const char *text, size_t length)
{
  return names->slots[find_slot (names, text, length)];
}

hb_id
hb_names_intern (hb_names *names, const char *text, size_t length)
{
  size_t slot = find_slot (names, text, length);
  if (names->slots[slot] != HB_NONE)
    return names->slots[slot];
  hb_id id = (hb_id) names->offsets.size;
  vec_push (names->offsets, names->pool.size);
  vec_reserve (names->pool, names->pool.size + length + 1);
  memcpy (names->pool.data + names->pool.size, text, length);
  names->pool.size += length;
  names->pool.data[names->pool.size++] = '\0';
  names->slots[slot] = id;
  if (names->offsets.size * 2 > names->mask)
    fill_slots (names, (names->mask + 1) * 2);
  return id;
}

const char *
hb_names_text (const hb_names *names, hb_id id)
{
  return names->pool.data + names->offsets.data[id];
}

hb_id
hb_names_count (const hb_names *names)
{
  return (hb_id) names->offsets.size;
}
