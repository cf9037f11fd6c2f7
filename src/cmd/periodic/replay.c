/* hbkit replay P.c F.run */
#include "cmd/periodic/programs.h"

static bool
write_trace (struct cli *cli, const hb_jobs *jobs, const hb_periodic_run *run)
{
  const char *path = cli_text (cli, "trace", NULL);
  hb_output *output = path ? hb_output_open (path, cli->diag) : NULL;
  if (!output)
    return !path;
  hb_periodic_run_write_trace (jobs, run, output);
  return hb_output_commit (output);
}

int
periodic_replay (struct cli *cli)
{
  if (cli->operand_count != 2)
    cli_usage_error (cli, "expected a program and a run");
  hb_periodic_program *program = periodic_open (cli, cli->operands[0]);
  hb_periodic_run *run
      = program ? hb_periodic_run_read (program, cli->operands[1], cli->diag) : NULL;
  hb_jobs *jobs = run ? hb_jobs_new (program, run->time, run->departure, 0, cli->diag) : NULL;
  int code;
  if (!jobs)
    code = cli_fail (cli);
  else
    {
      hb_periodic_run_failures failures = VEC_EMPTY;
      bool valid = hb_periodic_run_replay (jobs, run, &failures, cli->diag);
      if (cli->verbosity >= 0 && valid)
        printf ("c %zu steps of %zu jobs ran, by semantics %s\n", run->steps.size, jobs->jobs.size,
                hb_semantics_names[run->semantics]);
      for (size_t i = 0; i < failures.size && valid && cli->verbosity >= 0; i++)
        {
          struct hb_place place = hb_c_place (program->unit, failures.data[i].spot);
          printf ("c %s fails at %s:%zu\n", failures.data[i].what, place.file, place.line);
        }
      if (valid && !failures.size && cli->verbosity >= 0)
        puts ("c nothing fails");
      puts (valid ? "s VALID" : "s INVALID");
      code = !valid;
      if (!valid)
        cli_fail (cli);
      if (valid && !write_trace (cli, jobs, run))
        code = cli_fail (cli);
      vec_free (failures);
    }
  hb_jobs_free (jobs);
  hb_periodic_run_free (run);
  hb_periodic_free (program);
  return code;
}
