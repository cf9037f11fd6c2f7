/* Schedules of event programs by hand: what their file may say, which moves are possible, and in which words the others are
 * refused.
 *
 *     main          start e 1 [read x]   post p(1)   post q   |          begin 1.1 [write x]
 *     1.2 (own)                                     begins    | choose 2, write y
 *
 * Those that engines find are read and replayed by the tests of the command robust. */
#include "unit.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "base/output.h"
#include "robust/machine.h"
#include "small_traces.h"
#include "text_changes.h"

static const char program[]
    = "shared x = 0 : 0..3\n"
      "shared y = 0 : 0..3\n"
      "event e(k in 1..2) when !x {\n"
      "  async[main] p(k);\n"
      "  async[any] q();\n"
      "}\n"
      "event f() { y := 3; }\n"
      "proc p(r) { x := r; }\n"
      "proc q() { local r; r := choose 0..2; y := r; assume r > 1; y := 0; }\n"
      "event h() { async[any] d(); }\n"
      "proc d() { async[any] d(); }\n"
      "driver { e*2; f*1; h*1; before e f }\n";

#define MOVES "start e 1\nstep 1\nstep 1 choose 2\nstep 1.2\nbegin 1.1\nstep 1.1\n"

/* Both starts of e, and their posts. */
#define EVENTS "start e 1\nstep 1\nstep 1 choose 2\nstart e 2\nstep 2\nstep 2 choose 0\n"

static const char good[] = "aeds 1\n" MOVES "end 6\n";

/* What TEXT says written again, and the run as a trace with the orders of its witness.  New, NULL: there are none. */
struct outcome
{
  char *again, *run;
};

/* Does TEXT carry out, by a machine with a queue if *QUEUE?  OUTCOME may be NULL. */
static bool
replays (const bool *queue, const char *text, struct outcome *outcome, char **why)
{
  hb_diag *diag = hb_diag_new ();
  hb_aed *parsed = hb_aed_of_bytes ("p.aed", program, strlen (program), diag);
  if (!parsed)
    print_error ("%s", text_of_diag (diag));
  assert_non_null (parsed);
  hb_aed_split (parsed);
  hb_acode *code = hb_acode_new (parsed);
  hb_amachine *machine = hb_amachine_new (code, HB_MULTI_THREAD, *queue);
  hb_aschedule schedule = { VEC_EMPTY, VEC_EMPTY };
  bool is = hb_aschedule_read_input (&schedule, parsed,
                                     hb_input_of_bytes ("s.aeds", text, strlen (text), diag), diag);
  if (outcome)
    *outcome = (struct outcome){ NULL, NULL };
  if (is && outcome)
    {
      hb_output *output = hb_output_open (unit_scratch (), diag);
      hb_aschedule_write (output, parsed, &schedule);
      assert_true (hb_output_commit (output));
      outcome->again = unit_read (unit_scratch ());
    }
  is = is && hb_amachine_replay (machine, &schedule, "s.aeds", diag);
  hb_trace *run = is && outcome ? hb_amachine_trace (machine, true, diag) : NULL;
  if (run)
    outcome->run = text_of_trace (run, NULL);
  hb_trace_free (run);
  *why = text_of_diag (diag);
  hb_aschedule_free (&schedule);
  hb_amachine_free (machine);
  hb_acode_free (code);
  hb_aed_free (parsed);
  hb_diag_free (diag);
  return is;
}

static bool
is_replayed (const void *queue, const char *text, char **why)
{
  return replays (queue, text, NULL, why);
}

static const bool as_queue = true, as_multiset = false;

#define EXPECT(...) EXPECT_OF_CHANGES (is_replayed, &as_multiset, good, __VA_ARGS__)

static void
free_outcome (struct outcome *outcome, char *why)
{
  hb_free (outcome->again);
  hb_free (outcome->run);
  hb_free (why);
}

TEST (test_what_is_written)
{
  struct outcome outcome;
  char *why;
  assert_true (replays (&as_multiset, good, &outcome, &why));
  assert_string_equal (outcome.again, good);
  assert_string_equal (why, "");
  free_outcome (&outcome, why);
  assert_true (replays (&as_queue, "aeds 1\n\n# nothing \nend 0", &outcome, &why));
  assert_string_equal (outcome.again, "aeds 1\nend 0\n");
  free_outcome (&outcome, why);
  /* The ends of the range of numbers; it is not the file's fault that such a move is not possible. */
  static const char ends[] = "aeds 1\nstart e -2147483648 choose 2147483647 -1\nend 1\n";
  assert_false (replays (&as_multiset, ends, &outcome, &why));
  assert_string_equal (outcome.again, ends);
  assert_non_null (strstr (why, "s.aeds:2:1: error: move 1 of the schedule is not possible: an "
                                "argument is not in its range"));
  free_outcome (&outcome, why);
}

TEST (test_the_run)
{
  struct outcome outcome;
  char *why;
  static const char moves[]
      = "aeds 1\n" EVENTS "begin 1.1\nstep 1.1\nstep 1.2\nstart f\nstep 3\nend 11\n";
  assert_true (replays (&as_multiset, moves, &outcome, &why));
  assert_string_equal (outcome.run, "edt 1\n"
                                    "meta before \"1:e 3:f\"\n"
                                    "meta before \"2:e 3:f\"\n"
                                    "handler main multiset\n"
                                    "message 1:e external\n"
                                    "  read x init\n"
                                    "  post 1.1:p\n"
                                    "  post 1.2:q\n"
                                    "message 2:e external\n"
                                    "  read x init\n"
                                    "  post 2.1:p\n"
                                    "  post 2.2:q\n"
                                    "message 1.1:p\n"
                                    "  write x 1\n"
                                    "message 3:f external\n"
                                    "  write y 3\n"
                                    "message 2.1:p\n"
                                    "handler 1.2:q queue\n"
                                    "message 1.2:q\n"
                                    "  write y 2\n"
                                    "handler 2.2:q queue\n"
                                    "message 2.2:q\n"
                                    "co y 1.2:q@1 3:f@0\n"
                                    "eo main 1:e 2:e 1.1:p 3:f 2.1:p\n"
                                    "mo main 1.1:p 2.1:p\n"
                                    "end 13 7 3\n");
  free_outcome (&outcome, why);
}

/* An event stands where it starts, though its first access comes later, or never. */
TEST (test_the_starts_of_events)
{
  struct outcome outcome;
  char *why;
  static const char begun[] = "aeds 1\n" EVENTS "start f\nstep 3\nbegin 1.1\nend 9\n",
                    last[] = "aeds 1\n" EVENTS "begin 1.1\nstep 1.1\nstart f\nend 9\n";
  assert_true (replays (&as_multiset, begun, &outcome, &why));
  assert_non_null (strstr (outcome.run, "eo main 1:e 2:e 3:f 1.1:p 2.1:p\n"));
  free_outcome (&outcome, why);
  assert_true (replays (&as_multiset, last, &outcome, &why));
  assert_non_null (strstr (outcome.run, "eo main 1:e 2:e 1.1:p 3:f 2.1:p\n"));
  free_outcome (&outcome, why);
}

/* A task far down in the call tree: its name is its path, if that has no more than 30 numbers, else its number. */
TEST (test_names_of_tasks)
{
  struct outcome outcome;
  hb_buffer moves = VEC_EMPTY, path = VEC_EMPTY;
  char *why;
  hb_buffer_add (&moves, "aeds 1\nstart h\n");
  hb_buffer_add (&path, "1");
  for (int depth = 1; depth <= 30; depth++)
    {
      hb_buffer_add (&moves, "step %.*s\n", (int)path.size, path.data);
      if (depth < 30)
        hb_buffer_add (&path, ".1");
    }
  hb_buffer_add (&moves, "end 31\n");
  char *text = hb_buffer_take (&moves), *longest = hb_buffer_take (&path);
  assert_true (replays (&as_multiset, text, &outcome, &why));
  char *both = hb_format ("handler %s:d queue\nmessage %s:d\n  post T30:d\n", longest, longest);
  assert_non_null (strstr (outcome.run, both));
  assert_non_null (strstr (outcome.run, "handler T30:d queue\n"));
  free_outcome (&outcome, why);
  hb_free (both);
  hb_free (text);
  hb_free (longest);
}

TEST (test_files_that_are_not_there)
{
  hb_diag *diag = hb_diag_new ();
  hb_aed *parsed = hb_aed_of_bytes ("p.aed", program, strlen (program), diag);
  hb_aschedule schedule = { VEC_EMPTY, VEC_EMPTY };
  hb_aed_split (parsed);
  unit_write (unit_scratch (), good);
  assert_true (hb_aschedule_read (&schedule, parsed, unit_scratch (), diag));
  assert_int_equal (schedule.moves.size, 6);
  unit_write (unit_scratch (), "aeds 1\n");
  assert_false (hb_aschedule_read (&schedule, parsed, unit_scratch (), diag));
  assert_false (hb_aschedule_read (&schedule, parsed, "/nowhere/s.aeds", diag));
  assert_int_equal (hb_diag_errors (diag), 2);
  hb_aschedule_free (&schedule);
  hb_aed_free (parsed);
  hb_diag_free (diag);
}

TEST (test_files)
{
  EXPECT ({ "aeds 1", "aeds  1 ", NULL }, { "aeds 1", "# no\naeds 1", "expected 'aeds 1'" },
          { "aeds 1", "aeds", "expected 'aeds 1'" }, { "aeds 1", "aeds 2", "expected 'aeds 1'" },
          { "aeds 1", "aed 1", "expected 'aeds 1'" }, { "aeds 1", "aeds 1 1", "s.aeds:1:8: error" },
          { "start e 1\n", "start e 1\n\n  # between \n", NULL },
          { "step 1\n", "stop 1\n", "s.aeds:3:1: error: expected start, begin, step or end" },
          { "step 1\n", "steps 1\n", "expected start, begin, step or end" },
          { "end 6", "end 5", "another number of moves" },
          { "end 6", "end 7", "another number of moves" },
          { "end 6", "end", "another number of moves" },
          { "end 6", "end x", "another number of moves" },
          { "end 6", "end 6 6", "s.aeds:8:7: error" }, { "end 6\n", "", "without its end line" },
          { "end 6\n", "end 6\n\n# said\n", NULL },
          { "end 6\n", "end 6\nstep 1\n", "something behind the end line" },
          { "end 6\n", "end 6\nend 6\n", "something behind the end line" });
}

TEST (test_moves)
{
  EXPECT ({ "start e 1", "start", "expected an event or a task" },
          { "start e 1", "start p 1", "no event 'p'; expected one of the program" },
          { "start e 1", "start ee 1", "no event 'ee'" },
          { "start e 1", "start e x", "expected a number, or 'choose'" },
          { "start e 1", "start e 1x", "expected a number, or 'choose'" },
          { "start e 1", "start e -", "expected a number, or 'choose'" },
          { "start e 1", "start e --1", "expected a number, or 'choose'" },
          { "start e 1", "start e 2147483648", "expected a number, or 'choose'" },
          { "start e 1", "start e -2147483649", "expected a number, or 'choose'" },
          { "start e 1", "start e 99999999999999999999", "expected a number, or 'choose'" },
          { "start e 1", "start e 2147483647", "an argument is not in its range" },
          { "step 1.2", "step", "expected an event or a task" },
          { "step 1.2", "step x", "expected a task as in 1.2" },
          { "step 1.2", "step 1.", "expected a task as in 1.2" },
          { "step 1.2", "step .2", "expected a task as in 1.2" },
          { "step 1.2", "step 1..2", "expected a task as in 1.2" },
          { "step 1.2", "step 1.0", "expected a task as in 1.2" },
          { "step 1.2", "step 0", "expected a task as in 1.2" },
          { "step 1.2", "step 1,2", "expected a task as in 1.2" },
          { "step 1.2", "step 1.2147483647", "there is no such task" },
          { "step 1.2", "step 1.2147483648", "expected a task as in 1.2" },
          { "step 1.2", "step 1.2 2", "expected a number, or 'choose'" },
          { "step 1 choose 2", "step 1 choose x", "expected a number, or 'choose'" },
          { "step 1 choose 2", "step 1 choose choose 2", "expected a number, or 'choose'" },
          { "step 1 choose 2", "step 1 choosing 2", "expected a number, or 'choose'" },
          { "step 1.2", "step 1.2 choose", NULL });
}

TEST (test_replay)
{
  EXPECT (
      { "start e 1", "start e 2", NULL }, { "start e 1", "start e", "another number of arguments" },
      { "start e 1", "start e 1 1", "another number of arguments" },
      { "start e 1", "start e 0", "an argument is not in its range" },
      { "start e 1", "start e 19", "an argument is not in its range" },
      { "start e 1", "start f",
        "s.aeds:2:1: error: move 1 of the schedule is not possible: the driver does not" },
      { "step 1\n", "start e 1\n", "the main thread is running something" },
      { "step 1\n", "begin 1.1\n", "there is no such task" },
      { "step 1\n", "step 2\n", "there is no such task" },
      { "step 1 choose 2", "step 1", "there is nothing to choose" },
      { "step 1 choose 2", "step 1 choose 3", "there is nothing to choose" },
      { "step 1 choose 2", "step 1 choose -1", "there is nothing to choose" },
      { "step 1 choose 2", "step 1 choose 2 0", "more numbers to choose than were asked for" },
      { "step 1 choose 2", "begin 1.1", "the main thread is running something" },
      { "step 1.2\n", "step 1\n",
        "s.aeds:5:1: error: move 4 of the schedule is not possible: the task is over" },
      { "step 1.2\n", "step 1.1\n", "the task has not begun" },
      { "step 1.2\n", "begin 1.2\n", "the task is not pending" },
      { "begin 1.1\nstep 1.1\nend 6", "begin 1.1\nbegin 1.1\nend 6", "the task is not pending" },
      { "step 1.1\nend 6", "step 1.1\nstep 1.2\nend 7", NULL },
      { "step 1.1\nend 6", "step 1.1\nstart e 1\nend 7", "its guard does not hold" },
      { MOVES "end 6", "start e 1\nstep 1\nstep 1 choose 1\nstep 1.2\nstep 1.2\nend 5",
        "the task is blocked" },
      { MOVES "end 6", EVENTS "start f\nend 7", NULL },
      { MOVES "end 6", EVENTS "begin 2.1\nend 7", NULL },
      { MOVES "end 6", EVENTS "start e 2\nend 7", "the driver does not let it start now" });
  EXPECT_OF_CHANGES (is_replayed, &as_queue, good, { "end 6", "end 6", NULL },
                     { MOVES "end 6", EVENTS "begin 2.1\nend 7", "another task was posted first" },
                     { MOVES "end 6",
                       EVENTS "begin 1.1\nstep "
                              "1.1\nbegin 2.1\nend 9",
                       NULL });
}
