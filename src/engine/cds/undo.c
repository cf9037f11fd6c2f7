/* Undoing: the trail backwards, every event's effect taken back.  See cds.h. */
#include "engine/cds/cds.h"

/* The pair is open again.  What the solver has given a value keeps that as its phase. */
static void
open_again (struct cds_pair *pair)
{
  if (!pair->told)
    pair->phase = pair->value;
  pair->value = 0;
}

/* Orders of MESSAGE that were facts of what happened at POSITION. */
static void
forget_facts (struct cds *cds, hb_id message, hb_id position)
{
  for (hb_id l = cds->links_of[message]; l != HB_NONE; l = cds->links.data[l].next)
    {
      struct cds_pair *pair = &cds->pairs.data[cds->links.data[l].pair];
      if (pair->value && !pair->on_trail && pair->level == position)
        open_again (pair);
    }
}

static void
leave_queue (struct cds *cds, hb_id message)
{
  const struct hb_message *m = &cds->trace->messages.data[message];
  hb_id handler = m->handler, position = cds->admitted[message];
  cds->admitted[message] = 0;
  cds->tail[handler]--;
  if (cds->next[handler] == m->first)
    cds->next[handler] = HB_NONE;
  forget_facts (cds, message, position);
}

static void
undo_event (struct cds *cds, hb_id event)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  const struct hb_message *m = &cds->trace->messages.data[e->message];
  if (e->kind == HB_POST)
    {
      hb_id position = cds->posted[e->object];
      cds->posted[e->object] = 0;
      for (hb_id i = cds_mo_first (cds, e->object); i < cds_mo_end (cds, e->object); i++)
        cds->mo_waits[cds->mo_next[i]]++;
      if (cds_by_choice (cds, e->object))
        {
          cds_bag_remove (cds, e->object);
          forget_facts (cds, e->object, position);
        }
      else
        leave_queue (cds, e->object);
    }
  else if (e->kind == HB_READ)
    cds->pending[e->object] += !cds->let_go || !cds->let_go[event];
  else if (e->kind == HB_WRITE)
    {
      cds->written[e->object]--;
      cds->pending[e->object] = 0;
    }
  cds->done--;
  if (m->first == event && m->kind != HB_INITIAL)
    cds->head[m->handler]--;
  cds->next[m->handler] = event;
}

static void
hold_again (struct cds *cds, hb_id event)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  hb_id slot = cds_slot_read (cds, event);
  cds->let_go[event] = false;
  if (slot == cds->trace->variables.data[e->object].first + e->object + cds->written[e->object])
    cds->pending[e->object]++;
  else
    cds->let_go_early[slot]--;
}

static void
stop_ignoring (struct cds *cds, hb_id position)
{
  while (cds->ignored.size && vec_top (cds->ignored).position >= position)
    cds->pairs.data[vec_pop (cds->ignored).pair].ignored = false;
  if (cds->forced < position)
    return;
  cds->forced = 0;
  while (cds->left.size)
    {
      hb_id literal = vec_pop (cds->left);
      vec_push (cds->todo, literal);
    }
}

void
cds_undo (struct cds *cds, hb_id position)
{
  VEC (hb_id) kept = VEC_EMPTY;
  while (cds->trail.size >= position)
    {
      uint32_t entry = vec_pop (cds->trail);
      hb_id id = entry & (CDS_MOST_IDS - 1), clock = vec_pop (cds->clocks);
      if (entry >> CDS_KIND_SHIFT == CDS_EVENT)
        {
          undo_event (cds, id);
          cds->clock[hb_event_handler (cds->trace, id)] = clock;
        }
      else if (entry >> CDS_KIND_SHIFT == CDS_ADMIT)
        {
          leave_queue (cds, id);
          cds_bag_add (cds, id);
        }
      else if (entry >> CDS_KIND_SHIFT == CDS_LET_GO)
        hold_again (cds, id);
      else if (cds->pairs.data[id].level < position)
        vec_push (kept, id);
      else
        open_again (&cds->pairs.data[id]);
    }
  while (kept.size)
    {
      hb_id pair = vec_pop (kept);
      cds_record (cds, CDS_ORDER, pair);
      vec_push (cds->todo, 2 * pair + (cds->pairs.data[pair].value < 0));
    }
  vec_free (kept);
  stop_ignoring (cds, position);
  /* Anything may be possible again that was not. */
  while (cds->heap.size)
    cds->in_heap[vec_pop (cds->heap)] = false;
  cds->now = 0;
  for (hb_id h = 0; h < cds->trace->handlers.size; h++)
    cds_wake (cds, h);
}
