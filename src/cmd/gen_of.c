/* hbkit gen program --of, gen schedule --of: the program of a trace, by Appendix B of the
 * ED-consistency paper, and the schedule along which it runs as a witness does. */
#include "cmd/gen_program.h"

#include "program/of_witness.h"
#include "program/schedule.h"
#include "run/replay.h"

#include <string.h>

/* The trace of --of, NULL after errors.  New. */
static hb_trace *
read_trace (struct cli *cli)
{
  const char *path = cli_text (cli, "of", NULL);
  return file_read_trace (cli, path, file_form (path));
}

/* Its program, NULL after errors.  New. */
static hb_program *
program_of (struct cli *cli, const hb_trace *trace)
{
  enum hb_witness_reads reads = (enum hb_witness_reads)cli_choice (cli, "rf", HB_READS_PLAIN);
  char *text = hb_program_of_trace (trace, reads, cli->diag);
  hb_program *program
      = text ? hb_program_of_bytes ("the trace's program", text, strlen (text), cli->diag) : NULL;
  hb_free (text);
  return program;
}

int
cmd_gen_program_of_trace (struct cli *cli)
{
  hb_trace *trace = read_trace (cli);
  hb_program *program = trace ? program_of (cli, trace) : NULL;
  hb_output *output = program ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  if (output)
    {
      hb_putf (output, "# hbkit gen program --of %s\n\n", cli_text (cli, "of", NULL));
      hb_program_write (output, program);
    }
  hb_program_free (program);
  hb_trace_free (trace);
  return output && hb_output_commit (output) ? 0 : cli_fail (cli);
}

/* Runs CODE along the witness that TRACE is; false after errors. */
static bool
follow (struct cli *cli, const hb_trace *trace, hb_execution *run, hb_run_steps *steps)
{
  hb_witness *witness = hb_witness_of_trace (trace, cli->diag);
  hb_id *events = hb_calloc (trace->events.size, sizeof *events);
  bool good = witness && hb_replay (trace, witness, events, cli->diag);
  if (good)
    {
      hb_steps_of_run (trace, events, steps);
      good = hb_execution_follow (run, steps->data, steps->size);
      if (!good)
        hb_error (cli->diag, NULL, "the program cannot run as the witness does");
    }
  hb_free (events);
  hb_witness_free (witness);
  return good;
}

int
cmd_gen_schedule_of_trace (struct cli *cli)
{
  hb_trace *trace = read_trace (cli);
  hb_program *program = trace ? program_of (cli, trace) : NULL;
  hb_code *code = program ? hb_program_bind (program, NULL, 0, -1, cli->diag) : NULL;
  hb_execution *run = code ? hb_execution_new (code) : NULL;
  hb_run_steps steps = VEC_EMPTY;
  bool good = run && follow (cli, trace, run, &steps);
  hb_output *output = good ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  if (output)
    {
      char *comment = hb_format ("hbkit gen schedule --of %s", cli_text (cli, "of", NULL));
      hb_schedule_write (output, run, &steps, comment);
      hb_free (comment);
    }
  vec_free (steps);
  hb_execution_free (run);
  hb_code_free (code);
  hb_program_free (program);
  hb_trace_free (trace);
  return output && hb_output_commit (output) ? 0 : cli_fail (cli);
}
