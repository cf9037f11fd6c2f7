/* The graph: nodes, hashing, simplification; see bits.h. */
#include "sat/bits.h"
#include "sat/bits_private.h"

hb_bits *
hb_bits_new (void)
{
  hb_bits *bits = hb_calloc (1, sizeof *bits);
  vec_push (bits->nodes, ((struct hb_gate){ HB_NONE, HB_NONE }));
  vec_resize (bits->table, 1024, 0);
  return bits;
}

void
hb_bits_free (hb_bits *bits)
{
  if (!bits)
    return;
  for (size_t i = 0; i < bits->blocks.size; i++)
    hb_free (bits->blocks.data[i]);
  vec_free (bits->blocks);
  vec_free (bits->nodes);
  vec_free (bits->table);
  hb_free (bits);
}

size_t
hb_bits_nodes (const hb_bits *bits)
{
  return bits->nodes.size;
}

hb_lit
hb_bits_input (hb_bits *bits)
{
  vec_push (bits->nodes, ((struct hb_gate){ HB_NONE, HB_NONE }));
  return 2 * (hb_lit)(bits->nodes.size - 1);
}

bool
hb_bits_gate (const hb_bits *bits, hb_id node, hb_lit *a, hb_lit *b)
{
  *a = bits->nodes.data[node].a;
  *b = bits->nodes.data[node].b;
  return *a != HB_NONE;
}

static size_t
slot_of (const hb_bits *bits, hb_lit a, hb_lit b)
{
  uint64_t hash = ((uint64_t)a << 32 | b) * UINT64_C (0x9e3779b97f4a7c15);
  size_t mask = bits->table.size - 1, slot = (size_t)(hash >> 20) & mask;
  for (;; slot = (slot + 1) & mask)
    {
      hb_id node = bits->table.data[slot];
      if (!node || (bits->nodes.data[node].a == a && bits->nodes.data[node].b == b))
        return slot;
    }
}

static void
grow (hb_bits *bits)
{
  size_t size = 2 * bits->table.size;
  vec_clear (bits->table);
  vec_resize (bits->table, size, 0);
  for (hb_id i = 1; i < bits->nodes.size; i++)
    if (bits->nodes.data[i].a != HB_NONE)
      bits->table.data[slot_of (bits, bits->nodes.data[i].a, bits->nodes.data[i].b)] = i;
}

/* The gate of literal A if it is one that is not inverted, else NULL. */
static const struct hb_gate *
gate_of (const hb_bits *bits, hb_lit a)
{
  const struct hb_gate *gate = &bits->nodes.data[a >> 1];
  return gate->a != HB_NONE ? gate : NULL;
}

/* What A and B come to without a new gate (Brummayer and Biere, "Local two-level and-inverter graph
 * minimization without blowup", MEMICS 2006), looking below B; HB_NONE: nothing known. */
static hb_lit
below (const hb_bits *bits, hb_lit a, hb_lit b)
{
  const struct hb_gate *gate = gate_of (bits, b);
  if (!gate)
    return HB_NONE;
  bool in = gate->a == a || gate->b == a, against = gate->a == hb_not (a) || gate->b == hb_not (a);
  if (b & 1)
    return against ? a : HB_NONE; /* a and not (not a and c) is a */
  return in ? b : against ? HB_FALSE : HB_NONE;
}

/* The literal that B, an inverted gate over A, leaves: a and not (a and c) is a and not c. */
static hb_lit
rest (const hb_bits *bits, hb_lit a, hb_lit b)
{
  const struct hb_gate *gate = b & 1 ? gate_of (bits, b) : NULL;
  if (!gate || (gate->a != a && gate->b != a))
    return HB_NONE;
  return hb_not (gate->a == a ? gate->b : gate->a);
}

hb_lit
hb_and (hb_bits *bits, hb_lit a, hb_lit b)
{
  for (;;)
    {
      if (a == HB_FALSE || b == HB_FALSE || a == hb_not (b))
        return HB_FALSE;
      if (a == HB_TRUE || a == b)
        return b;
      if (b == HB_TRUE)
        return a;
      hb_lit known = below (bits, a, b);
      if (known == HB_NONE)
        known = below (bits, b, a);
      if (known != HB_NONE)
        return known;
      hb_lit smaller = rest (bits, a, b);
      if (smaller != HB_NONE)
        b = smaller;
      else if ((smaller = rest (bits, b, a)) != HB_NONE)
        a = smaller;
      else
        break;
    }
  if (a > b)
    {
      hb_lit swap = a;
      a = b;
      b = swap;
    }
  size_t slot = slot_of (bits, a, b);
  if (bits->table.data[slot])
    return 2 * bits->table.data[slot];
  if (bits->nodes.size >= UINT32_MAX / 2 - 1)
    hb_die ("a circuit has more than 2^31 gates");
  hb_id node = (hb_id)bits->nodes.size;
  vec_push (bits->nodes, ((struct hb_gate){ a, b }));
  bits->table.data[slot] = node;
  if (2 * bits->nodes.size > bits->table.size)
    grow (bits);
  return 2 * node;
}

hb_lit
hb_or (hb_bits *bits, hb_lit a, hb_lit b)
{
  return hb_not (hb_and (bits, hb_not (a), hb_not (b)));
}

hb_lit
hb_xor (hb_bits *bits, hb_lit a, hb_lit b)
{
  /* Signs go outside, so that a and not a share their gates. */
  hb_lit sign = (a ^ b) & 1;
  a &= ~(hb_lit)1;
  b &= ~(hb_lit)1;
  return hb_or (bits, hb_and (bits, a, hb_not (b)), hb_and (bits, hb_not (a), b)) ^ sign;
}

hb_lit
hb_ite (hb_bits *bits, hb_lit condition, hb_lit then, hb_lit otherwise)
{
  if (then == otherwise)
    return then;
  if (then == hb_not (otherwise))
    return hb_not (hb_xor (bits, condition, then));
  hb_lit yes = hb_and (bits, condition, then), no = hb_and (bits, hb_not (condition), otherwise);
  return hb_or (bits, yes, no);
}

void
hb_bits_evaluate (const hb_bits *bits, signed char *values)
{
  values[0] = 0;
  for (size_t i = 1; i < bits->nodes.size; i++)
    {
      hb_lit a = bits->nodes.data[i].a, b = bits->nodes.data[i].b;
      if (a != HB_NONE)
        values[i]
            = values[a >> 1] != (signed char)(a & 1) && values[b >> 1] != (signed char)(b & 1);
    }
}

uint64_t
hb_bits_number (const signed char *values, hb_word word)
{
  uint64_t number = 0;
  for (unsigned i = 0; i < word.width; i++)
    number |= (uint64_t)hb_bits_holds (values, word.bits[i]) << i;
  return number;
}

hb_lit *
hb_bits_room (hb_bits *bits, size_t count)
{
  if (bits->used + count > bits->room)
    {
      bits->room = count > 16384 ? count : 16384;
      bits->used = 0;
      vec_push (bits->blocks, hb_calloc (bits->room, sizeof (hb_lit)));
    }
  hb_lit *place = vec_top (bits->blocks) + bits->used;
  bits->used += count;
  return place;
}
