/* Proofs about histories: what each kind of line may say and what is refused, with which words. */
#include "unit.h"

#include "judged.h"
#include "proof/certify_history.h"
#include "trace/history.h"

static void
expect_of_history (const char *history, const struct judged *cases, size_t count)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace
      = hb_history_read_input (hb_input_of_bytes ("h", history, strlen (history), diag), diag);
  hb_diag_print (diag, stderr, false);
  assert_non_null (trace);
  hb_diag_free (diag);
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++)
    {
      diag = hb_diag_new ();
      hb_input *input = hb_input_of_bytes ("c", cases[i].text, strlen (cases[i].text), diag);
      struct hb_certified found = hb_certify_history (trace, input, diag);
      wrong += found.is_certificate != !strncmp (cases[i].text, "hbcert 1 history\n", 17);
      int answer = found.verdict == HB_CONSISTENT ? 10 : found.verdict == HB_INCONSISTENT ? 20 : 0;
      wrong += !is_as_expected (&cases[i], answer, diag);
      hb_input_close (input);
      hb_diag_free (diag);
    }
  assert_int_equal (wrong, 0);
  hb_trace_free (trace);
}

#define EXPECT_OF(history, cases)                                                                  \
  expect_of_history (history, cases, sizeof (cases) / sizeof *(cases))

#define HEAD "hbcert 1 history\nhistory 7 3 2\n"
/* 0 writes x, 1 writes x; 2 and 3 read x from 1 and 0; 4 writes y, 5 reads y from it, 6 the initial x */
static const char three[] = "edt 1\nhandler p\ninitial\n a: write x\n b: write x\n"
                            "handler q\ninitial\n read x b\n read x a\n"
                            "handler r\ninitial\n c: write y\n read y c\n read x init\nend 7 3 3\n";

TEST (cycles_of_histories_are_judged_line_by_line)
{
#define BOTH "cycle 0 po 1 co:-1 0\ncycle 2 po 3 fr:1 1 rf 2\n"
#define END "proof\n0\nend\n"
#define PAIR HEAD "pair 0 1\n"
  static const struct judged cases[] = {
    { PAIR BOTH END, 20, NULL },
    { PAIR BOTH "proof\n1 0\n0\nend\n", 20, NULL },
    { PAIR BOTH "proof\n-1 0\n0\nend\n", 20, NULL },
    { HEAD "pair 1 0\ncycle 0 po 1 co:1 0\ncycle 2 po 3 fr:-1 1 rf 2\n" END, 20, NULL },
    { PAIR "pair 0 1\ncycle 0 po 1 co:-2 0\ncycle 2 po 3 fr:2 1 rf 2\n" END, 20, NULL },
    { PAIR "pair 0 1\ncycle 0 po 1 co:-2 0\ncycle 2 po 3 fr:1 1 rf 2\n" END, 0, "does not follow" },
    { PAIR "cycle 0 po 1 co:-1 0\n" END, 0, "c:6:1: error: the clause does not follow" },
    { PAIR "cycle 2 po 3 fr:1 1 rf 2\n" END, 0, "c:6:1: error: the clause does not follow" },
    { PAIR "cycle 2 po 3 fr:1 1 rf 2\n"
           "proof\nd 1 0\n-1 0\n0\nend\n",
      0, "c:8:1: error: the clause does not follow" },
    { PAIR "proof\n1 0\n", 0, "c:5:1: error: the clause does not follow" },
    { PAIR BOTH "proof\n2 0\n0\nend\n", 0, "c:7:1: error: expected a variable of the formula" },
    { PAIR BOTH "proof\n1 0\n", 0, "the proof ends without the empty clause" },
    { PAIR BOTH "proof\n", 0, "the proof ends without the empty clause" },
    { PAIR BOTH "proof\n0\n", 0, "the proof is complete; expected 'end'" },
    { PAIR BOTH "proof\n0\n0\nend\n", 0, "c:8:1: error: the proof is complete; expected 'end'" },
    { PAIR BOTH END "end\n", 0, "c:9:1: error: text after the line 'end'" },
    { PAIR BOTH "proof\n0\nend x\n", 0, "c:8:5: error: unexpected 'x'" },
    { PAIR BOTH "proof x\n0\nend\n", 0, "c:6:7: error: unexpected 'x'" },
    { PAIR BOTH, 0, "the certificate is truncated: no line 'proof'" },
    { PAIR BOTH "prof\n", 0, "c:6:1: error: expected a line 'pair', 'cycle' or 'proof'" },
    { PAIR BOTH "run 0\n", 0, "c:6:1: error: expected a line 'pair', 'cycle' or 'proof'" },
    { HEAD "pair 0\n", 0,
      "c:3:7: error: the line ends too early; expected the number of an event" },
    { HEAD "pair\n", 0, "c:3:5: error: the line ends too early; expected the number of an event" },
    { HEAD "pair 0 1 2\n", 0, "c:3:10: error: unexpected '2'" },
    { HEAD "pair 7 1\n", 0, "c:3:6: error: '7' is no number of an event" },
    { HEAD "pair 0 7\n", 0, "c:3:8: error: '7' is no number of an event" },
    { HEAD "pair 0 0\n", 0, "error: expected two writes of one variable" },
    { HEAD "pair 0 2\n", 0, "error: expected two writes of one variable" },
    { HEAD "pair 2 0\n", 0, "error: expected two writes of one variable" },
    { HEAD "pair 0 4\n", 0, "error: expected two writes of one variable" },
    { HEAD "pair 2 3\n", 0, "error: expected two writes of one variable" },
    { HEAD "cycle\n", 0, "c:3:6: error: the line ends too early; expected the number of an event" },
    { HEAD "cycle 7 po 0\n", 0, "c:3:7: error: '7' is no number of an event" },
    { HEAD "cycle 0 po 7\n", 0, "c:3:12: error: '7' is no number of an event" },
    { HEAD "cycle 0 po\n", 0, "c:3:11: error: the line ends too early" },
    { HEAD "cycle 0\n", 0, "c:3:8: error: the cycle does not end where it starts" },
    { HEAD "cycle 0 po 1\n", 0, "c:3:13: error: the cycle does not end where it starts" },
    { PAIR "cycle 0 po 1 co:-1 0 po 1\n", 0, "c:4:22: error: unexpected 'po'" },
    /* Steps that do not hold: po backwards, to itself, to another thread; */
    { HEAD "cycle 1 po 0\n", 0, "c:3:9: error: this step does not hold" },
    { HEAD "cycle 1 po 1\n", 0, "c:3:9: error: this step does not hold" },
    { HEAD "cycle 1 po 2\n", 0, "c:3:9: error: this step does not hold" },
    /* rf from another write, from a read, to a write; */
    { HEAD "cycle 0 rf 2\n", 0, "c:3:9: error: this step does not hold" },
    { HEAD "cycle 2 rf 1\n", 0, "c:3:9: error: this step does not hold" },
    { HEAD "cycle 0 rf 1\n", 0, "c:3:9: error: this step does not hold" },
    { HEAD "cycle 4 rf 6\n", 0, "c:3:9: error: this step does not hold" },
    /* co without its literal, under its negation, of a literal that there is not, from a read, to another variable; */
    { PAIR "cycle 0 co 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 0 co: 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 0 co:- 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 0 co:-1 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 1 co:1 0\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 0 co:0 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 0 co:2 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 0 co:1x 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 0 co;1 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 0 cx:1 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 0 c 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 0 co:1 4\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 0 co:1 3\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 3 co:1 1\n", 0, "c:4:9: error: this step does not hold" },
    /* fr from a write, to an earlier write, to its own, to a read, without a literal, to another variable. */
    { PAIR "cycle 0 fr:1 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 2 fr:1 0\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 2 fr:1 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 3 fr:-1 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 3 fr 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 3 fr:1 2\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 5 fr:1 1\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 3 fx:1 1\n", 0, "c:4:9: error: this step does not hold" },
    /* From a read of the initial value fr leads to any write of the variable, under no literal. */
    { PAIR "cycle 6 fr 0 rf 6\n", 0, "c:4:14: error: this step does not hold" },
    { PAIR "cycle 6 fr:1 0 rf 6\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 6 fr 4 po 6\n", 0, "c:4:9: error: this step does not hold" },
    { PAIR "cycle 6 fr 0 po 1 po 6\n", 0, "c:4:19: error: this step does not hold" },
    /* The first lines. */
    { "hbcert 1\nhistory 7 3 2\n", 0, "error: expected 'hbcert 1 history'" },
    { "hbcert 2 history\n", 0, "error: expected 'hbcert 1 history'" },
    { "", 0, "expected 'hbcert 1 history'" },
    { "hbcert 1 history\n", 0, "expected 'history EVENTS THREADS VARIABLES'" },
    { "hbcert 1 history\ntrace 7 3 2\n", 0, "expected 'history EVENTS THREADS VARIABLES'" },
    { "hbcert 1 history\nhistory 7 3\n", 0, "c:2:12: error: the line ends too early" },
    { "hbcert 1 history\nhistory x 3 2\n", 0, "c:2:9: error: 'x' is no number of events" },
    { "hbcert 1 history\nhistory 18446744073709551623 3 2\n", 0, "is no number of events" },
    { "hbcert 1 history\nhistory 7 18446744073709551619 2\n", 0, "is no number of threads" },
    { "hbcert 1 history\nhistory 7 3 18446744073709551618\n", 0, "is no number of variables" },
    { "hbcert 1 history\nhistory 7 3 2 1\n", 0, "c:2:15: error: unexpected '1'" },
    { "hbcert 1 history\nhistory 6 3 2\n", 0, "c:2:1: error: this is the certificate of another" },
    { "hbcert 1 history\nhistory 7 2 2\n", 0, "c:2:1: error: this is the certificate of another" },
    { "hbcert 1 history\nhistory 7 3 3\n", 0, "c:2:1: error: this is the certificate of another" },
    { HEAD, 0, "the certificate is truncated: no line 'end'" },
  };
  EXPECT_OF (three, cases);
  /* Store buffering: a cycle that assumes nothing. */
  static const char buffering[] = "edt 1\nhandler p\ninitial\n write x\n read y init\n"
                                  "handler q\ninitial\n write y\n read x init\nend 4 2 2\n";
  static const struct judged plain[] = {
    { "hbcert 1 history\nhistory 4 2 2\ncycle 0 po 1 fr 2 po 3 fr 0\n" END, 20, NULL },
    { "hbcert 1 history\nhistory 4 2 2\ncycle 0 po 1 fr 2 po 3 fr 0\ncycle 1 fr 2 po 3 fr 0 po "
      "1\n" END,
      20, NULL },
    { "hbcert 1 history\nhistory 4 2 2\ncycle 0 po 1 fr 0\n", 0, "c:3:14: error: this step does" },
    { "hbcert 1 history\nhistory 4 2 2\n" END, 0, "c:4:1: error: the clause does not follow" },
  };
  EXPECT_OF (buffering, plain);
  /* A literal speaks of both of its writes. */
  static const char writes[]
      = "edt 1\nhandler p\ninitial\n write x\n write x\n write x\nend 3 1 1\n";
#define OF_THREE "hbcert 1 history\nhistory 3 1 1\npair 0 1\n"
  static const struct judged both[] = {
    { OF_THREE "cycle 0 po 1 co:-1 0\npair 1 0\ncycle 0 po 1 co:2 0\nproof\n1 0\n-2 0\n0\nend\n", 0,
      "c:10:1: error: the clause does not follow" },
    { OF_THREE "cycle 2 co:-1 0\n", 0, "c:4:9: error: this step does not hold" },
    { OF_THREE "cycle 1 co:-1 2\n", 0, "c:4:9: error: this step does not hold" },
    { OF_THREE "cycle 0 co:1 2\n", 0, "c:4:9: error: this step does not hold" },
    { OF_THREE "cycle 2 co:1 1\n", 0, "c:4:9: error: this step does not hold" },
  };
  EXPECT_OF (writes, both);
}

TEST (runs_of_histories_are_judged_event_by_event)
{
  /* 0 writes x, 1 reads it; 2 writes x, 3 reads it; 4 reads the initial x */
  static const char history[] = "edt 1\nhandler p\ninitial\n a: write x\n read x a\n"
                                "handler q\ninitial\n b: write x\n read x b\n"
                                "handler r\ninitial\n read x init\nhandler s\nend 5 3 4\n";
#define RUN "hbcert 1 history\nhistory 5 4 1\n"
  static const struct judged cases[] = {
    { RUN "run 4 0 1 2 3\nend\n", 10, NULL },
    { RUN "run 4 0-3\nend\n", 10, NULL },
    { RUN "run 4\nrun 2-3\n\nrun 0 1\nend\n", 10, NULL },
    { RUN "run 4 2 3 0 1\nend # all\n", 10, NULL },
    { RUN "run 4 0-2\nend\n", 0, "c:4:1: error: the run ends after 4 of 5 events" },
    { RUN "end\n", 0, "c:3:1: error: the run ends after 0 of 5 events" },
    { RUN "run 4 0-3\n", 0, "the certificate is truncated: no line 'end'" },
    { RUN "run 4 0-3\nend\nend\n", 0, "c:5:1: error: text after the line 'end'" },
    { RUN "run 4 0-3\nend x\n", 0, "c:4:5: error: unexpected 'x'" },
    { RUN "run 4 0-3\nran\n", 0, "c:4:1: error: expected a line 'run' or 'end'" },
    { RUN "run 4 0-5\n", 0, "c:3:7: error: " },
    { RUN "run 4 0 0\n", 0, "c:3:9: error: event 0 cannot happen here: its thread is not there" },
    { RUN "run 4 1\n", 0, "c:3:7: error: event 1 cannot happen here: its thread is not there" },
    { RUN "run 4 4\n", 0, "c:3:7: error: event 4 cannot happen here: its thread is not there" },
    { RUN "run 0 4\n", 0, "c:3:7: error: event 4 cannot happen here: it would read another write" },
    { RUN "run 4 0 2 1\n", 0, "c:3:11: error: event 1 cannot happen here: it would read another" },
    { RUN "run 4 2 0 3\n", 0, "c:3:11: error: event 3 cannot happen here: it would read another" },
  };
  EXPECT_OF (history, cases);
  static const struct judged nothing[]
      = { { "hbcert 1 history\nhistory 0 0 0\nend\n", 10, NULL },
          { "hbcert 1 history\nhistory 0 0 0\nrun 0\nend\n", 0, "c:3:5: error: " } };
  EXPECT_OF ("edt 1\nend 0 0 0\n", nothing);
}
