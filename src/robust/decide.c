/* See decide.h.  Several engines about one question: all of them, or `explore` and `summaries` in turn. */
#include "robust/decide.h"

#include "robust/by_engine.h"

const char *
hb_robust_answer_name (enum hb_robust_answer answer)
{
  return answer == HB_ROBUST_ROBUST     ? "ROBUST"
         : answer == HB_ROBUST_VIOLATED ? "VIOLATED"
                                        : "UNKNOWN";
}

/* --- All --- */

/* Those that know must agree.  If none does, the first one says why. */
static bool
by_all (const hb_acode *code, const struct hb_robust_options *options,
        struct hb_robust_result *result, hb_diag *diag)
{
  static const char *const names[] = { "explore", "summaries", "bmc", "direct" };
  for (int engine = HB_ROBUST_EXPLORE; engine < HB_ROBUST_ALL; engine++)
    {
      struct hb_robust_options one = *options;
      struct hb_robust_result found;
      one.engine = (enum hb_robust_engine)engine;
      if (!hb_robust_by_engine (code, &one, &found, diag))
        {
          hb_robust_result_free (&found);
          return false;
        }
      if (found.answer && result->answer && found.answer != result->answer)
        hb_mistake (diag, NULL, "the engines disagree");
      bool better
          = found.answer && (!result->answer || (found.has_schedule && !result->has_schedule));
      if (!better)
        {
          if (!found.answer && !result->answer && !result->reason && found.reason)
            result->reason = hb_format ("%s: %s", names[engine], found.reason);
          hb_robust_result_free (&found);
          continue;
        }
      hb_robust_result_free (result);
      *result = found;
    }
  return !hb_diag_errors (diag);
}

/* --- In turn --- */

/* So many configurations and summaries in the first turn, and so many times more in each further one: what is done
 * again is a seventh of all, and neither engine takes more than some ten times what the better one would. */
#define FIRST_MOST 10000
#define GROWTH 8

/* The two engines, and what they say. */
struct turns
{
  const hb_acode *code;
  struct hb_robust_options how;
  struct hb_robust_result explored, reduced;
  bool explores, reduces; /* more may come of it */
};

static void
explore_once (struct turns *t, size_t most, hb_diag *diag)
{
  hb_robust_result_free (&t->explored);
  t->how.engine = HB_ROBUST_EXPLORE;
  t->how.most = t->reduces ? most : 0;
  t->explores = hb_robust_by_engine (t->code, &t->how, &t->explored, diag) && t->explored.is_cut;
}

/* What the reduction does not take becomes its reason; so does what is wrong with a violation's run: without one nothing is
 * said.  A mistake of its own is told, whatever the answer. */
static void
reduce_once (struct turns *t, size_t most, hb_diag *diag)
{
  hb_diag *silent = hb_diag_new ();
  hb_robust_result_free (&t->reduced);
  t->how.engine = HB_ROBUST_SUMMARIES;
  t->how.most = t->explores ? most : 0;
  t->reduces = hb_robust_by_engine (t->code, &t->how, &t->reduced, silent) && t->reduced.is_cut;
  if (hb_diag_errors (silent))
    {
      t->reduced.answer = HB_ROBUST_UNKNOWN;
      hb_free (t->reduced.reason);
      t->reduced.reason = hb_copy_text (hb_diag_first (silent));
      if (hb_diag_has_mistake (silent))
        hb_warning (diag, NULL, "summaries gave up: %s", t->reduced.reason);
    }
  hb_diag_free (silent);
}

static struct hb_robust_result
take (struct hb_robust_result *from)
{
  struct hb_robust_result taken = *from;
  *from = (struct hb_robust_result){ .answer = HB_ROBUST_UNKNOWN };
  return taken;
}

/* Until one knows, each with more configurations and summaries than before: `explore`, which finds the shortest
 * violation, and `summaries`, which knows of any number of events.  Loops that post are no error: the answer is
 * unknown where `explore` does not know. */
static bool
in_turn (const hb_acode *code, const struct hb_robust_options *options,
         struct hb_robust_result *result, hb_diag *diag)
{
  struct turns t = { .code = code, .how = *options, .explores = true };
  t.explored.answer = t.reduced.answer = HB_ROBUST_UNKNOWN;
  t.reduces = !options->queue && options->det_from != HB_DET_REACHABLE;
  t.how.certificate = NULL;
  for (size_t most = FIRST_MOST; t.explores || t.reduces; most *= GROWTH)
    {
      if (t.explores)
        explore_once (&t, most, diag);
      if (t.explored.answer != HB_ROBUST_UNKNOWN)
        break;
      if (t.reduces)
        reduce_once (&t, most, diag);
      if (t.reduced.answer != HB_ROBUST_UNKNOWN)
        break;
    }
  bool is_reduced = t.reduced.answer != HB_ROBUST_UNKNOWN;
  *result = take (is_reduced ? &t.reduced : &t.explored);
  if (is_reduced)
    result->configurations = t.explored.configurations;
  else
    result->summaries = t.reduced.summaries;
  if (result->answer == HB_ROBUST_UNKNOWN && t.reduced.reason)
    {
      char *reason = hb_limits_hit (options->limits)
                         ? hb_copy_text ("a limit was reached, by explore and by summaries")
                         : hb_format ("%s; summaries: %s", result->reason, t.reduced.reason);
      hb_free (result->reason);
      result->reason = reason;
    }
  hb_robust_result_free (&t.explored);
  hb_robust_result_free (&t.reduced);
  return !hb_diag_errors (diag);
}

bool
hb_robust_decide (const hb_acode *code, const struct hb_robust_options *options,
                  struct hb_robust_result *result, hb_diag *diag)
{
  *result = (struct hb_robust_result){ .answer = HB_ROBUST_UNKNOWN };
  return options->engine == HB_ROBUST_ALL    ? by_all (code, options, result, diag)
         : options->engine == HB_ROBUST_AUTO ? in_turn (code, options, result, diag)
                                             : hb_robust_by_engine (code, options, result, diag);
}
