/* The known part of happens-before, as a graph on the events (ED-consistency paper, Definition 1).
 *
 * Nodes are the events, then one node for every message without events, so that each message has a
 * first and a last node.  Edges: po (to the next event; from an initial message to the start of
 * every other message of its handler), rf, co and fr (to the next write only: the rest follows by
 * transitivity), pb, and what the input's own eo and mo chains say, each carried over to the other
 * where the mailbox is a queue (qo). */
#ifndef HBKIT_ORDER_H
#define HBKIT_ORDER_H

#include <hbkit/trace.h>

#include "trace/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_order
{
  hb_id nodes;       /* events, then messages without events */
  hb_id *first;      /* edges of node v are first[v] .. first[v + 1] - 1; owned */
  hb_id *to;         /* owned */
  uint8_t *relation; /* enum hb_relation, owned */
  hb_id *
      empty_node; /* message -> its node if it has no events, else HB_NONE; NULL if there is no such message */
};

typedef struct hb_order hb_order;

/* New: the known edges of TRACE.  Linear in the trace. */
hb_order *hb_order_new (const hb_trace *trace);
void hb_order_free (hb_order *order);

/* New: the edges of ORDER against their direction, those of a node by the nodes that they come from; without
 * `empty_node`.  Linear in the edges. */
hb_order *hb_order_reversed (const hb_order *order);

/* Does the order of the posts of these two messages of one handler decide the order in which they
 * run, and the other way round?  So it is for posted messages of a `queue`, for those of a
 * `sender-queue` that messages of the same handler post, and for those of a `priority` mailbox that
 * have the same priority. */
static inline bool
hb_coupled (const hb_trace *trace, hb_id message, hb_id other)
{
  const struct hb_message *a = &trace->messages.data[message];
  const struct hb_message *b = &trace->messages.data[other];
  if (a->handler != b->handler || a->post == HB_NONE || b->post == HB_NONE)
    return false;
  HB_ASSERT (a->kind == HB_POSTED && b->kind == HB_POSTED);
  switch (trace->handlers.data[a->handler].mailbox)
    {
    case HB_QUEUE:
      return true;
    case HB_SENDER_QUEUE:
      return hb_event_handler (trace, a->post) == hb_event_handler (trace, b->post);
    case HB_PRIORITY:
      return a->priority == b->priority;
    default:
      return false;
    }
}

/* New: the class of each message.  Two that are posted to one handler are coupled if they have the same, and its
 * mailbox is a `queue`, a `sender-queue` (a class is a sender) or `priority` (a priority of that handler's messages,
 * by size).  O(messages), where there are priorities times the logarithm. */
hb_id *hb_coupling_classes (const hb_trace *trace);

/* Classes are below that. */
static inline size_t
hb_most_classes (const hb_trace *trace)
{
  size_t messages = trace->messages.size, handlers = trace->handlers.size;
  return messages > handlers ? messages : handlers;
}

/* Does the mailbox want the get of EARLIER to come before the post of LATER (two messages of one
 * handler) if EARLIER runs first?  So it is under `priority` where LATER has the higher priority;
 * and under `stack` where EARLIER is also posted first: then *BY_POSTS is set, else cleared. */
static inline bool
hb_buries (const hb_trace *trace, hb_id later, hb_id earlier, bool *by_posts)
{
  const struct hb_message *a = &trace->messages.data[earlier];
  const struct hb_message *b = &trace->messages.data[later];
  if (a->handler != b->handler || a->post == HB_NONE || b->post == HB_NONE || later == earlier)
    return false;
  HB_ASSERT (a->kind == HB_POSTED && b->kind == HB_POSTED);
  uint8_t mailbox = trace->handlers.data[a->handler].mailbox;
  *by_posts = mailbox == HB_STACK;
  return mailbox == HB_STACK || (mailbox == HB_PRIORITY && a->priority < b->priority);
}

/* First and last node of a message. */
hb_id hb_first_node (const hb_order *order, const hb_trace *trace, hb_id message);
hb_id hb_last_node (const hb_order *order, const hb_trace *trace, hb_id message);

/* New: the message of each node.  Linear. */
hb_id *hb_order_messages (const hb_order *order, const hb_trace *trace);

/* The message of a node.  Linear in the messages for the node of an empty one, else constant. */
hb_id hb_message_of_node (const hb_order *order, const hb_trace *trace, hb_id node);

/* An order of two messages of one handler: which one runs first or, with POSTS, which one is posted
 * first. */
struct hb_pair
{
  hb_id before, after;
  bool posts;
};

/* A cycle of happens-before: step i ends where step i + 1 starts, the last where the first starts. */
struct hb_cycle
{
  VEC (struct hb_step) steps;
};

void hb_cycle_free (struct hb_cycle *cycle);

/* Appends the step by a known edge from FROM to TO, by RELATION; from a node to itself none is needed. */
void hb_cycle_add_edge (struct hb_cycle *cycle, hb_id from, hb_id to, enum hb_relation relation);

/* Appends the step by an eo, mo or gp edge that assumes that message BEFORE comes before AFTER. */
void hb_cycle_add_order (struct hb_cycle *cycle, hb_id from, hb_id to, enum hb_relation relation,
                         hb_id before, hb_id after);

/* Turns the steps of CYCLE, found from the last to the first, round: the first comes first.  Linear. */
void hb_cycle_turn_round (struct hb_cycle *cycle);

/* Makes one step of steps of a chain that follow one another and stand in the input: of po inside a message, of
 * co, of fr and the co behind it, of eo, of mo.  It stays a cycle with the same assumptions.  Steps times the
 * length of the input's eo and mo chains at worst. */
void hb_cycle_shorten (const hb_trace *trace, struct hb_cycle *cycle);

/* A copy of CYCLE so shortened.  New. */
struct hb_cycle hb_cycle_short_copy (const hb_trace *trace, const struct hb_cycle *cycle);

/* The orders that STEP assumes into ASSUMED; their number.  An eo step assumes that BEFORE runs
 * first, an mo step that it is posted first, a gp step the former and, under `stack`, both. */
int hb_step_assumes (const hb_trace *trace, const struct hb_step *step, struct hb_pair assumed[2]);

/* A cycle through the known edges into CYCLE that hb_cycle_shorten makes a shortest one; false when there is none.
 * Linear to find out, O(component * edges) at worst for the shortest in a small component; in a large one a short
 * one. */
bool hb_known_cycle (const hb_trace *trace, const hb_order *order, struct hb_cycle *cycle);

/* Does the step hold, given its assumption?  If not, *WHY (may be NULL) is a text that says why
 * not. Steps may take more than one edge of a relation at once (po, co, fr, chains of eo and mo). */
bool hb_step_holds (const hb_trace *trace, const struct hb_step *step, const char **why);

#ifdef __cplusplus
}
#endif
#endif
