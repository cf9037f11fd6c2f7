/* From a run of the sequential program to one of the event program (robustness paper, theorem 4): each task's
 * accesses as they were, put in an order that the multi-thread semantics has, and the pivot last.
 *
 *     choices of a sequential run ──extract──▶ schedule
 */
#ifndef HBKIT_ROBUST_EXTRACT_H
#define HBKIT_ROBUST_EXTRACT_H

#include "robust/instrument.h"

/* The schedule, of the program that CODE is of, for the run that CHOICES lead to in MADE; false after an error in
 * DIAG: the choices are no run to a failure, or it cannot be put in order (which a wrong instrumentation shows).
 * Linear in the run, but for paths in the call tree, of which a schedule is made, and a scan of flags. */
bool hb_robust_extract (const hb_acode *code, const hb_instrumented *made, const int32_t *choices,
                        size_t count, hb_aschedule *schedule, hb_diag *diag);

#endif
