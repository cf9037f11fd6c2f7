/* Hosts: messages during which a post is known to happen (doc/flat.md, Lemma 1).
 *
 *     message a (the host)                      message m (posts a')
 *       W x   ------------- rf ------------->     R x
 *                                                 post a'
 *       R y   <------------ rf --------------     W y
 *
 * An edge from a into m before the post and one from m back into a after it: so the post of a' comes
 * while a runs, and so it is with any known edge between the two messages (rf, co, fr, pb).  Its own
 * message m is a host, too.  Of two posts hosted by two messages a and b of one handler the one whose
 * host runs first comes first (Lemma 2):
 *
 *     a runs before b   =>   post a' , .. end of a , .. start of b , post b'
 *
 * and as this holds either way round, the order of the posts is that of the hosts.  The known edges
 * alone decide it, so it holds under every mailbox. */
#ifndef HBKIT_HOSTS_H
#define HBKIT_HOSTS_H

#include "trace/order.h"

/* A host of a post: FROM, an event of it, comes before ENTRY by the relation IN, and EXIT before its
 * event TO by OUT; ENTRY, the post and EXIT stand in one message in this order. */
struct hb_host
{
  hb_id message, from, entry, exit, to;
  uint8_t in, out; /* enum hb_relation */
};

/* Where a message is posted: INSIDE that message, HB_NONE if nowhere; the other hosts of its post start at
 * START of the list.  Side by side, as a climb from pair to pair (below) waits for memory at every step. */
struct hb_hosted
{
  hb_id inside, start;
};

/* The hosts of the post of message m, its own message left out, are list.data[of[m].start] up to
 * of[m + 1].start, by their handlers; at most one of a handler, none of its own message's. */
struct hb_hosts
{
  const hb_trace *trace; /* borrowed */
  struct hb_hosted *of;
  VEC (struct hb_host) list;
};

typedef struct hb_hosts hb_hosts;

/* New: the hosts of all posts of TRACE.  There are none at all if they would be more than four times
 * the events.  Linear in the trace. */
hb_hosts *hb_hosts_new (const hb_trace *trace);
void hb_hosts_free (hb_hosts *hosts);

enum hb_pair_state
{
  HB_PAIR_OPEN,
  HB_PAIR_HOLDS,
  HB_PAIR_FAILS
};

/* One step from a pair of messages towards the pair that stands for it.  The runs of a coupled pair
 * (order.h) come in the order of their posts, and these in the order of two hosts of one handler: the
 * messages in which they stand if that are such, else those of the handler with the least number.
 * True if PAIR was replaced by its hosts; else *STATE says how it ends: known by program order (PAIR
 * is replaced, too: by hosts that are one message, or one of which is initial), or open.  A host begins before what it hosts is posted, so the steps come to an end unless messages
 * post one another in a circle. */
bool hb_pair_parents (const hb_hosts *hosts, struct hb_pair *pair, enum hb_pair_state *state);

/* The host of the post of MESSAGE that is HOST, or NULL: that is its own message (or no host). */
const struct hb_host *hb_host_of (const hb_hosts *hosts, hb_id message, hb_id host);

#endif
