/* hbkit draw P.c F.run */
#include "cmd/periodic/programs.h"
#include "cmd/periodic/draw.h"

#include "viz/flow.h"
#include "viz/gantt.h"
#include "viz/job_graph.h"
#include "viz/observation.h"

#include <stdlib.h>
#include <string.h>

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

static bool
write_observation (struct cli *cli, const void *what, const struct hb_draw_options *draw,
                   hb_output *output)
{
  return hb_draw_observation (what, draw, output, cli->diag);
}

static void
no_clause (void *context, int literal)
{
  (void)context;
  (void)literal;
}

/* --observes VAR: the accesses to it, all of them events. */
static bool
draw_observation (struct cli *cli, const hb_jobs *jobs, const struct hb_periodic_options *how,
                  struct hb_draw_options *draw, const struct draw_form *form)
{
  const char *name = cli_text (cli, "observes", NULL);
  const hb_periodic_program *program = jobs->program;
  struct hb_unfold_options unfold = how->unfold;
  struct hb_vc_options options = how->formula;
  struct hb_observation what = { .cell = HB_NONE };
  unfold.private_shared = true;
  options.keep = HB_KEEP_ALL;
  for (hb_id i = 0; i < program->cells.size; i++)
    if (program->cells.data[i].kind != HB_CELL_CONSTANT
        && !strcmp (program->cells.data[i].name, name))
      what.cell = i;
  if (what.cell == HB_NONE)
    cli_usage_error (cli, "--observes: expected a global variable that a task changes, not '%s'",
                     name);
  hb_unfolding *unfolding = hb_unfold (jobs, &unfold, cli->diag);
  hb_vc *vc = unfolding ? hb_vc_new (unfolding, &options, no_clause, NULL, cli->diag) : NULL;
  what.vc = vc;
  struct draw_picture picture = { write_observation, &what };
  bool good = vc && draw_put (cli, &picture, draw, form);
  hb_vc_free (vc);
  hb_unfolding_free (unfolding);
  return good;
}

static bool
write_flow (struct cli *cli, const void *what, const struct hb_draw_options *draw,
            hb_output *output)
{
  return hb_draw_flow (what, draw, output, cli->diag);
}

/* --body TASK: its control flow. */
static bool
draw_body (struct cli *cli, const hb_periodic_program *program, struct hb_draw_options *draw,
           const struct draw_form *form)
{
  const char *name = cli_text (cli, "body", NULL);
  const struct hb_c_symbol *function = hb_c_find (program->unit, name);
  if (!function || function->role != C_FUNCTION_NAME || !function->body)
    cli_usage_error (cli, "--body: expected a function with a body, not '%s'", name);
  struct draw_picture picture = { write_flow, function };
  return draw_put (cli, &picture, draw, form);
}

/* Without a run: how the program's jobs relate, who observes whom, or what a job does. */
static bool
draw_jobs (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form)
{
  hb_periodic_program *program = periodic_open (cli, cli->operands[0]);
  struct hb_periodic_options how;
  if (program)
    periodic_options (cli, program, &how);
  bool body = program && cli_text (cli, "body", NULL);
  hb_jobs *jobs
      = program && !body ? hb_jobs_new (program, how.time, how.departure, 0, cli->diag) : NULL;
  struct draw_picture picture = { write_jobs, jobs };
  bool good = body ? draw_body (cli, program, draw, form)
              : jobs && cli_text (cli, "observes", NULL)
                  ? draw_observation (cli, jobs, &how, draw, form)
                  : jobs && draw_put (cli, &picture, draw, form);
  hb_jobs_free (jobs);
  hb_periodic_free (program);
  return good;
}

bool
periodic_draw (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form)
{
  if (cli->operand_count == 1)
    return draw_jobs (cli, draw, form);
  struct hb_gantt gantt = { .from = time_of (cli, "from", -1),
                            .to = time_of (cli, "to", 1e18),
                            .clocks = cli_flag (cli, "clocks") };
  hb_periodic_program *program = periodic_open (cli, cli->operands[0]);
  hb_periodic_run *run
      = program ? hb_periodic_run_read (program, cli->operands[1], cli->diag) : NULL;
  hb_jobs *jobs = run ? hb_jobs_new (program, run->time, run->departure, 0, cli->diag) : NULL;
  hb_periodic_run_failures failures = VEC_EMPTY;
  /* What is against an order that is none can be drawn, too: below it. */
  hb_diag *own = cli_flag (cli, "illegal") ? hb_diag_new () : NULL;
  bool good = jobs && hb_periodic_run_replay (jobs, run, &failures, own ? own : cli->diag);
  if (jobs && !good && own)
    {
      gantt.against = hb_diag_first (own);
      good = true;
    }
  if (good)
    {
      gantt.jobs = jobs;
      gantt.run = run;
      gantt.failures = failures.data;
      gantt.failure_count = failures.size;
      struct draw_picture picture = { write_gantt, &gantt };
      good = draw_put (cli, &picture, draw, form);
    }
  hb_diag_free (own);
  vec_free (failures);
  hb_jobs_free (jobs);
  hb_periodic_run_free (run);
  hb_periodic_free (program);
  return good;
}
