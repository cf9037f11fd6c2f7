/* Fuzzing the `.edt` reader: whatever the bytes, there is a trace or an error, never a crash; and what
 * was read is written in a form that reads and writes as itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "trace/order.h"
#include "run/replay.h"
#include "small_traces.h"
#include "fuzz.h"
#include "engine/trace_info.h"

/* One scratch file for all rounds. */
static char *path;
static int file = -1;

static void
remove_file (void)
{
  unlink (path);
  hb_free (path);
}

static hb_trace *
read_bytes (const char *data, size_t size, hb_diag *diag)
{
  if (file < 0)
    {
      path = scratch_file (&file);
      atexit (remove_file);
    }
  if (ftruncate (file, 0) || pwrite (file, data, size, 0) != (ssize_t)size)
    hb_die ("cannot write %s", path);
  return hb_edt_read (path, diag);
}

/* The ways through the library that take any trace. */
static void
use (const hb_trace *trace)
{
  hb_order *order = hb_order_new (trace);
  struct hb_cycle cycle = { VEC_EMPTY };
  hb_known_cycle (trace, order, &cycle);
  hb_cycle_free (&cycle);
  hb_order_free (order);
  hb_trace_info_free (hb_trace_info_new (trace, HB_INFO_MEMORY, NULL));
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  hb_id *run = hb_calloc (trace->events.size, sizeof *run);
  if (witness && hb_replay (trace, witness, run, diag) && !hb_replay_run (trace, run, diag))
    hb_die ("a replayed schedule does not run");
  hb_free (run);
  hb_witness_free (witness);
  hb_diag_free (diag);
}

static bool
take_file (const char *data, size_t size)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = read_bytes (data, size, diag);
  bool good = trace;
  if (!trace == !hb_diag_errors (diag))
    hb_die ("%s", trace ? "a trace with errors" : "neither a trace nor an error");
  if (trace)
    {
      char *text = text_of_trace (trace, NULL);
      hb_trace *again = read_bytes (text, strlen (text), diag);
      hb_diag_print (diag, stderr, false);
      if (!again)
        hb_die ("what was written cannot be read:\n%s", text);
      char *text_again = text_of_trace (again, NULL);
      if (strcmp (text, text_again))
        hb_die ("what was written is not written again:\n%s\n%s", text, text_again);
      use (trace);
      hb_free (text_again);
      hb_free (text);
      hb_trace_free (again);
      hb_trace_free (trace);
    }
  else
    hb_free (text_of_diag (diag));
  hb_diag_free (diag);
  return good;
}

/* --- Damage ----------------------------------------------------------------------------------- */

/* '`' stands for a blank. */
static const char words[]
    = "edt edt`1 meta mailbox handler initial message external write read post co eo mo end "
      "init queue stack # \" \n m1 h0 x0 priority sender-queue m2@1 h0@0 : a: \r @ multiset "
      "0 1 4294967295 m1@0 priority=1 \\ m3@2 m4@1 m5@1 x1 h1 h2 \t ` ~ - m0";

/* Lets the last line say the right numbers, if the reader says what they are: otherwise hardly any
 * damaged text would get further than its counts. */
static void
correct_counts (struct hb_rng *rng, struct text *text)
{
  if (!hb_rng_below (rng, 4))
    return;
  hb_diag *diag = hb_diag_new ();
  hb_trace_free (read_bytes (text->data, text->size, diag));
  const char *first = hb_diag_first (diag),
             *wanted = first ? strstr (first, "expected 'end ") : NULL;
  if (wanted && text->size)
    {
      wanted += strlen ("expected '");
      size_t from = text->size - 1;
      while (from && text->data[from - 1] != '\n')
        from--;
      if (!strncmp (text->data + from, "end ", 4))
        text_splice (text, from, text->size, wanted, strcspn (wanted, "'"));
    }
  hb_diag_free (diag);
}

static char *
random_text (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (21, seed);
  struct trace_shape shape = { .handlers = 3,
                               .messages = 6,
                               .externals = 2,
                               .accesses = 8,
                               .variables = 2,
                               .mailbox = -1,
                               .chains = true,
                               .empty = true };
  hb_trace *trace = random_trace (&rng, shape);
  char *text = text_of_trace (trace, NULL);
  hb_trace_free (trace);
  return text;
}

const struct fuzz fuzz = { .name = "fuzz_edt",
                           .what = "files",
                           .rounds = 20000,
                           .fresh = 16,
                           .stream = 22,
                           .least = 1,
                           .most = 4,
                           .few = 1.0 / 50,
                           .many = 1.0 / 2,
                           .words = words,
                           .make = random_text,
                           .take = take_file,
                           .mend = correct_counts };
