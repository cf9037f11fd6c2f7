/* The relations among the events that a figure shows, each as few arrows as its closure needs. */
#include "viz/select.h"
#include "viz/transitive.h"

struct relating
{
  struct hb_selection *s;
  unsigned show;
  enum hb_mark mark;
  size_t known; /* edges that stood there before */
  hb_id *later_message,
      *later_write; /* variable -> a message, and the write before which it reads last */
};

/* Adds the edge unless po implies it or it stands there already. */
static void
add (struct relating *r, hb_id from, hb_id to, int relation)
{
  hb_figure *figure = r->s->figure;
  if (from == HB_NONE || to == HB_NONE)
    return;
  bool same_box = figure->nodes.data[from].box == figure->nodes.data[to].box;
  if (same_box && relation != HB_RF && relation != HB_ARROW_QO && from < to)
    return;
  for (size_t i = 0; i < r->known; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      if (e->from == from && e->to == to && e->arrow == relation)
        return;
    }
  hb_id edge = hb_figure_add_edge (figure, from, to, relation, r->mark);
  figure->edges.data[edge].between_boxes = relation == HB_EO;
  figure->edges.data[edge].label = hb_copy_text (hb_arrow_text (&figure->sheet, relation));
}

static bool
wanted (const struct relating *r, int relation)
{
  return r->show & HB_SHOW (relation);
}

/* co: the shown writes of each variable; fr: from each shown read to the next shown write. */
static void
relate_variable (struct relating *r, const struct hb_variable *variable)
{
  const hb_trace *trace = r->s->trace;
  hb_id before = HB_NONE;
  for (hb_id i = 0; i < variable->count; i++)
    {
      hb_id node = r->s->node[trace->co.data[variable->first + i]];
      if (node == HB_NONE)
        continue;
      if (wanted (r, HB_CO))
        add (r, before, node, HB_CO);
      before = node;
    }
}

/* The first write after what the read EVENT reads, in coherence order, that is shown; HB_NONE: none. */
static hb_id
overwriter (const struct relating *r, hb_id event)
{
  const hb_trace *trace = r->s->trace;
  const struct hb_event *e = &trace->events.data[event];
  hb_id rank = e->partner == HB_NONE ? HB_NONE : trace->events.data[e->partner].partner;
  for (;;)
    {
      hb_id next = hb_next_write (trace, e->object, rank);
      if (next == HB_NONE || r->s->node[next] != HB_NONE)
        return next;
      rank = trace->events.data[next].partner;
    }
}

/* fr from the shown reads of a message; the last of several before one write is enough, as po leads to it. */
static void
relate_reads (struct relating *r, hb_id message)
{
  const hb_trace *trace = r->s->trace;
  const struct hb_message *m = &trace->messages.data[message];
  for (hb_id e = m->first + m->count; e-- > m->first;)
    {
      const struct hb_event *read = &trace->events.data[e];
      if (read->kind != HB_READ || r->s->node[e] == HB_NONE)
        continue;
      hb_id write = overwriter (r, e);
      if (write == HB_NONE)
        continue;
      if (r->later_message[read->object] == message && r->later_write[read->object] == write)
        continue;
      r->later_message[read->object] = message;
      r->later_write[read->object] = write;
      add (r, r->s->node[e], r->s->node[write], HB_FR);
    }
}

static void
relate_all_reads (struct relating *r)
{
  size_t variables = r->s->trace->variables.size;
  r->later_message = hb_calloc (variables, sizeof *r->later_message);
  r->later_write = hb_calloc (variables, sizeof *r->later_write);
  for (size_t v = 0; v < variables; v++)
    r->later_message[v] = HB_NONE;
  for (hb_id m = 0; m < r->s->trace->messages.size; m++)
    if (r->s->box[m] != HB_NONE)
      relate_reads (r, m);
  hb_free (r->later_message);
  hb_free (r->later_write);
}

/* eo: from box to box; mo: from post to post; qo: from get to get. */
static void
relate_chain (struct relating *r, const hb_id *members, hb_id count, int relation)
{
  const struct hb_selection *s = r->s;
  hb_id before = HB_NONE;
  for (hb_id i = 0; i < count; i++)
    {
      if (members[i] == HB_NONE)
        continue;
      hb_id node = HB_NONE, next = HB_NONE, post = s->trace->messages.data[members[i]].post;
      if (relation == HB_MO && post != HB_NONE)
        node = next = s->node[post];
      else if (relation == HB_ARROW_QO && post != HB_NONE)
        node = next = s->node[s->trace->events.data[post].partner];
      else if (relation == HB_EO && s->box[members[i]] != HB_NONE)
        {
          const struct hb_figure_box *box = &s->figure->boxes.data[s->box[members[i]]];
          node = box->first;
          next = box->first + box->count - 1;
        }
      if (node == HB_NONE)
        continue;
      add (r, before, node, relation);
      before = next;
    }
}

/* --- Several chains of one relation: what follows from the others goes --- */

/* The edges from number FIRST on are of one relation. */
static void
drop_implied (hb_figure *figure, size_t first)
{
  VEC (struct hb_arc) arcs = VEC_EMPTY;
  for (size_t i = first; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      struct hb_arc arc = { e->from, e->to, false, false };
      if (e->between_boxes)
        {
          arc.from = figure->nodes.data[e->from].box;
          arc.to = figure->nodes.data[e->to].box;
        }
      vec_push (arcs, arc);
    }
  hb_transitive_reduction (arcs.data, arcs.size, (hb_id)figure->nodes.size);
  size_t kept = first;
  for (size_t i = 0; i < arcs.size; i++)
    {
      struct hb_figure_edge e = figure->edges.data[first + i];
      if (arcs.data[i].gone)
        hb_free (e.label);
      else
        figure->edges.data[kept++] = e;
    }
  figure->edges.size = kept;
  vec_free (arcs);
}

/* The handler that posts MESSAGE. */
static hb_id
sender_of (const hb_trace *trace, hb_id message)
{
  hb_id post = trace->messages.data[message].post;
  return post == HB_NONE ? HB_NONE : hb_event_handler (trace, post);
}

/* qo among MEMBERS: all of them in a queue, those of one sender in a sender-queue. */
static void
relate_queue (struct relating *r, hb_id handler, const hb_id *members, hb_id count)
{
  const hb_trace *trace = r->s->trace;
  int mailbox = trace->handlers.data[handler].mailbox;
  VEC (hb_id) some = VEC_EMPTY;
  if (mailbox == HB_QUEUE)
    relate_chain (r, members, count, HB_ARROW_QO);
  for (hb_id sender = 0; mailbox == HB_SENDER_QUEUE && sender < trace->handlers.size; sender++)
    {
      vec_clear (some);
      for (hb_id i = 0; i < count; i++)
        if (members[i] != HB_NONE && sender_of (trace, members[i]) == sender)
          vec_push (some, members[i]);
      relate_chain (r, some.data, (hb_id)some.size, HB_ARROW_QO);
    }
  vec_free (some);
}

static void
relate_members (struct relating *r, hb_id handler, const hb_id *members, hb_id count, int relation)
{
  if (relation == HB_ARROW_QO)
    relate_queue (r, handler, members, count);
  else
    relate_chain (r, members, count, relation);
}

static void
relate_messages (struct relating *r, int relation)
{
  const hb_trace *trace = r->s->trace;
  const hb_witness *w = r->s->figure->options->witness;
  if (!wanted (r, relation))
    return;
  bool eo = relation == HB_EO;
  for (hb_id h = 0; w && h < trace->handlers.size; h++)
    {
      const hb_id *start = eo ? w->eo_start : w->mo_start;
      relate_members (r, h, (eo ? w->eo : w->mo) + start[h], start[h + 1] - start[h], relation);
    }
  size_t first = r->s->figure->edges.size;
  size_t chains = w ? 0 : eo ? trace->eo.size : trace->mo.size;
  for (size_t i = 0; i < chains; i++)
    {
      const struct hb_chain *chain = &(eo ? trace->eo.data : trace->mo.data)[i];
      relate_members (r, chain->handler, trace->chained.data + chain->first, chain->count,
                      relation);
    }
  if (chains > 1)
    drop_implied (r->s->figure, first);
}

void
hb_selection_relate (struct hb_selection *s, unsigned show, enum hb_mark mark)
{
  struct relating r = { .s = s, .show = show, .mark = mark, .known = s->figure->edges.size };
  const hb_trace *trace = s->trace;
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      if (s->node[e] == HB_NONE)
        continue;
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind == HB_READ && wanted (&r, HB_RF) && event->partner != HB_NONE)
        add (&r, s->node[event->partner], s->node[e], HB_RF);
      else if (trace->events.data[e].kind == HB_POST && wanted (&r, HB_PB))
        add (&r, s->node[e], s->node[trace->events.data[e].partner], HB_PB);
    }
  if (wanted (&r, HB_FR))
    relate_all_reads (&r);
  for (size_t v = 0; v < trace->variables.size; v++)
    relate_variable (&r, &trace->variables.data[v]);
  relate_messages (&r, HB_EO);
  relate_messages (&r, HB_MO);
  relate_messages (&r, HB_ARROW_QO);
  if (wanted (&r, HB_ARROW_HB))
    hb_selection_relate_hb (s, mark);
}
