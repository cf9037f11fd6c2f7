/* A simulator of the operational semantics that is too plain to be wrong (and too slow to be used): everything is looked up by
 * scanning. */
#ifndef HBKIT_PLAIN_SIMULATOR_H
#define HBKIT_PLAIN_SIMULATOR_H

#include "trace/trace.h"

struct simulator
{
  const hb_trace *trace;
  bool free_memory; /* reads and writes always happen */
  hb_id *pc;        /* message -> events done; count + 1: finished */
  hb_id *box;       /* posted, not taken, all handlers together, in the order of the posts */
  size_t boxed;
  hb_id *running; /* handler -> message or HB_NONE */
  hb_id *last;    /* variable -> last write */
  hb_id *writes;  /* variable -> writes so far */
  hb_id *started,
      *posted; /* messages in the order of their starts and posts, all handlers together */
  size_t starts, posts, happened;
};

struct simulator simulator_new (const hb_trace *trace);
void simulator_copy (struct simulator *to, const struct simulator *from);
void simulator_free (struct simulator *simulator);

/* Can MESSAGE's next step happen (its start, with the first event if there is one; or its next event)? */
bool simulator_can (const struct simulator *simulator, hb_id message);

/* Lets it happen.  Gives the event, or HB_NONE for the start of a message without events. */
hb_id simulator_step (struct simulator *simulator, hb_id message);

/* All messages have run. */
bool simulator_done (const struct simulator *simulator);

#endif
