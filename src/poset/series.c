/* Decomposing series-parallel posets; see series.h.
 *
 * Valdes, Tarjan, Lawler, "The recognition of series parallel digraphs", SIAM Journal on Computing 11, 1982.  The covers
 * of a series-parallel poset fall into complete bipartite parts: elements with a common upper cover have all of them in
 * common.  Let each part be a node of a multigraph, and two more, the source and the sink; each element is an arc from the
 * node of the covers below it (or the source) to the node of those above it (or the sink).  Two steps:
 *
 *     series      a node with one arc in and one arc out goes away, and the arcs become one
 *     parallel    two arcs between the same nodes become one
 *
 * The poset is series-parallel iff they leave one arc.  Each step makes a node of the decomposition of two; lists of
 * children are joined in constant time, so that no series node has a series child, no parallel one a parallel
 * child.  Arcs between the same nodes are found by a hash table.  Linear in elements and covers, but for sorting the
 * children of parallel nodes by their smallest elements. */
#include "poset/series.h"

#include <stdlib.h>

/* What an arc stands for: an element, or a composition of parts that are linked by `next`. */
struct part
{
  enum hb_series_kind kind;
  hb_id first, last, next;
  hb_id least, size; /* its smallest element; how many */
};

struct arc
{
  hb_id from, to;
  hb_id part; /* HB_NONE: it is gone */
};

struct reducer
{
  VEC (struct part) parts; /* part x < count is element x */
  VEC (struct arc) arcs;
  hb_id *in, *out;      /* of each node: how many arcs */
  uint64_t *ins, *outs; /* the sum of their numbers: of one arc alone, that arc */
  VEC (hb_id) work;     /* nodes that may go away */
  hb_id *table;         /* hash table: arc + 1, or 0 */
  size_t mask;
};

#define SOURCE 0
#define SINK 1

/* --- The multigraph --- */

/* The node of the upper covers of each element, ABOVE, and of the lower ones, BELOW; the number of nodes, or 0 if
 * the parts are not complete bipartite. */
static hb_id
find_nodes (const hb_poset *p, hb_id *above, hb_id *below)
{
  hb_id nodes = 2;
  for (hb_id x = 0; x < p->count; x++)
    above[x] = below[x] = HB_NONE;
  for (hb_id x = 0; x < p->count; x++)
    {
      hb_id from = p->upper_first[x], to = p->upper_first[x + 1];
      if (from == to)
        above[x] = SINK;
      if (p->lower_first[x] == p->lower_first[x + 1])
        below[x] = SOURCE;
      if (from == to || above[x] != HB_NONE)
        continue;
      /* Every lower cover of the first upper one has as many upper ones, and those all have this part below. */
      hb_id y = p->upper[from];
      hb_id lowers = p->lower_first[y + 1] - p->lower_first[y];
      for (hb_id i = from; i < to; i++)
        {
          hb_id z = p->upper[i];
          if (below[z] != HB_NONE || p->lower_first[z + 1] - p->lower_first[z] != lowers)
            return 0;
          below[z] = nodes;
        }
      for (hb_id i = p->lower_first[y]; i < p->lower_first[y + 1]; i++)
        {
          hb_id w = p->lower[i];
          if (above[w] != HB_NONE || hb_poset_uppers (p, w) != to - from)
            return 0;
          above[w] = nodes;
          for (hb_id k = p->upper_first[w]; k < p->upper_first[w + 1]; k++)
            if (below[p->upper[k]] != nodes)
              return 0;
        }
      nodes++;
    }
  return nodes;
}

static void
count_arc (struct reducer *r, hb_id a, bool comes)
{
  const struct arc *arc = &r->arcs.data[a];
  r->out[arc->from] += comes ? 1 : (hb_id)-1;
  r->in[arc->to] += comes ? 1 : (hb_id)-1;
  r->outs[arc->from] += comes ? a : -(uint64_t)a;
  r->ins[arc->to] += comes ? a : -(uint64_t)a;
}

/* --- Parts --- */

/* Makes A and B one part of KIND; part A or B itself grows if it is of that kind. */
static hb_id
join (struct reducer *r, hb_id a, hb_id b, enum hb_series_kind kind)
{
  struct part *x = &r->parts.data[a], *y = &r->parts.data[b];
  if (x->kind != kind && y->kind == kind)
    { /* A becomes Y's first child */
      x->next = y->first;
      y->first = a;
      y->size += x->size;
      y->least = x->least < y->least ? x->least : y->least;
      return b;
    }
  if (x->kind != kind)
    {
      struct part both = { .kind = kind,
                           .first = a,
                           .last = b,
                           .next = HB_NONE,
                           .least = x->least < y->least ? x->least : y->least,
                           .size = x->size + y->size };
      x->next = b;
      vec_push (r->parts, both);
      return (hb_id)r->parts.size - 1;
    }
  bool merges = y->kind == kind;
  r->parts.data[x->last].next = merges ? y->first : b;
  x->last = merges ? y->last : b;
  x->size += y->size;
  x->least = x->least < y->least ? x->least : y->least;
  return a;
}

/* --- Steps --- */

/* Adds the arc FROM - TO of PART, or makes it one with the arc there is. */
static void
add_arc (struct reducer *r, hb_id from, hb_id to, hb_id part)
{
  uint64_t key = ((uint64_t)from << 32 | to) * UINT64_C (0xd6e8feb86659fd93);
  size_t at = (size_t)(key ^ key >> 32) & r->mask;
  /* Arcs that are gone stay in the table until another one between their nodes takes their place. */
  for (; r->table[at]; at = (at + 1) & r->mask)
    {
      struct arc *other = &r->arcs.data[r->table[at] - 1];
      if (other->from != from || other->to != to)
        continue;
      if (other->part != HB_NONE)
        {
          other->part = join (r, other->part, part, HB_SERIES_PARALLEL);
          return;
        }
      other->part = part;
      count_arc (r, r->table[at] - 1, true);
      return;
    }
  vec_push (r->arcs, ((struct arc){ from, to, part }));
  r->table[at] = (hb_id)r->arcs.size;
  count_arc (r, (hb_id)r->arcs.size - 1, true);
}

/* Takes NODE away if it has one arc in and one out. */
static void
contract (struct reducer *r, hb_id node)
{
  if (node == SOURCE || node == SINK || r->in[node] != 1 || r->out[node] != 1)
    return;
  hb_id first = (hb_id)r->ins[node], second = (hb_id)r->outs[node];
  struct arc a = r->arcs.data[first], b = r->arcs.data[second];
  count_arc (r, first, false);
  count_arc (r, second, false);
  r->arcs.data[first].part = r->arcs.data[second].part = HB_NONE;
  add_arc (r, a.from, b.to, join (r, a.part, b.part, HB_SERIES_SERIES));
  vec_push (r->work, a.from);
  vec_push (r->work, b.to);
}

/* The part of the one arc that is left, or HB_NONE. */
static hb_id
reduce (const hb_poset *poset, struct reducer *r)
{
  hb_id *above = hb_calloc (poset->count, sizeof *above),
        *below = hb_calloc (poset->count, sizeof *below), nodes = find_nodes (poset, above, below),
        found = HB_NONE;
  if (nodes)
    {
      r->in = hb_calloc (nodes, sizeof *r->in);
      r->out = hb_calloc (nodes, sizeof *r->out);
      r->ins = hb_calloc (nodes, sizeof *r->ins);
      r->outs = hb_calloc (nodes, sizeof *r->outs);
      for (r->mask = 15; r->mask < 4 * (size_t)poset->count + 4 * (size_t)nodes;)
        r->mask = 2 * r->mask + 1;
      r->table = hb_calloc (r->mask + 1, sizeof *r->table);
      for (hb_id x = 0; x < poset->count; x++)
        add_arc (r, below[x], above[x], x);
      for (hb_id node = 0; node < nodes; node++)
        vec_push (r->work, node);
      while (r->work.size)
        contract (r, vec_pop (r->work));
      if (r->out[SOURCE] == 1 && r->in[SINK] == 1 && r->outs[SOURCE] == r->ins[SINK])
        found = r->arcs.data[r->outs[SOURCE]].part;
      /* Nothing else may be left; what cannot be contracted lies between. */
      if (found != HB_NONE && r->parts.data[found].size != poset->count)
        found = HB_NONE;
    }
  hb_free (above);
  hb_free (below);
  return found;
}

/* --- The decomposition --- */

struct child
{
  hb_id least, part;
};

static int
compare (const void *a, const void *b)
{
  const struct child *x = a, *y = b;
  return (x->least > y->least) - (x->least < y->least);
}

/* Node N is PARTS[N]: its children become nodes, their elements lying together. */
static void
lay_out (hb_series *series, const struct reducer *r, hb_id n, hb_id part)
{
  VEC (struct child) children = VEC_EMPTY;
  hb_id at = series->nodes.data[n].from;
  for (hb_id c = r->parts.data[part].first; c != HB_NONE; c = r->parts.data[c].next)
    vec_push (children, ((struct child){ r->parts.data[c].least, c }));
  if (r->parts.data[part].kind == HB_SERIES_PARALLEL)
    qsort (children.data, children.size, sizeof *children.data, compare);
  series->nodes.data[n].child = (hb_id)series->children.size;
  series->nodes.data[n].count = (hb_id)children.size;
  for (size_t i = 0; i < children.size; i++)
    {
      const struct part *c = &r->parts.data[children.data[i].part];
      struct hb_series_node node = { .kind = c->kind, .parent = n, .from = at, .to = at + c->size };
      vec_push (series->children, (hb_id)series->nodes.size);
      /* Until it is laid out itself, a node keeps its part in `child`. */
      node.child = children.data[i].part;
      vec_push (series->nodes, node);
      at = node.to;
    }
  vec_free (children);
}

static hb_series *
build (const hb_poset *poset, const struct reducer *r, hb_id root)
{
  hb_series *series = hb_calloc (1, sizeof *series);
  series->elements = hb_calloc (poset->count, sizeof *series->elements);
  series->leaf = hb_calloc (poset->count, sizeof *series->leaf);
  struct hb_series_node top
      = { .kind = r->parts.data[root].kind, .parent = HB_NONE, .child = root, .to = poset->count };
  vec_push (series->nodes, top);
  for (hb_id n = 0; n < series->nodes.size; n++)
    {
      struct hb_series_node *node = &series->nodes.data[n];
      if (node->kind != HB_SERIES_ELEMENT)
        {
          lay_out (series, r, n, node->child);
          continue;
        }
      series->elements[node->from] = node->child;
      series->leaf[node->child] = n;
      node->child = 0;
    }
  return series;
}

hb_series *
hb_series_new (const hb_poset *poset)
{
  struct reducer r = { .mask = 0 };
  if (!poset->count)
    return NULL;
  for (hb_id x = 0; x < poset->count; x++)
    vec_push (r.parts, ((struct part){ HB_SERIES_ELEMENT, HB_NONE, HB_NONE, HB_NONE, x, 1 }));
  hb_id root = reduce (poset, &r);
  hb_series *series = root == HB_NONE ? NULL : build (poset, &r, root);
  vec_free (r.parts);
  vec_free (r.arcs);
  vec_free (r.work);
  hb_free (r.in);
  hb_free (r.out);
  hb_free (r.ins);
  hb_free (r.outs);
  hb_free (r.table);
  return series;
}

void
hb_series_free (hb_series *series)
{
  if (!series)
    return;
  vec_free (series->nodes);
  vec_free (series->children);
  hb_free (series->elements);
  hb_free (series->leaf);
  hb_free (series);
}
