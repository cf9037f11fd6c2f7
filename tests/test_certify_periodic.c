/* Certificates of periodic programs as files: each line of them wrong once. */
#include "unit.h"

#include "base/buffer.h"
#include "periodic_proofs.h"
#include "proof/periodic/refutation.h"
#include "small_traces.h"
#include "text_changes.h"

static struct hb_certified_periodic
certified (const char *program, const char *text, char **why)
{
  hb_diag *diag = hb_diag_new ();
  hb_c_unit *unit = periodic_unit (program, diag);
  hb_input *input = hb_input_of_bytes ("c", text, strlen (text), diag);
  struct hb_certified_periodic found = hb_certify_periodic (unit, input, diag);
  *why = text_of_diag (diag);
  assert_int_equal (found.good, !hb_diag_errors (diag));
  hb_input_close (input);
  hb_c_free (unit);
  hb_diag_free (diag);
  return found;
}

static bool
is_certified (const void *program, const char *text, char **why)
{
  return certified (program, text, why).good;
}

/* Assumptions that contradict one another; each has three gates. */
static const char assuming[] = "HB_TASK (t, 1, 8, 2, 0)\nextern _Bool b, c, d;\n"
                               "void t () { assume (b || c); assume (b || !c); assume (!b || d); "
                               "assume (!b || !d); assert (0); }\n";
#define CLAIM(SEMANTICS)                                                                           \
  "hbcert 1 periodic\ntime 8\ndeparture deadline\nsemantics " SEMANTICS "\nunroll 64\ndiv0 no\n"
static const char refuting[] = CLAIM (
    "arrival") "formula 7 16\nclauses 8\n3: 3 2 1 0\n4: -3 0\n7: 4 2 -1 0\n8: -4 0\n11: 6 -2 5 0\n"
               "12: -6 0\n15: 7 -2 -5 0\n16: -7 0\nproof\n2 0\n0\n";

TEST (files_of_orders)
{
  char *why;
  struct hb_certified_periodic found = certified (assuming, refuting, &why);
  assert_true (found.good && found.is_certificate && found.time == 8 && !found.div0);
  assert_string_equal (found.departure, "deadline");
  assert_string_equal (found.semantics, "arrival");
  assert_true (found.jobs == 1 && found.variables == 7 && found.clauses == 16 && found.used == 8
               && found.steps == 2);
  hb_free (why);
  found = certified (assuming, "hbcert 1 periodic\ntime 7\n", &why);
  assert_true (!found.good && found.is_certificate && !found.departure);
  hb_free (why);
  assert_false (certified (assuming, "hbcert 1 robust\n", &why).is_certificate);
  hb_free (why);
  char *text = text_changed (refuting, "div0 no", "div0 yes");
  assert_true (certified (assuming, text, &why).div0);
  hb_free (text);
  hb_free (why);
  EXPECT_OF_CHANGES (
      is_certified, assuming, refuting,
      { "hbcert 1", "hbcert 2", "1:8: error: expected 'hbcert 1 periodic'" },
      { "time 8", "time 1", NULL }, { "time 8", "time 8 8", "expected 'time T'" },
      { "time 8", "time", "expected 'time T'" }, { "time 8", "times 8", "expected 'time T'" },
      { "time 8\n", "", "expected 'time T'" },
      { "time 8", "time 2199023255552", "expected 'time T'" },
      { "time 8", "time 2199023255551", "more than 20000 jobs" },
      { "time 8", "time 0", "the program has a formula of" },
      { "departure deadline", "departure rta", NULL },
      { "departure deadline", "departure exact", NULL },
      { "departure deadline", "departure late", "a value that 'departure' does not have" },
      { "departure deadline", "departure", "expected 'departure VALUE'" },
      { "departure deadline", "departures rta", "expected 'departure VALUE'" },
      { "departure deadline", "deadline", "expected 'departure VALUE'" },
      { "departure deadline", "departure rta rta", "expected the end of the line" },
      { "semantics arrival", "semantics paper", NULL },
      { "semantics arrival", "semantics exact", "expected 'shortages N'" },
      { "semantics arrival", "semantics real", "a value that 'semantics' does not have" },
      { "unroll 64", "unroll 0", NULL }, { "unroll 64", "unroll 999999", NULL },
      { "unroll 64", "unroll 1000000", "expected 'unroll N'" },
      { "unroll 64", "unroll 6 4", "expected 'unroll N'" },
      { "unroll 64", "roll 64", "expected 'unroll N'" },
      { "unroll 64\n", "", "expected 'unroll N'" },
      { "div0 no", "div0 maybe", "a value that 'div0' does not have" },
      { "div0 no", "div 0", "expected 'div0 VALUE'" }, { "div0 no\n", "", "expected 'div0 VALUE'" },
      { "div0 no", "div0 yes", NULL },
      { "formula 7 16", "formula 8 16", "a formula of 7 variables and 16 clauses" },
      { "formula 7 16", "formula 7 15", "a formula of 7 variables and 16 clauses" },
      { "formula 7 16", "formula 7", "ends too early" },
      { "formula 7 16", "formula 7 16 1", "the end of the line" },
      { "formula 7 16", "form 7 16", "expected 'formula' here" },
      { "clauses 8", "clauses 7", "expected 'proof' here" },
      { "clauses 8", "clauses 9", "expected 'NUMBER:'" },
      { "clauses 8", "clauses 18446744073709551624", "no number of clauses" },
      { "clauses 8", "clauses", "ends too early" },
      { "clauses 8", "clauses 8 8", "the end of the line" },
      { "clauses 8", "clause 8", "expected 'clauses' here" },
      { "3: 3 2 1 0", "3: 3 2 0", "clause 3 that follows from the program is another one" },
      { "3: 3 2 1 0", "3: 3 2 1 1 0", "another one" },
      { "3: 3 2 1 0", "3: 3 1 2 0", "another one" }, { "3: 3 2 1 0", "3: 3 2 -1 0", "another one" },
      { "3: 3 2 1 0", "3: 0", "another one" }, { "3: 3 2 1 0", "3: -3 2 1 0", "another one" },
      { "3: 3 2 1 0", "3: 3 2 7 0", "another one" }, { "3: 3 2 1 0", "3:", "expected literals" },
      { "3: 3 2 1 0", "3 3 2 1 0", "expected 'NUMBER:' of a derived clause, at least 1" },
      { "3: 3 2 1 0", "0: 3 2 1 0", "at least 1" }, { "3: 3 2 1 0", ": 3 2 1 0", "at least 1" },
      { "3: 3 2 1 0", "3x: 3 2 1 0", "at least 1" }, { "3: 3 2 1 0", "3; 3 2 1 0", "at least 1" },
      { "3: 3 2 1 0", "3: 3 2 1", "expected 0" },
      { "3: 3 2 1 0", "2: 3 2 1 0", "clause 2 that follows" },
      { "3: 3 2 1 0", "1: -3 2 0", "clause 1 that follows" },
      { "3: 3 2 1 0", "4: -3 0", "expected 'NUMBER:' of a derived clause, at least 5" },
      { "4: -3 0", "3: 3 2 1 0", "at least 4" }, { "16: -7 0", "17: -7 0", "expected 'NUMBER:'" },
      { "16: -7 0", "16: 7 0", "clause 16 that follows" },
      { "proof", "prof", "expected 'proof' here" }, { "proof", "proof 1", "the end of the line" },
      { "2 0\n0\n", "0\n", "does not follow" }, { "2 0\n0\n", "2 0\n", "has no empty clause" },
      { "2 0\n0\n", "", "has no empty clause" },
      { "2 0\n0\n", "2 0\n0\n0\n", "text after the empty clause" },
      { "2 0\n0\n", "2 0\n1 0\n0\n", NULL }, { "2 0\n0\n", "1 0\n0\n", NULL },
      { "2 0\n0\n", "8 0\n2 0\n0\n", "expected a variable of the formula" },
      { "16: -7 0\nproof\n2 0\n0\n", "", "the file ends before clause 8 of 8" },
      { "clauses 8", "# of sixteen\nclauses 8", NULL }, { "4: -3 0\n", "4: -3 0\n\n", NULL });
}

/* All of the program is safe; shortages by themselves. */
static const char timed[] = "HB_TASK (l, 1, 8, 2, 0)\nHB_TASK (h, 2, 8, 2, 2)\nint x;\n"
                            "void l () { x = 1; }\nvoid h () { x; assert (1); }\n";

/* Slots 0-2, 2-8, 8-10 and 10-; jobs l in 0 and 1, h in 1 and 2.  Slot 2 has no variable so far. */
#define MORE "9:1: error: the program has a formula of 16 variables and 26 clauses"
#define SHORTAGE "slots 1 0 jobs 0"
static const char short_of[]
    = CLAIM ("exact") "shortages 1\n" SHORTAGE "\nformula 15 26\nclauses 1\n25: 0\nproof\n0\n";

TEST (files_of_schedules)
{
  EXPECT_OF_CHANGES (
      is_certified, timed, short_of, { "shortages 1", "shortages 1", NULL },
      { "shortages 1", "shortages", "expected 'shortages N'" },
      { "shortages 1", "shortages 1152921504606846974",
        "expected shortage 2 of 1152921504606846974" },
      { "shortages 1", "shortages 1152921504606846975", "expected 'shortages N'" },
      { "shortages 1", "shortages 1 1", "expected 'shortages N'" },
      { "shortages 1", "shortage 1", "expected 'shortages N'" },
      { "shortages 1\n", "", "expected 'shortages N'" },
      { "shortages 1", "shortages 2", "expected shortage 2 of 2" },
      { "shortages 1\n" SHORTAGE, "shortages 0", "a formula of 15 variables and 25 clauses" },
      { "shortages 1", "shortages 0", "expected 'formula' here" },
      { SHORTAGE, "slot 1 0 jobs 0", "expected shortage 1 of 1" },
      { SHORTAGE, "slots 2 0 jobs 0", "no number of slots" },
      { "jobs 0\nformula 15 26", "jobs 1 0 acts 9 1\nformula 15 25", "no number of jobs" },
      { SHORTAGE "\nformula 15 26", "slots 1 9 jobs 0\nformula 15 25", "no number of slots" },
      { "clauses 1\n25: 0", "clauses 2\n25: 0\n26: x 0", "expected a literal" },
      { SHORTAGE, "slots 1 0 jobs x", "no number of jobs" },
      { "clauses 1\n25: 0", "clauses 2\n25: 0\n26:", "expected literals" },
      { SHORTAGE, "slots 2 0 9 jobs 0", "no number of slots" },
      { "jobs 0\nformula 15 26", "jobs x\nformula 15 25", "no number of jobs" },
      { SHORTAGE, "slots 1 0", "expected 'jobs'" },
      { SHORTAGE, "slots 1 0 job 0", "expected 'jobs'" },
      { SHORTAGE, "slots 1 0 jobs", "ends too early" },
      { SHORTAGE, "slots 1 0 jobs 0 0", "expected 'acts' or the end of the line" },
      { SHORTAGE, "slots 1 0 jobs 0 acts", "ends too early" },
      { SHORTAGE, "slots 1 0 jobs 0 acts 0", "ends too early" },
      { SHORTAGE, "slots 1 0 jobs 1 0 acts 0 1 1", "the end of the line" },
      { SHORTAGE, "slots 0 jobs 0", "8:1: error: these jobs have time enough for these slots" },
      { SHORTAGE, "slots 1 0 jobs 1 0", "time enough" },
      { SHORTAGE, "slots 1 0 jobs 1 1", "time enough" },
      { SHORTAGE, "slots 2 0 1 jobs 2 0 1", NULL }, { SHORTAGE, "slots 2 0 2 jobs 1 1", MORE },
      { SHORTAGE, "slots 2 0 2 jobs 2 0 1", "time enough" },
      { SHORTAGE, "slots 1 3 jobs 0", "time enough" },
      { SHORTAGE, "slots 2 0 3 jobs 0", "time enough" },
      { SHORTAGE, "slots 1 4 jobs 0", "no number of slots" },
      { SHORTAGE, "slots 5 0 0 0 0 0 jobs 0", "no number of slots" },
      { SHORTAGE, "slots 4 0 0 0 0 jobs 0", NULL },
      { SHORTAGE, "slots 2 0 0 jobs 1 0", "time enough" },
      { SHORTAGE, "slots 1 0 jobs 1 2", "no number of jobs" },
      { SHORTAGE, "slots 1 0 jobs 3 0 0 0", "no number of jobs" },
      { SHORTAGE, "slots 3 0 1 2 jobs 2 0 0", MORE },
      { SHORTAGE, "slots 1 0 jobs 1 0 acts 0 1", NULL },
      { SHORTAGE, "slots 1 0 jobs 1 0 acts 0 0", "time enough" },
      { SHORTAGE, "slots 1 0 jobs 1 0 acts 0 2", "time enough" },
      { SHORTAGE, "slots 1 0 jobs 1 0 acts 1 1", "time enough" },
      { SHORTAGE, "slots 1 0 jobs 2 0 1 acts 0 1", "time enough" },
      { SHORTAGE, "slots 1 2 jobs 1 1 acts 1 1", MORE },
      { SHORTAGE, "slots 1 2 jobs 1 1 acts 1 0", "time enough" },
      { SHORTAGE, "slots 1 2 jobs 1 1 acts 1 2", "time enough" },
      { SHORTAGE, "slots 1 0 jobs 1 0 acts 2 1", "no number of jobs" },
      { SHORTAGE, "slots 1 0 jobs 1 0 acts 0 4", "no number of slots" },
      { SHORTAGE, "slots 2 0 2 jobs 1 0 acts 0 1", MORE },
      { SHORTAGE, "slots 1 0 jobs 1 0 does 0 1", "expected 'acts'" });
}

/* With one unit more of time the jobs are enough. */
TEST (files_of_longer_jobs)
{
  char *longer = text_changed (timed, "(l, 1, 8, 2, 0)", "(l, 1, 8, 3, 0)");
  EXPECT_OF_CHANGES (is_certified, longer, short_of, { SHORTAGE, SHORTAGE, NULL },
                     { SHORTAGE, "slots 1 0 jobs 1 0 acts 0 1", "time enough" },
                     { SHORTAGE, "slots 1 1 jobs 2 0 1", NULL });
  hb_free (longer);
}

TEST (files_are_told)
{
  hb_diag *diag = hb_diag_new ();
  for (int i = 0; i < 2; i++)
    {
      hb_input *input = hb_input_of_bytes ("c", i ? "hbcert 1 robust\n\n\n" : refuting, 18, diag);
      assert_int_equal (hb_is_periodic_certificate (input), !i);
      hb_input_close (input);
    }
  hb_diag_free (diag);
}
