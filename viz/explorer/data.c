/* The explorer's trace as JSON: handlers, messages, events, happens-before, the run, the cycles. */
#include "viz/explorer/data.h"

#include "viz/full_order.h"
#include "viz/select.h"
#include "viz/text.h"

/* What the selection's names need. */
static struct hb_selection
naming (const struct hb_explorer *x)
{
  return (struct hb_selection){ .figure = x->figure, .trace = x->trace };
}

static void
put_key_text (const struct hb_explorer *x, const char *key, char *text)
{
  hb_json_key (x->json, key);
  hb_explorer_put_text (x->json, text);
  hb_free (text);
}

static void
put_key_number (const struct hb_explorer *x, const char *key, hb_id number)
{
  hb_json_key (x->json, key);
  if (number == HB_NONE)
    hb_json_null (x->json);
  else
    hb_json_unsigned (x->json, number);
}

static void
put_key_string (const struct hb_explorer *x, const char *key, const char *string)
{
  hb_json_member_string (x->json, key, string);
}

/* --- Handlers, messages, events --- */

static void
put_handler (const struct hb_explorer *x, hb_id h)
{
  const struct hb_handler *handler = &x->trace->handlers.data[h];
  bool receives = false;
  for (hb_id m = handler->first; m < handler->first + handler->count; m++)
    receives = receives || x->trace->messages.data[m].kind == HB_POSTED;
  char *clean = hb_text_clean (hb_handler_name (x->trace, h), 60);
  hb_json_open_object (x->json);
  put_key_string (x, "name", hb_handler_name (x->trace, h));
  put_key_text (x, "text", hb_text_name (clean, !x->figure->options->plain_names, true));
  put_key_string (x, "mailbox", hb_mailbox_name ((enum hb_mailbox)handler->mailbox));
  hb_json_member_bool (x->json, "receives", receives);
  hb_json_close (x->json);
  hb_free (clean);
}

static void
put_message (const struct hb_explorer *x, const hb_order *order, hb_id m)
{
  static const char *const kinds[] = { "initial", "posted", "external" };
  const struct hb_message *message = &x->trace->messages.data[m];
  hb_id node = hb_first_node (order, x->trace, m);
  struct hb_selection s = naming (x);
  if (!x->has[node])
    {
      hb_json_unsigned (x->json, 0);
      return;
    }
  hb_json_open_object (x->json);
  put_key_string (x, "name", hb_message_name (x->trace, m));
  put_key_text (x, "text", hb_selection_name (&s, m));
  put_key_number (x, "handler", message->handler);
  put_key_string (x, "kind", kinds[message->kind]);
  put_key_number (x, "first", message->first);
  put_key_number (x, "count", message->count);
  hb_json_member_signed (x->json, "priority", message->priority);
  if (message->post != HB_NONE)
    put_key_number (x, "sender", hb_event_handler (x->trace, message->post));
  if (!message->count)
    put_key_number (x, "empty", node);
  hb_json_close (x->json);
}

static void
put_event (const struct hb_explorer *x, hb_id e)
{
  const struct hb_event *event = &x->trace->events.data[e];
  struct hb_selection s = naming (x);
  char *address = hb_event_address (x->trace, e), *plain = hb_event_text (x->trace, e);
  hb_json_open_object (x->json);
  put_key_number (x, "id", e);
  put_key_number (x, "message", event->message);
  put_key_string (x, "kind", hb_event_kind_name ((enum hb_event_kind)event->kind));
  put_key_string (x, "address", address);
  put_key_string (x, "plain", plain);
  put_key_text (x, "text", hb_selection_text (&s, e));
  if (event->kind == HB_POST)
    put_key_number (x, "target", event->object);
  hb_json_close (x->json);
  hb_free (address);
  hb_free (plain);
}

/* --- Happens-before --- */

static void
put_order (const struct hb_explorer *x, const hb_order *order)
{
  hb_full_edges edges = VEC_EMPTY;
  hb_full_order (x->trace, order, x->run ? x->options->draw.witness : NULL, &edges);
  hb_json_key (x->json, "hb");
  hb_json_open_array (x->json);
  for (size_t i = 0; i < edges.size; i++)
    {
      const struct hb_full_edge *edge = &edges.data[i];
      if (!x->has[edge->from] || !x->has[edge->to])
        continue;
      hb_json_open_array (x->json);
      hb_json_unsigned (x->json, edge->from);
      hb_json_unsigned (x->json, edge->to);
      hb_json_string (x->json, hb_relation_name (edge->relation));
      hb_json_close (x->json);
    }
  hb_json_close (x->json);
  vec_free (edges);
}

static void
put_run (const struct hb_explorer *x)
{
  hb_json_key (x->json, "run");
  hb_json_open_array (x->json);
  for (size_t i = 0; x->run && i < x->trace->events.size; i++)
    if (x->has[x->run[i]])
      hb_json_unsigned (x->json, x->run[i]);
  hb_json_close (x->json);
}

/* --- Cycles --- */

/* The place of cycle NUMBER among those shown, or HB_NONE. */
static hb_id
shown_place (const struct hb_explorer *x, size_t number)
{
  for (size_t i = 0; i < x->cycles.size; i++)
    if (x->cycles.data[i] == number)
      return (hb_id)i;
  return HB_NONE;
}

static void
put_step (const struct hb_explorer *x, const struct hb_selection *s, const hb_order *order,
          const struct hb_step *step)
{
  const struct hb_explanation *explanation = x->options->draw.explanation;
  const struct hb_reason *reason
      = explanation ? hb_explanation_reason (explanation, x->trace, step) : NULL;
  hb_id ruled = reason ? shown_place (x, reason->cycle) : HB_NONE;
  hb_json_open_object (x->json);
  put_key_number (x, "from", step->from);
  put_key_number (x, "to", step->to);
  put_key_string (x, "relation", hb_relation_name (step->relation));
  put_key_text (x, "why", hb_explorer_why (s, order, step));
  hb_json_member_bool (x->json, "assumed", step->before != HB_NONE);
  if (ruled != HB_NONE)
    put_key_number (x, "ruled", ruled);
  hb_json_close (x->json);
}

static void
put_cycles (const struct hb_explorer *x, const hb_order *order)
{
  struct hb_selection s = naming (x);
  hb_json_key (x->json, "cycles");
  hb_json_open_array (x->json);
  for (size_t i = 0; i < x->cycles.size; i++)
    {
      const struct hb_cycle *cycle = &x->options->cycles[x->cycles.data[i]];
      hb_json_open_object (x->json);
      hb_json_key (x->json, "steps");
      hb_json_open_array (x->json);
      for (size_t k = 0; k < cycle->steps.size; k++)
        put_step (x, &s, order, &cycle->steps.data[k]);
      hb_json_close (x->json);
      hb_json_close (x->json);
    }
  hb_json_close (x->json);
  put_key_number (x, "more_cycles", (hb_id)(x->options->cycle_count - x->cycles.size));
}

/* --- All of it --- */

void
hb_explorer_put_trace (const struct hb_explorer *x)
{
  hb_order *order = hb_order_new (x->trace);
  hb_json_key (x->json, "handlers");
  hb_json_open_array (x->json);
  for (hb_id h = 0; h < x->trace->handlers.size; h++)
    put_handler (x, h);
  hb_json_close (x->json);
  hb_json_key (x->json, "messages");
  hb_json_open_array (x->json);
  for (hb_id m = 0; m < x->trace->messages.size; m++)
    put_message (x, order, m);
  hb_json_close (x->json);
  hb_json_key (x->json, "events");
  hb_json_open_array (x->json);
  for (hb_id e = 0; e < x->trace->events.size; e++)
    if (x->has[e])
      put_event (x, e);
  hb_json_close (x->json);
  put_order (x, order);
  put_run (x);
  put_cycles (x, order);
  hb_order_free (order);
}
