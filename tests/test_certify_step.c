/* Steps of happens-before as the checker of certificates judges them (proof/certify_step.h), against the plain
 * judgement of cycles (trace/order.h, hb_step_holds), which shares no code with it: every relation between every
 * two places of wild traces, without an assumption and with each that can be made about their messages. */
#include "unit.h"

#include "proof/certify_step.h"
#include "small_traces.h"
#include "trace/order.h"
#include "wild_traces.h"

static const enum hb_relation relations[HB_STEP_KINDS]
    = { HB_PO, HB_RF, HB_CO, HB_FR, HB_PB, HB_EO, HB_MO, HB_GP };

struct judged
{
  const hb_trace *trace;
  hb_steps *steps;
  long right[HB_STEP_KINDS], wrong, assumed, given; /* orders that stand in the trace */
};

/* Node V of trace/order.h: an event, or a message without events. */
static struct hb_step_end
place_of (const hb_trace *trace, hb_id v)
{
  if (v < trace->events.size)
    return (struct hb_step_end){ trace->events.data[v].message, v };
  hb_id empty = v - (hb_id)trace->events.size;
  for (hb_id m = 0;; m++)
    if (!trace->messages.data[m].count && !empty--)
      return (struct hb_step_end){ m, HB_NONE };
}

/* The place of an initial message is known: no certificate assumes it. */
static bool
may_assume (const hb_trace *trace, const hb_id pair[2])
{
  return trace->messages.data[pair[0]].kind != HB_INITIAL
         && trace->messages.data[pair[1]].kind != HB_INITIAL;
}

static void
judge (struct judged *judged, hb_id from, hb_id to, int kind, const hb_id *assumed)
{
  const hb_trace *trace = judged->trace;
  struct hb_step step = { from, to, relations[kind], HB_NONE, HB_NONE };
  if (assumed)
    {
      step.before = assumed[0];
      step.after = assumed[1];
    }
  bool wanted = hb_step_holds (trace, &step, NULL) && (!assumed || may_assume (trace, assumed));
  bool found = !hb_step_wrong (judged->steps, place_of (trace, from), (enum hb_step_kind)kind,
                               place_of (trace, to), assumed);
  if (found != wanted)
    {
      char *text = text_of_trace (trace, NULL);
      print_error ("%s", text);
      hb_free (text);
      fail_msg ("%s from %u to %u, %s: the checker says %s", hb_step_names[kind], (unsigned)from,
                (unsigned)to, assumed ? "assumed" : "not assumed", found ? "yes" : "no");
    }
  judged->right[kind] += found;
  judged->wrong += !found;
  judged->assumed += found && assumed;
  judged->given += found && !assumed && kind >= HB_STEP_EO;
}

static void
judge_all (struct judged *judged)
{
  const hb_trace *trace = judged->trace;
  hb_id messages = (hb_id)trace->messages.size, nodes = (hb_id)trace->events.size;
  for (hb_id m = 0; m < messages; m++)
    nodes += !trace->messages.data[m].count;
  for (hb_id from = 0; from < nodes; from++)
    for (hb_id to = 0; to < nodes; to++)
      for (int kind = 0; kind < HB_STEP_KINDS; kind++)
        {
          judge (judged, from, to, kind, NULL);
          for (hb_id pair = 0; kind >= HB_STEP_EO && pair < messages * messages; pair++)
            if (pair / messages != pair % messages)
              judge (judged, from, to, kind, (const hb_id[]){ pair / messages, pair % messages });
        }
}

TEST (test_steps)
{
  struct judged judged = { 0 };
  for (uint64_t seed = 0; seed < 120; seed++)
    {
      struct hb_rng rng = hb_rng_stream (27, seed);
      struct wild_shape shape = { .messages = 5,
                                  .accesses = 8,
                                  .externals = 20,
                                  .mailbox = seed % 3 ? -2 : (int)(seed % 5),
                                  .chains = seed % 4 != 0,
                                  .interleaved = seed % 2 };
      hb_trace *trace = wild_trace (&rng, shape);
      judged.trace = trace;
      judged.steps = hb_steps_new (trace);
      judge_all (&judged);
      hb_steps_free (judged.steps);
      hb_trace_free (trace);
    }
  for (int kind = 0; kind < HB_STEP_KINDS; kind++)
    {
      print_message ("# %s: %ld hold\n", hb_step_names[kind], judged.right[kind]);
      assert_true (judged.right[kind] > 0);
    }
  print_message ("# %ld assumed, %ld orders of the trace, %ld wrong\n", judged.assumed,
                 judged.given, judged.wrong);
  assert_true (judged.assumed > 0 && judged.given > 0);
}
