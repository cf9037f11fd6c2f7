/* All small traces, each at least once. */
#ifndef HBKIT_SMALL_H
#define HBKIT_SMALL_H

#include "trace/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How large: exactly this many of each. */
struct hb_small_size
{
  int handlers;   /* that run or are posted something; at most 4 */
  int messages;   /* posted; at most 6 */
  int accesses;   /* reads and writes; at most 6 */
  bool nested;    /* messages that are posted may post */
  bool histories; /* no co is told (trace/history.h); for sizes without messages */
  int mailbox;    /* enum hb_mailbox, of all handlers */
};

/* Calls VISIT for the traces of SIZE (2 * messages + accesses events), at least one for each
   * class under renaming.  Left out are traces with an access that constrains nothing: each
   * variable has a write and another access.  co is total on each variable.  The trace is borrowed;
   * VISIT may change its mailboxes.  Stops when VISIT returns false; the result says whether all
   * were visited.  CONTEXT is handed through.  Some 10 microseconds for each trace. */
bool hb_small_traces (const struct hb_small_size *size,
                      bool (*visit) (hb_trace *trace, void *context), void *context);

#ifdef __cplusplus
}
#endif
#endif
