/* Certificates: those of the engines are accepted, damaged ones are not.
 *
 * "Not" means: exactly when a second, plain checker (certificate_oracle.h) refuses them as well; and there are
 * damages that have to be refused whatever anybody says: in a certificate of which nothing can be spared
 * every cycle, every clause, and the end.
 *
 * HBKIT_FUZZ=N in the environment runs N times as many random traces. */
#include "unit.h"

#include "proof/certificate.h"
#include "certificate_damage.h"
#include "certificate_oracle.h"
#include "proof/certify.h"
#include "reduced.h"
#include "small_formulas.h"
#include "small_traces.h"
#include "text_damage.h"
#include "wild_traces.h"

extern const struct hb_engine hb_engine_cds, hb_engine_sat, hb_engine_closure, hb_engine_explore;
extern const struct hb_reduction hb_reduction_ed2d2, hb_reduction_flat3v, hb_reduction_stack3,
    hb_reduction_multiset3, hb_reduction_multiset5;

/* ---- Checking. */

static enum hb_verdict
ask_lines (const hb_trace *trace, const struct lines *all, char **why)
{
  size_t size;
  char *text = text_of_lines (all, &size);
  enum hb_verdict verdict = certify_text (trace, text, size, why);
  hb_free (text);
  return verdict;
}

static void
show (const hb_trace *trace, const char *text, size_t size)
{
  char *edt = text_of_trace (trace, NULL);
  fprintf (stderr, "%s%.*s", edt, (int)size, text);
  hb_free (edt);
}

/* ---- Damages. */

struct tally
{
  int consistent, inconsistent, searched; /* certificates; those with clauses derived */
  int damaged, refused;
  int forced; /* damages that have to be refused */
};

/* One random damage: the checker and the oracle must agree on it. */
static void
try_damage (struct hb_rng *rng, const hb_trace *trace, const char *text, size_t size,
            struct tally *tally)
{
  struct lines all = lines_of (text, size);
  enum damage damage = (enum damage)hb_rng_below (rng, DAMAGES);
  bool done = do_damage (rng, trace, &all, damage);
  size_t damaged_size;
  char *damaged = text_of_lines (&all, &damaged_size);
  if (done && (damaged_size != size || memcmp (damaged, text, size) != 0))
    {
      enum hb_verdict answer = certify_text (trace, damaged, damaged_size, NULL);
      enum hb_verdict strict = oracle_certify (trace, damaged, damaged_size, true);
      enum hb_verdict lenient = oracle_certify (trace, damaged, damaged_size, false);
      if ((strict != HB_UNKNOWN && answer != strict) || (answer != HB_UNKNOWN && answer != lenient))
        {
          show (trace, damaged, damaged_size);
          fail_msg ("damage %d: the checker says %d, the oracle %d or %d", (int)damage, (int)answer,
                    (int)strict, (int)lenient);
        }
      tally->damaged++;
      tally->refused += answer == HB_UNKNOWN;
    }
  hb_free (damaged);
  free_lines (&all);
}

static void
must_refuse (const hb_trace *trace, const struct lines *all, struct tally *tally)
{
  if (ask_lines (trace, all, NULL) != HB_UNKNOWN)
    {
      size_t size;
      char *text = text_of_lines (all, &size);
      show (trace, text, size);
      hb_free (text);
      fail_msg ("this damaged certificate was accepted");
    }
  tally->forced++;
}

/* Every proper beginning; all but one of the cycles and clauses, of which none can be spared. */
static void
force_damages (const hb_trace *trace, const char *text, size_t size, struct tally *tally)
{
  struct lines all = lines_of (text, size);
  size_t count = all.lines.size;
  for (size_t i = 0; i < count; i++)
    {
      struct lines less = lines_of (text, size);
      if (line_starts (&less, i, "cycle") || line_starts (&less, i, "rup"))
        {
          drop_line (&less, i);
          must_refuse (trace, &less, tally);
        }
      free_lines (&less);
      drop_line (&all, count - 1 - i);
      must_refuse (trace, &all, tally);
    }
  free_lines (&all);
}

/* ---- Certificates of random traces. */

static void
check_certificate (struct hb_rng *rng, const hb_trace *trace, const hb_check_result *result,
                   bool minimal, struct tally *tally)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_certificate_options options = { .minimal = minimal };
  struct hb_certificate certificate = hb_certificate_new (trace, result, &options, diag);
  if (!certificate.text)
    {
      show (trace, "", 0);
      fail_msg ("no certificate: %s",
                certificate.open ? "the cycles leave orders" : hb_diag_first (diag));
    }
  char *why;
  enum hb_verdict verdict = certify_text (trace, certificate.text, certificate.size, &why);
  if (verdict != result->verdict)
    {
      show (trace, certificate.text, certificate.size);
      fail_msg ("a certificate was refused: %s", why);
    }
  hb_free (why);
  assert_int_equal (oracle_certify (trace, certificate.text, certificate.size, true), verdict);
  tally->consistent += verdict == HB_CONSISTENT;
  tally->inconsistent += verdict == HB_INCONSISTENT;
  tally->searched += certificate.clauses > 0;
  if (minimal)
    force_damages (trace, certificate.text, certificate.size, tally);
  int damages = certificate.clauses > 3 ? 60 : 6;
  for (int i = 0; i < damages; i++)
    try_damage (rng, trace, certificate.text, certificate.size, tally);
  hb_certificate_free (&certificate);
  hb_diag_free (diag);
}

static void
prove (struct hb_rng *rng, const struct hb_engine *engine, const hb_trace *trace, uint64_t seed,
       struct tally *tally)
{
  struct hb_check_options options = { .seed = seed };
  hb_check_result result;
  const char *why;
  if (!engine->accepts (trace, &why))
    return;
  hb_check (engine, trace, &options, &result);
  assert_int_not_equal (result.verdict, HB_UNKNOWN);
  check_certificate (rng, trace, &result, true, tally);
  check_certificate (rng, trace, &result, false, tally);
  hb_check_result_free (&result);
}

static void
check_tally (const struct tally *tally)
{
  print_message (
      "%d consistent, %d inconsistent (%d with clauses); %d damages, %d refused, %d that had to\n",
      tally->consistent, tally->inconsistent, tally->searched, tally->damaged, tally->refused,
      tally->forced);
  assert_true (6 * tally->consistent > tally->inconsistent);
  assert_true (6 * tally->inconsistent > tally->consistent);
  assert_true (tally->forced > tally->inconsistent);
  assert_true (tally->damaged > tally->consistent + tally->inconsistent);
  assert_true (10 * tally->refused > 9 * tally->damaged && tally->refused < tally->damaged);
}

static void
prove_wild (uint64_t stream, int count, struct wild_shape shape)
{
  struct tally tally = { 0 };
  for (int i = 0; i < (int)fuzz_rounds ((unsigned long)count); i++)
    {
      struct hb_rng rng = hb_rng_stream (stream, (uint64_t)i);
      hb_trace *trace = wild_trace (&rng, shape);
      prove (&rng, &hb_engine_cds, trace, (uint64_t)(i % 3), &tally);
      prove (&rng, &hb_engine_sat, trace, (uint64_t)(i % 3), &tally);
      prove (&rng, &hb_engine_closure, trace, 0, &tally);
      hb_trace_free (trace);
    }
  check_tally (&tally);
  if (shape.interleaved)
    assert_true (6 * tally.searched > tally.inconsistent);
}

TEST (test_wild)
{
  struct wild_shape shape = { .messages = 8, .accesses = 7, .mailbox = HB_QUEUE };
  prove_wild (1, 500, shape);
  shape = (struct wild_shape){
    .messages = 8, .accesses = 8, .externals = 15, .mailbox = -1, .chains = true
  };
  prove_wild (2, 500, shape);
}

TEST (test_queue)
{
  struct wild_shape shape
      = { .messages = 8, .accesses = 17, .mailbox = HB_QUEUE, .interleaved = true };
  prove_wild (3, 700, shape);
  shape.externals = 20, shape.chains = true;
  prove_wild (4, 500, shape);
}

TEST (test_other_mailboxes)
{
  struct wild_shape shape
      = { .messages = 8, .accesses = 19, .mailbox = HB_SENDER_QUEUE, .interleaved = true };
  prove_wild (5, 500, shape);
  shape.mailbox = HB_MULTISET, shape.chains = true;
  prove_wild (6, 500, shape);
  shape.mailbox = -1, shape.externals = 20;
  prove_wild (7, 500, shape);
}

TEST (test_stack_and_priority)
{
  struct wild_shape shape
      = { .messages = 8, .accesses = 19, .mailbox = HB_STACK, .interleaved = true };
  prove_wild (10, 500, shape);
  shape.mailbox = HB_PRIORITY;
  prove_wild (11, 500, shape);
  shape.mailbox = HB_STACK, shape.chains = true;
  prove_wild (12, 500, shape);
  shape.mailbox = -2, shape.externals = 20;
  prove_wild (13, 500, shape);
}

/* With messages without events, which stand in chains. */
TEST (test_from_runs)
{
  struct trace_shape shape = { .handlers = 4,
                               .messages = 7,
                               .externals = 2,
                               .accesses = 10,
                               .variables = 2,
                               .mailbox = -1,
                               .chains = true,
                               .empty = true };
  struct tally tally = { 0 };
  for (uint64_t i = 0; i < fuzz_rounds (700); i++)
    {
      struct hb_rng rng = hb_rng_stream (8, i);
      shape.mailbox = (int)(i % (HB_MAILBOXES + 1)) - 1;
      hb_trace *trace = random_trace (&rng, shape);
      prove (&rng, &hb_engine_cds, trace, i % 3, &tally);
      prove (&rng, &hb_engine_sat, trace, i % 3, &tally);
      prove (&rng, &hb_engine_closure, trace, 0, &tally);
      hb_trace_free (trace);
    }
  check_tally (&tally);
}

/* Runs of stacks and priority queues are proofs as well. */
TEST (test_all_mailboxes)
{
  struct tally tally = { 0 };
  int open = 0, proved = 0;
  for (uint64_t i = 0; i < fuzz_rounds (700); i++)
    {
      struct hb_rng rng = hb_rng_stream (9, i);
      struct wild_shape shape = { .messages = 5, .accesses = 6, .externals = 15, .chains = true };
      shape.mailbox = i % 2 ? -2 : HB_STACK + (int)(i / 2 % 2);
      hb_trace *trace = wild_trace (&rng, shape);
      struct hb_check_options options = { 0 };
      hb_check_result result;
      hb_check (&hb_engine_explore, trace, &options, &result);
      if (result.verdict == HB_CONSISTENT)
        check_certificate (&rng, trace, &result, true, &tally);
      else
        {
          hb_diag *diag = hb_diag_new ();
          struct hb_certificate_options how = { 0 };
          struct hb_certificate certificate = hb_certificate_new (trace, &result, &how, diag);
          assert_true (certificate.open || certificate.text);
          assert_true (!certificate.text
                       || certify_text (trace, certificate.text, certificate.size, NULL)
                              == HB_INCONSISTENT);
          open += certificate.open;
          proved += certificate.text != NULL;
          hb_certificate_free (&certificate);
          hb_diag_free (diag);
        }
      hb_check_result_free (&result);
      hb_trace_free (trace);
    }
  print_message (
      "%d consistent, %d that contradict themselves, %d inconsistent without a refutation\n",
      tally.consistent, proved, open);
  assert_true (tally.consistent > 100 && open && proved > 100);
  assert_true (tally.refused > 9 * (tally.damaged - tally.refused));
}

/* Without a clause that was derived the rest may still follow by unit propagation, but not always. */
static void
drop_clauses (const hb_trace *trace, const char *text, size_t size, struct tally *tally)
{
  struct lines all = lines_of (text, size);
  for (size_t i = 0; i < all.lines.size; i++)
    {
      if (!line_starts (&all, i, "rup"))
        continue;
      struct lines less = lines_of (text, size);
      drop_line (&less, i);
      size_t less_size;
      char *less_text = text_of_lines (&less, &less_size);
      enum hb_verdict answer = certify_text (trace, less_text, less_size, NULL);
      assert_int_equal (answer, oracle_certify (trace, less_text, less_size, false));
      tally->damaged++;
      tally->refused += answer == HB_UNKNOWN;
      hb_free (less_text);
      free_lines (&less);
    }
  free_lines (&all);
}

/* Refutations that take a search: reductions of unsatisfiable formulas. */
TEST (test_reductions)
{
  struct tally tally = { 0 }, dropped = { 0 };
  const struct hb_reduction *reduction = hb_reduction_find ("3bisat-ed");
  const struct hb_engine *engines[] = { &hb_engine_cds, &hb_engine_sat, &hb_engine_closure };
  for (uint64_t i = 0; i < fuzz_rounds (12); i++)
    {
      struct hb_rng rng = hb_rng_stream (10, i);
      hb_cnf *cnf = i ? random_refuted_bisat (&rng, 6, 9, 2000)
                      : formula_of_text (4, "1 2 0 -1 2 0 -2 3 0 -3 4 0 -3 -4 0");
      hb_diag *diag = hb_diag_new ();
      assert_non_null (cnf);
      hb_trace *trace = trace_of_formula (reduction, cnf, NULL);
      struct hb_check_options options = { .seed = i };
      hb_check_result result;
      hb_check (engines[i % 3], trace, &options, &result);
      assert_int_equal (result.verdict, HB_INCONSISTENT);
      struct hb_certificate_options how = { .minimal = false };
      struct hb_certificate certificate = hb_certificate_new (trace, &result, &how, diag);
      assert_true (certificate.clauses > 1);
      drop_clauses (trace, certificate.text, certificate.size, &dropped);
      hb_certificate_free (&certificate);
      check_certificate (&rng, trace, &result, false, &tally);
      check_certificate (&rng, trace, &result, true, &tally);
      hb_check_result_free (&result);
      hb_trace_free (trace);
      hb_diag_free (diag);
      hb_cnf_free (cnf);
    }
  print_message (
      "%d certificates, %d damages, %d refused, %d that had to; %d of %d clauses were needed\n",
      tally.inconsistent, tally.damaged, tally.refused, tally.forced, dropped.refused,
      dropped.damaged);
  assert_int_equal (tally.searched, tally.inconsistent);
  assert_true (dropped.refused > 0 && dropped.refused < dropped.damaged);
}

/* Posts in a circle on a handler with lines: the certificate ends all the same, whatever the engine leaves. */
TEST (test_circle_with_lines)
{
  const struct hb_engine *engines[] = { &hb_engine_cds, &hb_engine_sat, &hb_engine_explore };
  hb_trace *trace
      = trace_of_text ("handler h\nmessage m\n post m\nmessage n\n post n\neo h m n\nmo h n m\n");
  for (int i = 0; i < 3; i++)
    {
      struct hb_check_options options = { 0 };
      struct hb_certificate_options how = { 0 };
      hb_check_result result;
      hb_diag *diag = hb_diag_new ();
      hb_check (engines[i], trace, &options, &result);
      assert_int_equal (result.verdict, HB_INCONSISTENT);
      struct hb_certificate certificate = hb_certificate_new (trace, &result, &how, diag);
      if (certificate.text)
        assert_int_equal (certify_text (trace, certificate.text, certificate.size, NULL),
                          HB_INCONSISTENT);
      else
        assert_true (i == 2 && certificate.open);
      hb_certificate_free (&certificate);
      hb_check_result_free (&result);
      hb_diag_free (diag);
    }
  hb_trace_free (trace);
}

/* Orders that are equal to others from round to round are found as such (engine/cds/tied.c), on stacks, too: so they have few
 * variables, the trace is run some times, not once for each round, and what a refutation takes from that is proved. */
TEST (test_tied)
{
  const struct hb_reduction *const reductions[]
      = { &hb_reduction_ed2d2, &hb_reduction_flat3v, &hb_reduction_stack3 };
  const char *const formulas[]
      = { "1 2 3 0 1 2 -3 0 1 -2 3 0 1 -2 -3 0 -1 2 3 0 -1 2 -3 0 -1 -2 3 0 -1 -2 -3 0",
          "1 2 3 0 1 2 -3 0 1 -2 3 0 1 -2 -3 0 -1 2 3 0 -1 2 -3 0 -1 -2 3 0" };
  for (int i = 0; i < 6; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_cnf *cnf = formula_of_text (3, formulas[i % 2]);
      hb_trace *trace = (hb_trace *)target_of_formula (reductions[i / 2], cnf, NULL, NULL);
      struct hb_check_options options = { 0 };
      hb_check_result result;
      hb_check (&hb_engine_cds, trace, &options, &result);
      print_message ("%s: %.1f times, %llu variables, %zu messages\n", reductions[i / 2]->name,
                     (double)result.steps / (double)trace->events.size,
                     (unsigned long long)result.pairs, trace->messages.size);
      assert_int_equal (result.verdict, i % 2 ? HB_CONSISTENT : HB_INCONSISTENT);
      assert_true (result.steps < 50 * trace->events.size);
      assert_true (3 * result.pairs < trace->messages.size);
      struct hb_certificate certificate = hb_certificate_new (trace, &result, NULL, diag);
      assert_non_null (certificate.text);
      assert_int_equal (certify_text (trace, certificate.text, certificate.size, NULL),
                        result.verdict);
      hb_certificate_free (&certificate);
      hb_check_result_free (&result);
      hb_trace_free (trace);
      hb_cnf_free (cnf);
      hb_diag_free (diag);
    }
}

/* What can begin is taken from multisets first, and a standstill is understood before anything else is (engine/cds/ready.c, unbegun.c):
 * otherwise these take tens of thousands of conflicts.  What a conflict says is followed to the first round of which it speaks
 * (chase.c), and what lies between needs no variables, though its cycles are in the certificate. */
TEST (test_multisets)
{
  const struct hb_reduction *const reductions[]
      = { &hb_reduction_multiset3, &hb_reduction_multiset5 };
  hb_cnf *cnf = formula_of_text (
      5, "-3 1 4 0 -5 -2 -4 0 4 2 5 0 3 1 -5 0 1 5 -2 0 2 3 4 0 -3 -2 -1 0 -2 1 -4 0 -1 -2 5 0 -3 "
         "-2 -4 0 5 -4 -2 0 -4 2 1 0 4 -2 -1 0 -4 5 2 0 -2 5 3 0 -5 -3 -1 0 1 2 -5 0 4 1 -2 0 3 5 "
         "1 0 -5 -1 3 0 1 -5 -2 0 2 -5 -4 0 -2 3 -4 0 1 -5 2 0 4 -1 -3 0");
  for (int i = 0; i < 2; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_trace *trace = (hb_trace *)target_of_formula (reductions[i], cnf, NULL, NULL);
      struct hb_check_options options = { 0 };
      hb_check_result result;
      hb_check (&hb_engine_cds, trace, &options, &result);
      assert_int_equal (result.verdict, HB_INCONSISTENT);
      assert_true (result.steps < 50 * trace->events.size);
#ifndef HB_CHECKING /* where conflicts of such small traces wait, too, and name more */
      assert_true (3 * result.pairs < trace->messages.size);
#endif
      struct hb_certificate certificate = hb_certificate_new (trace, &result, NULL, diag);
      assert_non_null (certificate.text);
      assert_int_equal (certify_text (trace, certificate.text, certificate.size, NULL),
                        HB_INCONSISTENT);
      hb_certificate_free (&certificate);
      hb_check_result_free (&result);
      hb_trace_free (trace);
      hb_diag_free (diag);
    }
  hb_cnf_free (cnf);
}
