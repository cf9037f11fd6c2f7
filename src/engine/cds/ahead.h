/* Memory is asked for before it is needed: the run meets messages in an order that no cache foresees, but the
 * queues and the trail say which ones come next.  Private to cds_*.c.
 *
 *     queue:   taken now    .. 16 ..    .. 24 ..    .. 32 ..
 *              its events   what it     its events  the message
 *                           posts last
 *
 * These functions only fetch, so they have to be inlined: gcc takes calls of what has no effect away. */
#ifndef HBKIT_CDS_AHEAD_H
#define HBKIT_CDS_AHEAD_H

#include "engine/cds/cds.h"

/* So many messages before its turn a message's place in memory is asked for, then its events, then the
 * message that it posts last. */
#define CDS_AHEAD_MESSAGE 32
#define CDS_AHEAD_EVENTS 24
#define CDS_AHEAD_POSTED 16

/* HANDLER is about to take the first message of its queue. */
static inline __attribute__ ((always_inline)) void
cds_look_ahead (const struct cds *cds, hb_id handler)
{
  const hb_id *queue = cds->queue + cds->queue_start[handler] + cds->head[handler];
  hb_id left = cds->tail[handler] - cds->head[handler];
  if (left > CDS_AHEAD_MESSAGE)
    __builtin_prefetch (&cds->messages[queue[CDS_AHEAD_MESSAGE]]);
  if (left > CDS_AHEAD_EVENTS)
    {
      const struct cds_message *m = &cds->messages[queue[CDS_AHEAD_EVENTS]];
      __builtin_prefetch (cds->trace->events.data + m->first);
      __builtin_prefetch (cds->trace->events.data + m->end - 1);
    }
  if (left > CDS_AHEAD_POSTED)
    {
      const struct hb_event *last
          = &cds->trace->events.data[cds->messages[queue[CDS_AHEAD_POSTED]].end - 1];
      if (last->kind == HB_POST)
        __builtin_prefetch (&cds->messages[last->object], 1);
    }
}

/* The same for events that are soon taken from the end of the trail. */
static inline __attribute__ ((always_inline)) void
cds_look_back (const struct cds *cds)
{
  const uint32_t *end = cds->trail.data + cds->trail.size;
  if (cds->trail.size > CDS_AHEAD_MESSAGE
      && end[-1 - CDS_AHEAD_MESSAGE] >> CDS_KIND_SHIFT == CDS_EVENT)
    __builtin_prefetch (cds->trace->events.data + end[-1 - CDS_AHEAD_MESSAGE]);
  if (cds->trail.size > CDS_AHEAD_POSTED
      && end[-1 - CDS_AHEAD_POSTED] >> CDS_KIND_SHIFT == CDS_EVENT)
    {
      const struct hb_event *event = &cds->trace->events.data[end[-1 - CDS_AHEAD_POSTED]];
      __builtin_prefetch (&cds->messages[event->message]);
      if (event->kind == HB_POST)
        __builtin_prefetch (&cds->messages[event->object], 1);
    }
}

#endif
