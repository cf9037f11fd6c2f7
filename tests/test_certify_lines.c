/* Certificates by hand: what each kind of line may say, what is refused, and with which words.
 *
 * Those of the engines, and damaged ones, are in test_certify.c. */
#include "unit.h"

#include "certificate_oracle.h"
#include "proof/certify_words.h"
#include "small_traces.h"

static const char crossed[]
    = "handler h1\ninitial\n post m1\n post m2\nhandler w\nmessage m1\n read y b\n"
      "message m2\n b: write y\n";
/* events: 0 post m1, 1 post m2, 2 get m1, 3 read y, 4 get m2, 5 write y; messages: 0 initial, 1, 2 */

/* Is TEXT judged so, with an error that has SAYS in it?  If not, says so. */
static bool
is_judged (const hb_trace *trace, const char *text, enum hb_verdict verdict, const char *says)
{
  char *why;
  enum hb_verdict answer = certify_text (trace, text, strlen (text), &why);
  bool good = answer == verdict && (!says || strstr (why, says));
  if (!good)
    print_error ("%s\ngives %d: %s\nexpected %d: %s\n", text, (int)answer, why, (int)verdict,
                 says ? says : "");
  hb_free (why);
  return good;
}

static void
expect (const hb_trace *trace, const char *text, enum hb_verdict verdict, const char *says)
{
  assert_true (is_judged (trace, text, verdict, says));
}

struct wrong_text
{
  const char *text, *says;
};

/* All of them are refused; what is not as expected is told of each. */
static void
expect_all (const hb_trace *trace, const struct wrong_text *texts, size_t count)
{
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++)
    wrong += !is_judged (trace, texts[i].text, HB_UNKNOWN, texts[i].says);
  assert_int_equal (wrong, 0);
}

TEST (test_by_hand)
{
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
  expect (trace, "hbcert 01\ntrace 6 3 2\n", HB_UNKNOWN, "version");
  expect (trace, "hbcert\n1\ntrace 6 3 2\n", HB_UNKNOWN, "version");
  expect (trace, "edt 1\n", HB_UNKNOWN, "no certificate");
  expect (trace, "", HB_UNKNOWN, "empty");
  expect (trace, "hbcert 1\ntrace 6 3 2\nconsistent\neo 1 1 2\nmo 1 1 2\nrun 0-3\nend\n",
          HB_UNKNOWN, "cannot happen here");
  hb_trace_free (trace);
}

/* FIFO is all that refutes: the same cycles say nothing about other mailboxes. */
TEST (test_mailboxes)
{
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
TEST (test_stack_steps)
{
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

/* Under priorities it is handed out first whichever was posted first: the step assumes nothing about posts. */
TEST (test_priority_steps)
{
  hb_trace *trace
      = trace_of_text ("mailbox priority\nhandler h\ninitial\n post m2\n post m1\nhandler w\n"
                       "message m1 priority=1\nmessage m2 priority=2\n");
  /* events: 0 post m2, 1 post m1, 2 get m1, 3 get m2; messages: 0 initial, 1 m1, 2 m2 */
#define PRIORITY "hbcert 1\ntrace 4 3 2\ninconsistent\n"
  expect (trace, PRIORITY "cycle 2 gp:1<2 0 po 1 pb 2\nrup 2<1\nend\n", HB_UNKNOWN,
          "without a contradiction");
  expect (trace, PRIORITY "cycle 2 gp:1<2 0 po 1 pb 2\nrup 1<2\nend\n", HB_UNKNOWN,
          "does not follow");
  expect (trace, PRIORITY "cycle 3 gp:2<1 1 po 1\n", HB_UNKNOWN, "would not hand the second");
  hb_trace_free (trace);
}

/* Where posts stand in two messages their order is that of these. */
TEST (test_parents)
{
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

/* What eo and mo lines say goes over to posts and runs where the mailbox ties these together, and not
 * elsewhere. */
TEST (test_lines)
{
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
TEST (test_assumptions)
{
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
TEST (test_circles)
{
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

/* The first lines; words and numbers, with the place where they are wrong. */
TEST (test_words)
{
  hb_trace *trace = trace_of_text (crossed);
#define PROOF "cycle 5 rf 3 eo:1<2 5\nrup\nend\n"
  static const struct wrong_text cases[] = {
    { "", "c: error: the file is empty; expected 'hbcert 1'" },
    { "hbcert\n", "c:1:7: error: expected the version of the format, 1" },
    { "hbcert 01x\n", "c:1:8: error: expected the version of the format, 1" },
    { "hbcert 18446744073709551617\ntrace 6 3 2\ninconsistent\n" PROOF,
      "c:1:8: error: expected the version" },
    { "hbcert 1 1\n", "c:1:10: error: unexpected '1'; expected the end of the line" },
    { "hbcert 1\n", "expected 'trace EVENTS MESSAGES HANDLERS'" },
    { "hbcert 1\ntraces 6 3 2\ninconsistent\n" PROOF, "c:2:1: error: expected 'trace EVENTS" },
    { "hbcert 1\ntrace 6 3\ninconsistent\n" PROOF, "c:2:10: error: the line ends too early" },
    { "hbcert 1\ntrace 18446744073709551622 3 2\ninconsistent\n" PROOF, "no number of events" },
    { "hbcert 1\ntrace 6 18446744073709551619 2\ninconsistent\n" PROOF, "no number of messages" },
    { "hbcert 1\ntrace 6 3 18446744073709551618\ninconsistent\n" PROOF, "no number of handlers" },
    { "hbcert 1\ntrace 6 3 2 1\ninconsistent\n" PROOF, "c:2:13: error: unexpected '1'" },
    { "hbcert 1\ntrace 7 3 2\ninconsistent\n" PROOF, "of 7 events, 3 messages, 2 handlers; "
                                                     "expected 6, 3 and 2" },
    { "hbcert 1\ntrace 6 2 2\ninconsistent\n" PROOF, "another trace" },
    { "hbcert 1\ntrace 6 3 1\ninconsistent\n" PROOF, "another trace" },
    { "hbcert 1\ntrace 6 3 2\n", "expected 'consistent' or 'inconsistent'" },
    { "hbcert 1\ntrace 6 3 2\nperhaps\n" PROOF, "c:3:1: error: expected 'consistent'" },
    { HEAD "# nothing\n", "c:4:1: error: the certificate is truncated: no line 'end'" },
    { "hbcert 1\ntrace 6 3 2\ninconsistent x\n" PROOF, "c:3:14: error: unexpected 'x'" },
    { HEAD "cycle 5 rf 3 eo:1<2 5\nrup\nend x\n", "c:6:5: error: unexpected 'x'" },
    { HEAD "cycle\n", "c:4:6: error: the line ends too early; expected an event" },
    { HEAD "cycle 6 rf 3 eo:1<2 6\n", "c:4:7: error: expected the number of an event" },
    { HEAD "cycle 5x rf 3 eo:1<2 5\n", "c:4:7: error: expected the number of an event" },
    { HEAD "cycle 5 rf\n", "c:4:11: error: the line ends too early; expected an event" },
    { HEAD "cycle 5 r 3\n", "c:4:9: error: expected po, rf" },
    { HEAD "cycle 5 rfx 3\n", "c:4:9: error: expected po, rf" },
    { HEAD "cycle 5 rf:1<2 3\n", "c:4:9: error: expected po, rf" },
    { HEAD "cycle 5 rf 3 eo;1<2 5\n", "c:4:14: error: expected po, rf" },
    { HEAD "cycle 5 rf 3 eo: 5\n", "c:4:14: error: expected po, rf" },
    { HEAD "cycle 5 rf 3 eo:1 5\n", "c:4:14: error: expected po, rf" },
    { HEAD "cycle 5 rf 3 eo:1< 5\n", "c:4:14: error: expected po, rf" },
    { HEAD "cycle 5 rf 3 eo:<2 5\n", "c:4:14: error: expected po, rf" },
    { HEAD "cycle 5 rf 3 eo:1>2 5\n", "c:4:14: error: expected po, rf" },
    { HEAD "cycle 5 rf 3 eo:1<3 5\n", "c:4:14: error: expected po, rf" },
    { HEAD "cycle 5 rf 3 eo:3<2 5\n", "c:4:14: error: expected po, rf" },
    { HEAD "cycle 5 rf 3 eo:1<2x 5\n", "c:4:14: error: expected po, rf" },
    { HEAD "cycle  5\trf 3 eo:2<1 5\n", "c:4:15: error: this step (eo) does not hold" },
    { HEAD "cycle 5 rf 2\n", "c:4:9: error: this step (rf) does not hold: the trace does" },
    { HEAD "cycle @ po 0\n", "c:4:7: error: expected @ and the number of a message without" },
    { HEAD "cycle @1 po 0\n", "c:4:7: error: expected @ and the number of a message without" },
    { HEAD "cycle 4 po 5\n", "c:4:13: error: the cycle does not end where it starts" },
    { HEAD "rup 1<2 x\n", "c:4:9: error: expected A<B or mo:A<B" },
    { HEAD "rup 1<1\n", "c:4:5: error: expected A<B or mo:A<B" },
    { HEAD "rup mo:0<2\n", "c:4:5: error: expected A<B or mo:A<B" },
    { HEAD "rup ma:1<2\n", "c:4:5: error: expected A<B or mo:A<B" },
    { HEAD "rup 2<1\n", "clause 1 does not follow" },
    { HEAD "cycle 5 rf 3 eo:1<2 5\ndel\ndel 0\n", "c:6:5: error: expected the number of a" },
    { HEAD "cycle 5 rf 3 eo:1<2 5\ndel 1 1\n", "c:5:7: error: expected the number of a" },
    { HEAD "cycle 5 rf 3 eo:1<2 5\ndel 1x\n", "c:5:5: error: expected the number of a" },
    { HEAD "rupt\n", "c:4:1: error: expected a line 'cycle', 'rup', 'del' or 'end'" },
  };
  expect_all (trace, cases, sizeof cases / sizeof *cases);
  hb_trace_free (trace);
}

/* The lines of a run, and what of it is wrong where. */
TEST (test_run_words)
{
  static const char multiset[]
      = "mailbox multiset\nhandler h1\ninitial\n post m1\n post m2\nhandler w\nmessage m1\n"
        " read y b\nmessage m2\n b: write y\nmessage e external\nmessage f external\n";
  /* events: 0 post m1, 1 post m2, 2 get m1, 3 read y, 4 get m2, 5 write y; messages: 0 initial, 1, 2, and without
   * events 3 and 4 */
#define ORDERS "hbcert 1\ntrace 6 5 2\nconsistent\neo 1 2 3 4 1\nmo 1 1 2\n"
#define START "hbcert 1\ntrace 6 5 2\nconsistent\n"
#define LONG "x234567890123456789012345678901234567890123456789012345678901"
  static const struct wrong_text cases[] = {
    { START "eo\n", "c:4:3: error: the line ends too early; expected the number of a handler" },
    { START "eo 2\n", "c:4:4: error: '2' is no number of a handler" },
    { START "eo " LONG "\n", "'x23456789012345678901234567890123456789012345678901234567890' is" },
    { START "eo 1 5\n", "c:4:6: error: expected the number of a message" },
    { START "eo 1 2x\n", "c:4:6: error: expected the number of a message" },
    { START "eo 0 1\n", "c:4:6: error: message 1 ('m1') runs on another handler" },
    { START "eo 0 0\n", "c:4:6: error: message 0 ('h1') has no part in eo" },
    { START "mo 1 3\n", "c:4:6: error: message 3 ('e') has no part in mo" },
    { START "mo 1 1 1\n", "c:4:8: error: message 1 ('m1') stands in mo already" },
    { START "eo 1 2 3 4\nmo 1 1 2\nrun 0\n", "c:6:1: error: eo leaves message 1 ('m1') out" },
    { START "eo 1 2 3 4 1\nmo 1 1\nrun 0\n", "c:6:1: error: mo leaves message 2 ('m2') out" },
    { START "eo 1 2 3 4 1\nmo 1 1\nend\n", "c:6:1: error: mo leaves message 2 ('m2') out" },
    { START "eo 1 2 3 1\nend\n", "c:5:1: error: eo leaves message 4 ('f') out" },
    { ORDERS "end\n", "c:6:1: error: the run ends after 0 of 6 events" },
    { ORDERS "run 0\neo 1\n", "c:7:1: error: expected a line 'run' or 'end'\n" },
    { ORDERS "runs 0\n", "c:6:1: error: expected a line 'run' or 'end', or 'eo' or 'mo'" },
    { ORDERS "run 0\n", "c:6:1: error: the certificate is truncated: no line 'end'" },
    { ORDERS "run 0-1 4 5 2 3\nend 1\n", "c:7:5: error: unexpected '1'" },
    { ORDERS "run 0-1 4 5 2 3\nend " LONG "\n",
      "'x23456789012345678901234567890123456789012345678901234567890'; expected" },
    { ORDERS "run 0-\n", "c:6:5: error: expected the number of an event, or FIRST-LAST" },
    { ORDERS "run -1\n", "c:6:5: error: expected the number of an event, or FIRST-LAST" },
    { ORDERS "run 1-0\n", "c:6:5: error: expected the number of an event, or FIRST-LAST" },
    { ORDERS "run 0+1\n", "c:6:5: error: expected the number of an event, or FIRST-LAST" },
    { ORDERS "run 0-1-4\n", "c:6:5: error: expected the number of an event, or FIRST-LAST" },
    { ORDERS "run 0-1 6\n", "c:6:9: error: expected the number of an event, or FIRST-LAST" },
    { ORDERS "run 18446744073709551616\n", "c:6:5: error: expected the number of an event" },
    { ORDERS "run 0 0\n", "c:6:7: error: event 0, h1@0 ('post m1'), cannot happen here" },
    { ORDERS "run 0-1 2\n",
      "c:6:9: error: message 1 ('m1') starts here; eo has message 'm2' next" },
    { "hbcert 1\ntrace 6 5 2\nconsistent\neo 1 2 3 4 1\nmo 1 2 1\nrun 0\n",
      "c:6:5: error: message 1 ('m1') is posted here; mo has message 'm2' next" },
  };
  hb_trace *trace = trace_of_text (multiset);
  expect_all (trace, cases, sizeof cases / sizeof *cases);
  expect (trace, ORDERS "run 0-0 1 4-5\nrun 2-3\nend\n", HB_CONSISTENT, NULL);
  hb_trace_free (trace);
  /* Lines of the trace are to be respected, of messages without events as well. */
  char *text = hb_format ("%seo w e f\nmo w m1 m2\n", multiset);
  trace = trace_of_text (text);
  expect (trace, ORDERS "run 0-1 4 5 2-3\nend\n", HB_CONSISTENT, NULL);
  expect (trace, START "eo 1 2 4 3 1\nmo 1 1 2\nrun 0-1 4 5 2-3\nend\n", HB_UNKNOWN,
          "c:6:1: error: eo has message 'f' before 'e'; the trace has it after");
  expect (trace, START "eo 1 2 4 3 1\nmo 1 1 2\nend\n", HB_UNKNOWN, "the trace has it after");
  expect (trace, START "eo 1 2 3 4 1\nmo 1 2 1\nrun 1 0\nend\n", HB_UNKNOWN,
          "mo has message 'm2' before 'm1'");
  hb_trace_free (trace);
  hb_free (text);
  trace = trace_of_text ("handler h\nmessage e external\n");
  expect (trace, "hbcert 1\ntrace 0 1 1\ninconsistent\ncycle @ po @\nend\n", HB_UNKNOWN,
          "c:4:7: error: expected @ and the number of a message without events");
  hb_trace_free (trace);
  trace = trace_of_text ("handler h\nmessage e external\nmessage f external\n");
  expect (trace, "hbcert 1\ntrace 0 2 1\ninconsistent\ncycle @0 eo:0<1 @1\nrup 1<0\nend\n",
          HB_UNKNOWN, "the cycle does not end where it starts");
  hb_trace_free (trace);
  trace = trace_of_text ("handler w\nmessage m\nhandler h\ninitial\n post m\n");
  expect (trace, "hbcert 1\ntrace 2 2 2\nconsistent\neo 0 0\nmo 0 0\nrun 1 0\nend\n", HB_CONSISTENT,
          NULL);
  expect (trace, "hbcert 1\ntrace 2 2 2\nconsistent\nmo 0 0\nrun 1 0\nend\n", HB_UNKNOWN,
          "eo leaves message 0 ('m') out");
  expect (trace, "hbcert 1\ntrace 2 2 2\nconsistent\neo 0 0\nrun 1 0\nend\n", HB_UNKNOWN,
          "mo leaves message 0 ('m') out");
  hb_trace_free (trace);
  trace = trace_of_text ("handler h\n");
  expect (trace, "hbcert 1\ntrace 0 0 1\nconsistent\nend\n", HB_CONSISTENT, NULL);
  expect (trace, "hbcert 1\ntrace 0 0 1\nconsistent\nrun\nend\n", HB_CONSISTENT, NULL);
  expect (trace, "hbcert 1\ntrace 0 0 1\nconsistent\n", HB_UNKNOWN, "truncated");
  hb_trace_free (trace);
}

/* A clause orders runs of two messages of one handler, neither initial, and posts of two that are posted. */
TEST (test_literals)
{
  hb_trace *trace
      = trace_of_text ("mailbox multiset\nhandler g\ninitial\n write x\nmessage a\nmessage b\n"
                       "message e external\nhandler h\nmessage c\nhandler p\ninitial\n post a\n"
                       "handler q\ninitial\n post b\nhandler r\ninitial\n post c\n");
  /* messages: 0 initial, 1 a, 2 b, 3 e, of g; 4 c, of h */
#define LITERALS "hbcert 1\ntrace 7 8 5\ninconsistent\n"
#define NONE "c:4:5: error: expected A<B or mo:A<B, two messages of one handler"
#define OPEN "clause 1 does not follow"
  static const struct wrong_text cases[] = {
    { LITERALS "rup 1<4\n", NONE },    { LITERALS "rup 4<1\n", NONE },
    { LITERALS "rup mo:1<4\n", NONE }, { LITERALS "rup mo:4<1\n", NONE },
    { LITERALS "rup 0<1\n", NONE },    { LITERALS "rup 1<0\n", NONE },
    { LITERALS "rup mo:0<1\n", NONE }, { LITERALS "rup mo:1<0\n", NONE },
    { LITERALS "rup mo:1<3\n", NONE }, { LITERALS "rup mo:3<1\n", NONE },
    { LITERALS "rup mo:1\n", NONE },   { LITERALS "rup mo:\n", NONE },
    { LITERALS "rup 1<2\n", OPEN },    { LITERALS "rup mo:1<2\n", OPEN },
    { LITERALS "rup 1<3\n", OPEN },    { LITERALS "rup 3<1\n", OPEN },
  };
  expect_all (trace, cases, sizeof cases / sizeof *cases);
  hb_trace_free (trace);
}

/* What other kinds of certificates begin with, as it is read by all of them: `hbcert 1 KIND`, then lines
 * `NAME NUMBER`.  What is not whole, or of another kind, is refused with the words of what was expected. */
TEST (test_heads)
{
  static const struct
  {
    const char *text;
    bool looks, good; /* at first sight, and when read */
    const char *says;
  } cases[] = {
    { "hbcert 1 inconsistent\n", true, true, "" },
    { "hbcert 1 inconsistent", true, true, "" },
    { "# a\n\n hbcert\t1  inconsistent # b\n", false, true, "" },
    { "hbcert 1 inconsistently\n", true, false, "1:10: error: expected 'hbcert 1 inconsistent'" },
    { "hbcert 1 inconsistent x\n", true, false, "1:23: error: unexpected 'x'" },
    { "hbcert 1 inconsisten\n", false, false, "1:10: error: expected 'hbcert 1 inconsistent'" },
    { "hbcert 1 inconsisting\n", false, false, "1:10: error: expected 'hbcert 1 incon" },
    { "hbcert 2 inconsistent\n", false, false, "1:8: error: expected 'hbcert 1 inconsistent'" },
    { "abcert 1 inconsistent\n", false, false, "1:1: error: expected 'hbcert 1 inconsistent'" },
    { "hbcert inconsistent\n", false, false, "1:8: error: expected 'hbcert 1 inconsistent'" },
    { "hbcert 1\n", false, false, "1:9: error: expected 'hbcert 1 inconsistent'" },
    { "hbcert 2\n", false, false, "1:8: error: expected 'hbcert 1 inconsistent'" },
    { "hbcert\n", false, false, "1:7: error: expected 'hbcert 1 inconsistent'" },
    { "inconsistent\n", false, false, "1:1: error: expected 'hbcert 1 inconsistent'" },
    { "", false, false, "error: expected 'hbcert 1 inconsistent'" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      struct hb_words words = { .diag = diag, .line = "" };
      words.input = hb_input_of_bytes ("c", cases[i].text, strlen (cases[i].text), diag);
      assert_int_equal (hb_certificate_is (words.input, "inconsistent"), cases[i].looks);
      assert_int_equal (hb_words_head (&words, "inconsistent"), cases[i].good);
      char *said = text_of_diag (diag);
      if (!strstr (said, cases[i].says) || (cases[i].good && *said))
        fail_msg ("%s\ngives: %s", cases[i].text, said);
      hb_free (said);
      hb_input_close (words.input);
      hb_diag_free (diag);
    }
}

TEST (test_named_numbers)
{
  static const struct wrong_text wrong[] = {
    { "bound 8\n", "1:7: error: '8' is no number of bound" },
    { "bound x\n", "1:7: error: 'x' is no number of bound" },
    { "bound 7 8\n", "1:9: error: unexpected '8'" },
    { "bound\n", "1:6: error: the line ends too early; expected the number of bound" },
    { "bounds 7\n", "1:1: error: expected 'bound NUMBER'" },
    { "# bound 7\n", "error: expected 'bound NUMBER'" },
    { "", "error: expected 'bound NUMBER'" },
  };
  for (size_t i = 0; i <= sizeof wrong / sizeof *wrong; i++)
    {
      bool good = i == sizeof wrong / sizeof *wrong;
      const char *text = good ? "\n bound  7 # lines\n" : wrong[i].text;
      hb_diag *diag = hb_diag_new ();
      struct hb_words words = { .diag = diag, .line = "" };
      size_t number = 0;
      words.input = hb_input_of_bytes ("c", text, strlen (text), diag);
      assert_int_equal (hb_words_named (&words, "bound", 8, &number), good);
      char *said = text_of_diag (diag);
      if (good ? number != 7 || *said : !strstr (said, wrong[i].says))
        fail_msg ("%s\ngives: %s", text, said);
      hb_free (said);
      hb_input_close (words.input);
      hb_diag_free (diag);
    }
}
