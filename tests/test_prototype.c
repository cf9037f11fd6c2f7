/* The published prototype's `.trace` files: what each line means, what is decided, what is refused, and
 * that what is written is read back as the same trace. */
#include "unit.h"

#include <unistd.h>

#include "base/buffer.h"
#include "import/import.h"
#include "small_traces.h"

static hb_trace *
read_text (const char *text, const struct hb_prototype_options *options, hb_notes *notes,
           hb_diag *diag)
{
  return hb_prototype_read (hb_input_of_bytes ("x.trace", text, strlen (text), diag), options,
                            notes, diag);
}

/* TEXT is read as the `.edt` trace EDT (without its first and last line, in the layout of the
 * writer), with the NOTES, one a line. */
static void
assert_reads (const char *text, const struct hb_prototype_options *options, const char *edt,
              const char *notes_wanted)
{
  hb_diag *diag = hb_diag_new ();
  hb_notes notes = HB_NOTES_EMPTY;
  hb_trace *trace = read_text (text, options, &notes, diag);
  if (!trace)
    fail_msg ("%s", text_of_diag (diag));
  hb_trace *wanted = trace_of_text (edt);
  char *one = text_of_trace (trace, NULL), *two = text_of_trace (wanted, NULL);
  assert_string_equal (one, two);
  char all[2000] = "";
  for (size_t i = 0; i < notes.list.size; i++)
    {
      strcat (all, notes.list.data[i].text);
      strcat (all, "\n");
    }
  assert_string_equal (all, notes_wanted);
  hb_notes_clear (&notes);
  hb_free (one);
  hb_free (two);
  hb_trace_free (trace);
  hb_trace_free (wanted);
  hb_diag_free (diag);
}

/* TEXT is refused with exactly these ERRORS, in the words of `hb_diag_print`, without carets. */
static void
assert_refused (const char *text, const struct hb_prototype_options *options, const char *errors)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = read_text (text, options, NULL, diag);
  assert_null (trace);
  char all[4000] = "";
  for (size_t i = 0; i < hb_diag_kept (diag); i++)
    {
      struct hb_place place;
      const char *message = hb_diag_entry (diag, i, NULL, &place);
      snprintf (all + strlen (all), sizeof all - strlen (all), "%zu:%zu: %s\n", place.line,
                place.column, message);
    }
  assert_string_equal (all, errors);
  hb_diag_free (diag);
}

/* --- reading ------------------------------------------------------------------------------------ */

TEST (reads_blocks_in_any_order)
{
  assert_reads ("@h3\n"
                "{ Get(m4) -> Read(x, 1) -> Done(m4) }\n"
                "{GET( m3 )->\tREAD (x,2)\r\n->done(m3)}\n"
                "@ h1 { get(init) -> post(h2, m1) -> post(h2, m2) }\n"
                "@h2\n"
                "{ get(m2) -> wRite(x, 1) -> post(h3,m3) }\n"
                "{ get(m1) -> write(x,2) -> post(h3,\nm4) }\n"
                "$(co)\n"
                "write(x,2)->Write(x, 1)",
                NULL,
                "handler h3\nmessage m4\nread x m2@1\nmessage m3\nread x m1@1\n"
                "handler h1\ninitial\npost m1\npost m2\n"
                "handler h2\nmessage m2\nwrite x 1\npost m3\nmessage m1\nwrite x 2\npost m4\n"
                "co x m1@1 m2@1\n",
                "took 1 message that nobody posts as initial ones\n");
}

TEST (chains_add_up)
{
  assert_reads ("@ h1 { get(init) -> write(x, 1) -> write(x, 2) -> write(x, 4) }\n"
                "$(CO)\n"
                "write(x,2) -> write(x,1); write(x,2) -> write(x,4);\n"
                "write(x,1) -> write(x,4);;",
                NULL, "handler h1\ninitial\nwrite x 1\nwrite x 2\nwrite x 4\nco x h1@1 h1@0 h1@2\n",
                "took 1 message that nobody posts as initial ones\n");
}

TEST (reads_of_nothing_read_the_initial_value)
{
  struct hb_prototype_options options = hb_prototype_defaults ();
  const char *text = "@ h { get(a) -> write(x,1) -> read(x,7) -> read(x,1) -> read(x,1) }";
  assert_reads (text, &options,
                "handler h\nmessage a external\nwrite x 1\nread x init\nread x a@0\nread x a@0\n",
                "took 1 message that nobody posts as external ones\n"
                "took 1 read of values that nobody writes as reads of the initial value\n");
  options.drop_reads = true;
  assert_reads (text, &options,
                "handler h\nmessage a external\nwrite x 1\nread x a@0\nread x a@0\n",
                "took 1 message that nobody posts as external ones\n"
                "dropped 1 read of values that nobody writes\n");
}

TEST (messages_without_a_block)
{
  struct hb_prototype_options options = hb_prototype_defaults ();
  const char *text = "@ h { get(0) -> post(g,a) -> post(k,b) -> post(c) } @ g";
  assert_reads (
      text, &options,
      "handler h\ninitial\npost a\npost b\nhandler g\nmessage a\nhandler k\nmessage b\n",
      "dropped the post in line 1, which names neither a handler nor a message of this file\n"
      "added 2 empty messages, posted and without a block\n"
      "took 1 message that nobody posts as initial ones\n");
  options.missing = HB_MISSING_DROP;
  assert_reads (
      text, &options, "handler h\ninitial\nhandler g\n",
      "dropped the post in line 1, which names neither a handler nor a message of this file\n"
      "dropped 2 posts whose message has no block\n"
      "took 1 message that nobody posts as initial ones\n");
}

TEST (messages_that_nobody_posts)
{
  struct hb_prototype_options options = hb_prototype_defaults ();
  const char *text = "@ h-1 { get(0.1) -> write(x,1) } { get(0) -> post(h-1,p) } { get(p) }";
  assert_reads (
      text, &options, "handler h-1\nmessage 0.1 external\nwrite x 1\ninitial\npost p\nmessage p\n",
      "took 1 message that nobody posts as initial ones\n"
      "took 1 message that nobody posts as external ones\n"
      "handler h-1 has 2 messages that nobody posts: they may be threads, which --threads "
      "split tells apart\n");
  options.split = true;
  assert_reads (text, &options,
                "handler h-1\nmessage p\nhandler h-1:0.1\ninitial\nwrite x 1\n"
                "handler h-1:0\ninitial\npost p\n",
                "gave 2 messages of handler h-1 handlers of their own\n");
  options.split = false;
  options.initial = "main,0.1";
  assert_reads (
      text, &options, "handler h-1\ninitial\nwrite x 1\nmessage 0 external\npost p\nmessage p\n",
      "took 1 message that nobody posts as initial ones\n"
      "took 1 message that nobody posts as external ones\n"
      "handler h-1 has 2 messages that nobody posts: they may be threads, which --threads "
      "split tells apart\n");
}

TEST (ids_belong_to_their_handler)
{
  assert_reads ("@ a { get(init) -> post(b,m) -> post(a,m) } { get(m) } @ b { get(m) }", NULL,
                "handler a\ninitial\npost b:m\npost a:m\nmessage a:m\nhandler b\nmessage b:m\n",
                "took 1 message that nobody posts as initial ones\n"
                "named 2 messages HANDLER:ID, because their ids stand on several handlers\n");
}

TEST (names_of_any_bytes)
{
  assert_reads ("@ a b { get(m 1) -> write(x[0],#) -> write(x~5B0~5D,\xc3\xa9) -> read(x[ 0],#) }",
                NULL,
                "handler ab\nmessage m1 external\nwrite x~5B0~5D ~23\nwrite x~5B0~5D~2 \xc3\xa9\n"
                "read x~5B0~5D m1@0\n",
                "took 1 message that nobody posts as external ones\n"
                "changed 1 name that .edt cannot have\n");
}

TEST (what_is_not_known_is_said)
{
  assert_reads (
      "made by hand, mailbox: stack\n"
      "@ a { get(m) -> lock(l,k,j) -> -> done(m) -> unlock -> write(x,1) -> } @ b @ a { get(n) }\n"
      "$(RF) write(x,1) -> read(x,1)\n$(CO) $(EO)",
      NULL,
      "mailbox stack\nhandler a\nmessage m external\nwrite x 1\nmessage n external\n"
      "handler b\n",
      "ignored 3 words before the first handler\n"
      "x.trace:2:17: unknown operation 'lock' ignored\n"
      "x.trace:2:46: unknown operation 'unlock' ignored\n"
      "ignored section 'RF' in line 3 (6 words): only CO is known\n"
      "ignored section 'EO' in line 4 (0 words): only CO is known\n"
      "ignored 2 unknown operations\n"
      "ignored 2 arrows to nothing\n"
      "ignored 1 done operation not at the end of a message\n"
      "joined 1 part of handlers that were opened before\n"
      "took 2 messages that nobody posts as external ones\n");
}

TEST (completes_coherence)
{
  struct hb_prototype_options options = hb_prototype_defaults ();
  const char *text = "@ h { get(init) -> write(x,1) -> write(x,2) -> write(x,3) }\n"
                     "$(CO) write(x,3) -> write(x,2)";
  assert_refused (text, &options,
                  "2:7: the chains leave write(x,1) and write(x,3) without order; expected a total "
                  "order, or --co complete for one that the chains allow\n");
  options.complete_co = true;
  hb_diag *diag = hb_diag_new ();
  hb_notes notes = HB_NOTES_EMPTY;
  hb_trace *trace = read_text (text, &options, &notes, diag);
  assert_non_null (trace);
  assert_true (trace->events.data[2].partner < trace->events.data[1].partner);
  assert_int_equal (notes.list.size, 2);
  hb_notes_clear (&notes);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

/* --- errors ------------------------------------------------------------------------------------- */

TEST (refuses)
{
  static const char *const cases[][2] = {
    { "", "0:0: no handler in this file; expected '@ NAME' and messages in braces, as the "
          "prototype's .trace files have them\n" },
    { "abc", "0:0: no handler in this file; expected '@ NAME' and messages in braces, as the "
             "prototype's .trace files have them\n" },
    { "{ get(a) }",
      "1:1: unexpected '{'; expected '@' and a handler's name before its messages\n" },
    { "@ h { get(a) -> write(x,1)", "2:1: the file is truncated; expected '->' or '}'\n" },
    { "@ h { get(a) -> write(x", "2:1: the file is truncated; expected ',' or ')'\n" },
    { "@ h { write(x,1) }",
      "1:7: unexpected 'write'; expected get(ID) as the start of a message\n" },
    { "@ h { get(a) -> write(x) }", "1:17: 1 argument; expected write(variable, value)\n" },
    { "@ h { get(a) -> write(x,) }",
      "1:17: an empty name; expected a value, which names the write\n" },
    { "@ h { get(a) write(x,1) } { get(b) -> read }",
      "1:14: unexpected 'write'; expected '->' or '}'\n"
      "1:44: unexpected '}'; expected '(' behind the operation\n" },
    { "@ h { get(a) } { get(a) }",
      "1:18: message 'a' stands on handler 'h' already, in line 1; expected each id once\n" },
    { "@ h { get(a) -> post(h,b)\n-> post(h,b) } { get(b) }",
      "2:4: message 'b' is posted already in line 1; expected one post for each message\n" },
    { "@ h { get(a) -> write(x,1) -> write(x,1) }",
      "1:31: variable 'x' gets the value '1' already in line 1; expected another value for each of "
      "its writes, since a value names its write\n" },
    { "@ h { get(a) -> write(x,1) }\n$(CO) write(x,1) -> write(x,2)",
      "2:21: no write of 'x' with the value '2' in this file; expected one\n" },
    { "@ h { get(a) -> write(x,1) -> write(x,2) }\n$(CO) write(x,1) -> write(x,2); write(x,2) -> "
      "write(x,1)",
      "2:7: the chains put write(x,2) before write(x,1) and the other way round; expected an "
      "order\n" },
    { "@ h { get(a) -> write(x,1) -> write(y,2) }\n$(CO) write(x,1) -> write(y,2)",
      "2:21: a write of another variable than the one before it; expected chains of one variable "
      "each, "
      "with ';' between them\n" },
    { "@ h { get(a) -> write(x,1) -> write(x,2) }\n$(CO) write(x,1) -> write(x,2) write(x,2)",
      "2:32: unexpected 'write'; expected '->', ';' or the end of the chains\n" },
    { "@ h { get(a) -> post(b) } { get(b) } @ g { get(b) }",
      "1:17: messages of this id stand on handlers 'h' and 'g'; expected post(handler, "
      "message)\n" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_refused (cases[i][0], NULL, cases[i][1]);
}

/* --- back and forth ----------------------------------------------------------------------------- */

static char *
written (const hb_trace *trace, bool *good)
{
  int file;
  char *path = scratch_file (&file);
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open (path, diag);
  *good = hb_prototype_write (output, trace, NULL, NULL, diag);
  assert_true (*good == !hb_diag_errors (diag));
  if (!*good)
    hb_output_discard (output);
  else
    assert_true (hb_output_commit (output));
  size_t length = 0;
  const char *line;
  hb_buffer text = VEC_EMPTY;
  hb_input *input = hb_input_open (path, diag);
  while (hb_input_line (input, &line, &length))
    hb_buffer_add (&text, "%.*s\n", (int)length, line);
  hb_input_close (input);
  unlink (path);
  close (file);
  hb_free (path);
  hb_diag_free (diag);
  return hb_buffer_take (&text);
}

static void
assert_same (const hb_trace *a, const hb_trace *b)
{
  assert_int_equal (a->handlers.size, b->handlers.size);
  assert_int_equal (a->messages.size, b->messages.size);
  assert_int_equal (a->events.size, b->events.size);
  for (hb_id h = 0; h < a->handlers.size; h++)
    {
      assert_string_equal (hb_handler_name (a, h), hb_handler_name (b, h));
      assert_int_equal (a->handlers.data[h].mailbox, b->handlers.data[h].mailbox);
      assert_int_equal (a->handlers.data[h].initial, b->handlers.data[h].initial);
    }
  for (hb_id m = 0; m < a->messages.size; m++)
    {
      const struct hb_message *one = &a->messages.data[m], *two = &b->messages.data[m];
      assert_string_equal (hb_message_name (a, m), hb_message_name (b, m));
      assert_true (one->handler == two->handler && one->first == two->first
                   && one->count == two->count && one->post == two->post && one->kind == two->kind);
    }
  for (hb_id e = 0; e < a->events.size; e++)
    {
      const struct hb_event *one = &a->events.data[e], *two = &b->events.data[e];
      bool accesses = one->kind == HB_READ || one->kind == HB_WRITE;
      assert_int_equal (one->kind, two->kind);
      assert_int_equal (one->partner, two->partner);
      if (accesses)
        assert_string_equal (hb_variable_name (a, one->object), hb_variable_name (b, two->object));
      else
        assert_int_equal (one->object, two->object);
    }
}

/* Random traces, consistent or not, of all disciplines. */
TEST (what_is_written_is_read_back)
{
  for (uint64_t seed = 0; seed < 1500; seed++)
    {
      struct hb_rng rng = hb_rng_stream (51, seed);
      struct trace_shape shape = { .handlers = 3,
                                   .messages = 6,
                                   .externals = 2,
                                   .accesses = 8,
                                   .variables = 2,
                                   .mailbox = (int)(seed % 4), /* no priorities */
                                   .empty = true };
      hb_trace *trace = random_trace (&rng, shape);
      for (size_t m = 0; m < trace->messages.size; m++)
        trace->messages.data[m].has_priority = false; /* without meaning under these disciplines */
      bool good;
      char *text = written (trace, &good);
      hb_diag *diag = hb_diag_new ();
      hb_trace *again = good ? read_text (text, NULL, NULL, diag) : NULL;
      if (!again)
        fail_msg ("seed %llu: %s\n%s", (unsigned long long)seed, text_of_diag (diag), text);
      assert_same (trace, again);
      char *text_again = written (again, &good);
      assert_string_equal (text, text_again);
      hb_free (text);
      hb_free (text_again);
      hb_trace_free (trace);
      hb_trace_free (again);
      hb_diag_free (diag);
    }
}

TEST (what_cannot_be_said_is_an_error)
{
  static const char *const texts[] = {
    "handler a stack\nhandler b\n",
    "handler a priority\nhandler b\n",
    "handler a\ninitial\npost m\nmessage m\neo a m\n",
    "handler a-b\ninitial\npost m\nmessage m\n",
    "handler a\ninitial\npost m:1\nmessage m:1\n",
    "handler a\nmessage 0 external\n",
    "handler a\ninitial\nwrite x.y\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      hb_trace *trace = trace_of_text (texts[i]);
      bool good;
      char *text = written (trace, &good);
      assert_false (good);
      assert_string_equal (text, "");
      hb_free (text);
      hb_trace_free (trace);
    }
}

TEST (values_that_name_no_write_are_numbered)
{
  hb_trace *trace
      = trace_of_text ("handler a\ninitial\nwrite x 0\nwrite y 5\nread x init\nread y init\n"
                       "write y 5\nread y a@4\nread x a@0\nco y a@4 a@1\n");
  bool good;
  char *text = written (trace, &good);
  assert_true (good);
  assert_string_equal (text, "@ a\n{ get(init) -> write(x,0) -> write(y,2) -> read(x,init) -> "
                             "read(y,0) -> write(y,1) -> read(y,1) -> read(x,0) }\n"
                             "$(CO)\nwrite(y,1) -> write(y,2);\n");
  hb_free (text);
  hb_trace_free (trace);
}
