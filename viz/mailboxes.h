/* What lies in the mailboxes along a run, for those who show it.
 *
 * The run is taken to be one (run/replay.h says so): nothing is checked here. */
#ifndef HBKIT_VIZ_MAILBOXES_H
#define HBKIT_VIZ_MAILBOXES_H

#include "trace/trace.h"
#include "base/vec.h"

typedef VEC (hb_id) hb_id_list;

struct hb_contents
{
  const hb_trace *trace; /* borrowed */
  hb_id_list *lying;     /* handler -> messages in its mailbox, as they were posted */
  hb_id *running;        /* handler -> its message under way, or HB_NONE */
};

void hb_contents_init (struct hb_contents *contents, const hb_trace *trace);
void hb_contents_free (struct hb_contents *contents);

/* Lets EVENT happen.  The handler whose mailbox changes thereby, or HB_NONE.  A get costs the size
 * of the mailbox at worst, all else O(1). */
hb_id hb_contents_step (struct hb_contents *contents, hb_id event);

/* The messages that lie at HANDLER into LIST, the one whose turn comes first on top: a queue's as
 * they were posted, a stack's the newest first, a priority mailbox's by priority.  Linear; a
 * priority mailbox squared. */
void hb_contents_sorted (const struct hb_contents *contents, hb_id handler, hb_id_list *list);

/* May the mailbox hand MESSAGE, which lies in it, out next?  Linear in its size. */
bool hb_contents_ready (const struct hb_contents *contents, hb_id message);

#endif
