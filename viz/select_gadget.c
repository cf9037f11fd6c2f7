/* The gadget of a clause of `3bisat-ed`, as in figures 3 and 8 of the ED-consistency paper: the boxes on
 * hCa .. hCd and the messages on hW inside which they run.
 *
 *     hCa      hCb      hCc      hCd             hW
 *    [R z]                                    +- m1 ---+
 *    [R  ]<-----------------------------------|[W  ]   |
 *    [W  ]----------------------------------->|[R  ]   |
 *        \                                    +--------+
 *         hb [R  ]<---------------------------|[W  ]   |      eo
 *              ...
 *
 * Nothing here knows the reduction: the messages are those named m<i>.<j>.<b> on one handler, the rest is
 * what rf joins to them, and the accesses of z<j>.  Without a witness the messages stand in the order in
 * which all literals of the clause are false, as the paper draws it; with one, in the witness's. */
#include "viz/select.h"

#include "viz/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sandwich
{
  hb_id message, variable; /* i of m<i>.<j>.<b> */
  hb_id bit;
  hb_id first, last; /* events outside that rf joins to it */
  uint64_t order;    /* from top to bottom */
};

struct gadget
{
  struct hb_selection s;
  hb_id clause, handler;
  VEC (struct sandwich) messages;
};

/* Splits m<i>.<j>.<b>. */
static bool
parse (const char *name, hb_id *i, hb_id *j, hb_id *b)
{
  hb_id *parts[3] = { i, j, b };
  if (*name++ != 'm')
    return false;
  for (int k = 0; k < 3; k++)
    {
      uint64_t value = 0;
      const char *start = name;
      while (*name >= '0' && *name <= '9' && value < HB_NONE)
        value = 10 * value + (uint64_t)(*name++ - '0');
      if (name == start || value >= HB_NONE || *name != (k < 2 ? '.' : '\0'))
        return false;
      *parts[k] = (hb_id)value;
      name += k < 2;
    }
  return true;
}

/* OUTSIDE is joined by rf to a message of the gadget. */
static void
join (struct gadget *g, struct sandwich *m, hb_id outside)
{
  hb_selection_show (&g->s, outside, HB_PLAIN);
  if (m->first == HB_NONE || outside < m->first)
    m->first = outside;
  if (m->last == HB_NONE || outside > m->last)
    m->last = outside;
}

static struct sandwich *
sandwich_of (struct gadget *g, hb_id message)
{
  for (size_t k = 0; k < g->messages.size; k++)
    if (g->messages.data[k].message == message)
      return &g->messages.data[k];
  return NULL;
}

static void
find_messages (struct gadget *g)
{
  const hb_trace *trace = g->s.trace;
  const struct hb_handler *h = &trace->handlers.data[g->handler];
  for (hb_id m = h->first; m < h->first + h->count; m++)
    {
      struct sandwich found = { .message = m, .first = HB_NONE, .last = HB_NONE };
      hb_id clause;
      if (m == h->initial
          || !parse (hb_message_name (trace, m), &found.variable, &clause, &found.bit)
          || clause != g->clause)
        continue;
      const struct hb_message *message = &trace->messages.data[m];
      for (hb_id e = message->first; e < message->first + message->count; e++)
        if (trace->events.data[e].kind == HB_READ || trace->events.data[e].kind == HB_WRITE)
          hb_selection_show (&g->s, e, HB_PLAIN);
      vec_push (g->messages, found);
    }
}

/* The events of other handlers that rf joins to the messages, and those on z<j>. */
static void
find_boxes (struct gadget *g)
{
  const hb_trace *trace = g->s.trace;
  char z[16];
  snprintf (z, sizeof z, "z%u", g->clause);
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind != HB_READ && event->kind != HB_WRITE)
        continue;
      if (!strcmp (hb_variable_name (trace, event->object), z))
        hb_selection_show (&g->s, e, HB_PLAIN);
      if (event->kind != HB_READ || event->partner == HB_NONE)
        continue;
      struct sandwich *reader = sandwich_of (g, event->message);
      struct sandwich *writer = sandwich_of (g, trace->events.data[event->partner].message);
      if (reader && !writer)
        join (g, reader, event->partner);
      if (writer && !reader)
        join (g, writer, e);
    }
}

static int
compare (const void *left, const void *right)
{
  const struct sandwich *a = left, *b = right;
  return a->order < b->order ? -1 : a->order > b->order;
}

static void
order_messages (struct gadget *g)
{
  const hb_witness *w = g->s.figure->options->witness;
  for (size_t k = 0; k < g->messages.size; k++)
    {
      struct sandwich *m = &g->messages.data[k];
      m->order = m->first; /* handler after handler, each from top to bottom: all literals false */
      for (hb_id i = w ? w->eo_start[g->handler] : 0; w && i < w->eo_start[g->handler + 1]; i++)
        if (w->eo[i] == m->message)
          m->order = i;
    }
  qsort (g->messages.data, g->messages.size, sizeof *g->messages.data, compare);
}

/* The other message of the same variable, if it is further down. */
static const struct sandwich *
later_twin (const struct gadget *g, size_t k)
{
  for (size_t other = k + 1; other < g->messages.size; other++)
    if (g->messages.data[other].variable == g->messages.data[k].variable)
      return &g->messages.data[other];
  return NULL;
}

static void
label (hb_figure *figure, hb_id edge)
{
  figure->edges.data[edge].label
      = hb_copy_text (hb_arrow_text (&figure->sheet, figure->edges.data[edge].arrow));
}

/* eo from each message to the next (or, without a witness, to its twin alone), and what follows from it for
 * the boxes. */
static void
add_orders (struct gadget *g, unsigned show)
{
  hb_figure *figure = g->s.figure;
  for (size_t k = 0; k < g->messages.size; k++)
    {
      const struct sandwich *m = &g->messages.data[k], *twin = later_twin (g, k);
      const struct sandwich *next = k + 1 < g->messages.size ? m + 1 : NULL;
      const struct hb_figure_box *box = &figure->boxes.data[g->s.box[m->message]];
      if (next)
        {
          vec_push (figure->before, g->s.box[m->message]);
          vec_push (figure->before, g->s.box[next->message]);
        }
      if (!figure->options->witness)
        next = twin;
      if (next && (show & HB_SHOW (HB_EO)))
        {
          hb_id edge = hb_figure_add_edge (figure, box->first + box->count - 1,
                                           figure->boxes.data[g->s.box[next->message]].first, HB_EO,
                                           HB_PLAIN);
          figure->edges.data[edge].between_boxes = true;
          label (figure, edge);
        }
      if (twin && m->last != HB_NONE && twin->first != HB_NONE && (show & HB_SHOW (HB_ARROW_HB)))
        label (figure, hb_figure_add_edge (figure, g->s.node[m->last], g->s.node[twin->first],
                                           HB_ARROW_HB, HB_STRONG));
    }
}

/* The occurrence of its variable that the message stands for: its place among those of that variable, by clause. */
static hb_id
occurrence (const struct gadget *g, const struct sandwich *m)
{
  const hb_trace *trace = g->s.trace;
  const struct hb_handler *h = &trace->handlers.data[g->handler];
  hb_id count = 1, i, j, b;
  for (hb_id other = h->first; other < h->first + h->count; other++)
    count += other != h->initial && parse (hb_message_name (trace, other), &i, &j, &b)
             && i == m->variable && b == m->bit && j < g->clause;
  return count;
}

/* Dotted boxes around what is joined to a message, called by its literal and the occurrence of that. */
static void
add_groups (struct gadget *g)
{
  for (size_t k = 0; k < g->messages.size; k++)
    {
      const struct sandwich *m = &g->messages.data[k];
      if (m->first == HB_NONE)
        continue;
      hb_id first = g->s.node[m->first], last = g->s.node[m->last];
      const hb_figure *figure = g->s.figure;
      if (first == HB_NONE || last == HB_NONE
          || figure->nodes.data[first].box != figure->nodes.data[last].box)
        continue;
      hb_figure_add_group (g->s.figure, first, last,
                           hb_format (HB_ITALIC "%sx%s" HB_ITALIC_END HB_SUB "%u,%u" HB_SUB_END,
                                      m->bit ? "" : HB_OVER, m->bit ? "" : HB_OVER_END, m->variable,
                                      occurrence (g, m)));
    }
}

/* Without a witness the accesses of z close the cycle: the edge between them points up. */
static void
mark_closing_edge (struct gadget *g)
{
  hb_figure *figure = g->s.figure;
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[i];
      hb_id from = figure->nodes.data[e->from].event, to = figure->nodes.data[e->to].event;
      if (e->arrow != HB_RF || from == HB_NONE || to == HB_NONE
          || sandwich_of (g, g->s.trace->events.data[from].message)
          || sandwich_of (g, g->s.trace->events.data[to].message))
        continue;
      e->upward = true;
      e->mark = HB_STRONG;
    }
}

/* "x1 is true, x2 is false", as the orders of the messages say.  New. */
static char *
values (const struct gadget *g)
{
  char *text = hb_copy_text ("");
  for (hb_id last = 0;;)
    {
      size_t next = SIZE_MAX; /* the first message of the variable after LAST */
      for (size_t k = 0; k < g->messages.size; k++)
        if (g->messages.data[k].variable > last && later_twin (g, k)
            && (next == SIZE_MAX || g->messages.data[k].variable < g->messages.data[next].variable))
          next = k;
      if (next == SIZE_MAX)
        return text;
      const struct sandwich *m = &g->messages.data[next];
      char *before = text;
      last = m->variable;
      text = hb_format ("%s%s" HB_ITALIC "x" HB_ITALIC_END HB_SUB "%u" HB_SUB_END " is %s", before,
                        *before ? ", " : "", last, m->bit ? "false" : "true");
      hb_free (before);
    }
}

static char *
caption (const struct gadget *g)
{
  char *handler = hb_text_name (hb_handler_name (g->s.trace, g->handler),
                                !g->s.figure->options->plain_names, true);
  char *said = values (g), *text;
  if (g->s.figure->options->witness)
    text = hb_format (
        "Gadget of clause %u as the witness runs it: %s. Every dotted box (a read and a write; "
        "the first index is the variable, the second its occurrence) runs inside the message of %s "
        "to which rf joins it, so the order of the messages "
        "(eo) orders the boxes (hb).",
        g->clause, said, handler);
  else
    text = hb_format (
        "Gadget of clause %u where all its literals are false: %s. Every dotted box (a read and "
        "a write; the first index is the variable, the second its occurrence) runs inside the "
        "message of %s to which rf joins it, so the assumed "
        "order of the messages (eo) orders the boxes (hb); with po and the thick rf they "
        "form a cycle. Turning any one pair of messages around breaks it.",
        g->clause, said, handler);
  hb_free (handler);
  hb_free (said);
  return text;
}

static bool
find_gadget (struct gadget *g, hb_diag *diag)
{
  const hb_trace *trace = g->s.trace;
  const char *wanted = g->s.figure->options->gadget_handler;
  const char *name = wanted ? wanted : "hW";
  g->handler = hb_trace_find_handler (trace, name);
  if (g->handler == HB_NONE)
    {
      hb_error (diag, NULL,
                "no handler '%s' in the trace; the gadget of a clause is drawn for traces of "
                "3bisat-ed",
                name);
      return false;
    }
  find_messages (g);
  find_boxes (g);
  if (!g->messages.size)
    hb_error (diag, NULL, "no message m<i>.%u.<b> on handler '%s': the trace has no clause %u",
              g->clause, name, g->clause);
  return g->messages.size > 0;
}

bool
hb_select_gadget (hb_figure *figure, const hb_trace *trace, hb_diag *diag)
{
  struct gadget g = { .clause = figure->options->clause, .messages = VEC_EMPTY };
  unsigned some = HB_SHOW (HB_PO) | HB_SHOW (HB_RF) | HB_SHOW (HB_EO) | HB_SHOW (HB_ARROW_HB);
  unsigned show = figure->options->show ? figure->options->show : some;
  hb_selection_init (&g.s, figure, trace);
  bool good = find_gadget (&g, diag);
  if (good)
    {
      order_messages (&g);
      hb_selection_rank (&g.s);
      hb_selection_build (&g.s, g.handler);
      hb_selection_relate (&g.s, show & ~(HB_SHOW (HB_EO) | HB_SHOW (HB_ARROW_HB)), HB_PLAIN);
      add_orders (&g, show);
      add_groups (&g);
      if (!figure->options->witness)
        mark_closing_edge (&g);
      figure->caption = caption (&g);
      hb_arrange (figure);
    }
  vec_free (g.messages);
  hb_selection_free (&g.s);
  return good;
}
