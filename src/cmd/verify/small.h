/* All small traces, size by size: what most subjects of `hbkit verify` that are about traces start
 * with. */
#ifndef HBKIT_CMD_VERIFY_SMALL_H
#define HBKIT_CMD_VERIFY_SMALL_H

#include "gen/small.h"

struct verify_sizes
{
  int least_events, most_events; /* gets and posts count */
  int most_handlers;             /* from 1 on */
  int least_messages, most_messages;
  int most_accesses;
};

/* Calls VISIT for the traces of all these sizes, which are in all else as LIKE, the fewest events
 * first, then the fewest handlers, then the fewest messages; gen/small.h says of VISIT and CONTEXT. */
void verify_small (const struct verify_sizes *sizes, struct hb_small_size like,
                   bool (*visit) (hb_trace *trace, void *context), void *context);

#endif
