/* Running programs: what they compute, what each mailbox hands out, traces that replay.
 * HBKIT_FUZZ=N in the environment does N times as many random ones. */
#include "unit.h"

#include "base/buffer.h"
#include "loaded_program.h"
#include "program/of_witness.h"
#include "run/replay.h"
#include "plain_simulator.h"
#include "small_traces.h"
#include "text_damage.h"

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
TEST (expressions_have_their_values)
{
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

TEST (statements_do_what_they_say)
{
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
TEST (messages_have_parameters)
{
  char *said;
  const char *text = "vars sum\nhandlers h[3] regs a = self * 100 b\nmsgs\n"
                     " h { for i = 0 .. 2 { post(h[(self + i) % 3], add(i, self * 10)) } }\n"
                     " add(i, j) { a = a + i + j b = b + 1 j = 0\n"
                     "  if b == 3 { assert a == self * 100 + 3 + 30 sum = a } }\n";
  if (outcome (text, &said) != HB_RUN_DONE)
    fail_msg ("%s", said);
  hb_free (said);
}

TEST (errors_of_a_run_have_their_place)
{
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
      "p.ed:3:19: error: the assertion is false (handler h, after 1 event)" },
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

TEST (binding_refuses_what_cannot_be)
{
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
TEST (mailboxes_hand_out_what_they_should)
{
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
TEST (steps_are_those_of_the_plain_simulator)
{
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

/* Whatever way a program is run and however it ends, its trace is a witness that replays;
 * formatted, it runs in the same way; and its schedule gives the same trace. */
TEST (traces_of_runs_replay)
{
  size_t done = 0, stuck = 0, failed = 0, cut = 0;
  hb_diag *diag = hb_diag_new ();
  for (uint64_t i = 0; i < fuzz_rounds (500); i++)
    {
      char *text = random_program_text (i, 8, i % 2 ? 0.1 : 0, i % 5 ? 0 : 0.1);
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
TEST (reads_get_the_value_written)
{
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
          const char *copied = hb_names_text (trace->values, hb_event_value (trace, e + 1));
          assert_string_equal (
              copied,
              from == HB_NONE ? "0" : hb_names_text (trace->values, hb_event_value (trace, from)));
        }
      hb_trace_free (trace);
      hb_execution_free (run);
    }
  hb_diag_free (diag);
  unload (&l);
}
