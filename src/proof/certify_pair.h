/* Orders of two messages as literals.  Private to certify*.c. */
#ifndef HBKIT_CERTIFY_PAIR_H
#define HBKIT_CERTIFY_PAIR_H

#include "trace/trace.h"

typedef struct hb_order_literals hb_order_literals;

/* Literals that do not name a pair: what always holds and what never does (variable 0). */
#define HB_LITERAL_TRUE 0
#define HB_LITERAL_FALSE 1

/* New; TRACE is borrowed. */
hb_order_literals *hb_order_literals_new (const hb_trace *trace);
void hb_order_literals_free (hb_order_literals *literals);

/* What a literal speaks of. */
enum hb_order_of
{
  HB_ORDER_OF_RUNS,
  HB_ORDER_OF_POSTS
};

/* The literal (in the manner of sat/units.h) "BEFORE runs, or is posted, before AFTER", two messages of
 * one handler, neither initial, both posted where it is about posts. O(1) expected for a pair asked
 * before, else O(depth of nested posts). */
hb_id hb_order_literal (hb_order_literals *literals, enum hb_order_of what, hb_id before,
                        hb_id after);

/* Do both messages have posts whose order is the order in which the messages run? */
bool hb_posts_decide (const hb_trace *trace, hb_id message, hb_id other);

/* Is LATER handed out before EARLIER if both are in the mailbox, whatever the order of their posts
 * (`priority`, LATER having the higher one), or if it was posted later (`stack`)? */
enum hb_sooner
{
  HB_SOONER_NEVER,
  HB_SOONER_ALWAYS,
  HB_SOONER_IF_POSTED_LATER
};
enum hb_sooner hb_handed_out_sooner (const hb_trace *trace, hb_id later, hb_id earlier);

#endif
