/* Refinement: can a new version of a concurrent program show dependencies together that the old one cannot?  (Abstract
 * semantic diffing of evolving concurrent programs, section 4.)  Files are `pair 1`, doc/formats.md. */
#include "problem/refinement.h"

#include "base/memory.h"

#include <string.h>

/* --- instances --- */

static bool
recognises (const struct hb_problem *self, const char *bytes, size_t length)
{
  (void)self;
  return length > 6 && !memcmp (bytes, "pair 1", 6);
}

static void
sizes_of (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  const hb_pair *pair = hb_pair_of (instance);
  (void)self;
  sizes[0] = pair->programs[0]->threads.size;
  sizes[1] = pair->programs[0]->statements.size - 1;
  sizes[2] = pair->programs[1]->statements.size - 1;
  sizes[3] = pair->rank;
}

static bool
same_text (const char *a, const char *b)
{
  return a && b ? !strcmp (a, b) : a == b;
}

static bool
equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b)
{
  const hb_pair *x = hb_pair_of (a), *y = hb_pair_of (b);
  (void)self;
  return same_text (x->text[0], y->text[0]) && same_text (x->text[1], y->text[1])
         && same_text (x->variables, y->variables) && x->rank == y->rank
         && x->complete == y->complete;
}

static hb_instance *
copy_instance (const struct hb_problem *self, const hb_instance *instance)
{
  const hb_pair *pair = hb_pair_of (instance);
  hb_diag *diag = hb_diag_new ();
  (void)self;
  hb_instance *copy = hb_pair_new (hb_copy_text (pair->text[0]), hb_copy_text (pair->text[1]),
                                   pair->variables ? hb_copy_text (pair->variables) : NULL,
                                   pair->rank, pair->complete, diag);
  hb_diag_free (diag);
  return copy;
}

static void
free_instance (const struct hb_problem *self, hb_instance *instance)
{
  (void)self;
  hb_pair_free (instance);
}

/* --- solutions --- */

/* Does the run of the new version show all facts? */
static bool
shows_all (const hb_pair *pair, const hb_difference *difference, hb_diag *diag)
{
  uint64_t *shown = hb_calloc (diff_fact_words (pair->scope), sizeof *shown);
  size_t bad = diff_replay (pair->scope, 1, &difference->schedule, pair->complete, shown, NULL);
  bool good = bad == SIZE_MAX;
  if (!good)
    hb_error (diag, NULL, "step %zu of the run cannot be made", bad + 1);
  for (size_t i = 0; i < difference->facts.size && good; i++)
    {
      hb_id fact = difference->facts.data[i];
      good = shown[fact / 64] >> (fact % 64) & 1;
      if (good)
        continue;
      char *text = diff_fact_text (pair->scope, fact);
      hb_error (diag, NULL, "the run does not show '%s'", text);
      hb_free (text);
    }
  hb_free (shown);
  return good;
}

/* Can the old version show all facts?  The judge asks another solver, by clocks. */
static bool
old_cannot (const hb_pair *pair, const hb_difference *difference, hb_diag *diag)
{
  const struct diff_engine_options how
      = { .kind = DIFF_ENGINE_CLOCKS, .complete = pair->complete, .solver = "picosat" };
  diff_engine *engine = diff_engine_new (pair->scope, 0, &how, diag);
  uint64_t *shown = hb_calloc (diff_fact_words (pair->scope), sizeof *shown);
  int answer = engine ? diff_engine_ask (engine, difference->facts.data,
                                         (hb_id)difference->facts.size, shown)
                      : -1;
  if (answer > 0)
    hb_error (diag, NULL, "a run of the old version shows these dependencies, too");
  hb_free (shown);
  diff_engine_free (engine);
  return !answer;
}

static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  const hb_pair *pair = hb_pair_of (instance);
  const hb_difference *difference = hb_difference_of (solution);
  (void)self;
  if (!difference->facts.size || (pair->rank && difference->facts.size > pair->rank))
    {
      hb_error (diag, NULL, "the difference has %zu dependencies; expected 1 to %u",
                difference->facts.size, pair->rank);
      return false;
    }
  return shows_all (pair, difference, diag) && old_cannot (pair, difference, diag);
}

/* The same facts: the run is an example of many. */
static bool
same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
      const hb_solution *b)
{
  const hb_difference *x = hb_difference_of (a), *y = hb_difference_of (b);
  bool same = x->facts.size == y->facts.size;
  (void)self, (void)instance;
  for (size_t i = 0; i < x->facts.size && same; i++)
    {
      size_t k = 0;
      while (k < y->facts.size && y->facts.data[k] != x->facts.data[i])
        k++;
      same = k < y->facts.size;
    }
  return same;
}

/* Programs are not made smaller: who makes pairs makes them of something smaller. */
static size_t
parts (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self, (void)instance;
  return 0;
}

static hb_instance *
without (const struct hb_problem *self, const hb_instance *instance, size_t i)
{
  (void)self, (void)instance, (void)i;
  return NULL;
}

/* --- the record --- */

static const char *const measures[]
    = { "threads", "statements of old", "statements of new", "rank", NULL };

const struct hb_problem hb_problem_refinement = {
  .name = "refinement",
  .title = "refinement",
  .summary = "can a new version show dependencies together that the old one cannot?",
  .source = "Bouajjani, Enea and Lahiri, SAS 2017",
  .suffix = "pair",
  .thing = "pair of programs",
  .things = "pairs of programs",
  .evidence = "difference",
  .evidences = "differences",
  .yes = "DIFFERS",
  .no = "REFINES",
  .solution_suffix = "difference",
  .measures = measures,
  .recognises = recognises,
  .read = hb_pair_read,
  .write = hb_pair_write,
  .sizes = sizes_of,
  .equal = equal,
  .copy = copy_instance,
  .free = free_instance,
  .read_solution = hb_difference_read,
  .write_solution = hb_difference_write,
  .check = check,
  .same = same,
  .free_solution = hb_difference_free,
  .deciders = hb_pair_deciders,
  .parts = parts,
  .without = without,
};
