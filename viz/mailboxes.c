/* See mailboxes.h; design section 2 has the disciplines. */
#include "viz/mailboxes.h"

void
hb_contents_init (struct hb_contents *contents, const hb_trace *trace)
{
  contents->trace = trace;
  contents->lying = hb_calloc (trace->handlers.size, sizeof *contents->lying);
  contents->running = hb_calloc (trace->handlers.size, sizeof *contents->running);
  for (size_t h = 0; h < trace->handlers.size; h++)
    contents->running[h] = HB_NONE;
}

void
hb_contents_free (struct hb_contents *contents)
{
  for (size_t h = 0; h < contents->trace->handlers.size; h++)
    vec_free (contents->lying[h]);
  hb_free (contents->lying);
  hb_free (contents->running);
}

static void
take_out (hb_id_list *list, hb_id message)
{
  size_t kept = 0;
  for (size_t i = 0; i < list->size; i++)
    if (list->data[i] != message)
      list->data[kept++] = list->data[i];
  list->size = kept;
}

hb_id
hb_contents_step (struct hb_contents *contents, hb_id event)
{
  const hb_trace *trace = contents->trace;
  const struct hb_event *e = &trace->events.data[event];
  const struct hb_message *m = &trace->messages.data[e->message];
  bool is_last = event + 1 == m->first + m->count;
  contents->running[m->handler] = is_last ? HB_NONE : e->message;
  if (e->kind == HB_GET)
    {
      take_out (&contents->lying[m->handler], e->message);
      return m->handler;
    }
  if (e->kind != HB_POST)
    return HB_NONE;
  hb_id target = trace->messages.data[e->object].handler;
  vec_push (contents->lying[target], e->object);
  return target;
}

/* The handler that posts MESSAGE. */
static hb_id
sender (const hb_trace *trace, hb_id message)
{
  return hb_event_handler (trace, trace->messages.data[message].post);
}

/* Does mailbox MAILBOX hand A, posted before B, out before it? */
static bool
goes_first (const hb_trace *trace, enum hb_mailbox mailbox, hb_id a, hb_id b)
{
  switch (mailbox)
    {
    case HB_SENDER_QUEUE:
      return sender (trace, a) == sender (trace, b);
    case HB_STACK:
      return false;
    case HB_PRIORITY:
      return trace->messages.data[a].priority >= trace->messages.data[b].priority;
    default:
      return true;
    }
}

void
hb_contents_sorted (const struct hb_contents *contents, hb_id handler, hb_id_list *list)
{
  const hb_id_list *lying = &contents->lying[handler];
  enum hb_mailbox mailbox = (enum hb_mailbox)contents->trace->handlers.data[handler].mailbox;
  bool sorts = mailbox == HB_STACK || mailbox == HB_PRIORITY;
  list->size = 0;
  for (size_t i = 0; i < lying->size; i++)
    {
      size_t at = list->size;
      vec_push (*list, lying->data[i]);
      for (; sorts && at
             && !goes_first (contents->trace, mailbox, list->data[at - 1], lying->data[i]);
           at--)
        list->data[at] = list->data[at - 1];
      list->data[at] = lying->data[i];
    }
}

bool
hb_contents_ready (const struct hb_contents *contents, hb_id message)
{
  const hb_trace *trace = contents->trace;
  hb_id handler = trace->messages.data[message].handler;
  const hb_id_list *lying = &contents->lying[handler];
  enum hb_mailbox mailbox = (enum hb_mailbox)trace->handlers.data[handler].mailbox;
  bool before = true;
  if (mailbox == HB_MULTISET)
    return true;
  for (size_t i = 0; i < lying->size; i++)
    {
      hb_id other = lying->data[i];
      if (other == message)
        before = false;
      else if (before ? goes_first (trace, mailbox, other, message)
                      : !goes_first (trace, mailbox, message, other) && mailbox != HB_SENDER_QUEUE)
        return false;
    }
  return true;
}
