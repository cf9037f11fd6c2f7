/* Orders of two messages as literals.  Private to certify*.c. */
#ifndef HBKIT_CERTIFY_PAIR_H
#define HBKIT_CERTIFY_PAIR_H

#include "trace.h"

typedef struct hb_order_literals hb_order_literals;

/* Literals that do not name a pair: what always holds and what never does (variable 0). */
#define HB_LITERAL_TRUE 0
#define HB_LITERAL_FALSE 1

/* New; TRACE is borrowed. */
hb_order_literals *hb_order_literals_new (const hb_trace *trace);
void hb_order_literals_free (hb_order_literals *literals);

/* The literal (in the manner of rup.h) "BEFORE runs before AFTER", two messages of one handler,
 * neither initial. O(1) expected for a pair asked before, else O(depth of nested posts). */
hb_id hb_order_literal (hb_order_literals *literals, hb_id before, hb_id after);

/* Do both messages have posts whose order is the order in which the messages run? */
bool hb_posts_decide (const hb_trace *trace, hb_id message, hb_id other);

#endif
