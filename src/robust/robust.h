/* What is asked of event programs, and what is answered: the words that all engines share.
 *
 *     det   in every run, the accesses of each event are ordered as depth-first: none comes after a conflicting one
 *           of a task that is later in the call tree's depth-first order (conflict-determinism)
 *     ser   in every run, the graph of conflicts between events has no cycle (conflict-serializability)
 *
 * A program that has both is conflict-robust (robustness paper, section 5). */
#ifndef HBKIT_ROBUST_ROBUST_H
#define HBKIT_ROBUST_ROBUST_H

#include "robust/schedule.h"

#include "base/limits.h"

enum hb_robust_answer
{
  HB_ROBUST_UNKNOWN = 0,
  HB_ROBUST_VIOLATED = 10,
  HB_ROBUST_ROBUST = 20
};

#define HB_PART_DET 1u
#define HB_PART_SER 2u
#define HB_PART_BOTH 3u

/* From where an event's own runs start, when it is asked for det alone: see doc/robustness.md. */
enum hb_det_from
{
  HB_DET_RUNS,      /* within the runs of the program: the reading of conflict-robustness */
  HB_DET_INIT,      /* alone, from the initial values */
  HB_DET_REACHABLE, /* alone, from the values of idle configurations that can be reached */
  HB_DET_ANY        /* alone, from all values */
};

/* UNKNOWN, VIOLATED, ROBUST. */
const char *hb_robust_answer_name (enum hb_robust_answer answer);

#endif
