/* The mailboxes of a running trace, one for each handler, of any discipline (design section 2).
 *
 * Private to the replay, and its own on purpose: random runs (gen/run.c) and the interpreter of
 * programs use trace/mailbox.h, and a mistake there must not be made again by what checks their traces. */
#ifndef HBKIT_REPLAY_MAILBOX_H
#define HBKIT_REPLAY_MAILBOX_H

#include "trace/trace.h"

typedef struct hb_mailboxes hb_mailboxes;

/* New: the empty mailboxes of all handlers.  TRACE is borrowed.  Linear in its messages. */
hb_mailboxes *hb_mailboxes_new (const hb_trace *trace);
void hb_mailboxes_free (hb_mailboxes *boxes);

/* Puts MESSAGE into the mailbox of its handler. */
void hb_mailbox_put (hb_mailboxes *boxes, hb_id message);

/* Asks for the memory that `hb_mailbox_put` and `hb_mailbox_take` of MESSAGE need. */
void hb_mailbox_fetch (const hb_mailboxes *boxes, hb_id message);

/* For a MESSAGE that lies in its mailbox: MESSAGE itself if the mailbox may hand it out now, else
 * the message that it hands out before. */
hb_id hb_mailbox_first (const hb_mailboxes *boxes, hb_id message);

/* Hands out MESSAGE, for which `hb_mailbox_first` is MESSAGE. */
void hb_mailbox_take (hb_mailboxes *boxes, hb_id message);

#endif
