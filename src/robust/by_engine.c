/* See by_engine.h. */
#include "robust/by_engine.h"

#include "base/plural.h"

#include "robust/alone.h"
#include "robust/bmc.h"
#include "robust/direct.h"
#include "robust/explore.h"
#include "robust/extract.h"
#include "robust/judge.h"
#include "robust/summaries.h"

/* Events that start where nothing else is said, by the engines that need a bound. */
#define DEFAULT_BOUND 3

/* Loops are unrolled so often by bmc, and its circuits have so many gates at most. */
#define DEFAULT_UNROLL 4
#define MOST_GATES 20000000

void
hb_robust_result_free (struct hb_robust_result *result)
{
  hb_aschedule_free (&result->schedule);
  hb_free (result->reason);
  hb_free (result->notes);
}

/* New. */
static char *
why_unknown (const struct hb_explore_result *found, const struct hb_explore_options *explore)
{
  if (found->posts)
    return hb_copy_text ("a limit was reached: tasks post one another before all else, again and "
                         "again; expected --engine direct with a --bound");
  if (!found->complete)
    return hb_format ("a limit was reached; explore tries all orders of the tasks that are pending "
                      "together: expected fewer of them, or --engine %s",
                      explore->queue ? "direct" : "summaries");
  if (found->cut)
    return hb_copy_text ("no violation, but a task takes more than ten million local steps, or a "
                         "hundred thousand choices or calls, between two accesses");
  return hb_format ("no violation with up to %s; more may start",
                    hb_many (explore->bound, "event"));
}

static void
by_explore (const hb_acode *code, const struct hb_robust_options *options,
            struct hb_robust_result *result)
{
  struct hb_explore_options explore = { .parts = options->parts,
                                        .queue = options->queue,
                                        .only = HB_NONE,
                                        .bound = options->bound ? options->bound : DEFAULT_BOUND,
                                        .most = options->most,
                                        .limits = options->limits };
  struct hb_explore_result found;
  hb_explore_robust (code, &explore, &found);
  result->is_cut = options->most && found.configurations > options->most;
  result->answer = found.answer;
  result->part = found.part;
  result->schedule = found.schedule;
  result->has_schedule = found.answer == HB_ROBUST_VIOLATED;
  result->configurations = found.configurations;
  if (found.answer == HB_ROBUST_UNKNOWN)
    result->reason = why_unknown (&found, &explore);
  if (found.range)
    {
      struct hb_place place = hb_acode_place (code, found.range_ins);
      result->notes = hb_format (
          "a write leaves its variable's range, in line %zu: its task stops there", place.line);
    }
}

/* The run that was found violates one part first; about the other one nothing is known. */
static void
judge_part (const hb_acode *code, const struct hb_robust_options *options,
            struct hb_robust_result *result, hb_diag *diag)
{
  if (result->answer != HB_ROBUST_VIOLATED)
    return;
  struct hb_robust_trace judged;
  if (hb_robust_judge (code, &result->schedule, options->parts, &judged, diag))
    {
      result->part = judged.part;
      if (judged.answer != HB_ROBUST_VIOLATED)
        {
          result->answer = HB_ROBUST_UNKNOWN;
          result->has_schedule = false;
          result->is_other = true;
          result->reason = hb_copy_text ("the other part is violated; this one may be, behind it");
        }
    }
  hb_robust_trace_free (&judged);
}

/* What an engine says of the sequential program. */
struct reached
{
  enum hb_robust_answer answer;
  VEC (int32_t) choices;
  const char *reason; /* static; unknown: why */
};

/* What stands before the summaries of MADE in their certificate; new. */
static char *
certificate_head (const hb_instrumented *made, const struct hb_robust_options *options)
{
  char *loops = made->is_bounded ? hb_format (" loops %zu", options->bound) : hb_copy_text ("");
  char *head = hb_format ("hbcert 1 robust\nstage %s%s\n",
                          options->det_from == HB_DET_RUNS  ? "rob"
                          : options->det_from == HB_DET_ANY ? "det any"
                                                            : "det",
                          loops);
  hb_free (loops);
  return head;
}

/* BEYOND: the program is the second one (`look_beyond`). */
static bool
reach_by_summaries (const hb_instrumented *made, const struct hb_robust_options *options,
                    bool beyond, struct hb_robust_result *result, struct reached *reached)
{
  struct hb_summaries_options how = { .most = options->most, .limits = options->limits };
  char *head = beyond ? hb_copy_text ("beyond none\n") : certificate_head (made, options);
  struct hb_summaries_result found = { .certificate = options->certificate, .head = head };
  hb_summaries (made->code, &how, &found);
  hb_free (head);
  reached->answer = found.answer;
  reached->reason = "a limit was reached";
  result->summaries = found.exits;
  result->is_cut = options->most && (found.is_long || found.entries + found.exits > options->most);
  result->is_bounded = made->is_bounded && found.answer == HB_ROBUST_ROBUST;
  for (size_t i = 0; i < found.choices.size; i++)
    vec_push (reached->choices, found.choices.data[i]);
  hb_summaries_result_free (&found);
  return true;
}

/* So many events may start; 0: any number. */
static size_t
starts_of (const hb_aed *program)
{
  size_t starts = 0;
  for (size_t i = 0; i < program->driven.size; i++)
    starts += program->driven.data[i].times;
  return program->has_driver ? starts : 0;
}

static bool
reach_by_bmc (const hb_acode *code, const hb_instrumented *made,
              const struct hb_robust_options *options, struct hb_robust_result *result,
              struct reached *reached, hb_diag *diag)
{
  size_t starts = starts_of (code->program);
  struct hb_bmc_options how = { .rounds = starts           ? starts
                                          : options->bound ? options->bound
                                                           : DEFAULT_BOUND,
                                .bound = options->bound ? options->bound : DEFAULT_UNROLL,
                                .most = MOST_GATES,
                                .solver = options->solver,
                                .limits = options->limits };
  struct hb_bmc_result found;
  bool good = hb_bmc (made->code, &how, &found, diag);
  reached->answer = found.answer;
  reached->reason = found.cut ? "no violation within the bound; there are runs beyond it"
                              : "a limit was reached";
  result->variables = found.variables;
  result->clauses = found.clauses;
  result->is_bounded = found.cut || found.answer == HB_ROBUST_ROBUST;
  result->starts = how.rounds;
  result->bound = how.bound;
  for (size_t i = 0; i < found.choices.size; i++)
    vec_push (reached->choices, found.choices.data[i]);
  hb_bmc_result_free (&found);
  return good;
}

/* What MADE says, by the engine that was asked for. */
static bool
reach (const hb_acode *code, const hb_instrumented *made, const struct hb_robust_options *options,
       bool beyond, struct hb_robust_result *result, struct reached *reached, hb_diag *diag)
{
  return options->engine == HB_ROBUST_BMC
             ? reach_by_bmc (code, made, options, result, reached, diag)
             : reach_by_summaries (made, options, beyond, result, reached);
}

/* Loops that post were written out, HOW: the answer "robust" is one only if no run goes further.  (If there is one, the
 * part of it up to there is within the bound, so it is simulated, as all is that violates nothing.) */
static bool
look_beyond (const hb_acode *code, struct hb_instrument_options how,
             const struct hb_robust_options *options, struct reached *reached, bool *is_cut,
             hb_diag *diag)
{
  how.beyond = true;
  hb_instrumented *made = hb_instrument (code->program, &how, diag);
  struct reached further = { .answer = HB_ROBUST_UNKNOWN };
  struct hb_robust_result own = { .answer = HB_ROBUST_UNKNOWN };
  bool good = made && reach (code, made, options, true, &own, &further, diag);
  *is_cut = own.is_cut;
  if (further.answer != HB_ROBUST_ROBUST)
    {
      reached->answer = HB_ROBUST_UNKNOWN;
      reached->reason = further.answer ? "no violation within the bound; there are runs beyond it"
                                       : further.reason;
    }
  vec_free (further.choices);
  hb_instrumented_free (made);
  return good;
}

/* What the sequential program says, in which violations of PARTS alone count (0: of both). */
static bool
ask_reduction (const hb_acode *code, const struct hb_robust_options *options, unsigned parts,
               struct hb_robust_result *result, hb_diag *diag)
{
  bool alone = options->det_from != HB_DET_RUNS;
  struct hb_instrument_options how = { .stage = alone ? HB_STAGE_DET : HB_STAGE_ROB,
                                       .parts = parts,
                                       .from_any = options->det_from == HB_DET_ANY,
                                       .bound = options->bound };
  hb_instrumented *made = hb_instrument (code->program, &how, diag);
  if (!made)
    return false;
  struct reached reached = { .answer = HB_ROBUST_UNKNOWN };
  /* Who runs alone does not ask the driver. */
  hb_aed undriven = *code->program;
  hb_acode own = *code;
  undriven.has_driver = undriven.has_driver && !alone;
  own.program = &undriven;
  bool good = reach (code, made, options, false, result, &reached, diag);
  if (good && made->is_bounded && reached.answer == HB_ROBUST_ROBUST)
    good = look_beyond (code, how, options, &reached, &result->is_cut, diag);
  result->answer = reached.answer;
  result->part = HB_PART_DET;
  if (good && reached.answer == HB_ROBUST_VIOLATED && options->det_from != HB_DET_ANY)
    {
      good = hb_robust_extract (&own, made, vec_from (reached.choices, 0), reached.choices.size,
                                &result->schedule, diag);
      result->has_schedule = good && (!alone || hb_robust_may_be_first (code, &result->schedule));
    }
  if (reached.answer == HB_ROBUST_UNKNOWN)
    result->reason = hb_copy_text (reached.reason);
  if (good && !alone)
    judge_part (code, options, result, diag);
  vec_free (reached.choices);
  hb_instrumented_free (made);
  return good;
}

/* By the reduction: the instrumented program says whether the program is robust.  If not, and one part is asked for
 * which is not what is violated first, that is looked for alone; if it is not found either, nothing is known of it: what
 * comes behind a violation is not simulated whole. */
static bool
by_reduction (const hb_acode *code, const struct hb_robust_options *options,
              struct hb_robust_result *result, hb_diag *diag)
{
  if (options->queue || options->det_from == HB_DET_REACHABLE)
    {
      result->reason = hb_copy_text (
          options->queue ? "the reduction is not for main tasks in the order of posts"
                         : "the reduction does not start from reachable values");
      return true;
    }
  bool good = ask_reduction (code, options, 0, result, diag);
  if (!good || !result->is_other)
    return good;
  /* Behind a violation of the other part no order need be there: then nothing is found. */
  hb_diag *silent = hb_diag_new ();
  struct hb_robust_options quiet = *options;
  struct hb_robust_result found = { .answer = HB_ROBUST_UNKNOWN };
  quiet.certificate = NULL;
  if (ask_reduction (code, &quiet, options->parts, &found, silent)
      && found.answer == HB_ROBUST_VIOLATED)
    {
      struct hb_robust_result first = *result;
      *result = found;
      found = first;
    }
  hb_robust_result_free (&found);
  hb_diag_free (silent);
  return true;
}

static bool
by_direct (const hb_acode *code, const struct hb_robust_options *options,
           struct hb_robust_result *result, hb_diag *diag)
{
  struct hb_direct_options how = { .parts = options->parts,
                                   .queue = options->queue,
                                   .events = options->bound ? options->bound : DEFAULT_BOUND,
                                   .bound = options->bound ? options->bound : DEFAULT_UNROLL,
                                   .most = MOST_GATES,
                                   .solver = options->solver,
                                   .limits = options->limits };
  struct hb_direct_result found;
  if (options->det_from != HB_DET_RUNS)
    {
      result->reason = hb_copy_text ("direct is about the program's runs, not each event's alone");
      return true;
    }
  bool good = hb_direct (code, &how, &found, diag);
  result->answer = found.answer;
  result->schedule = found.schedule;
  result->has_schedule = found.answer == HB_ROBUST_VIOLATED;
  result->variables = found.variables;
  result->clauses = found.clauses;
  result->is_bounded = found.is_bounded;
  result->starts = how.events;
  result->bound = how.bound;
  if (!result->has_schedule)
    hb_aschedule_free (&result->schedule);
  if (good && found.answer == HB_ROBUST_UNKNOWN)
    result->reason = hb_copy_text (found.reason);
  return good;
}

bool
hb_robust_by_engine (const hb_acode *code, const struct hb_robust_options *options,
                     struct hb_robust_result *result, hb_diag *diag)
{
  *result = (struct hb_robust_result){ .answer = HB_ROBUST_UNKNOWN };
  if (options->engine == HB_ROBUST_SUMMARIES || options->engine == HB_ROBUST_BMC)
    return by_reduction (code, options, result, diag);
  if (options->engine == HB_ROBUST_DIRECT)
    return by_direct (code, options, result, diag);
  if (options->det_from != HB_DET_RUNS && options->parts & HB_PART_DET)
    hb_robust_alone (code, options, result);
  else
    by_explore (code, options, result);
  return true;
}
