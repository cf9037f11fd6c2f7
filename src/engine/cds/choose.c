/* Choices: which message enters a mailbox next, within what the orders allow.  See cds.h.
 *
 * A message that enters settles its order with all that have not entered yet.  So before it does,
 * every named order that is still open is decided, one by one, each with what follows from it; the
 * message then enters unless another must come first.
 *
 * In a stack and a priority mailbox that happens at two moments: a message that is posted settles
 * its order with those in the mailbox that it is handed out before, and one that is taken that with
 * all that have not been posted (cds_settles). */
#include "engine/cds/cds.h"

/* Decides the open orders of MESSAGE that MOMENT would settle: as they were last, else MESSAGE first.  CDS_WAIT once a message that
 * is not external must come first; *EXTERNAL: one that is and must, or HB_NONE. */
static enum cds_going
decide_orders (struct cds *cds, hb_id message, enum cds_moment moment, hb_id *external)
{
  *external = HB_NONE;
  for (hb_id l = cds->messages[message].links, next; l != HB_NONE; l = next)
    {
      hb_id literal = cds->links.data[l].literal, other = cds->links.data[l].other;
      next = cds->links.data[l].next;
      cds->scanned++;
      if (cds_value (cds, literal) > 0 || !cds_settles (cds, l, message, moment))
        continue;
      if (!cds_value (cds, literal))
        {
          int8_t phase = cds->pairs.data[literal >> 1].phase;
          cds_assign (cds, phase ? (literal & ~1u) + (phase < 0) : literal,
                      (hb_id)cds->trail.size + 1, HB_NONE);
          if (!cds_follow (cds))
            return CDS_CONFLICT;
        }
      if (cds_value (cds, literal) > 0 || cds->orders.data[cds->links.data[l].order].ignored)
        continue;
      if (cds->trace->messages.data[other].kind != HB_EXTERNAL)
        {
          cds->blocked_by[message] = l + 1;
          return CDS_WAIT;
        }
      if (*external == HB_NONE)
        *external = other;
    }
  return CDS_GO_ON;
}

/* The message that must come first, as LINK says, if MOMENT would put MESSAGE before it, or HB_NONE. */
static hb_id
blocks (struct cds *cds, hb_id link, hb_id message, enum cds_moment moment)
{
  const struct cds_link *l = &cds->links.data[link];
  cds->scanned++;
  return cds_value (cds, l->literal) >= 0 || !cds_settles (cds, link, message, moment)
                 || cds->orders.data[l->order].ignored
             ? HB_NONE
             : l->other;
}

/* A message that must come first if MOMENT would put MESSAGE before it, one that is not external if there is any, or HB_NONE. */
static hb_id
blocker (struct cds *cds, hb_id message, enum cds_moment moment)
{
  hb_id external = HB_NONE;
  for (hb_id l = cds->messages[message].links; l != HB_NONE; l = cds->links.data[l].next)
    {
      hb_id other = blocks (cds, l, message, moment);
      if (other != HB_NONE && cds->trace->messages.data[other].kind != HB_EXTERNAL)
        {
          cds->blocked_by[message] = l + 1;
          return other;
        }
      if (external == HB_NONE)
        external = other;
    }
  return external;
}

/* Orders are transitive: C before X and X before A, so C before A.  Needed where X, being external,
 * has no post through which a cycle would say so. */
static enum cds_going
imply (struct cds *cds, hb_id c, hb_id x, hb_id a)
{
  const struct hb_trace *trace = cds->trace;
  hb_id around[] = { c, x, a, c };
  struct hb_cycle cycle = { VEC_EMPTY };
  for (int i = 0; i < 3; i++)
    {
      struct hb_step step
          = { trace->messages.data[around[i]].first, trace->messages.data[around[i + 1]].first,
              HB_EO, around[i], around[i + 1] };
      vec_push (cycle.steps, step);
    }
  bool trivial;
  hb_id clause = cds_clause_of_cycle (cds, &cycle, &trivial);
  HB_ASSERT (!trivial);
  if (cds_conflict_level (cds, clause) == HB_NONE)
    {
      cds_watch (cds, clause);
      return CDS_GO_ON;
    }
  cds_learn (cds, clause);
  return CDS_CONFLICT;
}

hb_id
cds_next_in_file (const struct cds *cds, hb_id handler)
{
  const struct hb_handler *h = &cds->trace->handlers.data[handler];
  hb_id admitted = cds->tail[handler], m = h->first;
  if (admitted)
    m = cds->queue[cds->queue_start[handler] + admitted - 1] + 1;
  for (; m < h->first + h->count; m++)
    if (cds->trace->messages.data[m].kind != HB_INITIAL && cds->trace->messages.data[m].count)
      return m;
  return HB_NONE;
}

void
cds_admit_by_file (struct cds *cds, hb_id handler)
{
  hb_id next;
  while (cds->file_order && (next = cds_next_in_file (cds, handler)) != HB_NONE
         && cds->trace->messages.data[next].kind == HB_EXTERNAL
         && blocker (cds, next, CDS_TAKING) == HB_NONE)
    {
      cds_bag_remove (cds, next);
      cds_enter (cds, next, cds_record (cds, CDS_ADMIT, next));
    }
}

/* Is the order of these two messages settled, OTHER first? */
static bool
is_before (struct cds *cds, hb_id other, hb_id message)
{
  hb_id literal;
  bool holds;
  if (!cds_literal (cds, (struct hb_pair){ other, message, false }, &literal, &holds))
    return holds;
  return cds_value (cds, literal) > 0;
}

/* What had to come before MESSAGE mostly still has to. */
static bool
is_still_blocked (struct cds *cds, hb_id message, enum cds_moment moment)
{
  hb_id link = cds->blocked_by[message];
  if (!link || blocks (cds, link - 1, message, moment) == HB_NONE)
    return false;
  /* Places in bags and elsewhere were looked up on the way here. */
  cds->scanned += CDS_SCANS_A_STEP;
  return true;
}

bool
cds_is_blocked (struct cds *cds, hb_id message)
{
  return is_still_blocked (cds, message, CDS_TAKING);
}

/* May MESSAGE be posted or taken now?  Tries to admit external messages that must come first in a
 * queue; elsewhere their turn comes by itself. */
static enum cds_going
may_enter (struct cds *cds, hb_id message, enum cds_moment moment)
{
  hb_id handler = cds->trace->messages.data[message].handler;
  bool is_queue = cds->trace->handlers.data[handler].mailbox == HB_QUEUE;
  if (cds->file_order && (is_queue || moment == CDS_TAKING)
      && cds_next_in_file (cds, handler) != message)
    return CDS_WAIT;
  if (is_still_blocked (cds, message, moment))
    return CDS_WAIT;
  for (;;)
    {
      hb_id external;
      enum cds_going going = decide_orders (cds, message, moment, &external);
      if (going != CDS_GO_ON || external == HB_NONE)
        return going;
      if (!is_queue)
        return CDS_WAIT;
      going = cds_admit (cds, external);
      if (going == CDS_CONFLICT)
        return CDS_CONFLICT;
      if (going == CDS_GO_ON)
        continue;
      hb_id first = blocker (cds, external, CDS_TAKING);
      /* In the first attempt it may also just not be its turn; else what holds already is not said again. */
      if (first == HB_NONE || cds->file_order || is_before (cds, first, message))
        return CDS_WAIT;
      going = imply (cds, first, external, message);
      if (going == CDS_CONFLICT)
        return CDS_CONFLICT;
      if (!cds_follow (cds))
        return CDS_CONFLICT;
    }
}

static bool
waits_in_bag (const struct cds *cds, hb_id message)
{
  return !cds->messages[message].admitted
         && (cds->messages[message].posted
             || cds->trace->messages.data[message].kind == HB_EXTERNAL);
}

enum cds_going
cds_admit (struct cds *cds, hb_id message)
{
  if (!waits_in_bag (cds, message) || cds_ahead (cds, message) != HB_NONE)
    return CDS_WAIT;
  /* External messages that wait for one another in a circle are met again here. */
  for (size_t i = 0; i < cds->entering.size; i++)
    if (cds->entering.data[i] == message)
      return CDS_WAIT;
  vec_push (cds->entering, message);
  enum cds_going going = may_enter (cds, message, CDS_TAKING);
  cds->entering.size--;
  if (going != CDS_GO_ON)
    return going;
  cds_bag_remove (cds, message);
  cds_enter (cds, message, cds_record (cds, CDS_ADMIT, message));
  return CDS_GO_ON;
}

/* The handler is idle: takes the message of its bag that is due first and that may be taken. */
enum cds_going
cds_take_from_bag (struct cds *cds, hb_id handler)
{
  if (cds->trace->handlers.data[handler].mailbox == HB_MULTISET && !cds->stuck && !cds->file_order)
    return cds_take_ready (cds, handler);
  for (hb_id tried = HB_NONE;;)
    {
      hb_id next = cds_bag_next (cds, handler, tried);
      if (next == HB_NONE)
        return CDS_WAIT;
      enum cds_going going = cds_admit (cds, next);
      cds->scanned++;
      if (going != CDS_WAIT)
        return going;
      tried = next;
    }
}

/* MESSAGE, whose post is next on its sender unless things have changed, is due. */
enum cds_going
cds_try_post (struct cds *cds, hb_id message)
{
  const struct hb_message *m = &cds->trace->messages.data[message];
  hb_id sender = hb_event_handler (cds->trace, m->post);
  if (cds->next[sender] != m->post || !cds_post_is_free (cds, message))
    return CDS_WAIT;
  enum cds_going going = may_enter (cds, message, CDS_POSTING);
  if (going == CDS_GO_ON)
    {
      cds_do (cds, sender, m->post);
      cds_wake (cds, sender);
    }
  return going;
}
