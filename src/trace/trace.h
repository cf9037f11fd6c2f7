/* A partial trace of an event-driven program (ED-consistency paper, section 2.3).
 *
 *     handler h1            handler h2 (mailbox: queue)
 *     initial               message m2           message m1
 *     +-----------+         +-----------+        +-----------+
 *     | post m1   |--pb-->  | get       |        | get       |
 *     | post m2   |         | W x 1     |--rf--> | R x       |
 *     +-----------+         +-----------+        +-----------+
 *
 * Given are program order (po: the events of a message lie one after another), reads-from (rf),
 * coherence order (co: total on the writes of a variable) and posted-by (pb).  Execution order (eo:
 * which message of a handler runs first) and message order (mo: which post to a handler comes
 * first) are missing, or known in part.
 *
 * Handlers, messages, events and variables are numbered from 0.  The messages of a handler are
 * consecutive, the events of a message are consecutive.  A trace is made by a builder (builder.h)
 * or a reader (format/edt.h) and does not change afterwards. */
#ifndef HBKIT_TRACE_H
#define HBKIT_TRACE_H

#include <hbkit/trace.h>

#include "base/names.h"
#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All that the engines go through, over and over, and no more: 16 bytes. */
struct hb_event
{
  hb_id message; /* where it stands */
  hb_id object;  /* read, write: the variable; post: the message posted; get: the own message */
  hb_id partner; /* read: the write it reads from, HB_NONE for the initial value;
                      write: its rank in co, from 0; post: its get; get: its post */
  uint8_t kind;  /* enum hb_event_kind */
};

struct hb_message
{
  hb_id name; /* number in `message_names`; HB_NONE for an initial message */
  hb_id handler;
  hb_id first;      /* its events are first .. first + count - 1, a get being the first */
  hb_id count;      /* may be 0 for initial and external messages */
  hb_id post;       /* the event that posts it, or HB_NONE */
  int32_t priority; /* higher runs first under HB_PRIORITY; 0 if not given */
  uint8_t kind;     /* enum hb_message_kind */
  bool has_priority;
};

struct hb_handler
{
  hb_id name;  /* number in `handler_names` */
  hb_id first; /* its messages are first .. first + count - 1 */
  hb_id count;
  hb_id initial;      /* its initial message, or HB_NONE */
  uint8_t mailbox;    /* enum hb_mailbox */
  bool mailbox_given; /* by its own line, not by the trace's */
};

struct hb_variable
{
  hb_id name;  /* number in `variable_names` */
  hb_id first; /* its writes in coherence order are co[first .. first + count - 1] */
  hb_id count;
};

/* A chain m1, m2, ... of eo or mo lines: each message before the next. */
struct hb_chain
{
  hb_id handler;
  hb_id first, count; /* in `chained` */
};

struct hb_meta
{
  char *key, *value;
};

struct hb_trace
{
  VEC (struct hb_handler) handlers;
  VEC (struct hb_message) messages;
  VEC (struct hb_event) events;
  VEC (hb_id) event_labels; /* hb_event_label; no longer than to the last event that has one */
  VEC (hb_id) event_values; /* hb_event_value, in the same way */
  VEC (struct hb_variable) variables;
  VEC (hb_id) co;            /* writes, variable after variable, each in coherence order */
  VEC (struct hb_chain) eo;  /* what the input says of eo */
  VEC (struct hb_chain) mo;  /* and of mo: chains of the messages posted */
  VEC (hb_id) chained;       /* the members of all chains */
  VEC (struct hb_meta) meta; /* `meta` lines */
  enum hb_mailbox mailbox;   /* the trace's default */
  hb_names *handler_names, *message_names, *variable_names, *labels, *values;
  VEC (hb_id) handler_of_name; /* number in `handler_names` -> handler */
  VEC (hb_id) message_of_name; /* number in `message_names` -> message */
  VEC (hb_id) event_of_label;  /* number in `labels` -> event */
  char *file;                  /* where it was read from, or NULL */
};

/* All handlers get this mailbox, of a trace that nobody else has seen yet. */
void hb_trace_set_mailboxes (hb_trace *trace, enum hb_mailbox mailbox);

/* Pairs of COUNT things. */
static inline uint64_t
hb_pairs_of (uint64_t count)
{
  return count ? count * (count - 1) / 2 : 0;
}

/* Pairs of messages of HANDLER, its initial one, which comes first, left out. */
static inline uint64_t
hb_handler_pairs (const struct hb_handler *handler)
{
  return hb_pairs_of (handler->count - (handler->initial != HB_NONE));
}

/* The same, of all handlers.  O(handlers). */
uint64_t hb_trace_pairs (const hb_trace *trace);

/* The handler that runs the event. */
static inline hb_id
hb_event_handler (const hb_trace *trace, hb_id event)
{
  return trace->messages.data[trace->events.data[event].message].handler;
}

/* The message that posts MESSAGE, or HB_NONE: an initial or external one, nobody does. */
static inline hb_id
hb_poster (const hb_trace *trace, hb_id message)
{
  hb_id post = trace->messages.data[message].post;
  return post == HB_NONE ? HB_NONE : trace->events.data[post].message;
}

/* The event's label, a number in `labels`, or HB_NONE. */
static inline hb_id
hb_event_label (const hb_trace *trace, hb_id event)
{
  return event < trace->event_labels.size ? trace->event_labels.data[event] : HB_NONE;
}

/* What the event, a write, is said to write: a number in `values`, or HB_NONE. */
static inline hb_id
hb_event_value (const hb_trace *trace, hb_id event)
{
  return event < trace->event_values.size ? trace->event_values.data[event] : HB_NONE;
}

/* Position of the event in its message, from 0: the K of MESSAGE@K. */
static inline hb_id
hb_event_position (const hb_trace *trace, hb_id event)
{
  return event - trace->messages.data[trace->events.data[event].message].first;
}

/* The write after rank RANK in VARIABLE's coherence order (HB_NONE: the first write), or HB_NONE
 * when there is none.  This is what a read of that value comes before (fr). */
static inline hb_id
hb_next_write (const hb_trace *trace, hb_id variable, hb_id rank)
{
  const struct hb_variable *v = &trace->variables.data[variable];
  hb_id next = rank == HB_NONE ? 0 : rank + 1;
  return next < v->count ? trace->co.data[v->first + next] : HB_NONE;
}

#ifdef __cplusplus
}
#endif
#endif
