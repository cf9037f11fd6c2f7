/* A random run of an event-driven program that is made up on the way.  Private to the generator of
 * traces. */
#ifndef HBKIT_RUN_H
#define HBKIT_RUN_H

#include "traces.h"

#include "vec.h"

/* Events are numbered in the order in which they happened. */
struct run_event
{
  hb_id message;
  hb_id object; /* read, write: the variable; post: the message posted */
  hb_id from;   /* read: the write read from, HB_NONE for the initial value */
  uint8_t kind; /* enum hb_event_kind */
};

/* First the initial messages, one a handler, then the external ones, then those posted, in the
 * order of their posts. */
struct run_message
{
  hb_id handler;
  hb_id sender; /* posted: the handler that posts it */
  int32_t priority;
  uint8_t kind; /* enum hb_message_kind */
};

struct run
{
  const struct hb_run_shape *shape;
  VEC (struct run_event) events;
  VEC (struct run_message) messages;
  VEC (hb_id) started;  /* the messages in the order in which they started, initial ones left out */
  VEC (hb_id) posted;   /* and in the order in which they were posted */
  uint8_t *mailbox;     /* of each handler */
  hb_id *co, *co_start; /* the writes of variable x in coherence order: co[co_start[x]] ... */
};

/* Fills RUN with a run of SHAPE (borrowed). */
void run_make (struct run *run, const struct hb_run_shape *shape, struct hb_rng *rng);
void run_free (struct run *run);

/* Damages the run as its shape says (perturb.c). */
void run_perturb (struct run *run, struct hb_rng *rng);

/* Tells the run to BUILDER, up to and with `hb_build_end` (run_tell.c). */
void run_tell (const struct run *run, hb_builder *builder);

#endif
