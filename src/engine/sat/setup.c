/* The topological sort of engine `sat`: what stays the same from sort to sort.  See
 * run.h. */
#include "engine/sat/state.h"

#include "base/failure.h"
#include "engine/lanes.h"

/* Ranks: a breadth-first topological sort of the known edges.  Another seed takes now and then some
 * other node of those that are ready. */
static void
build_ranks (hb_sat_run *run, uint64_t seed)
{
  const hb_order *order = run->order;
  struct hb_rng rng = hb_rng_seeded (seed);
  run->rank = hb_new_ids (run->nodes, HB_NONE);
  run->known = hb_new_ids (run->nodes, HB_NONE);
  hb_id filled = 0;
  for (hb_id v = 0; v < run->nodes; v++)
    {
      run->waits[v] = run->back->first[v + 1] - run->back->first[v];
      if (!run->waits[v])
        run->known[filled++] = v;
    }
  for (hb_id i = 0; i < filled; i++)
    {
      if (seed && !hb_rng_below (&rng, 4))
        {
          hb_id j = i + (hb_id)hb_rng_below (&rng, filled - i), v = run->known[j];
          run->known[j] = run->known[i];
          run->known[i] = v;
        }
      hb_id v = run->known[i];
      run->rank[v] = i;
      for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
        if (!--run->waits[order->to[e]])
          run->known[filled++] = order->to[e];
    }
  if (filled < run->nodes)
    hb_fail ("the sort was asked to start from known edges with a cycle");
}

/* Lanes, and whose handlers have a choice. */
static void
build_lanes (hb_sat_run *run)
{
  const hb_trace *trace = run->trace;
  run->lane_of = hb_lanes_new (trace, &run->lanes);
  run->choosy = hb_calloc (trace->handlers.size, sizeof (bool));
  run->shuffles = hb_calloc (trace->handlers.size, sizeof (bool));
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      run->choosy[h] = handler->mailbox != HB_QUEUE;
      run->shuffles[h] = handler->mailbox == HB_STACK || handler->mailbox == HB_PRIORITY;
      for (hb_id m = handler->first; m < handler->first + handler->count; m++)
        if (trace->messages.data[m].kind == HB_EXTERNAL)
          run->choosy[h] = true;
      if (run->choosy[h])
        vec_push (run->choosers, h);
    }
}

static void
build_roles (hb_sat_run *run)
{
  run->role = hb_calloc (run->nodes, 1);
  for (hb_id e = 0; e < run->trace->events.size; e++)
    if (run->trace->events.data[e].kind == HB_POST)
      run->role[e] |= IS_POST;
  for (hb_id m = 0; m < run->trace->messages.size; m++)
    {
      if (run->trace->messages.data[m].kind != HB_INITIAL)
        run->role[hb_first_node (run->order, run->trace, m)] |= IS_FIRST;
      run->role[hb_last_node (run->order, run->trace, m)] |= IS_LAST;
    }
}

static void
build_owners (hb_sat_run *run)
{
  run->owner = hb_new_ids (run->nodes, HB_NONE);
  for (hb_id e = 0; e < run->trace->events.size; e++)
    run->owner[e] = run->trace->events.data[e].message;
  for (hb_id m = 0; run->order->empty_node && m < run->trace->messages.size; m++)
    if (run->order->empty_node[m] != HB_NONE)
      run->owner[run->order->empty_node[m]] = m;
}

hb_sat_run *
hb_sat_run_new (const hb_trace *trace, const hb_order *order, uint64_t seed)
{
  hb_sat_run *run = hb_calloc (1, sizeof *run);
  size_t messages = trace->messages.size;
  run->trace = trace;
  run->order = order;
  run->nodes = order->nodes;
  run->waits = hb_new_ids (run->nodes, HB_NONE);
  run->back = hb_order_reversed (run->order);
  build_ranks (run, seed);
  build_lanes (run);
  build_owners (run);
  build_roles (run);
  run->imposed_out = hb_new_ids (messages, HB_NONE);
  run->imposed_in = hb_new_ids (messages, HB_NONE);
  run->passed = hb_calloc (run->nodes, sizeof (bool));
  run->startable = hb_calloc (trace->handlers.size, sizeof *run->startable);
  run->current = hb_new_ids (trace->handlers.size, HB_NONE);
  run->lane_head = hb_new_ids (run->lanes, HB_NONE);
  run->lane_tail = hb_new_ids (run->lanes, HB_NONE);
  run->lane_next = hb_new_ids (messages, HB_NONE);
  run->lane_prev = hb_new_ids (messages, HB_NONE);
  run->message_state = hb_calloc (messages, 1);
  run->posted_at = hb_new_ids (messages, HB_NONE);
  run->started_at = hb_new_ids (messages, HB_NONE);
  run->met = hb_calloc (order->nodes + messages, sizeof *run->met);
  return run;
}

void
hb_sat_run_free (hb_sat_run *run)
{
  if (!run)
    return;
  for (size_t h = 0; h < run->trace->handlers.size; h++)
    vec_free (run->startable[h].nodes);
  hb_id *owned[]
      = { run->owner,     run->rank,      run->known,     run->lane_of,     run->waits,
          run->current,   run->lane_head, run->lane_tail, run->imposed_out, run->imposed_in,
          run->lane_next, run->lane_prev, run->posted_at, run->started_at };
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
    hb_free (owned[i]);
  hb_free (run->startable);
  hb_order_free (run->back);
  hb_free (run->choosy);
  hb_free (run->shuffles);
  hb_free (run->passed);
  hb_free (run->message_state);
  hb_free (run->met);
  hb_free (run->role);
  vec_free (run->choosers);
  vec_free (run->imposed);
  vec_free (run->sequence);
  vec_free (run->ready);
  vec_free (run->posts.nodes);
  vec_free (run->level);
  vec_free (run->next_level);
  hb_free (run);
}
