/* The pairs of messages whose order has a variable.  See state.h. */
#include "engine/closure/state.h"

#include <string.h>

/* The slot of the pair, or the empty one where it belongs. */
static size_t
slot_of (const struct closure *c, hb_id low, hb_id high, bool posts)
{
  uint64_t mixed = ((uint64_t)low << 32 | high) * UINT64_C (0x9e3779b97f4a7c15) + posts;
  size_t slot = (size_t)(mixed ^ mixed >> 29) & c->mask;
  for (; c->slots[slot] != HB_NONE; slot = (slot + 1) & c->mask)
    {
      const struct pair *pair = &c->pairs.data[c->slots[slot]];
      if (pair->low == low && pair->high == high && pair->posts == posts)
        break;
    }
  return slot;
}

static void
grow_table (struct closure *c)
{
  size_t size = c->slots ? 2 * (c->mask + 1) : 1024;
  hb_free (c->slots);
  c->mask = size - 1;
  c->slots = hb_calloc (size, sizeof *c->slots);
  memset (c->slots, 0xff, size * sizeof *c->slots);
  for (hb_id p = 0; p < c->pairs.size; p++)
    {
      const struct pair *pair = &c->pairs.data[p];
      c->slots[slot_of (c, pair->low, pair->high, pair->posts)] = p;
    }
}

hb_id
closure_pair (struct closure *c, hb_id a, hb_id b, bool posts, bool make)
{
  hb_id low = a < b ? a : b, high = a < b ? b : a;
  if (2 * c->pairs.size >= c->mask)
    grow_table (c);
  size_t slot = slot_of (c, low, high, posts);
  if (c->slots[slot] != HB_NONE || !make)
    return c->slots[slot];
  struct pair pair = { .low = low, .high = high, .posts = posts };
  id_vector none = VEC_EMPTY;
  c->slots[slot] = (hb_id)c->pairs.size;
  vec_push (c->pairs, pair);
  vec_push (c->watches, none);
  vec_push (c->watches, none);
  c->named[(size_t)low * c->width + high / 64] |= UINT64_C (1) << high % 64;
  c->named[(size_t)high * c->width + low / 64] |= UINT64_C (1) << low % 64;
  return c->slots[slot];
}

hb_id
closure_literal (const struct closure *c, hb_id pair, hb_id a)
{
  return 2 * pair + (c->pairs.data[pair].low != a);
}

int
closure_value (const struct closure *c, hb_id literal)
{
  const struct pair *pair = &c->pairs.data[literal >> 1];
  hb_id a = closure_earlier (c, literal), b = closure_later (c, literal);
  if (pair->value)
    return literal & 1 ? -pair->value : pair->value;
  return closure_knows (c, a, b, pair->posts) - closure_knows (c, b, a, pair->posts);
}
