/* Searches a run of a trace on the closure of happens-before: the engine `closure`, and a part of `auto`.  Private to
 * the library.
 *
 *     struct hb_closure_search *search = hb_closure_search_new (trace, memory, limits);
 *     while (search && hb_closure_search_go (search, work) == HB_CLOSURE_GOING) work *= 2;
 *     hb_closure_search_end (search, result);
 *
 * It decides the orders of pairs of messages one by one.  After each decision all orders that it forces are
 * found: the closure is kept up to date, and where it forces a pair both ways round, a clause is learned
 * from the paths that say so.  A decision costs thousands of times what it costs the engines that
 * meet cycles one by one, but so many orders follow from each that some dozens of conflicts do where the others do
 * not come to an end with tens of thousands.  Each path is told as a cycle, and so a search that ends without a run is
 * a proof that there is none. */
#ifndef HBKIT_CLOSURE_SEARCH_H
#define HBKIT_CLOSURE_SEARCH_H

#include "engine/engine.h"

enum hb_closure_answer
{
  HB_CLOSURE_GOING,   /* the work is done; ask again with more of it */
  HB_CLOSURE_FOUND,   /* a run */
  HB_CLOSURE_REFUTED, /* there is none: cycles say so */
  HB_CLOSURE_HOPELESS /* it is no use to go on: no memory, or a limit was hit */
};

struct hb_closure_search;

/* New: a search on TRACE (borrowed, as are LIMITS, which may be NULL); NULL if the closure takes more than MEMORY
 * bytes. */
struct hb_closure_search *hb_closure_search_new (const hb_trace *trace, uint64_t memory,
                                                 struct hb_limits *limits);

/* Goes on until WORK words of the closure have been looked at since the beginning, and others things counted like them:
 * the same on every machine, and some 150 million a second. */
enum hb_closure_answer hb_closure_search_go (struct hb_closure_search *search, uint64_t work);

/* Frees SEARCH (NULL is legal); the run or the cycles that it has found, with its verdict and its counts, move into
 * RESULT, unless that is NULL. */
void hb_closure_search_end (struct hb_closure_search *search, hb_check_result *result);

#endif
