/* See all_schedules.h. */
#include "all_schedules.h"

#include <string.h>

static void
extend (const hb_poset *poset, hb_id *order, hb_id size, hb_schedules *all)
{
  if (size == poset->count)
    {
      memcpy (hb_schedules_add (all), order, size * sizeof *order);
      return;
    }
  for (hb_id x = 0; x < poset->count; x++)
    {
      bool fits = true;
      for (hb_id i = 0; i < size && fits; i++)
        fits = order[i] != x;
      for (hb_id y = 0; y < poset->count && fits; y++)
        {
          bool done = !hb_poset_before (poset, y, x);
          for (hb_id i = 0; i < size && !done; i++)
            done = order[i] == y;
          fits = done;
        }
      if (fits)
        {
          order[size] = x;
          extend (poset, order, size + 1, all);
        }
    }
}

static hb_tuples *listed;

static bool
list_tuple (const hb_id *tuple, void *context)
{
  for (int i = 0; i < *(int *)context; i++)
    vec_push (*listed, tuple[i]);
  return true;
}

struct everything
everything_of (const hb_poset *poset, int d)
{
  struct everything e = { .all = hb_schedules_new (poset->count) };
  hb_id order[16];
  listed = &e.list;
  extend (poset, order, 0, e.all);
  hb_each_tuple (poset, d, false, list_tuple, &d);
  e.tuples = e.list.size / (size_t)d;
  e.words = (e.tuples + 63) / 64;
  e.rows = hb_calloc (e.all->count * e.words, sizeof *e.rows);
  for (size_t s = 0; s < e.all->count; s++)
    for (size_t i = 0; i < e.tuples; i++)
      {
        int at = 0;
        for (hb_id k = 0; k < poset->count && at < d; k++)
          at += hb_schedules_at (e.all, s)[k] == e.list.data[i * (size_t)d + (size_t)at];
        if (at == d)
          e.rows[s * e.words + i / 64] |= (uint64_t)1 << (i % 64);
      }
  return e;
}

void
free_everything (struct everything *e)
{
  hb_free (e->rows);
  hb_schedules_free (e->all);
  vec_free (e->list);
}
