/* Appendix B: programs of traces; when traces are alike; the benchmarks of Appendix E.
 * HBKIT_FUZZ=N in the environment does N times as many random ones. */
#include "unit.h"

#include "loaded_program.h"
#include "program/of_witness.h"
#include "run/replay.h"
#include "small_traces.h"
#include "text_damage.h"
#include "trace/trace_alike.h"
#include "gen/traces.h"

/* --- Appendix B --- */

TEST (witnesses_run_back)
{
  hb_diag *diag = hb_diag_new ();
  for (uint64_t i = 0; i < fuzz_rounds (300); i++)
    {
      struct hb_run_shape shape = hb_run_defaults ();
      struct hb_rng rng = hb_rng_stream (41, i);
      shape.mailbox = (int)(i % 6) - 1;
      shape.orders = true;
      shape.messages = (hb_id)(i % 30);
      hb_builder *builder = hb_builder_to_trace (diag);
      assert_true (hb_run_random (&shape, &rng, builder, diag));
      hb_trace *trace = hb_builder_finish (builder);
      hb_witness *witness = hb_witness_of_trace (trace, diag);
      for (int reads = HB_READS_PLAIN; reads <= HB_READS_AWAITED; reads++)
        if (!hb_witness_runs_back (trace, witness, (enum hb_witness_reads)reads, diag))
          fail_msg ("seed %llu: %s", (unsigned long long)i, hb_diag_first (diag));
      hb_witness_free (witness);
      hb_trace_free (trace);
    }
  hb_diag_free (diag);
}

/* Names that no program has, values, priorities, handlers that never post. */
TEST (the_program_of_a_trace_is_readable)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_text ("mailbox priority\nhandler 1\ninitial\n  write a 5\n"
                                   "  post m\nhandler if stack\nmessage m priority=-3\n"
                                   "  w: write a\n  read a w\nmessage if\nhandler 3\ninitial\n"
                                   "  post if\nco a 1@0 w\n");
  char *text = hb_program_of_trace (trace, HB_READS_CHECKED, diag);
  hb_program *program = hb_program_of_bytes ("p.ed", text, strlen (text), diag);
  assert_non_null (program);
  char *formatted = hb_program_text (program);
  assert_string_equal (formatted, "mailbox priority\n\nvars\n  a\n\nhandlers\n  \"1\" regs a_\n"
                                  "  \"if\" regs a_ mailbox stack\n  \"3\" regs a_\n\nmsgs\n"
                                  "  \"1\" {\n    a = 1\n    post(\"if\", m, -3)\n  }\n\n"
                                  "  m {\n    # get\n    a = 2\n    a_ = a\n    assert a_ == 2\n"
                                  "  }\n\n  \"~2\" {\n    # get\n  }\n\n"
                                  "  \"3\" {\n    post(\"if\", \"~2\")\n  }\n");
  hb_free (formatted);
  hb_free (text);
  hb_program_free (program);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

/* The trace that the program of TRACE gives along the COUNT events, told by their addresses, or
 * NULL if it cannot run so. */
static hb_trace *
trace_along (const hb_trace *trace, const char *const *events, size_t count)
{
  hb_diag *diag = hb_diag_new ();
  hb_id *run = hb_calloc (count, sizeof *run);
  for (size_t i = 0; i < count; i++)
    run[i] = hb_trace_find_event (trace, events[i]);
  char *text = hb_program_of_trace (trace, HB_READS_PLAIN, diag);
  struct loaded l = load (text, 0);
  hb_run_steps steps = VEC_EMPTY;
  hb_steps_of_run (trace, run, &steps);
  hb_execution *execution = hb_execution_new (l.code);
  hb_trace *back = NULL;
  if (hb_execution_follow (execution, steps.data, steps.size))
    back = hb_execution_trace (execution, -1, true, diag);
  hb_execution_free (execution);
  vec_free (steps);
  unload (&l);
  hb_free (text);
  hb_free (run);
  hb_diag_free (diag);
  return back;
}

/* Appendix B takes any linearisation of po, rf, co, pb, eo and mo.  These two are, of consistent
 * traces, and are no runs with that trace: it has to be one of happens-before. */
TEST (linearisations_of_the_edges_do_not_do)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *eo = trace_of_text ("handler h\ninitial\n  post a\n  post b\nhandler g\nmessage a\n"
                                "  write x\nmessage b\n  write y\neo g a b\nmo g a b\n");
  static const char *const right[] = { "h@0", "h@1", "a@0", "a@1", "b@0", "b@1" };
  static const char *const mixed[] = { "h@0", "h@1", "a@0", "b@0", "a@1", "b@1" };
  hb_trace *back = trace_along (eo, right, 6);
  assert_non_null (back);
  assert_true (hb_traces_alike (eo, NULL, back, NULL, true, diag));
  hb_trace_free (back);
  assert_null (trace_along (eo, mixed, 6));
  hb_trace_free (eo);

  hb_trace *fr = trace_of_text ("handler h\ninitial\n  w: write x\n  v: write x\nhandler g\n"
                                "initial\n  r: read x w\nco x w v\n");
  static const char *const late[] = { "w", "v", "r" };
  back = trace_along (fr, late, 3);
  assert_non_null (back);
  assert_false (hb_traces_alike (fr, NULL, back, NULL, true, diag));
  hb_trace_free (back);
  hb_trace_free (fr);
  hb_diag_free (diag);
}

/* Names of messages in traces are told apart whatever handlers and messages are called; a handler
 * may be called as the last line of a schedule starts. */
TEST (names_are_told_apart)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace
      = trace_of_text ("handler b~c\ninitial\n  post a\nhandler c\ninitial\n  post a~b\n"
                       "handler :0\ninitial\n  post a~c\nhandler end\nmessage a\n"
                       "message a~b\nmessage a~c\neo end a a~b a~c\nmo end a a~b a~c\n");
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  if (!witness || !hb_witness_runs_back (trace, witness, HB_READS_PLAIN, diag))
    fail_msg ("%s", hb_diag_first (diag));
  char *text = hb_program_of_trace (trace, HB_READS_PLAIN, diag);
  struct loaded l = load (text, 0);
  hb_execution *run = hb_execution_new (l.code), *again = hb_execution_new (l.code);
  hb_run_steps taken = VEC_EMPTY;
  int file;
  char *path = scratch_file (&file);
  assert_int_equal (run_random (run, 1, &taken), HB_RUN_DONE);
  hb_output *output = hb_output_open (path, diag);
  hb_schedule_write (output, run, &taken, NULL);
  assert_true (hb_output_commit (output));
  if (!hb_schedule_replay (again, path, NULL, diag))
    fail_msg ("%s", hb_diag_first (diag));
  remove (path);
  hb_free (path);
  vec_free (taken);
  hb_execution_free (run);
  hb_execution_free (again);
  unload (&l);
  hb_free (text);
  hb_witness_free (witness);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

/* What does not belong to the witness is told. */
TEST (wrong_witnesses_are_refused)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_text ("handler h\ninitial\n  post a\n  post b\nhandler g\nmessage a\n"
                                   "message b\neo g b a\nmo g a b\n");
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  assert_false (hb_witness_runs_back (trace, witness, HB_READS_PLAIN, diag));
  hb_witness_free (witness);
  hb_trace_free (trace);
  trace = trace_of_text ("handler h\nmessage e external\n");
  assert_null (hb_program_of_trace (trace, HB_READS_PLAIN, diag));
  hb_trace_free (trace);
  hb_diag_free (diag);
}

/* Damaged in one place, a trace is no longer alike. */
TEST (differences_are_seen)
{
  hb_diag *diag = hb_diag_new ();
  size_t differ = 0;
  for (uint64_t i = 0; i < fuzz_rounds (200); i++)
    {
      struct hb_run_shape shape = hb_run_defaults ();
      hb_trace *traces[2];
      shape.mailbox = (int)(i % 5);
      for (int damaged = 0; damaged < 2; damaged++)
        {
          struct hb_rng rng = hb_rng_stream (43, i);
          (i % 3 == 0   ? &shape.wrong_reads
           : i % 3 == 1 ? &shape.wrong_writes
                        : &shape.wrong_posts)[0]
              = (hb_id)damaged;
          hb_builder *builder = hb_builder_to_trace (diag);
          assert_true (hb_run_random (&shape, &rng, builder, diag));
          traces[damaged] = hb_builder_finish (builder);
        }
      assert_true (hb_traces_alike (traces[0], NULL, traces[0], NULL, true, diag));
      char *a = text_of_trace (traces[0], NULL), *b = text_of_trace (traces[1], NULL);
      bool same = !strcmp (a, b);
      /* Swapped posts may come out as renamed messages. */
      if (!same && i % 3 != 2)
        assert_false (hb_traces_alike (traces[0], NULL, traces[1], NULL, true, diag));
      if (!hb_traces_alike (traces[0], NULL, traces[1], NULL, true, diag))
        differ++;
      hb_diag_clear (diag);
      hb_free (a);
      hb_free (b);
      hb_trace_free (traces[0]);
      hb_trace_free (traces[1]);
    }
  hb_diag_free (diag);
  assert_true (differ > 150);
}

/* --- The benchmarks of Appendix E --- */

static size_t
square (size_t n)
{
  return n * n;
}

static size_t
consensus (size_t n)
{
  return square (n + 1);
}

static size_t
buyers (size_t n)
{
  return 2 * n + 2;
}

static size_t
ring (size_t n)
{
  return 4 * n + 1;
}

static size_t
loop (size_t n)
{
  return 2 * square (n) + n + 1;
}

static size_t
matrix (size_t n)
{
  return 2 * n + 3;
}

TEST (benchmarks_have_the_published_sizes)
{
  static const struct
  {
    const char *name;
    size_t (*messages) (size_t n);
    size_t handlers; /* 0: n + 1 */
  } benchmarks[] = { { "consensus", consensus, 0 }, { "counting", consensus, 0 },
                     { "buyers", buyers, 2 },       { "chang-roberts", ring, 0 },
                     { "message-loop", loop, 0 },   { "sparse-mat", matrix, 3 } };
  const char *data = getenv ("HBKIT_DATA");
  if (!data)
    skip ();
  hb_diag *diag = hb_diag_new ();
  for (size_t b = 0; b < sizeof benchmarks / sizeof *benchmarks; b++)
    for (int64_t n = 1; n <= 16; n = n < 4 ? n + 1 : 2 * n)
      {
        char *path = hb_format ("%s/programs/%s.ed", data, benchmarks[b].name);
        hb_program *program = hb_program_read (path, diag);
        if (!program)
          fail_msg ("%s", hb_diag_first (diag));
        char *text = hb_program_text (program), *file = NULL;
        struct hb_setting setting = { "n", n };
        for (int mailbox = 0; mailbox < HB_MAILBOXES; mailbox++)
          {
            hb_code *code = hb_program_bind (program, &setting, 1, mailbox, diag);
            hb_execution *run = hb_execution_new (code);
            assert_int_equal (run_random (run, (uint64_t)n, NULL), HB_RUN_DONE);
            hb_trace *trace = hb_execution_trace (run, HB_QUEUE, false, diag);
            assert_int_equal (trace->messages.size, benchmarks[b].messages ((size_t)n));
            assert_int_equal (trace->handlers.size,
                              benchmarks[b].handlers ? benchmarks[b].handlers : (size_t)n + 1);
            assert_int_equal (trace->mailbox, HB_QUEUE);
            hb_trace_free (trace);
            hb_execution_free (run);
            hb_code_free (code);
          }
        /* They stand in the standard layout. */
        file = hb_copy_bytes (program->source.text.data, program->source.text.size);
        assert_string_equal (file, text);
        hb_free (file);
        hb_free (text);
        hb_free (path);
        hb_program_free (program);
      }
  hb_diag_free (diag);
}
