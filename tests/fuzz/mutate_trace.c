/* Changing traces as traces go.  See differential.h. */
#include "differential.h"

#include "format/edt.h"
#include "small_traces.h"

/* A random event of this kind, or HB_NONE. */
static hb_id
random_event (struct hb_rng *rng, const hb_trace *trace, uint8_t kind)
{
  for (int patience = 20; patience && trace->events.size; patience--)
    {
      hb_id event = (hb_id)hb_rng_below (rng, trace->events.size);
      if (trace->events.data[event].kind == kind)
        return event;
    }
  return HB_NONE;
}

/* Another write of the variable, or its initial value. */
static bool
turn_read (struct hb_rng *rng, hb_trace *trace)
{
  hb_id read = random_event (rng, trace, HB_READ);
  if (read == HB_NONE)
    return false;
  struct hb_event *event = &trace->events.data[read];
  const struct hb_variable *variable = &trace->variables.data[event->object];
  hb_id rank = (hb_id)hb_rng_below (rng, variable->count + 1);
  event->partner = rank < variable->count ? trace->co.data[variable->first + rank] : HB_NONE;
  return true;
}

static bool
turn_co (struct hb_rng *rng, hb_trace *trace)
{
  hb_id write = random_event (rng, trace, HB_WRITE);
  if (write == HB_NONE)
    return false;
  const struct hb_variable *variable = &trace->variables.data[trace->events.data[write].object];
  hb_id *co = trace->co.data + variable->first;
  hb_id i = (hb_id)hb_rng_below (rng, variable->count),
        j = (hb_id)hb_rng_below (rng, variable->count), kept = co[i];
  trace->events.data[co[i]].partner = j;
  trace->events.data[co[j]].partner = i;
  co[i] = co[j];
  co[j] = kept;
  return true;
}

/* Two posts post each other's messages. */
static bool
exchange_posts (struct hb_rng *rng, hb_trace *trace)
{
  hb_id a = random_event (rng, trace, HB_POST), b = random_event (rng, trace, HB_POST);
  if (a == HB_NONE || b == HB_NONE)
    return false;
  struct hb_event *first = &trace->events.data[a], *second = &trace->events.data[b], kept = *first;
  first->object = second->object;
  first->partner = second->partner;
  second->object = kept.object;
  second->partner = kept.partner;
  trace->messages.data[first->object].post = trace->events.data[first->partner].partner = a;
  trace->messages.data[second->object].post = trace->events.data[second->partner].partner = b;
  return true;
}

static bool
change_mailbox (struct hb_rng *rng, hb_trace *trace)
{
  if (!trace->handlers.size)
    return false;
  struct hb_handler *handler = &trace->handlers.data[hb_rng_below (rng, trace->handlers.size)];
  handler->mailbox = (uint8_t)hb_rng_below (rng, 5);
  handler->mailbox_given = true;
  return true;
}

static bool
change_priority (struct hb_rng *rng, hb_trace *trace)
{
  if (!trace->messages.size)
    return false;
  struct hb_message *message = &trace->messages.data[hb_rng_below (rng, trace->messages.size)];
  if (message->kind == HB_INITIAL)
    return false;
  message->has_priority = true;
  message->priority = (int32_t)hb_rng_below (rng, 4) - 1;
  return true;
}

bool
fuzz_mutate_trace (struct hb_rng *rng, struct text *text)
{
  static bool (*const ways[]) (struct hb_rng *, hb_trace *)
      = { turn_read, turn_co, exchange_posts, change_mailbox, change_priority };
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = fuzz_trace_of_bytes (text->data, text->size, diag);
  bool done = trace && ways[hb_rng_below (rng, sizeof ways / sizeof *ways)](rng, trace);
  if (done)
    {
      hb_free (text->data);
      text->data = text_of_trace (trace, NULL);
      text->size = strlen (text->data);
    }
  hb_trace_free (trace);
  hb_diag_free (diag);
  if (!done)
    fuzz_correct_end (text);
  return done;
}

void
fuzz_correct_end (struct text *text)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace_free (fuzz_trace_of_bytes (text->data, text->size, diag));
  const char *first = hb_diag_first (diag),
             *wanted = first ? strstr (first, "expected 'end ") : NULL;
  if (wanted && text->size)
    {
      wanted += strlen ("expected '");
      size_t from = text->size - 1;
      while (from && text->data[from - 1] != '\n')
        from--;
      if (text->size - from >= 4 && !strncmp (text->data + from, "end ", 4))
        text_splice (text, from, text->size, wanted, strcspn (wanted, "'"));
    }
  hb_diag_free (diag);
}

bool
fuzz_mutate_part (struct hb_rng *rng, struct text *text, unsigned part,
                  bool (*mutate) (struct hb_rng *rng, struct text *text))
{
  size_t first;
  const char *second = fuzz_second_part (text->data, text->size, &first);
  if (!second)
    return false;
  size_t from = part ? (size_t)(second - text->data) : 0, to = part ? text->size : first;
  struct text piece = { hb_copy_bytes (text->data + from, to - from), to - from };
  bool done = mutate (rng, &piece);
  if (done)
    text_splice (text, from, to, piece.data, piece.size);
  hb_free (piece.data);
  return done;
}

char *
fuzz_make_trace (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (21, seed);
  struct trace_shape shape = { .handlers = 3,
                               .messages = 6,
                               .externals = 2,
                               .accesses = 8,
                               .variables = 2,
                               .mailbox = -1,
                               .chains = true,
                               .empty = true };
  hb_trace *trace = random_trace (&rng, shape);
  char *text = text_of_trace (trace, NULL);
  hb_trace_free (trace);
  return text;
}

const char *const fuzz_edt_words[FUZZ_EDT_WORDS]
    = { "edt",          "edt 1",   "meta",       "mailbox", "handler",
        "initial",      "message", "external",   "write",   "read",
        "post",         "co",      "eo",         "mo",      "end",
        "init",         "queue",   "stack",      "#",       "\"",
        "\n",           "m1",      "h0",         "x0",      "priority",
        "sender-queue", "m2@1",    "h0@0",       ":",       "a:",
        "\r",           "@",       "multiset",   "0",       "1",
        "4294967295",   "m1@0",    "priority=1", "\\",      "m3@2",
        "m4@1",         "m5@1",    "x1",         "h1",      "h2",
        "\t",           " ",       "~",          "-",       "m0" };
