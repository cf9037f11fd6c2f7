/* See replay.h.
 *
 * Given total eo and mo, running is confluent: an event that can happen can still happen after any
 * other has, so it does not matter which goes first, and being stuck means that no interleaving
 * exists.  This is plain for reads and writes (a write waits for all reads of the value that it
 * overwrites), for posts (mo) and for gets from a queue, a sender-queue or a multiset: only the
 * handler itself takes messages away, and a post adds one behind the others.
 *
 * What `stack` and `priority` add: replay_script.c.
 *
 * Whatever is decided here, the machine has the last word at every step. */
#include "run/replay.h"

#include "run/replay_script.h"

/* Handlers that may be able to go on (a handler may stand there twice).  One that waits to read
 * from write w is in the list of w: readers[w], then behind[handler]; all others are found through
 * the event that they are at. */
struct agenda
{
  VEC (hb_id) ready;
  hb_id *readers, *behind;
  hb_id *listed; /* handler -> the read for which it is in a list, or HB_NONE */
};

/* EVENT of HANDLER may now be possible: if the handler is at it, it is ready. */
static void
wake_at (const struct hb_script *script, struct agenda *agenda, hb_id handler, hb_id event)
{
  if (script->current[handler] == event)
    vec_push (agenda->ready, handler);
}

static void
wake (const struct hb_script *script, struct agenda *agenda, hb_id event)
{
  wake_at (script, agenda, hb_event_handler (script->trace, event), event);
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
      wake_at (script, agenda, trace->messages.data[e->object].handler, e->partner);
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

/* Runs HANDLER until it has to wait. */
static void
run_handler (struct hb_script *script, struct agenda *agenda, hb_id handler, hb_id *run)
{
  hb_id event;
  while ((event = script->current[handler]) != HB_NONE && hb_script_wait (script, event) == HB_GO)
    {
      if (run)
        run[script->machine->happened] = event;
      hb_script_step (script, event);
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
  hb_script_start (&script, trace, witness);
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
  hb_script_end (&script);
  return done;
}
