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

struct hb_saturation_options
{
  bool
      buries; /* stacks and priorities have a rule of their own (hb_buries): a message that runs before one
                    that would bury it starts before that one is posted */
  uint64_t work; /* give up after so many rows taken in; 0: do not */
};

/* New: all that rules 1 and 3 say of TRACE, whose known edges are in ORDER (both borrowed).  NULL when the
 * known edges have a cycle and when one of LIMITS (may be NULL) is hit or OPTIONS' work (NULL: all zero) is done. */
hb_saturation *hb_saturation_new (const hb_trace *trace, const hb_order *order,
                                  const struct hb_saturation_options *options,
                                  struct hb_limits *limits);
void hb_saturation_free (hb_saturation *saturation);

/* Must message BEFORE run before message AFTER?  Both are of one handler and neither is initial.
 * If it must in both directions, the trace is inconsistent. */
bool hb_saturation_forces (const hb_saturation *saturation, hb_id before, hb_id after);

/* Must some two messages run before one another both ways round?  Then the trace is inconsistent. */
bool hb_saturation_contradicts (const hb_saturation *saturation);

/* Rows taken in so far: the work done, the same on every machine. */
uint64_t hb_saturation_work (const hb_saturation *saturation);

/* --- orders that are tried (saturation_try.c) --- */

/* From now on orders may be tried; there must be no contradiction. */
void hb_saturation_start (hb_saturation *saturation);

/* NODE has happened, or not after all: what it reaches matters no more. */
void hb_saturation_happens (hb_saturation *saturation, hb_id node, bool happens);

/* To be tried: MESSAGE runs before OF, which then has not started; said of all OF of its handler that come after it. */
void hb_saturation_put_ahead (hb_saturation *saturation, hb_id message, hb_id of);

/* To be tried: BEFORE runs before AFTER, by an edge of their own. */
void hb_saturation_order (hb_saturation *saturation, hb_id before, hb_id after);

/* Tries all that was said since the last call: true if no two messages are forced both ways round, else all of
 * that is taken back.  False also when a limit was hit. */
bool hb_saturation_try (hb_saturation *saturation, struct hb_limits *limits);

/* What has been tried up to now, and to come back to that. */
size_t hb_saturation_mark (const hb_saturation *saturation);
void hb_saturation_take_back (hb_saturation *saturation, size_t mark);

#endif
