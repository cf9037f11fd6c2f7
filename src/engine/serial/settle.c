/* All that follows, to the fixpoint.  See state.h.
 *
 * At first, when all that the rules say of the known edges is new, one edge after another would come into
 * the rows along the same ways again and again.  So what is found is collected, and all rows flow on together, from
 * the back of a topological order to its front, until a round finds nothing. */
#include "engine/serial/state.h"

#include <stdlib.h>

bool
serial_settle (struct hb_serial *s)
{
  uint64_t steps = 0;
  while (s->todo.size && !s->contradiction)
    {
      struct serial_bond bond = vec_pop (s->todo);
      serial_insert (s, bond.from_node, bond.to_node);
      if ((!(++steps % 1024) && hb_limits_hit (s->limits))
          || s->notes.size > s->most.memory / sizeof *s->notes.data)
        s->contradiction = true;
    }
  return !s->contradiction;
}

/* An edge to be, by its segments. */
struct found
{
  hb_id from, to;
  struct serial_bond bond;
};

static int
compare (const void *a, const void *b)
{
  const struct found *p = a, *q = b;
  const hb_id left[]
      = { p->from,           p->to, p->bond.from_node, p->bond.to_node, p->bond.before_node,
          p->bond.after_node };
  const hb_id right[]
      = { q->from,           q->to, q->bond.from_node, q->bond.to_node, q->bond.before_node,
          q->bond.after_node };
  for (size_t i = 0; i < sizeof left / sizeof *left; i++)
    if (left[i] != right[i])
      return left[i] < right[i] ? -1 : 1;
  return 0;
}

/* What was to be done becomes edges, but for what follows from the others of the same segment. */
static void
take_edges (struct hb_serial *s)
{
  size_t count = s->todo.size;
  struct found *found = hb_calloc (count, sizeof *found);
  struct serial_kept kept = { .count = 0 };
  for (size_t i = 0; i < count; i++)
    {
      struct serial_bond bond = s->todo.data[i];
      found[i] = (struct found){ s->segment_of[bond.from_node], s->segment_of[bond.to_node], bond };
    }
  vec_clear (s->todo);
  if (count)
    qsort (found, count, sizeof *found, compare);
  for (size_t i = 0; i < count; i++)
    {
      hb_id from = found[i].from, to = found[i].to;
      if (!i || found[i - 1].from != from)
        kept.count = 0;
      if (serial_has (s, from, to) || serial_follows (s, &kept, to))
        continue;
      vec_push (s->bonds, found[i].bond);
      serial_add_edge (s, found[i].bond.from_node, found[i].bond.to_node);
      s->dirty[from] = true;
    }
  s->work += count * 16;
  hb_free (found);
}

bool
serial_saturate (struct hb_serial *s)
{
  take_edges (s);
  hb_id *order = hb_calloc (s->segments, sizeof *order);
  bool *grown = hb_calloc (s->segments, sizeof *grown);
  if (serial_sort (s, order) < s->segments)
    s->contradiction = true;
  for (hb_id i = s->contradiction ? 0 : s->segments; i-- > 0;)
    {
      hb_id x = order[i];
      for (hb_id e = s->out[x]; e != HB_NONE; e = s->edges.data[e].next_out)
        {
          hb_id to = s->edges.data[e].to;
          if ((grown[to] || (s->dirty[x] && !serial_has (s, x, to))) && serial_take_in (s, x, to))
            grown[x] = true;
        }
      s->dirty[x] = false;
    }
  s->work += s->edges.size + s->segments;
  hb_free (order);
  hb_free (grown);
  return !s->contradiction && !s->todo.size;
}
