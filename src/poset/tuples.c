/* Tuples: which are admissible, which critical, all of them; see schedules.h. */
#include "poset/schedules.h"

bool
hb_is_admissible (const hb_poset *poset, const hb_id *tuple, int d)
{
  for (int i = 0; i < d; i++)
    for (int j = i + 1; j < d; j++)
      if (tuple[i] == tuple[j] || hb_poset_before (poset, tuple[j], tuple[i]))
        return false;
  return true;
}

/* Can member I (the first or the last) of the admissible TUPLE be replaced by Y? */
static bool
can_stand (const hb_poset *poset, const hb_id *tuple, int d, int i, hb_id y)
{
  for (int j = 0; j < d; j++)
    if (j != i
        && (tuple[j] == y
            || (j > i ? hb_poset_before (poset, tuple[j], y)
                      : hb_poset_before (poset, y, tuple[j]))))
      return false;
  return true;
}

/* Covers will do: what can stand in place of the first member, so can all below it. */
static bool
is_critical (const hb_poset *poset, const hb_id *tuple, int d)
{
  hb_id first = tuple[0], last = tuple[d - 1];
  if (!hb_is_admissible (poset, tuple, d))
    return false;
  for (hb_id i = poset->upper_first[first]; i < poset->upper_first[first + 1]; i++)
    if (can_stand (poset, tuple, d, 0, poset->upper[i]))
      return false;
  for (hb_id i = poset->lower_first[last]; i < poset->lower_first[last + 1]; i++)
    if (can_stand (poset, tuple, d, d - 1, poset->lower[i]))
      return false;
  return true;
}

bool
hb_each_tuple (const hb_poset *poset, int d, bool critical, hb_tuple_visitor *visit, void *context)
{
  hb_id tuple[HB_MOST_DEPTH] = { 0 };
  int at = 0; /* members before AT stand */
  if (d < 1 || (hb_id)d > poset->count)
    return true;
  while (at >= 0)
    {
      bool fits = tuple[at] < poset->count;
      if (!fits) /* the next value of the member before */
        {
          tuple[at] = 0;
          if (--at >= 0)
            tuple[at]++;
          continue;
        }
      for (int i = 0; i < at && fits; i++)
        fits = tuple[i] != tuple[at] && !hb_poset_before (poset, tuple[at], tuple[i]);
      if (fits && at + 1 < d)
        {
          at++;
          continue;
        }
      if (fits && (!critical || is_critical (poset, tuple, d)) && !visit (tuple, context))
        return false;
      tuple[at]++;
    }
  return true;
}

struct collecting
{
  hb_tuples *tuples;
  int d;
  size_t left;
};

static bool
collect (const hb_id *tuple, void *context)
{
  struct collecting *c = context;
  if (!c->left--)
    return false;
  for (int i = 0; i < c->d; i++)
    vec_push (*c->tuples, tuple[i]);
  return true;
}

bool
hb_critical_tuples (const hb_poset *poset, int d, size_t most, hb_tuples *tuples)
{
  struct collecting c = { tuples, d, most };
  return hb_each_tuple (poset, d, true, collect, &c);
}
