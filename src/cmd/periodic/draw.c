/* hbkit draw P.c F.run */
#include "cmd/periodic/programs.h"
#include "cmd/periodic/draw.h"

#include "viz/gantt.h"
#include "viz/job_graph.h"

#include <stdlib.h>

static bool
write_gantt (struct cli *cli, const void *what, const struct hb_draw_options *draw,
             hb_output *output)
{
  return hb_draw_gantt (what, draw, output, cli->diag);
}

static double
time_of (const struct cli *cli, const char *name, double otherwise)
{
  const char *text = cli_text (cli, name, NULL);
  char *end;
  double time = text ? strtod (text, &end) : otherwise;
  if (text && (*end || end == text))
    cli_usage_error (cli, "--%s: expected a time, not '%s'", name, text);
  return time;
}

static bool
write_jobs (struct cli *cli, const void *what, const struct hb_draw_options *draw,
            hb_output *output)
{
  return hb_draw_job_graph (what, draw, output, cli->diag);
}

/* Without a run: how the program's jobs relate. */
static bool
draw_jobs (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form)
{
  hb_periodic_program *program = periodic_open (cli, cli->operands[0]);
  struct hb_periodic_options how;
  if (program)
    periodic_options (cli, program, &how);
  hb_jobs *jobs = program ? hb_jobs_new (program, how.time, how.departure, 0, cli->diag) : NULL;
  struct draw_picture picture = { write_jobs, jobs };
  bool good = jobs && draw_put (cli, &picture, draw, form);
  hb_jobs_free (jobs);
  hb_periodic_free (program);
  return good;
}

bool
periodic_draw (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form)
{
  if (cli->operand_count == 1)
    return draw_jobs (cli, draw, form);
  struct hb_gantt gantt = { .from = time_of (cli, "from", -1), .to = time_of (cli, "to", 1e18) };
  hb_periodic_program *program = periodic_open (cli, cli->operands[0]);
  hb_periodic_run *run
      = program ? hb_periodic_run_read (program, cli->operands[1], cli->diag) : NULL;
  hb_jobs *jobs = run ? hb_jobs_new (program, run->time, run->departure, 0, cli->diag) : NULL;
  hb_periodic_run_failures failures = VEC_EMPTY;
  bool good = jobs && hb_periodic_run_replay (jobs, run, &failures, cli->diag);
  if (good)
    {
      gantt.jobs = jobs;
      gantt.run = run;
      gantt.failures = failures.data;
      gantt.failure_count = failures.size;
      struct draw_picture picture = { write_gantt, &gantt };
      good = draw_put (cli, &picture, draw, form);
    }
  vec_free (failures);
  hb_jobs_free (jobs);
  hb_periodic_run_free (run);
  hb_periodic_free (program);
  return good;
}
