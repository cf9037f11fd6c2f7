/* Schedules of programs of threads as files, each kind of line wrong once; and runs as traces. */
#include "unit.h"

#include "diff/schedule.h"
#include "small_traces.h"
#include "text_changes.h"

static const char two_threads[]
    = "int x, y[2];\nvoid thread1 (void) { x = 1; x = 2; }\nvoid thread2 (void) { y[0] = x; }\n";

static diff_program *
program_of (const char *text, hb_diag *diag)
{
  struct diff_options how = { .unroll = 1 };
  diff_program *program = diff_read_text ("t.c", text, strlen (text), &how, diag);
  if (!program)
    fail_msg ("%s", hb_diag_first (diag));
  return program;
}

static bool
read_schedule (const diff_program *program, const char *text, struct diff_schedule *schedule,
               diff_lines *lines, hb_diag *diag)
{
  unit_write (unit_scratch (), text);
  return diff_schedule_read (program, unit_scratch (), schedule, lines, diag);
}

static bool
is_schedule (const void *nothing, const char *text, char **why)
{
  (void)nothing;
  hb_diag *diag = hb_diag_new ();
  diff_program *program = program_of (two_threads, diag);
  struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
  diff_lines lines = VEC_EMPTY;
  bool is = read_schedule (program, text, &schedule, &lines, diag);
  assert_true (is == !hb_diag_errors (diag));
  *why = text_of_diag (diag);
  diff_schedule_free (&schedule);
  vec_free (lines);
  diff_program_free (program);
  hb_diag_free (diag);
  return is;
}

static const char schedule_text[]
    = "schedule threads 1\n# so\nthread2 7 -3 # chosen\n\nthread1\nthread1 0\nend 3\n";

TEST (schedules_are_read)
{
  hb_diag *diag = hb_diag_new ();
  diff_program *program = program_of (two_threads, diag);
  struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY }, copy = { VEC_EMPTY, VEC_EMPTY };
  diff_lines lines = VEC_EMPTY;
  assert_true (read_schedule (program, schedule_text, &schedule, &lines, diag));
  static const hb_id moves[3][3] = { { 1, 0, 2 }, { 0, 2, 0 }, { 0, 2, 1 } };
  static const size_t at[3] = { 3, 5, 6 };
  static const uint64_t values[3] = { 7, (uint64_t)-3, 0 };
  vec_push (copy.moves, ((struct diff_move){ 0, 0, 0 }));
  vec_push (copy.values, 9);
  diff_schedule_copy (&copy, &schedule);
  for (int which = 0; which < 2; which++)
    {
      const struct diff_schedule *s = which ? &copy : &schedule;
      assert_true (s->moves.size == 3 && s->values.size == 3 && lines.size == 3);
      for (size_t i = 0; i < 3; i++)
        {
          const struct diff_move *move = &s->moves.data[i];
          assert_true (move->thread == moves[i][0] && move->first == moves[i][1]
                       && move->count == moves[i][2]);
          assert_true (s->values.data[i] == values[i] && lines.data[i] == at[i]);
        }
    }
  hb_output *output = hb_output_to_memory ();
  size_t length;
  diff_schedule_write (program, &schedule, "one\ntwo\n\nfour", output);
  char *text = hb_output_text (output, &length);
  assert_string_equal (
      text,
      "schedule threads 1\n# one\n# two\n# \n# four\nthread2 7 -3\nthread1\nthread1 0\nend 3\n");
  hb_free (text);
  output = hb_output_to_memory ();
  diff_schedule_write (program, &schedule, "", output);
  text = hb_output_text (output, &length);
  assert_string_equal (text, "schedule threads 1\nthread2 7 -3\nthread1\nthread1 0\nend 3\n");
  hb_free (text);
  diff_schedule_free (&schedule);
  diff_schedule_free (&copy);
  vec_free (lines);
  diff_program_free (program);
  EXPECT_OF_CHANGES (
      is_schedule, NULL, schedule_text,
      { "schedule threads 1", "# so\n\n schedule\tthreads 1 ", NULL },
      { "schedule threads 1", "schedule threads 2", "expected 'schedule threads 1'" },
      { "schedule threads 1", "schedule thread 1", "expected 'schedule threads 1'" },
      { "schedule threads 1", "schedules threads 1", "expected 'schedule threads 1'" },
      { "schedule threads 1", "schedule threads", "expected 'schedule threads 1'" },
      { "schedule threads 1", "schedule threads 1 1", "end of the line" },
      { schedule_text, "", "expected 'schedule threads 1'" },
      { schedule_text, "# nothing\n", "expected 'schedule threads 1'" },
      { schedule_text, "schedule threads 1\n", "the schedule is cut off" },
      { "thread1\n", "thread3\n", "expected a thread of the program, not 'thread3'" },
      { "thread1\n", "thread\n", "expected a thread" },
      { "thread1\n", "thread11\n", "expected a thread" },
      { "7 -3", "7 x", "expected a number that the step chose, not 'x'" },
      { "7 -3", "7 -", "not '-'" }, { "7 -3", "7 3 # x", NULL },
      { "7 -3", "99999999999999999999", "a number that the step chose" },
      { "end 3", "end 2", "the schedule has 3 steps here, not 2" },
      { "end 3", "end 4", "3 steps here, not 4" },
      { "end 3", "end", "expected the number of steps" },
      { "end 3", "end x", "expected the number of steps" },
      { "end 3", "end 3 3", "end of the line" }, { "end 3\n", "", "the schedule is cut off" },
      { "end 3\n", "thread1\n", "the schedule is cut off" }, { "end 3\n", "end 3\nend 3\n", NULL });
  assert_false (diff_schedule_read (NULL, "/nowhere/at/all", &schedule, &lines, diag));
  hb_diag_free (diag);
}

/* With the line that is meant, which is read again. */
TEST (errors_show_the_line)
{
  unit_write (unit_scratch (), "schedule threads 1\n \tthread1\n");
  for (size_t line = 2; line < 4; line++)
    {
      hb_diag *diag = hb_diag_new ();
      diff_schedule_error (unit_scratch (), line, "so", diag);
      char *why = text_of_diag (diag);
      assert_non_null (strstr (why, line == 2 ? ":2:3: error: so\n" : ":3:1: error: so\n"));
      assert_true ((strstr (why, "thread1\n") != NULL) == (line == 2));
      hb_free (why);
      hb_diag_free (diag);
    }
  hb_diag *diag = hb_diag_new ();
  diff_schedule_error ("/nowhere/at/all", 2, "so", diag);
  char *why = text_of_diag (diag);
  assert_non_null (strstr (why, "/nowhere/at/all:2:1: error: so"));
  hb_free (why);
  hb_diag_free (diag);
}

/* Reads have the write before them; variables with two writes have their order; names become those of traces. */
TEST (runs_are_traces)
{
  hb_diag *diag = hb_diag_new ();
  diff_program *program = program_of (two_threads, diag);
  hb_id x = HB_NONE, y = HB_NONE;
  for (hb_id v = 0; v < program->variables.size; v++)
    {
      x = strcmp (program->variables.data[v].name, "x") ? x : v;
      y = strcmp (program->variables.data[v].name, "y[0]") ? y : v;
    }
  assert_true (x != HB_NONE && y != HB_NONE);
  const struct diff_event events[]
      = { { .write = true, .variable = x, .thread = 1, .value = 9 },
          { .variable = x, .thread = 1 },
          { .write = true, .variable = x, .value = 1 },
          { .variable = x, .thread = 1, .value = 1 },
          { .write = true, .variable = y, .thread = 1, .value = (uint64_t)-1 },
          { .write = true, .variable = x, .value = 2 },
          { .variable = x, .thread = 1, .value = 2 },
          { .variable = y } };
  hb_output *output = hb_output_to_memory ();
  size_t length;
  diff_trace_write (program, events, sizeof events / sizeof *events, output);
  char *text = hb_output_text (output, &length);
  assert_string_equal (text,
                       "edt 1\nhandler thread1\ninitial\n  w2: write x 1\n  w5: write x 2\n"
                       "  read y.0. w4\nhandler thread2\ninitial\n  w0: write x 9\n  read x w0\n"
                       "  read x w2\n  w4: write y.0. -1\n  read x w5\nco x w0 w2 w5\nend 8 2 2\n");
  hb_free (text);
  diff_program_free (program);
  hb_diag_free (diag);
}
