/* hbkit replay P.c F.run */
#include "cmd/periodic/programs.h"

#include "base/plural.h"

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

static void
print_text (struct cli *cli, const hb_periodic_program *program, const hb_jobs *jobs,
            const hb_periodic_run *run, const hb_periodic_run_failures *failures, bool valid)
{
  bool talks = valid && cli->verbosity >= 0;
  if (talks)
    printf ("c %s of %s ran, by semantics %s\n", hb_many (run->steps.size, "step"),
            hb_many (jobs->jobs.size, "job"), hb_semantics_names[run->semantics]);
  for (size_t i = 0; i < failures->size && talks; i++)
    {
      struct hb_place place = hb_c_place (program->unit, failures->data[i].spot);
      printf ("c %s fails at %s:%zu\n", failures->data[i].what, place.file, place.line);
    }
  if (talks && !failures->size)
    puts ("c nothing fails");
  puts (valid ? "s VALID" : "s INVALID");
}

/* The members that the replay of a trace has, and what this one has besides. */
static bool
print_json (struct cli *cli, const hb_periodic_program *program, const hb_jobs *jobs,
            const hb_periodic_run *run, const hb_periodic_run_failures *failures, bool valid)
{
  hb_json *json = cli_json (cli);
  hb_json_member_bool (json, "valid", valid);
  hb_json_member_string (json, "semantics", hb_semantics_names[run->semantics]);
  hb_json_member_unsigned (json, "jobs", jobs->jobs.size);
  hb_json_member_unsigned (json, "steps", run->steps.size);
  hb_json_member_array (json, "failures");
  for (size_t i = 0; i < failures->size && valid; i++)
    {
      struct hb_place place = hb_c_place (program->unit, failures->data[i].spot);
      hb_json_open_object (json);
      hb_json_member_string (json, "what", failures->data[i].what);
      hb_json_member_string (json, "file", place.file);
      hb_json_member_unsigned (json, "line", place.line);
      hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_member_string (json, "reason", valid ? NULL : hb_diag_first (cli->diag));
  return hb_json_commit (json);
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
      bool told = true;
      if (cli_flag (cli, "json"))
        told = print_json (cli, program, jobs, run, &failures, valid);
      else
        print_text (cli, program, jobs, run, &failures, valid);
      code = !valid;
      if (!valid)
        cli_fail (cli);
      if (!told || (valid && !write_trace (cli, jobs, run)))
        code = cli_fail (cli);
      vec_free (failures);
    }
  hb_jobs_free (jobs);
  hb_periodic_run_free (run);
  hb_periodic_free (program);
  return code;
}
