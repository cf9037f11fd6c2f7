/* <hbkit/program.h> as a stranger uses it: a program is run once, again, and in all ways. */
#include <hbkit/engine.h>
#include <hbkit/program.h>

#include "check.h"

static const char text[] = "param n = 1\nvars x\nhandlers\n  g regs a\n  h regs b\nmsgs\n"
                           "  g { x = n; post(h, m) }\n  m { b = x; assert b == 2 }\n"
                           "  h { x = 2 }\n";

static bool
count (void *about, const hb_execution *run, const hb_run_steps *taken)
{
  ++*(int *)about;
  CHECK (hb_execution_events (run) == hb_run_steps_count (taken));
  return true;
}

int
main (void)
{
  hb_diag *diag = hb_diag_new ();
  put_file ("p.ed", text);
  hb_program *program = hb_program_read ("p.ed", diag);
  CHECK (program);
  hb_output *output = hb_output_to_memory ();
  hb_program_write (output, program);
  size_t size;
  char *written = hb_output_text (output, &size);
  hb_program *again = hb_program_of_bytes ("again", written, size, diag);
  CHECK (again);
  hb_program_free (again);
  hb_free (written);
  CHECK (!hb_program_of_bytes ("bad", "msgs m {", 8, diag) && hb_diag_errors (diag));
  hb_diag_clear (diag);

  struct hb_setting setting = { "n", 5 };
  hb_code *code = hb_program_bind (program, &setting, 1, -1, diag);
  CHECK (code);
  hb_execution *run = hb_execution_new (code);
  CHECK (hb_execution_handlers (run) == 2 && !strcmp (hb_execution_handler_name (run, 0), "g"));
  hb_run_steps *steps = hb_run_steps_new (), *taken = hb_run_steps_new ();
  CHECK (hb_execution_enabled (run, steps) == 2 && hb_run_steps_count (steps) == 2);
  struct hb_run_step step = hb_run_steps_at (steps, 0);
  CHECK (hb_execution_can (run, step, NULL));
  hb_execution *copy = hb_execution_copy (run);
  hb_execution_take (copy, step);
  CHECK (hb_execution_events (copy) == 1 && hb_execution_status (copy) == HB_RUN_GOING);
  while (hb_execution_enabled (copy, steps))
    {
      step = hb_run_steps_at (steps, 0);
      if (step.message != HB_NONE)
        {
          char *name = hb_execution_message_name (copy, step.message);
          CHECK (!strncmp (name, "m~", 2));
          hb_free (name);
        }
      hb_execution_take (copy, step);
    }
  hb_execution_free (copy);

  struct hb_scheduling random = { .schedule = HB_SCHEDULE_RANDOM, .seed = 3 };
  enum hb_run_status status = hb_execution_run (run, &random, taken);
  CHECK (status == HB_RUN_DONE || status == HB_RUN_ASSERTION);
  hb_execution_explain (run, diag);
  CHECK ((status == HB_RUN_DONE) == !hb_diag_errors (diag));
  hb_diag_clear (diag);
  CHECK (strlen (hb_run_status_name (status)) > 3);
  hb_trace *trace = hb_execution_trace (run, -1, true, diag);
  hb_result *result = hb_decide (NULL, trace, NULL);
  CHECK (hb_result_verdict (result) == HB_CONSISTENT);
  hb_result_free (result);
  hb_trace_free (trace);

  output = hb_output_open ("s.txt", diag);
  hb_schedule_write (output, run, taken, NULL);
  CHECK (hb_output_commit (output));
  hb_execution *same = hb_execution_new (code);
  CHECK (hb_schedule_replay (same, "s.txt", NULL, diag));
  CHECK (hb_execution_events (same) == hb_execution_events (run));
  hb_execution_free (same);
  hb_execution_free (run);
  hb_run_steps_free (steps);
  hb_run_steps_free (taken);

  int runs = 0;
  struct hb_exploration all = { .found = count, .about = &runs };
  hb_explore (code, &all);
  CHECK (all.complete && all.traces == (uint64_t)runs && all.ended[HB_RUN_ASSERTION]
         && all.ended[HB_RUN_DONE]);
  CHECK (!hb_diag_errors (diag));
  hb_code_free (code);
  hb_program_free (program);
  hb_diag_free (diag);
  return 0;
}
