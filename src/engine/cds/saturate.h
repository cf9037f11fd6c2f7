/* What the parts of saturation share: see saturate.c for the idea.  Private to cds/.
 *
 *     saturate.c  rounds, and what is found
 *     bury.c      what is found of stacks
 *     joints.c    the events at which something new can come, in an order that is kind to caches
 *     labels.c    what messages happen before each of these
 *
 * Along a message an event carries what the one before it does, unless an edge from another message leads to it.  Only
 * where one does, or may some day, is there a joint; the events after it, up to the next, share its labels:
 *
 *     m:   W x   W y   R z   W x   R y   W z           joints [ and (, the latter by the edges below
 *          [           (           (
 *     m':              ^ rf        ^ rf                                                            */
#ifndef HBKIT_CDS_SATURATE_H
#define HBKIT_CDS_SATURATE_H

#include "engine/cds/cds.h"

/* Handlers in a bundle, the unit of vector code, and bundles in a block: many for speed, one where
 * the labels of a large trace would take too much memory. */
#define LANES 4
#define MOST_BUNDLES 4
#define MOST_LABEL_BYTES (UINT64_C (12) << 20)

/* Memory is asked for so many sources ahead. */
#define SATURATE_AHEAD 16

/* Labels of one joint and one bundle: per lane the latest message and the second latest, by their numbers in the
 * topological order of their first events, from 1; 0: none. */
struct labels
{
  uint32_t first[LANES], second[LANES];
};

/* An edge of happens-before that an order found earlier stands for. */
struct extra
{
  hb_id from, to, next_from, next_to;
  enum hb_relation relation;
  hb_id before, after;
};

struct joint
{
  hb_id sources;       /* they end where those of the next joint begin */
  hb_id node, handler; /* HB_NONE: it carries no label of its own */
  hb_id stack; /* the second lane of the stack it posts to or starts a message of; or HB_NONE */
  uint32_t label : 31;   /* its own: that of its message */
  uint32_t is_fresh : 1; /* does an edge that was found in this round lead to it? */
};

struct saturation
{
  struct cds *cds;
  const hb_trace *trace;
  hb_order *order; /* of a large trace only while sorting: memory is dear here */
  hb_order *back;  /* its edges reversed */
  hb_id nodes;
  hb_id *extra_from, *extra_to; /* node -> first extra edge out of it, into it */
  VEC (struct extra) extras;
  size_t old_extras; /* those of earlier rounds */
  /* The messages, numbered. */
  uint32_t *label; /* message -> its label; 0: it has no event, or is initial */
  hb_id *message;  /* label - 1 -> message */
  /* The joints, in the order of work: sources come before what they lead to. */
  VEC (struct joint) joints; /* and one after the last */
  hb_id *place;              /* node -> the joint whose labels it shares */
  VEC (hb_id) sources;       /* places, and SATURATE_AHEAD more at the end */
  struct labels *labels;     /* those of a joint are `bundles` ones, side by side */
  size_t room;               /* for so many labels */
  hb_id bundles;
  hb_id block; /* first lane of the block */
  /* Lanes: the handlers, then the stacks once more, for what is posted to them. */
  hb_id lanes;
  hb_id *stack_lane; /* handler -> its second lane, HB_NONE: it is no stack; NULL: there are none */
  uint32_t *post_label; /* message of a stack -> the label of its post */
  hb_id *posted;        /* that label - 1 -> message */
  hb_id *last_found;    /* message -> the one found before it last */
  size_t found;
};

static inline hb_id
message_of (const struct saturation *s, hb_id node)
{
  return node < s->trace->events.size ? s->trace->events.data[node].message : HB_NONE;
}

/* --- joints.c --- */

/* Different topological orders take different messages for the latest, and find different orders.  In a depth-first one the
 * next event is mostly that of the same message, which is kind to caches: work always goes by such a one. */
enum manner
{
  BREADTH_FIRST,
  DEPTH_FIRST,
  DEPTH_FIRST_BACKWARDS /* successors in the opposite order */
};

/* New: the nodes in a topological order of all that is known; NULL if that has a cycle, which refutes the trace. */
hb_id *saturate_sort (struct saturation *s, enum manner manner);

/* An edge that the order of BEFORE and AFTER stands for. */
void saturate_add_edge (struct saturation *s, hb_id from, hb_id to, enum hb_relation relation,
                        hb_id before, hb_id after);

/* Finds the joints, and numbers the messages in an order of this MANNER.  False if what is known has a cycle. */
bool saturate_find_joints (struct saturation *s, enum manner manner);
void saturate_free_joints (struct saturation *s);

/* --- labels.c --- */

/* Does NODE carry LABEL, of LANE? */
bool saturate_carries (const struct saturation *s, hb_id node, hb_id lane, uint32_t label);

/* The labels of all joints and the handlers from s->block on, as many as go into a block; what is found on the way is
 * told.  False if that could not be finished. */
bool saturate_label (struct saturation *s);

/* Is LANE one of the block? */
static inline bool
saturate_has_lane (const struct saturation *s, hb_id lane)
{
  return lane - s->block < LANES * s->bundles;
}

/* --- bury.c --- */

/* Finds the stacks. */
void saturate_find_stacks (struct saturation *s);
void saturate_free_stacks (struct saturation *s);

/* The lane of what is posted to the stack to which NODE, a post, posts, or HB_NONE: it is no such post. */
hb_id saturate_lane_posted (const struct saturation *s, hb_id node);

/* NODE is a post to a stack, or the start of a message of one; LABEL, of the stack's lane, is that of a post before it. */
void saturate_find_burial (struct saturation *s, hb_id node, hb_id lane, uint32_t label);

/* The same of BEFORE and AFTER, messages of a stack, the first of which was found to run before the other. */
void saturate_find_burial_of (struct saturation *s, hb_id before, hb_id after);

/* --- saturate.c --- */

/* A way to NODE from the event where LABEL, of LANE, comes from, which is FROM or, HB_NONE, in message CLOSING.after; CLOSING, a step from
 * NODE back to there of which only relation and messages are given, closes it to a cycle, which is kept. */
void saturate_keep_cycle (struct saturation *s, hb_id node, hb_id lane, uint32_t label, hb_id from,
                          struct hb_step closing);

/* The order OF holds by the cycle that was kept last: true if that is new. */
bool saturate_settle (struct saturation *s, struct hb_pair of);

/* The edges of runs BEFORE, AFTER. */
void saturate_add_order (struct saturation *s, hb_id before, hb_id after);

/* What is known has a cycle: keeps it.  A node is on it, or behind it, if some of its predecessors are MISSING. */
void saturate_refute (struct saturation *s, const hb_id *missing);

/* NODE carries LABEL, of LANE, which is that of its own handler: if it is of another message, that comes before NODE's own. */
void saturate_find_order (struct saturation *s, hb_id node, hb_id lane, uint32_t label);

#endif
