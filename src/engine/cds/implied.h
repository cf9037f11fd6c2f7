/* What an order implies through a few known edges (implied.c).  Private to cds/. */
#ifndef HBKIT_CDS_IMPLIED_H
#define HBKIT_CDS_IMPLIED_H

#include "engine/cds/state.h"

/* The order of tie BY implies ORDER: x is e, or before it by IN; e before f as that order says, of posts or of runs; f is y, or
 * before it by OUT; so x before y, two posts or events of two messages. */
struct cds_tie
{
  struct hb_pair order;
  hb_id by, depth;
  hb_id x, e, f, y;
  uint8_t in, out; /* enum hb_relation */
  bool by_posts, of_posts;
  bool told; /* to who checks (tied.c) */
};

/* So many orders are looked at, and so many ties beside those by which they are first reached. */
#define CDS_MOST_REACHED 48
#define CDS_MOST_BESIDE 64

/* The first is the order from which the search starts: it has no tie. */
struct cds_reach
{
  uint64_t keys[CDS_MOST_REACHED]; /* of their orders: what has been reached is looked up most */
  struct cds_tie ties[CDS_MOST_REACHED];
  hb_id count;
  hb_id followed; /* what these imply has been looked at */

  /* Other ties to the order LEADS_TO, in as few steps; by rising `by`. */
  struct cds_tie beside[CDS_MOST_BESIDE];
  hb_id leads_to[CDS_MOST_BESIDE], more;
};

/* A number that is that of ORDER alone. */
static inline uint64_t
cds_key (struct hb_pair order)
{
  return (uint64_t)order.posts << 63 | (uint64_t)order.before << 32 | order.after;
}

static inline struct hb_pair
cds_order_of_key (uint64_t key)
{
  return (struct hb_pair){ key >> 32 & INT32_MAX, (hb_id)key, key >> 63 };
}

/* Where the order of KEY stands in REACH, or the number of those in it. */
static inline hb_id
cds_find_reached (const struct cds_reach *reach, uint64_t key)
{
  hb_id i = 0;
  while (i < reach->count && reach->keys[i] != key)
    i++;
  return i;
}

/* Fills TO with orders that FROM implies in at most DEPTH steps, each after that by which it is reached.  Constant. */
void cds_reach (const struct cds *cds, struct cds_reach *to, struct hb_pair from, hb_id depth);

/* Goes on to those in at most DEPTH steps, more than before. */
void cds_reach_on (const struct cds *cds, struct cds_reach *to, hb_id depth);

/* The cycle that says so of TIE of REACH, into `cycles`: it assumes the order by which it is reached and the reverse of its own. */
void cds_tell_tie (struct cds *cds, const struct cds_reach *reach, const struct cds_tie *tie);

#endif
