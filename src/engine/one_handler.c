/* One handler: a run is determined (doc/map.md).
 *
 * The initial message runs first; after that the mailbox says which message is next, as all posts come from the handler
 * itself: the oldest of a queue, the newest of a stack, the oldest of the highest priority.  A message that waits
 * waits for good.  So the trace is consistent if and only if the one run that there is comes to its end.  (Multisets
 * offer a choice; two_multisets.c decides these.)
 *
 * Linear in the trace, priorities apart. */
#include "engine/engine.h"

#include "run/replay_machine.h"

static bool
accepts (const hb_trace *trace, const char **why)
{
  *why = trace->handlers.size != 1                        ? "it is for one handler"
         : trace->handlers.data[0].mailbox == HB_MULTISET ? "its mailbox is a multiset"
         : trace->chained.size                            ? "it has eo or mo lines"
                                                          : NULL;
  for (size_t m = 0; m < trace->messages.size && !*why; m++)
    if (trace->messages.data[m].kind == HB_EXTERNAL)
      *why = "it has external messages, which may come at any time";
  return !*why;
}

/* The run as far as it goes; eo and mo into WITNESS. */
static void
run (struct hb_machine *machine, hb_witness *witness)
{
  const hb_trace *trace = machine->trace;
  VEC (hb_id)
  waiting
      = VEC_EMPTY; /* what has been posted, in no order; taken ones are dropped as they come up */
  hb_id got = 0, posted = 0, message = trace->handlers.data[0].initial;
  for (;;)
    {
      const struct hb_message *m = message == HB_NONE ? NULL : &trace->messages.data[message];
      for (hb_id e = m ? m->first : 0; m && e < m->first + m->count; e++)
        {
          if (hb_machine_obstacle (machine, e) != HB_FREE)
            goto stuck;
          hb_machine_step (machine, e);
          if (trace->events.data[e].kind == HB_GET)
            witness->eo[got++] = message;
          if (trace->events.data[e].kind != HB_POST)
            continue;
          witness->mo[posted++] = trace->events.data[e].object;
          vec_push (waiting, trace->events.data[e].object);
        }
      while (waiting.size && machine->state[vec_top (waiting)] != HB_IN_MAILBOX)
        waiting.size--;
      if (!waiting.size)
        break;
      message = hb_mailbox_first (machine->mailboxes, vec_top (waiting));
    }
stuck:
  vec_free (waiting);
}

static void
decide (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  (void)options;
  struct hb_machine *machine = hb_machine_new (trace);
  result->witness = hb_witness_new (trace);
  run (machine, result->witness);
  result->steps = machine->happened;
  result->verdict = machine->happened == trace->events.size ? HB_CONSISTENT : HB_INCONSISTENT;
  hb_machine_free (machine);
  if (result->verdict == HB_CONSISTENT)
    return;
  hb_witness_free (result->witness);
  result->witness = NULL;
}

extern const struct hb_engine hb_engine_one_handler;
const struct hb_engine hb_engine_one_handler
    = { .name = "one-handler",
        .summary = "one handler: the one run that there is; linear",
        .accepts = accepts,
        .decide = decide,
        .fastest_to = HB_NONE };
