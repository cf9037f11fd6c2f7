/* Certificates of bounded answers about event programs (proof/robust/), against all their configurations.
 *
 * The checkers write a program out by themselves, as executions or as the runs of the sequential program.  Each of the two
 * formulas must have a model iff the explorer, which shares no code with them, finds a violation; what has none is certified. */
#include "unit.h"

#include "base/limits.h"
#include "base/memory.h"
#include "bounded_claims.h"
#include "gen/events.h"
#include "robust/explore.h"

/* --- Bounds --- */

/* A loop of three rounds is over in the third lap behind the first: no more are written out, whatever the bound. */
TEST (test_rounds)
{
  static const char wrong[]
      = "shared x\nevent e() { local i; while i < 3 { i := i + 1; } " WRONG " }\n" Z
        "driver { e*1; }\n",
      right[] = "shared x\nevent e() { local i; while i < 3 { i := i + 1; } x := 1; }\n"
                "driver { e*1; }\n",
      ever[] = "shared x\nevent e() { L: goto L; }\ndriver { e*1; }\n";
  CLAIMS ({ wrong, 1, 2, false, 20, 20 }, { wrong, 1, 2, true, 10, 10 },
          { wrong, 1, 3, false, 10, 10 }, { wrong, 1, 3, true, 10, 10 },
          { right, 1, 2, false, 20, 20 }, { right, 1, 2, true, 10, 10 },
          { right, 1, 3, false, 20, 20 }, { right, 1, 3, true, 20, 20 },
          { right, 1, 999999, true, 20, 20 }, { ever, 1, 5, false, 20, 20 },
          { ever, 1, 5, true, 10, 10 });
}

/* A procedure stands within itself twice: a call and an execution's posts have one more than the bound. */
TEST (test_procedures_within_themselves)
{
  static const char call[]
      = "shared x\nevent e() { call p(2); " WRONG
        " }\nproc p(n) { if n > 0 { call p(n - 1); } }\n" Z "driver { e*1; }\n",
      post[] = "shared x\nshared y\nevent e() { async[any] p(2); }\n"
               "proc p(n) { if n > 0 { async[any] p(n - 1); } else { " WRONG " } }\n" Z
               "driver { e*1; }\n",
      right[] = "shared x\nevent e() { async[main] p(2); }\n"
                "proc p(n) { if n > 0 { async[main] p(n - 1); } else { x := 1; } }\n"
                "driver { e*1; }\n";
  CLAIMS (
      { call, 1, 1, false, 20, 20 }, { call, 1, 1, true, 10, 10 }, { call, 1, 2, false, 10, 20 },
      { call, 1, 2, true, 10, 10 }, { call, 1, 3, false, 10, 10 }, { post, 1, 1, false, 20, 20 },
      { post, 1, 1, true, 10, 10 }, { post, 1, 2, false, 10, 20 }, { post, 1, 3, false, 10, 10 },
      { right, 1, 1, true, 10, 10 }, { right, 1, 2, true, 20, 10 }, { right, 1, 3, true, 20, 20 });
}

/* The third event goes wrong. */
#define THIRD                                                                                      \
  "shared x\nshared c = 0 : 0..3\nevent e() { local r; r := c; c := r + 1; if r == 2 { " WRONG     \
  " } }\n" Z
TEST (test_starts)
{
  CLAIMS ({ THIRD, 2, 1, false, 20, 20 }, { THIRD, 3, 1, false, 10, 10 },
          { THIRD "driver { e*3; }\n", 2, 1, false, 10, 20 },
          { THIRD "driver { e*3; }\n", 2, 1, true, 10, 10 },
          { THIRD "driver { e*3; }\n", 3, 1, false, 10, 10 },
          { THIRD "driver { e*2; }\n", 2, 1, true, 20, 20 },
          { THIRD "driver { e*2; }\n", 1, 1, true, 20, 10 },
          { THIRD "driver { e*2; }\n", 1, 1, false, 20, 20 });
}

/* Loops that post are written out as often as the bound says, and none may go further. */
TEST (test_loops_that_post)
{
  static const char twice[]
      = "shared x\nevent e() { local i; while i < 2 { i := i + 1; async[any] p(i); } }\n"
        "proc p(n) { if n == 2 { x := 1; } }\ndriver { e*1; }\n",
      wrong[] = "shared x\nevent e() { local i; while i < 2 { i := i + 1; async[any] z(); } }\n" Z
                "driver { e*1; }\n";
  CLAIMS ({ twice, 1, 1, false, 0, 20 }, { twice, 1, 1, true, 0, 10 },
          { twice, 1, 2, true, 20, 20 }, { twice, 1, 1, false, 20, 20 },
          { wrong, 1, 1, false, 10, 20 }, { wrong, 1, 2, false, 10, 10 });
}

/* Tasks that stand still: a false assumption, a write that leaves the range, an end that others wait for. */
TEST (test_what_stops)
{
  static const char beyond[]
      = "shared x\nshared y\nevent e() { y := 2; " WRONG " }\n" Z "driver { e*1; }\n",
      below[]
      = "shared x\nshared y = 2 : 2..3\nevent e() { y := 1; " WRONG " }\n" Z "driver { e*1; }\n",
      within[]
      = "shared x\nshared y = 2 : 2..3\nevent e() { y := 3; " WRONG " }\n" Z "driver { e*1; }\n",
      main[]
      = "shared x\nshared y\nevent e() { async[main] p(); async[any] q(); }\n"
        "event f() { local r; r := y; assume r; " WRONG " }\n"
        "proc p() { assume 0; }\nproc q() { y := 1; }\n" Z "driver { e*1; f*1; before e f }\n",
      asserted[] = "shared x\nevent e() { assert 0; " WRONG " }\n" Z "driver { e*1; }\n";
  CLAIMS ({ beyond, 1, 1, true, 20, 20 }, { below, 1, 1, true, 20, 20 },
          { within, 1, 1, true, 10, 10 }, { main, 2, 1, true, 10, 10 },
          { asserted, 1, 1, true, 10, 10 });
}

/* The second event may start behind a task of the first one, not only before it: there it is in between. */
TEST (test_events_behind_tasks)
{
  static const char text[] = "shared x\nshared y\nshared z\n"
                             "event e() when !z { z := 1; async[main] p(); }\n"
                             "event f() { x := 1; y := 1; }\nproc p() { x := 1; async[any] q(); }\n"
                             "proc q() { y := 1; }\n";
  CLAIMS ({ text, 2, 1, false, 10, 10 }, { text, 1, 1, false, 20, 20 });
}

/* A limit that is hit is no answer, and no error either. */
TEST (test_limits)
{
  struct hb_limits limits = hb_limits_new (1e-9, 0);
  while (!hb_limits_check (&limits))
    continue;
  for (int k = 0; k < 2; k++)
    {
      struct source s = source_of ("shared x\nevent e() { x := 1; }\ndriver { e*1; }\n");
      const struct hb_executions_claim executions = { .parts = 3, .events = 1, .bound = 1 };
      const struct hb_bounded_claim runs = { HB_STAGE_ROB, false, 1, 1, false };
      hb_output *output = hb_output_to_memory ();
      size_t length;
      int answer = k ? hb_executions_prove (s.code, &executions, &limits, output, s.diag)
                     : hb_bounded_prove (s.program, &runs, &limits, output, s.diag);
      hb_free (hb_output_text (output, &length));
      assert_int_equal (answer, 0);
      assert_int_equal (length, 0);
      assert_int_equal (hb_diag_errors (s.diag), 0);
      free_source (&s);
    }
}

/* --- Against the explorer --- */

/* Is PARTS violated by a run in which up to so many events start? */
static bool
is_violated (const struct source *s, unsigned parts, bool queue, size_t events)
{
  struct hb_explore_options how
      = { .parts = parts, .queue = queue, .only = HB_NONE, .bound = events };
  struct hb_explore_result explored;
  hb_explore_robust (s->code, &how, &explored);
  bool is = explored.answer == HB_ROBUST_VIOLATED;
  assert_true (is || explored.complete);
  hb_explore_result_free (&explored);
  return is;
}

struct seen
{
  size_t violated, robust;
};

/* How many events start. */
static size_t
starts_of (const hb_aed *program)
{
  size_t starts = 0;
  for (size_t i = 0; i < program->driven.size; i++)
    starts += program->driven.data[i].times;
  return program->has_driver ? starts : 2;
}

/* By the sequential program: both parts at once. */
static void
compare_runs (const char *text, bool whole)
{
  struct source s = source_of (text);
  struct hb_bounded_claim claim
      = { HB_STAGE_ROB, false, starts_of (s.program), 1, whole && s.program->has_driver };
  int answer = prove_runs (&s, &claim, NULL);
  if (answer != (is_violated (&s, HB_PART_BOTH, false, 2) ? 10 : 20))
    fail_msg ("runs: %d\n%s", answer, text);
  free_source (&s);
}

/* All of TEXT, in which nothing is repeated: up to 2 events without a driver. */
static void
compare (const char *text, bool whole, struct seen *seen)
{
  struct source s = source_of (text);
  for (int kind = 0; kind < 4; kind++)
    {
      struct hb_executions_claim claim = { .parts = kind < 3 ? 1 + (unsigned)kind : 3,
                                           .queue = kind == 3,
                                           .events = 2,
                                           .bound = 1,
                                           .is_whole = whole && s.program->has_driver };
      bool violated = is_violated (&s, claim.parts, claim.queue, 2);
      int answer = prove_executions (&s, &claim, NULL);
      if (answer != (violated ? 10 : 20))
        fail_msg ("executions, part %u, queue %d: %d\n%s", claim.parts, claim.queue, answer, text);
      *(violated ? &seen->violated : &seen->robust) += 1;
    }
  free_source (&s);
}

TEST (test_families)
{
  struct seen seen = { 0, 0 };
  for (const struct hb_event_family *f = hb_event_families; f->name; f++)
    {
      uint64_t size = hb_event_family_size (f);
      size_t tried = 0;
      for (uint64_t i = size / 3; tried < 8; i = (i + 1009) % size)
        {
          char *text = hb_event_family_text (f, i);
          if (text)
            {
              compare (text, tried % 2, &seen);
              if (tried % 4 == 0)
                compare_runs (text, tried % 8);
              tried++;
            }
          hb_free (text);
        }
    }
  assert_true (seen.violated > 80 && seen.robust > 80);
}

TEST (test_random_programs)
{
  struct seen seen = { 0, 0 };
  struct hb_rng rng = hb_rng_seeded (5);
  for (int i = 0; i < 120; i++)
    {
      struct hb_event_shape shape = { .events = 1 + (unsigned)hb_rng_below (&rng, 2),
                                      .procs = 2,
                                      .variables = 1 + (unsigned)hb_rng_below (&rng, 2),
                                      .statements = 3,
                                      .parameters = hb_rng_coin (&rng),
                                      .guards = hb_rng_coin (&rng),
                                      .calls = hb_rng_coin (&rng),
                                      .branches = hb_rng_coin (&rng),
                                      .choices = hb_rng_coin (&rng),
                                      .driver = i % 3,
                                      .orders = i % 3 ? 2 : 0 };
      char *text = hb_random_events (&shape, &rng);
      compare (text, false, &seen);
      if (i % 4 == 0)
        compare_runs (text, i % 8);
      hb_free (text);
    }
  assert_true (seen.violated > 80 && seen.robust > 80);
}
