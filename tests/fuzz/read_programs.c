/* Fuzzing readers of programs and of schedules. */
#include "differential.h"
#include "targets.h"

#include "gen/random_program.h"
#include "program/schedule.h"
#include "run/replay.h"
#include "small_traces.h"

/* Code larger than this is not run. */
#define MOST_DECLARED 10000

/* --- programs ----------------------------------------------------------------------------------- */

static const char *const program_words[] = { "param",
                                             "mailbox",
                                             "vars",
                                             "handlers",
                                             "msgs",
                                             "regs",
                                             "initial",
                                             "self",
                                             "if",
                                             "else",
                                             "while",
                                             "for",
                                             "repeat",
                                             "goto",
                                             "goto:",
                                             "post",
                                             "last",
                                             "assert",
                                             "await",
                                             "skip",
                                             "min",
                                             "max",
                                             "{",
                                             "}",
                                             "(",
                                             ")",
                                             "[",
                                             "]",
                                             ",",
                                             ";",
                                             ":",
                                             "=",
                                             "==",
                                             "!=",
                                             "<",
                                             "<=",
                                             ">",
                                             ">=",
                                             "+",
                                             "-",
                                             "*",
                                             "/",
                                             "%",
                                             "&&",
                                             "||",
                                             "!",
                                             "..",
                                             "#",
                                             "# c\n",
                                             "//",
                                             "\"",
                                             "\"x y\"",
                                             "\"if\"",
                                             "a",
                                             "b",
                                             "x1",
                                             "x2",
                                             "h1",
                                             "m1",
                                             "m2",
                                             "L:",
                                             "1:",
                                             "0",
                                             "1",
                                             "2",
                                             "-1",
                                             "\n",
                                             "\r",
                                             "x1[1]",
                                             "h1[0]",
                                             "n = 2",
                                             "stack",
                                             "i = 0 .. 2 {",
                                             "sender-queue",
                                             "9223372036854775807",
                                             "99999999999999999999" };

/* Random programs in the layout of the formatter or in that of the generator, with some comforts. */
static char *
make_program (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (51, seed);
  struct hb_program_shape shape = hb_program_defaults ();
  shape.mailbox = (int)(seed % 6) - 1;
  shape.awaits = shape.asserts = shape.blocks = 0.2;
  char *text = hb_program_random (&shape, &rng);
  char *whole = hb_format ("# a comment\nparam n = 2\n%s\n  extra(i, j) {\n    for k = i .. j {\n"
                           "      a = min(k, -n) * 2 %% 3\n    }\n    L: if a >= 0 goto L\n  }\n"
                           "vars y[n] = self\n",
                           text);
  hb_free (text);
  return whole;
}

static hb_program *
read_program (const char *data, size_t size, hb_diag *diag)
{
  return hb_program_of_bytes ("fuzzed", data, size, diag);
}

/* A run of at most 200 steps; its trace is a witness that replays. */
static void
run_code (const hb_code *code, uint64_t seed)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_scheduling scheduling
      = { .schedule = (enum hb_schedule) (seed % 3), .seed = seed, .steps = 200 };
  hb_execution *run = hb_execution_new (code);
  hb_execution_run (run, &scheduling, NULL);
  hb_execution_explain (run, diag);
  hb_diag_clear (diag);
  hb_trace *trace = hb_execution_trace (run, -1, true, diag);
  hb_witness *witness = trace ? hb_witness_of_trace (trace, diag) : NULL;
  if (!witness || !hb_replay (trace, witness, NULL, diag))
    hb_die ("a run that does not replay: %s", hb_diag_first (diag));
  hb_witness_free (witness);
  hb_trace_free (trace);
  trace = seed % 8 ? NULL : hb_execution_trace (run, -1, false, diag);
  if (trace)
    fuzz_differential (trace, seed / 8);
  hb_trace_free (trace);
  hb_execution_free (run);
  hb_diag_free (diag);
}

static void
check_format (const hb_program *program)
{
  hb_diag *diag = hb_diag_new ();
  char *once = hb_program_text (program);
  hb_program *again = read_program (once, strlen (once), diag);
  if (!again)
    hb_die ("what was written cannot be read: %s\n%s", hb_diag_first (diag), once);
  fuzz_same_text (once, hb_program_text (again));
  hb_program_free (again);
  hb_diag_free (diag);
}

static bool
try_program (const char *data, size_t size, bool checked)
{
  hb_diag *diag = hb_diag_new ();
  hb_program *program = read_program (data, size, diag);
  if (checked)
    fuzz_either (program, diag);
  if (program && checked)
    {
      check_format (program);
      hb_code *code = hb_program_bind (program, NULL, 0, (int)(size % 6) - 1, diag);
      if (code && code->handlers.size + code->variables.size < MOST_DECLARED)
        run_code (code, fuzz_hash (data, size));
      hb_code_free (code);
    }
  hb_program_free (program);
  hb_diag_free (diag);
  return program;
}

/* --- by statements ------------------------------------------------------------------------------ */

/* In the standard layout a line is a statement or the head of a block; the depth tells what it may be
 * exchanged with. */
static size_t
depth_of (const char *line)
{
  return strspn (line, " ");
}

static const char *
line_number (const char *text, uint64_t number)
{
  while (number-- && strchr (text, '\n'))
    text = strchr (text, '\n') + 1;
  return text;
}

/* A statement is put before another one of its depth, or removed. */
static bool
mutate_program (struct hb_rng *rng, struct text *text)
{
  hb_diag *diag = hb_diag_new ();
  hb_program *program = read_program (text->data, text->size, diag);
  bool done = false;
  if (program)
    {
      char *layout = hb_program_text (program);
      uint64_t lines = 0;
      for (const char *c = layout; *c; c++)
        lines += *c == '\n';
      for (int patience = 20; patience && !done && lines; patience--)
        {
          const char *from = line_number (layout, hb_rng_below (rng, lines)),
                     *to = line_number (layout, hb_rng_below (rng, lines));
          size_t length = strcspn (from, "\n") + 1;
          bool block
              = length > 1 && (strchr ("{}", from[length - 2]) || from[depth_of (from)] == '}');
          if (block || !depth_of (from) || depth_of (from) != depth_of (to))
            continue;
          hb_free (text->data);
          text->size = strlen (layout);
          text->data = hb_copy_text (layout);
          if (hb_rng_below (rng, 4))
            text_splice (text, (size_t)(to - layout), (size_t)(to - layout), from, length);
          else
            text_splice (text, (size_t)(from - layout), (size_t)(from - layout) + length, "", 0);
          done = true;
        }
      hb_free (layout);
    }
  hb_program_free (program);
  hb_diag_free (diag);
  return done;
}

const struct fuzz_target fuzz_program
    = { .name = "program",
        .sources = "program/read program/lex program/check program/write program/code",
        FUZZ_WORDS (program_words),
        .make = make_program,
        .read = try_program,
        .mutate = mutate_program,
        .rounds = 1200,
        .fresh = 8,
        .least = 1,
        .most = 4,
        .least_good = 33,
        .most_good = 95 };

/* --- schedules ---------------------------------------------------------------------------------- */

static const char *const schedule_words[]
    = { "schedule 1", "h0", "h1", "h2", "get",     "end", "#",
        "\n",         "0",  "1",  "2",  "m1~h1~1", "~",   "end 0\n" };

struct told_schedule
{
  const hb_execution *run;
  const hb_run_steps *taken;
};

static void
write_schedule (hb_output *output, const void *what)
{
  const struct told_schedule *told = what;
  hb_schedule_write (output, told->run, told->taken, NULL);
}

static char *
make_schedule (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (54, seed);
  struct hb_program_shape shape = hb_program_defaults ();
  shape.mailbox = (int)(seed % 6) - 1;
  char *text = hb_program_random (&shape, &rng);
  hb_diag *diag = hb_diag_new ();
  hb_program *program = read_program (text, strlen (text), diag);
  hb_code *code = hb_program_bind (program, NULL, 0, -1, diag);
  hb_execution *run = hb_execution_new (code);
  struct hb_scheduling scheduling = { .seed = seed, .steps = 50 };
  hb_run_steps taken = VEC_EMPTY;
  hb_execution_run (run, &scheduling, &taken);
  struct told_schedule told = { run, &taken };
  char *schedule = fuzz_written (write_schedule, &told, NULL);
  char *both = fuzz_two_parts (text, schedule);
  hb_free (schedule);
  vec_free (taken);
  hb_execution_free (run);
  hb_code_free (code);
  hb_program_free (program);
  hb_diag_free (diag);
  hb_free (text);
  return both;
}

/* Replays; what was taken, written and replayed, is the same. */
static bool
replay (const hb_code *code, const char *data, size_t size, bool checked)
{
  hb_diag *diag = hb_diag_new ();
  hb_execution *run = hb_execution_new (code);
  hb_run_steps taken = VEC_EMPTY;
  bool read = hb_schedule_replay (run, fuzz_file (data, size), &taken, diag);
  fuzz_either (read, diag);
  if (read && checked)
    {
      struct told_schedule told = { run, &taken };
      size_t length;
      char *text = fuzz_written (write_schedule, &told, &length);
      hb_execution *second = hb_execution_new (code);
      hb_run_steps again = VEC_EMPTY;
      if (!hb_schedule_replay (second, fuzz_file (text, length), &again, diag))
        hb_die ("what was taken cannot be replayed: %s", hb_diag_first (diag));
      struct told_schedule told_again = { second, &again };
      fuzz_same_text (text, fuzz_written (write_schedule, &told_again, NULL));
      vec_free (again);
      hb_execution_free (second);
    }
  vec_free (taken);
  hb_execution_free (run);
  hb_diag_free (diag);
  return read;
}

static bool
read_schedule (const char *data, size_t size, bool checked)
{
  size_t first;
  const char *second = fuzz_second_part (data, size, &first);
  hb_diag *diag = hb_diag_new ();
  hb_program *program = second ? read_program (data, first, diag) : NULL;
  hb_code *code = program ? hb_program_bind (program, NULL, 0, -1, diag) : NULL;
  bool read = code && code->handlers.size + code->variables.size < MOST_DECLARED
              && replay (code, second, size - (size_t)(second - data), checked);
  hb_code_free (code);
  hb_program_free (program);
  hb_diag_free (diag);
  return read;
}

static bool
mutate_schedule (struct hb_rng *rng, struct text *text)
{
  return fuzz_mutate_part (rng, text, 0, mutate_program);
}

const struct fuzz_target fuzz_schedule = { .name = "schedule",
                                           .sources = "program/schedule_file",
                                           FUZZ_WORDS (schedule_words),
                                           .make = make_schedule,
                                           .read = read_schedule,
                                           .mutate = mutate_schedule,
                                           .rounds = 500,
                                           .fresh = 4,
                                           .least = 0,
                                           .most = 2,
                                           .least_good = 33,
                                           .most_good = 95 };
