/* The record of a run: its events in the order in which they happened, and from them the trace
 * tau(rho) of the run (ED-consistency paper, section 2.3).
 *
 *     rf, co    as the reads and writes happened
 *     po        the events of a message, in the order in which they happened
 *     pb        every post names its message
 *     eo, mo    the orders of starts and posts; told only if asked for: then the trace is a
 *     witness */
#ifndef HBKIT_RECORD_H
#define HBKIT_RECORD_H

#include "trace/builder.h"

struct hb_record_event
{
  hb_id message;
  hb_id object;  /* read, write: the variable; post: the message posted; get: the message */
  hb_id from;    /* read: the write read from, HB_NONE for the initial value */
  uint8_t kind;  /* enum hb_event_kind */
  int64_t value; /* write: what is written, told if the record has `values` */
};

/* The initial message of handler h is number h, also if it has none. */
struct hb_record_message
{
  hb_id handler;
  hb_id sender;   /* posted: the handler that posts it */
  hb_id serial;   /* posted: it is the sender's so manieth post, from 1 */
  hb_id declared; /* for the namer: which message of a program this is */
  int32_t priority;
  uint8_t kind; /* enum hb_message_kind */
  bool told;    /* an initial message is told even without events */
};

struct hb_record
{
  hb_id handlers, variables;
  uint8_t *mailbox;    /* of each handler, enum hb_mailbox; owned */
  int common_mailbox;  /* that of the whole trace; -1: each handler says its own */
  bool values, orders; /* tell values; tell eo and mo */
  VEC (struct hb_record_event) events;
  VEC (struct hb_record_message) messages;
  VEC (hb_id) started; /* the messages in the order in which they started, initial ones left out */
  VEC (hb_id) posted;  /* and in the order in which they were posted */
  hb_id *co,
      *co_start; /* the writes of variable x in coherence order: co[co_start[x]] ...; owned */
};

#define HB_RECORD_NAME 300

/* How things are called: each writes the name of number ID into NAME. */
struct hb_record_names
{
  const void *about; /* borrowed, passed on */
  void (*handler) (const void *about, hb_id id, char name[HB_RECORD_NAME]);
  void (*message) (const void *about, const struct hb_record *record, hb_id id,
                   char name[HB_RECORD_NAME]); /* not initial */
  void (*variable) (const void *about, hb_id id, char name[HB_RECORD_NAME]);
};

/* Fills in co from the events.  Linear. */
void hb_record_co (struct hb_record *record);

/* Tells the trace to BUILDER, from the mailboxes up to and with `hb_build_end`; co must have been
 * filled in.  All posted messages must have started.  Linear. */
void hb_record_tell (const struct hb_record *record, const struct hb_record_names *names,
                     hb_builder *builder);

/* Frees what RECORD holds. */
void hb_record_free (struct hb_record *record);

#endif
