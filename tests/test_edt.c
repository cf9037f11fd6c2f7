/* The `.edt` format: what it means, and that what is written is what was read. */
#include "unit.h"

#include <unistd.h>

#include "edt_example.h"
#include "small_traces.h"

/* --- What is read ----------------------------------------------------------------------------- */

TEST (test_example)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_bytes (edt_example, strlen (edt_example), diag);
  assert_non_null (trace);
  assert_int_equal (trace->handlers.size, 2);
  assert_int_equal (trace->messages.size, 4);
  assert_int_equal (trace->events.size, 8);
  assert_int_equal (trace->variables.size, 2);
  assert_int_equal (trace->mailbox, HB_QUEUE);
  assert_int_equal (trace->meta.size, 1);
  assert_string_equal (trace->meta.data[0].key, "gen");
  assert_string_equal (trace->meta.data[0].value, "hbkit reduce ...");
  hb_id h1 = hb_trace_find_handler (trace, "h1"), h2 = hb_trace_find_handler (trace, "h2");
  assert_int_equal (trace->handlers.data[h1].mailbox, HB_QUEUE);
  assert_false (trace->handlers.data[h1].mailbox_given);
  assert_int_equal (trace->handlers.data[h2].mailbox, HB_STACK);
  assert_true (trace->handlers.data[h2].mailbox_given);
  assert_int_equal (trace->handlers.data[h2].initial, HB_NONE);
  hb_id mid1 = hb_trace_find_message (trace, "mid1"), seen = hb_trace_find_message (trace, "seen");
  assert_int_equal (trace->messages.data[mid1].kind, HB_POSTED);
  assert_int_equal (trace->messages.data[seen].kind, HB_EXTERNAL);
  assert_int_equal (trace->messages.data[seen].count, 2);
  hb_id a = hb_trace_find_event (trace, "a"), b = hb_trace_find_event (trace, "b");
  assert_int_equal (a, hb_trace_find_event (trace, "mid1@1"));
  assert_int_equal (trace->events.data[a].partner, 0); /* co rank */
  assert_int_equal (trace->events.data[b].partner, 1);
  assert_int_equal (trace->events.data[hb_trace_find_event (trace, "seen@0")].partner, b);
  assert_int_equal (trace->events.data[hb_trace_find_event (trace, "seen@1")].partner, HB_NONE);
  assert_int_equal (trace->messages.data[mid1].post, hb_trace_find_event (trace, "h1@0"));
  assert_int_equal (trace->events.data[hb_trace_find_event (trace, "p2")].partner,
                    hb_trace_find_event (trace, "mid2@0"));
  assert_int_equal (hb_trace_find_event (trace, "mid1@2"), HB_NONE);
  assert_int_equal (hb_trace_find_event (trace, "nobody"), HB_NONE);
  assert_int_equal (trace->eo.size, 1);
  assert_int_equal (trace->mo.size, 1);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

/* Text that must be read, and what is then written (NULL: the text itself). */
static void
expect_written (const char *text, const char *written)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_bytes (text, strlen (text), diag);
  hb_diag_print (diag, stderr, false);
  assert_non_null (trace);
  char *again = text_of_trace (trace, NULL);
  assert_string_equal (again, written ? written : text);
  hb_free (again);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

TEST (test_written_as_read)
{
  static const struct
  {
    const char *text, *written;
  } cases[] = {
    /* The smallest. */
    { "edt 1\nend 0 0 0\n", NULL },
    { "edt 1\nhandler h\nend 0 0 1\n", NULL },
    { "edt 1\nhandler h\ninitial\nend 0 1 1\n", NULL },
    { "edt 1\nhandler h\nmessage m external\nend 0 1 1\n", NULL },
    /* A message may post itself: nobody can run that, but it can be said. */
    { "edt 1\nhandler h\nmessage m\n  post m\nend 2 1 1\n", NULL },
    /* Every discipline, of the trace and of one handler. */
    { "edt 1\nmailbox sender-queue\nhandler a queue\nhandler b sender-queue\nhandler c multiset\n"
      "handler d stack\nhandler e priority\nhandler f\nend 0 0 6\n",
      NULL },
    /* Priorities. */
    { "edt 1\nmailbox priority\nhandler h\ninitial\n  post m\n  post n\nmessage m priority=-7\n"
      "message n priority=0\nmessage o external priority=2147483647\nend 4 4 1\n",
      NULL },
    { "edt 1\nhandler h\nmessage o priority=3 external\nend 0 1 1\n",
      "edt 1\nhandler h\nmessage o external priority=3\nend 0 1 1\n" },
    /* Ids of all bytes; a label may look like a number, a message like a keyword. */
    { "edt 1\nhandler a.B_3:~-\nmessage write external\n  1: write init\n  read init 1\n"
      "message -1 external\n  read init init\nend 3 2 1\n",
      NULL },
    /* Names of messages and handlers are two name spaces; an address that both could mean is not
     * written: the event gets a label. */
    { "edt 1\nhandler h\ninitial\n  x: write v\nmessage h external\n  read v x\nend 2 2 1\n",
      NULL },
    { "edt 1\nhandler h\nmessage h external\n  write v\n  read v h@0\nend 2 1 1\n", NULL },
    /* Values. */
    { "edt 1\nhandler h\ninitial\n  write x 1\n  write x \"two\"\n  write x @!\nco x h@0 h@1 h@2\n"
      "end 3 1 1\n",
      NULL },
    /* Meta lines. */
    { "edt 1\nmeta a \"say \\\"hi\\\" \\\\ there\"\nmeta a \"\"\nmeta b \"# no comment\"\nend 0 0 "
      "0\n",
      NULL },
    { "edt 1\nmeta a\nmeta b # comment\nend 0 0 0\n",
      "edt 1\nmeta a \"\"\nmeta b \"\"\nend 0 0 0\n" },
    { "edt 1\nmeta a plain   words # comment\nend 0 0 0\n",
      "edt 1\nmeta a \"plain   words\"\nend 0 0 0\n" },
    /* Blank lines, comments, tabs, carriage returns, no line end at the end. */
    { "# first\n\nedt\t1 # version\r\n\thandler h#tight\r\ninitial\r\n\n post m # it\nmessage "
      "m\nend 2 2 1",
      "edt 1\nhandler h\ninitial\n  post m\nmessage m\nend 2 2 1\n" },
    /* Chains are kept; those of co are joined. */
    { "edt 1\nhandler h\ninitial\n  a: write x\n  b: write x\n  c: write x\nco x b c\nco x a b\nco "
      "x a c\n"
      "end 3 1 1\n",
      "edt 1\nhandler h\ninitial\n  a: write x\n  b: write x\n  c: write x\nco x a b c\nend 3 1 "
      "1\n" },
    { "edt 1\nhandler h\nmessage a external\nmessage b external\nmessage c external\neo h a b\neo "
      "h c\n"
      "eo h a c\nend 0 3 1\n",
      "edt 1\nhandler h\nmessage a external\nmessage b external\nmessage c external\neo h a b\n"
      "eo h a c\nend 0 3 1\n" },
    /* Order lines may stand anywhere behind their handler, before what they name. */
    { "edt 1\nhandler h\nco x a b\neo h m n\ninitial\n  b: write x\nmessage n external\nmo h o o2\n"
      "message m external\n  a: write x\nmessage o\nmessage o2\nhandler g\ninitial\n  post o\n  "
      "post o2\n"
      "end 6 6 2\n",
      "edt 1\nhandler h\ninitial\n  b: write x\nmessage n external\nmessage m external\n  a: write "
      "x\n"
      "message o\nmessage o2\nhandler g\ninitial\n  post o\n  post o2\nco x a b\neo h m n\nmo h o "
      "o2\n"
      "end 6 6 2\n" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_written (cases[i].text, cases[i].written);
  /* The default is not said. */
  char *shorter = replaced (edt_example, "mailbox queue\n", "");
  expect_written (edt_example, shorter);
  hb_free (shorter);
}

/* --- Files ------------------------------------------------------------------------------------ */

/* Written with each suffix, read again; a damaged archive is an error, not a shorter trace. */
TEST (test_compressed)
{
  static const char *const suffixes[] = { "", ".gz", ".xz", ".zst" };
  struct hb_rng rng = hb_rng_seeded (9);
  struct trace_shape shape = { 8, 40, 3, 30, 5, -1, true, false };
  hb_trace *trace = random_trace (&rng, shape);
  char *wanted = text_of_trace (trace, NULL);
  char folder[] = "/tmp/hbkit-test-XXXXXX";
  assert_non_null (mkdtemp (folder));
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    {
      char *path = hb_format ("%s/t.edt%s", folder, suffixes[i]);
      hb_diag *diag = hb_diag_new ();
      hb_output *output = hb_output_open (path, diag);
      assert_non_null (output);
      hb_edt_write (output, trace, NULL);
      assert_true (hb_output_commit (output));
      FILE *file = fopen (path, "rb");
      assert_int_equal (fgetc (file) == 'e', i == 0);
      assert_int_equal (fseek (file, 0, SEEK_END), 0);
      long size = ftell (file);
      fclose (file);
      hb_trace *again = hb_edt_read (path, diag);
      assert_non_null (again);
      char *text = text_of_trace (again, NULL);
      assert_string_equal (text, wanted);
      hb_free (text);
      hb_trace_free (again);
      assert_int_equal (truncate (path, size - 9), 0);
      assert_null (hb_edt_read (path, diag));
      assert_true (hb_diag_errors (diag) > 0);
      unlink (path);
      hb_diag_free (diag);
      hb_free (path);
    }
  rmdir (folder);
  hb_free (wanted);
  hb_trace_free (trace);
}

/* --- Random traces ---------------------------------------------------------------------------- */

/* Same names, numbers and relations in both. */
static void
assert_same (const hb_trace *a, const hb_trace *b)
{
  assert_int_equal (a->events.size, b->events.size);
  assert_int_equal (a->messages.size, b->messages.size);
  for (hb_id e = 0; e < a->events.size; e++)
    {
      const struct hb_event *x = &a->events.data[e], *y = &b->events.data[e];
      assert_int_equal (x->kind, y->kind);
      assert_int_equal (x->message, y->message);
      assert_int_equal (x->partner, y->partner);
      char *text = hb_event_text (a, e), *other = hb_event_text (b, e);
      assert_string_equal (text, other);
      hb_free (text);
      hb_free (other);
      char *address = hb_event_address (a, e);
      assert_int_equal (hb_trace_find_event (b, address), e);
      hb_free (address);
    }
}

TEST (test_random_round_trips)
{
  for (uint64_t seed = 0; seed < 400; seed++)
    {
      struct hb_rng rng = hb_rng_stream (11, seed);
      struct trace_shape shape = { .handlers = 6,
                                   .messages = 20,
                                   .externals = 4,
                                   .accesses = 25,
                                   .variables = 4,
                                   .mailbox = -1,
                                   .chains = true,
                                   .empty = true };
      hb_trace *trace = random_trace (&rng, shape);
      char *text = text_of_trace (trace, NULL);
      hb_diag *diag = hb_diag_new ();
      hb_trace *again = trace_of_bytes (text, strlen (text), diag);
      hb_diag_print (diag, stderr, false);
      assert_non_null (again);
      assert_same (trace, again);
      char *text_again = text_of_trace (again, NULL);
      assert_string_equal (text, text_again);
      hb_free (text);
      hb_free (text_again);
      hb_trace_free (again);
      hb_trace_free (trace);
      hb_diag_free (diag);
    }
}
