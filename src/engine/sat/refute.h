/* The refutation that engine `sat` leaves behind. */
#ifndef HBKIT_ENGINE_SAT_REFUTE_H
#define HBKIT_ENGINE_SAT_REFUTE_H

#include "engine/engine.h"
#include "trace/hosts.h"

/* Completes the cycles of RESULT: adds those that tie the pairs they assume to their parents' pairs
 * (pairs.h), so that the cycles alone leave no total orders.  Of the cycles found by the
 * search one with fewest assumptions, a shortest among these, comes first. */
void hb_sat_refute (const hb_hosts *hosts, hb_check_result *result);

/* Drops the cycles of RESULT. */
void hb_sat_forget (hb_check_result *result);

#endif
