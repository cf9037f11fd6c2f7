/* Orders that need no engine: what the input and the mailboxes alone rule out.
 *
 * An order of two messages of one handler asks for edges (trace/order.h): of their events, of their posts, of
 * the get of one and the post of the other.  If one of them closes a cycle with what is known, the order is
 * impossible, and that cycle says why:
 *
 *     p:  post a -po-> post b        b before a in a queue: b is posted first      post b -mo-> post a
 */
#ifndef HBKIT_EXPLAIN_KNOWN_H
#define HBKIT_EXPLAIN_KNOWN_H

#include "trace/order.h"

struct hb_known;

/* The known edges of TRACE (borrowed).  New; linear. */
struct hb_known *hb_known_new (const hb_trace *trace);
void hb_known_free (struct hb_known *known);

/* The order PAIR is known from now on. */
void hb_known_add (struct hb_known *known, const struct hb_pair *pair);

/* Into CYCLE, whose steps become new, a short cycle that assumes PAIR and otherwise what is known; false if there
 * is none, or none was found with the patience left.  A breadth-first search for each edge that PAIR asks for. */
bool hb_known_refutes (struct hb_known *known, const struct hb_pair *pair, struct hb_cycle *cycle);

#endif
