/* Certificates of consistency: a run of the operational semantics (ED-consistency paper, section
 * 2.2).
 *
 * The schedule is executed by the machine of the replay as it is read.  Beside it run the orders
 * that the file claims: each start of a message must be the next in eo, each post the next in mo.
 * Messages without events start when eo has come to them; no event can tell otherwise. */
#include "proof/certify_run.h"

#include "base/progress.h"
#include "run/replay_machine.h"

enum
{
  EO,
  MO
};

static const char *const order_name[] = { "eo", "mo" };

/* The orders claimed: slices of one array, one a handler. */
struct order
{
  hb_id *messages, *start, *size; /* handler h: messages[start[h] .. start[h] + size[h] - 1] */
  hb_id *place;                   /* message -> its place in `messages`, HB_NONE: not there */
  hb_id *next;                    /* handler -> how many of its slice have happened */
};

struct run
{
  struct hb_words *words;
  const hb_trace *trace;
  struct order order[2];
  struct hb_machine *machine;
};

static bool
takes_part (const struct hb_message *message, int which)
{
  return which == EO ? message->kind != HB_INITIAL : message->kind == HB_POSTED;
}

static void
start_order (struct order *order, const hb_trace *trace, int which)
{
  size_t handlers = trace->handlers.size, messages = trace->messages.size;
  order->messages = hb_calloc (messages, sizeof (hb_id));
  order->start = hb_calloc (handlers + 1, sizeof (hb_id));
  order->size = hb_calloc (handlers, sizeof (hb_id));
  order->next = hb_calloc (handlers, sizeof (hb_id));
  order->place = hb_calloc (messages, sizeof (hb_id));
  for (size_t m = 0; m < messages; m++)
    {
      order->place[m] = HB_NONE;
      order->start[trace->messages.data[m].handler + 1]
          += takes_part (&trace->messages.data[m], which);
    }
  for (size_t h = 0; h < handlers; h++)
    order->start[h + 1] += order->start[h];
}

static void
free_order (struct order *order)
{
  hb_free (order->messages);
  hb_free (order->start);
  hb_free (order->size);
  hb_free (order->next);
  hb_free (order->place);
}

/* `eo HANDLER MESSAGE...` or mo. */
static bool
read_order (struct run *run, int which)
{
  struct hb_words *words = run->words;
  const hb_trace *trace = run->trace;
  struct order *order = &run->order[which];
  size_t handler, message;
  if (!hb_words_number (words, trace->handlers.size, "a handler", &handler))
    return false;
  while (hb_words_next (words))
    {
      if (hb_words_digits (words->word, words->size, trace->messages.size, &message) != words->size)
        return hb_words_fail (words, "expected the number of a message");
      const char *name = hb_message_name (trace, (hb_id)message);
      const struct hb_message *m = &trace->messages.data[message];
      if (m->handler != handler)
        return hb_words_fail (words, "message %zu ('%s') runs on another handler", message, name);
      if (!takes_part (m, which))
        return hb_words_fail (words, "message %zu ('%s') has no part in %s", message, name,
                              order_name[which]);
      if (order->place[message] != HB_NONE)
        return hb_words_fail (words, "message %zu ('%s') stands in %s already", message, name,
                              order_name[which]);
      order->place[message] = order->start[handler] + order->size[handler]++;
      order->messages[order->place[message]] = (hb_id)message;
    }
  return true;
}

/* Every message stands in its orders, and what the trace says of eo and mo is respected. */
static bool
orders_hold (struct run *run, int which)
{
  const hb_trace *trace = run->trace;
  const struct order *order = &run->order[which];
  for (size_t m = 0; m < trace->messages.size; m++)
    if (takes_part (&trace->messages.data[m], which) && order->place[m] == HB_NONE)
      return hb_words_fail_line (run->words, "%s leaves message %zu ('%s') out", order_name[which],
                                 m, hb_message_name (trace, (hb_id)m));
  size_t chains = which == EO ? trace->eo.size : trace->mo.size;
  const struct hb_chain *chain = which == EO ? trace->eo.data : trace->mo.data;
  for (size_t c = 0; c < chains; c++)
    for (hb_id i = chain[c].first; i + 1 < chain[c].first + chain[c].count; i++)
      {
        hb_id before = trace->chained.data[i], after = trace->chained.data[i + 1];
        if (order->place[before] >= order->place[after])
          return hb_words_fail_line (
              run->words, "%s has message '%s' before '%s'; the trace has it after",
              order_name[which], hb_message_name (trace, after), hb_message_name (trace, before));
      }
  return true;
}

/* The next message in the order of its handler is MESSAGE. */
static bool
comes_next (struct run *run, int which, hb_id message)
{
  const hb_trace *trace = run->trace;
  struct order *order = &run->order[which];
  hb_id handler = trace->messages.data[message].handler;
  const hb_id *its = order->messages + order->start[handler];
  hb_id *next = &order->next[handler];
  while (*next < order->size[handler] && !trace->messages.data[its[*next]].count)
    ++*next;
  hb_id expected = *next < order->size[handler] ? its[*next] : HB_NONE;
  ++*next;
  if (expected == message)
    return true;
  return hb_words_fail (run->words, "message %u ('%s') %s here; %s has message '%s' next",
                        (unsigned)message, hb_message_name (trace, message),
                        which == EO ? "starts" : "is posted", order_name[which],
                        expected == HB_NONE ? "none" : hb_message_name (trace, expected));
}

static bool
execute (struct run *run, hb_id event)
{
  const hb_trace *trace = run->trace;
  const struct hb_event *e = &trace->events.data[event];
  const struct hb_message *m = &trace->messages.data[e->message];
  if (hb_machine_obstacle (run->machine, event) != HB_FREE)
    {
      char *address = hb_event_address (trace, event), *text = hb_event_text (trace, event);
      char *why = hb_obstacle_text (run->machine, event);
      hb_words_fail (run->words, "event %u, %s ('%s'), cannot happen here: %s", (unsigned)event,
                     address, text, why);
      hb_free (address);
      hb_free (text);
      hb_free (why);
      return false;
    }
  if (event == m->first && m->kind != HB_INITIAL && !comes_next (run, EO, e->message))
    return false;
  if (e->kind == HB_POST && !comes_next (run, MO, e->object))
    return false;
  hb_machine_step (run->machine, event);
  return true;
}

/* `run EVENT... FIRST-LAST...` */
static bool
read_run (struct run *run)
{
  struct hb_words *words = run->words;
  size_t events = run->trace->events.size;
  while (hb_words_next (words))
    {
      size_t first, last;
      if (!hb_words_range (words, events, &first, &last))
        return false;
      for (size_t e = first; e <= last; e++)
        {
          if (!execute (run, (hb_id)e))
            return false;
          if (hb_progress_wanted ())
            hb_input_tell (words->input, "checking", "events", run->machine->happened);
        }
    }
  return true;
}

/* The lines, in the order eo and mo, run, end. */
static bool
read_lines (struct run *run)
{
  struct hb_words *words = run->words;
  bool running = false;
  while (hb_words_line (words))
    {
      bool is_run = hb_words_is (words, "run");
      if (hb_words_is (words, "end"))
        {
          if (!running && !(orders_hold (run, EO) && orders_hold (run, MO)))
            return false;
          if (run->machine->happened < run->trace->events.size)
            return hb_words_fail (words, "the run ends after %u of %zu events",
                                  (unsigned)run->machine->happened, run->trace->events.size);
          return hb_words_end (words);
        }
      if (!is_run && (running || !(hb_words_is (words, "eo") || hb_words_is (words, "mo"))))
        return hb_words_fail (words, "expected a line 'run' or 'end'%s",
                              running ? "" : ", or 'eo' or 'mo'");
      if (is_run && !running && !(orders_hold (run, EO) && orders_hold (run, MO)))
        return false;
      running = is_run;
      if (!(is_run ? read_run (run) : read_order (run, hb_words_is (words, "mo") ? MO : EO)))
        return false;
    }
  return hb_words_fail_line (words, "the certificate is truncated: no line 'end'");
}

bool
hb_certify_run (struct hb_words *words, struct hb_certified *certified)
{
  struct run run = { .words = words, .trace = words->trace };
  start_order (&run.order[EO], run.trace, EO);
  start_order (&run.order[MO], run.trace, MO);
  run.machine = hb_machine_new (run.trace);
  bool good = read_lines (&run);
  certified->steps = run.machine->happened;
  hb_machine_free (run.machine);
  free_order (&run.order[EO]);
  free_order (&run.order[MO]);
  return good;
}
