/* The mailbox of a handler in a run that is made up or interpreted as it goes (design section 2):
 * what has been posted and not been taken, in the order of the posts.
 *
 *     queue, sender-queue, multiset      stack           priority
 *     first place / first of its         last place      first of the highest
 *     sender / any place
 *
 * The replay of a finished trace has mailboxes of its own (run/replay_mailbox.h), which know all
 * messages beforehand; tests compare the two. */
#ifndef HBKIT_MAILBOX_H
#define HBKIT_MAILBOX_H

#include "trace/trace.h"

struct hb_boxed
{
  hb_id message, sender; /* the sender is a handler */
  int32_t priority;
};

/* Start from zeros. */
struct hb_box
{
  VEC (struct hb_boxed) all;
  size_t head; /* the content is all.data[head ...] */
};

static inline size_t
hb_box_size (const struct hb_box *box)
{
  return box->all.size - box->head;
}

/* What lies at PLACE, from 0. */
static inline const struct hb_boxed *
hb_box_at (const struct hb_box *box, size_t place)
{
  return &box->all.data[box->head + place];
}

void hb_box_put (struct hb_box *box, hb_id message, hb_id sender, int32_t priority);

/* PLACE itself if DISCIPLINE may hand out what lies there now, else the place of what it hands out
 * before that.  O(1), for sender-queue and priority O(size). */
size_t hb_box_first (const struct hb_box *box, enum hb_mailbox discipline, size_t place);

/* Takes what lies at PLACE out and gives its message. O(1) at both ends. */
hb_id hb_box_take (struct hb_box *box, size_t place);

void hb_box_copy (struct hb_box *to, const struct hb_box *from);
void hb_box_free (struct hb_box *box);

#endif
