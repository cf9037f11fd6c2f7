/* Undoing: the trail backwards, every event's effect taken back; or, where little is left, the run made
 * again from its start (redo.c).  See cds.h. */
#include "engine/cds/ahead.h"
#include "engine/cds/cds.h"

/* The pair is open again.  What the solver has given a value keeps that as its phase. */
static void
open_again (struct cds *cds, hb_id pair)
{
  if (!cds->pairs.data[pair].told)
    cds->pairs.data[pair].phase = cds->values.data[pair];
  cds->values.data[pair] = 0;
}

/* Orders of MESSAGE that were facts of what happened at POSITION. */
static void
forget_facts (struct cds *cds, hb_id message, hb_id position)
{
  bool others = false;
  if (!cds->messages[message].has_facts)
    return;
  for (hb_id l = cds->messages[message].links; l != HB_NONE; l = cds->links.data[l].next)
    {
      hb_id p = cds->links.data[l].literal >> 1;
      const struct cds_pair *pair = &cds->pairs.data[p];
      if (!cds->values.data[p] || pair->on_trail)
        continue;
      if (pair->level == position)
        open_again (cds, p);
      else
        others |= pair->level != 0;
    }
  cds->messages[message].has_facts = others;
}

static void
leave_queue (struct cds *cds, hb_id message)
{
  struct cds_message *m = &cds->messages[message];
  hb_id handler = m->handler, position = m->admitted;
  m->admitted = 0;
  cds->tail[handler]--;
  if (cds->next[handler] == m->first)
    cds->next[handler] = HB_NONE;
  forget_facts (cds, message, position);
}

static void
undo_access (struct cds *cds, hb_id event)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  struct cds_variable *v = &cds->variables[e->object];
  v->since = 0;
  if (e->kind == HB_READ)
    v->pending += !cds->let_go || !cds->let_go[event];
  else
    {
      v->written--;
      v->pending = 0;
    }
}

/* Its handler's clock was CLOCK before. */
static void
undo_event (struct cds *cds, hb_id event, hb_id clock)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  const struct cds_message *m = &cds->messages[e->message];
  if (e->kind == HB_POST)
    {
      hb_id position = cds->messages[e->object].posted;
      if (cds_by_choice (cds, e->object))
        cds_bag_remove (cds, e->object);
      cds->messages[e->object].posted = 0;
      for (hb_id i = cds_mo_first (cds, e->object); i < cds_mo_end (cds, e->object); i++)
        cds->mo_waits[cds->mo_next[i]]++;
      if (cds_by_choice (cds, e->object))
        forget_facts (cds, e->object, position);
      else
        leave_queue (cds, e->object);
    }
  else if (e->kind != HB_GET)
    undo_access (cds, event);
  cds->done--;
  if (m->first == event && e->message != cds->trace->handlers.data[m->handler].initial)
    cds->head[m->handler]--;
  cds->next[m->handler] = event;
  cds->clock[m->handler] = clock;
}

static void
hold_again (struct cds *cds, hb_id event)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  hb_id slot = cds_slot_met (cds, event);
  cds->let_go[event] = false;
  if (slot == cds->variables[e->object].slots + cds->variables[e->object].written)
    cds->variables[e->object].pending++;
  else
    cds->let_go_early[slot]--;
}

static void
stop_ignoring (struct cds *cds, hb_id position)
{
  while (cds->ignored.size && vec_top (cds->ignored).position >= position)
    cds->orders.data[vec_pop (cds->ignored).order].ignored = false;
  if (cds->forced < position)
    return;
  cds->forced = 0;
  while (cds->torn.size)
    {
      hb_id order = vec_pop (cds->torn);
      vec_push (cds->doubtful, order);
    }
  while (cds->left.size)
    {
      hb_id literal = vec_pop (cds->left);
      vec_push (cds->todo, literal);
    }
}

struct kept
{
  VEC (hb_id) pairs;
};

/* The trail back to before POSITION, event by event; the pairs in between whose orders stay go to KEPT. */
static void
take_back (struct cds *cds, hb_id position, struct kept *kept)
{
  while (cds->trail.size >= position)
    {
      cds_look_back (cds);
      uint32_t entry = vec_pop (cds->trail);
      hb_id id = entry & (CDS_MOST_IDS - 1), before = vec_pop (cds->clocks).before;
      if (entry >> CDS_KIND_SHIFT == CDS_EVENT)
        undo_event (cds, id, before);
      else if (entry >> CDS_KIND_SHIFT == CDS_ADMIT)
        {
          leave_queue (cds, id);
          cds_bag_add (cds, id);
        }
      else if (entry >> CDS_KIND_SHIFT == CDS_LET_GO)
        hold_again (cds, id);
      else if (cds->pairs.data[id].level < position)
        vec_push (kept->pairs, id);
      else
        open_again (cds, id);
    }
}

/* The same by making the run again. */
static void
start_again (struct cds *cds, hb_id position, struct kept *kept)
{
  for (hb_id p = 0; p < cds->pairs.size; p++)
    if (cds->values.data[p] && cds->pairs.data[p].level >= position)
      open_again (cds, p);
  while (cds->trail.size >= position)
    {
      uint32_t entry = vec_pop (cds->trail);
      hb_id id = entry & (CDS_MOST_IDS - 1);
      struct cds_clock clock = vec_pop (cds->clocks);
      if (clock.handler != HB_NONE)
        cds->clock[clock.handler] = clock.before;
      else if (entry >> CDS_KIND_SHIFT == CDS_LET_GO)
        cds->let_go[id] = false;
      else if (entry >> CDS_KIND_SHIFT == CDS_ORDER && cds->values.data[id])
        vec_push (kept->pairs, id);
    }
  cds_redo (cds);
}

/* Is it better to make the run again than to take it back to before POSITION?  Making an event again takes
 * about as long as to undo one; to forget a message is a tenth of that. */
static bool
is_better_again (const struct cds *cds, hb_id position)
{
  size_t stays = position - 1, goes = cds->trail.size - stays;
#ifdef HB_CHECKING
  return goes > stays;
#else
  size_t forgotten = cds->trace->messages.size + cds->trace->variables.size + cds->pairs.size;
  return goes > 2 * stays && goes > forgotten / 4;
#endif
}

void
cds_undo (struct cds *cds, hb_id position)
{
  struct kept kept = { VEC_EMPTY };
  cds_stop_waiting (cds);
  cds->most_done = cds->done > cds->most_done ? cds->done : cds->most_done;
  cds->now = 0;
  /* Anything may be possible again that was not. */
  for (hb_id h = 0; h < cds->trace->handlers.size; h++)
    cds_wake (cds, h);
  if (cds->trail.size >= position && is_better_again (cds, position))
    start_again (cds, position, &kept);
  else
    take_back (cds, position, &kept);
  while (kept.pairs.size)
    {
      hb_id pair = vec_pop (kept.pairs);
      cds_record (cds, CDS_ORDER, pair);
      vec_push (cds->todo, 2 * pair + (cds->values.data[pair] < 0));
    }
  vec_free (kept.pairs);
  stop_ignoring (cds, position);
  while (cds->heap.size)
    cds->messages[vec_pop (cds->heap)].in_heap = false;
}
