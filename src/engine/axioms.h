/* The axioms of consistency, taken literally: are these eo and mo of a trace those of a run?  See
 * doc/semantics.md, which derives them from Definitions 1 and 2 of the ED-consistency paper for
 * every mailbox discipline.
 *
 * For testing: no engine uses this, and it uses none of what they share. */
#ifndef HBKIT_AXIOMS_H
#define HBKIT_AXIOMS_H

#include "trace/witness.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Do the orders of WITNESS (total, each message once) satisfy the ties of all mailboxes of TRACE, and
   * is happens-before acyclic with them?  The eo and mo lines of TRACE are not looked at
   * (`hb_witness_fits`).  Cubic in the events, for small traces. */
bool hb_axioms_hold (const hb_trace *trace, const hb_witness *witness);

#ifdef __cplusplus
}
#endif
#endif
