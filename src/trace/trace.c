/* See trace.h: names, addresses, look-up. */
#include "trace/trace.h"

#include <string.h>

void
hb_trace_set_mailboxes (hb_trace *trace, enum hb_mailbox mailbox)
{
  trace->mailbox = mailbox;
  for (size_t h = 0; h < trace->handlers.size; h++)
    {
      trace->handlers.data[h].mailbox = (uint8_t)mailbox;
      trace->handlers.data[h].mailbox_given = false;
    }
}

void
hb_trace_free (hb_trace *trace)
{
  if (!trace)
    return;
  for (size_t i = 0; i < trace->meta.size; i++)
    {
      hb_free (trace->meta.data[i].key);
      hb_free (trace->meta.data[i].value);
    }
  vec_free (trace->handlers);
  vec_free (trace->messages);
  vec_free (trace->events);
  vec_free (trace->variables);
  vec_free (trace->co);
  vec_free (trace->eo);
  vec_free (trace->mo);
  vec_free (trace->chained);
  vec_free (trace->meta);
  vec_free (trace->handler_of_name);
  vec_free (trace->message_of_name);
  vec_free (trace->event_of_label);
  vec_free (trace->event_labels);
  vec_free (trace->event_values);
  hb_names_free (trace->handler_names);
  hb_names_free (trace->message_names);
  hb_names_free (trace->variable_names);
  hb_names_free (trace->labels);
  hb_names_free (trace->values);
  hb_free (trace->file);
  hb_free (trace);
}

uint64_t
hb_trace_pairs (const hb_trace *trace)
{
  uint64_t pairs = 0;
  for (size_t h = 0; h < trace->handlers.size; h++)
    pairs += hb_handler_pairs (&trace->handlers.data[h]);
  return pairs;
}

const char *
hb_handler_name (const hb_trace *trace, hb_id handler)
{
  return hb_names_text (trace->handler_names, trace->handlers.data[handler].name);
}

const char *
hb_message_name (const hb_trace *trace, hb_id message)
{
  const struct hb_message *m = &trace->messages.data[message];
  return m->kind == HB_INITIAL ? hb_handler_name (trace, m->handler)
                               : hb_names_text (trace->message_names, m->name);
}

const char *
hb_variable_name (const hb_trace *trace, hb_id variable)
{
  return hb_names_text (trace->variable_names, trace->variables.data[variable].name);
}

static const char *const mailbox_names[HB_MAILBOXES]
    = { "queue", "sender-queue", "multiset", "stack", "priority" };

const char *
hb_mailbox_name (enum hb_mailbox mailbox)
{
  return mailbox_names[mailbox];
}

int
hb_mailbox_find (const char *name, size_t length)
{
  for (int i = 0; i < HB_MAILBOXES; i++)
    if (strlen (mailbox_names[i]) == length && !memcmp (mailbox_names[i], name, length))
      return i;
  return -1;
}

const char *
hb_event_kind_name (enum hb_event_kind kind)
{
  static const char *const names[] = { "get", "post", "write", "read" };
  return names[kind];
}

char *
hb_event_address (const hb_trace *trace, hb_id event)
{
  const struct hb_event *e = &trace->events.data[event];
  hb_id label = hb_event_label (trace, event);
  if (label != HB_NONE)
    return hb_copy_text (hb_names_text (trace->labels, label));
  return hb_format ("%s@%u", hb_message_name (trace, e->message), hb_event_position (trace, event));
}

char *
hb_event_text (const hb_trace *trace, hb_id event)
{
  const struct hb_event *e = &trace->events.data[event];
  hb_id value = hb_event_value (trace, event);
  char *from, *text;
  switch (e->kind)
    {
    case HB_GET:
      return hb_copy_text ("get");
    case HB_POST:
      return hb_format ("post %s", hb_message_name (trace, e->object));
    case HB_WRITE:
      if (value == HB_NONE)
        return hb_format ("write %s", hb_variable_name (trace, e->object));
      return hb_format ("write %s %s", hb_variable_name (trace, e->object),
                        hb_names_text (trace->values, value));
    default:
      from = e->partner == HB_NONE ? hb_copy_text ("init") : hb_event_address (trace, e->partner);
      text = hb_format ("read %s %s", hb_variable_name (trace, e->object), from);
      hb_free (from);
      return text;
    }
}

/* What OF_NAME has for NAME, or HB_NONE. */
static hb_id
look_up (const hb_names *names, const hb_id *of_name, size_t size, const char *name, size_t length)
{
  hb_id number = hb_names_find (names, name, length);
  return number < size ? of_name[number] : HB_NONE;
}

hb_id
hb_trace_find_handler (const hb_trace *trace, const char *name)
{
  return look_up (trace->handler_names, trace->handler_of_name.data, trace->handler_of_name.size,
                  name, strlen (name));
}

static hb_id
find_message (const hb_trace *trace, const char *name, size_t length)
{
  return look_up (trace->message_names, trace->message_of_name.data, trace->message_of_name.size,
                  name, length);
}

hb_id
hb_trace_find_message (const hb_trace *trace, const char *name)
{
  return find_message (trace, name, strlen (name));
}

hb_id
hb_trace_find_event (const hb_trace *trace, const char *address)
{
  const char *at = strchr (address, '@');
  if (!at)
    return look_up (trace->labels, trace->event_of_label.data, trace->event_of_label.size, address,
                    strlen (address));
  hb_id message = find_message (trace, address, (size_t)(at - address));
  if (message == HB_NONE)
    {
      hb_id handler = look_up (trace->handler_names, trace->handler_of_name.data,
                               trace->handler_of_name.size, address, (size_t)(at - address));
      message = handler == HB_NONE ? HB_NONE : trace->handlers.data[handler].initial;
    }
  uint64_t position = 0;
  for (const char *digit = at + 1; *digit; digit++)
    {
      if (*digit < '0' || *digit > '9' || position > HB_NONE)
        return HB_NONE;
      position = position * 10 + (uint64_t)(*digit - '0');
    }
  if (message == HB_NONE || !at[1] || position >= trace->messages.data[message].count)
    return HB_NONE;
  return trace->messages.data[message].first + (hb_id)position;
}
