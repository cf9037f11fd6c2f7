/* What the semantic diffing paper says, claim by claim, on the smallest programs that settle it. */
#include "cmd/verify/diff.h"
#include "cmd/verify/subject.h"

#include "diff/compare.h"
#include "base/buffer.h"
#include "diff/instrument.h"

#include <string.h>

/* Two versions (the second may be none) with their families of rank 3 and their runs. */
struct pair
{
  diff_program *programs[2];
  diff_scope *scope;
  diff_engine *engines[2];
  struct diff_family families[2];
};

static bool
open_pair (struct verify_report *report, const char *old, const char *new, bool complete,
           struct pair *pair)
{
  const char *const texts[2] = { old, new };
  struct diff_options reading = { .unroll = 1 };
  struct diff_scope_options what = { .all = true };
  struct diff_engine_options how = { .kind = DIFF_ENGINE_SEARCH, .high = 1, .complete = complete };
  hb_diag *diag = report->cli->diag;
  memset (pair, 0, sizeof *pair);
  for (int side = 0; side < 2 && texts[side]; side++)
    if (!(pair->programs[side]
          = diff_read_text ("claim.c", texts[side], strlen (texts[side]), &reading, diag)))
      return false;
  const diff_program *const both[2] = { pair->programs[0], pair->programs[1] };
  pair->scope = diff_scope_new (both, &what, diag);
  for (int side = 0; side < 2 && texts[side] && pair->scope; side++)
    {
      pair->engines[side] = diff_engine_new (pair->scope, side, &how, diag);
      diff_family_find (&pair->families[side], 3, pair->scope->facts.size, diff_engine_ask,
                        pair->engines[side]);
    }
  return pair->scope;
}

static void
close_pair (struct pair *pair)
{
  for (int side = 0; side < 2; side++)
    {
      diff_family_free (&pair->families[side]);
      diff_engine_free (pair->engines[side]);
    }
  diff_scope_free (pair->scope);
  for (int side = 0; side < 2; side++)
    diff_program_free (pair->programs[side]);
}

/* The fact whose text is TEXT. */
static hb_id
fact (const struct pair *pair, const char *text)
{
  return diff_fact_named (pair->scope, text, strlen (text));
}

static bool
shows (const struct pair *pair, int side, const char *text)
{
  hb_id f = fact (pair, text);
  return f != HB_NONE && diff_family_has (&pair->families[side], &f, 1);
}

/* Is each set that NEW shows shown by OLD? */
static bool
refines (const struct pair *pair)
{
  for (hb_id r = 1; r <= 3; r++)
    if (diff_family_beyond (&pair->families[1], &pair->families[0], r, false, NULL))
      return false;
  return true;
}

/* Is the set of facts of each whole run of NEW that of one of OLD? */
static bool
runs_included (const struct pair *pair)
{
  const diff_search *old = diff_engine_search (pair->engines[0]);
  const diff_search *new = diff_engine_search (pair->engines[1]);
  size_t size = diff_fact_words (pair->scope) * sizeof (uint64_t);
  for (size_t i = 0; i < diff_search_sets (new); i++)
    {
      bool found = false;
      for (size_t k = 0; k < diff_search_sets (old); k++)
        found = found || !memcmp (diff_search_set (new, i), diff_search_set (old, k), size);
      if (!found)
        return false;
    }
  return true;
}

/* --- the claims: true if what the paper says is as wrong, or as right, as the ledger has it */

#define CHOICE "int x, y; void thread1 (void) { if (nondet ()) x = 1; else x = 2; }"

/* Definition 2 orders any two writes of S; no run orders these. */
static bool
no_abstract_trace (struct verify_report *report)
{
  struct pair p;
  bool good = open_pair (report, CHOICE, NULL, false, &p)
              && shows (&p, 0, "so x: init -> thread1: x = 1")
              && shows (&p, 0, "so x: init -> thread1: x = 2")
              && !shows (&p, 0, "so x: thread1: x = 1 -> thread1: x = 2")
              && !shows (&p, 0, "so x: thread1: x = 2 -> thread1: x = 1");
  close_pair (&p);
  return good;
}

/* Maximal sets alone: {ab} is no member of {abc}, yet all that shows it is shown. */
static bool
antichains_differ (struct verify_report *report)
{
  struct pair p;
  diff_places old = VEC_EMPTY, new = VEC_EMPTY;
  bool good = open_pair (report, "int x, y, z; void thread1 (void) { x = 1; y = 1; z = 1; }",
                         "int x, y, z; void thread1 (void) { x = 1; y = 1; assume (0); z = 1; }",
                         false, &p)
              && refines (&p);
  if (good)
    {
      diff_family_maximal (&p.families[0], 2, &old);
      diff_family_maximal (&p.families[1], 2, &new);
    }
  good = good && !old.size && new.size == 1;
  vec_free (old);
  vec_free (new);
  close_pair (&p);
  return good;
}

/* Of the store orders that Definition 2 allows on two writes, {(1,2)} and {(2,1)} have none below both. */
static bool
no_lattice (struct verify_report *report)
{
  struct pair p;
  const char *one = "so x: thread1: x = 1 -> thread1: x = 2";
  const char *two = "so x: thread1: x = 2 -> thread1: x = 1";
  bool good = open_pair (report, "int x; void thread1 (void) { x = 1; x = 2; }",
                         "int x; void thread1 (void) { x = 2; x = 1; }", false, &p)
              && shows (&p, 0, one) && !shows (&p, 0, two) && shows (&p, 1, two)
              && !shows (&p, 1, one);
  for (unsigned below = 1; below < 4; below++)
    good = good && !((below & ~1u) == 0 && (below & ~2u) == 0);
  close_pair (&p);
  return good;
}

/* A trace of one dependency has no set of two, so no gamma of rank 2 has it. */
static bool
gamma_misses (struct verify_report *report)
{
  struct pair p;
  bool good = open_pair (report, "int x; void thread1 (void) { x = 1; }", NULL, false, &p)
              && diff_family_count (&p.families[0], 1) == 1
              && !diff_family_count (&p.families[0], 2);
  close_pair (&p);
  return good;
}

/* Theorem 1, second half. */
static bool
refinement_is_not_inclusion (struct verify_report *report)
{
  struct pair p;
  bool good
      = open_pair (report, "int x, y; void thread1 (void) { x = 1; y = 1; }",
                   "int x, y; void thread1 (void) { if (nondet ()) x = 1; else y = 1; }", true, &p)
        && refines (&p) && !runs_included (&p);
  close_pair (&p);
  return good;
}

/* The flags as repaired find the set, and with FLAW they do not. */
static bool
flaw_matters (struct verify_report *report, const char *text, const char *const *facts,
              unsigned flaw)
{
  struct pair p;
  struct diff_instrument_options right = { .high = 1 }, wrong = { .high = 1, .flaws = flaw };
  hb_id set[2], count = 0;
  bool good = open_pair (report, text, NULL, false, &p);
  for (; good && facts[count]; count++)
    set[count] = fact (&p, facts[count]);
  if (good && count == 2 && set[0] > set[1])
    {
      hb_id first = set[0];
      set[0] = set[1];
      set[1] = first;
    }
  good = good && diff_family_has (&p.families[0], set, count)
         && diff_instrument_ask (p.scope, 0, set, count, &right) == 1
         && diff_instrument_ask (p.scope, 0, set, count, &wrong) == 0;
  close_pair (&p);
  return good;
}

static bool
lemma2_flags (struct verify_report *report)
{
  static const char *const init[] = { "rf x: init -> thread1: y = x", NULL };
  static const char *const other[] = { "rf x: init -> thread1: z = x", NULL };
  static const char *const again[] = { "rf x: thread2: x = 2 -> thread1: r = x",
                                       "so x: thread2: x = 2 -> thread1: x = 1", NULL };
  return flaw_matters (report, "int x, y; void thread1 (void) { y = x; }", init, DIFF_INIT_UNSEEN)
         && flaw_matters (report, "int x, y, z; void thread1 (void) { y = 0; z = x; }", other,
                          DIFF_ANY_VARIABLE)
         && flaw_matters (report,
                          "int x, r; void thread1 (void) { x = 1; r = x; }"
                          "void thread2 (void) { x = 2; x = 2; }",
                          again, DIFF_NOT_FORGOTTEN);
}

/* One minimal difference of COUNT facts, all of which are reads of init, and none the other way round. */
static bool
one_difference (struct pair *p, hb_id count, hb_diag *diag)
{
  /* The search would list every minimal difference. */
  struct diff_engine_options how = { .kind = DIFF_ENGINE_SAT };
  diff_engine *engines[2]
      = { diff_engine_new (p->scope, 0, &how, diag), diff_engine_new (p->scope, 1, &how, diag) };
  diff_differences list = VEC_EMPTY;
  size_t questions = 0;
  bool good = engines[0] && engines[1]
              && diff_compare (p->scope, engines, 0, DIFF_COVER_ALL, &list, &questions, NULL)
              && list.size == 1 && list.data[0].facts.size == count;
  for (hb_id i = 0; i < count && good; i++)
    {
      const struct diff_fact *f = &p->scope->facts.data[list.data[0].facts.data[i]];
      good = !f->store && !f->from;
    }
  good = good && diff_compare (p->scope, engines, 1, DIFF_COVER_ALL, &list, &questions, NULL)
         && list.size == 1;
  diff_differences_free (&list);
  diff_engine_free (engines[0]);
  diff_engine_free (engines[1]);
  return good;
}

/* Figure 1, Figure 2 (k = 2), Example 1 for 3 threads. */
static bool
figures_hold (struct verify_report *report)
{
  struct pair p;
  bool good = open_pair (report,
                         "int x, y, flag; void thread1 (void) { flag = 1; x = 1; }"
                         "void thread2 (void) { assume (flag == 1); y = x; }",
                         "int x, y, flag; void thread1 (void) { x = 1; flag = 1; }"
                         "void thread2 (void) { assume (flag == 1); y = x; }",
                         false, &p)
              && one_difference (&p, 1, report->cli->diag);
  close_pair (&p);
  for (hb_id k = 2; k <= 3 && good; k++)
    {
      hb_buffer texts[2] = { VEC_EMPTY, VEC_EMPTY };
      for (int new = 0; new < 2; new ++)
        {
          hb_buffer_add (&texts[new], "int x, t1, t2, t3, s = %u;", k - 1);
          for (hb_id i = 1; i <= k; i++)
            hb_buffer_add (&texts[new], "void thread%u (void) { %s t%u = x; x = t%u + 1; %s }", i,
                           new ? "atomicBegin (); assume (s > 0); s--; atomicEnd ();" : "", i, i,
                           new ? "s++;" : "");
        }
      good = open_pair (report, texts[0].data, texts[1].data, false, &p)
             && one_difference (&p, k, report->cli->diag);
      close_pair (&p);
      vec_free (texts[0]);
      vec_free (texts[1]);
    }
  return good;
}

static bool
figure4_holds (struct verify_report *report)
{
  struct pair p;
#define SECOND "void thread2 (void) { lock (l); z = x + y; unlock (l); }"
  bool good
      = open_pair (
            report,
            "int x, y, z, l; void thread1 (void) { lock (l); x = 1; y = 2; unlock (l); }" SECOND,
            "int x, y, z, l; void thread1 (void) { lock (l); y = 2; x = 1; unlock (l); }" SECOND,
            true, &p)
        && refines (&p) && runs_included (&p);
  close_pair (&p);
  return good;
}

static const struct
{
  const char *name, *says;
  bool (*test) (struct verify_report *report);
} claims[]
    = { { "diff-definitions", "with S all statements, x = 1 [] x = 2 has no abstract trace",
          no_abstract_trace },
        { "diff-antichains", "inclusion of maximal sets is no refinement", antichains_differ },
        { "diff-lattice", "abstract traces are no lattice", no_lattice },
        { "diff-gamma", "gamma of rank 2 has no trace of x = 1", gamma_misses },
        { "diff-theorem1", "x = 1 [] y = 1 refines x = 1; y = 1 at every rank, not by traces",
          refinement_is_not_inclusion },
        { "diff-lemma2", "the flags of Lemma 2 need three repairs", lemma2_flags },
        { "diff-figures", "Figures 1 and 2 and Example 1 hold", figures_hold },
        { "diff-figure4", "Figure 4 holds for whole runs", figure4_holds } };

static void
try_claim (struct verify_report *report, size_t i)
{
  verify_count (report, "claims", 1);
  if (!claims[i].test (report))
    verify_fail (report, NULL, "not so: %s", claims[i].says);
  else
    verify_say (report, "%s: %s", claims[i].name, claims[i].says);
}

void
diff_claims (struct verify_report *report)
{
  for (size_t i = 0; i < sizeof claims / sizeof *claims && !report->failure; i++)
    try_claim (report, i);
}

static int
run_claim (struct cli *cli)
{
  struct verify_report report = verify_report_begin (cli, cli->operands[0]);
  for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
    if (!strcmp (claims[i].name, cli->operands[0]))
      try_claim (&report, i);
  return verify_report_end (&report);
}

const struct verify_subject verify_diff_definitions
    = { "diff-definitions", "semantic diffing, Definitions 2, 5: S is left open", run_claim, NULL };
const struct verify_subject verify_diff_antichains
    = { "diff-antichains", "semantic diffing, Definition 3: antichains are compared", run_claim,
        NULL };
const struct verify_subject verify_diff_lattice
    = { "diff-lattice", "semantic diffing, Lemma 1: no lattice", run_claim, NULL };
const struct verify_subject verify_diff_gamma
    = { "diff-gamma", "semantic diffing, section 4: gamma misses small traces", run_claim, NULL };
const struct verify_subject verify_diff_theorem1
    = { "diff-theorem1", "semantic diffing, Theorem 1, second half", run_claim, NULL };
const struct verify_subject verify_diff_lemma2
    = { "diff-lemma2", "semantic diffing, Lemma 2: flags and their repairs", run_claim, NULL };
const struct verify_subject verify_diff_figures
    = { "diff-figures", "semantic diffing, Figures 1 and 2, Example 1", run_claim, NULL };
const struct verify_subject verify_diff_figure4
    = { "diff-figure4", "semantic diffing, Figure 4", run_claim, NULL };
