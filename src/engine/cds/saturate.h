/* What the parts of saturation share: see saturate.c for the idea.  Private to cds/.
 *
 *     saturate.c  rounds, and what is found
 *     posted.c    what is found of posts
 *     retold.c    the cycles by which it holds
 *     joints.c    the events at which something new can come, in an order that is kind to caches
 *     labels.c    what messages happen before each of these: some of them
 *     bits.c      all of them
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

#include <string.h>

/* Where the C library chooses a version when the program starts, there is one of a static function (of another one all
 * versions would be exported) for processors with wider vectors, too. */
#if defined __x86_64__ && defined __GLIBC__ && !defined __SANITIZE_ADDRESS__                       \
    && !defined __SANITIZE_THREAD__
#if defined __has_attribute
#if __has_attribute(target_clones)
#define WIDE __attribute__ ((target_clones ("avx2", "default")))
#endif
#endif
#endif
#ifndef WIDE
#define WIDE
#endif
#define INSIDE __attribute__ ((always_inline)) inline

/* Handlers in a bundle, the unit of vector code. */
#define LANES 4

/* Memory is asked for so many sources ahead. */
#define SATURATE_AHEAD 16

/* Labels of one joint and one bundle: per lane the latest message and the second latest, by their numbers; 0: none. */
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
  uint64_t visit; /* of a joint, at which it was added */
};

struct joint
{
  hb_id sources;       /* they end where those of the next joint begin */
  hb_id node, handler; /* HB_NONE: it carries no label of its own */
  hb_id posts; /* the second lane of the mailbox it posts to or starts a message of; or HB_NONE */
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
  hb_id *lane_start; /* lane -> its lowest label - 1; in a lane labels are in topological order */
  uint32_t *label;   /* message -> its label; 0: it has no event, or is initial */
  hb_id *message;    /* label - 1 -> message */
  /* The joints, in the order of work: sources come before what they lead to. */
  VEC (struct joint) joints; /* and one after the last */
  hb_id *place;              /* node -> the joint whose labels it shares */
  VEC (hb_id) sources;       /* places, and SATURATE_AHEAD more at the end */
  /* What a joint carries: labels of the lanes of the block, or bits, of all messages that happen before it. */
  bool exact;           /* bits, in the order of the labels */
  char *memory;         /* joint after joint */
  size_t room, stride;  /* bytes of all, of a joint */
  hb_id bundles, width; /* of a joint: bundles of labels, words of bits */
  hb_id block;          /* first lane, or word, of the block */
  uint64_t *open;       /* for bits.c: `width` words */
  hb_id *reached;       /* for bits.c: message -> the place of its last joint so far */
  /* Lanes: the handlers, then mailboxes once more, for what is posted to them. */
  hb_id lanes;
  hb_id *post_lane;     /* handler -> its second lane, or HB_NONE */
  uint32_t *post_label; /* message -> the label of its post, where there is such a lane */
  hb_id *last_found;    /* message -> the one found before it last */
  size_t found;
  /* What is found is noted, or retold. */
  uint64_t visit; /* of joints, in all rounds */
  bool retells;
  size_t told; /* so many of what was noted */
};

static inline hb_id
message_of (const struct saturation *s, hb_id node)
{
  return node < s->trace->events.size ? s->trace->events.data[node].message : HB_NONE;
}

/* --- retold.c --- */

/* Found at this visit: a way to NODE from the event where LABEL, of LANE, comes from, which is FROM or, HB_NONE, in message CLOSING.after;
 * CLOSING, a step from NODE back to there of which only relation and messages are given, closes it to a cycle.  Before the first note
 * they are begun, and ended after the last, when S loses its extra edges to them. */
void saturate_note (struct saturation *s, hb_id node, hb_id lane, uint32_t label, hb_id from,
                    struct hb_step closing);
void saturate_begin_notes (struct saturation *s);
void saturate_end_notes (struct saturation *s);

/* From now on S finds nothing, but tells as cycles what was noted, each at the visit at which it was found. */
void saturate_retell (struct saturation *s);
void saturate_retell_visit (struct saturation *s);
bool saturate_is_retold (const struct saturation *s);

/* What is known has a cycle: keeps it.  A node is on it, or behind it, if some of its predecessors are MISSING. */
void saturate_refute (struct saturation *s, const hb_id *missing);

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

/* Does NODE carry LABEL, of LANE, which is one of the block? */
bool saturate_has_label (const struct saturation *s, hb_id node, hb_id lane, uint32_t label);

/* The labels of the joints at places FROM to END, for the lanes of the block; what is found by them is told. */
void saturate_label_joints (struct saturation *s, hb_id from, hb_id end);

/* --- bits.c --- */

/* The same of bits. */
bool saturate_has_bit (const struct saturation *s, hb_id node, uint32_t label);
void saturate_mark_joints (struct saturation *s, hb_id from, hb_id end);

/* --- posted.c --- */

/* The lane of what is posted to the mailbox to which NODE, a post, posts, or HB_NONE: there is none, or it is no post. */
hb_id saturate_lane_posted (const struct saturation *s, hb_id node);

/* NODE is a post to a mailbox, or the start of a message of one; LABEL, of the mailbox's second LANE, is that of a post before
 * it.  True if that one is coupled with its own: what is posted before both need not be looked at. */
bool saturate_find_by_post (struct saturation *s, hb_id node, hb_id lane, uint32_t label);

/* What follows for BEFORE and AFTER, messages of a stack, the first of which was found to run before the other. */
void saturate_find_burial_of (struct saturation *s, hb_id before, hb_id after);

/* --- labels.c or bits.c --- */

static inline bool
saturate_carries (const struct saturation *s, hb_id node, hb_id lane, uint32_t label)
{
  return s->exact ? saturate_has_bit (s, node, label) : saturate_has_label (s, node, lane, label);
}

/* Is LABEL, of LANE, one of the block? */
static inline bool
saturate_has (const struct saturation *s, hb_id lane, uint32_t label)
{
  return s->exact ? (label - 1) / 64 - s->block < s->width : lane - s->block < LANES * s->bundles;
}

/* What the joint at PLACE carries of the block: labels, or bits. */
static inline void *
saturate_at (const struct saturation *s, hb_id place)
{
  return s->memory + place * s->stride;
}

/* Fills in what the joint at PLACE has from its sources, which ADD merges one by one.  Edges that were found in this very round are
 * sources, too, but for those that lead backwards in the order of work: they wait for the next one. */
static INSIDE void *
saturate_gather (const struct saturation *s, hb_id place,
                 void (*add) (const struct saturation *, void *, const void *))
{
  const struct joint *joint = &s->joints.data[place];
  const hb_id *source = s->sources.data + joint->sources, *end = s->sources.data + joint[1].sources;
  void *own = saturate_at (s, place);
  if (source == end)
    memset (own, 0, s->stride);
  for (const hb_id *first = source; source < end; source++)
    {
      __builtin_prefetch (saturate_at (s, source[SATURATE_AHEAD]));
      if (source == first)
        memcpy (own, saturate_at (s, *source), s->stride);
      else
        add (s, own, saturate_at (s, *source));
    }
  hb_id x = joint->is_fresh ? s->extra_to[joint->node] : HB_NONE;
  for (; x != HB_NONE && x >= s->old_extras; x = s->extras.data[x].next_to)
    if (s->place[s->extras.data[x].from] < place)
      add (s, own, saturate_at (s, s->place[s->extras.data[x].from]));
  return own;
}

/* The next joint is visited, and carries what its sources do. */
static inline void
saturate_visit (struct saturation *s)
{
  s->visit++;
  if (s->retells)
    saturate_retell_visit (s);
}

/* --- saturate.c --- */

/* The order OF holds by the cycle that was noted last: true if that is new. */
bool saturate_settle (struct saturation *s, struct hb_pair of);

/* The edges of runs BEFORE, AFTER. */
void saturate_add_order (struct saturation *s, hb_id before, hb_id after);

/* NODE carries LABEL, of LANE, which is that of its own handler: if it is of another message, that comes before NODE's own. */
void saturate_find_order (struct saturation *s, hb_id node, hb_id lane, uint32_t label);

#endif
