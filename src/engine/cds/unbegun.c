/* Nothing goes on, though handlers are idle: is it to be seen already that what they could begin leads nowhere?  See cds.h.
 *
 * wait.c follows who waits for whom through events at which handlers stand; a message that could be begun waits for nobody.  But
 * what has to come before an event has to come to its end, and for all its events holds what they wait for:
 *
 *     A runs m:  R x, written in n       n must come behind n', by an order; both could begin, B is idle
 *     n' reads y, written in m', which comes behind m on A: a cycle, whatever B begins
 *
 * So here all events that have not been executed are gone through, back from where handlers stand: depth first, and from the first
 * event that is met twice on a way the cheapest cycle is looked for. */
#include "engine/cds/wait.h"

/* So many events are gone through for a cheaper cycle than the one met: there are many such standstills. */
#define MOST_SEARCHED 200

/* The last event of what runs on HANDLER, or is next in its queue before MESSAGE, comes before MESSAGE. */
static void
handler_edges (const struct cds *cds, hb_id message, struct cds_edges *edges)
{
  const struct cds_message *m = &cds->messages[message];
  hb_id before = HB_NONE;
  if (m->admitted && m->place > cds->head[m->handler])
    before = cds->queue[cds->queue_start[m->handler] + m->place - 1];
  else if (cds->next[m->handler] != HB_NONE)
    before = cds_current (cds, m->handler);
  if (before == HB_NONE || before == message)
    return;
  if (cds->trace->messages.data[before].kind == HB_INITIAL)
    cds_put_edge (edges, cds->messages[before].end - 1, HB_PO, HB_NONE, HB_NONE);
  else
    cds_put_edge (edges, cds->messages[before].end - 1, HB_EO, before, message);
}

/* What the get of MESSAGE, which has not begun, waits for. */
static void
get_edges (struct cds *cds, hb_id message, struct cds_edges *edges)
{
  const struct cds_message *m = &cds->messages[message];
  handler_edges (cds, message, edges);
  if (m->admitted)
    return;
  if (!m->posted && cds->trace->messages.data[message].kind == HB_POSTED)
    cds_put_edge (edges, cds->trace->messages.data[message].post, HB_PB, HB_NONE, HB_NONE);
  cds_run_edges (cds, message, true, edges);
  hb_id ahead = m->posted ? cds_ahead (cds, message) : HB_NONE;
  if (ahead != HB_NONE)
    cds_put_edge (edges, cds->messages[ahead].end - 1, HB_EO, ahead, message);
}

/* All that EVENT, not executed, waits for directly, whether its message has begun or not. */
static void
edges_into (struct cds *cds, hb_id event, struct cds_edges *edges)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  const struct cds_message *m = &cds->messages[e->message];
  vec_clear (edges->list);
  if (event > m->first && !cds_is_executed (cds, event - 1))
    cds_put_edge (edges, event - 1, HB_PO, HB_NONE, HB_NONE);
  switch ((enum hb_event_kind)e->kind)
    {
    case HB_GET:
      get_edges (cds, e->message, edges);
      break;
    case HB_POST:
      cds_posting_edges (cds, e->object, edges);
      break;
    case HB_READ:
    case HB_WRITE:
      cds_memory_edges (cds, event, edges);
      break;
    }
  cds->looked += edges->list.size + 1;
}

/* On a way: NODE, of which the edges from FIRST on are in `edges`, and those up to AT have been followed. */
struct frame
{
  hb_id node;
  size_t first, at;
};

struct way
{
  struct cds *cds;
  size_t most; /* so many events are gone through */
  VEC (struct frame) frames;
  VEC (struct cds_edge) edges;
};

static void
go_on (struct way *way, hb_id event)
{
  struct cds_search *search = way->cds->search;
  struct cds_reached node = { .event = event };
  struct frame frame = { cds_search_add (search, &node), way->edges.size, way->edges.size };
  edges_into (way->cds, event, &search->edges);
  for (size_t i = 0; i < search->edges.list.size; i++)
    vec_push (way->edges, search->edges.list.data[i]);
  vec_push (way->frames, frame);
}

static void
go_back (struct way *way)
{
  struct frame frame = vec_pop (way->frames);
  way->cds->search->nodes.data[frame.node].done = true;
  way->edges.size = frame.first;
}

/* The way has come to EVENT, on which it was before: from there on it is a cycle, as steps forward in time. */
static void
write_cycle (const struct way *way, hb_id event, struct hb_cycle *cycle)
{
  for (size_t i = way->frames.size; i--;)
    {
      const struct frame *frame = &way->frames.data[i];
      const struct cds_edge *edge = &way->edges.data[frame->at - 1];
      hb_id to = way->cds->search->nodes.data[frame->node].event;
      struct hb_step step = { edge->from, to, edge->relation, edge->before, edge->after };
      vec_push (cycle->steps, step);
      if (to == event)
        return;
    }
}

/* From EVENT, unless that has been gone through: an event on a cycle, which is written to CYCLE, or HB_NONE. */
static hb_id
walk (struct way *way, hb_id event, struct hb_cycle *cycle)
{
  struct cds_search *search = way->cds->search;
  if (cds_search_find (search, event) != HB_NONE)
    return HB_NONE;
  go_on (way, event);
  while (way->frames.size && search->nodes.size < way->most)
    {
      struct frame *top = &vec_top (way->frames);
      if (top->at == way->edges.size)
        {
          go_back (way);
          continue;
        }
      hb_id from = way->edges.data[top->at++].from, n = cds_search_find (search, from);
      if (n == HB_NONE)
        go_on (way, from);
      else if (!search->nodes.data[n].done)
        {
          write_cycle (way, from, cycle);
          return from;
        }
    }
  return HB_NONE;
}

bool
cds_unbegun (struct cds *cds, size_t most, struct hb_cycle *cycle)
{
  struct way way = { .cds = cds, .most = most };
  hb_id found = HB_NONE;
  cds_search_clear (cds->search);
  for (hb_id h = 0; h < cds->trace->handlers.size && found == HB_NONE; h++)
    if (cds->next[h] != HB_NONE)
      found = walk (&way, cds->next[h], cycle);
  for (hb_id h = 0; h < cds->trace->handlers.size && found == HB_NONE; h++)
    for (hb_id m = HB_NONE; found == HB_NONE && (m = cds_bag_after (cds, h, m)) != HB_NONE;)
      found = walk (&way, cds->messages[m].end - 1, cycle);
  cds->gone_through += cds->search->nodes.size;
  vec_free (way.frames);
  vec_free (way.edges);
  if (found != HB_NONE)
    (void)cds_cheapest_cycle (cds, found, edges_into, MOST_SEARCHED, cycle);
  return found != HB_NONE;
}
