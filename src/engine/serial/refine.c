/* Where messages have to be cut.  See state.h.
 *
 * The edges and bonds have a cycle.  Somewhere it, or what a bond on it comes from, may enter a segment and leave it
 * at an earlier event: that comes first only if the segment runs as a whole.
 *
 *          leaves <--+  +-- enters             leaves <--+     +-- enters
 *       [ ...... w x    r y ..... ]      [ ...... w x ]  |  [  r y ..... ]
 *
 * It is cut there, all bonds are forgotten, and the search begins anew. */
#include "base/components.h"
#include "engine/serial/state.h"

/* So many cycles are looked at each time. */
#define MOST_CYCLES 64

struct refiner
{
  struct hb_serial *s;
  hb_id known;         /* edges that are known */
  hb_id *component;    /* segment -> its strong component */
  hb_id *by;           /* segment -> the edge by which the search came to it */
  uint32_t *seen, now; /* segment -> the last search that came to it */
  VEC (hb_id) queue;
  bool *explained;   /* bond -> has it been, or will it be? */
  VEC (hb_id) bonds; /* to be explained */
  bool cut;
};

/* There and not further: NODE begins a segment. */
static void
cut_before (struct refiner *r, hb_id node)
{
  r->cut = r->cut || !r->s->begins[node];
  r->s->begins[node] = true;
}

static void
want_explained (struct refiner *r, hb_id edge)
{
  if (edge < r->known || r->explained[edge - r->known])
    return;
  r->explained[edge - r->known] = true;
  vec_push (r->bonds, edge - r->known);
}

/* Searches a path from FROM to TO along edges below LIMIT; inside the component of FROM, or else along what
 * leads to TO by the rows.  FROM may be TO, and then its path has no edges. */
static bool
search (struct refiner *r, hb_id from, hb_id to, hb_id limit, bool inside)
{
  struct hb_serial *s = r->s;
  vec_clear (r->queue);
  vec_push (r->queue, from);
  r->seen[from] = ++r->now;
  for (size_t i = 0; i < r->queue.size && r->seen[to] != r->now; i++)
    for (hb_id e = s->out[r->queue.data[i]]; e != HB_NONE; e = s->edges.data[e].next_out)
      {
        hb_id next = s->edges.data[e].to;
        if (e >= limit || r->seen[next] == r->now)
          continue;
        if (inside ? r->component[next] != r->component[from]
                   : next != to && !serial_has (s, next, to))
          continue;
        r->seen[next] = r->now;
        r->by[next] = e;
        vec_push (r->queue, next);
      }
  return r->seen[to] == r->now;
}

/* The path that was found from node FROM, or its segment, to node TO. */
static void
follow (struct refiner *r, hb_id from_node, hb_id to_node)
{
  struct hb_serial *s = r->s;
  hb_id leave = to_node, x = s->segment_of[to_node];
  while (x != s->segment_of[from_node])
    {
      const struct serial_edge *edge = &s->edges.data[r->by[x]];
      if (edge->to_node > leave)
        cut_before (r, edge->to_node);
      want_explained (r, r->by[x]);
      leave = edge->from_node;
      x = edge->from;
    }
  if (from_node > leave)
    cut_before (r, from_node);
}

/* A cycle through EDGE, both ends of which are in one component. */
static void
follow_cycle (struct refiner *r, hb_id edge)
{
  struct serial_edge e = r->s->edges.data[edge];
  want_explained (r, edge);
  if (search (r, e.to, e.from, HB_NONE, true))
    follow (r, e.to_node, e.from_node);
}

static void
explain (struct refiner *r, hb_id bond)
{
  struct serial_bond b = r->s->bonds.data[bond];
  hb_id from = r->s->segment_of[b.before_node], to = r->s->segment_of[b.after_node];
  if (from == to && b.before_node < b.after_node)
    cut_before (r, b.after_node);
  else if (from != to && search (r, from, to, r->known + bond, false))
    follow (r, b.before_node, b.after_node);
}

static void
find_components (struct refiner *r)
{
  struct hb_serial *s = r->s;
  hb_id *first = hb_calloc ((size_t)s->segments + 1, sizeof *first);
  hb_id *to = hb_calloc (s->edges.size, sizeof *to), size = 0;
  for (hb_id x = 0; x < s->segments; x++)
    {
      for (hb_id e = s->out[x]; e != HB_NONE; e = s->edges.data[e].next_out)
        to[size++] = s->edges.data[e].to;
      first[x + 1] = size;
    }
  (void)hb_components (s->segments, first, to, r->component);
  hb_free (first);
  hb_free (to);
}

bool
serial_refine (struct hb_serial *s)
{
  struct refiner r = { .s = s, .known = (hb_id)(s->edges.size - s->bonds.size) };
  r.component = hb_calloc (s->segments, sizeof *r.component);
  r.by = hb_calloc (s->segments, sizeof *r.by);
  r.seen = hb_calloc (s->segments, sizeof *r.seen);
  r.explained = hb_calloc (s->bonds.size, sizeof *r.explained);
  find_components (&r);
  hb_id cycles = 0;
  for (hb_id e = r.known; e < s->edges.size && cycles < MOST_CYCLES; e++)
    if (r.component[s->edges.data[e].from] == r.component[s->edges.data[e].to])
      {
        follow_cycle (&r, e);
        cycles++;
      }
  while (r.bonds.size)
    explain (&r, vec_pop (r.bonds));
  hb_free (r.component);
  hb_free (r.by);
  hb_free (r.seen);
  hb_free (r.explained);
  vec_free (r.queue);
  vec_free (r.bonds);
  return r.cut;
}
