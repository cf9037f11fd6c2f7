/* See predict_run.h. */
#include "robust/predict_run.h"

#include "trace/record.h"

#include "robust/machine.h"
#include "robust/predict.h"

#include <stdio.h>
#include <string.h>

void
hb_robust_starts_of (const hb_trace *trace, hb_robust_starts *starts)
{
  for (size_t i = 0; i < trace->meta.size; i++)
    {
      char *first = hb_copy_text (trace->meta.data[i].value), *then = strchr (first, ' ');
      if (!strcmp (trace->meta.data[i].key, HB_META_BEFORE) && then)
        {
          *then++ = 0;
          hb_id a = hb_trace_find_message (trace, first), b = hb_trace_find_message (trace, then);
          if (a != HB_NONE && b != HB_NONE)
            {
              vec_push (*starts, a);
              vec_push (*starts, b);
            }
        }
      hb_free (first);
    }
}

bool
hb_robust_starts_before (const hb_robust_starts *starts, hb_id a, hb_id b)
{
  for (size_t i = 0; i + 1 < starts->size; i += 2)
    if (starts->data[i] == a && starts->data[i + 1] == b)
      return true;
  return false;
}

struct teller
{
  const hb_trace *trace;
  struct hb_record record;
  hb_id *number;     /* message of the trace -> of the record, or HB_NONE */
  hb_id *message_of; /* and back; room for all */
  hb_id *last_write; /* by variable: event of the record, or HB_NONE */
};

static void
name_handler (const void *about, hb_id handler, char name[HB_RECORD_NAME])
{
  const struct teller *t = about;
  snprintf (name, HB_RECORD_NAME, "%s", hb_handler_name (t->trace, handler));
}

static void
name_message (const void *about, const struct hb_record *record, hb_id message,
              char name[HB_RECORD_NAME])
{
  const struct teller *t = about;
  (void)record;
  snprintf (name, HB_RECORD_NAME, "%s", hb_message_name (t->trace, t->message_of[message]));
}

static void
name_variable (const void *about, hb_id variable, char name[HB_RECORD_NAME])
{
  const struct teller *t = about;
  snprintf (name, HB_RECORD_NAME, "%s", hb_variable_name (t->trace, variable));
}

/* The record's number of message M, which begins or is posted. */
static hb_id
number_of (struct teller *t, hb_id m)
{
  const struct hb_message *message = &t->trace->messages.data[m];
  if (message->kind == HB_INITIAL)
    return message->handler;
  if (t->number[m] != HB_NONE)
    return t->number[m];
  struct hb_record_message made
      = { .handler = message->handler, .priority = message->priority, .kind = message->kind };
  t->number[m] = (hb_id)t->record.messages.size;
  t->message_of[t->number[m]] = m;
  vec_push (t->record.messages, made);
  return t->number[m];
}

static void
tell_event (struct teller *t, hb_id e)
{
  const struct hb_event *event = &t->trace->events.data[e];
  const struct hb_message *message = &t->trace->messages.data[event->message];
  struct hb_record_event made = { .message = number_of (t, event->message),
                                  .object = event->object,
                                  .from = HB_NONE,
                                  .kind = event->kind };
  if (e == message->first && message->kind != HB_INITIAL)
    vec_push (t->record.started, made.message);
  if (event->kind == HB_POST || event->kind == HB_GET)
    made.object = number_of (t, event->object);
  if (event->kind == HB_POST)
    {
      t->record.messages.data[made.object].sender = message->handler;
      vec_push (t->record.posted, made.object);
    }
  if (event->kind == HB_READ)
    made.from = t->last_write[event->object];
  if (event->kind == HB_WRITE)
    t->last_write[event->object] = (hb_id)t->record.events.size;
  vec_push (t->record.events, made);
}

/* What was posted and did not begin begins at the end. */
static void
begin_rest (struct teller *t)
{
  struct hb_record *record = &t->record;
  bool *begun = hb_calloc (record->messages.size, sizeof *begun);
  for (size_t i = 0; i < record->started.size; i++)
    begun[record->started.data[i]] = true;
  for (size_t i = 0; i < record->posted.size; i++)
    {
      hb_id m = record->posted.data[i];
      struct hb_record_event get = { .message = m, .object = m, .from = HB_NONE, .kind = HB_GET };
      if (begun[m])
        continue;
      vec_push (record->started, m);
      vec_push (record->events, get);
    }
  hb_free (begun);
}

hb_trace *
predict_run (const hb_trace *trace, const hb_id *sequence, hb_id count, hb_diag *diag)
{
  struct teller t = { .trace = trace };
  struct hb_record_names names = {
    .about = &t, .handler = name_handler, .message = name_message, .variable = name_variable
  };
  size_t messages = trace->messages.size, handlers = trace->handlers.size;
  t.record = (struct hb_record){ .handlers = (hb_id)handlers,
                                 .variables = (hb_id)trace->variables.size,
                                 .common_mailbox = -1,
                                 .orders = true };
  t.record.mailbox = hb_calloc (handlers, sizeof *t.record.mailbox);
  t.number = hb_calloc (messages, sizeof *t.number);
  t.message_of = hb_calloc (messages + handlers, sizeof *t.message_of);
  t.last_write = hb_calloc (trace->variables.size, sizeof *t.last_write);
  for (size_t m = 0; m < messages; m++)
    t.number[m] = HB_NONE;
  for (size_t v = 0; v < trace->variables.size; v++)
    t.last_write[v] = HB_NONE;
  for (hb_id h = 0; h < handlers; h++)
    {
      t.record.mailbox[h] = (uint8_t)hb_trace_mailbox (trace, h);
      vec_push (t.record.messages,
                ((struct hb_record_message){ .handler = h, .kind = HB_INITIAL }));
    }
  for (hb_id i = 0; i < count; i++)
    tell_event (&t, sequence[i]);
  begin_rest (&t);
  hb_record_co (&t.record);
  hb_builder *builder = hb_builder_to_trace (diag);
  for (size_t i = 0; i < trace->meta.size; i++)
    if (!strcmp (trace->meta.data[i].key, HB_META_BEFORE))
      hb_build_meta (builder, HB_META_BEFORE, trace->meta.data[i].value);
  hb_record_tell (&t.record, &names, builder);
  hb_record_free (&t.record);
  hb_free (t.number);
  hb_free (t.message_of);
  hb_free (t.last_write);
  return hb_builder_finish (builder);
}
