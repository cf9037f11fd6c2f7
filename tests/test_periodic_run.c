/* Runs of periodic programs by hand: what their file may say, what the judge refuses, and with which words.
 *
 *     time  0    1         2    3    4
 *     L     |start, read   lock write, unlock     |end      H arrives at 1 and waits for the ceiling of l
 *     H               ^arrives  |start, write|
 *
 * Those that engines find are replayed by the tests of the command periodic. */
#include "unit.h"

#include "base/memory.h"
#include "base/output.h"
#include "periodic/run.h"
#include "small_traces.h"
#include "text_changes.h"

static const char guarded[] = "HB_TIME (8)\n"
                              "HB_TASK (L, 1, 8, 3, 0)\n"
                              "HB_TASK (H, 2, 8, 1, 1)\n"
                              "HB_LOCK (l, 2)\n"
                              "int x, mode;\n"
                              "void L () { int v = x; hb_lock (l); x = v + 1; hb_unlock (l); }\n"
                              "void H () { x = 5; }\n"
                              "void __startrek_user_final (void) { assert (x == 5); }\n";

#define HEAD "run 1\ntime 8\ndeparture rta\nsemantics exact\n"
#define SEGMENTS "segment L 1 0 2\nsegment H 1 2 3\nsegment L 1 3 4\n"
#define STEPS                                                                                      \
  "start L 1 @0\nread L 1 x 0 @0\nlock L 1 l @1\nwrite L 1 x 1 @2\nunlock L 1 l @2\n"              \
  "start H 1 @2\nwrite H 1 x 5 @3\n"

static const char good[] = HEAD "unit 1\n" SEGMENTS STEPS "read final 1 x 5\ndone 8\n";

/* Is TEXT a run of PROGRAM?  *FAILURES: how many checks fail, SIZE_MAX if it cannot be read; *FIRST, unless NULL: the first of them; *AGAIN, new, unless
 * NULL: what was read is written so; *WHY, new: the errors. */
static bool
judge_whole (const char *program_text, const char *text, size_t *failures,
             struct hb_periodic_run_failure *first, char **again, char **why)
{
  hb_diag *diag = hb_diag_new ();
  hb_periodic_program *program
      = hb_periodic_read_text ("t.c", program_text, strlen (program_text), diag);
  if (!program)
    print_error ("%s", text_of_diag (diag));
  assert_non_null (program);
  hb_input *input = hb_input_of_bytes ("r", text, strlen (text), diag);
  hb_periodic_run *run = hb_periodic_run_read_input (program, input, diag);
  assert_int_equal (hb_diag_errors (diag), !run);
  hb_periodic_run_failures found = VEC_EMPTY;
  bool is = false;
  if (run)
    {
      hb_jobs *jobs = hb_jobs_new (program, run->time, run->departure, 0, diag);
      is = jobs && hb_periodic_run_replay (jobs, run, &found, diag);
      if (jobs && again)
        {
          hb_output *output = hb_output_to_memory ();
          size_t length;
          hb_periodic_run_write (jobs, run, output);
          *again = hb_output_text (output, &length);
        }
      hb_jobs_free (jobs);
    }
  *failures = run ? found.size : SIZE_MAX;
  if (first && found.size)
    *first = found.data[0];
  *why = text_of_diag (diag);
  vec_free (found);
  hb_periodic_run_free (run);
  hb_periodic_free (program);
  hb_diag_free (diag);
  return is;
}

static bool
judge (const char *program_text, const char *text, size_t *failures, char **why)
{
  return judge_whole (program_text, text, failures, NULL, NULL, why);
}

static bool
is_judged (const void *program, const char *text, char **why)
{
  size_t failures;
  return judge (program, text, &failures, why);
}

#define EXPECT(PROGRAM, TEXT, ...) EXPECT_OF_CHANGES (is_judged, PROGRAM, TEXT, __VA_ARGS__)

TEST (test_files)
{
  EXPECT (
      guarded, good, { "done", "done", NULL }, { "run 1", "# no\nrun 1", "expected 'run 1'" },
      { "run 1", "\nrun 1", "1:1: error: expected 'run 1'" },
      { "run 1", "ran 1", "expected 'run 1'" }, { good, "", "truncated" },
      { "run 1", "run 2", "1:5: error: expected version 1" },
      { "run 1", "run 1 1", "the end of the line" }, { "run 1", "run", "expected version 1" },
      { "run 1", "run 1 # of two tasks", NULL }, { "time 8", "run 1", "expected time, departure" },
      { "time 8", "time +8", "at least 1" }, { "time 8", "time 0", "at least 1" },
      { "time 8", "time 8x", "at least 1" }, { "time 8", "time", "at least 1" },
      { "time 8", "time 99999999999999999999", "at least 1" },
      { "time 8", "time 8 8", "the end of the line" },
      { "time 8", "times 8", "2:1: error: expected time, departure" },
      { "departure rta", "departure none", "one of the names" },
      { "departure rta", "departure", "one of the names" },
      { "departure rta", "departure rta rta", "the end of the line" },
      { "semantics exact", "semantics real", "one of the names" },
      { "semantics exact", "semantics exact 1", "the end of the line" },
      { "unit 1", "unit 0", "at least 1" }, { "unit 1", "unit 1 1", "the end of the line" },
      { "unit 1", "private shared", NULL }, { "unit 1", "private", "expected shared" },
      { "unit 1", "private shared 1", "the end of the line" }, { "unit 1", "div0", NULL },
      { "unit 1", "div0 1", "the end of the line" }, { "unit 1\n", "", NULL },
      { "unit 1", "unit 1 # whole", NULL }, { "unit 1", "unit 1# whole", "at least 1" },
      { "unit 1", "# unit 1", NULL }, { "unit 1", " ", NULL }, { "unit 1", "\tunit\t1", NULL },
      { "start L 1", "start L 0", "at least 1" },
      { "start L 1", "start L 2", "a task and the number of one of its jobs" },
      { "start L 1", "start M 1", "9:7: error: expected a task and the number of one of its jobs" },
      { "start L 1 @0", "start L", "9:8: error: expected a number of at least 1" },
      { "read final 1", "read final 2", "a task and the number of one of its jobs" },
      { "start L 1 @0", "start L 1 @x", "9:11: error: expected a number\n" },
      { "start L 1 @0", "start L 1 @-1", "expected a number\n" },
      { "start L 1 @0", "start L 1 0", "9:11: error: expected a time behind @" },
      { "start L 1 @0", "start L 1 @0 1", "the end of the line" },
      { "read L 1 x 0", "read L 1 z 0", "a global variable" },
      { "read L 1 x 0 @0", "read L 1", "a global variable" },
      { "read L 1 x 0", "read L 1 x y", "expected a number\n" },
      { "read L 1 x 0 @0", "read L 1 x 0 @0 1", "the end of the line" },
      { "lock L 1 l", "lock L 1 m", "a lock of the program" },
      { "lock L 1 l @1", "lock L 1", "a lock of the program" },
      { "lock L 1 l @1", "lock L 1 l @1 1", "the end of the line" },
      { "start L 1", "snapshot L 1", "expected time" },
      { "segment L 1 0 2", "segment L 1 0", "expected a number" },
      { "segment L 1 0 2", "segment L 1 0 2 3", "the end of the line" },
      { "segment L 1 0 2", "segment K 1 0 2", "a task and the number" },
      { "segment L 1 0 2", "choose L 1 0 2", "at least 1" },
      { "unit 1", "choose L 1 4294967295 0", NULL },
      { "unit 1", "choose L 1 4294967297 0", "at most 4294967295" },
      { "done 8", "done 7", "the number of steps before" },
      { "done 8", "done 9", "the number of steps before" },
      { "done 8", "done", "expected a number\n" }, { "done 8", "done -8", "expected a number\n" },
      { "done 8", "done 8 8", "the end of the line" },
      { "done 8\n", "done 8\ndone 8\n", "expected the end of the file" },
      { "done 8\n", "done 8\n\n# That is all.\n", NULL }, { "done 8\n", "", "truncated" },
      { "unit 1", "initial z 1", "a global variable" },
      { "unit 1", "initial x", "expected a number" },
      { "unit 1", "initial x 1 1", "the end of the line" },
      { "unit 1", "initial x 0", "the program tells the initial value of x" });
}

/* The last of many jobs, and the one behind it. */
TEST (test_last_jobs)
{
  EXPECT (guarded, "run 1\ntime 64\nstart L 8\ndone 1\n", { "done 1", "", "truncated" },
          { "L 8", "L 9", "3:7: error: expected a task and the number of one of its jobs" });
}

TEST (test_long_lines)
{
  for (int more = 0; more < 2; more++)
    {
      char *unit = hb_format ("unit 1%*s", 4090 + more, ""), *why;
      char *text = text_changed (good, "unit 1", unit);
      size_t failures;
      assert_int_equal (judge (guarded, text, &failures, &why), !more);
      assert_true (!more || strstr (why, "line longer than 4096 bytes"));
      hb_free (text);
      hb_free (unit);
      hb_free (why);
    }
}

/* Without jobs that are done in time there is nothing to read. */
TEST (test_late_jobs)
{
  static const char program[]
      = "HB_TASK (L, 1, 16, 4, 0)\nHB_TASK (H, 2, 4, 2, 0)\nHB_LOCK (l, 2)\n"
        "int x;\nvoid L () { hb_lock (l); x = 1; hb_unlock (l); }\n"
        "void H () { x = 2; }\n";
  size_t failures;
  char *why;
  assert_false (
      judge (program, "run 1\ntime 8\ndeparture rta\nsegment H 1 0 2\ndone 0\n", &failures, &why));
  assert_int_equal (failures, SIZE_MAX);
  assert_non_null (strstr (why, "H"));
  hb_free (why);
}

TEST (test_values_and_bodies)
{
  EXPECT (guarded, good, { "read L 1 x 0", "read L 1 x 1", "step 2 reads 1 from x, which holds 0" },
          { "write L 1 x 1", "write L 1 x 2", "1 is written to x, not 2 as the run says" },
          { "read L 1 x 0 @0\n", "read L 1 mode 0 @0\n", "the run has another step here" },
          { "read final 1 x 5\ndone 8", "done 7", "the run has no step for what happens here" },
          { "read final 1 x 5\ndone 8", "read final 1 x 5\nread final 1 x 5\ndone 9",
            "the run has steps that it does not do" },
          { "read final 1 x 5", "read final 1 x 1", "step 8 reads 1 from x, which holds 5" });
  /* H first: the final function's assertion fails, and it is a run all the same. */
  static const char late[] = "run 1\ntime 8\ndeparture rta\nsemantics paper\n"
                             "start L 1\nread L 1 x 0\nstart H 1\nwrite H 1 x 5\nlock L 1 l\n"
                             "write L 1 x 1\nunlock L 1 l\nread final 1 x 1\ndone 8\n";
  size_t failures;
  char *why;
  assert_true (judge (guarded, late, &failures, &why));
  assert_int_equal (failures, 1);
  hb_free (why);
  assert_true (judge (guarded, good, &failures, &why));
  assert_int_equal (failures, 0);
  assert_string_equal (why, "");
  hb_free (why);
}

TEST (test_orders)
{
  static const char late[] = "run 1\ntime 8\ndeparture rta\nsemantics paper\n"
                             "start L 1\nread L 1 x 0\nlock L 1 l\nwrite L 1 x 1\nunlock L 1 l\n"
                             "start H 1\nwrite H 1 x 5\nread final 1 x 5\ndone 8\n";
  EXPECT (guarded, late, { "semantics paper", "semantics paper", NULL },
          { "semantics paper", "semantics arrival", NULL },
          { "start L 1\n", "", "the number of steps before" },
          { "start L 1\nread L 1 x 0\n", "read L 1 x 0\nstart L 1\n", "there is no start of L 1" },
          { "read L 1 x 0\nlock L 1 l\n", "read L 1 x 0\nstart L 1\n",
            "there is another start of L 1" },
          { "lock L 1 l\nwrite L 1 x 1\nunlock L 1 l\nstart H 1\nwrite H 1 x 5\n",
            "lock L 1 l\nwrite L 1 x 1\nstart H 1\nwrite H 1 x 5\nunlock L 1 l\n",
            "a ceiling is held that keeps it from starting" },
          { "lock L 1 l\nwrite", "unlock L 1 l\nwrite", "this lock is not held by L 1" },
          { "unlock L 1 l\n", "lock L 1 l\n", "this lock is held by L 1" },
          { "lock L 1 l\nwrite L 1 x 1\nunlock L 1 l\nstart H 1\nwrite H 1 x 5\n",
            "start H 1\nlock L 1 l\nwrite L 1 x 1\nunlock L 1 l\nwrite H 1 x 5\n",
            "it interrupts the higher job H 1" },
          { "start H 1\nwrite H 1 x 5\nread final 1 x 5\n",
            "start H 1\nread final 1 x 1\nwrite H 1 x 5\n", "it comes before the end of H 1" },
          { "start H 1\nwrite H 1 x 5\nread final 1 x 5\ndone 8", "read final 1 x 1\ndone 6",
            "job H 1 does not run" });
}

/* M and H arrive together; H has run, so M had arrived, and L may not go on: but by the paper's orders. */
TEST (test_arrivals)
{
  static const char program[] = "HB_TASK (L, 1, 4, 2, 0)\n"
                                "HB_TASK (M, 2, 4, 1, 1)\n"
                                "HB_TASK (H, 3, 4, 1, 1)\n"
                                "int h, l;\n"
                                "void L () { if (h) l = 1; }\n"
                                "void M () { assert (!l); }\n"
                                "void H () { h = 1; }\n";
  static const char text[] = "run 1\ntime 4\ndeparture rta\nsemantics paper\nstart L 1\n"
                             "start H 1\nwrite H 1 h 1\nread L 1 h 1\nwrite L 1 l 1\n"
                             "start M 1\nread M 1 l 1\ndone 7\n";
  EXPECT (
      program, text, { "semantics paper", "semantics paper", NULL },
      { "semantics paper", "semantics arrival", "it passes a higher job that has arrived: M 1" },
      { "semantics paper", "semantics exact", "it passes a higher job that has arrived: M 1" });
}

TEST (test_schedules)
{
  EXPECT (
      guarded, good,
      { SEGMENTS, "segment L 1 0 2\nsegment H 1 1 3\nsegment L 1 3 4\n", "overlaps another one" },
      { SEGMENTS, "segment L 1 0 2\nsegment H 1 2 3\nsegment L 1 3 3\n", "is empty" },
      { "segment L 1 3 4\n", "segment L 1 3 5\n", "more than its WCET" },
      { SEGMENTS, "segment L 1 0 3\n", "it has no time" }, { "segment L 1 3 4\n", "", NULL },
      { SEGMENTS STEPS,
        "segment L 1 0 2\nsegment H 1 3 4\nstart L 1 @0\nread L 1 x 0 @0\nlock L 1 l @1\n"
        "write L 1 x 1 @2\nunlock L 1 l @2\nstart H 1 @3\nwrite H 1 x 5 @4\n",
        "the processor is idle while it waits" },
      { "start L 1 @0", "start L 1", "a step lies outside of the job's segments" },
      { "start H 1 @2", "start H 1 @1", "a step lies outside of the job's segments" },
      { "write H 1 x 5 @3", "write H 1 x 5 @4", "a step lies outside of the job's segments" },
      { "unlock L 1 l @2\n", "unlock L 1 l @1\n", "or before the one before it" },
      { "lock L 1 l @1\nwrite L 1 x 1 @2\nunlock L 1 l @2\n",
        "lock L 1 l @0\nwrite L 1 x 1 @1\nunlock L 1 l @1\n",
        "a lower job has the processor while it waits" },
      { "lock L 1 l @1\n", "lock L 1 l @2\n", "a lower job has the processor while it waits" },
      { "departure rta", "departure deadline", NULL });
}

/* The jobs that steps name are made from what stands before them. */
TEST (test_heads_behind_steps)
{
  EXPECT (guarded, good, { "done 8\n", "time 8\ndone 8\n", "expected this line before segments" },
          { "done 8\n", "departure rta\ndone 8\n", "expected this line before segments" },
          { SEGMENTS, "segment L 1 0 2\ntime 16\n", "expected this line before segments" },
          { SEGMENTS, "choose L 1 1 0\ntime 1\n", "before segments, choices and steps" });
}

/* What the program leaves open is a value of its type, for who reads it within one task, too. */
TEST (test_initial_values)
{
  static const char program[]
      = "HB_TASK (L, 1, 4, 2, 0)\nHB_TASK (H, 2, 4, 1, 0)\n"
        "extern unsigned char c;\nextern _Bool b;\nextern short s;\nint x;\n"
        "void L () { assert (c < 256 && b < 2 && s < 7); x = 1; }\n"
        "void H () { x = 2; }\n";
  static const char text[] = "run 1\ntime 4\ndeparture rta\nsemantics paper\ninitial c 0\n"
                             "start H 1\nwrite H 1 x 2\nstart L 1\nwrite L 1 x 1\ndone 4\n";
  EXPECT (program, text, { "initial c 0\n", "", NULL }, { "initial c 0", "initial c 255", NULL },
          { "initial c 0", "initial c 256", "c cannot hold 256 at the start" },
          { "initial c 0", "initial c -1", "c cannot hold -1 at the start" },
          { "initial c 0", "initial b 1", NULL },
          { "initial c 0", "initial b 2", "b cannot hold 2 at the start" },
          { "initial c 0", "initial s -32768", NULL },
          { "initial c 0", "initial s 32768", "s cannot hold 32768 at the start" },
          { "initial c 0", "initial s 1\ninitial s 2", NULL },
          { "initial c 0", "initial x 0", "the program tells the initial value of x" });
  size_t failures;
  char *other = text_changed (text, "initial c 0", "initial c 255\ninitial s 7"), *why;
  assert_true (judge (program, other, &failures, &why));
  assert_int_equal (failures, 1);
  hb_free (other);
  hb_free (why);
}

/* The finest units in which the last departure, at 5, can be told, and a WCET, of 4. */
TEST (test_fine_units)
{
  static const char large[] = "HB_TASK (L, 1, 2, 1, 0)\nHB_TASK (H, 2, 5, 4, 0)\nint x;\n"
                              "void L () { x = 1; }\nvoid H () { x = 2; }\n";
  for (int i = 0; i < 4; i++)
    {
      long long u = (i < 2 ? INT64_MAX / 5 : INT64_MAX / 4) + i % 2;
      size_t failures;
      char *why,
          *text
          = i < 2 ? hb_format (HEAD "unit %lld\nsegment L 1 0 %lld\nsegment H 1 %lld %lld\n"
                                    "segment L 1 %lld %lld\n"
                                    "start L 1 @0\nread L 1 x 0 @0\nlock L 1 l @%lld\n"
                                    "write L 1 x 1 @%lld\nunlock L 1 l @%lld\n"
                                    "start H 1 @%lld\nwrite H 1 x 5 @%lld\nread final 1 x 5\n"
                                    "done 8\n",
                               u, 2 * u, 2 * u, 3 * u, 3 * u, 4 * u, u, 2 * u, 2 * u, 2 * u, 3 * u)
                  : hb_format ("run 1\ntime 2\ndeparture deadline\nsemantics exact\nunit %lld\n"
                               "segment H 1 0 1\nsegment L 1 1 2\nstart H 1 @0\n"
                               "write H 1 x 2 @0\nstart L 1 @1\nwrite L 1 x 1 @2\ndone 4\n",
                               u);
      bool is = judge (i < 2 ? guarded : large, text, &failures, &why);
      const char *said = ": the times of this job are too large in such units";
      if (is == i % 2 || (!is && (!strstr (why, "at 0/") || !strstr (why, said))))
        fail_msg ("%d: %s", i, why);
      hb_free (text);
      hb_free (why);
    }
}

/* Two jobs of a task: they run in their order, and the second one not before it arrives. */
TEST (test_jobs_of_a_task)
{
  static const char program[] = "HB_TASK (L, 1, 4, 1, 0)\nint x;\nvoid L () { x = x + 1; }\n";
  static const char text[]
      = "run 1\ntime 8\ndeparture rta\nsemantics exact\nprivate shared\nunit 2\nsegment L 1 0 2\n"
        "segment L 2 8 10\nstart L 1 @0\nread L 1 x 0 @1\nwrite L 1 x 1 @2\nstart L 2 @8\n"
        "read L 2 x 1 @9\nwrite L 2 x 2 @10\ndone 6\n";
  EXPECT (
      program, text, { "done", "done", NULL }, { "semantics exact", "semantics paper", NULL },
      { "semantics exact", "semantics arrival", NULL },
      { "start L 1 @0\nread L 1 x 0 @1\nwrite L 1 x 1 @2\nstart L 2 @8\n"
        "read L 2 x 1 @9\nwrite L 2 x 2 @10\n",
        "start L 2\nread L 2 x 0\nwrite L 2 x 1\nstart L 1\nread L 1 x 1\nwrite L 1 x 2\n",
        "step 1, of job L 2: it comes before the end of L 1" },
      { "segment L 2 8 10", "segment L 2 7 8", "or comes before the arrival" },
      { "segment L 2 8 10", "segment L 2 8 11", "it has no time, or more than its WCET" },
      { "segment L 2 8 10\nstart L 1 @0\nread L 1 x 0 @1\nwrite L 1 x 1 @2\nstart L 2 @8\n",
        "segment L 2 9 10\nstart L 1 @0\nread L 1 x 0 @1\nwrite L 1 x 1 @2\nstart L 2 @9\n",
        "L 2, at 8/2: the processor is idle" },
      { "segment L 2 8 10", "segment L 2 8 8", "is empty" },
      { "segment L 2 8 10", "segment final 1 8 10", "a task and the number of one of its jobs" },
      { "start L 2 @8", "start L 2 @7", "L 2, at 7/2: a step lies outside" },
      { "write L 2 x 2 @10", "write L 2 x 2 @11", "a step lies outside of the job's" },
      { "read L 2 x 1 @9", "read L 2 x 1 @8", NULL },
      { "segment L 1 0 2\nsegment L 2 8 10\nstart L 1 @0\n",
        "segment L 1 1 2\nsegment L 2 8 10\nstart L 1 @1\n",
        "L 1, at 0/2: the processor is idle" });
}

/* K, higher than the ceiling of l, has the processor while L holds l; M has arrived, too, and waits for it. */
static const char three[]
    = "HB_TASK (L, 1, 8, 3, 0)\nHB_TASK (M, 2, 8, 1, 1)\n"
      "HB_TASK (K, 3, 8, 1, 1)\nHB_LOCK (k, 1)\nHB_LOCK (l, 2)\nint x, y;\n"
      "void L () { hb_lock (l); x = 1; hb_unlock (l); hb_lock (k); hb_unlock (k); }\n"
      "void M () { hb_lock (l); x = 2; hb_unlock (l); }\n"
      "void K () { y = 1; }\nvoid __startrek_user_final (void) { assert (y); }\n";

TEST (test_who_waits_for_a_lock)
{
  static const char text[]
      = "run 1\ntime 8\ndeparture rta\nsemantics exact\nsegment L 1 0 1\nsegment K 1 1 2\n"
        "segment L 1 2 3\nsegment M 1 3 4\nsegment L 1 4 5\nstart L 1 @0\nlock L 1 l @0\n"
        "start K 1 @1\nwrite K 1 y 1 @2\nwrite L 1 x 1 @2\nunlock L 1 l @3\nstart M 1 @3\n"
        "lock M 1 l @3\nwrite M 1 x 2 @3\nunlock M 1 l @4\nlock L 1 k @4\nunlock L 1 k @5\n"
        "read final 1 y 1\ndone 13\n";
  EXPECT (three, text, { "done", "done", NULL }, { "semantics exact", "semantics arrival", NULL },
          { "semantics exact", "semantics paper", NULL },
          /* Another lock than the one that M waits for, or it is given back. */
          { "write L 1 x 1 @2\nunlock L 1 l @3", "write L 1 x 1 @2\nunlock L 1 l @2",
            "M 1, at 2/1: a lower job has the processor while it waits" },
          { "lock L 1 l @0\nstart K 1 @1\nwrite K 1 y 1 @2\n",
            "start K 1 @1\nwrite K 1 y 1 @2\nlock L 1 l @2\n",
            "step 4, of job L 1: it passes a higher job that has arrived: M 1" },
          { "segment L 1 0 1\n", "segment final 1 0 1\n", "final, at 0/1: this segment" },
          { "segment K 1 1 2\n", "segment K 1 0 1\n", "K 1, at 0/1: this segment overlaps" },
          { "segment L 1 0 1\nsegment K 1 1 2\n", "segment K 1 0 1\nsegment L 1 1 2\n",
            "K 1, at 0/1: this segment" },
          { "start M 1 @3\nlock M 1 l @3\n", "lock M 1 l @3\nstart M 1 @3\n",
            "step 7, of job M 1: there is no start of M 1" },
          { "unlock L 1 l @3\nstart M 1 @3\n", "start M 1 @3\nunlock L 1 l @3\n",
            "step 6, of job M 1: a ceiling is held that keeps it from starting: M 1" },
          { "unlock M 1 l @4\nlock L 1 k @4\n", "lock L 1 k @4\nunlock M 1 l @4\n",
            "step 10, of job L 1: it interrupts the higher job M 1" });
}

/* The end of the last segment is the deadline. */
TEST (test_deadlines)
{
  static const char program[] = "HB_TASK (L, 1, 4, 3, 0)\nHB_TASK (H, 2, 4, 1, 1)\nint x;\n"
                                "void L () { x = 1; }\nvoid H () { x = 2; }\n";
  static const char text[]
      = "run 1\ntime 4\ndeparture deadline\nsemantics exact\nunit 2\nsegment L 1 0 2\n"
        "segment H 1 2 4\nsegment L 1 4 8\nstart L 1 @0\nstart H 1 @2\nwrite H 1 x 2 @3\n"
        "write L 1 x 1 @8\ndone 4\n";
  EXPECT (
      program, text, { "done", "done", NULL },
      { "segment L 1 4 8\n", "segment L 1 5 9\n", "L 1, at 9/2: it is over after its deadline" },
      { "segment L 1 4 8\n", "segment L 1 5 8\n", "L 1, at 4/2: the processor is idle" },
      { "segment L 1 4 8\n", "segment L 1 4 9\n", "more than its WCET" },
      { "segment L 1 0 2\nsegment H 1 2 4\nsegment L 1 4 8\nstart L 1 @0\nstart H 1 @2\n",
        "segment L 1 0 3\nsegment H 1 3 4\nsegment L 1 5 8\nstart L 1 @0\nstart H 1 @3\n",
        "H 1, at 2/2: a lower job has the processor" },
      { "segment H 1 2 4\nsegment L 1 4 8\n",
        "segment H 1 2 3\nsegment L 1 3 4\nsegment H 1 4 5\nsegment L 1 5 8\n",
        "H 1, at 3/2: a lower job has the processor" });
}

/* What is read is written again. */
TEST (test_what_is_written)
{
  static const char program[] = "HB_TASK (L, 1, 4, 2, 0)\nHB_TASK (H, 2, 4, 1, 0)\nHB_LOCK (l, "
                                "2)\nextern signed char c;\nint x;\n"
                                "int any (void);\nvoid L () { hb_lock (l); hb_unlock (l); assert "
                                "(any () + any () != 7 + c); x = 1; }\n"
                                "void H () { x = 1 / any (); }\nvoid __startrek_user_final (void) "
                                "{ assert (x == any ()); }\n";
  static const char text[]
      = "run 1\ntime 4\ndeparture rta\nsemantics exact\nprivate shared\ndiv0\nunit 3\n"
        "initial c -2\nsegment H 1 0 3\nsegment L 1 3 9\nchoose H 1 1 1\nchoose L 1 1 3\n"
        "choose L 1 2 2\nchoose final 1 1 1\nstart H 1 @0\nwrite H 1 x 1 @1\nstart L 1 @3\n"
        "lock L 1 l @4\nunlock L 1 l @5\nwrite L 1 x 1 @9\nread final 1 x "
        "1\ndone 7\n";
  size_t failures;
  char *again, *why;
  struct hb_periodic_run_failure first;
  if (!judge_whole (program, text, &failures, &first, &again, &why))
    fail_msg ("%s", why);
  assert_string_equal (again, text);
  /* Behind the fifth step of the run. */
  assert_int_equal (failures, 1);
  assert_true (first.job == 1 && first.step == 4);
  hb_free (again);
  hb_free (why);
}

/* Of 64 bits, too: choices, initial values, and what is read and written. */
TEST (test_large_values)
{
  static const char program[] = "HB_TASK (L, 1, 4, 2, 0)\nextern long c;\nlong x, any (void);\n"
                                "void L () { x = any (); assert (x != c); }\n";
  static const char text[]
      = "run 1\ntime 4\ndeparture rta\nsemantics paper\nprivate shared\n"
        "initial c -9223372036854775808\nchoose L 1 1 -9223372036854775808\nstart L 1\n"
        "write L 1 x -9223372036854775808\nread L 1 x -9223372036854775808\ndone 3\n";
  size_t failures;
  char *again, *why;
  if (!judge_whole (program, text, &failures, NULL, &again, &why))
    fail_msg ("%s", why);
  assert_string_equal (again, text);
  assert_int_equal (failures, 1);
  hb_free (again);
  hb_free (why);
}

/* L holds a lock while H waits: one with too low a ceiling, the processor's, or one that it gives back in between. */
#define HELD(NAME)                                                                                 \
  "run 1\ntime 8\ndeparture rta\nsemantics exact\nunit 2\nsegment L 1 0 6\nsegment H 1 6 8\n"      \
  "start L 1 @0\nlock L 1 " NAME " @1\nwrite L 1 x 1 @4\nunlock L 1 " NAME                         \
  " @6\nstart H 1 @6\nwrite H 1 x 2 @8\ndone 6\n"
#define HOLDER(LOCK, UNLOCK)                                                                       \
  "HB_TASK (L, 1, 8, 3, 0)\nHB_TASK (H, 2, 8, 1, 1)\nHB_LOCK (k, 1)\nHB_LOCK (l, 2)\nint x;\n"     \
  "void L () { " LOCK " x = 1; " UNLOCK " }\nvoid H () { x = 2; }\n"

TEST (test_locks_that_are_held)
{
  EXPECT (HOLDER ("hb_lock (k);", "hb_unlock (k);"), HELD ("k"),
          { "done", "done", "H 1, at 2/2: a lower job has the processor while it waits" },
          { "semantics exact", "semantics arrival", NULL });
  EXPECT (HOLDER ("hb_lock (l);", "hb_unlock (l);"), HELD ("l"), { "done", "done", NULL },
          { "unlock L 1 l @6", "unlock L 1 l @5",
            "H 1, at 5/2: a lower job has the processor while it waits" },
          { "lock L 1 l @1", "lock L 1 l @2", NULL },
          { "lock L 1 l @1", "lock L 1 l @3", "H 1, at 2/2: a lower job has the processor" });
  EXPECT (HOLDER ("hb_cpu_lock ();", "hb_cpu_unlock ();"), HELD ("cpu"), { "done", "done", NULL },
          { "lock L 1 cpu @1", "lock L 1 cpu @3", "H 1, at 2/2: a lower job has the processor" },
          { "unlock L 1 cpu @6\nstart H 1 @6\n", "start H 1 @6\nunlock L 1 cpu @6\n",
            "a ceiling is held that keeps it from starting: H 1" });
  EXPECT (guarded,
          "run 1\ntime 8\ndeparture rta\nsemantics arrival\nstart L 1\nread L 1 x 0\n"
          "lock L 1 l\nwrite L 1 x 1\nunlock L 1 l\nread final 1 x 1\ndone 6\n",
          { "done", "done", "job H 1 does not run" });
  EXPECT (guarded,
          "run 1\ntime 8\ndeparture rta\nsemantics paper\nstart H 1\nwrite H 1 x 5\n"
          "read final 1 x 5\ndone 3\n",
          { "done", "done", "job L 1 does not run" });
}

/* What a task alone has, from its initial value on, and what it takes for granted. */
TEST (test_assumptions)
{
  static const char program[] = "HB_TASK (L, 1, 4, 2, 0)\nHB_TASK (H, 2, 4, 1, 0)\nint p = 5, x;\n"
                                "void L () { p = p + 1; assume (x == 2); x = p; }\n"
                                "void H () { x = 2; }\n";
  static const char text[] = "run 1\ntime 4\ndeparture rta\nsemantics paper\nstart H 1\n"
                             "write H 1 x 2\nstart L 1\nread L 1 x 2\nwrite L 1 x 6\ndone 5\n";
  EXPECT (program, text, { "done", "done", NULL },
          { "write L 1 x 6", "write L 1 x 5", "6 is written to x, not 5 as the run says" },
          { "start H 1\nwrite H 1 x 2\n", "", "expected the number of steps" },
          { text,
            "run 1\ntime 4\ndeparture rta\nsemantics paper\nstart L 1\nread L 1 x 0\ndone 2\n",
            "job H 1 does not run" });
  static const char other[]
      = "HB_TASK (L, 1, 4, 2, 0)\nint x;\nvoid L () { assume (x == 2); x = 3; }\n",
      wrong[] = "run 1\ntime 4\ndeparture rta\nsemantics paper\nprivate shared\n"
                "start L 1\nread L 1 x 0\ndone 2\n";
  EXPECT (other, wrong, { "done", "done", "job L 1: this assumption does not hold" });
  /* The first variable has its value, and a failure before all else is at the start. */
  static const char early[] = "HB_TASK (L, 1, 4, 2, 0)\nint x = 2;\n"
                              "void L () { assert (0); assume (x == 2); x = 3; }\n";
  char *right = text_changed (wrong, "read L 1 x 0\ndone 2", "read L 1 x 2\nwrite L 1 x 3\ndone 3"),
       *why;
  size_t failures;
  struct hb_periodic_run_failure first;
  assert_true (judge_whole (early, right, &failures, &first, NULL, &why));
  assert_true (failures == 1 && first.job == 0 && first.step == 0);
  hb_free (right);
  hb_free (why);
  /* No job arrives: nothing happens, or the final function is all. */
  EXPECT ("HB_TASK (L, 1, 8, 2, 4)\nint x = 1;\nvoid L () { x = 2; }\n",
          "run 1\ntime 4\ndeparture rta\nsemantics exact\ndone 0\n", { "done", "done", NULL });
  EXPECT (
      "HB_TASK (L, 1, 8, 2, 4)\nint x = 1;\nvoid L () { x = 2; }\n"
      "void __startrek_user_final (void) { assert (x); }\n",
      "run 1\ntime 4\ndeparture rta\nsemantics exact\nprivate shared\nread final 1 x 1\ndone 1\n",
      { "done", "done", NULL }, { "x 1", "x 7", "step 1 reads 7 from x, which holds 1" });
}
