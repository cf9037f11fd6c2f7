/* The engine `sat` by pieces, for an engine that asks others between. */
#ifndef HBKIT_SAT_SEARCH_H
#define HBKIT_SAT_SEARCH_H

#include "engine/engine.h"

struct hb_sat_search;

/* New: no sort has been tried.  TRACE and OPTIONS are borrowed until the end.  Linear. */
struct hb_sat_search *hb_sat_search_new (const hb_trace *trace,
                                         const struct hb_check_options *options);

/* Goes on until WORK was done in all, nodes of sorts and edges looked at for cycles (false), or there is an answer or a limit
 * was hit (true). */
bool hb_sat_search_go (struct hb_sat_search *search, uint64_t work);

/* Did the last sort that got stuck come to its end when some assumptions were let go, fewer than there might have been?  Then
 * an answer is mostly some sorts away. */
bool hb_sat_search_is_near (const struct hb_sat_search *search);

/* How far the sort came that came furthest before it got stuck, in thousandths of its nodes. */
size_t hb_sat_search_depth (const struct hb_sat_search *search);

/* Moves the answer into RESULT (NULL: it is not wanted) and frees SEARCH. */
void hb_sat_search_end (struct hb_sat_search *search, hb_check_result *result);

#endif
