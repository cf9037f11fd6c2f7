/* See replay.h.
 *
 * Given total eo and mo, running is confluent: an event that can happen can still happen after any
 * other has, so it does not matter which goes first, and being stuck means that no interleaving
 * exists.  This is plain for reads and writes (a write waits for all reads of the value that it
 * overwrites), for posts (mo) and for gets from a queue, a sender-queue or a multiset: only the
 * handler itself takes messages away, and a post adds one behind the others.
 *
 * Under `stack` and `priority` a post p' can bury a message m that could have been taken before:
 *
 *      mailbox  [ m ]   --post m'-->   [ m' m ]   the get of m has to wait for that of m'
 *
 * But whether it may is fixed by eo and mo.  Let m run before m' (eo):
 *
 * - stack, m posted before m' (mo): when m is taken, m' must not be there, so get m comes before
 * post m'.
 *   With m posted after m' there is nothing to say: m' lies below.
 * - priority, m' above m: get m comes before post m', as above.  With m' below there is nothing to
 * say,
 *   and among equals the mailbox sees to it that mo has m first.
 *
 * So the post of m' is held back until the last m that it would bury has been taken.  Handlers take
 * in the order of eo, so it is enough to know the last such m in eo: the nearest message before m'
 * in eo with a smaller place in mo (stack) or a smaller priority.  What is held back cannot happen
 * earlier in any run with this eo and mo, so the answer is exact for all disciplines.
 *
 * Whatever is decided here, the machine has the last word at every step. */
#include "run/replay.h"

#include "run/replay_script.h"

/* For a handler whose mailbox can bury: sets `hold` of its posted messages to one more than the
 * place in eo of the nearest earlier message whose KEY is smaller.  WAITING is scratch: the
 * messages so far that may still be nearest, with growing keys. */
static void
hold_posts (struct hb_script *script, hb_id handler, const int64_t *key, hb_id *waiting)
{
  const hb_witness *witness = script->witness;
  const hb_id *eo = witness->eo + witness->eo_start[handler];
  hb_id count = witness->eo_start[handler + 1] - witness->eo_start[handler], depth = 0;
  for (hb_id i = 0; i < count; i++)
    {
      if (script->trace->messages.data[eo[i]].kind != HB_POSTED)
        continue;
      while (depth && key[eo[waiting[depth - 1]]] >= key[eo[i]])
        depth--;
      script->hold[eo[i]] = depth ? waiting[depth - 1] + 1 : 0;
      waiting[depth++] = i;
    }
}

static void
fill_holds (struct hb_script *script)
{
  const hb_trace *trace = script->trace;
  const hb_witness *witness = script->witness;
  int64_t *key = hb_calloc (trace->messages.size, sizeof *key);
  hb_id *waiting = hb_new_ids (trace->messages.size, 0);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      enum hb_mailbox mailbox = trace->handlers.data[h].mailbox;
      if (mailbox != HB_STACK && mailbox != HB_PRIORITY)
        continue;
      for (hb_id i = witness->mo_start[h]; i < witness->mo_start[h + 1]; i++)
        key[witness->mo[i]]
            = mailbox == HB_STACK ? (int64_t)i : trace->messages.data[witness->mo[i]].priority;
      hold_posts (script, h, key, waiting);
    }
  hb_free (key);
  hb_free (waiting);
}

/* Moves HANDLER on to the first event of its next message that has events. */
static void
next_message (struct hb_script *script, hb_id handler)
{
  const hb_witness *witness = script->witness;
  hb_id start = witness->eo_start[handler];
  hb_id *place = &script->started[handler];
  script->current[handler] = HB_NONE;
  for (; start + *place < witness->eo_start[handler + 1]; ++*place)
    {
      const struct hb_message *message = &script->trace->messages.data[witness->eo[start + *place]];
      if (message->count)
        {
          script->current[handler] = message->first;
          return;
        }
    }
}

static void
start_script (struct hb_script *script, const hb_trace *trace, const hb_witness *witness)
{
  size_t handlers = trace->handlers.size;
  *script = (struct hb_script){ .trace = trace,
                                .witness = witness,
                                .machine = hb_machine_new (trace),
                                .current = hb_new_ids (handlers, HB_NONE),
                                .started = hb_new_ids (handlers, 0),
                                .posted = hb_new_ids (handlers, 0),
                                .hold = hb_new_ids (trace->messages.size, 0) };
  fill_holds (script);
  for (hb_id h = 0; h < handlers; h++)
    {
      hb_id initial = trace->handlers.data[h].initial;
      if (initial != HB_NONE && trace->messages.data[initial].count)
        script->current[h] = trace->messages.data[initial].first;
      else
        next_message (script, h);
    }
}

static void
end_script (struct hb_script *script)
{
  hb_machine_free (script->machine);
  hb_free (script->current);
  hb_free (script->started);
  hb_free (script->posted);
  hb_free (script->hold);
}

enum hb_wait
hb_script_wait (const struct hb_script *script, hb_id event)
{
  const struct hb_event *e = &script->trace->events.data[event];
  if (e->kind == HB_POST)
    {
      hb_id handler = script->trace->messages.data[e->object].handler;
      hb_id place = script->witness->mo_start[handler] + script->posted[handler];
      if (script->witness->mo[place] != e->object)
        return HB_FOR_MO;
      if (script->started[handler] < script->hold[e->object])
        return HB_FOR_TAKE;
    }
  return hb_machine_obstacle (script->machine, event) == HB_FREE ? HB_GO : HB_FOR_MACHINE;
}

/* Handlers that may be able to go on (a handler may stand there twice).  One that waits to read
 * from write w is in the list of w: readers[w], then behind[handler]; all others are found through
 * the event that they are at. */
struct agenda
{
  VEC (hb_id) ready;
  hb_id *readers, *behind;
  hb_id *listed; /* handler -> the read for which it is in a list, or HB_NONE */
};

/* EVENT may now be possible: if a handler is at it, the handler is ready. */
static void
wake (const struct hb_script *script, struct agenda *agenda, hb_id event)
{
  hb_id handler = hb_event_handler (script->trace, event);
  if (script->current[handler] == event)
    vec_push (agenda->ready, handler);
}

/* The next post to HANDLER, if there is one, may now be possible. */
static void
wake_next_post (const struct hb_script *script, struct agenda *agenda, hb_id handler)
{
  hb_id place = script->witness->mo_start[handler] + script->posted[handler];
  if (place < script->witness->mo_start[handler + 1])
    wake (script, agenda, script->trace->messages.data[script->witness->mo[place]].post);
}

/* The next write of VARIABLE after RANK, if there is one, may now be possible. */
static void
wake_next_write (const struct hb_script *script, struct agenda *agenda, hb_id variable, hb_id rank)
{
  hb_id write = hb_next_write (script->trace, variable, rank);
  if (write != HB_NONE)
    wake (script, agenda, write);
}

static void
wake_readers (struct agenda *agenda, hb_id write)
{
  for (hb_id h = agenda->readers[write]; h != HB_NONE; h = agenda->behind[h])
    vec_push (agenda->ready, h);
  agenda->readers[write] = HB_NONE;
}

/* EVENT has just happened: who has waited for it? */
static void
wake_others (struct hb_script *script, struct agenda *agenda, hb_id event)
{
  const hb_trace *trace = script->trace;
  const struct hb_event *e = &trace->events.data[event];
  switch ((enum hb_event_kind)e->kind)
    {
    case HB_GET:
      wake_next_post (script, agenda, trace->messages.data[e->message].handler);
      break;
    case HB_POST:
      wake (script, agenda, e->partner);
      wake_next_post (script, agenda, trace->messages.data[e->object].handler);
      break;
    case HB_WRITE:
      wake_readers (agenda, event);
      wake_next_write (script, agenda, e->object, e->partner);
      break;
    case HB_READ:
      wake_next_write (script, agenda, e->object,
                       e->partner == HB_NONE ? HB_NONE : trace->events.data[e->partner].partner);
      break;
    }
}

/* Lets EVENT happen and moves its handler on. */
static void
step (struct hb_script *script, hb_id event)
{
  const hb_trace *trace = script->trace;
  const struct hb_event *e = &trace->events.data[event];
  const struct hb_message *message = &trace->messages.data[e->message];
  hb_machine_step (script->machine, event);
  if (e->kind == HB_POST)
    script->posted[trace->messages.data[e->object].handler]++;
  if (event == message->first && message->kind != HB_INITIAL)
    script->started[message->handler]++;
  if (event + 1 < message->first + message->count)
    script->current[message->handler] = event + 1;
  else
    next_message (script, message->handler);
}

/* Runs HANDLER until it has to wait. */
static void
run_handler (struct hb_script *script, struct agenda *agenda, hb_id handler, hb_id *run)
{
  hb_id event;
  while ((event = script->current[handler]) != HB_NONE && hb_script_wait (script, event) == HB_GO)
    {
      if (run)
        run[script->machine->happened] = event;
      step (script, event);
      wake_others (script, agenda, event);
    }
  if (event == HB_NONE || script->trace->events.data[event].kind != HB_READ)
    return;
  hb_id source = script->trace->events.data[event].partner;
  if (source == HB_NONE || agenda->listed[handler] == event)
    return;
  agenda->listed[handler] = event;
  agenda->behind[handler] = agenda->readers[source];
  agenda->readers[source] = handler;
}

bool
hb_replay (const hb_trace *trace, const hb_witness *witness, hb_id *run, hb_diag *diag)
{
  if (!hb_witness_fits (trace, witness, diag))
    return false;
  struct hb_script script;
  start_script (&script, trace, witness);
  struct agenda agenda
      = { VEC_EMPTY, hb_new_ids (trace->events.size, HB_NONE),
          hb_new_ids (trace->handlers.size, HB_NONE), hb_new_ids (trace->handlers.size, HB_NONE) };
  for (hb_id h = (hb_id)trace->handlers.size; h-- > 0;)
    vec_push (agenda.ready, h);
  while (agenda.ready.size)
    {
      hb_id handler = vec_pop (agenda.ready);
      run_handler (&script, &agenda, handler, run);
    }
  bool done = script.machine->happened == trace->events.size;
  if (!done)
    hb_script_report (&script, diag);
  vec_free (agenda.ready);
  hb_free (agenda.readers);
  hb_free (agenda.behind);
  hb_free (agenda.listed);
  end_script (&script);
  return done;
}
