/* Order dimension and hitting families: what their instances and solutions are.
 *
 * An instance is a poset with a question (poset/file.h): are so many schedules enough to be d-hitting?  Of order
 * dimension d is 2.  A solution is a family of at most so many. */
#ifndef HBKIT_PROBLEM_HITTING_H
#define HBKIT_PROBLEM_HITTING_H

#include "poset/file.h"
#include "poset/schedules.h"
#include "problem/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_hitting_instance
{
  hb_poset *poset; /* owned */
  struct hb_poset_question ask;
};

typedef struct hb_hitting_instance hb_hitting_instance;

static inline const hb_hitting_instance *
hb_hitting_of (const hb_instance *instance)
{
  return (const hb_hitting_instance *)instance;
}

static inline const hb_schedules *
hb_family_of (const hb_solution *solution)
{
  return (const hb_schedules *)solution;
}

static inline hb_solution *
hb_solution_of_family (hb_schedules *family)
{
  return (hb_solution *)family;
}

/* An instance of POSET (stolen).  New. */
hb_instance *hb_hitting_instance_new (hb_poset *poset, int d, size_t schedules);

/* POSET without element GONE, or with its elements in the order NUMBER (element -> its new number); named
 * by numbers.  New. */
hb_poset *hb_poset_without (const hb_poset *poset, hb_id gone);
hb_poset *hb_poset_renumbered (const hb_poset *poset, const hb_id *number);

/* A copy of FAMILY.  New. */
hb_schedules *hb_schedules_copy (const hb_schedules *family);

/* --- hitting_deciders.c, hitting_many.c: private to hitting*.c --- */

extern const struct hb_decider *const hb_hitting_deciders[];

/* Members of both records; the depth of order dimension is fixed. */
bool hb_hitting_enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
                           hb_instance_visit *visit, void *context);
hb_instance *hb_hitting_vary (const struct hb_problem *self, const hb_instance *instance,
                              struct hb_rng *rng);
size_t hb_hitting_parts (const struct hb_problem *self, const hb_instance *instance);
hb_instance *hb_hitting_without (const struct hb_problem *self, const hb_instance *instance,
                                 size_t i);
extern const struct hb_generator *const hb_dimension_generators[];
extern const struct hb_generator *const hb_hitting_generators[];

#ifdef __cplusplus
}
#endif
#endif
