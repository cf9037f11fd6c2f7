/* Writing `.trace` files for the published prototype: what each trace becomes, what is refused, and that what is
 * written is read back as the same trace. */
#include "unit.h"

#include "base/buffer.h"
#include "import/import.h"
#include "small_traces.h"

/* TRACE as it is written; "" after errors, which are in DIAG. */
static char *
written (const hb_trace *trace, const struct hb_prototype_write_options *options, hb_notes *notes,
         hb_diag *diag)
{
  hb_output *output = hb_output_open (unit_scratch (), diag);
  bool good = hb_prototype_write (output, trace, options, notes, diag);
  assert_true (good == !hb_diag_errors (diag));
  if (!good)
    {
      hb_output_discard (output);
      return hb_copy_text ("");
    }
  assert_true (hb_output_commit (output));
  return unit_read (unit_scratch ());
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
                                   .mailbox = (int)(seed % HB_MAILBOXES),
                                   .empty = true };
      hb_trace *trace = random_trace (&rng, shape);
      hb_diag *diag = hb_diag_new ();
      char *text = written (trace, NULL, NULL, diag);
      hb_trace *again
          = *text ? hb_prototype_read (hb_input_of_bytes ("x.trace", text, strlen (text), diag),
                                       NULL, NULL, diag)
                  : NULL;
      if (!again)
        fail_msg ("seed %llu: %s\n%s", (unsigned long long)seed, text_of_diag (diag), text);
      assert_same (trace, again);
      char *text_again = written (again, NULL, NULL, diag);
      assert_string_equal (text, text_again);
      hb_free (text);
      hb_free (text_again);
      hb_trace_free (trace);
      hb_trace_free (again);
      hb_diag_free (diag);
    }
}

static const struct hb_prototype_write_options all_ways = { .drop_orders = true, .rename = true };

/* The trace EDT is written as TEXT under OPTIONS with these NOTES, one a line. */
static void
assert_writes (const char *edt, const struct hb_prototype_write_options *options, const char *text,
               const char *notes_wanted)
{
  hb_trace *trace = trace_of_text (edt);
  hb_diag *diag = hb_diag_new ();
  hb_notes notes = HB_NOTES_EMPTY;
  char *got = written (trace, options, &notes, diag), *said = text_of_notes (&notes);
  assert_string_equal (got, text);
  assert_string_equal (said, notes_wanted);
  hb_notes_clear (&notes);
  hb_free (said);
  hb_free (got);
  hb_diag_free (diag);
  hb_trace_free (trace);
}

/* Said last: after all that is wrong with names that could be written. */
#define M_1                                                                                        \
  "0:0: the prototype cannot read 'm:1' as the name of a message: it takes letters, digits and _ " \
  "and .; --rename changes such names\n"

TEST (what_cannot_be_said_is_an_error)
{
  static const char *const cases[][2] = {
    { "handler a\nhandler b\nhandler c stack\nhandler d priority\n",
      "0:0: handler 'a' is a queue and handler 'c' a stack, and a .trace has one discipline for "
      "all; --mailbox NAME gives them one\n" },
    { "handler a multiset\nhandler b\nhandler c\n",
      "0:0: handler 'a' is a multiset and handler 'b' a queue, and a .trace has one discipline for "
      "all; --mailbox NAME gives them one\n" },
    { "handler a\ninitial\npost m\nmessage m\neo a m\n",
      "0:0: the trace has eo or mo lines, which a .trace cannot say; --drop-orders leaves them "
      "out\n" },
    { "", "0:0: a trace without handlers cannot be written as .trace\n" },
    { "handler a-b\ninitial\npost m:1\nmessage m:1\nwrite x.y\n",
      "0:0: the prototype cannot read 'a-b' as the name of a handler: it takes letters, digits and "
      "_; --rename changes such names\n"
      "0:0: the prototype cannot read 'x.y' as the name of a variable: it takes letters, digits "
      "and _; --rename changes such names\n" M_1 },
    { "handler a\nmessage m:1 external\nmessage 0 external\nmessage init external\n",
      "0:0: the external message '0' would be read as an initial one; --rename changes its id\n"
      "0:0: the external message 'init' would be read as an initial one; --rename changes its "
      "id\n" M_1 },
    { "handler a\nmessage m:1 external\ninitial\npost 0\npost init\nmessage 0\nmessage init\n",
      "0:0: handler 'a' has messages 'init' and '0': no id is left for its initial message; "
      "--rename changes them\n" M_1 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_trace *trace = trace_of_text (cases[i][0]);
      hb_diag *diag = hb_diag_new ();
      char *text = written (trace, NULL, NULL, diag), *said = errors_of_diag (diag);
      assert_string_equal (text, "");
      assert_string_equal (said, cases[i][1]);
      hb_free (said);
      hb_free (text);
      hb_diag_free (diag);
      hb_trace_free (trace);
    }
}

/* Names that need no change stay, changed ones make way for them. */
TEST (names_are_changed)
{
  assert_writes ("handler a-b\ninitial\npost m:1\npost m.1\nwrite x.y\nwrite x-y\nwrite x_y\n"
                 "handler a_b\nmessage m:1\nmessage m.1\nhandler h-1\nmessage AZaz_09 external\n"
                 "handler AZaz_09\ninitial\nwrite AZaz_09\n",
                 &all_ways,
                 "@ a_b_2\n{ get(init) -> post(a_b,m_1) -> post(a_b,m.1) -> write(x_y_2,1) -> "
                 "write(x_y_3,1) -> write(x_y,1) }\n"
                 "@ a_b\n{ get(m_1) }\n{ get(m.1) }\n@ h-1\n{ get(AZaz_09) }\n"
                 "@ AZaz_09\n{ get(init) -> write(AZaz_09,1) }\n",
                 "numbered the values of 4 variables: a value must name one write of its variable\n"
                 "changed 4 names that the prototype cannot read\n");
  /* No post reads the name h-1, while h-2 is no special one. */
  assert_writes ("handler g\nmessage e external\ninitial\npost m\npost n\nmessage f external\n"
                 "handler h-1\nmessage m\nhandler h-2\nmessage n\n",
                 &all_ways,
                 "@ g\n{ get(e) }\n{ get(init) -> post(h_1,m) -> post(h_2,n) }\n{ get(f) }\n"
                 "@ h_1\n{ get(m) }\n@ h_2\n{ get(n) }\n",
                 "changed 2 names that the prototype cannot read\n");
  assert_writes (
      "handler h-1\nmessage e external\nhandler g\nmessage m\ninitial\npost m\nhandler i.j\n"
      "message m~.1 external\nmessage m_.1 external\n",
      &all_ways,
      "@ h-1\n{ get(e) }\n@ g\n{ get(m) }\n{ get(init) -> post(g,m) }\n@ i_j\n"
      "{ get(m_.1_2) }\n{ get(m_.1) }\n",
      "changed 2 names that the prototype cannot read\n");
}

/* An initial message takes an id that no other message of its handler has. */
TEST (ids_of_initial_messages)
{
  assert_writes ("handler a\ninitial\npost init\nmessage init\nhandler b\ninitial\n", NULL,
                 "@ a\n{ get(0) -> post(a,init) }\n{ get(init) }\n@ b\n{ get(init) }\n", "");
  assert_writes ("handler a\ninitial\npost 0\npost init\nmessage 0\nhandler b\ninitial\n"
                 "message init\n",
                 NULL,
                 "@ a\n{ get(init) -> post(a,0) -> post(b,init) }\n{ get(0) }\n"
                 "@ b\n{ get(0) }\n{ get(init) }\n",
                 "");
  assert_writes ("handler a\ninitial\npost 0\npost init\nmessage 0\nmessage init\n", &all_ways,
                 "@ a\n{ get(init) -> post(a,m_0) -> post(a,m_init) }\n{ get(m_0) }\n"
                 "{ get(m_init) }\n",
                 "changed 2 names that the prototype cannot read\n");
  assert_writes ("handler a\ninitial\nhandler b\nmessage init external\nmessage m_init external\n",
                 &all_ways, "@ a\n{ get(init) }\n@ b\n{ get(m_init_2) }\n{ get(m_init) }\n",
                 "changed 1 name that the prototype cannot read\n");
}

/* Values name writes, and reads of the initial value say one that nobody writes. */
TEST (values_name_writes)
{
  assert_writes (
      "handler a\ninitial\nwrite w\nwrite x 1.5\nread x init\nwrite y 0\nwrite y 7\n"
      "read y init\nwrite z 0\nwrite z init\nwrite z init_1\nread z init\nread z a@8\n"
      "write v 3\nwrite v 3\nread v init\nread v a@11\nwrite u 0\nwrite u init\nread u init\n"
      "co y a@4 a@3\nco z a@6 a@8 a@7\nco v a@12 a@11\nco u a@15 a@16\n",
      NULL,
      "@ a\n{ get(init) -> write(w,1) -> write(x,1.5) -> read(x,0) -> write(y,0) -> write(y,7) -> "
      "read(y,init) -> write(z,0) -> write(z,init) -> write(z,init_1) -> read(z,init_2) -> "
      "read(z,init_1) -> write(v,2) -> write(v,1) -> read(v,0) -> read(v,2) -> write(u,0) -> "
      "write(u,init) -> read(u,init_1) }\n"
      "$(CO)\nwrite(y,7) -> write(y,0);\nwrite(z,0) -> write(z,init_1) -> "
      "write(z,init);\nwrite(v,1) -> write(v,2);\nwrite(u,0) -> write(u,init);\n",
      "numbered the values of 2 variables: a value must name one write of its variable\n");
}

/* Priorities alone would make mailboxes of priorities. */
TEST (priorities_are_written)
{
  assert_writes ("handler a\nmessage m priority=-3\ninitial\npost m\npost n\nmessage n\n", NULL,
                 "mailbox queue\n@ a\n{ get(m,-3) }\n{ get(init) -> post(a,m,-3) -> post(a,n) }\n"
                 "{ get(n) }\n",
                 "");
}

TEST (what_is_left_out_is_said)
{
  assert_writes ("meta by hand\nhandler a\ninitial\nl: post m\nmessage m\neo a m\nmo a m\n",
                 &all_ways, "@ a\n{ get(init) -> post(a,m) }\n{ get(m) }\n",
                 "left out 1 meta line\nleft out 1 label\nleft out 1 eo line and 1 mo line\n");
}
