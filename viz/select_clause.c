/* The gadget of a clause of the reductions of doc/map.md: the messages called LETTERS.J or LETTERS.J.T for clause J, what they
 * do, whom they post among themselves, and the messages that rf joins to theirs, with their siblings.
 *
 *      A                    B
 *     [a.1.1: R s ]<------ [b.1.3: W s ]
 *     [b.1.1: post p.1]    [a.1.3: post q.1]
 *
 * Nothing here knows a reduction: only names tell. With a witness the messages stand in its order. */
#include "viz/select.h"

#include <stdlib.h>
#include <string.h>

/* Is NAME one of clause J: letters, a dot, J, and perhaps a dot and a number? */
static bool
is_of_clause (const char *name, hb_id j)
{
  char *end;
  while ((*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z'))
    name++;
  if (*name++ != '.' || *name < '0' || *name > '9' || strtoul (name, &end, 10) != j)
    return false;
  if (*end == '.' && end[1] >= '0' && end[1] <= '9')
    strtoul (end + 1, &end, 10);
  return !*end;
}

/* Message -> is it one of the clause? New; NULL after an error. */
static bool *
find_messages (const hb_trace *trace, hb_id clause, hb_diag *diag)
{
  bool *in = hb_calloc (trace->messages.size, sizeof *in), found = false;
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (trace->messages.data[m].kind != HB_INITIAL)
      {
        in[m] = is_of_clause (hb_message_name (trace, m), clause);
        found = found || in[m];
      }
  if (found)
    return in;
  hb_error (
      diag, NULL,
      "no message of clause %u: neither m<i>.%u.<b> on a handler hW, as 3bisat-ed calls them, "
      "nor <letters>.%u or <letters>.%u.<t>, as the reductions of doc/map.md do",
      clause, clause, clause, clause);
  hb_free (in);
  return NULL;
}

/* Message -> is it one of the clause, or one that rf joins to these, or its sibling: of the same handler and with the
 * same name behind the first dot (the messages of one position of a register)?  New. */
static bool *
find_neighbours (const hb_trace *trace, const bool *in)
{
  bool *near = hb_calloc (trace->messages.size, sizeof *near);
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind != HB_READ || event->partner == HB_NONE)
        continue;
      hb_id from = trace->events.data[event->partner].message, to = event->message;
      near[from] = near[from] || in[to];
      near[to] = near[to] || in[from];
    }
  bool *all = hb_calloc (trace->messages.size, sizeof *all);
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      const struct hb_handler *h = &trace->handlers.data[message->handler];
      const char *suffix = near[m] && message->kind != HB_INITIAL
                               ? strchr (hb_message_name (trace, m), '.')
                               : NULL;
      all[m] = all[m] || near[m] || in[m];
      for (hb_id k = h->first; suffix && k < h->first + h->count; k++)
        if (k != h->initial)
          {
            const char *other = strchr (hb_message_name (trace, k), '.');
            all[k] = all[k] || (other && !strcmp (other, suffix));
          }
    }
  hb_free (near);
  return all;
}

/* Gets, posts of one another, and all accesses that rf joins to one of the clause's, or to a neighbour's. */
static void
show_events (struct hb_selection *s, const bool *in)
{
  const hb_trace *trace = s->trace;
  bool *near = find_neighbours (trace, in);
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      hb_id from = event->kind == HB_READ && event->partner != HB_NONE
                       ? trace->events.data[event->partner].message
                       : HB_NONE;
      if (in[event->message] && event->kind == HB_GET)
        hb_selection_show (s, e, HB_PLAIN);
      if (event->kind == HB_POST && in[event->object]
          && trace->messages.data[event->message].kind != HB_INITIAL
          && (in[event->message] || near[event->message]))
        hb_selection_show (s, e, HB_PLAIN);
      if (from == HB_NONE || !near[event->message] || !near[from])
        continue;
      hb_selection_show (s, e, HB_PLAIN);
      hb_selection_show (s, event->partner, HB_PLAIN);
    }
  hb_free (near);
}

bool
hb_select_clause (hb_figure *figure, const hb_trace *trace, hb_diag *diag)
{
  hb_id clause = figure->options->clause;
  bool *in = find_messages (trace, clause, diag);
  if (!in)
    return false;
  unsigned some = HB_SHOW (HB_PO) | HB_SHOW (HB_RF) | HB_SHOW (HB_PB);
  if (figure->options->witness)
    some |= HB_SHOW (HB_EO);
  struct hb_selection s;
  hb_selection_init (&s, figure, trace);
  show_events (&s, in);
  hb_selection_rank (&s);
  hb_selection_build (&s, HB_NONE);
  hb_selection_order_boxes (&s);
  hb_selection_relate (&s, figure->options->show ? figure->options->show : some, HB_PLAIN);
  figure->caption
      = hb_format ("Gadget of clause %u%s: its messages, and what rf and posts join to them.",
                   clause, figure->options->witness ? " as the witness runs it" : "");
  hb_arrange (figure);
  hb_selection_free (&s);
  hb_free (in);
  return true;
}
