/* Schedules, and all runs of a program against brute force.  HBKIT_FUZZ=N in the environment does N
 * times as many random ones. */
#include "unit.h"

#include "loaded_program.h"
#include "program/explore.h"
#include "small_traces.h"
#include "text_damage.h"

/* --- Schedules --- */

TEST (schedule_files_replay)
{
  for (uint64_t i = 0; i < 60; i++)
    {
      char *text = random_program_text (i, 8, 0.1, 0.1);
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
TEST (schedulers_do_as_they_say)
{
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
TEST (exploring_gives_every_trace_once)
{
  size_t compared = 0, most = 0, failing = 0;
  for (uint64_t i = 0; i < fuzz_rounds (200); i++)
    {
      char *text = random_program_text (i, 3, i % 2 ? 0.15 : 0, i % 3 ? 0 : 0.2);
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
TEST (exploring_counts)
{
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
