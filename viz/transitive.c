/* See transitive.h.  Nodes are taken in the reverse of a topological order, so that what their successors
 * reach is known; an arc goes if an earlier successor reaches its target:
 *
 *     u --> v --> w        u --> w goes, since v, which stands before w, reaches it */
#include "viz/transitive.h"

#include <stdlib.h>

struct reducer
{
  struct hb_arc *arcs;
  hb_id nodes;
  hb_id *first, *list; /* arcs by source: list[first[v] .. first[v + 1] - 1] */
  hb_id *next;         /* of the search: the arc to follow */
  hb_id *position;     /* in the reverse topological order; HB_NONE: not yet */
  VEC (hb_id) order;   /* targets before sources */
  uint8_t *state;      /* 0 not seen, 1 on the path, 2 done */
  bool *back;          /* arc: closes a cycle */
  uint64_t *reach;
  size_t words;
};

static void
group (struct reducer *r, size_t count)
{
  for (size_t i = 0; i < count; i++)
    r->first[r->arcs[i].from + 1]++;
  for (hb_id v = 0; v < r->nodes; v++)
    r->first[v + 1] += r->first[v];
  for (hb_id v = 0; v < r->nodes; v++)
    r->next[v] = r->first[v];
  for (size_t i = 0; i < count; i++)
    r->list[r->next[r->arcs[i].from]++] = (hb_id)i;
  for (hb_id v = 0; v < r->nodes; v++)
    r->next[v] = r->first[v];
}

/* Depth-first from ROOT; arcs to nodes on the path close cycles. */
static void
search (struct reducer *r, hb_id root)
{
  VEC (hb_id) path = VEC_EMPTY;
  vec_push (path, root);
  r->state[root] = 1;
  while (path.size)
    {
      hb_id v = vec_top (path);
      if (r->next[v] == r->first[v + 1])
        {
          r->state[v] = 2;
          r->position[v] = (hb_id)r->order.size;
          vec_push (r->order, v);
          path.size--;
          continue;
        }
      hb_id arc = r->list[r->next[v]++], to = r->arcs[arc].to;
      if (r->state[to] == 1)
        r->back[arc] = true;
      else if (!r->state[to])
        {
          r->state[to] = 1;
          vec_push (path, to);
        }
    }
  vec_free (path);
}

/* An arc with the place of its target in the order; a fixed one comes before its double. */
struct turn
{
  hb_id place, arc;
  bool loose;
};

static int
compare_turns (const void *left, const void *right)
{
  const struct turn *a = left, *b = right;
  if (a->place != b->place)
    return a->place > b->place ? -1 : 1; /* nearest targets first */
  if (a->loose != b->loose)
    return a->loose - b->loose;
  return a->arc < b->arc ? -1 : a->arc > b->arc;
}

static void
reduce_node (struct reducer *r, hb_id v)
{
  VEC (struct turn) turns = VEC_EMPTY;
  uint64_t *mine = r->reach + r->words * v;
  for (hb_id i = r->first[v]; i < r->first[v + 1]; i++)
    {
      hb_id arc = r->list[i];
      struct turn turn = { r->position[r->arcs[arc].to], arc, !r->arcs[arc].fixed };
      if (!r->back[arc])
        vec_push (turns, turn);
      for (hb_id k = r->first[v]; r->back[arc] && k < r->first[v + 1]; k++)
        {
          const struct hb_arc *other = &r->arcs[r->list[k]];
          if (other->to == r->arcs[arc].to && !r->arcs[arc].fixed && (other->fixed || k < i))
            r->arcs[arc].gone = true;
        }
    }
  if (turns.size)
    qsort (turns.data, turns.size, sizeof *turns.data, compare_turns);
  for (size_t i = 0; i < turns.size; i++)
    {
      struct hb_arc *arc = &r->arcs[turns.data[i].arc];
      const uint64_t *theirs = r->reach + r->words * arc->to;
      if (mine[arc->to / 64] >> (arc->to % 64) & 1)
        {
          arc->gone = !arc->fixed;
          continue;
        }
      mine[arc->to / 64] |= (uint64_t)1 << (arc->to % 64);
      for (size_t w = 0; w < r->words; w++)
        mine[w] |= theirs[w];
    }
  vec_free (turns);
}

void
hb_transitive_reduction (struct hb_arc *arcs, size_t count, hb_id nodes)
{
  struct reducer r = { .arcs = arcs, .nodes = nodes, .order = VEC_EMPTY };
  for (size_t i = 0; i < count; i++)
    arcs[i].gone = false;
  if (nodes > HB_MOST_REDUCED || !count)
    return;
  r.first = hb_calloc ((size_t)nodes + 1, sizeof *r.first);
  r.next = hb_calloc (nodes, sizeof *r.next);
  r.position = hb_calloc (nodes, sizeof *r.position);
  r.list = hb_calloc (count, sizeof *r.list);
  r.state = hb_calloc (nodes, 1);
  r.back = hb_calloc (count, sizeof *r.back);
  r.words = ((size_t)nodes + 63) / 64;
  r.reach = hb_calloc (r.words * nodes, sizeof *r.reach);
  group (&r, count);
  for (hb_id v = 0; v < nodes; v++)
    if (!r.state[v])
      search (&r, v);
  for (size_t i = 0; i < r.order.size; i++)
    reduce_node (&r, r.order.data[i]);
  hb_free (r.first);
  hb_free (r.next);
  hb_free (r.position);
  hb_free (r.list);
  hb_free (r.state);
  hb_free (r.back);
  hb_free (r.reach);
  vec_free (r.order);
}
