/* Real time: of the orders that the formula admits, those of real schedules, every job running for some time in (0, C].
 *
 * Time is cut into slots, at arrivals and deadlines.  Within a slot nothing arrives, so that the higher of the jobs that
 * wait runs first, to its end or the slot's.  Booleans say up to which slot an event has happened, p (a, s), and a job is
 * over, e (J, s).  A job is available in a slot if it has started, is not over before, and every higher job that has
 * arrived is over in that slot or before, or is kept out by a lock that the job took before that one arrived.
 * A slot over whose end a job waits is full.
 *
 * An order is real iff the jobs available in the full slots can fill them, none giving more than C, with something
 * left for every slot in which the job does something: a flow.  If there is none, Hall's theorem names slots and
 * jobs that are too few for them: a clause, and the search goes on. */
#ifndef HBKIT_PERIODIC_EXACT_H
#define HBKIT_PERIODIC_EXACT_H

#include "periodic/run.h"

typedef struct hb_exact hb_exact;

/* Adds the clauses of slots to VC (borrowed; made with HB_KEEP_LOCKS or HB_KEEP_ALL, by positions).  New. */
hb_exact *hb_exact_new (hb_vc *vc);
void hb_exact_free (hb_exact *exact);

/* Is the model with these INPUTS (hb_vc_inputs) a real schedule?  If not, a clause against its like is added to
 * the formula. */
bool hb_exact_accepts (hb_exact *exact, const signed char *inputs);

/* After it was accepted: gives RUN (made of the same inputs) its segments and times. */
void hb_exact_time (const hb_exact *exact, const signed char *inputs, hb_periodic_run *run);

#endif
