/* hbkit robust: does an event program behave as if it ran on one thread? */
#include "cmd/frame/commands.h"
#include "cmd/robust/programs.h"

#include "robust/decide.h"
#include "robust/machine.h"

static const struct cli_option options[]
    = { { "engine", "NAME", "explore (default), summaries, bmc, direct, or all of them", 'e',
          HB_ROBUST_ENGINES },
        { "part", "WHAT", "det (events are deterministic), ser (serializable), or both (default)",
          0, "det ser both" },
        { "det-from", "WHERE",
          "each event alone, from the initial values, from those of reachable idle "
          "configurations, or from all (default: within the program's runs)",
          0, "init reachable any" },
        { "main", "MAILBOX",
          "in which order main takes its tasks: multiset (any, default), queue", 0,
          "multiset queue" },
        { "bound", "K", "without a driver: K events start at most (explore, bmc, direct)", 0, NULL },
        { "schedule-out", "FILE", "if violated, write the schedule of a run that shows it", 0,
          "FILE" },
        { "timeout", "SECONDS", "give up after this time: s UNKNOWN", 't', NULL },
        { "memory", "SIZE", "give up beyond this memory, e.g. 2G: s UNKNOWN", 'm', NULL },
        OPTION_OUTPUT,
        OPTION_JSON,
        OPTION_END };

struct task
{
  struct cli *cli;
  struct event_program program;
  struct hb_robust_options how;
  struct hb_robust_result result;
};

static const char *
part_name (unsigned part)
{
  return part == HB_PART_DET ? "determinism" : "serializability";
}

/* Replays the violation; writes what was asked for. */
static bool
write_run (struct task *t)
{
  const char *schedule = cli_text (t->cli, "schedule-out", NULL),
             *trace = cli_text (t->cli, "output", NULL);
  bool good = true;
  if (!t->result.has_schedule)
    return true;
  hb_amachine *machine = hb_amachine_new (t->program.code, HB_MULTI_THREAD, t->how.queue);
  good = hb_amachine_replay (machine, &t->result.schedule, NULL, t->cli->diag);
  if (good && schedule)
    {
      hb_output *output = hb_output_open (schedule, t->cli->diag);
      if (output)
        hb_aschedule_write (output, t->program.text, &t->result.schedule);
      good = output && hb_output_commit (output);
    }
  if (good && trace)
    {
      hb_output *output = hb_output_open (trace, t->cli->diag);
      if (output)
        {
          hb_builder *builder = hb_builder_to_file (output);
          hb_amachine_tell (machine, true, builder);
          hb_builder_finish (builder);
        }
      good = output && hb_output_commit (output);
    }
  hb_amachine_free (machine);
  return good;
}

static void
print_text (const struct task *t)
{
  const struct hb_robust_result *r = &t->result;
  if (t->cli->verbosity >= 0)
    {
      if (r->configurations)
        printf ("c %zu configurations\n", r->configurations);
      if (r->notes)
        printf ("c %s\n", r->notes);
      if (r->answer == HB_ROBUST_VIOLATED)
        printf ("c %s is violated%s\n", part_name (r->part),
                r->has_schedule ? ", by a run that was replayed" : "");
      if (r->reason)
        printf ("c %s\n", r->reason);
    }
  printf ("s %s\n", hb_robust_answer_name (r->answer));
}

static int
run (struct cli *cli)
{
  struct task t = { .cli = cli };
  static const unsigned parts[] = { HB_PART_DET, HB_PART_SER, HB_PART_BOTH };
  int code = 2;
  struct hb_limits limits = file_limits (cli);
  t.how.engine = (enum hb_robust_engine)cli_choice (cli, "engine", HB_ROBUST_EXPLORE);
  t.how.parts = parts[cli_choice (cli, "part", 2)];
  t.how.det_from = (enum hb_det_from) (cli_choice (cli, "det-from", -1) + 1);
  t.how.queue = cli_choice (cli, "main", 0) == 1;
  t.how.bound = cli_unsigned (cli, "bound", 0);
  t.how.limits = &limits;
  if (event_program_open (cli, cli->operands[0], &t.program))
    {
      bool good = hb_robust_decide (t.program.code, &t.how, &t.result, cli->diag) && write_run (&t);
      code = good ? (int)t.result.answer : 2;
      if (good)
        print_text (&t);
      hb_robust_result_free (&t.result);
    }
  event_program_close (&t.program);
  if (code == 2)
    cli_fail (cli);
  return code;
}

const struct cli_command cmd_robust = {
  .name = "robust",
  .summary = "decide whether an event program behaves as if it ran on one thread",
  .usage = "P.aed [--engine NAME] [--part WHAT]",
  .examples = "hbkit robust p.aed                              # prints s ROBUST or s VIOLATED\n",
  .description = "x",
  .options = options,
  .least = 1,
  .most = 1,
  .run = run
};
