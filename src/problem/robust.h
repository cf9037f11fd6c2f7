/* Event programs and sequential ones as instances: what they and their solutions are.
 *
 *     event-robustness   a solution is a schedule that violates it (robust/schedule.h)
 *     sequential-reach   a solution is what `choose` gives on a run to an assertion that fails:
 *
 *         aedc 1
 *         choose 0 1 1 0
 *         end 4
 */
#ifndef HBKIT_PROBLEM_ROBUST_H
#define HBKIT_PROBLEM_ROBUST_H

#include "problem/problem.h"
#include "robust/lift.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_events_instance
{
  char *text;      /* in the standard layout, not split */
  hb_aed *program; /* split */
  hb_acode *code;
};

typedef struct hb_events_instance hb_events_instance;

static inline const hb_events_instance *
hb_events_of (const hb_instance *instance)
{
  return (const hb_events_instance *)instance;
}

static inline hb_aschedule *
hb_schedule_of (const hb_solution *solution)
{
  return (hb_aschedule *)(uintptr_t)solution;
}

static inline hb_seq_choices *
hb_choices_of (const hb_solution *solution)
{
  return (hb_seq_choices *)(uintptr_t)solution;
}

/* SCHEDULE's contents, CHOICES' contents (both stolen) as solutions.  New. */
hb_solution *hb_solution_of_schedule (hb_aschedule schedule);
hb_solution *hb_solution_of_choices (hb_seq_choices choices);

/* --- robust_instance.c: private to robust*.c, reach*.c --- */

/* The program that is read from INPUT (stolen); NULL after errors in DIAG.  New. */
hb_instance *hb_events_instance_read (hb_input *input, hb_diag *diag);
void hb_events_instance_free (const struct hb_problem *self, hb_instance *instance);
hb_instance *hb_events_instance_copy (const struct hb_problem *self, const hb_instance *instance);
bool hb_events_instance_equal (const struct hb_problem *self, const hb_instance *a,
                               const hb_instance *b);
void hb_events_instance_write (const struct hb_problem *self, const hb_instance *instance,
                               const char *comment, hb_output *output);

/* Does the file look like a program of this language, and is it sequential: has it a ghost, or an assertion? */
bool hb_events_look (const char *bytes, size_t length, bool *sequential);

/* Lines, and the program without one of them. */
size_t hb_events_parts (const struct hb_problem *self, const hb_instance *instance);
hb_instance *hb_events_without (const struct hb_problem *self, const hb_instance *instance,
                                size_t i);

/* --- robust_deciders.c, robust_many.c, reach.c --- */

extern const struct hb_decider *const hb_robust_deciders[];
extern const struct hb_generator *const hb_robust_generators[];
bool hb_robust_enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
                          hb_instance_visit *visit, void *context);

#ifdef __cplusplus
}
#endif
#endif
