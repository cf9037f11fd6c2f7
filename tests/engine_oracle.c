/* See engine_oracle.h. */
#include "unit.h"

#include "engine_oracle.h"

/* Total orders of the messages of all handlers, as places: of the runs, then of the posts (which are
 * those of the runs but in a stack). */
struct orders
{
  const hb_trace *trace;
  const hb_check_result *result;
  hb_id sequence[128], place[128];
  int tried;
};

/* Does some cycle assume only what the orders have? */
static bool
is_refuted (const struct orders *o)
{
  for (size_t i = 0; i < o->result->cycles.size; i++)
    {
      const struct hb_cycle *cycle = &o->result->cycles.data[i];
      bool all = true;
      for (size_t k = 0; k < cycle->steps.size && all; k++)
        {
          struct hb_pair pairs[2];
          int count = hb_step_assumes (o->trace, &cycle->steps.data[k], pairs);
          for (int p = 0; p < count; p++)
            {
              const hb_id *place = o->place + (pairs[p].posts ? o->trace->messages.size : 0);
              all = all && place[pairs[p].before] < place[pairs[p].after];
            }
        }
      if (all)
        return true;
    }
  return false;
}

/* All permutations of the messages from number AT on, handler by handler: is every one refuted? */
static bool
all_refuted (struct orders *o, hb_id at)
{
  const hb_trace *trace = o->trace;
  hb_id messages = (hb_id)trace->messages.size, base = at < messages ? 0 : messages;
  if (at == 2 * messages)
    {
      o->tried++;
      return is_refuted (o);
    }
  const struct hb_handler *handler
      = &trace->handlers.data[trace->messages.data[o->sequence[at]].handler];
  if (base && handler->mailbox != HB_STACK)
    {
      o->place[at] = o->place[at - base];
      return all_refuted (o, at + 1);
    }
  for (hb_id i = at; i < base + handler->first + handler->count; i++)
    {
      hb_id message = o->sequence[i];
      o->sequence[i] = o->sequence[at];
      o->sequence[at] = message;
      o->place[base + message] = at;
      bool refuted = all_refuted (o, at + 1);
      o->sequence[at] = o->sequence[i];
      o->sequence[i] = message;
      if (!refuted)
        return false;
    }
  return true;
}

static int
permutations (const hb_trace *trace)
{
  int product = 1;
  for (size_t h = 0; h < trace->handlers.size && product < 1000000; h++)
    for (int i = 2; i <= (int)trace->handlers.data[h].count && product < 1000000; i++)
      product *= trace->handlers.data[h].mailbox == HB_STACK ? i * i : i;
  return product;
}

/* The cycles hold, step by step. */
static void
check_cycles (const hb_trace *trace, const hb_check_result *result)
{
  assert_true (result->cycles.size > 0);
  for (size_t i = 0; i < result->cycles.size; i++)
    {
      const char *why = NULL;
      if (!hb_cycle_holds (trace, &result->cycles.data[i], &why))
        fail_msg ("cycle %zu: %s", i, why);
    }
}

/* The cycles together leave no total orders; false if there are too many to try. */
static bool
check_refutation (const hb_trace *trace, const hb_check_result *result)
{
  check_cycles (trace, result);
  hb_id messages = (hb_id)trace->messages.size;
  if (permutations (trace) > 5100)
    return false;
  struct orders o = { .trace = trace, .result = result };
  for (hb_id m = 0; m < messages; m++)
    o.sequence[m] = o.sequence[messages + m] = m;
  assert_true (all_refuted (&o, 0));
  return true;
}

enum hb_verdict
ask (const struct hb_engine *engine, const hb_trace *trace, const char *solver, uint64_t seed,
     struct tally *tally)
{
  struct hb_check_options options = { .solver = solver, .seed = seed };
  hb_check_result result;
  hb_check (engine, trace, &options, &result); /* replays the witness */
  enum hb_verdict verdict = result.verdict;
  if (verdict == HB_UNKNOWN)
    fail_msg ("%s: %s", engine->name, result.reason ? result.reason : "no reason");
  if (verdict == HB_CONSISTENT)
    {
      hb_diag *diag = hb_diag_new ();
      assert_true (hb_witness_fits (trace, result.witness, diag));
      hb_diag_free (diag);
    }
  else if (engine == &hb_engine_sat)
    {
      tally->refuted += check_refutation (trace, &result);
      tally->searched += result.pairs > 0;
    }
  else if (engine == &hb_engine_cds || engine == &hb_engine_closure || engine == &hb_engine_auto)
    check_cycles (trace, &result);
  hb_check_result_free (&result);
  return verdict;
}
