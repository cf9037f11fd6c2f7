/* Pointers of the walk: everything that one may be aimed at, with the wire on which it is; see walk.h. */
#include "proof/periodic/walk.h"

#define G w->gates

#define MOST_KEPT 4096 /* aims of a pointer */

static struct hb_aim at_null = { .when = HB_WIRE_YES },
                     at_text = { .when = HB_WIRE_YES, .count = 1 };

struct hb_met
hb_met_null (void)
{
  static const hb_aims null = { &at_null, 1, 1 };
  return (struct hb_met){ .kind = HB_MET_POINTER, .aims = &null };
}

struct hb_met
hb_met_text (void)
{
  static const hb_aims text = { &at_text, 1, 1 };
  return (struct hb_met){ .kind = HB_MET_POINTER, .aims = &text };
}

struct hb_met
hb_walk_pointer (struct hb_walk *w, hb_aims *aims)
{
  if (!aims->size || aims->size > MOST_KEPT)
    {
      vec_free (*aims);
      return (struct hb_met){ .kind = HB_MET_NOTHING };
    }
  hb_aims *kept = hb_calloc (1, sizeof *kept);
  *kept = *aims;
  vec_push (w->aims, kept);
  return (struct hb_met){ .kind = HB_MET_POINTER, .aims = kept };
}

/* AIM on WHEN, beside those in AIMS. */
static void
aim_at (struct hb_walk *w, hb_aims *aims, struct hb_aim aim, hb_wire when)
{
  aim.when = hb_wire_and (G, aim.when, when);
  for (size_t i = 0; i < aims->size; i++)
    {
      struct hb_aim *known = &aims->data[i];
      if (known->base != aim.base || known->count != aim.count || known->at != aim.at
          || known->object != aim.object)
        continue;
      known->when = hb_wire_or (G, known->when, aim.when);
      return;
    }
  if (aim.when != HB_WIRE_NO)
    vec_push (*aims, aim);
}

struct hb_met
hb_walk_either_pointer (struct hb_walk *w, hb_wire which, struct hb_met a, struct hb_met b)
{
  if (a.aims == b.aims)
    return a;
  if (a.aims->size + b.aims->size > MOST_KEPT)
    return (struct hb_met){ .kind = HB_MET_NOTHING };
  hb_aims both = VEC_EMPTY;
  for (size_t i = 0; i < a.aims->size; i++)
    aim_at (w, &both, a.aims->data[i], which);
  for (size_t i = 0; i < b.aims->size; i++)
    aim_at (w, &both, b.aims->data[i], which ^ 1);
  return hb_walk_pointer (w, &both);
}

hb_wire
hb_walk_not_null (struct hb_walk *w, struct hb_met pointer)
{
  hb_wire some = HB_WIRE_NO;
  for (size_t i = 0; i < pointer.aims->size; i++)
    if (pointer.aims->data[i].count)
      some = hb_wire_or (G, some, pointer.aims->data[i].when);
  return some;
}

/* The first element, of SIZE cells each, that is not before cell LEAST, counted from the one at HERE. */
static int64_t
element_from (int64_t here, int64_t size, int64_t least)
{
  int64_t k = (least - here) / size;
  while (here + k * size < least)
    k++;
  while (here + (k - 1) * size >= least)
    k--;
  return k;
}

hb_aims
hb_walk_shifted (struct hb_walk *w, const hb_aims *aims, struct hb_wires by, size_t size,
                 hb_wire *lost)
{
  hb_aims out = VEC_EMPTY;
  uint64_t number;
  bool known = hb_wires_constant (by, &number);
  *lost = HB_WIRE_NO;
  for (size_t i = 0; i < aims->size; i++)
    {
      struct hb_aim aim = aims->data[i];
      int64_t here = aim.at, step = (int64_t)size;
      if (aim.object && known)
        aim.at = (int64_t)((uint64_t)here + size * number);
      if (!aim.object || known || !size)
        {
          vec_push (out, aim);
          continue;
        }
      /* From one element before all, where a loop backwards ends, to one behind. */
      int64_t first = element_from (here, step, -step),
              end = element_from (here, step, (int64_t)aim.count + 1);
      struct hb_wires low = hb_wires_number (G, 64, (uint64_t)first),
                      high = hb_wires_number (G, 64, (uint64_t)end);
      hb_wire inside = hb_wire_and (G, hb_wires_less (G, by, low, true) ^ 1,
                                    hb_wires_less (G, by, high, true));
      *lost = hb_wire_or (G, *lost, hb_wire_and (G, aim.when, inside ^ 1));
      for (int64_t k = first; k < end && out.size < HB_MOST_AIMS; k++)
        {
          struct hb_wires there = hb_wires_number (G, 64, (uint64_t)k);
          aim.at = here + k * step;
          aim.when = hb_wire_and (G, aims->data[i].when, hb_wires_equal (G, by, there));
          vec_push (out, aim);
        }
    }
  return out;
}

bool
hb_walk_relate (struct hb_walk *w, enum hb_c_operation op, struct hb_met a, struct hb_met b,
                const struct hb_c_type *to, struct hb_wires *out)
{
  bool equality = op == C_EQUAL || op == C_UNEQUAL;
  int64_t size = (int64_t)hb_claimed_size (to);
  *out = hb_wires_number (G, 64, 0);
  for (size_t i = 0; i < a.aims->size; i++)
    for (size_t k = 0; k < b.aims->size; k++)
      {
        const struct hb_aim *x = &a.aims->data[i], *y = &b.aims->data[k];
        hb_wire both = hb_wire_and (G, x->when, y->when);
        bool texts = x->count && !x->object && y->count && !y->object,
             one_array = x->object && y->object && x->base == y->base && x->count == y->count;
        if (both == HB_WIRE_NO)
          continue;
        if (equality ? texts : !one_array || !size || !hb_c_may_be (x->object, to))
          return false;
        bool same = x->base == y->base && x->count == y->count && x->at == y->at
                    && !x->object == !y->object;
        int64_t value = op == C_EQUAL           ? same
                        : op == C_UNEQUAL       ? !same
                        : op == C_LESS          ? x->at < y->at
                        : op == C_LESS_EQUAL    ? x->at <= y->at
                        : op == C_GREATER       ? x->at > y->at
                        : op == C_GREATER_EQUAL ? x->at >= y->at
                                                : (x->at - y->at) / size;
        *out = hb_wires_choice (G, both, hb_wires_number (G, 64, (uint64_t)value), *out);
      }
  return true;
}

void
hb_walk_aims_end (struct hb_walk *w)
{
  for (size_t i = 0; i < w->aims.size; i++)
    {
      vec_free (*w->aims.data[i]);
      hb_free (w->aims.data[i]);
    }
  vec_free (w->aims);
}
