/* The engine `cds` by pieces, for an engine that asks others between. */
#ifndef HBKIT_CDS_SEARCH_H
#define HBKIT_CDS_SEARCH_H

#include "engine/engine.h"

struct hb_cds_search;

/* New: tries the messages in the order of the file; without success the search stands at its start.  TRACE,
 * which the engine must accept, and OPTIONS are borrowed until the end.  A run of the trace. */
struct hb_cds_search *hb_cds_search_new (const hb_trace *trace,
                                         const struct hb_check_options *options);

/* Goes on until WORK has been done in all or the next thing to do is to saturate (false), or there is an answer or a limit was
 * hit (true).  Work is counted in events executed: looking for cycles, and through clauses and orders, is so much more. */
bool hb_cds_search_go (struct hb_cds_search *search, uint64_t work);

/* Is saturation, which takes as long as some passes, the next thing to do?  So it is once. */
bool hb_cds_search_saturates (const struct hb_cds_search *search);

/* The most events that a run had executed, in the last call of go, when it met a conflict or paused. */
size_t hb_cds_search_deepest (const struct hb_cds_search *search);

/* Do conflicts wait for the end of a pass, and does the run get on?  Not so on traces that look as if drawn at random, and where
 * messages are tied so little to one another that next to all work is to look who waits for whom (formulas as traces of multisets). */
bool hb_cds_search_is_late (const struct hb_cds_search *search);

/* Fills RESULT, which must be empty (NULL: the answer is not wanted), and frees SEARCH. */
void hb_cds_search_end (struct hb_cds_search *search, hb_check_result *result);

#endif
