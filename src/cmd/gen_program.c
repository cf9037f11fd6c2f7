/* hbkit gen program: random programs; gen trace --program: traces sampled from the runs of one; gen
 * schedule: a schedule of such a run. */
#include "cmd/gen_program.h"

#include "cmd/gen_trace.h"
#include "cmd/frame/programs.h"

#include "base/buffer.h"
#include "program/schedule.h"

#include "gen/events.h"
#include "gen/random_program.h"
#include "format/edt.h"

#include <string.h>

/* --- gen program --- */

static hb_id
count_of (const struct cli *cli, const char *name, hb_id otherwise)
{
  uint64_t number = cli_unsigned (cli, name, otherwise);
  if (number > 1000000)
    cli_usage_error (cli, "--%s takes at most 1000000", name);
  return (hb_id)number;
}

static struct hb_program_shape
shape_of (const struct cli *cli)
{
  struct hb_program_shape shape = hb_program_defaults ();
  const char *mailbox = cli_text (cli, "mailbox", "queue");
  shape.handlers = count_of (cli, "handlers", shape.handlers);
  shape.messages = count_of (cli, "messages", shape.messages);
  shape.variables = count_of (cli, "variables", shape.variables);
  shape.statements = count_of (cli, "statements", shape.statements);
  shape.posted = count_of (cli, "posted", shape.posted);
  shape.posts = cli_double (cli, "posts", shape.posts);
  shape.reads = cli_double (cli, "reads", shape.reads);
  shape.writes = cli_double (cli, "writes", shape.writes);
  shape.blocks = cli_double (cli, "blocks", shape.blocks);
  shape.awaits = cli_double (cli, "awaits", shape.awaits);
  shape.asserts = cli_double (cli, "asserts", shape.asserts);
  shape.mailbox = strcmp (mailbox, "mixed") ? program_mailbox (cli, "mailbox") : -1;
  if (!cli_text (cli, "mailbox", NULL))
    shape.mailbox = HB_QUEUE;
  if (!shape.handlers)
    cli_usage_error (cli, "--handlers takes at least 1");
  return shape;
}

/* The command that makes the program again.  New. */
static char *
command_of (const struct hb_program_shape *s, uint64_t seed)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text,
                 "hbkit gen program --handlers %u --messages %u --variables %u --statements %u"
                 " --posted %u",
                 s->handlers, s->messages, s->variables, s->statements, s->posted);
  add_share (&text, "posts", s->posts);
  add_share (&text, "reads", s->reads);
  add_share (&text, "writes", s->writes);
  add_share (&text, "blocks", s->blocks);
  if (s->awaits > 0)
    add_share (&text, "awaits", s->awaits);
  if (s->asserts > 0)
    add_share (&text, "asserts", s->asserts);
  if (s->mailbox != HB_QUEUE)
    hb_buffer_add (&text, " --mailbox %s",
                   s->mailbox < 0 ? "mixed" : hb_mailbox_name ((enum hb_mailbox)s->mailbox));
  hb_buffer_add (&text, " --seed %llu", (unsigned long long)seed);
  return hb_buffer_take (&text);
}

/* --kind events: a random event program. */
static int
gen_events (struct cli *cli)
{
  struct hb_event_shape shape = { .events = 3,
                                  .procs = count_of (cli, "messages", 3),
                                  .variables = count_of (cli, "variables", 2),
                                  .statements = count_of (cli, "statements", 4),
                                  .parameters = true,
                                  .guards = true,
                                  .calls = true,
                                  .branches = true,
                                  .driver = true,
                                  .orders = 1 };
  uint64_t seed = cli_unsigned (cli, "seed", 0);
  if (!shape.variables || !shape.statements)
    cli_usage_error (cli, "--variables and --statements take at least 1 for event programs");
  struct hb_rng rng = hb_rng_seeded (seed);
  char *text = hb_random_events (&shape, &rng);
  hb_output *output = hb_output_open (cli_text (cli, "output", "-"), cli->diag);
  if (output)
    hb_putf (output,
             "# hbkit gen program --kind events --messages %u --variables %u --statements %u "
             "--seed %llu\n%s",
             shape.procs, shape.variables, shape.statements, (unsigned long long)seed, text);
  hb_free (text);
  return output && hb_output_commit (output) ? 0 : cli_fail (cli);
}

int
cmd_gen_program (struct cli *cli)
{
  if (cli_choice (cli, "kind", 0) == 1)
    return gen_events (cli);
  struct hb_program_shape shape = shape_of (cli);
  uint64_t seed = cli_unsigned (cli, "seed", 0);
  struct hb_rng rng = hb_rng_seeded (seed);
  hb_output *output = hb_output_open (cli_text (cli, "output", "-"), cli->diag);
  if (!output)
    return cli_fail (cli);
  char *command = command_of (&shape, seed), *text = hb_program_random (&shape, &rng);
  hb_putf (output, "# %s\n\n", command);
  hb_put (output, text);
  hb_free (command);
  hb_free (text);
  return hb_output_commit (output) ? 0 : cli_fail (cli);
}

/* --- gen trace --program, gen schedule --- */

/* Several traces need several files. */
static const char *
output_of (const struct cli *cli, uint64_t runs)
{
  const char *path = cli_text (cli, "output", "-");
  if (!runs)
    cli_usage_error (cli, "--runs takes at least 1");
  if (runs > 1 && !strchr (path, '%'))
    cli_usage_error (cli, "several runs need several files; expected a %% in '%s' for their number",
                     path);
  return path;
}

static hb_execution *
random_run (struct cli *cli, const struct program *program, uint64_t seed, hb_run_steps *taken)
{
  struct hb_scheduling scheduling = { .schedule = HB_SCHEDULE_RANDOM,
                                      .seed = seed,
                                      .steps = cli_unsigned (cli, "steps", 1000000) };
  hb_execution *run = hb_execution_new (program->code);
  hb_execution_run (run, &scheduling, taken);
  return run;
}

static uint64_t failed_runs;

/* A deadlock, a failed assertion and an error are errors here as for `hbkit run`; what is generated is written all
 * the same. */
static void
look_how_it_ended (struct cli *cli, const hb_execution *run, uint64_t seed)
{
  enum hb_run_status status = hb_execution_status (run);
  if (status < HB_RUN_DEADLOCK)
    return;
  hb_error (cli->diag, NULL, "the run of seed %llu ended in %s; 'hbkit run --seed %llu' says where",
            (unsigned long long)seed, hb_run_status_name (status), (unsigned long long)seed);
  failed_runs++;
}

static bool
write_trace (struct cli *cli, const struct program *program, const char *path, uint64_t seed)
{
  const char *file = cli_text (cli, "program", NULL), *as = cli_text (cli, "as", NULL);
  hb_output *output = hb_output_open (path, cli->diag);
  if (!output)
    return false;
  hb_execution *run = random_run (cli, program, seed, NULL);
  hb_builder *builder = hb_builder_to_file (output);
  char *command = hb_format ("hbkit gen trace --program %s%s%s%s%s --seed %llu", file,
                             program->settings, as ? " --as " : "", as ? as : "",
                             cli_flag (cli, "orders") ? " --orders" : "", (unsigned long long)seed);
  hb_build_meta (builder, "gen", command);
  if (hb_execution_status (run) != HB_RUN_DONE)
    hb_build_meta (builder, "ended", hb_run_status_name (hb_execution_status (run)));
  hb_execution_tell (run, program_mailbox (cli, "as"), cli_flag (cli, "orders"), builder);
  hb_builder_finish (builder);
  hb_free (command);
  look_how_it_ended (cli, run, seed);
  hb_execution_free (run);
  return hb_output_commit (output);
}

static bool
write_schedule (struct cli *cli, const struct program *program, const char *path, uint64_t seed)
{
  hb_output *output = hb_output_open (path, cli->diag);
  if (!output)
    return false;
  hb_run_steps taken = VEC_EMPTY;
  hb_execution *run = random_run (cli, program, seed, &taken);
  char *command
      = hb_format ("hbkit gen schedule --program %s%s --seed %llu", cli_text (cli, "program", NULL),
                   program->settings, (unsigned long long)seed);
  hb_schedule_write (output, run, &taken, command);
  hb_free (command);
  vec_free (taken);
  look_how_it_ended (cli, run, seed);
  hb_execution_free (run);
  return hb_output_commit (output);
}

static int
sample (struct cli *cli,
        bool (*write) (struct cli *, const struct program *, const char *, uint64_t))
{
  struct program program;
  uint64_t runs = cli_unsigned (cli, "runs", 1), seed = cli_unsigned (cli, "seed", 0);
  const char *output = output_of (cli, runs);
  bool good = program_open (cli, cli_text (cli, "program", NULL), program_mailbox (cli, "mailbox"),
                            &program);
  for (uint64_t i = 0; i < runs && good; i++)
    {
      char *path = program_numbered (output, i + 1, runs);
      good = write (cli, &program, path, seed + i);
      hb_free (path);
    }
  program_close (&program);
  if (good && failed_runs)
    {
      cli_fail (cli);
      return 1;
    }
  return good ? 0 : cli_fail (cli);
}

int
cmd_gen_trace_of_program (struct cli *cli)
{
  if (cli_text (cli, "as", NULL) && cli_flag (cli, "orders"))
    cli_usage_error (cli, "--orders belong to the run's own mailboxes; expected no --as beside it");
  return sample (cli, write_trace);
}

int
cmd_gen_schedule (struct cli *cli)
{
  if (!cli_text (cli, "program", NULL))
    cli_usage_error (cli, "gen schedule needs --program P.ed, or --of W.edt");
  return sample (cli, write_schedule);
}
