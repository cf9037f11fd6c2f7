/* The edges in order.  See state.h.
 *
 * Edges come, and others follow from them; what goes backwards along edges then goes many ways to the same end.
 * Now and then only those are kept that follow from no others, between segments that have not run. */
#include "engine/serial/state.h"

hb_id
serial_sort (const struct hb_serial *s, hb_id *order)
{
  hb_id placed = 0, *waiting = hb_calloc (s->segments, sizeof *waiting);
  for (hb_id x = 0; x < s->segments; x++)
    if (!(waiting[x] = s->waiting[x]) && !s->done[x])
      order[placed++] = x;
  for (hb_id i = 0; i < placed; i++)
    for (hb_id e = s->out[order[i]]; e != HB_NONE; e = s->edges.data[e].next_out)
      if (!--waiting[s->edges.data[e].to])
        order[placed++] = s->edges.data[e].to;
  hb_free (waiting);
  return placed;
}

/* Does that FROM comes before TO follow from its edges? */
static bool
follows (const struct hb_serial *s, hb_id from, hb_id to)
{
  for (hb_id e = s->out[from]; e != HB_NONE; e = s->edges.data[e].next_out)
    if (s->edges.data[e].to == to || serial_has (s, s->edges.data[e].to, to))
      return true;
  return false;
}

void
serial_tidy (struct hb_serial *s)
{
  hb_id size = (hb_id)s->edges.size, *in = s->in, *order = hb_calloc (s->segments, sizeof *order);
  struct serial_edge *edges = s->edges.data;
  hb_id left = serial_sort (s, order);
  s->edges.data = NULL;
  s->edges.size = s->edges.capacity = 0;
  s->in = hb_calloc (s->segments, sizeof *s->in);
  for (hb_id x = 0; x < s->segments; x++)
    s->in[x] = s->out[x] = HB_NONE;
  /* As targets come in topological order, what could make an edge superfluous is there before it. */
  for (hb_id i = 0; i < left; i++)
    {
      hb_id to = order[i];
      for (hb_id e = in[to]; e != HB_NONE; e = edges[e].next_in)
        {
          hb_id from = edges[e].from;
          if (s->done[from])
            continue;
          if (!follows (s, from, to))
            serial_add_edge (s, edges[e].from_node, edges[e].to_node);
          serial_wait_less (s, to);
        }
    }
  s->work += size * 8;
  s->walked = 0;
  hb_free (in);
  hb_free (edges);
  hb_free (order);
}
