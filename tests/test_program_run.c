/* Running programs: what they compute, what each mailbox hands out, traces that replay, all runs of
 * a program against brute force, and Appendix B.  HBKIT_FUZZ=N in the environment does N times as
 * many random ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "buffer.h"
#include "program_explore.h"
#include "program_of_witness.h"
#include "program_schedule.h"
#include "random_program.h"
#include "replay.h"
#include "small_traces.h"
#include "text_damage.h"
#include "trace_alike.h"
#include "traces.h"

struct loaded
{
  hb_program *program;
  hb_code *code;
};

static struct loaded
load (const char *text, int64_t n)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_setting setting = { "n", n };
  struct loaded l = { .program = hb_program_of_bytes ("p.ed", text, strlen (text), diag) };
  if (l.program)
    l.code = hb_program_bind (l.program, &setting, n > 0, -1, diag);
  if (!l.code)
    fail_msg ("%s\n%s", hb_diag_first (diag), text);
  hb_diag_free (diag);
  return l;
}

static void
unload (struct loaded *l)
{
  hb_code_free (l->code);
  hb_program_free (l->program);
}

static enum hb_run_status
run_random (hb_execution *run, uint64_t seed, hb_run_steps *taken)
{
  struct hb_scheduling scheduling = { .seed = seed, .steps = 100000 };
  return hb_execution_run (run, &scheduling, taken);
}

/* How the program TEXT ends; *SAID, new, is what it says of that. */
static enum hb_run_status
outcome (const char *text, char **said)
{
  struct loaded l = load (text, 0);
  hb_execution *run = hb_execution_new (l.code);
  hb_diag *diag = hb_diag_new ();
  enum hb_run_status status = run_random (run, 1, NULL);
  hb_execution_explain (run, diag);
  *said = text_of_diag (diag);
  hb_diag_free (diag);
  hb_execution_free (run);
  unload (&l);
  return status;
}

/* --- What is computed --- */

/* Every line is an assertion that holds. */
static void
expressions_have_their_values (void **state)
{
  (void)state;
  static const char *const hold[] = { "1 + 2 * 3 == 7",
                                      "(1 + 2) * 3 == 9",
                                      "10 - 4 - 3 == 3",
                                      "100 / 7 / 2 == 7",
                                      "-7 / 2 == -3",
                                      "-7 % 2 == -1",
                                      "7 % -2 == 1",
                                      "!0 && !!5 == 1",
                                      "(2 || 1 / 0) == 1",
                                      "(0 && 1 / 0) == 0",
                                      "1 < 2 == 1",
                                      "(3 > 2) + (3 >= 3) + (2 < 2) + (2 <= 2) == 3",
                                      "min(3, max(-1, 2)) == 2",
                                      "- - 3 == 3",
                                      "2 - -2 == 4",
                                      "1 != 2",
                                      "9223372036854775807 + 1 == -9223372036854775807 - 1",
                                      "(-9223372036854775807 - 1) / -1 == -9223372036854775807 - 1",
                                      "(-9223372036854775807 - 1) % -1 == 0",
                                      "9223372036854775807 * 2 == -2",
                                      "-(-9223372036854775807 - 1) < 0",
                                      "self == 0" };
  for (size_t i = 0; i < sizeof hold / sizeof *hold; i++)
    for (int holds = 0; holds < 2; holds++)
      {
        char *said, *text = hb_format ("handlers h regs a msgs h { assert %s(%s) }",
                                       holds ? "" : "!", hold[i]);
        enum hb_run_status status = outcome (text, &said);
        if (status != (holds ? HB_RUN_DONE : HB_RUN_ASSERTION))
          fail_msg ("%s: %s", text, said);
        hb_free (text);
        hb_free (said);
      }
}

static void
statements_do_what_they_say (void **state)
{
  (void)state;
  static const char *const bodies[]
      = { "a = 0 while a < 10 { a = a + 3 } assert a == 12",
          "a = 0 for i = 3 .. 6 { a = a * 10 + i } assert a == 3456",
          "a = 0 for i = 2 .. 1 { a = 1 } assert a == 0",
          "a = 0 for i = 9223372036854775806 .. 9223372036854775807 { a = a + 1 } assert a == 2",
          "a = 0 repeat 4 { repeat 3 { a = a + 1 } } assert a == 12",
          "a = 0 repeat -1 { a = 1 } assert a == 0",
          "a = 5 if a == 4 { a = 1 } else if a == 5 { a = 2 } else { a = 3 } assert a == 2",
          "a = 6 if a == 4 { a = 1 } else if a == 5 { a = 2 } else { a = 3 } assert a == 3",
          "a = 3 L: a = a - 1 if a > 0 goto L assert a == 0",
          "a = 1 goto M a = 2 M: assert a == 1",
          "a = 0 while 1 { a = a + 1 if a == 7 goto out } out: assert a == 7",
          "a = 1 if a { last } assert 0",
          "x = 3 a = x y[1] = a + 1 b = y[a - 2] assert b == 4 a = y[0] assert a == 7",
          "a = 0 for i = 0 .. 4 { i = i + 1 a = a + 1 } assert a == 3",
          "assert c == 11 await x == 0 await y[1] != 5 await x < 1 assert a == 0" };
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
    {
      char *said, *text = hb_format ("param k = 11\nvars x y[2] = 7 - self\n"
                                     "handlers h regs a b c = k msgs h { %s }",
                                     bodies[i]);
      if (outcome (text, &said) != HB_RUN_DONE)
        fail_msg ("%s: %s", text, said);
      hb_free (text);
      hb_free (said);
    }
}

/* Messages get their arguments; registers stay from one message to the next, locals do not. */
static void
messages_have_parameters (void **state)
{
  (void)state;
  char *said;
  const char *text = "vars sum\nhandlers h[3] regs a = self * 100 b\nmsgs\n"
                     " h { for i = 0 .. 2 { post(h[(self + i) % 3], add(i, self * 10)) } }\n"
                     " add(i, j) { a = a + i + j b = b + 1 j = 0\n"
                     "  if b == 3 { assert a == self * 100 + 3 + 30 sum = a } }\n";
  if (outcome (text, &said) != HB_RUN_DONE)
    fail_msg ("%s", said);
  hb_free (said);
}

static void
errors_of_a_run_have_their_place (void **state)
{
  (void)state;
  static const struct
  {
    const char *body;
    enum hb_run_status status;
    const char *said;
  } wrongs[] = {
    { "a = 1 / b", HB_RUN_ERROR, "p.ed:3:16: error: division by zero" },
    { "a = 1 % (a - b)", HB_RUN_ERROR, "p.ed:3:16: error: division by zero" },
    { "x[a + 2] = 1", HB_RUN_ERROR,
      "p.ed:3:14: error: index 2 is out of range; 'x' has 2 elements" },
    { "a = x[-1]", HB_RUN_ERROR, "p.ed:3:16: error: index -1 is out of range; 'x' has 2 elements" },
    { "post(g[3], m)", HB_RUN_ERROR,
      "p.ed:3:17: error: index 3 is out of range; 'g' has 3 elements" },
    { "post(g[0], m, 4294967296)", HB_RUN_ERROR, "p.ed:3:24: error: a priority that does not" },
    { "a = x[0] assert a != 0", HB_RUN_ASSERTION,
      "p.ed:3:19: error: the assertion is false (handler h, after 1 events)" },
    { "while 1 { a = a + 1 }", HB_RUN_ERROR, "error: 10000000 instructions without an event" },
    { "await x[1] == 1", HB_RUN_DEADLOCK,
      "p.ed:3:10: error: deadlock: handler h waits here for ever, 'x.1' being 0" }
  };
  for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++)
    {
      char *said,
          *text = hb_format ("vars x[2]\nhandlers h regs a b g[3] regs\nmsgs h { %s } m { }",
                             wrongs[i].body);
      enum hb_run_status status = outcome (text, &said);
      if (status != wrongs[i].status || !strstr (said, wrongs[i].said))
        fail_msg ("%s: %s", text, said);
      hb_free (text);
      hb_free (said);
    }
}

static void
binding_refuses_what_cannot_be (void **state)
{
  (void)state;
  static const struct
  {
    const char *text, *said;
  } wrongs[] = { { "param k = 1 / 0 handlers h regs", "division by zero" },
                 { "param k = -1 vars x[k] handlers h regs", "'x' has -1 elements" },
                 { "handlers h[100000000] regs", "'h' has 100000000 elements" },
                 { "vars x[2] \"x.1\" handlers h regs", "two variables are called 'x.1'" },
                 { "handlers h[2] regs \"h.0\" regs", "two handlers are called 'h.0'" },
                 { "handlers h regs a = 1 % 0", "division by zero" } };
  for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_program *program
          = hb_program_of_bytes ("p.ed", wrongs[i].text, strlen (wrongs[i].text), diag);
      assert_non_null (program);
      assert_null (hb_program_bind (program, NULL, 0, -1, diag));
      assert_non_null (strstr (hb_diag_first (diag), wrongs[i].said));
      hb_program_free (program);
      hb_diag_free (diag);
    }
  hb_diag *diag = hb_diag_new ();
  struct hb_setting none = { "nothing", 1 };
  hb_program *program = hb_program_of_bytes ("p.ed", "handlers h regs", 15, diag);
  assert_null (hb_program_bind (program, &none, 1, -1, diag));
  assert_non_null (strstr (hb_diag_first (diag), "no parameter 'nothing'"));
  hb_program_free (program);
  hb_diag_free (diag);
}

/* --- Mailboxes --- */

/* The orders in which messages 1, 2, 3, of priorities 1, 3, 3, the second from another handler, can
 * be taken, all of them lying in the mailbox: as the program writes them to a variable. */
static void
mailboxes_hand_out_what_they_should (void **state)
{
  (void)state;
  static const char *const wanted[HB_MAILBOXES] = { [HB_QUEUE] = "123 ",
                                                    [HB_SENDER_QUEUE] = "123 132 213 ",
                                                    [HB_MULTISET] = "123 132 213 231 312 321 ",
                                                    [HB_STACK] = "321 ",
                                                    [HB_PRIORITY] = "231 " };
  for (int mailbox = 0; mailbox < HB_MAILBOXES; mailbox++)
    {
      bool seen[1000] = { false };
      char *text
          = hb_format ("mailbox %s\nvars go took\nhandlers a regs b regs r regs t\nmsgs\n"
                       " a { post(r, m(1), 1) go = 1 await go == 2 post(r, m(3), 3) go = 3 }\n"
                       " b { await go == 1 post(r, m(2), 3) go = 2 }\n"
                       " r { await go == 3 }\n"
                       " m(k) { t = took took = t * 10 + k }\n",
                       hb_mailbox_name ((enum hb_mailbox)mailbox));
      struct loaded l = load (text, 0);
      for (uint64_t seed = 0; seed < 200; seed++)
        {
          hb_execution *run = hb_execution_new (l.code);
          assert_int_equal (run_random (run, seed, NULL), HB_RUN_DONE);
          seen[hb_execution_value (run, 1)] = true;
          hb_execution_free (run);
        }
      hb_buffer got = VEC_EMPTY;
      for (int i = 0; i < 1000; i++)
        if (seen[i])
          hb_buffer_add (&got, "%d ", i);
      assert_string_equal (got.data, wanted[mailbox]);
      vec_free (got);
      unload (&l);
      hb_free (text);
    }
}

/* The step of the program that starts or goes on with MESSAGE of the trace. */
static void
program_step (const hb_trace *trace, const struct simulator *simulator, const hb_id *number,
              hb_id message, struct hb_run_step *step)
{
  const struct hb_message *m = &trace->messages.data[message];
  step->handler = m->handler;
  step->message = simulator->running[m->handler] == message || m->kind == HB_INITIAL
                      ? HB_NONE
                      : number[message];
}

/* The program of a random trace and the plain simulator go side by side: at every moment the steps
 * that can be taken are the same. */
static void
steps_are_those_of_the_plain_simulator (void **state)
{
  (void)state;
  size_t choices = 0;
  for (uint64_t i = 0; i < fuzz_rounds (600); i++)
    {
      struct hb_rng rng = hb_rng_stream (21, i);
      struct trace_shape shape = { 3, 6, 0, 4, 2, -1, false, false };
      shape.mailbox = (int)(i % 6) - 1;
      hb_trace *trace = random_trace (&rng, shape);
      hb_diag *diag = hb_diag_new ();
      char *text = hb_program_of_trace (trace, HB_READS_PLAIN, diag);
      assert_non_null (text);
      struct loaded l = load (text, 0);
      hb_execution *run = hb_execution_new (l.code);
      struct simulator simulator = simulator_new (trace);
      simulator.free_memory = true;
      hb_id *number = hb_calloc (trace->messages.size, sizeof *number);
      hb_id posted = (hb_id)trace->handlers.size;
      hb_run_steps steps = VEC_EMPTY;
      for (;;)
        {
          /* The interpreter ends messages without events at once. */
          for (hb_id m = 0; m < trace->messages.size; m++)
            if (!trace->messages.data[m].count && !simulator.pc[m] && simulator_can (&simulator, m))
              simulator_step (&simulator, m);
          size_t can = 0, count = hb_execution_enabled (run, &steps);
          for (hb_id m = 0; m < trace->messages.size; m++)
            {
              if (!trace->messages.data[m].count || simulator.pc[m] >= trace->messages.data[m].count
                  || !simulator_can (&simulator, m))
                continue;
              struct hb_run_step step;
              program_step (trace, &simulator, number, m, &step);
              assert_true (hb_execution_can (run, step, NULL));
              can++;
            }
          assert_int_equal (can, count);
          choices += count;
          if (!count)
            break;
          struct hb_run_step step = steps.data[hb_rng_below (&rng, count)];
          for (hb_id m = 0; m < trace->messages.size; m++)
            {
              struct hb_run_step other;
              if (!trace->messages.data[m].count || simulator.pc[m] >= trace->messages.data[m].count
                  || !simulator_can (&simulator, m))
                continue;
              program_step (trace, &simulator, number, m, &other);
              if (other.handler != step.handler || other.message != step.message)
                continue;
              hb_id event = simulator_step (&simulator, m);
              if (trace->events.data[event].kind == HB_POST)
                number[trace->events.data[event].object] = posted++;
              break;
            }
          hb_execution_take (run, step);
        }
      assert_int_equal (hb_execution_status (run), HB_RUN_DONE);
      assert_int_equal (simulator.happened, hb_execution_events (run));
      vec_free (steps);
      hb_free (number);
      simulator_free (&simulator);
      hb_execution_free (run);
      unload (&l);
      hb_free (text);
      hb_diag_free (diag);
      hb_trace_free (trace);
    }
  assert_true (choices > 4000);
}

/* --- Traces of random programs --- */

static char *
random_text (uint64_t i, hb_id posted, double awaits, double asserts)
{
  struct hb_rng rng = hb_rng_stream (31, i);
  struct hb_program_shape shape = hb_program_defaults ();
  shape.mailbox = (int)(i % 6) - 1;
  shape.posted = posted;
  shape.awaits = awaits;
  shape.asserts = asserts;
  return hb_program_random (&shape, &rng);
}

/* Whatever way a program is run and however it ends, its trace is a witness that replays;
 * formatted, it runs in the same way; and its schedule gives the same trace. */
static void
traces_of_runs_replay (void **state)
{
  (void)state;
  size_t done = 0, stuck = 0, failed = 0, cut = 0;
  hb_diag *diag = hb_diag_new ();
  for (uint64_t i = 0; i < fuzz_rounds (500); i++)
    {
      char *text = random_text (i, 8, i % 2 ? 0.1 : 0, i % 5 ? 0 : 0.1);
      struct loaded l = load (text, 0);
      char *formatted = hb_program_text (l.program);
      struct loaded f = load (formatted, 0);
      for (int schedule = 0; schedule < 3; schedule++)
        {
          struct hb_scheduling how
              = { .schedule = (enum hb_schedule)schedule, .seed = i, .steps = i % 3 ? 0 : 9 };
          hb_execution *run = hb_execution_new (l.code), *other = hb_execution_new (f.code),
                       *again = hb_execution_new (l.code);
          hb_run_steps taken = VEC_EMPTY;
          enum hb_run_status status = hb_execution_run (run, &how, &taken);
          done += status == HB_RUN_DONE;
          stuck += status == HB_RUN_DEADLOCK;
          cut += status == HB_RUN_GOING;
          failed += status > HB_RUN_DEADLOCK;
          assert_int_equal (hb_execution_events (run), taken.size);
          hb_trace *trace = hb_execution_trace (run, -1, true, diag);
          hb_witness *witness = trace ? hb_witness_of_trace (trace, diag) : NULL;
          if (!witness || !hb_replay (trace, witness, NULL, diag))
            fail_msg ("%s\n%s", hb_diag_first (diag), text);
          assert_true (hb_execution_follow (again, taken.data, taken.size));
          assert_true (hb_execution_follow (other, taken.data, taken.size));
          hb_trace *second = hb_execution_trace (again, -1, true, diag);
          hb_trace *third = hb_execution_trace (other, -1, true, diag);
          char *a = text_of_trace (trace, NULL), *b = text_of_trace (second, NULL),
               *c = text_of_trace (third, NULL);
          assert_string_equal (a, b);
          assert_string_equal (a, c);
          assert_int_equal (hb_execution_status (again), status);
          hb_free (a);
          hb_free (b);
          hb_free (c);
          hb_witness_free (witness);
          hb_trace_free (trace);
          hb_trace_free (second);
          hb_trace_free (third);
          vec_free (taken);
          hb_execution_free (run);
          hb_execution_free (other);
          hb_execution_free (again);
        }
      hb_free (text);
      hb_free (formatted);
      unload (&l);
      unload (&f);
    }
  hb_diag_free (diag);
  assert_true (done > 300 && stuck > 30 && failed > 10 && cut > 30);
}

/* A read's value is that of the write it reads from. */
static void
reads_get_the_value_written (void **state)
{
  (void)state;
  struct loaded l = load ("vars x out[9]\nhandlers w[3] regs r regs a\nmsgs\n"
                          " w { x = self * 7 + 1 x = self * 7 + 2 x = self * 7 + 3 }\n"
                          " r { for i = 0 .. 8 { a = x out[i] = a } }\n",
                          0);
  hb_diag *diag = hb_diag_new ();
  for (uint64_t seed = 0; seed < 50; seed++)
    {
      hb_execution *run = hb_execution_new (l.code);
      run_random (run, seed, NULL);
      hb_trace *trace = hb_execution_trace (run, -1, false, diag);
      const struct hb_message *m
          = &trace->messages.data[trace->handlers.data[hb_trace_find_handler (trace, "r")].initial];
      for (hb_id e = m->first; e < m->first + m->count; e += 2)
        {
          hb_id from = trace->events.data[e].partner;
          const char *copied = hb_names_text (trace->values, trace->events.data[e + 1].value);
          assert_string_equal (copied,
                               from == HB_NONE
                                   ? "0"
                                   : hb_names_text (trace->values, trace->events.data[from].value));
        }
      hb_trace_free (trace);
      hb_execution_free (run);
    }
  hb_diag_free (diag);
  unload (&l);
}

/* --- Schedules --- */

static void
schedule_files_replay (void **state)
{
  (void)state;
  for (uint64_t i = 0; i < 60; i++)
    {
      char *text = random_text (i, 8, 0.1, 0.1);
      struct loaded l = load (text, 0);
      int file;
      char *path = scratch_file (&file);
      hb_diag *diag = hb_diag_new ();
      hb_execution *run = hb_execution_new (l.code), *again = hb_execution_new (l.code);
      hb_run_steps taken = VEC_EMPTY, read = VEC_EMPTY;
      run_random (run, i, &taken);
      hb_output *output = hb_output_open (path, diag);
      hb_schedule_write (output, run, &taken, "two\nlines");
      assert_true (hb_output_commit (output));
      if (!hb_schedule_replay (again, path, &read, diag))
        fail_msg ("%s", hb_diag_first (diag));
      assert_int_equal (read.size, taken.size);
      assert_memory_equal (read.data, taken.data, taken.size * sizeof *taken.data);
      hb_execution_free (run);
      hb_execution_free (again);
      vec_free (taken);
      vec_free (read);
      hb_diag_free (diag);
      remove (path);
      hb_free (path);
      unload (&l);
      hb_free (text);
    }
}

/* Every handler waits its turn, whatever the mailbox; and pct keeps to its priorities: with depth 1
 * a handler runs until it can do nothing more. */
static void
schedulers_do_as_they_say (void **state)
{
  (void)state;
  struct loaded l = load ("vars x\nhandlers h[3] regs\nmsgs h { repeat 4 { x = self } }", 0);
  hb_execution *run = hb_execution_new (l.code);
  hb_run_steps taken = VEC_EMPTY;
  struct hb_scheduling turns = { .schedule = HB_SCHEDULE_ROUND_ROBIN };
  assert_int_equal (hb_execution_run (run, &turns, &taken), HB_RUN_DONE);
  for (size_t i = 0; i < taken.size; i++)
    assert_int_equal (taken.data[i].handler, i % 3);
  hb_execution_free (run);
  size_t firsts[3] = { 0 }, switches = 0;
  for (uint64_t seed = 0; seed < 60; seed++)
    for (uint32_t depth = 1; depth < 3; depth++)
      {
        struct hb_scheduling pct = { .schedule = HB_SCHEDULE_PCT, .seed = seed, .depth = depth };
        vec_clear (taken);
        run = hb_execution_new (l.code);
        assert_int_equal (hb_execution_run (run, &pct, &taken), HB_RUN_DONE);
        firsts[taken.data[0].handler]++;
        size_t changes = 0;
        for (size_t i = 1; i < taken.size; i++)
          changes += taken.data[i].handler != taken.data[i - 1].handler;
        assert_in_range (changes, 2, 1 + depth);
        switches += changes == 3;
        hb_execution_free (run);
      }
  assert_true (firsts[0] > 10 && firsts[1] > 10 && firsts[2] > 10 && switches > 10);
  vec_free (taken);
  unload (&l);
}

/* --- All runs --- */

struct traces
{
  VEC (char *) texts;
  VEC (struct hb_spot) failures;
};

static void
add_run (struct traces *traces, const hb_execution *run)
{
  hb_diag *diag = hb_diag_new ();
  if (hb_execution_status (run) >= HB_RUN_ASSERTION)
    {
      vec_push (traces->failures, hb_execution_spot (run));
      hb_diag_free (diag);
      return;
    }
  hb_trace *trace = hb_execution_trace (run, -1, true, diag);
  char *text = text_of_trace (trace, NULL);
  vec_push (traces->texts, text);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

static bool
note_run (void *about, const hb_execution *run, const hb_run_steps *taken)
{
  (void)taken;
  add_run (about, run);
  return true;
}

/* Every interleaving; false if there are too many. */
static bool
all_interleavings (const hb_execution *run, struct traces *traces, size_t *budget)
{
  hb_run_steps steps = VEC_EMPTY;
  bool good = true;
  if (!hb_execution_enabled (run, &steps))
    add_run (traces, run);
  for (size_t i = 0; i < steps.size && good; i++)
    {
      hb_execution *next = hb_execution_copy (run);
      hb_execution_take (next, steps.data[i]);
      good = (*budget)-- > 1 && all_interleavings (next, traces, budget);
      hb_execution_free (next);
    }
  vec_free (steps);
  return good;
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* Sorts; how many different ones there are. */
static size_t
sort (struct traces *traces)
{
  size_t different = 0;
  if (traces->texts.size)
    qsort (traces->texts.data, traces->texts.size, sizeof *traces->texts.data, compare_texts);
  for (size_t i = 0; i < traces->texts.size; i++)
    different += !i || strcmp (traces->texts.data[i], traces->texts.data[i - 1]) != 0;
  return different;
}

static void
free_traces (struct traces *traces)
{
  for (size_t i = 0; i < traces->texts.size; i++)
    hb_free (traces->texts.data[i]);
  vec_free (traces->texts);
  vec_free (traces->failures);
}

static bool
has_failure (const struct traces *traces, struct hb_spot spot)
{
  for (size_t i = 0; i < traces->failures.size; i++)
    if (traces->failures.data[i].line == spot.line
        && traces->failures.data[i].column == spot.column)
      return true;
  return false;
}

/* Exploring gives each trace of brute force once, and meets the same assertions. */
static void
exploring_gives_every_trace_once (void **state)
{
  (void)state;
  size_t compared = 0, most = 0, failing = 0;
  for (uint64_t i = 0; i < fuzz_rounds (200); i++)
    {
      char *text = random_text (i, 3, i % 2 ? 0.15 : 0, i % 3 ? 0 : 0.2);
      struct loaded l = load (text, 0);
      struct traces all = { 0 }, explored = { 0 };
      size_t budget = 3000;
      hb_execution *run = hb_execution_new (l.code);
      if (all_interleavings (run, &all, &budget))
        {
          struct hb_exploration e = { .found = note_run, .about = &explored };
          hb_explore (l.code, &e);
          assert_true (e.complete);
          size_t wanted = sort (&all), got = sort (&explored);
          if (!all.failures.size)
            {
              assert_int_equal (got, explored.texts.size);
              assert_int_equal (e.traces, got);
              if (got != wanted)
                fail_msg ("%zu of %zu traces:\n%s", got, wanted, text);
              size_t at = 0;
              for (size_t t = 0; t < got; t++, at++)
                while (strcmp (all.texts.data[at], explored.texts.data[t]) != 0)
                  assert_true (++at < all.texts.size);
              compared++;
              most = got > most ? got : most;
            }
          for (size_t f = 0; f < all.failures.size; f++)
            if (!has_failure (&explored, all.failures.data[f]))
              fail_msg ("the failure in line %u is missed:\n%s", all.failures.data[f].line, text);
          assert_true (explored.failures.size <= all.failures.size);
          failing += all.failures.size > 0;
        }
      hb_execution_free (run);
      free_traces (&all);
      free_traces (&explored);
      unload (&l);
      hb_free (text);
    }
  assert_true (compared > 60 && most > 20 && failing > 5);
}

/* Known numbers. */
static void
exploring_counts (void **state)
{
  (void)state;
  static const struct
  {
    const char *text;
    uint64_t traces;
  } cases[]
      = { { "handlers h regs", 1 },
          { "vars x handlers h[2] regs msgs h { x = 1 }", 2 },
          { "vars x handlers h[4] regs msgs h { x = 1 }", 24 },
          { "vars x handlers h[2] regs a msgs h { a = x }", 1 },
          { "vars x[2] handlers h[2] regs a msgs h { x[self] = 1 a = x[1 - self] }", 3 },
          /* posts to one mailbox: mo is part of the trace */
          { "handlers h[3] regs r regs msgs h { post(r, m) } m { }", 6 },
          { "mailbox multiset handlers h[3] regs r regs msgs h { post(r, m) } m { }", 36 },
          { "mailbox multiset handlers h regs r regs msgs h { repeat 3 { post(r, m) } } m { }", 6 },
          { "mailbox stack handlers h regs r regs msgs h { repeat 3 { post(r, m) } } m { }", 5 },
          { "handlers h regs r regs msgs h { repeat 3 { post(r, m) } } m { }", 1 } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct loaded l = load (cases[i].text, 0);
      struct hb_exploration e = { 0 };
      hb_explore (l.code, &e);
      if (e.traces != cases[i].traces)
        fail_msg ("%llu traces: %s", (unsigned long long)e.traces, cases[i].text);
      unload (&l);
    }
}

/* --- Appendix B --- */

static void
witnesses_run_back (void **state)
{
  (void)state;
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
static void
the_program_of_a_trace_is_readable (void **state)
{
  (void)state;
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
static void
linearisations_of_the_edges_do_not_do (void **state)
{
  (void)state;
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
static void
names_are_told_apart (void **state)
{
  (void)state;
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_text ("handler b~c\ninitial\n  post a\nhandler c\ninitial\n  post a~b\n"
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
static void
wrong_witnesses_are_refused (void **state)
{
  (void)state;
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
static void
differences_are_seen (void **state)
{
  (void)state;
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

static void
benchmarks_have_the_published_sizes (void **state)
{
  (void)state;
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
        file = hb_copy_bytes (program->text.data, program->text.size);
        assert_string_equal (file, text);
        hb_free (file);
        hb_free (text);
        hb_free (path);
        hb_program_free (program);
      }
  hb_diag_free (diag);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (expressions_have_their_values),
    cmocka_unit_test (statements_do_what_they_say),
    cmocka_unit_test (messages_have_parameters),
    cmocka_unit_test (errors_of_a_run_have_their_place),
    cmocka_unit_test (binding_refuses_what_cannot_be),
    cmocka_unit_test (mailboxes_hand_out_what_they_should),
    cmocka_unit_test (steps_are_those_of_the_plain_simulator),
    cmocka_unit_test (traces_of_runs_replay),
    cmocka_unit_test (reads_get_the_value_written),
    cmocka_unit_test (schedule_files_replay),
    cmocka_unit_test (schedulers_do_as_they_say),
    cmocka_unit_test (exploring_gives_every_trace_once),
    cmocka_unit_test (exploring_counts),
    cmocka_unit_test (witnesses_run_back),
    cmocka_unit_test (the_program_of_a_trace_is_readable),
    cmocka_unit_test (linearisations_of_the_edges_do_not_do),
    cmocka_unit_test (names_are_told_apart),
    cmocka_unit_test (wrong_witnesses_are_refused),
    cmocka_unit_test (differences_are_seen),
    cmocka_unit_test (benchmarks_have_the_published_sizes),
  };
  return cmocka_run_group_tests_name ("program_run", tests, NULL, NULL);
}
