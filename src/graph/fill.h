/* Can jobs fill slots of time?  A flow.
 *
 * Each job gives time to the slots in which it is available, all in all at most so much, and something to each slot in
 * which it acts.  Some slots must be filled whole.  All is counted in parts of a unit of time, so many that every job can
 * put one part aside for each slot in which it acts; then what is left of each slot must be filled by what is left of the
 * jobs.  If that cannot be, Hall's theorem ("On representatives of subsets", 1935) names slots and jobs: nobody else is
 * available in those slots, and those jobs have less than the slots need; or just as much, and one of them acts in
 * another slot. */
#ifndef HBKIT_GRAPH_FILL_H
#define HBKIT_GRAPH_FILL_H

#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_fill
{
  size_t jobs, slots;
  int64_t *most;   /* by job: what it gives at most */
  int64_t *length; /* by slot: what it needs; 0: nothing */
  bool *available; /* [job * slots + slot] */
  bool *acts;      /* likewise; a job that acts is available */
  /* The answer. */
  int64_t unit;                   /* parts of one unit of time */
  int64_t *share;                 /* [job * slots + slot], in parts */
  bool *slot_short, *job_spent;   /* if there is none: the reason */
  size_t acting_job, acting_slot; /* of the reason; SIZE_MAX: the jobs have less */
};

/* Room for so many, all zero; what it owns goes back by `hb_fill_end`. */
void hb_fill_start (struct hb_fill *fill, size_t jobs, size_t slots);
void hb_fill_end (struct hb_fill *fill);

/* Fills in `share`; false, and the reason, if there is no way.  Augmenting paths: O(jobs slots) for each. */
bool hb_fill_find (struct hb_fill *fill);

#ifdef __cplusplus
}
#endif
#endif
