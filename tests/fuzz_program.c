/* Fuzzing the reader of programs and what comes behind it: whatever the bytes, there is a program or
 * an error; a program is formatted as a text that is read and formatted as itself; and if its
 * parameters can be bound, it runs, and the trace of its run replays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "program/schedule.h"
#include "gen/random_program.h"
#include "run/replay.h"
#include "small_traces.h"
#include "fuzz.h"

/* A run of at most 200 steps; its trace is a witness that replays. */
static void
run_program (const hb_code *code, uint64_t seed)
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
  hb_execution_free (run);
  hb_diag_free (diag);
}

static void
format_program (const hb_program *program)
{
  hb_diag *diag = hb_diag_new ();
  char *once = hb_program_text (program);
  hb_program *again = hb_program_of_bytes ("again", once, strlen (once), diag);
  hb_diag_print (diag, stderr, false);
  if (!again)
    hb_die ("what was written cannot be read:\n%s", once);
  char *twice = hb_program_text (again);
  if (strcmp (once, twice))
    hb_die ("what was written is not written again:\n%s\n%s", once, twice);
  hb_free (once);
  hb_free (twice);
  hb_program_free (again);
  hb_diag_free (diag);
}

static bool
take_program (const char *data, size_t size)
{
  hb_diag *diag = hb_diag_new ();
  hb_program *program = hb_program_of_bytes ("fuzzed", data, size, diag);
  bool good = program;
  if (!program == !hb_diag_errors (diag))
    hb_die ("%s", program ? "a program with errors" : "neither a program nor an error");
  if (program)
    {
      format_program (program);
      hb_code *code = hb_program_bind (program, NULL, 0, (int)(size % 6) - 1, diag);
      if (code && code->handlers.size + code->variables.size < 10000)
        run_program (code, size);
      hb_code_free (code);
    }
  hb_free (text_of_diag (diag));
  hb_program_free (program);
  hb_diag_free (diag);
  return good;
}

/* '`' stands for a blank. */
static const char words[]
    = "param mailbox vars handlers msgs regs initial self if else while for repeat goto "
      "goto: post last assert await skip min max { } ( ) [ ] , ; : = == != < <= > >= + - * "
      "/ % && || ! .. # #`c\n // \" \"x`y\" \"if\" a b x1 x2 h1 m1 m2 L: 1: 0 1 2 -1 \n \r "
      "x1[1] h1[0] n`=`2 stack i`=`0`..`2`{ sender-queue 9223372036854775807 "
      "99999999999999999999";

/* Random programs in the layout of the formatter or in that of the generator, with some comforts. */
static char *
random_text (uint64_t seed)
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

const struct fuzz fuzz = { .name = "fuzz_program",
                           .what = "programs",
                           .rounds = 6000,
                           .fresh = 8,
                           .stream = 52,
                           .least = 1,
                           .most = 4,
                           .few = 1.0 / 50,
                           .many = 1.0 / 2,
                           .words = words,
                           .make = random_text,
                           .take = take_program };
