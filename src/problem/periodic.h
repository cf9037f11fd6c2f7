/* Periodic programs as instances: what they and their solutions are.
 *
 * An instance is a program's text with its bound, departure and semantics (HB_TIME, HB_DEPARTURE, HB_SEMANTICS; or
 * what `hbkit periodic` takes where they are missing).  A solution is a run in which a check fails. */
#ifndef HBKIT_PROBLEM_PERIODIC_H
#define HBKIT_PROBLEM_PERIODIC_H

#include "periodic/decide.h"
#include "problem/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_periodic_instance
{
  char *name, *text;
  size_t size;
  hb_periodic_program *program;
  hb_jobs *jobs;
  enum hb_semantics semantics;
};

typedef struct hb_periodic_instance hb_periodic_instance;

static inline const hb_periodic_instance *
hb_periodic_of (const hb_instance *instance)
{
  return (const hb_periodic_instance *)instance;
}

static inline hb_periodic_run *
hb_run_of (const hb_solution *solution)
{
  return (hb_periodic_run *)(uintptr_t)solution;
}

static inline hb_solution *
hb_solution_of_run (hb_periodic_run *run)
{
  return (hb_solution *)run;
}

/* The program that the SIZE bytes at TEXT are, called NAME.  NULL after errors in DIAG (also: not schedulable, nothing
 * to check).  New. */
hb_instance *hb_periodic_instance_new (const char *name, const char *text, size_t size,
                                       hb_diag *diag);

/* --- periodic_deciders.c, periodic_many.c: private to periodic*.c --- */

extern const struct hb_decider *const hb_periodic_deciders[];
extern const struct hb_generator *const hb_periodic_generators[];
bool hb_periodic_enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
                            hb_instance_visit *visit, void *context);
size_t hb_periodic_parts (const struct hb_problem *self, const hb_instance *instance);
hb_instance *hb_periodic_without (const struct hb_problem *self, const hb_instance *instance,
                                  size_t i);
void hb_periodic_instance_free (hb_instance *instance);

#ifdef __cplusplus
}
#endif
#endif
