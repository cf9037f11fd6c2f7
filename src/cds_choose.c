/* Choices: which message enters a mailbox next, within what the orders allow.  See cds.h.
 *
 * A message that enters settles its order with all that have not entered yet.  So before it does,
 * every named order that is still open is decided, one by one, each with what follows from it; the
 * message then enters unless another must come first. */
#include "cds.h"

static enum cds_going admit_by_choice (struct cds *cds, hb_id message);

/* Decides all open orders of MESSAGE that its admission would settle: as they were last, else
 * MESSAGE first. */
static enum cds_going
decide_orders (struct cds *cds, hb_id message)
{
  for (hb_id l = cds->links_of[message]; l != HB_NONE; l = cds->links.data[l].next)
    {
      hb_id number = cds->links.data[l].pair;
      struct cds_pair *pair = &cds->pairs.data[number];
      if (pair->value)
        continue;
      hb_id literal
          = pair->phase ? 2 * number + (pair->phase < 0) : cds_literal_first (cds, number, message);
      cds_assign (cds, literal, (hb_id)cds->trail.size + 1, HB_NONE);
      if (!cds_follow (cds))
        return CDS_CONFLICT;
    }
  return CDS_GO_ON;
}

/* A message that must come before MESSAGE and is not admitted yet, or HB_NONE. */
static hb_id
blocker (const struct cds *cds, hb_id message, bool by_choice)
{
  for (hb_id l = cds->links_of[message]; l != HB_NONE; l = cds->links.data[l].next)
    {
      hb_id literal = cds_literal_first (cds, cds->links.data[l].pair, message);
      hb_id other = cds_later (cds, literal);
      if (cds_value (cds, literal) < 0 && !cds->admitted[other]
          && cds_by_choice (cds, other) == by_choice)
        return other;
    }
  return HB_NONE;
}

/* Orders are transitive: C before X and X before A, so C before A.  Needed where X, being external,
 * has no post through which a cycle would say so. */
static enum cds_going
imply (struct cds *cds, hb_id c, hb_id x, hb_id a)
{
  const struct hb_trace *trace = cds->trace;
  hb_id around[] = { c, x, a, c };
  struct hb_cycle cycle = { VEC_EMPTY };
  VEC (hb_id) clause = VEC_EMPTY;
  for (int i = 0; i < 3; i++)
    {
      hb_id literal;
      bool holds;
      struct hb_step step
          = { trace->messages.data[around[i]].first, trace->messages.data[around[i + 1]].first,
              HB_EO, around[i], around[i + 1] };
      vec_push (cycle.steps, step);
      if (cds_literal (cds, around[i], around[i + 1], &literal, &holds))
        vec_push (clause, literal ^ 1);
    }
  vec_push (cds->cycles, cycle);
  hb_id number = cds_add_clause (cds, clause.data, (hb_id)clause.size);
  int open = 0, last = -1;
  hb_id level = 0;
  for (size_t i = 0; i < clause.size; i++)
    {
      int value = cds_value (cds, clause.data[i]);
      hb_id own = cds->pairs.data[clause.data[i] >> 1].level;
      if (value >= 0)
        open++, last = (int)i;
      else
        level = own > level ? own : level;
    }
  enum cds_going going = CDS_GO_ON;
  if (!open)
    {
      cds_learn (cds, number);
      going = CDS_CONFLICT;
    }
  else if (open == 1 && !cds_value (cds, clause.data[last]))
    cds_assign (cds, clause.data[last], level, number);
  vec_free (clause);
  return going;
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
         && blocker (cds, next, true) == HB_NONE && blocker (cds, next, false) == HB_NONE)
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
  if (!cds_literal (cds, other, message, &literal, &holds))
    return holds;
  return cds_value (cds, literal) > 0;
}

/* May MESSAGE be admitted now?  Tries to admit external messages that must come first. */
static enum cds_going
may_enter (struct cds *cds, hb_id message)
{
  if (cds->file_order
      && cds_next_in_file (cds, cds->trace->messages.data[message].handler) != message)
    return CDS_WAIT;
  for (;;)
    {
      enum cds_going going = decide_orders (cds, message);
      if (going != CDS_GO_ON || blocker (cds, message, false) != HB_NONE)
        return going == CDS_CONFLICT ? CDS_CONFLICT : CDS_WAIT;
      hb_id external = blocker (cds, message, true);
      if (external == HB_NONE)
        return CDS_GO_ON;
      if (cds->trace->handlers.data[cds->trace->messages.data[message].handler].mailbox != HB_QUEUE)
        return CDS_WAIT;
      going = admit_by_choice (cds, external);
      if (going == CDS_CONFLICT)
        return CDS_CONFLICT;
      if (going == CDS_GO_ON)
        continue;
      hb_id first = blocker (cds, external, false);
      if (first == HB_NONE)
        first = blocker (cds, external, true);
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

hb_id
cds_earlier_of_sender (const struct cds *cds, hb_id message)
{
  const struct hb_message *m = &cds->trace->messages.data[message];
  const struct cds_bag *bag = &cds->bags[m->handler];
  if (m->kind == HB_EXTERNAL || cds->trace->handlers.data[m->handler].mailbox != HB_SENDER_QUEUE)
    return HB_NONE;
  for (size_t i = 0; i < bag->messages.size; i++)
    if (bag->messages.data[i] != message && hb_coupled (cds->trace, bag->messages.data[i], message)
        && cds->posted[bag->messages.data[i]] < cds->posted[message])
      return bag->messages.data[i];
  return HB_NONE;
}

static bool
waits_in_bag (const struct cds *cds, hb_id message)
{
  return !cds->admitted[message]
         && (cds->posted[message] || cds->trace->messages.data[message].kind == HB_EXTERNAL);
}

static enum cds_going
admit_by_choice (struct cds *cds, hb_id message)
{
  if (!waits_in_bag (cds, message) || cds_earlier_of_sender (cds, message) != HB_NONE)
    return CDS_WAIT;
  /* External messages that wait for one another in a circle are met again here. */
  for (size_t i = 0; i < cds->entering.size; i++)
    if (cds->entering.data[i] == message)
      return CDS_WAIT;
  vec_push (cds->entering, message);
  enum cds_going going = may_enter (cds, message);
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
  struct cds_bag *bag = &cds->bags[handler];
  hb_id tried = HB_NONE;
  for (;;)
    {
      /* The next by rank behind those tried; the bag is small. */
      hb_id best = HB_NONE;
      for (size_t i = 0; i < bag->messages.size; i++)
        {
          hb_id m = bag->messages.data[i];
          if ((tried == HB_NONE || cds_sooner (cds, tried, m))
              && (best == HB_NONE || cds_sooner (cds, m, best)))
            best = m;
        }
      if (best == HB_NONE)
        return CDS_WAIT;
      enum cds_going going = admit_by_choice (cds, best);
      if (going != CDS_WAIT)
        return going;
      tried = best;
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
  enum cds_going going = may_enter (cds, message);
  if (going == CDS_GO_ON)
    {
      cds_do_post (cds, m->post);
      cds_wake (cds, sender);
    }
  return going;
}
