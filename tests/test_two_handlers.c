/* Two handlers without nested posting as 2SAT: which traces it takes, and what comes out of small
 * ones.  (All small traces and random ones: hbkit verify two-handlers.) */
#include "unit.h"

#include "small_formulas.h"
#include "small_traces.h"
#include "engine/two_handlers.h"

/* The formula of the trace is satisfiable iff SATISFIABLE, and of two literals a clause. */
static void
assert_formula (const char *text, bool satisfiable)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_text (text);
  hb_cnf *cnf = hb_two_handlers (trace, diag);
  assert_non_null (cnf);
  assert_int_equal (hb_diag_errors (diag), 0);
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      hb_cnf_clause (cnf, j, &size);
      assert_in_range (size, 0, 2);
    }
  assert_int_equal (for_all_models (cnf, 1, NULL, NULL) > 0, satisfiable);
  hb_cnf_free (cnf);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

static void
assert_refused (const char *text, const char *why)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_text (text);
  assert_null (hb_two_handlers (trace, diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  char *wanted = hb_format ("2SAT decides traces of two handlers without nested posting: %s", why);
  assert_string_equal (hb_diag_first (diag), wanted);
  hb_free (wanted);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

TEST (test_small)
{
  assert_formula ("handler h\n", true);
  /* Free: either may come first. */
  assert_formula ("handler g\ninitial\npost m\nhandler h\ninitial\npost n\nmessage m\nmessage n\n",
                  true);
  /* m is posted first, n runs first. */
  assert_formula ("handler g\ninitial\npost m\na: write x\nhandler h\ninitial\nread x a\npost n\n"
                  "message m\nread y b\nmessage n\nb: write y\n",
                  false);
  /* The same where n has to run second. */
  assert_formula ("handler g\ninitial\npost m\na: write x\nhandler h\ninitial\nread x a\npost n\n"
                  "message m\nb: write y\nmessage n\nread y b\n",
                  true);
  /* A read before the write that it reads from. */
  assert_formula ("handler h\ninitial\nread x a\na: write x\n", false);
  /* Store buffering: both reads miss the other's write. */
  assert_formula ("handler g\ninitial\nwrite x\nread y init\nhandler h\ninitial\nwrite y\n"
                  "read x init\n",
                  false);
  /* A handler that posts to itself. */
  assert_formula (
      "handler h\ninitial\npost m\npost n\nmessage n\nread x a\nmessage m\na: write x\n", true);
  assert_formula (
      "handler h\ninitial\npost m\npost n\nmessage m\nread x a\nmessage n\na: write x\n", false);
}

/* Two mailboxes whose orders come from one interleaving of the posts. */
TEST (test_two_mailboxes)
{
  /* m1 before m2 on g, n2 before n1 on h; g posts m1, n1 and h posts n2, m2: possible. */
  assert_formula ("handler g\ninitial\npost m1\npost n1\nmessage m1\na: write x\nmessage m2\n"
                  "read x a\nhandler h\ninitial\npost n2\npost m2\nmessage n1\nread y b\n"
                  "message n2\nb: write y\n",
                  true);
  /* h posts m2, n2: m1 before m2 before n2 before n1 still goes, */
  assert_formula ("handler g\ninitial\npost m1\npost n1\nmessage m1\na: write x\nmessage m2\n"
                  "read x a\nhandler h\ninitial\npost m2\npost n2\nmessage n1\nread y b\n"
                  "message n2\nb: write y\n",
                  true);
  /* but m2 before m1 and n1 before n2 does not if h posts n2 first: n2 m2 m1 n1. */
  assert_formula ("handler g\ninitial\npost m1\npost n1\nmessage m1\nread x a\nmessage m2\n"
                  "a: write x\nhandler h\ninitial\npost n2\npost m2\nmessage n1\nb: write y\n"
                  "message n2\nread y b\n",
                  false);
}

TEST (test_refusals)
{
  assert_refused ("handler f\nhandler g\nhandler h\n", "there are more handlers");
  assert_refused ("handler g\nhandler h multiset\n", "a mailbox is no queue");
  assert_refused ("handler g\nmessage m external\nhandler h\n", "there are external messages");
  assert_refused ("handler g\ninitial\npost m\nhandler h\nmessage m\npost n\nmessage n\n",
                  "a message that is posted posts another");
  assert_refused ("handler g\ninitial\npost m\npost n\nhandler h\nmessage m\nmessage n\neo h m n\n",
                  "there are eo or mo lines");
}
