/* Families of schedules; see schedules.h. */
#include "poset/schedules.h"

#include <string.h>

hb_schedules *
hb_schedules_new (hb_id elements)
{
  hb_schedules *family = hb_calloc (1, sizeof *family);
  family->elements = elements;
  return family;
}

void
hb_schedules_free (hb_schedules *family)
{
  if (!family)
    return;
  vec_free (family->order);
  hb_free (family);
}

hb_id *
hb_schedules_add (hb_schedules *family)
{
  vec_reserve (family->order, family->order.size + family->elements + 1);
  family->order.size += family->elements;
  return hb_schedules_at (family, family->count++);
}

void
hb_schedules_drop (hb_schedules *family, size_t s)
{
  size_t size = family->elements;
  HB_ASSERT (s < family->count && family->order.size == family->count * size);
  if (size)
    memmove (family->order.data + s * size, family->order.data + (s + 1) * size,
             (family->count - s - 1) * size * sizeof (hb_id));
  family->order.size -= size;
  family->count--;
}

void
hb_schedules_unique (hb_schedules *family)
{
  size_t kept = 0, size = family->elements;
  for (size_t s = 0; s < family->count; s++)
    {
      bool known = false;
      for (size_t t = 0; t < kept && !known; t++)
        known = !size
                || !memcmp (hb_schedules_at (family, t), hb_schedules_at (family, s),
                            size * sizeof (hb_id));
      if (known)
        continue;
      if (kept != s && size)
        memcpy (hb_schedules_at (family, kept), hb_schedules_at (family, s), size * sizeof (hb_id));
      kept++;
    }
  family->count = kept;
  family->order.size = kept * size;
}

hb_id *
hb_schedules_positions (const hb_schedules *family)
{
  hb_id *at = hb_calloc (family->elements * family->count + 1, sizeof *at);
  for (size_t s = 0; s < family->count; s++)
    {
      const hb_id *order = hb_schedules_at (family, s);
      for (hb_id i = 0; i < family->elements; i++)
        {
          HB_ASSERT (order[i] < family->elements);
          at[order[i] * family->count + s] = i;
        }
    }
  return at;
}

bool
hb_schedules_check (const hb_poset *poset, const hb_schedules *family, hb_diag *diag)
{
  hb_id bad[2];
  char rooms[2][HB_ELEMENT_ROOM];
  for (size_t s = 0; s < family->count; s++)
    if (!hb_is_schedule (poset, hb_schedules_at (family, s), bad))
      {
        if (bad[0] == bad[1])
          hb_error (diag, NULL, "schedule %zu is no permutation of the elements", s + 1);
        else
          hb_error (diag, NULL, "schedule %zu runs %s before %s, which the poset has before it",
                    s + 1, hb_element_name (poset, bad[1], rooms[1]),
                    hb_element_name (poset, bad[0], rooms[0]));
        return false;
      }
  return true;
}

/* --- Schedules of their own --- */

/* What X needs and X, unless they are there: depth first, by a stack of elements whose lower covers are
 * looked at. */
static hb_id
run_with_needs (const hb_poset *poset, hb_id x, bool *done, hb_id *order, hb_id size)
{
  VEC (hb_id) stack = VEC_EMPTY;
  vec_push (stack, x);
  while (stack.size)
    {
      hb_id y = vec_top (stack), missing = HB_NONE;
      for (hb_id i = poset->lower_first[y]; i < poset->lower_first[y + 1] && missing == HB_NONE;
           i++)
        if (!done[poset->lower[i]])
          missing = poset->lower[i];
      if (missing != HB_NONE)
        {
          vec_push (stack, missing);
          continue;
        }
      if (!done[y])
        order[size++] = y;
      done[y] = true;
      (void)vec_pop (stack);
    }
  vec_free (stack);
  return size;
}

void
hb_schedule_of_tuple (const hb_poset *poset, const hb_id *tuple, int d, hb_id *order)
{
  bool *done = hb_calloc (poset->count, sizeof *done);
  hb_id *plain = hb_calloc (poset->count, sizeof *plain), size = 0;
  for (int i = 0; i < d; i++)
    if (!done[tuple[i]])
      size = run_with_needs (poset, tuple[i], done, order, size);
  hb_poset_sort (poset, plain);
  for (hb_id i = 0; i < poset->count; i++)
    if (!done[plain[i]])
      order[size++] = plain[i];
  hb_free (done);
  hb_free (plain);
}

void
hb_random_schedule (const hb_poset *poset, struct hb_rng *rng, hb_id *order)
{
  hb_id *open = hb_calloc (poset->count, sizeof *open),
        *ready = hb_calloc (poset->count, sizeof *ready), waiting = 0;
  for (hb_id x = 0; x < poset->count; x++)
    if (!(open[x] = poset->lower_first[x + 1] - poset->lower_first[x]))
      ready[waiting++] = x;
  for (hb_id i = 0; i < poset->count; i++)
    {
      hb_id k = (hb_id)hb_rng_below (rng, waiting), x = ready[k];
      ready[k] = ready[--waiting];
      order[i] = x;
      for (hb_id j = poset->upper_first[x]; j < poset->upper_first[x + 1]; j++)
        if (!--open[poset->upper[j]])
          ready[waiting++] = poset->upper[j];
    }
  hb_free (open);
  hb_free (ready);
}
