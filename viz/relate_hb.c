/* Happens-before between the events that a figure shows, where it leads over events that it does not show
 * or relations that it does not draw.
 *
 * From every shown event a search over the known edges, and over eo and mo as the witness has them, ends
 * at the next shown events; of what it finds, what follows from other arrows goes. */
#include "viz/select.h"
#include "viz/transitive.h"

struct search
{
  struct hb_selection *s;
  hb_order *order;
  VEC (struct hb_arc) known; /* eo and mo of the witness, by source once sorted into FIRST */
  hb_id *first, *to;
  hb_id *seen; /* node -> the search that saw it, from 1 */
  VEC (hb_id) queue;
  VEC (struct hb_arc) arcs; /* between nodes of the figure */
};

static void
know (struct search *x, hb_id from, hb_id to)
{
  struct hb_arc arc = { from, to, false, false };
  if (from != HB_NONE && to != HB_NONE)
    vec_push (x->known, arc);
}

static void
know_witness (struct search *x, const hb_witness *w)
{
  const hb_trace *trace = x->s->trace;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      for (hb_id i = w->eo_start[h]; i + 1 < w->eo_start[h + 1]; i++)
        know (x, hb_last_node (x->order, trace, w->eo[i]),
              hb_first_node (x->order, trace, w->eo[i + 1]));
      for (hb_id i = w->mo_start[h]; i + 1 < w->mo_start[h + 1]; i++)
        know (x, trace->messages.data[w->mo[i]].post, trace->messages.data[w->mo[i + 1]].post);
    }
}

/* Groups what is known by source. */
static void
group (struct search *x)
{
  hb_id nodes = x->order->nodes;
  x->first = hb_calloc ((size_t)nodes + 2, sizeof *x->first);
  x->to = hb_calloc (x->known.size, sizeof *x->to);
  for (size_t i = 0; i < x->known.size; i++)
    x->first[x->known.data[i].from + 2]++;
  for (hb_id v = 2; v <= nodes + 1; v++)
    x->first[v] += x->first[v - 1];
  for (size_t i = 0; i < x->known.size; i++)
    x->to[x->first[x->known.data[i].from + 1]++] = x->known.data[i].to;
}

static hb_id
shown_node (const struct search *x, hb_id v)
{
  return v < x->s->trace->events.size ? x->s->node[v] : HB_NONE;
}

static void
reach (struct search *x, hb_id start, hb_id v)
{
  struct hb_arc arc = { x->s->node[start], shown_node (x, v), false, false };
  if (x->seen[v] == start + 1)
    return;
  x->seen[v] = start + 1;
  if (arc.to == HB_NONE)
    vec_push (x->queue, v);
  else if (arc.to != arc.from)
    vec_push (x->arcs, arc);
}

static void
search_from (struct search *x, hb_id start)
{
  const hb_order *order = x->order;
  vec_clear (x->queue);
  vec_push (x->queue, start);
  for (size_t i = 0; i < x->queue.size; i++)
    {
      hb_id v = x->queue.data[i];
      for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
        reach (x, start, order->to[e]);
      for (hb_id e = x->first[v]; e < x->first[v + 1]; e++)
        reach (x, start, x->to[e]);
    }
}

/* The arrows of the figure, po included: they stay. */
static void
add_drawn (struct search *x)
{
  const hb_figure *figure = x->s->figure;
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      struct hb_arc arc = { figure->edges.data[i].from, figure->edges.data[i].to, true, false };
      vec_push (x->arcs, arc);
    }
}

void
hb_selection_relate_hb (struct hb_selection *s, enum hb_mark mark)
{
  struct search x = { .s = s, .order = hb_order_new (s->trace) };
  hb_figure *figure = s->figure;
  if (figure->options->witness)
    know_witness (&x, figure->options->witness);
  group (&x);
  x.seen = hb_calloc (x.order->nodes, sizeof *x.seen);
  add_drawn (&x);
  size_t drawn = x.arcs.size;
  for (hb_id e = 0; e < s->trace->events.size; e++)
    if (s->node[e] != HB_NONE)
      search_from (&x, e);
  hb_transitive_reduction (x.arcs.data, x.arcs.size, (hb_id)figure->nodes.size);
  for (size_t i = drawn; i < x.arcs.size; i++)
    {
      const struct hb_arc *arc = &x.arcs.data[i];
      bool same_box = figure->nodes.data[arc->from].box == figure->nodes.data[arc->to].box;
      if (arc->gone || (same_box && arc->from < arc->to))
        continue;
      hb_id edge = hb_figure_add_edge (figure, arc->from, arc->to, HB_ARROW_HB, mark);
      figure->edges.data[edge].label = hb_copy_text ("hb");
    }
  vec_free (x.known);
  vec_free (x.queue);
  vec_free (x.arcs);
  hb_free (x.first);
  hb_free (x.to);
  hb_free (x.seen);
  hb_order_free (x.order);
}
