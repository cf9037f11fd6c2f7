/* Two handlers without nested posting: consistency as 2SAT (doc/flat.md).
 *
 * With three handlers the problem is NP-complete (reduction `3sat-edflat-3`); with two it is
 * polynomial, for this reason. The messages of a mailbox come in two chains, one from each initial
 * message, and eo is a merge of the two: a Boolean for each pair of messages of different senders.
 * Given all of them the events of a handler are in a total order, so a shortest cycle of hb visits
 * each handler once; and then no more than two of the Booleans have a say in it. */
#ifndef HBKIT_TWO_HANDLERS_H
#define HBKIT_TWO_HANDLERS_H

#include <hbkit/engine.h>

#include "sat/cnf.h"
#include "trace/trace.h"

#endif
