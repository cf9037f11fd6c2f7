/* Why a trace is inconsistent, as one cycle of happens-before and the reasons for the orders in it.
 *
 * An engine refutes a trace by cycles that assume orders of messages (trace/order.h) and cannot all be avoided.
 * A cycle that assumes one order only says that the other order is forced; with what is forced, a further
 * cycle may assume one order only, and so on:
 *
 *     cycle A: assumes a2 < a1                   so a1 < a2           (reason: A)
 *     cycle B: assumes b2 < b1                   so b1 < b2           (reason: B)
 *     cycle C: assumes a1 < a2 and b1 < b2       all is forced: no order is left
 *
 * C is the cycle to be drawn, A and B say why its orders hold.  What the input and the mailboxes alone rule out,
 * engines know without a cycle: these are found here (explain_known.h). */
#ifndef HBKIT_EXPLAIN_H
#define HBKIT_EXPLAIN_H

#include <hbkit/draw.h>

#include "trace/order.h"

#ifdef __cplusplus
extern "C" {
#endif

/* BEFORE runs (POSTS: is posted) before AFTER; the cycle of that number rules the other order out. */
struct hb_reason
{
  hb_id before, after;
  bool posts;
  size_t cycle;
};

struct hb_explanation
{
  struct hb_cycle *cycles;        /* those given, shortened, then some that need no engine; owned */
  size_t count;                   /* of them */
  size_t given;                   /* so many of them were given */
  size_t cycle;                   /* the one to be drawn */
  bool complete;                  /* all that it assumes is forced: the trace has no order */
  VEC (struct hb_reason) reasons; /* for what it assumes, each after those that it needs itself */
};

/* As `hb_explanation_new`, in place; cleared with `hb_explanation_clear`. */
struct hb_explanation hb_explain (const hb_trace *trace, const struct hb_cycle *cycles,
                                  size_t count);
void hb_explanation_clear (struct hb_explanation *explanation);

/* Is REASON one of the mailbox: the posts' order is forced without an engine, and the mailbox keeps it? */
bool hb_reason_is_queue (const struct hb_explanation *explanation, const hb_trace *trace,
                         const struct hb_reason *reason);

/* The reason for the order that STEP assumes, or NULL: it assumes none, or none is known. */
const struct hb_reason *hb_explanation_reason (const struct hb_explanation *explanation,
                                               const hb_trace *trace, const struct hb_step *step);

#ifdef __cplusplus
}
#endif
#endif
