/* From chosen events to columns, boxes and nodes; see select.h. */
#include "viz/select.h"

#include "run/replay.h"
#include "viz/text.h"

#include <string.h>

void
hb_selection_init (struct hb_selection *s, hb_figure *figure, const hb_trace *trace)
{
  *s = (struct hb_selection){ .figure = figure, .trace = trace, .keep = HB_NONE };
  s->mark = hb_calloc (trace->events.size, sizeof *s->mark);
  s->with = hb_calloc (trace->messages.size, sizeof *s->with);
  s->rank = hb_calloc (trace->events.size, sizeof *s->rank);
  s->node = hb_calloc (trace->events.size, sizeof *s->node);
  s->box = hb_calloc (trace->messages.size, sizeof *s->box);
  for (size_t e = 0; e < trace->events.size; e++)
    s->rank[e] = (hb_id)e;
  hb_selection_forget (s);
}

void
hb_selection_forget (struct hb_selection *s)
{
  for (size_t e = 0; e < s->trace->events.size; e++)
    s->node[e] = HB_NONE;
  for (size_t m = 0; m < s->trace->messages.size; m++)
    s->box[m] = HB_NONE;
}

void
hb_selection_free (struct hb_selection *s)
{
  hb_free (s->mark);
  hb_free (s->with);
  hb_free (s->rank);
  hb_free (s->node);
  hb_free (s->box);
}

void
hb_selection_show (struct hb_selection *s, hb_id event, enum hb_mark mark)
{
  if (s->mark[event] < 1 + (uint8_t)mark)
    s->mark[event] = (uint8_t)(1 + mark);
  s->with[s->trace->events.data[event].message] = true;
}

/* --- Ranks --- */

/* Longest chain of known edges into each node; those on cycles keep what they have when the rest is
 * done. */
static void
rank_by_chains (struct hb_selection *s)
{
  hb_order *order = hb_order_new (s->trace);
  hb_id *depth = hb_calloc (order->nodes, sizeof *depth);
  hb_id *waits = hb_calloc (order->nodes, sizeof *waits);
  VEC (hb_id) ready = VEC_EMPTY;
  for (hb_id i = 0; i < order->first[order->nodes]; i++)
    waits[order->to[i]]++;
  for (hb_id v = 0; v < order->nodes; v++)
    if (!waits[v])
      vec_push (ready, v);
  for (size_t i = 0; i < ready.size; i++)
    {
      hb_id v = ready.data[i];
      for (hb_id k = order->first[v]; k < order->first[v + 1]; k++)
        {
          hb_id to = order->to[k];
          if (depth[to] < depth[v] + 1)
            depth[to] = depth[v] + 1;
          if (!--waits[to])
            vec_push (ready, to);
        }
    }
  for (size_t e = 0; e < s->trace->events.size; e++)
    s->rank[e] = depth[e];
  vec_free (ready);
  hb_free (waits);
  hb_free (depth);
  hb_order_free (order);
}

void
hb_selection_rank (struct hb_selection *s)
{
  size_t events = s->trace->events.size;
  const hb_witness *witness = s->figure->options->witness;
  hb_diag *diag = hb_diag_new ();
  hb_id *run = hb_calloc (events, sizeof *run);
  if (witness && hb_replay (s->trace, witness, run, diag))
    for (size_t i = 0; i < events; i++)
      s->rank[run[i]] = (hb_id)i;
  else
    rank_by_chains (s);
  hb_free (run);
  hb_diag_free (diag);
}

/* --- Texts --- */

typedef const char *naming (const hb_trace *trace, hb_id thing);

/* Of TEXT the part by which it differs from those of the COUNT names that are the same when their middles are left
 * out, in MOST bytes with the dots around it.  New; NULL if there are none such. */
static char *
apart (const hb_trace *trace, const char *text, size_t most, naming *name_of, size_t count)
{
  size_t length = strlen (text), half = most / 2, first = SIZE_MAX,
         room = most - 2 * strlen (HB_DOTS);
  for (hb_id i = 0; i < count && length > most; i++)
    {
      const char *other = name_of (trace, i);
      size_t n = strlen (other), same = 0;
      if (n <= most || strncmp (other, text, half) != 0
          || strcmp (other + n - half, text + length - half) != 0 || !strcmp (other, text))
        continue;
      while (other[same] == text[same])
        same++;
      first = same < first ? same : first;
    }
  if (first == SIZE_MAX)
    return NULL;
  for (int back = 0; back < 3 && first && text[first] != '~'; back++) /* no escape is cut */
    if (first > 2 && (text[first - 1] == '~' || text[first - 2] == '~'))
      first--;
  if (first + room > length)
    first = length - room;
  return hb_format (HB_DOTS "%.*s%s", (int)room, text + first,
                    first + room < length ? HB_DOTS : "");
}

/* A name as figures show it.  New. */
static char *
name (const struct hb_selection *s, const char *text, bool is_handler, naming *name_of,
      size_t count)
{
  size_t most = s->figure->longest ? s->figure->longest : HB_LONGEST_SHOWN;
  char *own = apart (s->trace, text, most, name_of, count);
  char *shown
      = hb_text_shown (own ? own : text, !s->figure->options->plain_names, is_handler, most);
  hb_free (own);
  return shown;
}

/* All of a name that figures shorten, or NULL.  New. */
static char *
full_name (const struct hb_selection *s, const char *text)
{
  size_t most = s->figure->longest ? s->figure->longest : HB_LONGEST_SHOWN;
  return strlen (text) > most ? hb_text_clean (text, HB_MOST_FULL) : NULL;
}

char *
hb_selection_name (const struct hb_selection *s, hb_id message)
{
  const struct hb_message *m = &s->trace->messages.data[message];
  return name (s, hb_message_name (s->trace, message), m->kind == HB_INITIAL, hb_message_name,
               s->trace->messages.size);
}

char *
hb_selection_text (const struct hb_selection *s, hb_id event)
{
  const hb_trace *trace = s->trace;
  const struct hb_event *e = &trace->events.data[event];
  hb_id written = hb_event_value (trace, event);
  if (e->kind == HB_GET)
    return hb_copy_text ("get");
  char *object = e->kind == HB_POST ? hb_selection_name (s, e->object)
                                    : name (s, hb_variable_name (trace, e->object), false,
                                            hb_variable_name, hb_trace_variables (trace));
  char *text;
  if (e->kind == HB_POST)
    text = hb_format ("post %s", object);
  else if (e->kind == HB_WRITE && written != HB_NONE)
    {
      size_t most = s->figure->longest ? s->figure->longest : HB_LONGEST_SHOWN;
      char *value = hb_text_clean (hb_names_text (trace->values, written), most);
      text = hb_format ("W %s %s", object, value);
      hb_free (value);
    }
  else
    text = hb_format ("%c %s", e->kind == HB_WRITE ? 'W' : 'R', object);
  hb_free (object);
  return text;
}

/* --- Columns, boxes, nodes --- */

/* The name of what EVENT speaks of. */
static const char *
object_name (const hb_trace *trace, hb_id event)
{
  const struct hb_event *e = &trace->events.data[event];
  return e->kind == HB_GET    ? ""
         : e->kind == HB_POST ? hb_message_name (trace, e->object)
                              : hb_variable_name (trace, e->object);
}

/* All that the node of EVENT shortens, or NULL.  New. */
static char *
full_text (const struct hb_selection *s, hb_id event)
{
  hb_id written = hb_event_value (s->trace, event);
  bool writes = s->trace->events.data[event].kind == HB_WRITE && written != HB_NONE;
  const char *object = object_name (s->trace, event);
  char *value = writes ? full_name (s, hb_names_text (s->trace->values, written)) : NULL;
  if (!value)
    return full_name (s, object);
  char *clean = hb_text_clean (object, HB_MOST_FULL), *both = hb_format ("%s %s", clean, value);
  hb_free (clean);
  hb_free (value);
  return both;
}

/* A node for the events FROM .. TO - 1, of which none is shown. */
static void
add_hidden (struct hb_selection *s, hb_id from, hb_id to)
{
  if (from < to && s->trace->events.data[from].kind == HB_GET)
    from++; /* every posted message starts with one: that goes without saying */
  if (from == to)
    return;
  if (from + 1 == to)
    {
      s->node[from]
          = hb_figure_add_node (s->figure, from, hb_selection_text (s, from), s->rank[from]);
      vec_top (s->figure->nodes).mark = HB_FAINT;
      vec_top (s->figure->nodes).full = full_text (s, from);
      return;
    }
  hb_figure_add_node (s->figure, HB_NONE, hb_format ("%u", to - from), s->rank[from]);
  vec_top (s->figure->nodes).hidden = to - from;
  vec_top (s->figure->nodes).mark = HB_FAINT;
}

static void
build_box (struct hb_selection *s, hb_id column, hb_id message)
{
  const struct hb_message *m = &s->trace->messages.data[message];
  char *title = m->kind == HB_INITIAL ? NULL : hb_selection_name (s, message);
  s->box[message] = hb_figure_add_box (s->figure, column, message, title);
  vec_top (s->figure->boxes).full = full_name (s, hb_message_name (s->trace, message));
  hb_id hidden_from = m->first, end = m->first + m->count;
  for (hb_id e = m->first; e < end; e++)
    if (s->mark[e])
      {
        add_hidden (s, hidden_from, e);
        s->node[e] = hb_figure_add_node (s->figure, e, hb_selection_text (s, e), s->rank[e]);
        vec_top (s->figure->nodes).mark = (enum hb_mark) (s->mark[e] - 1);
        vec_top (s->figure->nodes).full = full_text (s, e);
        hidden_from = e + 1;
      }
  add_hidden (s, hidden_from, end);
  if (!vec_top (s->figure->boxes).count) /* it has at most a get */
    {
      hb_figure_add_node (s->figure, HB_NONE, hb_copy_text (""), m->count ? s->rank[m->first] : 0);
      vec_top (s->figure->nodes).mark = HB_FAINT;
    }
}

/* The handler's name, and its mailbox if that is no queue.  New. */
static char *
column_name (const struct hb_selection *s, hb_id handler)
{
  const struct hb_handler *h = &s->trace->handlers.data[handler];
  char *plain = name (s, hb_handler_name (s->trace, handler), true, hb_handler_name,
                      s->trace->handlers.size);
  if (h->mailbox == HB_QUEUE)
    return plain;
  char *both = hb_format ("%s (%s)", plain, hb_mailbox_name ((enum hb_mailbox)h->mailbox));
  hb_free (plain);
  return both;
}

static void
build_column (struct hb_selection *s, hb_id handler)
{
  const struct hb_handler *h = &s->trace->handlers.data[handler];
  hb_id column = HB_NONE;
  for (hb_id m = h->first; m < h->first + h->count; m++)
    {
      if (!s->with[m])
        continue;
      if (column == HB_NONE)
        {
          column = hb_figure_add_column (s->figure, handler, column_name (s, handler));
          s->figure->columns.data[column].full = full_name (s, hb_handler_name (s->trace, handler));
        }
      build_box (s, column, m);
    }
}

/* Makes the columns of the handlers that the options name, in their order; of all if they name none. */
static void
build_columns (struct hb_selection *s, hb_id last)
{
  const struct hb_draw_part *part = &s->figure->options->part;
  bool *built = hb_calloc (s->trace->handlers.size, sizeof *built);
  size_t named = s->figure->options->what == HB_DRAW_TRACE ? part->handler_count : 0;
  for (size_t i = 0; i < named; i++)
    {
      if (!built[part->handlers[i]])
        build_column (s, part->handlers[i]);
      built[part->handlers[i]] = true;
    }
  for (hb_id h = 0; !named && h < s->trace->handlers.size; h++)
    if (h != last)
      build_column (s, h);
  if (last != HB_NONE)
    build_column (s, last);
  hb_free (built);
}

void
hb_selection_build (struct hb_selection *s, hb_id last)
{
  hb_figure *figure = s->figure;
  build_columns (s, last);
  for (size_t b = 0; b < figure->boxes.size; b++)
    {
      hb_id first = figure->boxes.data[b].first, count = figure->boxes.data[b].count;
      for (hb_id v = first; v + 1 < first + count; v++)
        hb_figure_add_edge (figure, v, v + 1, HB_PO, HB_PLAIN);
    }
}

/* --- Order of boxes --- */

/* Pairs of neighbours among the shown messages of the COUNT at MEMBERS. */
static void
order_chain (struct hb_selection *s, const hb_id *members, hb_id count)
{
  hb_id above = HB_NONE;
  for (hb_id i = 0; i < count; i++)
    {
      hb_id box = members[i] == HB_NONE ? HB_NONE : s->box[members[i]];
      if (box == HB_NONE)
        continue;
      if (above != HB_NONE)
        {
          vec_push (s->figure->before, above);
          vec_push (s->figure->before, box);
        }
      above = box;
    }
}

void
hb_selection_order_boxes (struct hb_selection *s)
{
  const hb_trace *trace = s->trace;
  const hb_witness *w = s->figure->options->witness;
  for (size_t c = 0; c < s->figure->columns.size; c++)
    {
      const struct hb_handler *h = &trace->handlers.data[s->figure->columns.data[c].handler];
      for (hb_id m = h->first; h->initial != HB_NONE && m < h->first + h->count; m++)
        if (m != h->initial)
          order_chain (s, (hb_id[]){ h->initial, m }, 2);
      if (w)
        {
          hb_id start = w->eo_start[s->figure->columns.data[c].handler];
          order_chain (s, w->eo + start,
                       w->eo_start[s->figure->columns.data[c].handler + 1] - start);
        }
    }
  for (size_t i = 0; !w && i < trace->eo.size; i++)
    order_chain (s, trace->chained.data + trace->eo.data[i].first, trace->eo.data[i].count);
}
