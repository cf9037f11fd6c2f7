/* One run of a trace as far as it goes, for a player of traces that have none. */
#ifndef HBKIT_EXPLORER_ATTEMPT_H
#define HBKIT_EXPLORER_ATTEMPT_H

#include "trace/trace.h"

struct hb_attempt
{
  hb_id *run;  /* all events; owned */
  size_t done; /* how many of them have run by the operational semantics */
};

/* Runs TRACE: whatever can happen happens, posts last.  Where nothing can, the attempt is over, and the rest follows
 * in program order, so that it has places in a picture.  That it goes not far says nothing of other runs.  About
 * O(events * handlers) at worst. */
struct hb_attempt hb_attempt (const hb_trace *trace);
void hb_attempt_free (struct hb_attempt *attempt);

#endif
