/* The whole of a trace, or a part of it: what options->part allows. */
#include "viz/select.h"

#include <string.h>

#define MOST_IDLE 3 /* events without arrows in a row; more are collapsed */

/* --- Around an event --- */

/* Does the edge E out of V count as a step?  An initial message is before all others of its handler: over it
 * everything would be near. */
static bool
is_step (const hb_trace *trace, const hb_order *order, hb_id v, hb_id e)
{
  hb_id to = order->to[e], events = (hb_id)trace->events.size;
  return order->relation[e] != HB_PO
         || (v < events && to < events
             && trace->events.data[v].message == trace->events.data[to].message);
}

/* Neighbours of a node of trace/order.h, whichever way the edge points. */
struct neighbours
{
  hb_id *first, *list;
};

static struct neighbours
neighbours_of (const hb_trace *trace, const hb_order *order)
{
  struct neighbours n = { hb_calloc ((size_t)order->nodes + 2, sizeof *n.first),
                          hb_calloc (2 * (size_t)order->first[order->nodes], sizeof *n.list) };
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      if (is_step (trace, order, v, e))
        {
          n.first[v + 2]++;
          n.first[order->to[e] + 2]++;
        }
  for (hb_id v = 2; v <= order->nodes + 1; v++)
    n.first[v] += n.first[v - 1];
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      if (is_step (trace, order, v, e))
        {
          n.list[n.first[v + 1]++] = order->to[e];
          n.list[n.first[order->to[e] + 1]++] = v;
        }
  return n;
}

/* Clears IN for the events farther than STEPS edges from EVENT. */
static void
keep_near (const hb_trace *trace, hb_id event, unsigned steps, bool *in)
{
  hb_order *order = hb_order_new (trace);
  struct neighbours n = neighbours_of (trace, order);
  unsigned *distance = hb_calloc (order->nodes, sizeof *distance); /* plus 1; 0: far */
  VEC (hb_id) queue = VEC_EMPTY;
  distance[event] = 1;
  vec_push (queue, event);
  for (size_t i = 0; i < queue.size; i++)
    {
      hb_id v = queue.data[i];
      for (hb_id e = n.first[v]; e < n.first[v + 1] && distance[v] <= steps; e++)
        if (!distance[n.list[e]])
          {
            distance[n.list[e]] = distance[v] + 1;
            vec_push (queue, n.list[e]);
          }
    }
  for (size_t e = 0; e < trace->events.size; e++)
    in[e] = in[e] && distance[e];
  vec_free (queue);
  hb_free (distance);
  hb_free (n.first);
  hb_free (n.list);
  hb_order_free (order);
}

/* --- Parts --- */

/* New: which of COUNT things are among the CHOSEN_COUNT at CHOSEN; all if these are none. */
static bool *
chosen_of (size_t count, const hb_id *chosen, size_t chosen_count)
{
  bool *in = hb_calloc (count, sizeof *in);
  memset (in, chosen_count == 0, count * sizeof *in);
  for (size_t i = 0; i < chosen_count; i++)
    in[chosen[i]] = true;
  return in;
}

/* Shows the events of the part, and boxes for its messages without any. */
static void
choose_part (struct hb_selection *s, const struct hb_draw_part *part, bool gets)
{
  const hb_trace *trace = s->trace;
  bool *handler_in = chosen_of (trace->handlers.size, part->handlers, part->handler_count);
  bool *message_in = chosen_of (trace->messages.size, part->messages, part->message_count);
  bool *in = hb_calloc (trace->events.size, sizeof *in);
  for (hb_id m = 0; m < trace->messages.size; m++)
    message_in[m] = message_in[m] && handler_in[trace->messages.data[m].handler];
  for (size_t e = 0; e < trace->events.size; e++)
    in[e] = message_in[trace->events.data[e].message];
  if (part->near)
    keep_near (trace, part->around, part->steps, in);
  for (hb_id e = 0; e < trace->events.size; e++)
    if (in[e] && (gets || trace->events.data[e].kind != HB_GET))
      hb_selection_show (s, e, HB_PLAIN);
  for (hb_id m = 0; m < trace->messages.size && !part->near; m++)
    s->with[m] = message_in[m]
                 && (trace->messages.data[m].kind != HB_INITIAL || trace->messages.data[m].count);
  hb_free (handler_in);
  hb_free (message_in);
  hb_free (in);
}

/* --- Collapsing --- */

static void
build (struct hb_selection *s, unsigned show)
{
  hb_selection_build (s, HB_NONE);
  hb_selection_order_boxes (s);
  hb_selection_relate (s, show, HB_PLAIN);
}

/* Which nodes have an arrow other than po.  New. */
static bool *
busy_nodes (const hb_figure *figure)
{
  bool *busy = hb_calloc (figure->nodes.size, sizeof *busy);
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      if (e->arrow != HB_PO && !e->between_boxes)
        busy[e->from] = busy[e->to] = true;
    }
  return busy;
}

static bool
is_get (const struct hb_selection *s, hb_id node)
{
  hb_id event = s->figure->nodes.data[node].event;
  return event != HB_NONE && s->trace->events.data[event].kind == HB_GET;
}

/* Hides the events of the nodes from FIRST to END - 1. */
static void
hide (struct hb_selection *s, hb_id first, hb_id end)
{
  for (hb_id v = first; v < end; v++)
    s->mark[s->figure->nodes.data[v].event] = 0;
}

/* Hides gets on which no arrow lands and, if RUNS, long runs of events on which none does; true if there were
 * any. */
static bool
hide_idle (struct hb_selection *s, bool runs)
{
  const hb_figure *figure = s->figure;
  bool *busy = busy_nodes (figure), any = false;
  for (size_t b = 0; b < figure->boxes.size; b++)
    {
      hb_id first = figure->boxes.data[b].first, end = first + figure->boxes.data[b].count;
      for (hb_id v = first, start = first; v <= end; v++)
        {
          bool idle = v < end && !busy[v] && figure->nodes.data[v].event != HB_NONE
                      && figure->nodes.data[v].event != s->keep;
          if (idle && is_get (s, v))
            {
              hide (s, v, v + 1);
              any = true;
            }
          if (idle)
            continue;
          if (runs && v - start > MOST_IDLE)
            {
              hide (s, start, v);
              any = true;
            }
          start = v + 1;
        }
    }
  hb_free (busy);
  return any;
}

static bool
too_many (const struct hb_selection *s, hb_diag *diag)
{
  size_t shown = 0;
  for (size_t e = 0; e < s->trace->events.size; e++)
    shown += s->mark[e] != 0;
  if (shown > HB_MOST_DRAWN)
    hb_error (diag, NULL,
              "a figure of %zu events is too large to be drawn, %d are the most; choose some by "
              "--handlers, --messages, --around EVENT:K or --gadget",
              shown, HB_MOST_DRAWN);
  return shown > HB_MOST_DRAWN;
}

bool
hb_select_trace (hb_figure *figure, const hb_trace *trace, hb_diag *diag)
{
  struct hb_selection s;
  const struct hb_draw_options *options = figure->options;
  unsigned show = options->show ? options->show : HB_SHOW_USUAL;
  if (!trace->messages.size)
    {
      hb_error (diag, NULL, "there is nothing to draw: the trace has no messages");
      return false;
    }
  hb_selection_init (&s, figure, trace);
  choose_part (&s, &options->part,
               show & (HB_SHOW (HB_PB) | HB_SHOW (HB_ARROW_QO) | HB_SHOW (HB_ARROW_HB)));
  if (options->part.near)
    {
      s.keep = options->part.around;
      hb_selection_show (&s, s.keep, HB_STRONG);
    }
  if (too_many (&s, diag))
    {
      hb_selection_free (&s);
      return false;
    }
  hb_selection_rank (&s);
  build (&s, show);
  if (hide_idle (&s, !options->expand))
    {
      size_t longest = figure->longest;
      hb_figure_free (figure);
      hb_figure_init (figure, options);
      figure->longest = longest;
      hb_selection_forget (&s);
      build (&s, show);
    }
  hb_selection_free (&s);
  if (options->note)
    figure->caption = hb_copy_text (options->note);
  if (!figure->nodes.size)
    {
      hb_error (diag, NULL, "there is nothing to draw: no message of the trace has events");
      return false;
    }
  hb_arrange (figure);
  return true;
}
