/* Witnesses: total orders from chains, from runs, from a witness file; what differs is named. */
#include "unit.h"

#include "small_traces.h"
#include "trace/witness.h"

/* Three messages on w, an external one among them, and whatever LINES say of their order. */
static hb_trace *
three_messages (const char *lines)
{
  char *text = hb_format ("handler w\n"
                          "message m1\n"
                          "message m2\n"
                          "message m3\n"
                          "message seen external\n"
                          "handler h\n"
                          "initial\n"
                          "  post m1\n"
                          "  post m2\n"
                          "  post m3\n"
                          "%s",
                          lines);
  hb_trace *trace = trace_of_text (text);
  hb_free (text);
  return trace;
}

/* eo and mo of all handlers: "m2 m1 seen | m1 m2".  New. */
static char *
text_of_witness (const hb_trace *trace, const hb_witness *witness)
{
  char *text = hb_copy_text ("");
  for (int mo = 0; mo < 2; mo++)
    {
      const hb_id *start = mo ? witness->mo_start : witness->eo_start;
      for (hb_id i = 0; i < start[trace->handlers.size]; i++)
        {
          hb_id message = (mo ? witness->mo : witness->eo)[i];
          char *longer = hb_format ("%s%s%s", text, mo && !i ? "| " : "",
                                    message == HB_NONE ? "?" : hb_message_name (trace, message));
          hb_free (text);
          text = hb_format ("%s ", longer);
          hb_free (longer);
        }
    }
  if (*text)
    text[strlen (text) - 1] = '\0';
  return text;
}

static void
expect_orders (const char *lines, const char *expected)
{
  hb_trace *trace = three_messages (lines);
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  hb_diag_print (diag, stderr, false);
  assert_non_null (witness);
  char *text = text_of_witness (trace, witness);
  assert_string_equal (text, expected);
  hb_free (text);
  hb_witness_free (witness);
  hb_diag_free (diag);
  hb_trace_free (trace);
}

/* Nothing stands in a new one; a handler's messages are those between its starts. */
TEST (test_slices)
{
  hb_trace *trace = three_messages ("eo w m1 m2 seen m3\nmo w m3 m2 m1\nhandler last\nmessage m4\n"
                                    "handler first\ninitial\n post m4\n");
  hb_diag *diag = hb_diag_new ();
  hb_witness *fresh = hb_witness_new (trace), *witness = hb_witness_of_trace (trace, diag);
  static const hb_id eo[] = { 4, 0, 1, 0 }, mo[] = { 3, 0, 1, 0 };
  for (hb_id h = 0, eos = 0, mos = 0; h < trace->handlers.size; h++)
    {
      hb_id count;
      assert_ptr_equal (hb_witness_eo (witness, h, &count), witness->eo + eos);
      assert_int_equal (count, eo[h]);
      assert_ptr_equal (hb_witness_mo (witness, h, &count), witness->mo + mos);
      assert_int_equal (count, mo[h]);
      for (hb_id i = 0; i < eo[h]; i++)
        assert_true (fresh->eo[eos + i] == HB_NONE && witness->eo[eos + i] != HB_NONE);
      for (hb_id i = 0; i < mo[h]; i++)
        assert_true (fresh->mo[mos + i] == HB_NONE && witness->mo[mos + i] != HB_NONE);
      eos += eo[h];
      mos += mo[h];
    }
  hb_witness_free (fresh);
  hb_witness_free (witness);
  hb_diag_free (diag);
  hb_trace_free (trace);
}

TEST (test_chains_close)
{
  expect_orders ("eo w m1 m2 seen m3\nmo w m3 m2 m1\n", "m1 m2 seen m3 | m3 m2 m1");
  expect_orders ("eo w m2 seen\neo w m3 m2\neo w seen m1\nmo w m2 m3\nmo w m1 m2\n",
                 "m3 m2 seen m1 | m1 m2 m3");
  /* Lines that say the same twice, and more than is needed. */
  expect_orders (
      "eo w m1 m3\neo w m1 m2 m3 seen\neo w m1 seen\nmo w m1 m2 m3\nmo w m1 m3\nmo w m2\n",
      "m1 m2 m3 seen | m1 m2 m3");
}

static void
expect_no_orders (const char *lines, size_t errors, const char *first)
{
  hb_trace *trace = three_messages (lines);
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_witness_of_trace (trace, diag));
  assert_string_equal (hb_diag_first (diag), first);
  assert_int_equal (hb_diag_errors (diag), errors);
  hb_diag_free (diag);
  hb_trace_free (trace);
}

TEST (test_orders_not_total)
{
  expect_no_orders ("mo w m1 m2 m3\n", 1,
                    "eo of handler 'w' is not total: nothing orders messages 'm1' and 'm2'");
  expect_no_orders ("eo w m1 m2 m3 seen\n", 1,
                    "mo of handler 'w' is not total: nothing orders messages 'm1' and 'm2'");
  expect_no_orders ("eo w m1 m2 m3\neo w m1 seen m3\nmo w m1 m2 m3\n", 1,
                    "eo of handler 'w' is not total: nothing orders messages 'm2' and 'seen'");
  expect_no_orders ("eo w m1 m2 m3 seen\nmo w m3 m1\nmo w m3 m2\n", 1,
                    "mo of handler 'w' is not total: nothing orders messages 'm1' and 'm2'");
  expect_no_orders ("", 2, "eo of handler 'w' is not total: nothing orders messages 'm1' and 'm2'");
}

TEST (test_orders_cyclic)
{
  expect_no_orders (
      "eo w m1 m2 m3 seen\neo w m3 m2\nmo w m1 m2 m3\n", 1,
      "eo of handler 'w' is cyclic: messages 'm3' and 'm2' are each before the other");
  expect_no_orders (
      "eo w m2 m1 m3 seen\nmo w m1 m2 m3\nmo w m3 m1\n", 1,
      "mo of handler 'w' is cyclic: messages 'm3' and 'm1' are each before the other");
}

/* Random orders, told by shuffled pairs, come back. */
TEST (test_random_chains)
{
  for (uint64_t seed = 0; seed < 300; seed++)
    {
      struct hb_rng rng = hb_rng_stream (3, seed);
      struct trace_shape shape = { .handlers = 4,
                                   .messages = 12,
                                   .externals = 3,
                                   .accesses = 5,
                                   .variables = 2,
                                   .mailbox = -1,
                                   .empty = true };
      hb_trace *trace = random_trace (&rng, shape);
      hb_witness *witness = hb_witness_new (trace);
      hb_id eo = 0, mo = 0;
      for (hb_id m = 0; m < trace->messages.size; m++)
        {
          if (trace->messages.data[m].kind != HB_INITIAL)
            witness->eo[eo++] = m;
          if (trace->messages.data[m].kind == HB_POSTED)
            witness->mo[mo++] = m;
        }
      for (size_t h = 0; h < trace->handlers.size; h++)
        {
          hb_rng_shuffle (&rng, witness->eo + witness->eo_start[h],
                          witness->eo_start[h + 1] - witness->eo_start[h]);
          hb_rng_shuffle (&rng, witness->mo + witness->mo_start[h],
                          witness->mo_start[h + 1] - witness->mo_start[h]);
        }
      char *text = text_of_trace (trace, witness), *wanted = text_of_witness (trace, witness);
      hb_diag *diag = hb_diag_new ();
      assert_true (hb_witness_fits (trace, witness, diag));
      hb_trace *full = trace_of_bytes (text, strlen (text), diag);
      assert_non_null (full);
      hb_witness *again = hb_witness_of_trace (full, diag);
      hb_witness *extending = hb_witness_extending (trace, full, diag);
      hb_diag_print (diag, stderr, false);
      assert_non_null (again);
      assert_non_null (extending);
      char *got = text_of_witness (full, again), *got_too = text_of_witness (trace, extending);
      assert_string_equal (got, wanted);
      assert_string_equal (got_too, wanted);
      hb_free (text);
      hb_free (wanted);
      hb_free (got);
      hb_free (got_too);
      hb_witness_free (witness);
      hb_witness_free (again);
      hb_witness_free (extending);
      hb_trace_free (full);
      hb_trace_free (trace);
      hb_diag_free (diag);
    }
}

/* --- Runs ------------------------------------------------------------------------------------- */

TEST (test_of_run)
{
  /* Events: m1@0 0, m2@0 1, seen@0 2, h@0 3, h@1 4.  `none` has no events; eo wants it between. */
  hb_trace *trace = trace_of_text ("handler w\n"
                                   "message m1\n"
                                   "message m2\n"
                                   "message seen external\n"
                                   "  write x\n"
                                   "message none external\n"
                                   "handler h\n"
                                   "initial\n"
                                   "  post m1\n"
                                   "  post m2\n"
                                   "eo w seen none m2\n");
  static const struct
  {
    hb_id run[5];
    const char *orders;
  } cases[] = {
    { { 3, 4, 0, 2, 1 }, "m1 seen none m2 | m1 m2" },
    { { 2, 3, 4, 1, 0 }, "seen none m2 m1 | m1 m2" },
    { { 3, 4, 1, 2, 0 }, "m2 seen m1 none | m1 m2" }, /* against eo: `none` goes last */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_witness *witness = hb_witness_of_run (trace, cases[i].run);
      char *text = text_of_witness (trace, witness);
      assert_string_equal (text, cases[i].orders);
      hb_diag *diag = hb_diag_new ();
      assert_int_equal (hb_witness_fits (trace, witness, diag), i < 2);
      hb_diag_free (diag);
      hb_free (text);
      hb_witness_free (witness);
    }
  hb_trace_free (trace);
}

/* A handler behind others: its places are counted from its own start. */
TEST (test_of_run_on_a_later_handler)
{
  hb_trace *trace = trace_of_text ("handler v\nmessage a external\n write x\nmessage b external\n"
                                   "handler w\nmessage c external\nmessage d external\n write y\n"
                                   "message e external\neo w e d c\neo v b a\n");
  hb_witness *witness = hb_witness_of_run (trace, (hb_id[]){ 1, 0 });
  char *text = text_of_witness (trace, witness);
  assert_string_equal (text, "b a e d c");
  hb_free (text);
  hb_witness_free (witness);
  hb_trace_free (trace);
}

/* Where messages are empty, each handler keeps the order of its own run. */
TEST (test_of_run_orders_every_handler)
{
  hb_trace *trace = trace_of_text (
      "handler v\nmessage a external\n write x\nmessage b external\nmessage c external\n"
      "handler w\nmessage d external\n write y\nmessage e external\n write y\n"
      "message f external\n write y\nmessage g external\nco y d@0 e@0 f@0\neo v c a b\neo w f g "
      "d\n");
  hb_witness *witness = hb_witness_of_run (trace, (hb_id[]){ 3, 1, 0, 2 });
  char *text = text_of_witness (trace, witness);
  assert_string_equal (text, "c a b f g d e");
  hb_free (text);
  hb_witness_free (witness);
  hb_trace_free (trace);
}

/* A handler without messages has no place of its own, the first one either. */
TEST (test_of_run_beside_an_empty_handler)
{
  hb_trace *trace = trace_of_text ("handler v\nhandler w\nmessage a external\n write x\n"
                                   "message b external\nhandler z\neo w b a\n");
  hb_witness *witness = hb_witness_of_run (trace, (hb_id[]){ 0 });
  char *text = text_of_witness (trace, witness);
  assert_string_equal (text, "b a");
  hb_free (text);
  hb_witness_free (witness);
  hb_trace_free (trace);
}

/* eo has a message where it begins, and an initial one nowhere. */
TEST (test_of_run_takes_beginnings)
{
  hb_trace *trace
      = trace_of_text ("handler w\ninitial\n post p\n post q\nmessage a external\n write x\n"
                       " read x init\nmessage p\n read x init\nmessage q\n read x init\n"
                       "handler v\nmessage b external\n write y\n read y init\n");
  /* Events: w@0 0, w@1 1, a@0 2, a@1 3, p@0 4, p@1 5, q@0 6, q@1 7, b@0 8, b@1 9. */
  hb_witness *witness = hb_witness_of_run (trace, (hb_id[]){ 8, 0, 1, 9, 6, 7, 2, 3, 4, 5 });
  char *text = text_of_witness (trace, witness);
  assert_string_equal (text, "q a p b | p q");
  hb_free (text);
  hb_witness_free (witness);
  hb_trace_free (trace);
}

/* Each message stands once in its own handler's slice, of eo if it is not initial, of mo if it is posted. */
TEST (test_fits_says_what_does_not)
{
  hb_trace *trace = three_messages ("eo w m1 m2 seen m3\nmo w m3 m2 m1\nhandler last\n"
                                    "message m4 external\n");
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  hb_id m1 = hb_trace_find_message (trace, "m1"), m2 = hb_trace_find_message (trace, "m2"),
        m4 = hb_trace_find_message (trace, "m4"), seen = hb_trace_find_message (trace, "seen");
  struct
  {
    bool mo;
    hb_id at, message;
    const char *says;
  } cases[] = {
    { false, 1, m1, "eo of handler 'w' has message 'm1' twice" },
    { false, 2, m2, "eo of handler 'w' has message 'm2' twice" },
    { false, 0, HB_NONE, "eo of handler 'w' has no message of its own at place 1" },
    { false, 2, m4, "eo of handler 'w' has no message of its own at place 3" },
    { false, 3, (hb_id)trace->messages.size, /* a number that no message has */
      "eo of handler 'w' has no message of its own at place 4" },
    { false, 4, trace->handlers.data[1].initial,
      "eo of handler 'last' has no message of its own at place 1" },
    { true, 1, seen, "mo of handler 'w' has no message of its own at place 2" },
    { true, 2, m2, "mo of handler 'w' has message 'm2' twice" },
  };
  assert_true (hb_witness_fits (trace, witness, diag));
  assert_int_equal (trace->messages.data[m4].handler, 2);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_id *order = cases[i].mo ? witness->mo : witness->eo, old = order[cases[i].at];
      order[cases[i].at] = cases[i].message;
      assert_false (hb_witness_fits (trace, witness, diag));
      assert_string_equal (hb_diag_first (diag), cases[i].says);
      hb_diag_clear (diag);
      order[cases[i].at] = old;
    }
  hb_witness_free (witness);
  hb_diag_free (diag);
  hb_trace_free (trace);
}

/* --- Witness files ---------------------------------------------------------------------------- */

static const char original[] = "handler w\n"
                               "message m1\n"
                               "  a: write x 1\n"
                               "message m2 priority=3\n"
                               "  read x a\n"
                               "message seen external\n"
                               "  b: write x\n"
                               "handler h stack\n"
                               "initial\n"
                               "  post m1\n"
                               "  read y init\n"
                               "  post m2\n"
                               "co x a b\n"
                               "eo w m1 m2\n";

static const char orders[] = "eo w m1 m2 seen\nmo w m1 m2\n";

/* TEXT with the first FROM replaced by TO.  New. */
static char *
replaced (const char *text, const char *from, const char *to)
{
  const char *at = strstr (text, from);
  assert_non_null (at);
  return hb_format ("%.*s%s%s", (int)(at - text), text, to, at + strlen (from));
}

/* The witness: the original with FROM replaced by TO and orders added.  SAID NULL: it extends the
 * original; otherwise what the first error says. */
static void
expect_extending (const char *from, const char *to, const char *added, const char *said)
{
  hb_trace *trace = trace_of_text (original);
  char *changed = replaced (original, from, to), *text = hb_format ("%s%s", changed, added);
  hb_trace *full = trace_of_text (text);
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_witness_extending (trace, full, diag);
  if (!said)
    {
      hb_diag_print (diag, stderr, false);
      assert_non_null (witness);
    }
  else
    {
      assert_null (witness);
      assert_string_equal (hb_diag_first (diag), said);
    }
  hb_witness_free (witness);
  hb_diag_free (diag);
  hb_trace_free (full);
  hb_trace_free (trace);
  hb_free (changed);
  hb_free (text);
}

TEST (test_extending)
{
  expect_extending ("a: ", "a: ", orders, NULL);
  /* What means nothing may differ: labels, a value not told, comments, meta lines. */
  expect_extending ("write x 1", "write x", orders, NULL);
  expect_extending ("  read y init\n", "  name: read y init\n", orders, NULL);
  expect_extending ("  post m1\n", "  name: post m1\n", orders, NULL);
  expect_extending ("handler h stack\n", "initial\nhandler h stack\n", orders, NULL);
  expect_extending ("  read x a\n", "  read x m1@1\n", orders, NULL);
  /* Handlers and messages in another order. */
  hb_trace *trace = trace_of_text (original);
  hb_trace *full = trace_of_text ("mailbox stack\n"
                                  "handler h\n"
                                  "initial\n"
                                  "  post m1\n"
                                  "  read y init\n"
                                  "  post m2\n"
                                  "handler w queue\n"
                                  "message seen external\n"
                                  "  c: write x\n"
                                  "message m2 priority=3\n"
                                  "  read x m1@1\n"
                                  "message m1\n"
                                  "  write x 1\n"
                                  "co x m1@1 c\n"
                                  "eo w seen m1\n"
                                  "eo w m1 m2\n"
                                  "mo w m2 m1\n");
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_witness_extending (trace, full, diag);
  assert_non_null (witness);
  char *text = text_of_witness (trace, witness);
  assert_string_equal (text, "seen m1 m2 | m2 m1");
  hb_free (text);
  hb_witness_free (witness);
  hb_diag_free (diag);
  hb_trace_free (full);
  hb_trace_free (trace);
}

TEST (test_extending_differences)
{
  expect_extending ("read y init", "read z init", orders,
                    "event h@1 is 'read y init' in the trace, 'read z init' in the witness");
  expect_extending ("write x 1", "write x 2", orders,
                    "event a is 'write x 1' in the trace, 'write x 2' in the witness");
  expect_extending ("read x a", "read x b", orders,
                    "event m2@1 is 'read x a' in the trace, 'read x b' in the witness");
  expect_extending ("read x a", "read x init", orders,
                    "event m2@1 is 'read x a' in the trace, 'read x init' in the witness");
  expect_extending ("read x a", "write y", orders,
                    "event m2@1 is 'read x a' in the trace, 'write y' in the witness");
  expect_extending ("  post m1\n  read y init\n  post m2\n",
                    "  post m2\n  read y init\n  post m1\n", orders,
                    "event h@0 is 'post m1' in the trace, 'post m2' in the witness");
  expect_extending ("co x a b", "co x b a", orders,
                    "write a is number 1 in the co of 'x' in the trace, number 2 in the witness");
  expect_extending ("handler h stack", "handler h", orders,
                    "handler 'h' has a stack mailbox in the trace, a queue one in the witness");
  expect_extending ("handler h stack", "handler g stack", orders,
                    "the trace's handler 'h' is missing in the witness");
  expect_extending ("handler h stack", "handler g\nhandler h stack", orders,
                    "the witness has a handler 'g', the trace has none");
  expect_extending ("handler w\n", "handler w stack\n", orders,
                    "handler 'w' has a queue mailbox in the trace, a stack one in the witness");
  expect_extending ("handler w\n", "handler g\nhandler w\n", orders,
                    "the witness has a handler 'g', the trace has none");
  expect_extending (
      strstr (original, "  b: write x\n"),
      "  b: read x a\nhandler h stack\ninitial\n  post m1\n  read y init\n  post m2\n", orders,
      "event b is 'write x' in the trace, 'read x a' in the witness");
  expect_extending ("message seen", "message noticed", "eo w m1 m2 noticed\nmo w m1 m2\n",
                    "the witness has external message 'noticed', the trace has none");
  expect_extending ("message seen", "message more external\nmessage seen", orders,
                    "the witness has external message 'more', the trace has none");
  expect_extending ("  read y init\n", "", orders,
                    "message 'h' has 3 events in the trace, 2 in the witness");
  expect_extending ("priority=3", "", orders,
                    "message 'm2' has priority 3 in the trace, 0 in the witness");
  expect_extending ("message seen external\n  b: write x\nhandler h stack\n",
                    "handler h stack\nmessage seen external\n  b: write x\n", "mo w m1 m2\n",
                    "message 'seen' runs on handler 'w' in the trace, on 'h' in the witness");
}

/* No message of the trace may be missing, be it the first or the last. */
TEST (test_extending_wants_every_message)
{
  static const char *const parts[] = { "handler w\n", "message first external\n write x\n",
                                       "message second external\n", "message third external\n" };
  static const char *const names[] = { NULL, "first", "second", "third" };
  char *text = hb_format ("%s%s%s%s", parts[0], parts[1], parts[2], parts[3]);
  hb_trace *trace = trace_of_text (text);
  for (size_t left = 1; left < 4; left++)
    {
      hb_diag *diag = hb_diag_new ();
      char *less = replaced (text, parts[left], "");
      char *wanted
          = hb_format ("the trace's external message '%s' is missing in the witness", names[left]);
      hb_trace *full = trace_of_text (less);
      assert_null (hb_witness_extending (trace, full, diag));
      assert_string_equal (hb_diag_first (diag), wanted);
      hb_trace_free (full);
      hb_free (less);
      hb_free (wanted);
      hb_diag_free (diag);
    }
  hb_free (text);
  hb_trace_free (trace);
}

TEST (test_extending_orders)
{
  expect_extending (
      "eo w m1 m2\n", "", "eo w m2 m1 seen\nmo w m1 m2\n",
      "eo of handler 'w': the trace has message 'm1' before 'm2', the witness has not");
  expect_extending ("a: ", "a: ", "eo w m1 m2 seen\n",
                    "mo of handler 'w' is not total: nothing orders messages 'm1' and 'm2'");
  expect_extending ("a: ", "a: ", "mo w m1 m2\n",
                    "eo of handler 'w' is not total: nothing orders messages 'm1' and 'seen'");
  expect_extending ("eo w m1 m2\n", "", "eo w seen m1 m2\nmo w m2 m1\n", NULL);
}
