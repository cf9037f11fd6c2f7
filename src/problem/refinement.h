/* Pairs of programs of threads as instances, and differences as solutions.
 *
 * An instance is the text of two versions and what is compared: variables, rank, runs.  A solution is a set of at most
 * `rank` dependencies (of any size if that is 0) that some run of the new version shows together and no run of the old
 * one, with such a run: the answer is yes iff the new version does not refine the old one. */
#ifndef HBKIT_PROBLEM_REFINEMENT_H
#define HBKIT_PROBLEM_REFINEMENT_H

#include "diff/compare.h"
#include "problem/problem.h"

typedef struct hb_pair
{
  char *text[2];
  char *variables; /* as --vars of `diff` takes them; NULL: by default */
  hb_id rank;      /* 0: all */
  bool complete;   /* only runs in which every thread ends */
  diff_program *programs[2];
  diff_scope *scope;
} hb_pair;

typedef struct diff_difference hb_difference;

static inline const hb_pair *
hb_pair_of (const hb_instance *instance)
{
  return (const hb_pair *)instance;
}

static inline hb_difference *
hb_difference_of (const hb_solution *solution)
{
  return (hb_difference *)(uintptr_t)solution;
}

static inline hb_solution *
hb_solution_of_difference (hb_difference *difference)
{
  return (hb_solution *)difference;
}

/* The pair of TEXTS (stolen, and VARIABLES, too).  NULL after errors in DIAG.  New. */
hb_instance *hb_pair_new (char *old, char *new, char *variables, hb_id rank, bool complete,
                          hb_diag *diag);
void hb_pair_free (hb_instance *instance);

/* A difference without facts and run.  New. */
hb_difference *hb_difference_new (void);

/* Adds the fact that is called TEXT (stolen); false if PAIR has none. */
bool hb_difference_add_fact (hb_difference *difference, const hb_pair *pair, char *text);

/* Adds a step of THREAD to its run, which chooses CHOSEN; if that is negative, nothing. */
void hb_difference_add_move (hb_difference *difference, hb_id thread, int chosen);

/* --- private to refinement*.c --- */

hb_instance *hb_pair_read (const struct hb_problem *self, hb_input *input, hb_diag *diag);
void hb_pair_write (const struct hb_problem *self, const hb_instance *instance, const char *comment,
                    hb_output *output);
hb_solution *hb_difference_read (const struct hb_problem *self, const hb_instance *instance,
                                 hb_input *input, hb_diag *diag);
void hb_difference_write (const struct hb_problem *self, const hb_instance *instance,
                          const hb_solution *solution, hb_output *output);
void hb_difference_free (const struct hb_problem *self, hb_solution *solution);
extern const struct hb_decider *const hb_pair_deciders[];

#endif
