/* Certificates: those of the engines are accepted, damaged ones are not.
 *
 * "Not" means: exactly when a second, plain checker (certificate_oracle.h) refuses them as well; and there are
 * damages that have to be refused whatever anybody says: in a certificate of which nothing can be spared
 * every cycle, every clause, and the end.
 *
 * HBKIT_FUZZ=N in the environment runs N times as many random traces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "proof/certificate.h"
#include "certificate_damage.h"
#include "certificate_oracle.h"
#include "proof/certify.h"
#include "reduced.h"
#include "small_formulas.h"
#include "small_traces.h"
#include "wild_traces.h"

extern const struct hb_engine hb_engine_cds, hb_engine_sat, hb_engine_explore;

static int
effort (void)
{
  const char *text = getenv ("HBKIT_FUZZ");
  int times = text ? atoi (text) : 1;
  return times > 0 ? times : 1;
}

/* ---- Checking. */

static enum hb_verdict
ask (const hb_trace *trace, const char *text, size_t size, char **why)
{
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_of_bytes ("c", text, size, diag);
  struct hb_certified certified = hb_certify (trace, input, diag);
  assert_int_equal (hb_diag_errors (diag), certified.verdict == HB_UNKNOWN);
  if (why)
    *why = hb_copy_text (hb_diag_first (diag));
  hb_input_close (input);
  hb_diag_free (diag);
  return certified.verdict;
}

static enum hb_verdict
ask_lines (const hb_trace *trace, const struct lines *all, char **why)
{
  size_t size;
  char *text = text_of_lines (all, &size);
  enum hb_verdict verdict = ask (trace, text, size, why);
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
      enum hb_verdict answer = ask (trace, damaged, damaged_size, NULL);
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
  enum hb_verdict verdict = ask (trace, certificate.text, certificate.size, &why);
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
  for (int i = 0; i < count * effort (); i++)
    {
      struct hb_rng rng = hb_rng_stream (stream, (uint64_t)i);
      hb_trace *trace = wild_trace (&rng, shape);
      prove (&rng, &hb_engine_cds, trace, (uint64_t)(i % 3), &tally);
      prove (&rng, &hb_engine_sat, trace, (uint64_t)(i % 3), &tally);
      hb_trace_free (trace);
    }
  check_tally (&tally);
  if (shape.interleaved)
    assert_true (6 * tally.searched > tally.inconsistent);
}

static void
test_wild (void **state)
{
  (void)state;
  struct wild_shape shape = { .messages = 8, .accesses = 7, .mailbox = HB_QUEUE };
  prove_wild (1, 500, shape);
  shape = (struct wild_shape){
    .messages = 8, .accesses = 8, .externals = 15, .mailbox = -1, .chains = true
  };
  prove_wild (2, 500, shape);
}

static void
test_queue (void **state)
{
  (void)state;
  struct wild_shape shape
      = { .messages = 8, .accesses = 17, .mailbox = HB_QUEUE, .interleaved = true };
  prove_wild (3, 700, shape);
  shape.externals = 20, shape.chains = true;
  prove_wild (4, 500, shape);
}

static void
test_other_mailboxes (void **state)
{
  (void)state;
  struct wild_shape shape
      = { .messages = 8, .accesses = 19, .mailbox = HB_SENDER_QUEUE, .interleaved = true };
  prove_wild (5, 500, shape);
  shape.mailbox = HB_MULTISET, shape.chains = true;
  prove_wild (6, 500, shape);
  shape.mailbox = -1, shape.externals = 20;
  prove_wild (7, 500, shape);
}

static void
test_stack_and_priority (void **state)
{
  (void)state;
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
static void
test_from_runs (void **state)
{
  (void)state;
  struct trace_shape shape = { .handlers = 4,
                               .messages = 7,
                               .externals = 2,
                               .accesses = 10,
                               .variables = 2,
                               .mailbox = -1,
                               .chains = true,
                               .empty = true };
  struct tally tally = { 0 };
  for (uint64_t i = 0; i < 700 * (uint64_t)effort (); i++)
    {
      struct hb_rng rng = hb_rng_stream (8, i);
      shape.mailbox = (int)(i % (HB_MAILBOXES + 1)) - 1;
      hb_trace *trace = random_trace (&rng, shape);
      prove (&rng, &hb_engine_cds, trace, i % 3, &tally);
      prove (&rng, &hb_engine_sat, trace, i % 3, &tally);
      hb_trace_free (trace);
    }
  check_tally (&tally);
}

/* Runs of stacks and priority queues are proofs as well. */
static void
test_all_mailboxes (void **state)
{
  (void)state;
  struct tally tally = { 0 };
  int open = 0;
  for (uint64_t i = 0; i < 700 * (uint64_t)effort (); i++)
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
                       || ask (trace, certificate.text, certificate.size, NULL) == HB_INCONSISTENT);
          open += certificate.open;
          hb_certificate_free (&certificate);
          hb_diag_free (diag);
        }
      hb_check_result_free (&result);
      hb_trace_free (trace);
    }
  print_message ("%d consistent, %d inconsistent without a refutation\n", tally.consistent, open);
  assert_true (tally.consistent > 100 && open > 100);
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
      enum hb_verdict answer = ask (trace, less_text, less_size, NULL);
      assert_int_equal (answer, oracle_certify (trace, less_text, less_size, false));
      tally->damaged++;
      tally->refused += answer == HB_UNKNOWN;
      hb_free (less_text);
      free_lines (&less);
    }
  free_lines (&all);
}

/* Refutations that take a search: reductions of unsatisfiable formulas. */
static void
test_reductions (void **state)
{
  (void)state;
  struct tally tally = { 0 }, dropped = { 0 };
  const struct hb_reduction *reduction = hb_reduction_find ("3bisat-ed");
  const struct hb_engine *engines[] = { &hb_engine_cds, &hb_engine_sat };
  for (uint64_t i = 0; i < 12 * (uint64_t)effort (); i++)
    {
      struct hb_rng rng = hb_rng_stream (10, i);
      hb_cnf *cnf = i ? random_refuted_bisat (&rng, 6, 9, 2000)
                      : formula_of_text (4, "1 2 0 -1 2 0 -2 3 0 -3 4 0 -3 -4 0");
      hb_diag *diag = hb_diag_new ();
      hb_builder *builder = hb_builder_to_trace (diag);
      assert_non_null (cnf);
      tell_of_formula (reduction, cnf, NULL, builder, NULL);
      hb_trace *trace = hb_builder_finish (builder);
      struct hb_check_options options = { .seed = i };
      hb_check_result result;
      hb_check (engines[i % 2], trace, &options, &result);
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

/* ---- Cases by hand. */

static const char crossed[]
    = "handler h1\ninitial\n post m1\n post m2\nhandler w\nmessage m1\n read y b\n"
      "message m2\n b: write y\n";
/* events: 0 post m1, 1 post m2, 2 get m1, 3 read y, 4 get m2, 5 write y; messages: 0 initial, 1, 2 */

static void
expect (const hb_trace *trace, const char *text, enum hb_verdict verdict, const char *says)
{
  char *why;
  enum hb_verdict answer = ask (trace, text, strlen (text), &why);
  if (answer != verdict || (says && !strstr (why, says)))
    fail_msg ("%s\ngives %d (%s); expected %d (%s)", text, (int)answer, why ? why : "",
              (int)verdict, says ? says : "");
  hb_free (why);
}

static void
test_by_hand (void **state)
{
  (void)state;
  hb_trace *trace = trace_of_text (crossed);
#define HEAD "hbcert 1\ntrace 6 3 2\ninconsistent\n"
  /* The order m1, m2 is that of the posts in one message: the assumption is known to hold. */
  expect (trace, HEAD "cycle 5 rf 3 eo:1<2 5\nrup\nend\n", HB_INCONSISTENT, NULL);
  expect (trace, "# by hand\n" HEAD "cycle 5 rf 3 eo:1<2 4 po 5 # why\nrup\n\nend", HB_INCONSISTENT,
          NULL);
  expect (trace, HEAD "cycle 5 rf 3 eo:1<2 5\nend\n", HB_UNKNOWN, "without a contradiction");
  expect (trace, HEAD "cycle 5 rf 3 eo 5\nend\n", HB_UNKNOWN, "neither assumed nor in the trace");
  expect (trace, HEAD "cycle 5 rf 3 eo:2<1 5\nrup\nend\n", HB_UNKNOWN, "not that of the messages");
  expect (trace, HEAD "cycle 5 rf 3 po 5\nend\n", HB_UNKNOWN, "program order does not have it");
  expect (trace, HEAD "cycle 3 rf 5 eo:2<1 3\nrup\nend\n", HB_UNKNOWN,
          "the trace does not have it");
  expect (trace, HEAD "cycle 5 rf 3\nend\n", HB_UNKNOWN, "does not end where it starts");
  expect (trace, HEAD "cycle 5\nend\n", HB_UNKNOWN, "does not end where it starts");
  expect (trace, HEAD "rup\nend\n", HB_UNKNOWN, "does not follow");
  expect (trace, HEAD "rup 2<1\nend\n", HB_UNKNOWN, "does not follow");
  expect (trace, HEAD "rup 1<2\nend\n", HB_UNKNOWN, "without a contradiction");
  expect (trace, HEAD "rup 0<2\nend\n", HB_UNKNOWN, "expected A<B");
  expect (trace, HEAD "rup 1<3\nend\n", HB_UNKNOWN, "expected A<B");
  expect (trace, HEAD "cycle 5 rf 3 eo:1<2 5\ndel 1\nrup\nend\n", HB_INCONSISTENT, NULL);
  expect (trace, HEAD "cycle 5 rf 3 eo:1<2 5\ndel 2\nrup\nend\n", HB_UNKNOWN, "number of a clause");
  expect (trace, HEAD "cycle 5 rf 3 eo:1<2 5\nrup\nrup\nend\n", HB_UNKNOWN, "complete");
  expect (trace, HEAD "cycle 5 rf 3 eo:1<2 5\nrup\nend\nend\n", HB_UNKNOWN, "after the line 'end'");
  expect (trace, HEAD "cycle 5 rf 3 eo:1<2 5\nrup\n", HB_UNKNOWN, "truncated");
  expect (trace, "hbcert 1\ntrace 6 3 3\ninconsistent\n", HB_UNKNOWN, "another trace");
  expect (trace, "hbcert 2\n", HB_UNKNOWN, "version");
  expect (trace, "edt 1\n", HB_UNKNOWN, "no certificate");
  expect (trace, "", HB_UNKNOWN, "empty");
  expect (trace, "hbcert 1\ntrace 6 3 2\nconsistent\neo 1 1 2\nmo 1 1 2\nrun 0-3\nend\n",
          HB_UNKNOWN, "cannot happen here");
  hb_trace_free (trace);
}

/* FIFO is all that refutes: the same cycles say nothing about other mailboxes. */
static void
test_mailboxes (void **state)
{
  (void)state;
  char *text = hb_format ("mailbox multiset\n%s", crossed);
  hb_trace *trace = trace_of_text (text);
  expect (trace, HEAD "cycle 5 rf 3 eo:1<2 5\nrup\nend\n", HB_UNKNOWN, "does not follow");
  expect (trace, HEAD "cycle 5 rf 3 eo:1<2 5\ncycle 0 po 1 mo:2<1 0\nrup\nend\n", HB_UNKNOWN,
          "does not follow");
  expect (trace, HEAD "cycle 0 po 1 mo:2<1 0\nrup mo:1<2\nrup 1<2\nend\n", HB_UNKNOWN,
          "clause 3 does not follow");
  expect (trace, HEAD "cycle 2 gp:1<2 1\nend\n", HB_UNKNOWN, "would not hand the second");
#define RUN "hbcert 1\ntrace 6 3 2\nconsistent\n"
  expect (trace, RUN "eo 1 2 1\nmo 1 1 2\nrun 0 1 4-5 2-3\nend\n", HB_CONSISTENT, NULL);
  expect (trace, RUN "eo 1 2\neo 1 1\nmo 1 1 2\nrun 0-1 4\nrun 5 2 3\nend\n", HB_CONSISTENT, NULL);
  expect (trace, RUN "eo 1 1 2\nmo 1 1 2\nrun 0 1 4-5 2-3\nend\n", HB_UNKNOWN,
          "eo has message 'm1' next");
  expect (trace, RUN "eo 1 2 1\nmo 1 2 1\nrun 0 1 4-5 2-3\nend\n", HB_UNKNOWN,
          "mo has message 'm2' next");
  expect (trace, RUN "eo 1 2\nmo 1 1 2\nrun 0 1 4-5 2-3\nend\n", HB_UNKNOWN, "leaves message 1");
  expect (trace, RUN "eo 1 2 1 2\nmo 1 1 2\nrun 0 1 4-5 2-3\nend\n", HB_UNKNOWN, "already");
  expect (trace, RUN "eo 0 2 1\nmo 1 1 2\nrun 0 1 4-5 2-3\nend\n", HB_UNKNOWN, "another handler");
  expect (trace, RUN "eo 0 0\nmo 1 1 2\nrun 0 1 4-5 2-3\nend\n", HB_UNKNOWN, "no part");
  expect (trace, RUN "eo 1 2 1\nmo 1 1 2\nrun 0 1 4-5 2\nend\n", HB_UNKNOWN, "ends after 5 of 6");
  expect (trace, RUN "eo 1 2 1\nmo 1 1 2\nrun 0 1 4-5 2-3 3\nend\n", HB_UNKNOWN, "cannot happen");
  expect (trace, RUN "eo 1 2 1\nmo 1 1 2\nrun 0 1 4-5 2-6\nend\n", HB_UNKNOWN, "FIRST-LAST");
  hb_trace_free (trace);
  hb_free (text);
}

/* Under a stack the second of two posts is handed out first, unless the first one's get comes before it. */
static void
test_stack_steps (void **state)
{
  (void)state;
  hb_trace *trace
      = trace_of_text ("mailbox stack\nhandler h\ninitial\n post m1\n post m2\n w: write y\n"
                       "handler w\nmessage m1\n read y w\nmessage m2\n read z v\n"
                       "handler v\ninitial\n read y w\n v: write z\nco y w\n");
  /* events: 0 post m1, 1 post m2, 2 write y, 3 get m1, 4 read y, 5 get m2, 6 read z, 7 read y, 8 write z;
   * messages: 0 h, 1 m1, 2 m2, 3 v */
#define STACK "hbcert 1\ntrace 9 4 3\ninconsistent\n"
  expect (trace, STACK "cycle 3 gp:1<2 1 po 2 rf 4 po 3\nend\n", HB_UNKNOWN, "program order");
  expect (trace, STACK "cycle 4 gp:1<2 1 po 2 rf 4\nrup 2<1\nend\n", HB_UNKNOWN, "from a get");
  expect (trace, STACK "cycle 3 gp 1 po 2\nend\n", HB_UNKNOWN, "neither assumed nor");
  expect (trace, STACK "cycle 5 gp:2<1 0 po 1 pb 5\nrup 1<2 mo:1<2\nend\n", HB_UNKNOWN,
          "without a contradiction");
  expect (trace, STACK "cycle 5 gp:2<1 0 po 1 pb 5\nrup 1<2\nend\n", HB_UNKNOWN, "does not follow");
  hb_trace_free (trace);
}

/* Where posts stand in two messages their order is that of these. */
static void
test_parents (void **state)
{
  (void)state;
  hb_trace *trace = trace_of_text (
      "handler g\nmessage a\n post c\nmessage b\n post d\nhandler h\nmessage c\n x: write x\n"
      "message d\n y: write y\nhandler i\ninitial\n post a\nhandler j\ninitial\n post b\n");
  /* messages: 0 a, 1 b, 2 c, 3 d; the cycles below are none: their steps are refused before the clauses count */
  expect (trace, "hbcert 1\ntrace 10 6 4\ninconsistent\nrup 0<1 3<2\nrup 1<0 2<3\nend\n",
          HB_UNKNOWN, "without a contradiction");
  expect (trace, "hbcert 1\ntrace 10 6 4\ninconsistent\nrup 0<1 2<3\nend\n", HB_UNKNOWN,
          "does not follow");
  hb_trace_free (trace);
}

/* Posts in a circle on a handler with lines: the certificate ends all the same, whatever the engine leaves. */
static void
test_circle_with_lines (void **state)
{
  (void)state;
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
        assert_int_equal (ask (trace, certificate.text, certificate.size, NULL), HB_INCONSISTENT);
      else
        assert_true (i == 2 && certificate.open);
      hb_certificate_free (&certificate);
      hb_check_result_free (&result);
      hb_diag_free (diag);
    }
  hb_trace_free (trace);
}

/* What eo and mo lines say goes over to posts and runs where the mailbox ties these together, and not
 * elsewhere. */
static void
test_lines (void **state)
{
  (void)state;
  static const char free[]
      = "handler h1\ninitial\n post m1\nhandler h2\ninitial\n post m2\nhandler w\n"
        "message m1\n read y b\nmessage m2\n b: write y\n";
  /* events: 0 post m1, 1 post m2, 2 get m1, 3 read y, 4 get m2, 5 write y; messages: 2 m1, 3 m2 */
  for (int i = 0; i < 4; i++)
    {
      char *text = hb_format ("mailbox %s\n%s%s w m1 m2\n", i % 2 ? "sender-queue" : "queue", free,
                              i / 2 ? "eo" : "mo");
      hb_trace *trace = trace_of_text (text);
      bool tied = i % 2 == 0;
      expect (trace, "hbcert 1\ntrace 6 4 3\ninconsistent\ncycle 5 rf 3 eo 5\nend\n",
              tied || i / 2 ? HB_INCONSISTENT : HB_UNKNOWN,
              tied || i / 2 ? NULL : "neither assumed");
      expect (trace, "hbcert 1\ntrace 6 4 3\ninconsistent\ncycle 0 mo 1 mo:3<2 0\nrup 2<3\nend\n",
              HB_UNKNOWN,
              tied    ? "without a contradiction"
              : i / 2 ? "neither assumed"
                      : "does not follow");
      hb_trace_free (trace);
      hb_free (text);
    }
}

/* Assumptions that are none. */
static void
test_assumptions (void **state)
{
  (void)state;
  hb_trace *trace
      = trace_of_text ("handler g\ninitial\n write x\nmessage a external\n read x init\n"
                       "handler h\nmessage b external\n write y\nmessage e external\n");
  /* events: 0 write x, 1 read x, 2 write y; messages: 0 initial, 1 a, 2 b, 3 e */
#define EXTERNALS "hbcert 1\ntrace 3 4 2\ninconsistent\n"
  expect (trace, EXTERNALS "cycle 0 po 1 fr 0\nend\n", HB_INCONSISTENT, NULL);
  expect (trace, EXTERNALS "cycle 0 po 1 eo:1<0 0\nrup\nend\n", HB_UNKNOWN, "initial message");
  expect (trace, EXTERNALS "cycle 0 eo:0<1 1 fr 0\nrup\nend\n", HB_UNKNOWN, "initial message");
  expect (trace, EXTERNALS "cycle 1 eo:1<2 2 eo:2<1 1\nrup\nend\n", HB_UNKNOWN,
          "two messages of one handler");
  expect (trace, EXTERNALS "cycle 1 eo:1<1 1\nrup\nend\n", HB_UNKNOWN,
          "two messages of one handler");
  expect (trace, EXTERNALS "cycle 2 eo:2<3 @3 eo:3<2 2\nrup\nend\n", HB_UNKNOWN, "does not follow");
  expect (trace, EXTERNALS "cycle @2 eo:2<3 @3 eo:3<2 @2\nrup\nend\n", HB_UNKNOWN,
          "without events");
  expect (trace, EXTERNALS "cycle @4 po @4\nrup\nend\n", HB_UNKNOWN, "without events");
  expect (trace, EXTERNALS "cycle @3 po @3\nend\n", HB_UNKNOWN, "program order");
  expect (trace, "hbcert 1\ntrace 3 5 2\ninconsistent\ncycle 0 po 1 fr 0\nend\n", HB_UNKNOWN,
          "another trace");
  expect (trace, "hbcert 1\ntrace 4 4 2\ninconsistent\ncycle 0 po 1 fr 0\nend\n", HB_UNKNOWN,
          "another trace");
  hb_trace_free (trace);
}

/* A message that posts itself, and two that post each other, lead nowhere. */
static void
test_circles (void **state)
{
  (void)state;
  hb_trace *trace = trace_of_text ("handler h\nmessage m\n post m\nmessage n\n post n\n");
  expect (trace, "hbcert 1\ntrace 4 2 1\ninconsistent\nrup 0<1\nend\n", HB_UNKNOWN,
          "does not follow");
  expect (trace, "hbcert 1\ntrace 4 2 1\ninconsistent\ncycle 0 po 1 pb 0\nend\n", HB_INCONSISTENT,
          NULL);
  hb_trace_free (trace);
  trace = trace_of_text ("handler h\nmessage m\n post n\nmessage n\n post m\n");
  expect (trace, "hbcert 1\ntrace 4 2 1\ninconsistent\nrup 0<1\nend\n", HB_UNKNOWN,
          "does not follow");
  expect (trace, "hbcert 1\ntrace 4 2 1\ninconsistent\ncycle 0 po 1 pb 2 po 3 pb 0\nend\n",
          HB_INCONSISTENT, NULL);
  hb_trace_free (trace);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_by_hand),
    cmocka_unit_test (test_mailboxes),
    cmocka_unit_test (test_stack_steps),
    cmocka_unit_test (test_parents),
    cmocka_unit_test (test_lines),
    cmocka_unit_test (test_circle_with_lines),
    cmocka_unit_test (test_assumptions),
    cmocka_unit_test (test_circles),
    cmocka_unit_test (test_wild),
    cmocka_unit_test (test_queue),
    cmocka_unit_test (test_other_mailboxes),
    cmocka_unit_test (test_stack_and_priority),
    cmocka_unit_test (test_from_runs),
    cmocka_unit_test (test_all_mailboxes),
    cmocka_unit_test (test_reductions),
  };
  return cmocka_run_group_tests_name ("certify", tests, NULL, NULL);
}
