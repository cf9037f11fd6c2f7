/* Who waits for whom.  See cds.h.
 *
 * Every event that has not been executed waits for its predecessors in happens-before that have not
 * been executed either: in program order, through memory, through its post, and through the orders
 * that the run has settled (a message runs, so the others of its handler come later) or that
 * clauses impose. All of them must come first, so any cycle along any of these edges is a cycle of
 * happens-before under those orders, whatever else may still be possible in the run. */
#include "engine/cds/wait.h"

void
cds_put_edge (struct cds_edges *edges, hb_id from, enum hb_relation relation, hb_id before,
              hb_id after)
{
  struct cds_edge edge = { from, relation, before, after };
  vec_push (edges->list, edge);
}

/* --- the edges --------------------------------------------------------------------------------- */

bool
cds_is_executed (const struct cds *cds, hb_id event)
{
  hb_id message = cds->trace->events.data[event].message;
  const struct hb_message *m = &cds->trace->messages.data[message];
  hb_id next = cds->next[m->handler];
  if (next != HB_NONE && cds->trace->events.data[next].message == message)
    return event < next;
  return m->kind == HB_INITIAL
         || (cds->messages[message].admitted
             && cds->messages[message].place < cds->head[m->handler]);
}

void
cds_memory_edges (const struct cds *cds, hb_id event, struct cds_edges *edges)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  const struct hb_variable *v = &cds->trace->variables.data[e->object];
  hb_id written = cds->variables[e->object].written;
  if (e->kind == HB_READ)
    {
      if (e->partner != HB_NONE && !(cds->let_go && cds->let_go[event])
          && cds->trace->events.data[e->partner].partner >= written)
        cds_put_edge (edges, e->partner, HB_RF, HB_NONE, HB_NONE);
      return;
    }
  if (written < e->partner)
    cds_put_edge (edges, cds->trace->co.data[v->first + e->partner - 1], HB_CO, HB_NONE, HB_NONE);
  hb_id slot = v->first + e->object + e->partner;
  for (hb_id r = cds->reads_start[slot]; r < cds->reads_start[slot + 1] && !cds_are_enough (edges);
       r++)
    if (!(cds->let_go && cds->let_go[cds->reads[r]]) && !cds_is_executed (cds, cds->reads[r]))
      cds_put_edge (edges, cds->reads[r], HB_FR, HB_NONE, HB_NONE);
}

void
cds_run_edges (struct cds *cds, hb_id message, bool whole, struct cds_edges *edges)
{
  hb_id l = cds->messages[message].links;
  for (; l != HB_NONE && !cds_are_enough (edges); l = cds->links.data[l].next)
    {
      cds->scanned++;
      const struct cds_link *link = &cds->links.data[l];
      if (cds_value (cds, link->literal) < 0 && !cds->messages[link->other].admitted
          && !cds->orders.data[link->order].posts && !cds->orders.data[link->order].ignored)
        cds_put_edge (edges,
                      whole ? cds->messages[link->other].end - 1 : cds->messages[link->other].first,
                      HB_EO, link->other, message);
    }
}

/* What an order wants before the post of MESSAGE: other posts, or gets of what it would bury. */
static void
post_edges (struct cds *cds, hb_id message, struct cds_edges *edges)
{
  hb_id l = cds->messages[message].links;
  for (; l != HB_NONE && !cds_are_enough (edges); l = cds->links.data[l].next)
    {
      cds->scanned++;
      hb_id order = cds->links.data[l].order, other = cds->links.data[l].other;
      if (cds_value (cds, cds->links.data[l].literal) >= 0
          || !cds_settles (cds, l, message, CDS_POSTING) || cds->orders.data[order].ignored)
        continue;
      const struct hb_message *m = &cds->trace->messages.data[other];
      if (cds->orders.data[order].posts || hb_coupled (cds->trace, other, message))
        cds_put_edge (edges, m->post, HB_MO, other, message);
      else if (m->kind == HB_POSTED)
        cds_put_edge (edges, m->first, HB_GP, other, message);
    }
}

/* Posts that the input's mo puts before that of MESSAGE. */
static void
chain_edges (const struct cds *cds, hb_id message, struct cds_edges *edges)
{
  const struct hb_handler *h
      = &cds->trace->handlers.data[cds->trace->messages.data[message].handler];
  if (!cds->mo_waits || !cds->mo_waits[message])
    return;
  for (hb_id m = h->first; m < h->first + h->count; m++)
    for (hb_id i = cds->mo_start[m]; i < cds->mo_start[m + 1]; i++)
      if (cds->mo_next[i] == message && !cds->messages[m].posted)
        cds_put_edge (edges, cds->trace->messages.data[m].post, HB_MO, HB_NONE, HB_NONE);
}

void
cds_posting_edges (struct cds *cds, hb_id message, struct cds_edges *edges)
{
  chain_edges (cds, message, edges);
  if (cds_post_matters (cds, message))
    post_edges (cds, message, edges);
}

/* What EVENT, which stands in a message not yet begun, waits for. */
static void
later_edges (struct cds *cds, hb_id event, struct cds_edges *edges)
{
  hb_id message = cds->trace->events.data[event].message;
  const struct hb_message *m = &cds->trace->messages.data[message];
  hb_id next = cds->next[m->handler];
  if (next != HB_NONE)
    {
      /* Another message runs, so this one comes later. */
      hb_id current = cds_current (cds, m->handler);
      if (cds->trace->messages.data[current].kind == HB_INITIAL)
        cds_put_edge (edges, next, HB_PO, HB_NONE, HB_NONE);
      else
        cds_put_edge (edges, next, HB_EO, current, message);
    }
  if (cds->messages[message].admitted)
    return;
  if (m->kind == HB_POSTED && !cds->messages[message].posted)
    {
      if (event != m->first)
        cds_put_edge (edges, m->first, HB_PO, HB_NONE, HB_NONE);
      else
        cds_put_edge (edges, m->post, HB_PB, HB_NONE, HB_NONE);
    }
  cds_run_edges (cds, message, false, edges);
  hb_id ahead = cds->messages[message].posted ? cds_ahead (cds, message) : HB_NONE;
  if (ahead != HB_NONE)
    cds_put_edge (edges, cds->trace->messages.data[ahead].first, HB_EO, ahead, message);
}

/* All that EVENT, not executed, waits for directly; none: it can be executed. */
static void
edges_into (struct cds *cds, hb_id event, struct cds_edges *edges)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  hb_id next = cds->next[cds->trace->messages.data[e->message].handler];
  vec_clear (edges->list);
  if (next == HB_NONE || cds->trace->events.data[next].message != e->message)
    later_edges (cds, event, edges);
  else if (event != next)
    cds_put_edge (edges, next, HB_PO, HB_NONE, HB_NONE);
  else if (e->kind == HB_POST)
    cds_posting_edges (cds, e->object, edges);
  else if (e->kind != HB_GET)
    cds_memory_edges (cds, event, edges);
  cds->looked += edges->list.size + 1;
}

/* --- walking ----------------------------------------------------------------------------------- */

/* The first event that EVENT, not executed, waits for, or HB_NONE: it can be executed. */
static hb_id
first_into (struct cds *cds, hb_id event)
{
  struct cds_edges *edges = &cds->search->edges;
  edges->one_is_enough = true;
  edges_into (cds, event, edges);
  edges->one_is_enough = false;
  return edges->list.size ? edges->list.data[0].from : HB_NONE;
}

/* From EVENT always along the first edge: an event on the cycle where that ends, or HB_NONE if it
 * ends at an event that can be executed (Brent's algorithm). */
static hb_id
walk (struct cds *cds, hb_id event)
{
  hb_id mark = event;
  for (size_t steps = 0, power = 1;;)
    {
      event = first_into (cds, event);
      cds->walked++;
      if (event == HB_NONE || event == mark)
        return event;
      if (++steps == power)
        {
          mark = event;
          power *= 2;
          steps = 0;
        }
    }
}

/* The event at which HANDLER waits. */
static hb_id
waiting_event (const struct cds *cds, hb_id handler)
{
  if (cds->next[handler] != HB_NONE)
    return cds->next[handler];
  return cds->messages[cds_bag_after (cds, handler, HB_NONE)].first;
}

/* A cycle met by a walk can be tried from this many of its events for a better one. */
#define MOST_STARTS 12

bool
cds_deadlock (struct cds *cds, hb_id handler, struct hb_cycle *cycle)
{
  hb_id first = walk (cds, waiting_event (cds, handler)), event = first;
  if (first == HB_NONE)
    return false;
  VEC (hb_id) starts = VEC_EMPTY;
  do
    {
      hb_id own = hb_event_handler (cds->trace, event);
      if (cds->next[own] == event && starts.size < MOST_STARTS)
        vec_push (starts, event);
      event = first_into (cds, event);
    }
  while (event != first);
  if (!starts.size)
    vec_push (starts, first);
  size_t fewest = SIZE_MAX;
  struct hb_cycle found = { VEC_EMPTY };
  for (size_t i = 0; i < starts.size && fewest; i++)
    {
      (void)cds_cheapest_cycle (cds, starts.data[i], edges_into, SIZE_MAX, &found);
      size_t assumptions = hb_cycle_assumptions (&found);
      if (assumptions > fewest || (assumptions == fewest && found.steps.size >= cycle->steps.size))
        continue;
      fewest = assumptions;
      struct hb_cycle worse = *cycle;
      *cycle = found;
      found = worse;
    }
  hb_cycle_free (&found);
  vec_free (starts);
  return true;
}
