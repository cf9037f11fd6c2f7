/* Real time, for claims about real schedules: every job runs for some time in (0, C], the highest that may has the processor,
 * nobody is idle while a job waits.
 *
 * Time is cut into slots at arrivals and departures, so that nothing arrives within one.  Wires say that an event has
 * happened by the end of a slot, that a job is over by then, that it acts (has an event, or its end) or runs in a slot,
 * and that the processor is busy in all of a slot.  The clauses here are true of real schedules, if each wire says what it is
 * called.  So is any clause of this kind, which a certificate asks for:
 *
 *     if these slots are busy throughout, a job that is none of these runs in one of them
 *
 * where the slots are longer than all that these jobs may run; or just as long, "or that one of these jobs does not
 * act in that other slot". */
#ifndef HBKIT_PROOF_PERIODIC_SLOTS_H
#define HBKIT_PROOF_PERIODIC_SLOTS_H

#include "proof/periodic/gates.h"

/* The slots of a job: from its arrival to its departure. */
struct hb_slots_job
{
  size_t from, to;                /* both included */
  VEC (hb_wire) over, acts, runs; /* [slot - from]; it is over in any case by the end of `to` */
  VEC (hb_wire) done;             /* [place of the event * (to - from + 1) + slot - from] */
};

struct hb_slots
{
  VEC (int64_t) cuts; /* slot s is from cuts[s] to cuts[s + 1]; the last one has no end */
  VEC (hb_wire) full;
  struct hb_slots_job *jobs; /* NULL: the claim is not about real schedules */
};

/* These jobs are too few for these slots. */
struct hb_shortage
{
  bool *slots, *jobs;
  size_t acting_job, acting_slot; /* SIZE_MAX: none */
};

struct hb_formula;

/* Makes the wires and clauses of F, whose order is made. */
void hb_formula_slots (struct hb_formula *f);
void hb_formula_end_slots (struct hb_formula *f);

/* Event at PLACE of job J has happened, J is over, by the end of SLOT, which may be one before or behind J's own (-1: before
 * all time). */
hb_wire hb_formula_done (const struct hb_formula *f, size_t j, size_t place, int64_t slot);
hb_wire hb_formula_over (const struct hb_formula *f, size_t j, int64_t slot);

/* Adds the clause of SHORTAGE; false if the jobs are enough, or the last slot is one of them.  O(jobs slots). */
bool hb_formula_short (struct hb_formula *f, const struct hb_shortage *shortage);

#endif
