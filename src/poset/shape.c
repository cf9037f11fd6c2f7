/* Shapes, width, height; see shape.h. */
#include "poset/shape.h"

const char *
hb_shape_name (enum hb_shape shape)
{
  static const char *const names[] = { "antichain", "forest", "series-parallel", "any" };
  return names[shape];
}

enum hb_shape
hb_poset_shape (const hb_poset *poset)
{
  if (!poset->upper_first[poset->count])
    return HB_SHAPE_ANTICHAIN;
  if (poset->is_forest)
    return HB_SHAPE_FOREST;
  hb_series *series = hb_series_new (poset);
  enum hb_shape shape = series ? HB_SHAPE_SERIES : HB_SHAPE_ANY;
  hb_series_free (series);
  return shape;
}

/* A search for an augmenting path from X: a chain's next element is matched with it.  Iterative would be
 * longer; its depth is at most the number of chains changed on one path. */
struct matching
{
  const hb_poset *poset;
  hb_id *next, *previous; /* in the chain, or HB_NONE */
  hb_id *seen;            /* by which search */
  hb_id search;
};

struct frame
{
  hb_id x, y; /* X asks for Y next */
};

static bool
augment (struct matching *m, hb_id start)
{
  VEC (struct frame) path = VEC_EMPTY;
  bool found = false;
  vec_push (path, ((struct frame){ start, 0 }));
  while (path.size && !found)
    {
      struct frame *top = &vec_top (path);
      hb_id y = top->y;
      while (y < m->poset->count
             && (m->seen[y] == m->search || !hb_poset_before (m->poset, top->x, y)))
        y++;
      top->y = y;
      if (y == m->poset->count)
        {
          (void)vec_pop (path);
          continue;
        }
      m->seen[y] = m->search;
      if (m->previous[y] == HB_NONE)
        found = true;
      else
        vec_push (path, ((struct frame){ m->previous[y], 0 }));
    }
  for (size_t i = 0; found && i < path.size; i++)
    {
      m->next[path.data[i].x] = path.data[i].y;
      m->previous[path.data[i].y] = path.data[i].x;
    }
  vec_free (path);
  return found;
}

hb_id
hb_poset_chains (const hb_poset *poset, hb_id *chain)
{
  hb_id count = poset->count, chains = 0;
  struct matching m = { .poset = poset,
                        .next = hb_calloc (count, sizeof *m.next),
                        .previous = hb_calloc (count, sizeof *m.previous),
                        .seen = hb_calloc (count, sizeof *m.seen) };
  for (hb_id x = 0; x < count; x++)
    m.next[x] = m.previous[x] = HB_NONE;
  /* Covers first: in most orders they are nearly all that it takes. */
  for (hb_id x = 0; x < count; x++)
    for (hb_id i = poset->upper_first[x]; i < poset->upper_first[x + 1] && m.next[x] == HB_NONE;
         i++)
      if (m.previous[poset->upper[i]] == HB_NONE)
        {
          m.next[x] = poset->upper[i];
          m.previous[poset->upper[i]] = x;
        }
  /* In a forest this is already the best: chains end at leaves, and each inner element goes on. */
  for (hb_id x = 0; x < count && !poset->is_forest; x++)
    if (m.next[x] == HB_NONE)
      {
        m.search = x + 1;
        augment (&m, x);
      }
  for (hb_id x = 0; x < count; x++)
    if (m.previous[x] == HB_NONE)
      {
        for (hb_id y = x; y != HB_NONE; y = m.next[y])
          chain[y] = chains;
        chains++;
      }
  hb_free (m.next);
  hb_free (m.previous);
  hb_free (m.seen);
  return chains;
}

struct hb_poset_info
hb_poset_info (const hb_poset *poset)
{
  struct hb_poset_info info = { .shape = hb_poset_shape (poset), .width = HB_NONE };
  hb_id *number = hb_calloc (poset->count, sizeof *number);
  hb_poset_levels (poset, number);
  for (hb_id x = 0; x < poset->count; x++)
    if (number[x] >= info.height)
      info.height = number[x] + 1;
  info.covers = poset->upper_first[poset->count];
  if (poset->is_forest || poset->count <= HB_MOST_MATCHED)
    info.width = hb_poset_chains (poset, number);
  hb_free (number);
  /* Only chains have dimension 1; series-parallel orders at most 2; at most the width (Dilworth), and
   * half the elements from 4 on (Hiraguchi). */
  info.least = info.height < poset->count ? 2 : 1;
  info.most = info.least;
  if (info.shape == HB_SHAPE_ANY)
    info.most = info.width < poset->count / 2 ? info.width : poset->count / 2;
  return info;
}
