/* What the files of saturation share: rows, edges, and the order in which rows flow.  See saturation.h.
 *
 * The row of a node says what it reaches: for each message its first node (STARTS), its last node
 * (ENDS) and its post (POSTS), itself included.  Rows flow backwards along edges:
 *
 *     u ----> v       row (u) |= row (v)
 *
 * A node whose row has grown is pending.  Pending nodes are taken from the back of a topological
 * order, so that a row is complete, but for the edges yet to come, when it flows on.
 *
 *     saturation.c        the rules, and their fixpoint
 *     saturation_rows.c   rows, edges, the topological order */
#ifndef HBKIT_SATURATION_PRIVATE_H
#define HBKIT_SATURATION_PRIVATE_H

#include "engine/saturation.h"

#include "base/vec.h"

enum plane
{
  STARTS,
  ENDS,
  POSTS
};
#define PLANES 3

/* An edge that a rule added, in the list of its target. */
struct added
{
  hb_id from;
  size_t next; /* in `added`, plus one; 0: the last */
};

struct hb_saturation
{
  const hb_trace *trace;
  const hb_order *order;
  size_t words;       /* of a plane of a row */
  size_t row_words;   /* of a row */
  size_t part_words;  /* of a part of a row, of which there are at most 64 */
  uint64_t all;       /* the parts that there are, as bits */
  uint64_t *rows;     /* node after node, plane after plane */
  uint64_t *grown;    /* node -> the parts of its row that have grown and have not flowed on yet */
  hb_id *message_of;  /* node -> its message */
  hb_order *back;     /* the known edges reversed; owned */
  size_t *added_head; /* the first added edge to a node, plus one; 0: none */
  VEC (struct added) added;
  hb_id *position, *node_at; /* the topological order */
  uint64_t *pending;         /* bits of positions */
  size_t highest;            /* no word of `pending` above this one is set */
  hb_id since;               /* rows that have flowed since the nodes were sorted */
  bool contradiction;        /* two messages must run both ways round */
};

static inline uint64_t *
hb_saturation_row (const hb_saturation *s, hb_id node, enum plane plane)
{
  return s->rows + ((size_t)node * PLANES + plane) * s->words;
}

/* --- saturation_rows.c --- */

/* The row of NODE has grown by PARTS, given as bits. */
void hb_saturation_touch (hb_saturation *s, hb_id node, uint64_t parts);

/* The row of INTO takes in that of FROM, in the PARTS that are given as bits. */
void hb_saturation_flow (hb_saturation *s, hb_id from, hb_id into, uint64_t parts);

void hb_saturation_add_edge (hb_saturation *s, hb_id from, hb_id to);

/* The pending node at the highest position, which is pending no more; HB_NONE when there is none. */
hb_id hb_saturation_next (hb_saturation *s);

/* The row of NODE flows on along all edges into it, in what has grown. */
void hb_saturation_flow_on (hb_saturation *s, hb_id node);

/* Brings the nodes into a topological order of all edges that there are now; false if there is none.
 * Linear. */
bool hb_saturation_sort (hb_saturation *s);

#endif
