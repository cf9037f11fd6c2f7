/* hbkit verify semantic-diffing: all claims, then random programs and versions of them on which all who know the runs
 * of a program agree: the search, two order encodings, two solvers, and the flags of Lemma 2, searched and as C. */
#include "cmd/verify/diff.h"
#include "cmd/verify/diff_more.h"
#include "cmd/verify/subject.h"

#include "diff/compare.h"
#include "diff/instrument.h"
#include "diff/instrument_c.h"
#include "diff/random.h"

#include <string.h>

#define RANK 3

static const struct diff_engine_options who[] = { { .kind = DIFF_ENGINE_SEARCH, .high = 1 },
                                                  { .kind = DIFF_ENGINE_SAT },
                                                  { .kind = DIFF_ENGINE_SAT, .solver = "picosat" },
                                                  { .kind = DIFF_ENGINE_CLOCKS } };
#define WHO (sizeof who / sizeof *who)

struct trial
{
  struct verify_report *report;
  struct hb_rng rng;
  char *texts[2];
  diff_program *programs[2];
  diff_scope *scope;
  diff_engine *engines[WHO][2];
  bool complete;
};

static void
disagree (struct trial *t, const char *what)
{
  verify_fail (t->report, NULL, "%s, on\n%sand\n%s", what, t->texts[0], t->texts[1]);
}

static bool
same_family (const struct diff_family *a, const struct diff_family *b)
{
  for (hb_id r = 1; r <= RANK; r++)
    {
      size_t count = diff_family_count (a, r);
      if (count != diff_family_count (b, r)
          || (count && memcmp (a->sets[r].data, b->sets[r].data, count * r * sizeof (hb_id))))
        return false;
    }
  return true;
}

/* Does the assertion of P[D] as C fail in some run?  1, 0, or -1: a limit. */
static int
ask_text (struct trial *t, int side, const hb_id *set, hb_id count)
{
  struct diff_search_options how = { .high = 1, .limits = &t->report->limits };
  hb_diag *diag = hb_diag_new ();
  size_t size;
  hb_output *output = hb_output_to_memory ();
  diff_instrument_write (t->scope, side, set, count, t->complete, output);
  char *text = hb_output_text (output, &size);
  diff_program *program = diff_read_text ("flags.c", text, size, NULL, diag);
  int answer = -1;
  if (program)
    {
      diff_search *search = diff_search_new (program, NULL, 0, &how);
      answer = diff_search_failures (search) ? 1 : diff_search_done (search) ? 0 : -1;
      diff_search_free (search);
    }
  else
    disagree (t, "a program with flags is refused");
  diff_program_free (program);
  hb_diag_free (diag);
  hb_free (text);
  return answer;
}

/* Some sets, in the family or not, by flags: those of the search, and those of a program that has them. */
static void
try_flags (struct trial *t, int side, const struct diff_family *family)
{
  struct diff_instrument_options how = { .high = 1, .limits = &t->report->limits };
  size_t facts = t->scope->facts.size;
  for (int i = 0; i < 6 && facts; i++)
    {
      hb_id set[RANK], count = 0;
      hb_id next = (hb_id)hb_rng_below (&t->rng, facts);
      for (; count < 1 + (hb_id)i / 2 && next < facts;
           next += 1 + (hb_id)hb_rng_below (&t->rng, facts))
        set[count++] = next;
      bool feasible = diff_family_has (family, set, count);
      if (i % 2)
        {
          int answer = ask_text (t, side, set, count);
          verify_count (t->report,
                        answer > 0 ? "sets by programs with flags, seen"
                                   : "sets by programs with flags, not seen",
                        1);
          if (answer >= 0 && answer != feasible)
            disagree (t, "the program with flags disagrees with the search");
        }
      if (t->complete)
        continue;
      int answer = diff_instrument_ask (t->scope, side, set, count, &how);
      verify_count (t->report, answer > 0 ? "sets by flags, seen" : "sets by flags, not seen", 1);
      if (answer >= 0 && answer != feasible)
        disagree (t, "the flags of Lemma 2, repaired, disagree with the search");
    }
}

/* What never occurs does not, by the search; and how many answers of engine `sat` needed no formula. */
static void
try_fewer (struct trial *t, int side, const struct diff_family *family)
{
  diff_fewer *fewer = diff_engine_fewer (t->engines[1][side]);
  if (!fewer || t->complete)
    return;
  struct diff_fewer_sizes sizes = diff_fewer_sizes (fewer);
  verify_count (t->report, "sets from runs of fewer iterations", sizes.lifted);
  verify_count (t->report, "dependencies that never occur", sizes.never);
  for (size_t i = 0; i < diff_family_count (family, 1); i++)
    if (diff_fewer_never (fewer, *diff_family_set (family, 1, i)))
      disagree (t, "what should never occur does");
}

/* Threads that wait in the end, and now and then versions with other names. */
static void
try_more (struct trial *t, const struct diff_family *old, const struct diff_family *new)
{
  const struct diff_family *const families[2] = { old, new };
  struct diff_engine_options how = who[1];
  const char *wrong = NULL;
  size_t places;
  how.complete = t->complete;
  how.limits = &t->report->limits;
  for (int side = 0; side < 2 && !wrong; side++)
    {
      wrong = diff_try_ends (t->programs[side], &t->report->limits, &places);
      verify_count (t->report, "places at which threads wait in the end", places);
    }
  if (!wrong && !hb_rng_below (&t->rng, 4))
    {
      wrong = diff_try_names (t->scope, t->texts[1], &t->programs[1]->made, &how, families,
                              t->report->cli->diag);
      verify_count (t->report, "pairs with other names", 1);
    }
  if (wrong && !hb_limits_hit (&t->report->limits))
    disagree (t, wrong);
}

static void
try_families (struct trial *t)
{
  struct diff_family families[2][WHO];
  memset (families, 0, sizeof families);
  for (int side = 0; side < 2; side++)
    {
      for (size_t w = 0; w < WHO; w++)
        diff_family_find (&families[side][w], RANK, t->scope->facts.size, diff_engine_ask,
                          t->engines[w][side]);
      for (size_t w = 1; w < WHO; w++)
        if (!hb_limits_hit (&t->report->limits)
            && !same_family (&families[side][0], &families[side][w]))
          disagree (t, "the families differ");
      verify_count (t->report, "sets", diff_family_count (&families[side][0], RANK));
      try_flags (t, side, &families[side][0]);
      try_fewer (t, side, &families[side][0]);
    }
  try_more (t, &families[0][0], &families[1][0]);
  for (int side = 0; side < 2; side++)
    for (size_t w = 0; w < WHO; w++)
      diff_family_free (&families[side][w]);
}

/* Whether runs are covered, and by how many minimal differences, by search and by solver. */
static void
try_differences (struct trial *t)
{
  for (int side = 0; side < 2 && !t->complete; side++)
    {
      diff_differences lists[3] = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
      size_t questions = 0;
      bool good = diff_compare (t->scope, t->engines[0], side, DIFF_COVER_EVERY, &lists[0],
                                &questions, NULL)
                  && diff_compare (t->scope, t->engines[1], side, DIFF_COVER_EVERY, &lists[1],
                                   &questions, NULL)
                  && diff_compare (t->scope, t->engines[3], side, DIFF_COVER_ALL, &lists[2],
                                   &questions, NULL);
      if (good && lists[0].size != lists[1].size)
        disagree (t, "the numbers of minimal differences differ");
      if (good && !lists[0].size != !lists[2].size)
        disagree (t, "whole runs and minimal differences disagree");
      verify_count (t->report, "minimal differences", lists[0].size);
      for (int i = 0; i < 3; i++)
        diff_differences_free (&lists[i]);
    }
}

static void
one (struct verify_report *report, uint64_t seed, uint64_t number)
{
  struct trial t = { .report = report, .rng = hb_rng_stream (seed, number) };
  struct diff_options reading
      = { .unroll = 1 + (hb_id)hb_rng_below (&t.rng, 4), .by_access = !hb_rng_below (&t.rng, 4) };
  struct diff_scope_options what = { .all = true };
  hb_diag *diag = hb_diag_new ();
  t.complete = !hb_rng_below (&t.rng, 4);
  t.texts[0] = diff_random_program (&t.rng, 2 + (hb_id)hb_rng_below (&t.rng, 5));
  t.texts[1] = diff_random_version (&t.rng, t.texts[0]);
  for (int side = 0; side < 2; side++)
    t.programs[side]
        = diff_read_text ("random.c", t.texts[side], strlen (t.texts[side]), &reading, diag);
  const diff_program *const both[2] = { t.programs[0], t.programs[1] };
  if (!t.programs[0] || !t.programs[1])
    disagree (&t, "a random program is refused");
  else if ((t.scope = diff_scope_new (both, &what, diag)))
    {
      verify_count (report, "pairs of versions", 1);
      for (size_t w = 0; w < WHO; w++)
        for (int side = 0; side < 2; side++)
          {
            struct diff_engine_options how = who[w];
            how.complete = t.complete;
            how.limits = &report->limits;
            t.engines[w][side] = diff_engine_new (t.scope, side, &how, report->cli->diag);
          }
      try_families (&t);
      try_differences (&t);
    }
  for (size_t w = 0; w < WHO; w++)
    for (int side = 0; side < 2; side++)
      diff_engine_free (t.engines[w][side]);
  diff_scope_free (t.scope);
  for (int side = 0; side < 2; side++)
    {
      diff_program_free (t.programs[side]);
      hb_free (t.texts[side]);
    }
  hb_diag_free (diag);
}

void
diff_random (struct verify_report *report, uint64_t count, uint64_t seed)
{
  for (uint64_t i = 0; i < count && !report->failure && !hb_limits_hit (&report->limits); i++)
    {
      one (report, seed, i);
      cli_progress (report->cli, (double)i / (double)count, "%llu pairs", (unsigned long long)i);
    }
}

static int
run (struct cli *cli)
{
  struct verify_report report = verify_report_begin (cli, "semantic-diffing");
  diff_claims (&report);
  diff_random (&report, cli_unsigned (cli, "random", cli_flag (cli, "quick") ? 100 : 10000),
               cli_unsigned (cli, "seed", 0));
  return verify_report_end (&report);
}

const struct verify_subject verify_semantic_diffing
    = { "semantic-diffing",
        "all that is claimed of the semantic diffing paper, and random programs", run,
        "random quick" };
