/* A trace's consistency as a problem for other solvers (ED-consistency paper, section 5.2,
 * Algorithm 2).
 *
 * Every event is a node, every known edge (po, rf, co, fr, pb, and eo and mo lines of the input)
 * says that one node comes before another, and every pair of messages of a handler is a choice:
 *
 *     last(1) < first(2)  and  post(1) < post(2),    or    last(2) < first(1)  and  post(2) < post(1)
 *
 * for two posted messages of a `queue`.  Algorithm 2 as printed leaves the order of the two
 * messages and that of their posts independent of each other, "last(1) < first(2) or last(2) <
 * first(1)" and "post(1) < post(2) or post(2) < post(1)", and so calls some inconsistent traces
 * consistent; both can be had.  The other disciplines (not in the paper):
 *
 *     sender-queue  as above if messages of one handler post both; otherwise only last < first
 *     multiset      only last < first; so for external messages on every handler
 *     stack         if 2 is posted between the post and the get of 1, it runs before 1
 *     priority      as a queue among equals; a lower one runs first only if its get comes before the
 *                   other's post
 *
 * The number of pairs grows with the square of the messages; everything is streamed. */
#ifndef HBKIT_ENCODE_H
#define HBKIT_ENCODE_H

#include <hbkit/format.h>

#include "base/output.h"
#include "trace/trace.h"
#include "trace/witness.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Says what the variables of the DIMACS forms mean, as JSON lines (doc/formats.md): for people
   * without hbkit.  Cost as above. */
void hb_encode_map (const hb_trace *trace, const struct hb_encode_options *options,
                    hb_output *output);

/* How many variables the DIMACS forms have. */
int64_t hb_encode_variables (const hb_trace *trace, const struct hb_encode_options *options);

/* The orders that MODEL (variable v: positive if true, from 1) of the DIMACS form that OPTIONS make
   * of TRACE says.  Tied to the mailboxes they have a run; as printed they need not.  NULL after an
   * error in DIAG: MODEL is none.  New.  Cost as above. */
hb_witness *hb_encode_lift (const hb_trace *trace, const struct hb_encode_options *options,
                            const signed char *model, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
