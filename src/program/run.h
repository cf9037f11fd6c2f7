/* Running event-driven programs step by step (ED-consistency paper, section 2.2, the mailbox being
 * a parameter).
 *
 * A step is one event: a get, post, write or read.  What a handler computes by itself, jumps and
 * `last` included, happens at once behind the event before it: nobody else sees it.  So a handler
 * is always idle or in front of an event, and the steps that can be taken are:
 *
 *     in front of a post, write or read      that event
 *     in front of an await                   that read, if the variable's value satisfies it
 *     idle, with messages in the mailbox     a get of a message that the discipline hands out: one
 *                                            with a queue, stack or priority mailbox, one for each
 *                                            sender with a sender-queue, one for each message
 *                                            with a multiset
 *
 * A run ends when no step can be taken.  It is a deadlock if some handler stands in front of an
 * await; otherwise all handlers are idle and all mailboxes empty, and the run is done: nothing else
 * blocks.
 *
 *     hb_execution *run = hb_execution_new (code);
 *     while (hb_execution_enabled (run, &steps))
 *       hb_execution_take (run, steps.data[...]);
 *     hb_execution_tell (run, -1, true, builder);   the trace of the run, with eo and mo
 *     hb_execution_free (run);
 *
 * schedule.h chooses the steps. */
#ifndef HBKIT_PROGRAM_RUN_H
#define HBKIT_PROGRAM_RUN_H

#include <hbkit/program.h>

#include "trace/builder.h"
#include "program/code.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_run_steps /* a vector, see base/vec.h; VEC_EMPTY at first */
{
  struct hb_run_step *data;
  size_t size, capacity;
};

/* What a step would do. */
struct hb_effect
{
  uint8_t kind;     /* enum hb_event_kind */
  hb_id object;     /* read, write: the variable; post: the receiver; get: the message */
  int64_t value;    /* write: the value */
  int32_t priority; /* post: of the message; get: of the message taken */
};

/* Where it went wrong (the await of the first waiting handler, the assertion, the error). */
struct hb_spot hb_execution_spot (const hb_execution *run);

/* What STEP, which can be taken, would do. */
struct hb_effect hb_execution_effect (const hb_execution *run, struct hb_run_step step);

/* Messages started and posted so far (without initial ones). */
size_t hb_execution_posts (const hb_execution *run);

/* The present value of a variable, for those who want to see it. */
int64_t hb_execution_value (const hb_execution *run, hb_id variable);

/* The message of that name in the mailbox of HANDLER, or HB_NONE. */
hb_id hb_execution_find_message (const hb_execution *run, hb_id handler, const char *name);

/* Tells BUILDER the trace of the run, up to and with `hb_build_end`; with ORDERS, its eo and mo,
 * too. MAILBOX is the discipline to say in the trace in place of those of the run (a multiset's run
 * that is to be decided as one of queues); -1: those of the run.  A run that is not done is closed
 * for that: messages under way end where they are, the others in the mailboxes are taken as the
 * disciplines say and end at once. */
void hb_execution_tell (const hb_execution *run, int mailbox, bool orders, hb_builder *builder);

#ifdef __cplusplus
}
#endif
#endif
