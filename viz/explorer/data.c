/* The explorer's trace as JSON, in columns, some 25 bytes an event:
 *
 *     messages   counts of events, kinds, names, handler after handler
 *     events     kinds as one text, then the object of every one that has one, the source of every read
 *     eo, run    the messages of each handler as they run, and whose turn it is for how many events
 *
 * Everything else, happens-before too, follows from these and is worked out by the page (model.js). */
#include "viz/explorer/data.h"

#include "viz/full_order.h"
#include "viz/select.h"
#include "viz/text.h"

#include <string.h>

static struct hb_selection
naming (const struct hb_explorer *x)
{
  return (struct hb_selection){ .figure = x->figure, .trace = x->trace };
}

/* A styled text (viz/text.h) with its marks as the characters U+E001 to U+E00F, which pages show nowhere else. */
static void
put_text (const struct hb_explorer *x, const char *text)
{
  VEC (char) all = VEC_EMPTY;
  for (; *text; text++)
    if ((unsigned char)*text < 0x10)
      {
        vec_push (all, '\xee');
        vec_push (all, '\x80');
        vec_push (all, (char)(0x80 + *text));
      }
    else
      vec_push (all, *text);
  hb_json_bytes (x->json, all.data ? all.data : "", all.size);
  vec_free (all);
}

/* NAME as figures show it, but longer, or 0 if it is shown as it is. */
static void
put_shown (const struct hb_explorer *x, const char *name, bool is_handler)
{
  char *shown = hb_text_shown (name, !x->options->draw.plain_names, is_handler, 60);
  if (strcmp (shown, name))
    put_text (x, shown);
  else
    hb_json_unsigned (x->json, 0);
  hb_free (shown);
}

static void
open_list (const struct hb_explorer *x, const char *key)
{
  hb_json_member_array (x->json, key);
}

/* --- Handlers, variables, messages ------------------------------------------------------------ */

static void
put_handlers (const struct hb_explorer *x)
{
  open_list (x, "handlers");
  for (hb_id h = 0; h < x->trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &x->trace->handlers.data[h];
      hb_json_open_object (x->json);
      hb_json_member_string (x->json, "name", hb_handler_name (x->trace, h));
      hb_json_key (x->json, "text");
      put_shown (x, hb_handler_name (x->trace, h), true);
      hb_json_member_string (x->json, "mailbox",
                             hb_mailbox_name ((enum hb_mailbox)handler->mailbox));
      hb_json_member_unsigned (x->json, "count", handler->count);
      hb_json_close (x->json);
    }
  hb_json_close (x->json);
}

static void
put_variables (const struct hb_explorer *x)
{
  open_list (x, "variables");
  for (hb_id v = 0; v < x->trace->variables.size; v++)
    hb_json_string (x->json, hb_variable_name (x->trace, v));
  hb_json_close (x->json);
  open_list (x, "variable_texts");
  for (hb_id v = 0; v < x->trace->variables.size; v++)
    put_shown (x, hb_variable_name (x->trace, v), false);
  hb_json_close (x->json);
}

static void
put_messages (const struct hb_explorer *x)
{
  const hb_trace *trace = x->trace;
  bool priorities = false;
  VEC (char) kinds = VEC_EMPTY;
  hb_json_member_object (x->json, "messages");
  open_list (x, "names");
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      hb_json_string (x->json, hb_message_name (trace, m));
      vec_push (kinds, "ipe"[message->kind]);
      priorities = priorities || message->priority;
    }
  hb_json_close (x->json);
  open_list (x, "texts");
  for (hb_id m = 0; m < trace->messages.size; m++)
    put_shown (x, hb_message_name (trace, m), trace->messages.data[m].kind == HB_INITIAL);
  hb_json_close (x->json);
  hb_json_key (x->json, "kinds");
  hb_json_bytes (x->json, kinds.data ? kinds.data : "", kinds.size);
  open_list (x, "counts");
  for (hb_id m = 0; m < trace->messages.size; m++)
    hb_json_unsigned (x->json, trace->messages.data[m].count);
  hb_json_close (x->json);
  open_list (x, "priorities");
  for (hb_id m = 0; priorities && m < trace->messages.size; m++)
    hb_json_signed (x->json, trace->messages.data[m].priority);
  hb_json_close (x->json);
  hb_json_close (x->json);
  vec_free (kinds);
}

/* --- Events ----------------------------------------------------------------------------------- */

/* Labels or values: the events that have one and these, in turn. */
static void
put_sparse (const struct hb_explorer *x, const char *key, bool labels)
{
  open_list (x, key);
  for (hb_id e = 0; e < x->trace->events.size; e++)
    {
      const struct hb_event *event = &x->trace->events.data[e];
      hb_id name = labels ? hb_event_label (x->trace, e) : hb_event_value (x->trace, e);
      if (name == HB_NONE || (!labels && event->kind != HB_WRITE))
        continue;
      hb_json_unsigned (x->json, e);
      hb_json_string (x->json, hb_names_text (labels ? x->trace->labels : x->trace->values, name));
    }
  hb_json_close (x->json);
}

static void
put_events (const struct hb_explorer *x)
{
  const struct hb_event *events = x->trace->events.data;
  size_t count = x->trace->events.size;
  VEC (char) kinds = VEC_EMPTY;
  hb_json_member_object (x->json, "events");
  for (size_t e = 0; e < count; e++)
    vec_push (kinds, events[e].kind == HB_GET     ? 'g'
                     : events[e].kind == HB_POST  ? 'p'
                     : events[e].kind == HB_WRITE ? 'w'
                                                  : 'r');
  hb_json_key (x->json, "kinds");
  hb_json_bytes (x->json, kinds.data ? kinds.data : "", kinds.size);
  open_list (x, "objects");
  for (size_t e = 0; e < count; e++)
    if (events[e].kind != HB_GET)
      hb_json_unsigned (x->json, events[e].object);
  hb_json_close (x->json);
  open_list (x, "sources"); /* how far back the write is; 0: it is the initial value */
  for (size_t e = 0; e < count; e++)
    if (events[e].kind == HB_READ)
      hb_json_signed (x->json,
                      events[e].partner == HB_NONE ? 0 : (int64_t)e - (int64_t)events[e].partner);
  hb_json_close (x->json);
  put_sparse (x, "labels", true);
  put_sparse (x, "values", false);
  hb_json_close (x->json);
  open_list (x, "co"); /* of variables with several writes */
  for (hb_id v = 0; v < x->trace->variables.size; v++)
    {
      const struct hb_variable *variable = &x->trace->variables.data[v];
      hb_json_open_array (x->json);
      for (hb_id i = 0; variable->count > 1 && i < variable->count; i++)
        hb_json_unsigned (x->json, x->trace->co.data[variable->first + i]);
      hb_json_close (x->json);
    }
  hb_json_close (x->json);
  vec_free (kinds);
}

/* --- Orders ----------------------------------------------------------------------------------- */

static void
put_chains (const struct hb_explorer *x, const char *key, const struct hb_chain *chains,
            size_t count)
{
  open_list (x, key);
  for (size_t i = 0; i < count; i++)
    {
      hb_json_open_array (x->json);
      for (hb_id k = 0; k < chains[i].count; k++)
        hb_json_unsigned (x->json, x->trace->chained.data[chains[i].first + k]);
      hb_json_close (x->json);
    }
  hb_json_close (x->json);
}

/* What does not follow from a run's own order: which get has to come before which post; without a run, what the
 * input's chains imply beyond themselves. */
static void
put_implied (const struct hb_explorer *x, const hb_order *order)
{
  hb_full_edges edges = VEC_EMPTY;
  hb_full_order (x->trace, order, x->options->draw.witness, &edges);
  open_list (x, "implied");
  for (size_t i = 0; i < edges.size; i++)
    {
      const struct hb_full_edge *e = &edges.data[i];
      bool wanted
          = e->relation == HB_GP
            || (!x->options->draw.witness && (e->relation == HB_EO || e->relation == HB_MO));
      if (!wanted || e->from >= x->trace->events.size || e->to >= x->trace->events.size)
        continue;
      hb_json_unsigned (x->json, e->from);
      hb_json_unsigned (x->json, e->to);
      hb_json_unsigned (x->json, e->relation == HB_GP ? 2 : e->relation == HB_MO);
    }
  hb_json_close (x->json);
  vec_free (edges);
}

/* The messages of each handler as they run. */
static void
put_turns (const struct hb_explorer *x)
{
  const hb_trace *trace = x->trace;
  VEC (hb_id) *turns = hb_calloc (trace->handlers.size, sizeof *turns);
  for (size_t i = 0; i < trace->events.size; i++)
    {
      hb_id m = trace->events.data[x->attempt.run[i]].message;
      if (trace->messages.data[m].first == x->attempt.run[i])
        vec_push (turns[trace->messages.data[m].handler], m);
    }
  open_list (x, "eo");
  for (size_t h = 0; h < trace->handlers.size; h++)
    {
      hb_json_open_array (x->json);
      for (size_t i = 0; i < turns[h].size; i++)
        hb_json_unsigned (x->json, turns[h].data[i]);
      hb_json_close (x->json);
      vec_free (turns[h]);
    }
  hb_json_close (x->json);
  hb_free (turns);
}

static void
put_run (const struct hb_explorer *x)
{
  const hb_trace *trace = x->trace;
  put_turns (x);
  open_list (x, "run");
  for (size_t i = 0, next; i < trace->events.size; i = next)
    {
      hb_id handler = hb_event_handler (trace, x->attempt.run[i]);
      for (next = i + 1;
           next < trace->events.size && hb_event_handler (trace, x->attempt.run[next]) == handler;)
        next++;
      hb_json_unsigned (x->json, handler);
      hb_json_unsigned (x->json, next - i);
    }
  hb_json_close (x->json);
  hb_json_member_unsigned (x->json, "done", x->attempt.done);
}

/* --- Cycles ----------------------------------------------------------------------------------- */

/* The place of cycle NUMBER among those shown, or HB_NONE. */
static hb_id
shown_place (const struct hb_explorer *x, size_t number)
{
  for (size_t i = 0; i < x->cycles.size; i++)
    if (x->cycles.data[i] == number)
      return (hb_id)i;
  return HB_NONE;
}

/* A node: an event, or -1 - M for message M, which has none. */
static void
put_node (const struct hb_explorer *x, const hb_order *order, const char *key, hb_id node)
{
  bool is_event = node < x->trace->events.size;
  hb_json_member_signed (x->json, key,
                         is_event ? (int64_t)node
                                  : -1 - (int64_t)hb_message_of_node (order, x->trace, node));
}

static void
put_step (const struct hb_explorer *x, const struct hb_selection *s, const hb_order *order,
          const struct hb_step *step)
{
  const struct hb_explanation *explanation = x->options->draw.explanation;
  const struct hb_reason *reason
      = explanation ? hb_explanation_reason (explanation, x->trace, step) : NULL;
  hb_id ruled = reason ? shown_place (x, reason->cycle) : HB_NONE;
  char *why = hb_explorer_why (s, order, step);
  hb_json_open_object (x->json);
  put_node (x, order, "from", step->from);
  put_node (x, order, "to", step->to);
  hb_json_member_string (x->json, "relation", hb_relation_name (step->relation));
  hb_json_key (x->json, "why");
  put_text (x, why);
  hb_json_member_bool (x->json, "assumed", step->before != HB_NONE);
  if (ruled != HB_NONE)
    hb_json_member_unsigned (x->json, "ruled", ruled);
  hb_json_close (x->json);
  hb_free (why);
}

static void
put_cycles (const struct hb_explorer *x, const hb_order *order)
{
  struct hb_selection s = naming (x);
  open_list (x, "cycles");
  for (size_t i = 0; i < x->cycles.size; i++)
    {
      const struct hb_cycle *cycle = &x->options->cycles[x->cycles.data[i]];
      hb_json_open_array (x->json);
      for (size_t k = 0; k < cycle->steps.size; k++)
        put_step (x, &s, order, &cycle->steps.data[k]);
      hb_json_close (x->json);
    }
  hb_json_close (x->json);
  hb_json_member_unsigned (x->json, "more_cycles", x->options->cycle_count - x->cycles.size);
}

/* --- All of it -------------------------------------------------------------------------------- */

void
hb_explorer_put_trace (const struct hb_explorer *x)
{
  hb_order *order = hb_order_new (x->trace);
  put_handlers (x);
  put_variables (x);
  put_messages (x);
  put_events (x);
  put_chains (x, "eo_chains", x->trace->eo.data, x->trace->eo.size);
  put_chains (x, "mo_chains", x->trace->mo.data, x->trace->mo.size);
  put_implied (x, order);
  put_run (x);
  put_cycles (x, order);
  hb_order_free (order);
}
