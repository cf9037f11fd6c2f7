/* Files of schedules: what is replayed of them, what is written, and each line wrong once. */
#include "unit.h"

#include "base/memory.h"
#include "loaded_program.h"
#include "small_traces.h"
#include "text_changes.h"

/* Replays TEXT on the program ABOUT; WRITTEN (may be NULL): the schedule of what was taken, new. */
static bool
is_replayed (const char *about, const char *text, char **why, char **written)
{
  hb_diag *diag = hb_diag_new ();
  struct loaded l = load (about, 0);
  hb_execution *run = hb_execution_new (l.code);
  hb_run_steps taken = VEC_EMPTY;
  unit_write (unit_scratch (), text);
  bool is = hb_schedule_replay (run, unit_scratch (), written ? &taken : NULL, diag);
  assert_int_equal (hb_diag_errors (diag), !is); /* behind the first error nothing is read */
  *why = text_of_diag (diag);
  if (written)
    {
      hb_output *output = hb_output_to_memory ();
      size_t length;
      hb_schedule_write (output, run, &taken, "a\nb\n");
      *written = hb_output_text (output, &length);
    }
  vec_free (taken);
  hb_execution_free (run);
  unload (&l);
  hb_diag_free (diag);
  return is;
}

static bool
is_schedule (const void *about, const char *text, char **why)
{
  return is_replayed (about, text, why, NULL);
}

static void
expect_written (const char *about, const char *text, const char *as)
{
  char *why, *written;
  if (!is_replayed (about, text, &why, &written))
    fail_msg ("%s\n%s", text, why);
  assert_string_equal (written, as);
  hb_free (why);
  hb_free (written);
}

static const char program[] = "vars x\nhandlers h regs a g regs a\nmsgs\n"
                              "  h { post(g, m) post(g, n) await x == 2 }\n"
                              "  m { x = 1 }\n  n { x = 2 }\n",
                  ends[] = "vars x\nhandlers end regs a\nmsgs end { x = 1 x = 2 post(end, m) }\n"
                           "  m { x = 3 }\n",
                  good[] = "# of it\n\nschedule 1\n h\nh\n# then\n\ng get m~h~1\n"
                           "g\ng\tget  n~h~2\ng\nh\nend 7\n",
                  of_end[] = "schedule 1\nend\nend\nend\nend get m~end~1\nend\nend 5\n";

TEST (what_is_replayed)
{
  expect_written (program, good,
                  "schedule 1\n# a\n# b\nh\nh\ng get m~h~1\ng\ng get n~h~2\ng\nh\nend 7\n");
  expect_written (program, "schedule 1\nend 0\n", "schedule 1\n# a\n# b\nend 0\n");
  expect_written (program, "schedule 1\nh\nend 1\n\n# c\n", "schedule 1\n# a\n# b\nh\nend 1\n");
  expect_written (ends, of_end,
                  "schedule 1\n# a\n# b\nend\nend\nend\nend get m~end~1\nend\nend 5\n");
}

TEST (lines_of_a_schedule)
{
  EXPECT_OF_CHANGES (
      is_schedule, program, good, { "schedule 1", "schedule 1", NULL },
      { "schedule 1", "schedules 1", "3:1: error: expected 'schedule 1' as the first line" },
      { "schedule 1", "schedule 2", "expected 'schedule 1'" },
      { "schedule 1", "schedule", "expected 'schedule 1'" },
      { "schedule 1\n", "", "3:2: error: expected 'schedule 1'" },
      { " h\n", "  i\n", "4:3: error: there is no handler 'i'; expected a step of this program" },
      { " h\n", "h x\n", "4:3: error: expected 'get MESSAGE' or nothing behind the handler" },
      { " h\n", "h get\n", "4:3: error: expected 'get MESSAGE' or nothing" },
      { " h\n", "h got m~h~1\n", "4:3: error: expected 'get MESSAGE' or nothing" },
      { " h\n", "h get m~h~1\n", "4:7: error: no message 'm~h~1' is in the handler's mailbox" },
      { "get m~h~1", "get m~h~7", "8:7: error: no message 'm~h~7' is in the handler's mailbox" },
      { "get m~h~1", "get n~h~2",
        "8:1: error: this step cannot be taken: the mailbox hands out another message first" },
      { "# then\n", "h\n", "6:1: error: this step cannot be taken: the handler waits" },
      { "g get m~h~1\n", "", "cannot be taken: the handler is idle; expected a get" },
      { "end 7", "end 8", "13:5: error: expected 'end 7': the file has 7 steps" },
      { "end 7", "end x", "expected 'end 7'" }, { "end 7", "end -7", "expected 'end 7'" },
      { "end 7", "end", "13:4: error: expected 'end 7'" }, { "end 7", "end 07", NULL },
      { "end 7", "end 9223372036854775808", "expected 'end 7'" },
      { "end 7", "end 7\nend 7", "14:1: error: the schedule goes on behind its 'end'" },
      { "end 7\n", "", "the schedule has no 'end' line: the file is cut off" },
      { good, "schedule 1\nh\n", ":2:1: error: the schedule has no 'end' line" },
      { good, "", "the schedule has no 'end' line" }, { good, "schedule 1\nend 0\n", NULL });
  EXPECT_OF_CHANGES (
      is_schedule, ends, of_end, { "end 5", "end 4", "expected 'end 5'" },
      { "end 5", "end 0", "expected 'end 5'" }, { "end 5", "end 9", "expected 'end 5'" },
      { "end 5", "end /", "expected 'get MESSAGE'" },
      { "end 5", "end :", "expected 'get MESSAGE'" },
      { "end 5", "end", "this step cannot be taken" }, { "end\n", "end 1\n", "expected 'end 0'" },
      { "end get", "end got", "expected 'get MESSAGE'" });
}

/* A step that cannot be taken is not among those that were. */
TEST (what_was_taken)
{
  hb_diag *diag = hb_diag_new ();
  struct loaded l = load (program, 0);
  hb_execution *run = hb_execution_new (l.code);
  hb_run_steps taken = VEC_EMPTY;
  unit_write (unit_scratch (), "schedule 1\nh\ng\n");
  assert_false (hb_schedule_replay (run, unit_scratch (), &taken, diag));
  assert_int_equal (taken.size, 1);
  vec_free (taken);
  hb_execution_free (run);
  unload (&l);
  hb_diag_free (diag);
}

/* What is missing behind the last line is not shown within it. */
TEST (the_end_of_a_file)
{
  char *why;
  assert_false (is_schedule (program, "schedule 1\nh\n", &why));
  assert_null (strstr (why, " | "));
  hb_free (why);
}

TEST (no_file)
{
  hb_diag *diag = hb_diag_new ();
  struct loaded l = load (program, 0);
  hb_execution *run = hb_execution_new (l.code);
  assert_false (hb_schedule_replay (run, "nowhere/t.schedule", NULL, diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  /* Of the errors that were there before nothing is said. */
  unit_write (unit_scratch (), good);
  assert_true (hb_schedule_replay (run, unit_scratch (), NULL, diag));
  hb_execution_free (run);
  unload (&l);
  hb_diag_free (diag);
}
