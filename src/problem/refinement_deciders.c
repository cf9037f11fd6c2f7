/* Who decides refinement: the engines of `hbkit diff` (diff/engine.h), and the search of all runs. */
#include "problem/refinement.h"

#include <string.h>

/* Most nodes of a program whose runs are all searched. */
#define MOST_NODES 48

/* One of the differences of at most RANK facts, taken out of LIST; NULL: there is none. */
static hb_difference *
small_one (diff_differences *list, hb_id rank)
{
  for (size_t i = 0; i < list->size; i++)
    if (!rank || list->data[i].facts.size <= rank)
      {
        hb_difference *found = hb_difference_new ();
        *found = list->data[i];
        list->data[i] = vec_top (*list);
        (void)vec_pop (*list);
        return found;
      }
  return NULL;
}

/* If some difference is there, but all that were found are too large, all minimal ones are asked for. */
static enum hb_answer
decide (const struct hb_decider *self, const hb_instance *instance,
        const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  const hb_pair *pair = hb_pair_of (instance);
  struct diff_engine_options how
      = { .complete = pair->complete, .seed = options->seed, .limits = options->limits };
  how.kind = self->brute                          ? DIFF_ENGINE_SEARCH
             : !strncmp (self->name, "clocks", 6) ? DIFF_ENGINE_CLOCKS
                                                  : DIFF_ENGINE_SAT;
  how.high = 1;
  how.solver = self->own;
  diff_engine *engines[2] = { diff_engine_new (pair->scope, 0, &how, diag), NULL };
  engines[1] = engines[0] ? diff_engine_new (pair->scope, 1, &how, diag) : NULL;
  diff_differences list = VEC_EMPTY;
  size_t questions = 0;
  bool whole = engines[1]
               && diff_compare (pair->scope, engines, 1, DIFF_COVER_ALL, &list, &questions, NULL);
  hb_difference *found = small_one (&list, pair->rank);
  if (whole && !found && list.size)
    {
      whole = diff_compare (pair->scope, engines, 1, DIFF_COVER_EVERY, &list, &questions, NULL);
      found = small_one (&list, pair->rank);
    }
  enum hb_answer answer = found ? HB_YES : whole ? HB_NO : HB_OPEN;
  if (found && solution)
    *solution = hb_solution_of_difference (found);
  else
    hb_difference_free (NULL, hb_solution_of_difference (found));
  diff_differences_free (&list);
  for (int side = 0; side < 2; side++)
    diff_engine_free (engines[side]);
  return answer;
}

static bool
is_small (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  const hb_pair *pair = hb_pair_of (instance);
  bool small = true;
  (void)self;
  *why
      = "its programs are too large, or choose from more than two values, for all runs to be tried";
  for (int side = 0; side < 2; side++)
    {
      size_t nodes = 0;
      for (size_t t = 0; t < pair->programs[side]->threads.size; t++)
        nodes += pair->programs[side]->threads.data[t].nodes.size;
      small = small && nodes <= MOST_NODES && !pair->programs[side]->wide_choice;
    }
  return small;
}

static const struct hb_decider sat
    = { .name = "sat",
        .summary = "whole runs are compared; cycles found lazily, CaDiCaL",
        .seeded = true,
        .decide = decide };
static const struct hb_decider clocks = { .name = "clocks",
                                          .summary = "the same, the order as integers, PicoSAT",
                                          .own = "picosat",
                                          .decide = decide };
static const struct hb_decider brute = { .name = "search",
                                         .summary = "all runs of small programs",
                                         .brute = true,
                                         .accepts = is_small,
                                         .decide = decide };

const struct hb_decider *const hb_pair_deciders[] = { &sat, &clocks, &brute, NULL };
