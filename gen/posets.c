/* Posets by the dozen; see posets.h. */
#include "gen/posets.h"

#include "base/failure.h"

#include <string.h>

/* --- Trees --- */

bool
hb_each_plane_tree (hb_id n, hb_poset_visitor *visit, void *context)
{
  hb_id level[64] = { 0 }, parent[64];
  if (!n || n > 60)
    return true;
  /* A plane tree is its sequence of levels in preorder: each at most one more than the one before. */
  for (hb_id i = 1; i < n; i++)
    level[i] = 1;
  while (true)
    {
      for (hb_id i = 0; i < n; i++)
        {
          hb_id j = i;
          while (j-- > 0 && level[j] >= level[i])
            ;
          parent[i] = i ? j : HB_NONE;
        }
      if (!visit (hb_poset_of_parents (n, parent), context))
        return false;
      hb_id i = n - 1;
      while (i > 0 && level[i] > level[i - 1])
        i--;
      if (!i)
        return true;
      level[i]++;
      for (i++; i < n; i++)
        level[i] = 1;
    }
}

hb_poset *
hb_random_tree (hb_id n, hb_id children, struct hb_rng *rng)
{
  hb_id *parent = hb_calloc (n, sizeof *parent), *used = hb_calloc (n, sizeof *used);
  for (hb_id i = 0; i < n; i++)
    {
      parent[i] = HB_NONE;
      if (!i)
        continue;
      do
        parent[i] = (hb_id)hb_rng_below (rng, i);
      while (children && used[parent[i]] >= children);
      used[parent[i]]++;
    }
  hb_poset *tree = hb_poset_of_parents (n, parent);
  hb_free (parent);
  hb_free (used);
  return tree;
}

hb_poset *
hb_complete_tree (hb_id children, hb_id height)
{
  VEC (hb_id) parent = VEC_EMPTY;
  vec_push (parent, HB_NONE);
  size_t from = 0;
  for (hb_id level = 0; level < height; level++)
    {
      size_t to = parent.size;
      for (; from < to; from++)
        for (hb_id c = 0; c < children; c++)
          vec_push (parent, (hb_id)from);
    }
  hb_poset *tree = hb_poset_of_parents ((hb_id)parent.size, parent.data);
  vec_free (parent);
  return tree;
}

hb_poset *
hb_caterpillar (hb_id height)
{
  VEC (hb_id) parent = VEC_EMPTY;
  hb_id last = 0;
  vec_push (parent, HB_NONE);
  for (hb_id i = 0; i < height; i++)
    {
      vec_push (parent, last);
      vec_push (parent, last);
      last = (hb_id)parent.size - 1;
    }
  hb_poset *tree = hb_poset_of_parents ((hb_id)parent.size, parent.data);
  vec_free (parent);
  return tree;
}

hb_poset *
hb_spider (const hb_id *legs, hb_id count)
{
  VEC (hb_id) parent = VEC_EMPTY;
  vec_push (parent, HB_NONE);
  for (hb_id i = 0; i < count; i++)
    for (hb_id j = 0; j < legs[i]; j++)
      {
        hb_id last = j ? (hb_id)parent.size - 1 : 0;
        vec_push (parent, last);
      }
  hb_poset *tree = hb_poset_of_parents ((hb_id)parent.size, parent.data);
  vec_free (parent);
  return tree;
}

hb_poset *
hb_antichain (hb_id n)
{
  hb_id *parent = hb_calloc (n, sizeof *parent);
  memset (parent, 0xff, n * sizeof *parent);
  hb_poset *poset = hb_poset_of_parents (n, parent);
  hb_free (parent);
  return poset;
}

/* --- Any --- */

typedef VEC (hb_id) edges;

static hb_poset *
closed (hb_id n, const edges *list)
{
  hb_diag *diag = hb_diag_new ();
  hb_poset *poset = hb_poset_of_edges (NULL, n, list->data, list->size / 2, diag);
  if (!poset)
    hb_fail ("%s", hb_diag_first (diag));
  hb_diag_free (diag);
  return poset;
}

hb_poset *
hb_random_poset (hb_id n, double density, struct hb_rng *rng)
{
  edges list = VEC_EMPTY;
  for (hb_id i = 0; i < n; i++)
    for (hb_id j = i + 1; j < n; j++)
      if (hb_rng_unit (rng) < density)
        {
          vec_push (list, i);
          vec_push (list, j);
        }
  hb_poset *poset = closed (n, &list);
  vec_free (list);
  return poset;
}

bool
hb_each_small_poset (hb_id n, hb_poset_visitor *visit, void *context)
{
  unsigned pairs = n * (n - 1) / 2;
  for (uint32_t bits = 0; bits < (uint32_t)1 << pairs; bits++)
    {
      edges list = VEC_EMPTY;
      unsigned k = 0;
      for (hb_id i = 0; i < n; i++)
        for (hb_id j = i + 1; j < n; j++, k++)
          if (bits >> k & 1)
            {
              vec_push (list, i);
              vec_push (list, j);
            }
      hb_poset *poset = closed (n, &list);
      /* Each closed relation once: where the edges are all of its order. */
      unsigned all = 0;
      for (hb_id i = 0; i < n; i++)
        for (hb_id j = i + 1; j < n; j++)
          all += hb_poset_before (poset, i, j);
      bool once = all == list.size / 2;
      vec_free (list);
      if (!once)
        hb_poset_free (poset);
      else if (!visit (poset, context))
        return false;
    }
  return true;
}

/* --- Series-parallel --- */

/* An order on at most eight elements: bit j of row i says i < j. */
struct small
{
  uint8_t after[HB_MOST_SERIES], size;
};

struct stock
{
  VEC (struct small) series[HB_MOST_SERIES + 1], parallel[HB_MOST_SERIES + 1]; /* by size */
};

static struct small
join (const struct small *a, const struct small *b, bool in_series)
{
  struct small joined = *a;
  for (int i = 0; i < b->size; i++)
    joined.after[a->size + i] = (uint8_t)(b->after[i] << a->size);
  for (int i = 0; i < a->size && in_series; i++)
    joined.after[i] |= (uint8_t)(((1u << b->size) - 1) << a->size);
  joined.size = (uint8_t)(a->size + b->size);
  return joined;
}

/* The parts of a composition: an element, or one of the other kind. */
static size_t
parts_of (const struct stock *stock, int size, bool in_series)
{
  if (size == 1)
    return 1;
  return in_series ? stock->parallel[size].size : stock->series[size].size;
}

static struct small
part_at (const struct stock *stock, int size, bool in_series, size_t i)
{
  if (size == 1)
    return (struct small){ .size = 1 };
  return in_series ? stock->parallel[size].data[i] : stock->series[size].data[i];
}

/* Adds all compositions that start with SO_FAR and have SIZE elements; parallel parts never grow: the next is
 * at most of size MOST and, then, of number LAST. */
static void
compose (struct stock *stock, const struct small *so_far, int size, bool in_series, int most,
         size_t last)
{
  int left = size - so_far->size;
  if (!left)
    {
      if (in_series)
        vec_push (stock->series[size], *so_far);
      else
        vec_push (stock->parallel[size], *so_far);
      return;
    }
  for (int part = 1; part <= left && part < size; part++)
    {
      if (!in_series && part > most)
        break;
      size_t count = parts_of (stock, part, in_series);
      for (size_t i = 0; i < count && (in_series || part < most || i <= last); i++)
        {
          struct small next = part_at (stock, part, in_series, i),
                       joined = join (so_far, &next, in_series);
          compose (stock, &joined, size, in_series, part, i);
        }
    }
}

static hb_poset *
poset_of (const struct small *small)
{
  edges list = VEC_EMPTY;
  for (hb_id i = 0; i < small->size; i++)
    for (hb_id j = 0; j < small->size; j++)
      if (small->after[i] >> j & 1)
        {
          vec_push (list, i);
          vec_push (list, j);
        }
  hb_poset *poset = closed (small->size, &list);
  vec_free (list);
  return poset;
}

bool
hb_each_series (hb_id n, hb_poset_visitor *visit, void *context)
{
  struct stock stock;
  struct small none = { .size = 0 };
  bool go_on = true;
  memset (&stock, 0, sizeof stock);
  for (int size = 2; size <= (int)n; size++)
    {
      compose (&stock, &none, size, true, size, SIZE_MAX);
      compose (&stock, &none, size, false, size, SIZE_MAX);
    }
  if (n == 1)
    go_on = visit (hb_antichain (1), context);
  for (size_t i = 0; n > 1 && i < stock.series[n].size && go_on; i++)
    go_on = visit (poset_of (&stock.series[n].data[i]), context);
  for (size_t i = 0; n > 1 && i < stock.parallel[n].size && go_on; i++)
    go_on = visit (poset_of (&stock.parallel[n].data[i]), context);
  for (int size = 0; size <= HB_MOST_SERIES; size++)
    {
      vec_free (stock.series[size]);
      vec_free (stock.parallel[size]);
    }
  return go_on;
}

hb_poset *
hb_random_series (hb_id n, struct hb_rng *rng)
{
  /* Intervals of elements are split at random places, in series or in parallel. */
  VEC (hb_id) work = VEC_EMPTY;
  edges list = VEC_EMPTY;
  vec_push (work, 0);
  vec_push (work, n);
  while (work.size)
    {
      hb_id to = vec_pop (work), from = vec_pop (work);
      if (to - from < 2)
        continue;
      hb_id cut = from + 1 + (hb_id)hb_rng_below (rng, to - from - 1);
      if (hb_rng_coin (rng))
        for (hb_id i = from; i < cut; i++)
          for (hb_id j = cut; j < to; j++)
            {
              vec_push (list, i);
              vec_push (list, j);
            }
      vec_push (work, from);
      vec_push (work, cut);
      vec_push (work, cut);
      vec_push (work, to);
    }
  hb_poset *poset = closed (n, &list);
  vec_free (work);
  vec_free (list);
  return poset;
}
