/* Searches a run of a trace on the closure of happens-before: a part of the engine `auto`.  Private to the library.
 *
 *     struct hb_closure_search *search = hb_closure_search_new (trace, memory, limits);
 *     while (search && hb_closure_search_go (search, work) == HB_CLOSURE_GOING) work *= 2;
 *     witness = hb_closure_search_end (search);
 *
 * It decides the orders of pairs of messages one by one.  After each decision all orders that it forces are
 * found: the closure is kept up to date, and where it forces a pair both ways round, a clause is learned
 * from the paths that say so.  A decision costs thousands of times what it costs the engines that
 * meet cycles one by one, but so many orders follow from each that some dozens of conflicts do where the others do
 * not come to an end with tens of thousands.  It refutes nothing: who does not find a run says nothing. */
#ifndef HBKIT_CLOSURE_SEARCH_H
#define HBKIT_CLOSURE_SEARCH_H

#include "base/limits.h"
#include "trace/witness.h"

enum hb_closure_answer
{
  HB_CLOSURE_GOING,   /* the work is done; ask again with more of it */
  HB_CLOSURE_FOUND,   /* a run */
  HB_CLOSURE_HOPELESS /* it is no use to go on: no run, no memory, or a limit was hit */
};

struct hb_closure_search;

/* New: a search on TRACE (borrowed, as are LIMITS, which may be NULL); NULL if the closure takes more than MEMORY
 * bytes. */
struct hb_closure_search *hb_closure_search_new (const hb_trace *trace, uint64_t memory,
                                                 struct hb_limits *limits);

/* Goes on until WORK rows of the closure have been taken in since the beginning: the same on every machine. */
enum hb_closure_answer hb_closure_search_go (struct hb_closure_search *search, uint64_t work);

/* Conflicts met so far. */
uint64_t hb_closure_search_conflicts (const struct hb_closure_search *search);

/* Frees SEARCH (NULL is legal); the run that it has found, new, else NULL. */
hb_witness *hb_closure_search_end (struct hb_closure_search *search);

#endif
