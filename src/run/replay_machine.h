/* A machine that executes a trace event by event (ED-consistency paper, section 2.2): handlers that
 * run one message at a time, mailboxes, and a memory that holds the last write of every variable.
 *
 * Private to the replay, and to runs that a reduction guides (reduce/draft_ways.c).  The machine knows neither eo nor mo: it says of any event whether it can
 * happen now, and lets it happen. */
#ifndef HBKIT_REPLAY_MACHINE_H
#define HBKIT_REPLAY_MACHINE_H

#include "run/replay_mailbox.h"

/* Why an event cannot happen now. */
enum hb_obstacle
{
  HB_FREE,          /* it can */
  HB_HAPPENED,      /* it has happened already */
  HB_TOO_EARLY,     /* an earlier event of its message has not happened */
  HB_BUSY,          /* its handler runs another message */
  HB_INITIAL_FIRST, /* its handler's initial message has not run */
  HB_UNPOSTED,      /* get: the message has not been posted */
  HB_BEHIND,        /* get: the mailbox hands out another message */
  HB_OTHER_VALUE,   /* read: the variable does not hold the value of the write read from */
  HB_COHERENCE,     /* write: an earlier write of the variable has not happened */
  HB_UNREAD         /* write: a read of the value to be overwritten has not happened */
};

enum hb_message_state
{
  HB_ABSENT, /* not in the mailbox yet; external and initial messages: not started */
  HB_IN_MAILBOX,
  HB_UNDER_WAY,
  HB_FINISHED
};

struct hb_machine
{
  const hb_trace *trace; /* borrowed */
  hb_mailboxes *mailboxes;
  uint8_t *state; /* message -> enum hb_message_state */
  hb_id *running; /* handler -> its message under way, or HB_NONE */
  hb_id *next;    /* handler -> the next event of that message */
  hb_id *written; /* variable -> writes that have happened */
  hb_id *unread;  /* variable -> reads of the value it holds that have not happened */
  hb_id *readers; /* write -> reads from it, over the whole trace */
  hb_id happened; /* events so far */
};

/* New: nothing has happened.  Linear in the trace. */
struct hb_machine *hb_machine_new (const hb_trace *trace);
void hb_machine_free (struct hb_machine *machine);

/* What stands in the way of EVENT.  O(1). */
enum hb_obstacle hb_machine_obstacle (const struct hb_machine *machine, hb_id event);

/* Lets EVENT happen, in whose way nothing stands.  O(1), a priority mailbox O(log of its size). */
void hb_machine_step (struct hb_machine *machine, hb_id event);

/* Has EVENT happened? */
bool hb_machine_happened (const struct hb_machine *machine, hb_id event);

/* The write whose value VARIABLE holds, HB_NONE for the initial value. */
hb_id hb_machine_holds (const struct hb_machine *machine, hb_id variable);

/* What stands in the way of EVENT, in words; NULL if nothing does.  New.  (replay_obstacle.c) */
char *hb_obstacle_text (const struct hb_machine *machine, hb_id event);

/* "b ('read x a' in message 'm2')", for people.  New. */
char *hb_describe_event (const hb_trace *trace, hb_id event);

#endif
