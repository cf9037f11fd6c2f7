/* Checking a whole schedule, step by step (`hb_replay_run` of replay.h). */
#include "run/replay.h"

#include "run/replay_machine.h"

static bool
check_step (const struct hb_machine *machine, size_t place, hb_id event, hb_diag *diag)
{
  const hb_trace *trace = machine->trace;
  if (event >= trace->events.size)
    {
      hb_error (diag, NULL, "step %zu of the schedule is no event of the trace", place + 1);
      return false;
    }
  if (hb_machine_obstacle (machine, event) == HB_FREE)
    return true;
  char *address = hb_event_address (trace, event), *text = hb_event_text (trace, event);
  char *why = hb_obstacle_text (machine, event);
  hb_error (diag, NULL, "step %zu of the schedule, %s ('%s') on handler '%s', cannot happen: %s",
            place + 1, address, text, hb_handler_name (trace, hb_event_handler (trace, event)),
            why);
  hb_free (address);
  hb_free (text);
  hb_free (why);
  return false;
}

bool
hb_replay_run (const hb_trace *trace, const hb_id *run, hb_diag *diag)
{
  struct hb_machine *machine = hb_machine_new (trace);
  bool good = true;
  for (size_t i = 0; good && i < trace->events.size; i++)
    if ((good = check_step (machine, i, run[i], diag)))
      hb_machine_step (machine, run[i]);
  hb_machine_free (machine);
  if (!good)
    return false;
  hb_witness *witness = hb_witness_of_run (trace, run);
  good = hb_witness_fits (trace, witness, diag);
  hb_witness_free (witness);
  return good;
}
