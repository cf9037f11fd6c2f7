/* Wild traces: rf and co do not come from a run, so that about half are inconsistent. */
#ifndef HBKIT_WILD_TRACES_H
#define HBKIT_WILD_TRACES_H

#include "base/rng.h"
#include "trace/trace.h"

struct wild_shape
{
  int messages;  /* 2 .. this many, initial ones not counted; at most 10 */
  int accesses;  /* 0 .. this many reads and writes; at most 20 */
  int externals; /* share of external messages in percent */
  int mailbox; /* of all handlers; -1: queue, sender-queue or multiset for each; -2: any for each */
  bool chains; /* with eo and mo lines */
  bool interleaved; /* without contradictions among the known edges, chains apart */
  bool
      loaded; /* what the first handler gets is posted before its initial message ends: two or three handlers */
  bool held; /* much of it is posted while its first message runs: two or three handlers */
};

/* New.  Two to four handlers. */
hb_trace *wild_trace (struct hb_rng *rng, struct wild_shape shape);

/* Trace I of a row of small ones, of all disciplines, with chains.  New. */
hb_trace *wild_trace_number (uint64_t i);

#endif
