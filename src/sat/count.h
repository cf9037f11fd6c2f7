/* Clauses that bound how many literals are true. */
#ifndef HBKIT_SAT_COUNT_H
#define HBKIT_SAT_COUNT_H

#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds to CNF, with fresh variables, that at most (at least) BOUND of the COUNT literals are true, in
 * O(COUNT min (BOUND, COUNT - BOUND)) clauses. */
void hb_cnf_at_most (hb_cnf *cnf, const int *literals, size_t count, uint64_t bound);
void hb_cnf_at_least (hb_cnf *cnf, const int *literals, size_t count, uint64_t bound);

#ifdef __cplusplus
}
#endif
#endif
