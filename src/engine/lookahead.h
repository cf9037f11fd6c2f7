/* Runs a trace, and looks ahead at every choice: a part of the engine `auto`.  Private to the library.
 *
 * Where the run has a choice (which message is posted next to a mailbox, which one is taken next where the
 * mailbox leaves that open), the orders that it settles are tried on the closure of all known and settled
 * orders (saturation.h).  If two messages would then have to run before one another both ways round, the
 * choice is not made.  So the run gets stuck late or never on traces whose orders imply one another; there the
 * engines that learn from where a run got stuck have a new conflict almost every time.
 *
 * Saturation and a greedy run is how races are predicted in traces of threads; here choices are also
 * taken back, the last ones first, more of them the longer that does not help.  It never refutes by search:
 * who does not find a run says nothing. */
#ifndef HBKIT_LOOKAHEAD_H
#define HBKIT_LOOKAHEAD_H

#include "base/limits.h"
#include "trace/witness.h"

struct hb_lookahead_options
{
  uint64_t memory;    /* at most so many bytes for the closure */
  uint64_t work;      /* at most so many rows of the closure taken in; 0: any number */
  uint64_t dead_ends; /* it is given up after so many */
  uint64_t seed;      /* of what is tried after something was taken back */
};

/* New: a run of TRACE as a witness, or NULL.  *HOPELESS then says whether it is no use to ask again with more
 * work: the closure takes too much memory, or is contradictory by itself. */
hb_witness *hb_lookahead (const hb_trace *trace, const struct hb_lookahead_options *options,
                          struct hb_limits *limits, bool *hopeless);

#endif
