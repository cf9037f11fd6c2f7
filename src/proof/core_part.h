/* Parts of a trace.  Private to core*.c. */
#ifndef HBKIT_CORE_PART_H
#define HBKIT_CORE_PART_H

#include "engine/engine.h"

/* What is kept of a trace. */
struct hb_part
{
  const hb_trace *trace; /* borrowed */
  bool *event;           /* event -> kept */
  bool *chained;         /* place in `trace->chained` -> the message stays in that chain */
  bool *message;         /* message -> kept even without events */
};

/* New: all of TRACE, or nothing of it. */
struct hb_part hb_part_new (const hb_trace *trace, bool all);
struct hb_part hb_part_copy (const struct hb_part *part);
void hb_part_free (struct hb_part *part);

/* Drops what cannot stay: gets without posts, reads without their writes, chain places of messages
 * that are not there (any more) or, in mo, that nobody posts. */
void hb_part_close (struct hb_part *part);

/* The part as a trace, new; PART is closed.  EVENTS and MESSAGES (may be NULL; room for those of
 * the whole trace) receive the number in the whole trace of each event and message of the new one. */
hb_trace *hb_part_trace (const struct hb_part *part, hb_id *events, hb_id *messages);

/* What the cycles of RESULT mention, which is a verdict on the trace of PART and refutes it: PART
 * becomes that, closed.  EVENTS and MESSAGES as above lead to PART's trace, of which OF is a part. */
void hb_part_mentioned (struct hb_part *part, const hb_trace *of, const hb_check_result *result,
                        const hb_id *events, const hb_id *messages, struct hb_limits *limits);

#endif
