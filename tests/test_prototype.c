/* Reading the published prototype's `.trace` files: what each line means, what is decided, what is refused. */
#include "unit.h"

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
  char *said = text_of_notes (&notes);
  assert_string_equal (one, two);
  assert_string_equal (said, notes_wanted);
  hb_notes_clear (&notes);
  hb_free (said);
  hb_free (one);
  hb_free (two);
  hb_trace_free (trace);
  hb_trace_free (wanted);
  hb_diag_free (diag);
}

/* TEXT is refused with exactly these ERRORS. */
static void
assert_refused (const char *text, const struct hb_prototype_options *options, const char *errors)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = read_text (text, options, NULL, diag);
  assert_null (trace);
  char *said = errors_of_diag (diag);
  assert_string_equal (said, errors);
  hb_free (said);
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
  assert_reads (
      "@ h { get(b) } { get(d) } { get(0) -> post(k,a) -> post(b) -> post(k,c) -> post( ,d) }",
      NULL,
      "handler h\nmessage b\nmessage d\ninitial\npost a\npost b\npost c\npost d\nhandler "
      "k\nmessage a\n"
      "message c\n",
      "added 2 empty messages, posted and without a block\n"
      "took 1 message that nobody posts as initial ones\n");
}

/* A priority belongs to a message of one handler; mailboxes are of priorities where one is said. */
TEST (messages_have_priorities)
{
  const char *initial = "took 1 message that nobody posts as initial ones\n";
  assert_reads (
      "@ h { get(b,-1) } { get(0) -> post(h,b) -> post(h, c, 7) -> post(h,d,2) -> post(h,e) }\n"
      "{ get(c) } { get(d,2) } { get(e) }",
      NULL,
      "mailbox priority\nhandler h\nmessage b priority=-1\ninitial\npost b\npost c\npost d\n"
      "post e\nmessage c priority=7\nmessage d priority=2\nmessage e\n",
      initial);
  assert_reads (
      "mailbox queue\n@ h { get(0) -> post(h,m,3) -> post(g,m,4) -> post(f,m) }\n"
      "{ get(m) } @ g { get(m) } @ f { get(m) }",
      NULL,
      "mailbox queue\nhandler h\ninitial\npost h:m\npost g:m\npost f:m\n"
      "message h:m priority=3\nhandler g\nmessage g:m priority=4\nhandler f\nmessage f:m\n",
      "took 1 message that nobody posts as initial ones\n"
      "named 3 messages HANDLER:ID, because their ids stand on several handlers\n");
  assert_refused ("@ h { get(0) -> post(h,b,1) } { get(b,2) }", NULL,
                  "1:33: message 'b' has the priority 1 elsewhere; expected it here, too\n");
  struct hb_prototype_options options = hb_prototype_defaults ();
  options.missing = HB_MISSING_DROP;
  assert_reads ("@ h { get(0) -> post(h,x,5) -> post(h,b,1) } { get(b) }", &options,
                "mailbox priority\nhandler h\ninitial\npost b\nmessage b priority=1\n",
                "dropped 1 post whose message has no block\n"
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
  assert_reads ("@ h-1 { get(a) } @ g { get(init) }", &options,
                "handler g\ninitial\nhandler h-1:a\ninitial\n",
                "took 1 message that nobody posts as initial ones\n"
                "gave 1 message of handler h-1 handlers of their own\n");
  options.split = false;
  assert_reads ("@ h-1 { get(a) }", &options, "handler h-1\nmessage a external\n",
                "took 1 message that nobody posts as external ones\n");
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
  assert_reads ("@ h { get(a:) -> write(:b:,:) } { get(?) -> read(:b:,:) }", NULL,
                "handler h\nmessage a~3A external\nwrite :b~3A :\n"
                "message ~3F external\nread :b~3A a~3A@0\n",
                "took 2 messages that nobody posts as external ones\n"
                "changed 3 names that .edt cannot have\n");
}

TEST (what_is_not_known_is_said)
{
  assert_reads ("made by hand, mailbox: stack\n"
                "@ a { get(m) -> lock(l,k,j) -> -> done(m) -> unlock -> done -> write(x,1) -> } @ "
                "b @ a { get(n) }\n"
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
                "ignored 2 done operations not at the end of a message\n"
                "joined 1 part of handlers that were opened before\n"
                "took 2 messages that nobody posts as external ones\n");
}

TEST (only_a_word_behind_mailbox_names_one)
{
  assert_reads ("made for stack mailbox\n@ a { get(n) -> done(n) }\n$() a b $(RF)", NULL,
                "handler a\nmessage n external\n",
                "ignored 4 words before the first handler\n"
                "ignored section ')' in line 3 (2 words): only CO is known\n"
                "ignored section 'RF' in line 3 (0 words): only CO is known\n"
                "took 1 message that nobody posts as external ones\n");
}

/* Each variable has chains of its own, and those of one add up. */
TEST (chains_of_many_variables)
{
  hb_buffer text = VEC_EMPTY, edt = VEC_EMPTY;
  hb_buffer_add (&text, "@ h { get(0) ");
  hb_buffer_add (&edt, "handler h\ninitial\n");
  for (int v = 0; v < 9; v++)
    for (int value = 0; value < 3; value++)
      {
        hb_buffer_add (&text, "-> write(x%d,%d) ", v, value);
        hb_buffer_add (&edt, "write x%d %d\n", v, value);
      }
  hb_buffer_add (&text, "}\n$(CO)\n");
  for (int v = 8; v >= 0; v--)
    hb_buffer_add (&text, "write(x%d,2) -> write(x%d,0);", v, v);
  for (int v = 0; v < 9; v++)
    {
      hb_buffer_add (&text, "write(x%d,0) -> write(x%d,1)\n;", v, v);
      hb_buffer_add (&edt, "co x%d h@%d h@%d h@%d\n", v, 3 * v + 2, 3 * v, 3 * v + 1);
    }
  assert_reads (text.data, NULL, edt.data, "took 1 message that nobody posts as initial ones\n");
  vec_free (text);
  vec_free (edt);
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
  assert_string_equal (notes.list.data[1].text,
                       "completed the coherence order of 1 variable: INCONSISTENT may mean only "
                       "that another order was the right one");
  hb_notes_clear (&notes);
  hb_trace_free (trace);
  /* Nothing is completed where there is no order. */
  trace = read_text ("@ h { get(init) -> write(x,1) }\n$(CO) write(x,1) -> write(x,1)", &options,
                     &notes, diag);
  assert_null (trace);
  assert_int_equal (notes.list.size, 1);
  hb_notes_clear (&notes);
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
    { "@ h { get(a) -> post() ) -> ) }", "1:17: an empty name; expected a message id\n"
                                         "1:24: unexpected ')'; expected '->' or '}'\n" },
    { "@ h { get(a) -> post(h,b,c,d) ) }",
      "1:17: 4 arguments; expected post(handler, message) or post(handler, message, priority)\n" },
    { "@ h { get(a) -> post(h,b,2147483648) ) }",
      "1:17: '2147483648' is no priority; expected a whole number of 32 bits\n" },
    { "@ h { get(a) -> post(,,1) }", "1:17: an empty name; expected a message id\n" },
    { "@ h { get(a) -> post(,b,x) ) }",
      "1:17: 'x' is no priority; expected a whole number of 32 bits\n" },
    { "@ h { get(a) -> post b }", "1:22: unexpected 'b'; expected '(' behind the operation\n" },
    { "@ h { get(a) -> get(b) ) }",
      "1:17: unexpected 'get'; expected one get at the start of each message\n" },
    { "@ h { get(a) -> ( ) }", "1:17: unexpected '('; expected write, read, post or done\n" },
    { "@ h { get(a) -> read(x) ) }", "1:17: 1 argument; expected read(variable, value)\n" },
    { "@ h { get(a) -> read(x,1,2) ) }", "1:17: 3 arguments; expected read(variable, value)\n" },
    { "@ h { get(a) -> read(,1) } { get() } { )",
      "1:17: an empty name; expected a variable\n"
      "1:30: an empty name; expected a message id\n"
      "1:40: unexpected ')'; expected get(ID) as the start of a message\n" },
    { "@ h { get(a) -> done(a ; ) }", "1:24: unexpected ';'; expected ',' or ')'\n" },
    { "@ h { get(a) -> done(a ->", "1:24: unexpected '->'; expected ',' or ')'\n" },
    { "@ h { get a } { get(b)", "1:11: unexpected 'a'; expected '(' behind the operation\n"
                                "2:1: the file is truncated; expected '->' or '}'\n" },
    { "@ h { get(a,b,c) ) } { get(d,e) ) }",
      "1:7: 3 arguments; expected get(message) or get(message, priority)\n"
      "1:24: 'e' is no priority; expected a whole number of 32 bits\n" },
    { "@ h { got(a) } { (", "1:7: unexpected 'got'; expected get(ID) as the start of a message\n"
                            "1:18: unexpected '('; expected get(ID) as the start of a message\n" },
    { "@ { get(a) } @ h { get(b) } } ) {",
      "1:3: unexpected '{'; expected the name of a handler behind '@'\n"
      "1:3: unexpected '{'; expected '@' and a handler's name before its messages\n"
      "1:29: unexpected '}'; expected '{', '@' or '$(CO)'\n"
      "2:1: the file is truncated; expected get(ID) as the start of a message\n" },
    { "@ h { get(a) -> write(x,1) -> write(x,2) -> write(y,1) }\n$(CO) read(x,1) -> ) ; write x ; "
      "write(x) -> ) ; write(x,1,2) ; write(,1) ; write(x,)",
      "2:7: unexpected 'read'; expected write(variable, value) in a chain of $(CO)\n"
      "2:30: unexpected 'x'; expected '(' behind the operation\n"
      "2:34: 1 argument; expected write(variable, value)\n"
      "2:50: 3 arguments; expected write(variable, value)\n"
      "2:65: an empty name; expected a variable\n"
      "2:77: an empty name; expected a value\n" },
    { "@ h { get(a) -> write(x,1) -> write(x,2) }\n$(CO) write(x,1) write(x,2) -> read(y,1) ; "
      "read(x,1)",
      "2:18: unexpected 'write'; expected '->', ';' or the end of the chains\n"
      "2:44: unexpected 'read'; expected write(variable, value) in a chain of $(CO)\n" },
    { "@ h { get(a) -> write(x,1) -> write(y,2) }\n$(CO) write(x,1) -> write(y,2) -> write(z,1) ( "
      ";; write(x,1) -> write(x,1)",
      "2:21: a write of another variable than the one before it; expected chains of one variable "
      "each, with ';' between them\n" },
    { "@ h { get(a) }\n$ CO { get(b) } @",
      "2:3: unexpected 'CO'; expected '(CO)' behind '$'\n"
      "2:6: unexpected '{'; expected '@' and a handler's name before its messages\n"
      "3:1: the file is truncated; expected the name of a handler behind '@'\n" },
    { "@ h { get(a) }\n$(CO x { get(b) }",
      "2:6: unexpected 'x'; expected ')' behind '$(CO'\n"
      "2:8: unexpected '{'; expected '@' and a handler's name before its messages\n" },
    { "@ h { get(a) -> write(x,\n1,\n2) }",
      "1:17: 3 arguments; expected write(variable, value)\n" },
    { "@ h { get(a) } { get(b) } { get(a) } { get(c) }",
      "1:29: message 'a' stands on handler 'h' already, in line 1; expected each id once\n" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_refused (cases[i][0], NULL, cases[i][1]);
}

/* An error shows its line, if it is the one at hand. */
TEST (errors_show_the_line)
{
  hb_diag *diag = hb_diag_new ();
  assert_null (
      read_text ("@ h\n{ get(a) -> write(x) }\n{ get(b) -> read(x,\n1,2) }", NULL, NULL, diag));
  char *said = text_of_diag (diag);
  assert_string_equal (said, "x.trace:2:13: error: 1 argument; expected write(variable, value)\n"
                             "     2 | { get(a) -> write(x) }\n"
                             "       |             ^\n"
                             "x.trace:3:13: error: 3 arguments; expected read(variable, value)\n");
  hb_free (said);
  hb_diag_free (diag);
}

/* Where reading ends by an error of the input, nothing else is said. */
TEST (what_cannot_be_read_is_not_truncated)
{
  const char *text = "@ h { get(a)\n-> write(x,1) }\n";
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_of_bytes ("x.trace", text, strlen (text), diag);
  hb_input_limit_lines (input, 12);
  assert_null (hb_prototype_read (input, NULL, NULL, diag));
  char *said = errors_of_diag (diag);
  assert_string_equal (said, "2:13: line longer than 12 bytes; no line of this format is\n");
  hb_free (said);
  hb_diag_free (diag);
}
