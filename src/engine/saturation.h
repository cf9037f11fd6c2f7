/* What the known relations force: saturation rules 1 and 3 (ED-consistency paper, section 5.1), to
 * a fixpoint.  Private to the library.
 *
 * Rule 1: an event of message a happens before one of message b of the same handler, so a runs
 * before b. Rule 3: where posts and runs are coupled (hb_coupled), a is posted before b iff a runs
 * before b.
 *
 *       a        b                post a --> post b
 *     +----+   +----+               |          |
 *     |  o-|---|-> o|             +-v--+     +-v--+
 *     +----+   +----+             | a  | --> | b  |
 *        `------^  eo             +----+ eo  +----+
 *
 * The closure of happens-before is kept meanwhile, as three bits for each event and message: a
 * cubic amount of work at worst, a quadratic amount of memory always. */
#ifndef HBKIT_SATURATION_H
#define HBKIT_SATURATION_H

#include "base/limits.h"
#include "trace/order.h"

typedef struct hb_saturation hb_saturation;

/* How much memory it takes, in bytes. */
uint64_t hb_saturation_bytes (const hb_trace *trace, const hb_order *order);

/* New: all that rules 1 and 3 say of TRACE, whose known edges are in ORDER (both borrowed).  NULL when the
 * known edges have a cycle and when one of LIMITS (may be NULL) is hit. */
hb_saturation *hb_saturation_new (const hb_trace *trace, const hb_order *order,
                                  struct hb_limits *limits);
void hb_saturation_free (hb_saturation *saturation);

/* Must message BEFORE run before message AFTER?  Both are of one handler and neither is initial.
 * If it must in both directions, the trace is inconsistent. */
bool hb_saturation_forces (const hb_saturation *saturation, hb_id before, hb_id after);

#endif
