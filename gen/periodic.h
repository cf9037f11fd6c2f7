/* Periodic programs at random: schedulable task sets, with a race that needs so many preemptions if one is asked for.
 *
 * Utilisations by UUniFast (Bini and Buttazzo, "Measuring the performance of schedulability tests", Real-Time
 * Systems 30, 2005): uniform among those with a given sum.  Sets that response times do not show schedulable
 * are drawn again. */
#ifndef HBKIT_GEN_PERIODIC_H
#define HBKIT_GEN_PERIODIC_H

#include "base/diag.h"
#include "base/rng.h"

struct hb_periodic_shape
{
  uint64_t tasks;      /* at least 2 */
  double utilisation;  /* of all tasks, in (0, 1] */
  bool harmonic;       /* each period divides the next one */
  bool offsets;        /* tasks may arrive late */
  uint64_t locks;      /* how many there are */
  uint64_t statements; /* of a task, at most */
  uint64_t
      race; /* an assertion that fails only if its job is preempted so often; 0: none is planted */
};

/* 3 tasks, utilisation 0.7, no offsets, no locks, 4 statements, no race. */
struct hb_periodic_shape hb_periodic_defaults (void);

/* The program's text (C with HB_TASK), a statement a line; NULL after an error in DIAG: no schedulable set was found in
 * many draws.  New. */
char *hb_periodic_random (const struct hb_periodic_shape *shape, struct hb_rng *rng, hb_diag *diag);

/* A small program of TASKS tasks, whose bodies are of a few statements on two variables (and a lock, if LOCKS):
 * mostly interesting, not always schedulable.  INVERTED: the lowest task has the shortest period, so that deadlines of
 * higher ones have to be tightened.  New. */
char *hb_periodic_small (uint64_t tasks, uint64_t statements, bool locks, bool inverted,
                         struct hb_rng *rng);

/* Visits the programs of SIZE statements in all, in at most TASKS tasks, on a grid of execution times and offsets;
 * false if VISIT ended it. */
typedef bool hb_periodic_visit (void *context, const char *text);
bool hb_periodic_each_small (uint64_t size, uint64_t tasks, hb_periodic_visit *visit,
                             void *context);

#endif
