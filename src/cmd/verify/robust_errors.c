/* hbkit verify robust-errors: what the robustness paper says and does not hold as printed, each on a program that
 * shows it, by the oracle (doc/robustness.md). */
#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#include "robust/decide.h"
#include "robust/outcomes.h"

#include <string.h>

#define R HB_ROBUST_ROBUST
#define V HB_ROBUST_VIOLATED

struct exhibit
{
  const char *claim, *text;
  enum hb_robust_answer both, ser;                    /* by conflicts */
  enum hb_robust_answer states, states_det, repaired; /* by states: definitions 1, 3, 3 repaired */
  enum hb_robust_answer any, reachable; /* definition 3 from all, from reachable values */
};

#define P(NAME, BODY) " proc " NAME "() { local r; " BODY " }"

static const struct exhibit exhibits[]
    = { { "Theorem 5: what an incomplete main task posted cannot run",
          "shared x event e { async[main] p(); x := 1; }" P ("p", "x := 1;") " driver { e*1 }", R,
          R, R, R, R, R, R },
        { "the body of an event can be incomplete",
          "shared x event e { async[any] p(); x := 1; }" P ("p", "x := 1;") " driver { e*1 }", V, R,
          R, R, R, R, R },
        { "Theorem 7: the same between events",
          "shared x shared y event e { async[main] p(); x := 1; } event f { local r; x := 1; r := "
          "y; assume r; }" P ("p", "y := 1;") " driver { e*1 f*1 }",
          R, R, R, R, R, R, R },
        { "Theorem 1: idle asks that nothing is pending",
          "shared x shared y event e { async[any] p(); async[any] q(); }" P ("p", "x := 1;")
              P ("q", "y := 1;") " driver { e*1 }",
          R, R, R, R, R, R, R },
        { "Theorem 1, from right to left: the single-thread run must end",
          "shared x event e { async[any] p(); async[any] q(); }" P ("p", "r := x; assume r;")
              P ("q", "x := 1;") " driver { e*1 }",
          V, R, V, R, V, V, V },
        { "Theorem 1, from left to right, and Theorem 3: from all values",
          "shared x shared y event e { async[any] p(); async[any] q(); }" P ("p", "x := 0;")
              P ("q", "r := y; if !r { return; } x := 1;") " driver { e*1 }",
          R, R, R, R, R, V, R },
        { "Theorem 1, from left to right: from reachable values",
          "shared x event e { async[any] p(); async[any] q(); } event f { x := 1; }" P (
              "p", "x := 0;") P ("q", "r := x; if !r { return; } x := 1;") " driver { e*1 f*1 }",
          V, V, R, R, R, V, V },
        { "Theorem 7: determinism within the program's runs",
          "shared x shared y event e { async[any] p(); async[any] q(); } event f { y := 1; }" P (
              "p", "x := 0;") P ("q", "r := y; if !r { return; } x := 1;") " driver { e*1 f*1 }",
          V, R, R, R, R, V, V },
        { "Theorem 6: posts in a call belong to its task",
          "shared x = 0 : 0..2 event e { call p(); x := 2; }" P ("p", "async[any] q();")
              P ("q", "x := 1;") " driver { e*1 }",
          V, R, V, V, V, V, V },
        { NULL, NULL, R, R, R, R, R, R, R } };

static void
compare (struct verify_report *report, const struct exhibit *x, const char *what,
         enum hb_robust_answer found, enum hb_robust_answer expected)
{
  verify_count (report, "verdicts", 1);
  if (found != expected)
    verify_fail (report, NULL, "%s: %s is %s, not %s", x->claim, what,
                 hb_robust_answer_name (found), hb_robust_answer_name (expected));
}

static enum hb_robust_answer
decide (const hb_acode *code, enum hb_robust_engine engine, unsigned parts, hb_diag *diag)
{
  struct hb_robust_options how = { .engine = engine, .parts = parts };
  struct hb_robust_result found;
  hb_robust_decide (code, &how, &found, diag);
  hb_robust_result_free (&found);
  return found.answer;
}

static enum hb_robust_answer
determinism_from (const hb_acode *code, enum hb_det_from from)
{
  struct hb_robust_options how = { .parts = HB_PART_BOTH, .det_from = from };
  return hb_states_decide (code, &how).repaired;
}

static void
show (struct verify_report *report, const struct exhibit *x, const hb_acode *code)
{
  struct hb_robust_options how = { .parts = HB_PART_BOTH };
  struct hb_states_result states = hb_states_decide (code, &how);
  for (int engine = HB_ROBUST_EXPLORE; engine < HB_ROBUST_ALL; engine++)
    compare (report, x, "by conflicts",
             decide (code, (enum hb_robust_engine)engine, HB_PART_BOTH, report->cli->diag),
             x->both);
  compare (report, x, "serializability",
           decide (code, HB_ROBUST_EXPLORE, HB_PART_SER, report->cli->diag), x->ser);
  compare (report, x, "by states", states.robust, x->states);
  compare (report, x, "determinism by states", states.deterministic, x->states_det);
  compare (report, x, "determinism with the single-thread run", states.repaired, x->repaired);
  compare (report, x, "determinism from all values", determinism_from (code, HB_DET_ANY), x->any);
  compare (report, x, "determinism from reachable values",
           determinism_from (code, HB_DET_REACHABLE), x->reachable);
  verify_say (report, "%s: as expected", x->claim);
}

static int
run (struct cli *cli)
{
  struct verify_report report = verify_report_begin (cli, "robust-errors");
  for (const struct exhibit *x = exhibits; x->claim && !report.failure; x++)
    {
      hb_aed *program = hb_aed_of_bytes (x->claim, x->text, strlen (x->text), cli->diag);
      if (!program)
        break;
      hb_aed_split (program);
      hb_acode *code = hb_acode_new (program);
      show (&report, x, code);
      hb_acode_free (code);
      hb_aed_free (program);
    }
  return verify_report_end (&report);
}

const struct verify_subject verify_robust_errors
    = { "robust-errors", "statements of the robustness paper that do not hold as printed", run,
        NULL };
