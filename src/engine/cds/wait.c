/* Who waits for whom.  See cds.h.
 *
 * Every event that has not been executed waits for its predecessors in happens-before that have not
 * been executed either: in program order, through memory, through its post, and through the orders
 * that the run has settled (a message runs, so the others of its handler come later) or that
 * clauses impose. All of them must come first, so any cycle along any of these edges is a cycle of
 * happens-before under those orders, whatever else may still be possible in the run. */
#include "engine/cds/cds.h"

/* FROM must come before the event in question. */
struct edge
{
  hb_id from;
  enum hb_relation relation;
  hb_id before, after; /* the assumption, or HB_NONE */
};

typedef VEC (struct edge) edge_list;

static void
put (edge_list *edges, hb_id from, enum hb_relation relation, hb_id before, hb_id after)
{
  struct edge edge = { from, relation, before, after };
  vec_push (*edges, edge);
}

/* --- the edges --------------------------------------------------------------------------------- */

/* Has the read been executed, or let go? */
static bool
read_is_done (const struct cds *cds, hb_id event)
{
  hb_id message = cds->trace->events.data[event].message;
  const struct hb_message *m = &cds->trace->messages.data[message];
  hb_id next = cds->next[m->handler];
  if (cds->let_go && cds->let_go[event])
    return true;
  if (next != HB_NONE && cds->trace->events.data[next].message == message)
    return event < next;
  return m->kind == HB_INITIAL
         || (cds->messages[message].admitted
             && cds->messages[message].place < cds->head[m->handler]);
}

/* What the access EVENT, next on its handler, waits for in memory. */
static void
memory_edges (const struct cds *cds, hb_id event, edge_list *edges)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  const struct hb_variable *v = &cds->trace->variables.data[e->object];
  hb_id written = cds->variables[e->object].written;
  if (e->kind == HB_READ)
    {
      if (e->partner != HB_NONE && !(cds->let_go && cds->let_go[event])
          && cds->trace->events.data[e->partner].partner >= written)
        put (edges, e->partner, HB_RF, HB_NONE, HB_NONE);
      return;
    }
  if (written < e->partner)
    put (edges, cds->trace->co.data[v->first + e->partner - 1], HB_CO, HB_NONE, HB_NONE);
  hb_id slot = v->first + e->object + e->partner;
  for (hb_id r = cds->reads_start[slot]; r < cds->reads_start[slot + 1]; r++)
    if (!read_is_done (cds, cds->reads[r]))
      put (edges, cds->reads[r], HB_FR, HB_NONE, HB_NONE);
}

/* Messages that an order wants to run before MESSAGE and that are not admitted. */
static void
run_edges (struct cds *cds, hb_id message, edge_list *edges)
{
  for (hb_id l = cds->messages[message].links; l != HB_NONE; l = cds->links.data[l].next)
    {
      cds->scanned++;
      const struct cds_link *link = &cds->links.data[l];
      if (cds_value (cds, link->literal) < 0 && !cds->messages[link->other].admitted
          && !cds->orders.data[link->order].posts && !cds->orders.data[link->order].ignored)
        put (edges, cds->messages[link->other].first, HB_EO, link->other, message);
    }
}

/* What an order wants before the post of MESSAGE: other posts, or gets of what it would bury. */
static void
post_edges (struct cds *cds, hb_id message, edge_list *edges)
{
  for (hb_id l = cds->messages[message].links; l != HB_NONE; l = cds->links.data[l].next)
    {
      cds->scanned++;
      hb_id order = cds->links.data[l].order, other = cds->links.data[l].other;
      if (cds_value (cds, cds->links.data[l].literal) >= 0
          || !cds_settles (cds, l, message, CDS_POSTING) || cds->orders.data[order].ignored)
        continue;
      const struct hb_message *m = &cds->trace->messages.data[other];
      if (cds->orders.data[order].posts || hb_coupled (cds->trace, other, message))
        put (edges, m->post, HB_MO, other, message);
      else if (m->kind == HB_POSTED)
        put (edges, m->first, HB_GP, other, message);
    }
}

/* Posts that the input's mo puts before that of MESSAGE. */
static void
chain_edges (const struct cds *cds, hb_id message, edge_list *edges)
{
  const struct hb_handler *h
      = &cds->trace->handlers.data[cds->trace->messages.data[message].handler];
  if (!cds->mo_waits || !cds->mo_waits[message])
    return;
  for (hb_id m = h->first; m < h->first + h->count; m++)
    for (hb_id i = cds->mo_start[m]; i < cds->mo_start[m + 1]; i++)
      if (cds->mo_next[i] == message && !cds->messages[m].posted)
        put (edges, cds->trace->messages.data[m].post, HB_MO, HB_NONE, HB_NONE);
}

/* What EVENT, which stands in a message not yet begun, waits for. */
static void
later_edges (struct cds *cds, hb_id event, edge_list *edges)
{
  hb_id message = cds->trace->events.data[event].message;
  const struct hb_message *m = &cds->trace->messages.data[message];
  hb_id next = cds->next[m->handler];
  if (next != HB_NONE)
    {
      /* Another message runs, so this one comes later. */
      hb_id current = cds_current (cds, m->handler);
      if (cds->trace->messages.data[current].kind == HB_INITIAL)
        put (edges, next, HB_PO, HB_NONE, HB_NONE);
      else
        put (edges, next, HB_EO, current, message);
    }
  if (cds->messages[message].admitted)
    return;
  if (m->kind == HB_POSTED && !cds->messages[message].posted)
    {
      if (event != m->first)
        put (edges, m->first, HB_PO, HB_NONE, HB_NONE);
      else
        put (edges, m->post, HB_PB, HB_NONE, HB_NONE);
    }
  run_edges (cds, message, edges);
  hb_id ahead = cds->messages[message].posted ? cds_ahead (cds, message) : HB_NONE;
  if (ahead != HB_NONE)
    put (edges, cds->trace->messages.data[ahead].first, HB_EO, ahead, message);
}

/* All that EVENT, not executed, waits for directly; none: it can be executed. */
static void
edges_into (struct cds *cds, hb_id event, edge_list *edges)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  hb_id next = cds->next[cds->trace->messages.data[e->message].handler];
  vec_clear (*edges);
  if (next == HB_NONE || cds->trace->events.data[next].message != e->message)
    later_edges (cds, event, edges);
  else if (event != next)
    put (edges, next, HB_PO, HB_NONE, HB_NONE);
  else if (e->kind == HB_POST)
    {
      chain_edges (cds, e->object, edges);
      if (cds_post_matters (cds, e->object))
        post_edges (cds, e->object, edges);
    }
  else if (e->kind != HB_GET)
    memory_edges (cds, event, edges);
  cds->looked += edges->size + 1;
}

/* --- searching --------------------------------------------------------------------------------- */

/* An event that the search has reached: with how many assumptions, and by which edge out of it. */
struct reached
{
  hb_id event, cost, parent; /* parent: index in `nodes` */
  struct edge edge;          /* from EVENT to the parent's event */
  bool done;
};

struct cds_search
{
  edge_list edges;
  VEC (struct reached) nodes;
  VEC (hb_id) near, far; /* nodes to expand: at the present cost, at the next */
  hb_id *table;          /* event -> node, open addressing */
  size_t mask;
};

struct cds_search *
cds_search_new (void)
{
  return hb_calloc (1, sizeof (struct cds_search));
}

void
cds_search_free (struct cds_search *search)
{
  vec_free (search->edges);
  vec_free (search->nodes);
  vec_free (search->near);
  vec_free (search->far);
  hb_free (search->table);
  hb_free (search);
}

static size_t
slot_of (const struct cds_search *search, hb_id event)
{
  size_t slot = (event * UINT32_C (0x9e3779b1)) & search->mask;
  while (search->table[slot] != HB_NONE && search->nodes.data[search->table[slot]].event != event)
    slot = (slot + 1) & search->mask;
  return slot;
}

static void
clear_table (struct cds_search *search, size_t size)
{
  if (!search->table || search->mask + 1 < size)
    search->table = hb_realloc (search->table, size, sizeof *search->table);
  search->mask = size - 1;
  for (size_t i = 0; i < size; i++)
    search->table[i] = HB_NONE;
  for (hb_id n = 0; n < search->nodes.size; n++)
    search->table[slot_of (search, search->nodes.data[n].event)] = n;
}

/* Notes that EDGE leads from a new or worse known event to that of node PARENT. */
static void
reach (struct cds_search *search, const struct edge *edge, hb_id parent)
{
  hb_id cost = search->nodes.data[parent].cost + (edge->before != HB_NONE);
  size_t slot = slot_of (search, edge->from);
  hb_id n = search->table[slot];
  if (n != HB_NONE && search->nodes.data[n].cost <= cost)
    return;
  struct reached node = { edge->from, cost, parent, *edge, false };
  if (n == HB_NONE)
    {
      n = (hb_id)search->nodes.size;
      search->table[slot] = n;
      vec_push (search->nodes, node);
      if (2 * search->nodes.size > search->mask)
        clear_table (search, 2 * (search->mask + 1));
    }
  else
    search->nodes.data[n] = node;
  if (cost == search->nodes.data[parent].cost)
    vec_push (search->near, n);
  else
    vec_push (search->far, n);
}

/* The next node to expand, cheapest first, HB_NONE at the end. */
static hb_id
next_node (struct cds_search *search, size_t *at)
{
  for (;;)
    {
      while (*at < search->near.size)
        {
          hb_id n = search->near.data[(*at)++];
          if (!search->nodes.data[n].done)
            return n;
        }
      if (!search->far.size)
        return HB_NONE;
      vec_clear (search->near);
      for (size_t i = 0; i < search->far.size; i++)
        vec_push (search->near, search->far.data[i]);
      vec_clear (search->far);
      *at = 0;
    }
}

/* A cycle through START with as few assumptions as there are, and among those a short one: breadth
 * first, edges without assumption cost nothing.  The node from which START is reached again, or
 * HB_NONE; *LAST is the edge. */
static hb_id
search_cycle (struct cds *cds, hb_id start, struct edge *last)
{
  struct cds_search *search = cds->search;
  vec_clear (search->nodes);
  vec_clear (search->near);
  vec_clear (search->far);
  clear_table (search, 64);
  struct reached node = { .event = start };
  vec_push (search->nodes, node);
  vec_push (search->near, 0);
  search->table[slot_of (search, start)] = 0;
  hb_id found = HB_NONE, best = HB_NONE;
  size_t at = 0;
  for (hb_id n; (n = next_node (search, &at)) != HB_NONE && search->nodes.data[n].cost < best;)
    {
      search->nodes.data[n].done = true;
      edges_into (cds, search->nodes.data[n].event, &search->edges);
      for (size_t i = 0; i < search->edges.size; i++)
        {
          const struct edge *edge = &search->edges.data[i];
          hb_id cost = search->nodes.data[n].cost + (edge->before != HB_NONE);
          if (edge->from != start)
            reach (search, edge, n);
          else if (cost < best)
            {
              best = cost;
              found = n;
              *last = *edge;
            }
        }
    }
  return found;
}

/* Writes the cycle that ends with LAST into node N as steps forward in time. */
static void
write_cycle (const struct cds_search *search, hb_id n, const struct edge *last,
             struct hb_cycle *cycle)
{
  const struct edge *edge = last;
  hb_id to = n;
  vec_clear (cycle->steps);
  for (;;)
    {
      struct hb_step step
          = { edge->from, search->nodes.data[to].event, edge->relation, edge->before, edge->after };
      vec_push (cycle->steps, step);
      if (!to)
        return;
      edge = &search->nodes.data[to].edge;
      to = search->nodes.data[to].parent;
    }
}

/* From EVENT always along the first edge: an event on the cycle where that ends, or HB_NONE if it
 * ends at an event that can be executed (Brent's algorithm). */
static hb_id
walk (struct cds *cds, hb_id event)
{
  edge_list *edges = &cds->search->edges;
  hb_id mark = event;
  for (size_t steps = 0, power = 1;;)
    {
      edges_into (cds, event, edges);
      if (!edges->size)
        return HB_NONE;
      event = edges->data[0].from;
      if (event == mark)
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
  return cds->trace->messages.data[cds->bags[handler].messages.data[0]].first;
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
      edges_into (cds, event, &cds->search->edges);
      event = cds->search->edges.data[0].from;
    }
  while (event != first);
  if (!starts.size)
    vec_push (starts, first);
  size_t fewest = SIZE_MAX;
  struct hb_cycle found = { VEC_EMPTY };
  for (size_t i = 0; i < starts.size && fewest; i++)
    {
      struct edge last;
      hb_id n = search_cycle (cds, starts.data[i], &last);
      write_cycle (cds->search, n, &last, &found);
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
