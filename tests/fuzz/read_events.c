/* Fuzzing the reader of event programs (.aed), and what is done with what was read. */
#include "targets.h"

#include "gen/events.h"
#include "robust/direct.h"
#include "robust/explore.h"
#include "robust/machine.h"
#include "robust/trace.h"
#include "run/replay.h"

/* Code larger than this is not run. */
#define MOST_DECLARED 200

static const char *const event_words[] = { "shared",      "ghost",
                                           "event",       "proc",
                                           "local",       "when",
                                           "async[main]", "async[any]",
                                           "call",        "assume",
                                           "assert",      "if",
                                           "else",        "while",
                                           "goto",        "return",
                                           "choose",      "driver",
                                           "before",      ":=",
                                           "=",           ":",
                                           ";",           "..",
                                           "{",           "}",
                                           "(",           ")",
                                           ",",           "*",
                                           "+",           "-",
                                           "%",           "/",
                                           "!",           "==",
                                           "<",           "&&",
                                           "||",          "L:",
                                           "#",           "# c\n",
                                           "e0",          "e1",
                                           "p0",          "p1",
                                           "x0",          "x1",
                                           "r",           "s",
                                           "in 1..2",     "k",
                                           "0",           "1",
                                           "2",           "-1",
                                           "\n",          "e0*1;",
                                           "}\n",         "r := x0;",
                                           "4294967296",  "99999999999999999999" };

static char *
make_events (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (57, seed);
  struct hb_event_shape shape = { .events = 1 + (unsigned)hb_rng_below (&rng, 2),
                                  .procs = 1 + (unsigned)hb_rng_below (&rng, 2),
                                  .variables = 2,
                                  .statements = 3,
                                  .parameters = hb_rng_coin (&rng),
                                  .guards = hb_rng_coin (&rng),
                                  .calls = hb_rng_coin (&rng),
                                  .branches = true,
                                  .loops = hb_rng_coin (&rng),
                                  .choices = hb_rng_coin (&rng),
                                  .driver = true,
                                  .orders = (unsigned)hb_rng_below (&rng, 2) };
  return hb_random_events (&shape, &rng);
}

static void
check_layout (const hb_aed *program)
{
  hb_diag *diag = hb_diag_new ();
  char *once = hb_aed_text (program);
  hb_aed *again = hb_aed_of_bytes ("written", once, strlen (once), diag);
  if (!again)
    hb_die ("what was written cannot be read: %s\n%s", hb_diag_first (diag), once);
  fuzz_same_text (once, hb_aed_text (again));
  hb_aed_free (again);
  hb_diag_free (diag);
}

/* The schedule of a violation runs, and its trace is one. */
static void
check_schedule (const hb_acode *code, const hb_aschedule *schedule, const char *whose)
{
  hb_diag *diag = hb_diag_new ();
  hb_amachine *machine = hb_amachine_new (code, HB_MULTI_THREAD, false);
  if (!hb_amachine_replay (machine, schedule, NULL, diag))
    hb_die ("the schedule of %s does not replay: %s", whose, hb_diag_first (diag));
  struct hb_robust_trace judged;
  hb_trace *trace = hb_amachine_trace (machine, true, diag);
  hb_witness *own = trace ? hb_witness_of_trace (trace, diag) : NULL;
  if (!own || !hb_replay (trace, own, NULL, diag))
    hb_die ("a run of %s that does not replay: %s", whose, hb_diag_first (diag));
  hb_robust_of_trace (trace, HB_PART_BOTH, &judged);
  if (judged.answer != HB_ROBUST_VIOLATED)
    hb_die ("the violation of %s is none", whose);
  hb_robust_trace_free (&judged);
  hb_witness_free (own);
  hb_trace_free (trace);
  hb_amachine_free (machine);
  hb_diag_free (diag);
}

/* The oracle and executions as a formula, as far as both know. */
static void
check_engines (const hb_acode *code)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_limits limits = hb_limits_new (2, 0);
  struct hb_explore_options how
      = { .parts = HB_PART_BOTH, .only = HB_NONE, .most = 300, .bound = 2, .limits = &limits };
  struct hb_direct_options other
      = { .parts = HB_PART_BOTH, .events = 2, .bound = 2, .most = 5000, .limits = &limits };
  struct hb_explore_result explored;
  struct hb_direct_result direct;
  hb_explore_robust (code, &how, &explored);
  hb_direct (code, &other, &direct, diag);
  if (explored.answer == HB_ROBUST_VIOLATED)
    check_schedule (code, &explored.schedule, "explore");
  if (direct.answer == HB_ROBUST_VIOLATED)
    check_schedule (code, &direct.schedule, "direct");
  if (explored.answer && direct.answer && explored.answer != direct.answer)
    hb_die ("explore and direct disagree");
  hb_explore_result_free (&explored);
  hb_direct_result_free (&direct);
  hb_diag_free (diag);
}

/* Loops may never end, which takes long to find out. */
static bool
has_loops (const hb_acode *code)
{
  for (hb_id i = 0; i < code->ins.size; i++)
    if ((code->ins.data[i].op == HB_AOP_JUMP || code->ins.data[i].op == HB_AOP_BRANCH)
        && code->ins.data[i].target <= i)
      return true;
  return false;
}

static bool
try_events (const char *data, size_t size, bool checked)
{
  hb_diag *diag = hb_diag_new ();
  hb_aed *program = hb_aed_of_bytes ("fuzzed", data, size, diag);
  if (checked)
    fuzz_either (program, diag);
  if (program && checked)
    {
      check_layout (program);
      hb_aed_split (program);
      hb_acode *code = hb_acode_new (program);
      if (code->ins.size < MOST_DECLARED && size < 3000 && !has_loops (code))
        check_engines (code);
      hb_acode_free (code);
    }
  hb_aed_free (program);
  hb_diag_free (diag);
  return program;
}

const struct fuzz_target fuzz_events
    = { .name = "events",
        .sources = "robust/read robust/check robust/write robust/split robust/code program/lex",
        FUZZ_WORDS (event_words),
        .make = make_events,
        .read = try_events,
        .rounds = 300,
        .fresh = 4,
        .least = 1,
        .most = 3,
        .least_good = 15,
        .most_good = 95 };
