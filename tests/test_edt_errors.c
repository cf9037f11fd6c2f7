/* Bad `.edt` input: every kind of it is an error with line, column and what was expected. */
#include "unit.h"
#include <unistd.h>
#include <cmocka.h>

#include "edt_example.h"
#include "small_traces.h"
#include "trace/history.h"

/* The first error for SIZE bytes at TEXT, "LINE:COLUMN: error: ...", and the number of errors.  New. */
static char *
first_error (const char *text, size_t size, size_t *errors)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_bytes (text, size, diag);
  assert_null (trace);
  *errors = hb_diag_errors (diag);
  char *all = text_of_diag (diag);
  const char *place = strchr (all, ':');
  assert_non_null (place);
  assert_non_null (strstr (all, "/hbkit-test-"));
  assert_ptr_equal (strstr (all, "/hbkit-test-") + strlen ("/hbkit-test-XXXXXX"), place);
  char *line = hb_format ("%.*s", (int)strcspn (place + 1, "\n"), place + 1);
  hb_free (all);
  hb_diag_free (diag);
  return line;
}

/* Says what is not as expected, so that one run of the test tells all; false then. */
static bool
check_error (const char *text, size_t size, size_t errors, const char *expected)
{
  size_t found;
  char *line = first_error (text, size, &found);
  bool good = !strcmp (line, expected) && found == errors;
  if (!good)
    print_error ("wanted %zu errors, the first: %s\n   got %zu errors, the first: %s\n", errors,
                 expected, found, line);
  hb_free (line);
  return good;
}

struct damage
{
  const char *from, *to; /* in the example */
  size_t errors;         /* how many in all */
  const char *expected;  /* the first */
};

static void
expect_damages (const struct damage *damages, size_t count)
{
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++)
    {
      char *text = replaced (edt_example, damages[i].from, damages[i].to);
      wrong += !check_error (text, strlen (text), damages[i].errors, damages[i].expected);
      hb_free (text);
    }
  assert_int_equal (wrong, 0);
}

#define EXPECT_DAMAGES(DAMAGES) expect_damages (DAMAGES, sizeof DAMAGES / sizeof *DAMAGES)

TEST (test_no_trace)
{
  static const struct
  {
    const char *text, *expected;
  } cases[] = {
    { "", "1:1: error: the file is empty; expected 'edt 1' as the first line" },
    { "\n# nothing\n", "3:1: error: the file is empty; expected 'edt 1' as the first line" },
    { "handler h\nend 0 0 1\n",
      "1:1: error: this is no .edt trace; expected 'edt 1' as the first line" },
    { "\n p cnf 1 1\n1 0\n",
      "2:2: error: this is no .edt trace; expected 'edt 1' as the first line" },
    { "\xef\xbb\xbf"
      "edt 1\nend 0 0 0\n",
      "1:1: error: this is no .edt trace; expected 'edt 1' as the first line" },
    { "edt 2\nend 0 0 0\n",
      "1:5: error: version '2' of the format is not known; expected 'edt 1'" },
    /* Forty bytes of a word are shown, and no byte that a terminal would obey. */
    { "edt 1234567890123456789012345678901234567890\nend 0 0 0\n",
      "1:5: error: version '1234567890123456789012345678901234567890' of the format is not known; "
      "expected 'edt 1'" },
    { "edt 12345678901234567890123456789012345678901\nend 0 0 0\n",
      "1:5: error: version '1234567890123456789012345678901234567890...' of the format is not "
      "known; expected 'edt 1'" },
    { "edt 1\x7f\x1f~!\nend 0 0 0\n",
      "1:5: error: version '1??~!' of the format is not known; expected 'edt 1'" },
    { "edt\nend 0 0 0\n", "1:4: error: version '' of the format is not known; expected 'edt 1'" },
    { "edt 1 2\nend 0 0 0\n",
      "1:7: error: unexpected '2'; expected the end of the line after the version" },
    { "edt 1\rhandler h\rend 0 0 1\r",
      "1:5: error: version '1?handler' of the format is not known; expected 'edt 1'" },
    { "edt 1\nmailbox queue x\nend 0 0 0\n",
      "2:15: error: unexpected 'x'; expected the end of the line after the mailbox discipline" },
    { "edt 1\nmeta gen \"a\\\nend 0 0 0\n",
      "2:10: error: a quoted text without its end; expected '\"' before the end of the line" },
    { "edt 1\nwrite x\nend 1 0 0\n",
      "2:7: error: an event outside of a message; expected 'initial' or 'message ID' first" },
    { "edt 1\nhandler h\n  a: read x init\nend 1 0 1\n",
      "3:13: error: an event outside of a message; expected 'initial' or 'message ID' first" },
    { "edt 1\ninitial\nend 0 1 0\n",
      "2:1: error: a message outside of a handler; expected 'handler NAME' first" },
  };
  size_t wrong = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    wrong += !check_error (cases[i].text, strlen (cases[i].text), 1, cases[i].expected);
  assert_int_equal (wrong, 0);
}

TEST (test_truncated)
{
  static const struct damage damages[] = {
    { "end 8 4 2\n", "", 1,
      "19:1: error: the file is truncated after 8 events; expected an 'end EVENTS MESSAGES "
      "HANDLERS' line" },
    { "end 8 4 2", "end 8 4", 1,
      "19:8: error: '' is no number of handlers; expected end EVENTS MESSAGES HANDLERS" },
    { "end 8 4 2", "end", 1,
      "19:4: error: '' is no number of events; expected end EVENTS MESSAGES HANDLERS" },
    { "end 8 4 2", "end -8 4 2", 1,
      "19:5: error: '-8' is no number of events; expected end EVENTS MESSAGES HANDLERS" },
    { "end 8 4 2", "end 8 four 2", 1,
      "19:7: error: 'four' is no number of messages; expected end EVENTS MESSAGES HANDLERS" },
    { "end 8 4 2", "end 99999999999999999999 4 2", 1,
      "19:5: error: '99999999999999999999' is no number of events; expected end EVENTS MESSAGES "
      "HANDLERS" },
    /* A number of 63 bits is one, and what is larger none. */
    { "end 8 4 2", "end 9223372036854775807 4 2", 1,
      "19:5: error: the file is truncated or damaged: it has 8 events (gets counted) where its "
      "last line says 9223372036854775807; expected 'end 8 4 2'" },
    { "end 8 4 2", "end 9223372036854775808 4 2", 1,
      "19:5: error: '9223372036854775808' is no number of events; expected end EVENTS MESSAGES "
      "HANDLERS" },
    { "end 8 4 2", "end 9223372036854775810 4 2", 1,
      "19:5: error: '9223372036854775810' is no number of events; expected end EVENTS MESSAGES "
      "HANDLERS" },
    { "end 8 4 2", "end 8 4 2 1", 1,
      "19:11: error: unexpected '1'; expected the end of the line after the numbers" },
    { "end 8 4 2", "end 7 4 2", 1,
      "19:5: error: the file is truncated or damaged: it has 8 events (gets counted) where its "
      "last line says 7; "
      "expected 'end 8 4 2'" },
    { "end 8 4 2", "end 8 5 2", 1,
      "19:7: error: the file is truncated or damaged: it has 4 messages (gets counted) where its "
      "last line says 5; "
      "expected 'end 8 4 2'" },
    { "end 8 4 2", "end 8 4 1", 1,
      "19:9: error: the file is truncated or damaged: it has 2 handlers (gets counted) where its "
      "last line says 1; "
      "expected 'end 8 4 2'" },
    { "  read y init\n", "", 1,
      "18:5: error: the file is truncated or damaged: it has 7 events (gets counted) where its "
      "last line says 8; "
      "expected 'end 7 4 2'" },
    { "end 8 4 2\n", "end 8 4 2\nhandler z\n", 1,
      "20:1: error: text after the 'end' line; expected nothing" },
    { "end 8 4 2\n", "end 8 4 2\nend 8 4 2\n", 1,
      "20:1: error: text after the 'end' line; expected nothing" },
  };
  EXPECT_DAMAGES (damages);
  /* Cut anywhere but before the last line end, it is an error and says so. */
  size_t length = strlen (edt_example), errors;
  for (size_t cut = 0; cut + 1 < length; cut++)
    hb_free (first_error (edt_example, cut, &errors));
}

TEST (test_unknown_and_duplicate_names)
{
  static const struct damage damages[] = {
    { "  read x b\n", "  read x c\n", 1,
      "14:10: error: no event 'c' in this trace; expected a label, MESSAGE@K, HANDLER@K or init" },
    { "  read x b\n", "  read x mid9@1\n", 1,
      "14:10: error: no message 'mid9' in this trace and no handler of that name with an initial "
      "message; expected a "
      "label, MESSAGE@K or HANDLER@K" },
    { "  read x b\n", "  read x h2@0\n", 1,
      "14:10: error: no message 'h2' in this trace and no handler of that name with an initial "
      "message; expected a "
      "label, MESSAGE@K or HANDLER@K" },
    { "  read x b\n", "  read x mid2@2\n", 1,
      "14:10: error: 'mid2' has 2 events; expected a number from 0 to 1 behind @" },
    { "  read x b\n", "  read x mid2@one\n", 1,
      "14:10: error: 'mid2@one' is no event; expected a label, MESSAGE@K or HANDLER@K (K from 0)" },
    { "  read x b\n", "  read x mid2@\n", 1,
      "14:10: error: 'mid2@' is no event; expected a label, MESSAGE@K or HANDLER@K (K from 0)" },
    { "  read x b\n", "  read x mid2@4294967295\n", 1,
      "14:10: error: 'mid2@4294967295' is no event; expected a label, MESSAGE@K or HANDLER@K (K "
      "from 0)" },
    { "  read x b\n", "  read x mid2@0@1\n", 1,
      "14:10: error: 'mid2@0@1' is no event; expected a label, MESSAGE@K or HANDLER@K (K from 0)" },
    { "  read x b\n", "  read x @1\n", 1,
      "14:10: error: '@1' is no event; expected a label, MESSAGE@K or HANDLER@K (K from 0)" },
    { "  read x b\n", "  read x mid2@99999999999999999999\n", 1,
      "14:10: error: 'mid2@99999999999999999999' is no event; expected a label, MESSAGE@K or "
      "HANDLER@K (K from 0)" },
    { "  post mid1\n", "  post mid7\n", 2,
      "6:8: error: no message 'mid7' in this trace; expected the id of the message that this event "
      "posts" },
    { "  post mid1\n", "  post h2\n", 2,
      "6:8: error: no message 'h2' in this trace; expected the id of the message that this event "
      "posts" },
    { "  a: write", "  b: write", 1,
      "12:3: error: label 'b' names another event already; expected each label once" },
    { "message mid1", "message mid2", 1,
      "11:9: error: message 'mid2' stands in this file already; expected each id once" },
    { "handler h2 stack", "handler h1", 3,
      "8:9: error: handler 'h1' stands in this file already; expected each handler once, with all "
      "its messages" },
    { "initial\n", "initial\ninitial\n", 1,
      "6:1: error: handler 'h1' has an initial message already; expected at most one" },
    { "eo h2 mid1", "eo h9 mid1", 1,
      "17:4: error: no handler 'h9' above this line; expected the handler whose messages are "
      "ordered" },
    { "eo h2 mid1", "eo h2 mid9", 1,
      "17:7: error: no message 'mid9' in this trace; expected a message of handler 'h2'" },
    { "eo h2 mid1 mid2", "eo h1 mid1", 1,
      "17:7: error: message 'mid1' runs on handler 'h2'; expected a message of handler 'h1'" },
    { "eo h2 mid1 mid2", "eo h2 mid1 mid1", 1,
      "17:12: error: message 'mid1' stands before itself; expected another message" },
    { "eo h2 mid1 mid2", "eo h2 mid1 mid2 mid1", 1,
      "17:17: error: message 'mid1' stands before itself; expected another message" },
    { "mo h2 mid1 mid2", "mo h2 mid2 mid1 mid2", 1,
      "18:17: error: message 'mid2' stands before itself; expected another message" },
    { "mo h2 mid1 mid2", "mo h2 mid1 seen", 1,
      "18:12: error: message 'seen' is external and has no post; mo orders posts: expected a "
      "posted message" },
    { "co x a b", "co x a b c", 1,
      "16:10: error: no event 'c' in this trace; expected a label, MESSAGE@K, HANDLER@K" },
  };
  EXPECT_DAMAGES (damages);
}

TEST (test_relations_that_cannot_be)
{
  static const struct damage damages[] = {
    { "read y init", "read y a", 1, "15:10: error: 'a' writes 'x'; expected a write of 'y'" },
    { "read x b", "read x p2", 1, "14:10: error: 'p2' is a post; expected a write of 'x'" },
    { "read x b", "read x mid2@0", 1, "14:10: error: 'mid2@0' is a get; expected a write of 'x'" },
    { "read x b", "read x seen@1", 1, "14:10: error: 'seen@1' is a read; expected a write of 'x'" },
    { "  p2: post mid2\n", "  p2: post mid1\n", 2,
      "7:12: error: message 'mid1' is posted twice; expected one post for each message" },
    { "  post mid1\n", "  write z\n", 1,
      "11:9: error: nobody posts message 'mid1'; expected a 'post mid1' somewhere, or 'external' "
      "behind its id" },
    { "  post mid1\n", "  post seen\n", 2,
      "6:8: error: message 'seen' is external; expected a message that is posted in the trace" },
    { "co x a b\n", "", 1,
      "18:1: error: the coherence order of 'x' leaves 'b' and 'a' without order; expected 'co x' "
      "lines that order "
      "all its writes" },
    { "co x a b\n", "co x a\nco x b\n", 1,
      "16:6: error: the coherence order of 'x' leaves 'b' and 'a' without order; expected 'co x' "
      "lines that order "
      "all its writes" },
    { "co x a b\n", "co x a b a\n", 1,
      "16:6: error: the coherence order of 'x' is cyclic: 'a' before 'b' and the other way round; "
      "expected a total "
      "order" },
    { "co x a b\n", "co x a a\n", 1,
      "16:6: error: the coherence order of 'x' is cyclic: 'a' before 'a' and the other way round; "
      "expected a total "
      "order" },
    { "co x a b\n", "co x a seen@0\n", 1,
      "16:8: error: 'seen@0' is a read; expected a write of 'x'" },
    { "co x a b\n", "co x a b\nco x b a\n", 1,
      "16:6: error: the coherence order of 'x' is cyclic: 'a' before 'b' and the other way round; "
      "expected a total "
      "order" },
    { "co x a b\n", "co y a b\n", 2, "16:6: error: 'a' writes 'x'; expected a write of 'y'" },
    { "co x a b\n", "co x a b seen@0\n", 1,
      "16:10: error: 'seen@0' is a read; expected a write of 'x'" },
  };
  EXPECT_DAMAGES (damages);
  /* Of what is no address, 80 bytes are shown. */
  char *address = hb_format ("read x @%090d", 0),
       *text = replaced (edt_example, "read x b", address);
  char *shown = hb_format (
      "14:10: error: '@%079d' is no event; expected a label, MESSAGE@K or HANDLER@K (K from 0)", 0);
  assert_true (check_error (text, strlen (text), 1, shown));
  hb_free (address);
  hb_free (text);
  hb_free (shown);
  /* No handler has an initial message. */
  static const char first[] = "edt 1\nhandler h\nmessage m\n  read x init\nend 2 1 1\n";
  assert_true (check_error (
      first, strlen (first), 1,
      "3:9: error: nobody posts message 'm'; expected a 'post m' somewhere, or 'external' "
      "behind its id"));
  /* The chain that is wrong is not the first. */
  static const char second[]
      = "edt 1\nhandler h\ninitial\n  a: write x\n  b: write y\nco x a\nco y b b\nend 2 1 1\n";
  assert_true (check_error (
      second, strlen (second), 1,
      "7:6: error: the coherence order of 'y' is cyclic: 'b' before 'b' and the other way "
      "round; expected a total order"));
  /* Three writes, two of which have no order. */
  static const char three[]
      = "edt 1\nhandler h\ninitial\n  a: write x\n  b: write x\n  c: write x\n"
        "co x a b\nco x a c\nend 3 1 1\n";
  assert_true (check_error (
      three, strlen (three), 1,
      "7:6: error: the coherence order of 'x' leaves 'c' and 'b' without order; expected "
      "'co x' lines "
      "that order all its writes"));
}

/* Finding co is the problem of a history: it must not say any. */
TEST (test_histories_have_no_co)
{
  static const char history[]
      = "edt 1\nhandler h\ninitial\n  a: write x\n  write y\n  b: write x\n%send 3 1 1\n";
  for (int with_co = 0; with_co < 2; with_co++)
    {
      hb_diag *diag = hb_diag_new ();
      char *text = hb_format (history, with_co ? "co x a b\n" : "");
      hb_trace *trace
          = hb_history_read_input (hb_input_of_bytes ("h", text, strlen (text), diag), diag);
      assert_int_equal (hb_diag_errors (diag), with_co);
      if (with_co)
        {
          assert_null (trace);
          assert_string_equal (hb_diag_first (diag),
                               "a history has no 'co' lines; finding the order of the writes of "
                               "'x' is the problem");
        }
      else
        {
          /* Room for each write once, variable after variable. */
          assert_int_equal (trace->co.size, 3);
          assert_int_equal (trace->variables.data[0].first, 0);
          assert_int_equal (trace->variables.data[1].first, trace->variables.data[0].count);
        }
      hb_trace_free (trace);
      hb_free (text);
      hb_diag_free (diag);
    }
}

TEST (test_wrong_words)
{
  static const struct damage damages[] = {
    { "b: write x 1", "wrote x 1", 1,
      "10:3: error: unknown word 'wrote'; expected handler, initial, message, write, read, post, "
      "co, eo, mo, meta, "
      "mailbox or end" },
    { "b: write x 1", "b: wrote x 1", 1,
      "10:6: error: 'wrote' is no event; expected write, read or post after a label" },
    { "a: write x", "a: c: write x", 1,
      "12:6: error: 'c:' is no event; expected write, read or post after a label" },
    { "a: write x", "a:", 1,
      "12:5: error: a label without an event; expected write, read or post behind it" },
    { "a: write x", ": write x", 1,
      "12:3: error: a label without a name; expected LABEL: before an event" },
    { "a: write x", "init: write x", 1,
      "12:3: error: 'init' cannot be a label: it stands for the initial value" },
    { "message mid1", "a: message mid1", 1,
      "11:4: error: 'message' is no event; expected write, read or post after a label" },
    { "write x 1", "write x 1 2", 1,
      "10:16: error: unexpected '2'; expected the end of the line after a write" },
    { "write x 1", "write", 1,
      "10:11: error: the line ends too early; expected the variable to write" },
    { "read y init", "read y", 1,
      "15:9: error: a read says what it reads from; expected the label of a write, MESSAGE@K, "
      "HANDLER@K or init" },
    { "read y init", "read", 1,
      "15:7: error: the line ends too early; expected the variable to read" },
    { "read y init", "read y init init", 1,
      "15:15: error: unexpected 'init'; expected the end of the line after a read" },
    { "post mid1", "post", 1,
      "6:7: error: the line ends too early; expected the id of the message to post" },
    { "post mid1", "post mid1 mid2", 1,
      "6:13: error: unexpected 'mid2'; expected the end of the line after a post" },
    { "initial\n", "initial now\n", 1,
      "5:9: error: unexpected 'now'; expected the end of the line after 'initial'" },
    { "message seen external", "message seen extern", 1,
      "13:14: error: unexpected 'extern'; expected 'external', 'priority=N' or the end of the "
      "line" },
    { "message seen external", "message", 1,
      "13:8: error: the line ends too early; expected a message id" },
    { "message mid1", "message mid1 priority=high", 1,
      "11:14: error: 'priority=high' is no priority; expected priority=N with a whole number of 32 "
      "bits" },
    { "message mid1", "message mid1 priority=", 1,
      "11:14: error: 'priority=' is no priority; expected priority=N with a whole number of 32 "
      "bits" },
    { "message mid1", "message mid1 priority=2147483648", 1,
      "11:14: error: 'priority=2147483648' is no priority; expected priority=N with a whole number "
      "of 32 bits" },
    { "message mid1", "message mid1 priority=1 priority=2", 1,
      "11:25: error: 'priority=' stands twice behind message 'mid1'; expected it once" },
    { "message seen external", "message seen external priority=1 external", 1,
      "13:34: error: 'external' stands twice behind message 'seen'; expected it once" },
    { "mailbox queue", "mailbox queue\nmailbox queue", 1,
      "4:9: error: the trace's mailbox is set twice; expected one line 'mailbox', before the first "
      "handler" },
    { "mailbox queue", "mailbox quue", 1,
      "3:9: error: 'quue' is no mailbox discipline; expected queue, sender-queue, multiset, stack "
      "or priority" },
    { "mailbox queue", "mailbox", 1,
      "3:8: error: '' is no mailbox discipline; expected queue, sender-queue, multiset, stack or "
      "priority" },
    { "handler h2 stack", "handler h2 heap", 3,
      "8:12: error: 'heap' is no mailbox discipline; expected queue, sender-queue, multiset, stack "
      "or priority" },
    { "handler h2 stack", "mailbox stack\nhandler h2 stack", 1,
      "8:9: error: the trace's mailbox must be set before the first handler; a handler's own "
      "stands behind its name: "
      "handler NAME stack" },
    { "handler h1", "handler h!1", 4,
      "4:10: error: 'h!1' cannot be a handler's name; expected only letters, digits and . _ : ~ "
      "-" },
    { "handler h1", "handler h1:", 4,
      "4:9: error: 'h1:' cannot be a handler's name; expected one that does not end in ':'" },
    { "message mid1", "message m\303\257d1", 1,
      "11:10: error: 'm??d1' cannot be a message id; expected only letters, digits and . _ : ~ -" },
    { "co x a b", "co", 1, "16:3: error: the line ends too early; expected a variable" },
    { "eo h2 mid1 mid2", "eo", 1, "17:3: error: the line ends too early; expected a handler" },
    { "meta gen \"hbkit reduce ...\"", "meta gen \"open", 1,
      "2:10: error: a quoted text without its end; expected '\"' before the end of the line" },
    { "meta gen \"hbkit reduce ...\"", "meta gen \"a\" b", 1,
      "2:14: error: unexpected 'b'; expected the end of the line after the text" },
    { "meta gen \"hbkit reduce ...\"", "meta", 1,
      "2:5: error: the line ends too early; expected a key" },
    { "post mid1", "post \033[31mred", 1,
      "6:8: error: '?[31mred' cannot be the id of the message to post; expected only letters, "
      "digits and . _ : ~ -" },
  };
  EXPECT_DAMAGES (damages);
}

/* Bytes that no text has, and lines that no person writes. */
TEST (test_noise)
{
  static const char *const zeros[]
      = { "write x 1", "read x b", "co x a b", "post mid1", "hbkit", "end 8" };
  size_t length = strlen (edt_example), errors;
  for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
    {
      char *text = hb_copy_text (edt_example),
           *at = strstr (text, zeros[i]) + strlen (zeros[i]) - 1;
      *at = '\0';
      char *line = first_error (text, length, &errors);
      assert_non_null (strstr (line, ": error: a zero byte; expected text"));
      hb_free (line);
      hb_free (text);
    }
  struct hb_rng rng = hb_rng_seeded (1);
  for (int round = 0; round < 50; round++)
    {
      size_t size = 1 + (size_t)hb_rng_below (&rng, 20000);
      char *noise = hb_calloc (size, 1);
      for (size_t i = 0; i < size; i++)
        noise[i] = (char)hb_rng_below (&rng, 256);
      hb_free (first_error (noise, size, &errors));
      hb_free (noise);
    }
}

TEST (test_long_lines)
{
  enum
  {
    LONG = 3000000
  };
  char *name = hb_calloc (LONG + 1, 1), *blanks = hb_calloc (LONG + 1, 1);
  memset (name, 'n', LONG);
  memset (blanks, ' ', LONG);
  char *text = hb_format ("edt 1\nhandler %s\n%sinitial\n  write x%s1 # %s\nend 1 1 1\n", name,
                          blanks, blanks, name);
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_bytes (text, strlen (text), diag);
  assert_non_null (trace);
  assert_int_equal (strlen (hb_handler_name (trace, 0)), LONG);
  hb_trace_free (trace);
  hb_free (text);
  /* The error shows some of a long word, and the line around the caret. */
  text = hb_format ("edt 1\nhandler %s!%s\nend 0 0 1\n", name, name);
  trace = trace_of_bytes (text, strlen (text), diag);
  assert_null (trace);
  char *all = text_of_diag (diag);
  assert_true (strlen (all) < 1000);
  assert_non_null (strstr (all, ":2:3000009: error: 'nnnn"));
  hb_free (all);
  hb_free (text);
  hb_diag_free (diag);
  hb_free (name);
  hb_free (blanks);
}

/* Twenty errors are enough. */
TEST (test_twenty_errors)
{
  VEC (char) text = VEC_EMPTY;
  for (const char *c = "edt 1\nhandler h\ninitial\n"; *c; c++)
    vec_push (text, *c);
  for (int i = 0; i < 1000; i++)
    for (const char *c = "  wrote x\n"; *c; c++)
      vec_push (text, *c);
  hb_diag *diag = hb_diag_new ();
  assert_null (trace_of_bytes (text.data, text.size, diag));
  assert_int_equal (hb_diag_errors (diag), HB_MOST_ERRORS);
  char *all = text_of_diag (diag);
  assert_non_null (strstr (all, "hbkit: stopped after 20 errors\n"));
  assert_non_null (strstr (all, "     4 |   wrote x\n       |   ^\n"));
  hb_free (all);
  hb_diag_free (diag);
  vec_free (text);
}

TEST (test_no_file)
{
  static const char *const paths[] = { "/nowhere/at/all.edt", "/tmp", "" };
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    {
      hb_diag *diag = hb_diag_new ();
      assert_null (hb_edt_read (paths[i], diag));
      assert_int_equal (hb_diag_errors (diag), 1);
      char *all = text_of_diag (diag), *start = hb_format ("%s: error: ", paths[i]);
      assert_memory_equal (all, start, strlen (start));
      hb_free (start);
      hb_free (all);
      hb_diag_free (diag);
    }
}
