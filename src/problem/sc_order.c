/* Orders of a history's writes, as the solutions of SC rf-consistency: as a file the history with co. */
#include "problem/sc.h"

#include "base/memory.h"
#include "format/edt.h"

#include <string.h>

hb_id *
hb_co_new (const hb_trace *history)
{
  hb_id *co = hb_calloc (history->co.size + 1, sizeof *co);
  for (size_t i = 0; i < history->co.size; i++)
    co[i] = history->co.data[i];
  return co;
}

hb_id *
hb_co_of_run (const hb_trace *history, const hb_id *run)
{
  hb_id *co = hb_co_new (history);
  hb_id *rank = hb_calloc (history->variables.size + 1, sizeof *rank);
  for (size_t i = 0; i < history->events.size; i++)
    {
      const struct hb_event *event = &history->events.data[run[i]];
      HB_ASSERT (event->kind != HB_WRITE
                 || rank[event->object] < history->variables.data[event->object].count);
      if (event->kind == HB_WRITE)
        co[history->variables.data[event->object].first + rank[event->object]++] = run[i];
    }
  hb_free (rank);
  return co;
}

/* HISTORY with its writes in the order CO: a trace, whose co means something.  New. */
static hb_trace *
history_with_co (const hb_trace *history, const hb_id *co)
{
  hb_trace *trace = hb_trace_copy (history, true);
  hb_id *same = hb_co_new (trace);
  for (size_t i = 0; i < history->co.size; i++)
    same[i] = co[i];
  hb_history_set_co (trace, same);
  hb_free (same);
  return trace;
}

hb_solution *
hb_co_read (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
            hb_diag *diag)
{
  (void)self;
  hb_trace *trace = hb_edt_read_input (input, diag);
  hb_id *co = hb_co_new (hb_trace_of (instance));
  bool good = trace && hb_history_co_of (hb_trace_of (instance), trace, co, diag);
  hb_trace_free (trace);
  if (good)
    return hb_solution_of_co (co);
  hb_free (co);
  return NULL;
}

void
hb_co_write (const struct hb_problem *self, const hb_instance *instance,
             const hb_solution *solution, hb_output *output)
{
  (void)self;
  hb_trace *trace = history_with_co (hb_trace_of (instance), hb_co_of (solution));
  hb_edt_write (output, trace, NULL);
  hb_trace_free (trace);
}

bool
hb_co_check (const struct hb_problem *self, const hb_instance *instance,
             const hb_solution *solution, hb_diag *diag)
{
  (void)self;
  hb_trace *trace = history_with_co (hb_trace_of (instance), hb_co_of (solution));
  hb_id *order = hb_calloc (trace->events.size + 1, sizeof *order);
  bool good = hb_history_runs (trace, order);
  if (!good)
    hb_error (diag, NULL,
              "this order of the writes is no solution: with it happens-before is cyclic");
  hb_free (order);
  hb_trace_free (trace);
  return good;
}

bool
hb_co_same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
            const hb_solution *b)
{
  (void)self;
  size_t writes = hb_trace_of (instance)->co.size;
  return !writes || !memcmp (hb_co_of (a), hb_co_of (b), writes * sizeof (hb_id));
}

void
hb_co_free (const struct hb_problem *self, hb_solution *solution)
{
  (void)self;
  hb_free (solution);
}
