/* The lanes of mailboxes: within one, messages are handed out by the order of their posts alone (and by their
 * priorities).
 *
 *     queue, stack, priority   one lane                     [ c b a ] -> take
 *     sender-queue             one for each of its senders  [ c a ] and [ b ]
 *     multiset                 none */
#ifndef HBKIT_LANES_H
#define HBKIT_LANES_H

#include "trace/trace.h"

/* New: message -> its lane, from 0, or HB_NONE: it is not posted, or to a multiset.  COUNT: how many lanes there are.
 * Linear.  Thread-safe: TRACE is read alone. */
hb_id *hb_lanes_new (const hb_trace *trace, hb_id *count);

#endif
