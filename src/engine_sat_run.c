/* The topological sort of engine `sat`: forward.  See engine_sat_run.h.
 *
 * Nodes that need no decision are passed first come, first served.  Posts wait for that to be over and
 * are then passed by rank, as are the starts of messages where the mailbox leaves a choice. */
#include "engine_sat_state.h"

#include <string.h>

/* Sets all COUNT entries to HB_NONE. */
static void
clear_ids (hb_id *ids, size_t count)
{
  memset (ids, 0xff, count * sizeof *ids);
}

static hb_id *
new_ids (size_t count)
{
  hb_id *ids = hb_realloc (NULL, count, sizeof (hb_id));
  clear_ids (ids, count);
  return ids;
}

static hb_id
first_of (const hb_sat_run *run, hb_id message)
{
  return hb_first_node (run->order, run->trace, message);
}

static hb_id
last_of (const hb_sat_run *run, hb_id message)
{
  return hb_last_node (run->order, run->trace, message);
}

static bool
is_post (const hb_sat_run *run, hb_id node)
{
  return run->role[node] & IS_POST;
}

/* ---- Heaps by rank. */

static void
heap_push (const hb_sat_run *run, struct heap *heap, hb_id node)
{
  vec_push (heap->nodes, node);
  hb_id *data = heap->nodes.data;
  size_t at = heap->nodes.size - 1;
  for (; at && run->rank[data[(at - 1) / 2]] > run->rank[node]; at = (at - 1) / 2)
    data[at] = data[(at - 1) / 2];
  data[at] = node;
}

static hb_id
heap_pop (const hb_sat_run *run, struct heap *heap)
{
  hb_id *data = heap->nodes.data, top = data[0], node = vec_pop (heap->nodes);
  size_t size = heap->nodes.size, at = 0;
  for (size_t child; (child = 2 * at + 1) < size; at = child)
    {
      if (child + 1 < size && run->rank[data[child + 1]] < run->rank[data[child]])
        child++;
      if (run->rank[data[child]] >= run->rank[node])
        break;
      data[at] = data[child];
    }
  if (size)
    data[at] = node;
  return top;
}

/* ---- What stays the same from sort to sort. */

static void
build_back_edges (hb_sat_run *run)
{
  const hb_order *order = run->order;
  run->back_first = hb_calloc ((size_t)run->nodes + 2, sizeof (hb_id));
  hb_id edges = order->first[run->nodes];
  run->back = new_ids (edges);
  run->back_relation = hb_calloc (edges, 1);
  for (hb_id e = 0; e < edges; e++)
    run->back_first[order->to[e] + 2]++;
  for (hb_id v = 0; v < run->nodes; v++)
    run->back_first[v + 2] += run->back_first[v + 1];
  for (hb_id v = 0; v < run->nodes; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      {
        hb_id place = run->back_first[order->to[e] + 1]++;
        run->back[place] = v;
        run->back_relation[place] = order->relation[e];
      }
}

/* Ranks: a breadth-first topological sort of the known edges.  Another seed takes now and then some
 * other node of those that are ready. */
static void
build_ranks (hb_sat_run *run, uint64_t seed)
{
  const hb_order *order = run->order;
  struct hb_rng rng = hb_rng_seeded (seed);
  run->rank = new_ids (run->nodes);
  run->known = new_ids (run->nodes);
  hb_id filled = 0;
  for (hb_id v = 0; v < run->nodes; v++)
    {
      run->waits[v] = run->back_first[v + 1] - run->back_first[v];
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
    hb_die ("the sort was asked to start from known edges with a cycle");
}

/* Lanes: one for a queue; for a sender-queue one for each handler that posts to it. */
static void
build_lanes (hb_sat_run *run)
{
  const hb_trace *trace = run->trace;
  run->lane_of = new_ids (trace->messages.size);
  run->choosy = hb_calloc (trace->handlers.size, sizeof (bool));
  hb_id *lane_of_sender = new_ids (trace->handlers.size);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      run->choosy[h] = handler->mailbox != HB_QUEUE;
      clear_ids (lane_of_sender, trace->handlers.size);
      for (hb_id m = handler->first; m < handler->first + handler->count; m++)
        {
          hb_id post = trace->messages.data[m].post;
          if (trace->messages.data[m].kind == HB_EXTERNAL)
            run->choosy[h] = true;
          if (post == HB_NONE || handler->mailbox == HB_MULTISET)
            continue;
          hb_id sender = handler->mailbox == HB_QUEUE ? 0 : hb_event_handler (trace, post);
          if (lane_of_sender[sender] == HB_NONE)
            lane_of_sender[sender] = run->lanes++;
          run->lane_of[m] = lane_of_sender[sender];
        }
      if (run->choosy[h])
        vec_push (run->choosers, h);
    }
  hb_free (lane_of_sender);
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
        run->role[first_of (run, m)] |= IS_FIRST;
      run->role[last_of (run, m)] |= IS_LAST;
    }
}

static void
build_owners (hb_sat_run *run)
{
  run->owner = new_ids (run->nodes);
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
  size_t messages = trace->messages.size, helpers = order->nodes + messages;
  run->trace = trace;
  run->order = order;
  run->nodes = order->nodes;
  run->waits = new_ids (run->nodes);
  build_back_edges (run);
  build_ranks (run, seed);
  build_lanes (run);
  build_owners (run);
  build_roles (run);
  run->imposed_out = new_ids (messages);
  run->imposed_in = new_ids (messages);
  run->passed = hb_calloc (run->nodes, sizeof (bool));
  run->startable = hb_calloc (trace->handlers.size, sizeof *run->startable);
  run->current = new_ids (trace->handlers.size);
  run->lane_head = new_ids (run->lanes);
  run->lane_tail = new_ids (run->lanes);
  run->lane_next = new_ids (messages);
  run->lane_prev = new_ids (messages);
  run->message_state = hb_calloc (messages, 1);
  run->posted_at = new_ids (messages);
  run->started_at = new_ids (messages);
  run->distance = new_ids (helpers);
  run->onward = new_ids (helpers);
  run->stamp = hb_calloc (helpers, sizeof (hb_id));
  run->by = hb_calloc (helpers, 1);
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
      = { run->back_first,  run->back,       run->owner,     run->rank,      run->known,
          run->lane_of,     run->waits,      run->current,   run->lane_head, run->lane_tail,
          run->imposed_out, run->imposed_in, run->lane_next, run->lane_prev, run->posted_at,
          run->started_at,  run->distance,   run->onward,    run->stamp };
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
    hb_free (owned[i]);
  hb_free (run->startable);
  hb_free (run->back_relation);
  hb_free (run->choosy);
  hb_free (run->passed);
  hb_free (run->message_state);
  hb_free (run->by);
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

void
hb_sat_run_relax (hb_sat_run *run)
{
  for (size_t i = 0; i < run->imposed.size; i++)
    {
      run->imposed_out[run->imposed.data[i].pair.before] = HB_NONE;
      run->imposed_in[run->imposed.data[i].pair.after] = HB_NONE;
    }
  vec_clear (run->imposed);
}

void
hb_sat_run_impose (hb_sat_run *run, struct hb_pair pair)
{
  struct imposed imposed = { .pair = pair };
  imposed.next_out = run->imposed_out[pair.before];
  imposed.next_in = run->imposed_in[pair.after];
  imposed.coupled = hb_coupled (run->trace, pair.before, pair.after);
  run->imposed_out[pair.before] = run->imposed_in[pair.after] = (hb_id)run->imposed.size;
  vec_push (run->imposed, imposed);
}

/* ---- Passing nodes. */

static void
pass_soon (hb_sat_run *run, hb_id node)
{
  if (is_post (run, node))
    heap_push (run, &run->posts, node);
  else
    vec_push (run->ready, node);
}

static void
start (hb_sat_run *run, hb_id message)
{
  run->message_state[message] = STARTED;
  run->current[run->trace->messages.data[message].handler] = message;
  run->started_at[message] = (hb_id)run->sequence.size;
  pass_soon (run, first_of (run, message));
}

/* The edges to MESSAGE's first node are passed and nobody is before it in its lane: starts it, or lets it
 * stand for choice. */
static void
offer (hb_sat_run *run, hb_id message)
{
  hb_id h = run->trace->messages.data[message].handler;
  if (run->choosy[h])
    heap_push (run, &run->startable[h], first_of (run, message));
  else if (run->current[h] == HB_NONE)
    start (run, message);
}

static void
become_free (hb_sat_run *run, hb_id node)
{
  hb_id m = run->owner[node];
  if (!(run->role[node] & IS_FIRST) || run->message_state[m] != WAITING)
    {
      pass_soon (run, node);
      return;
    }
  run->message_state[m] = PENDING;
  if (run->lane_of[m] == HB_NONE || run->lane_head[run->lane_of[m]] == m)
    offer (run, m);
}

static void
drop_edge (hb_sat_run *run, hb_id to)
{
  if (!--run->waits[to])
    become_free (run, to);
}

/* The post of MESSAGE has been passed: it takes its place in its lane. */
static void
line_up (hb_sat_run *run, hb_id message)
{
  hb_id lane = run->lane_of[message];
  if (lane == HB_NONE || run->message_state[message] == FLOATING)
    return;
  hb_id tail = run->lane_head[lane] == HB_NONE ? HB_NONE : run->lane_tail[lane];
  run->lane_prev[message] = tail;
  run->lane_next[message] = HB_NONE;
  run->lane_tail[lane] = message;
  if (tail == HB_NONE)
    run->lane_head[lane] = message;
  else
    run->lane_next[tail] = message;
}

/* Takes MESSAGE out of its lane; if it was at its head, the next one is offered when it can start. */
static void
leave_lane (hb_sat_run *run, hb_id message)
{
  hb_id lane = run->lane_of[message], next = run->lane_next[message],
        prev = run->lane_prev[message];
  if (next != HB_NONE)
    run->lane_prev[next] = prev;
  else
    run->lane_tail[lane] = prev;
  if (prev != HB_NONE)
    {
      run->lane_next[prev] = next;
      return;
    }
  run->lane_head[lane] = next;
  if (next != HB_NONE && run->message_state[next] == PENDING)
    offer (run, next);
}

static void
finish (hb_sat_run *run, hb_id message)
{
  for (hb_id i = run->imposed_out[message]; i != HB_NONE; i = run->imposed.data[i].next_out)
    if (!run->imposed.data[i].eo_off)
      drop_edge (run, first_of (run, run->imposed.data[i].pair.after));
  bool floated = run->message_state[message] == FLOATING;
  run->message_state[message] = FINISHED;
  if (floated || run->trace->messages.data[message].kind == HB_INITIAL)
    return;
  run->current[run->trace->messages.data[message].handler] = HB_NONE;
  if (run->lane_of[message] != HB_NONE)
    leave_lane (run, message);
}

static void
pass (hb_sat_run *run, hb_id node)
{
  run->passed[node] = true;
  vec_push (run->sequence, node);
  if (is_post (run, node))
    {
      hb_id posted = run->trace->events.data[node].object;
      run->posted_at[posted] = (hb_id)run->sequence.size;
      line_up (run, posted);
      for (hb_id i = run->imposed_out[posted]; i != HB_NONE; i = run->imposed.data[i].next_out)
        if (run->imposed.data[i].coupled && !run->imposed.data[i].mo_off)
          drop_edge (run, run->trace->messages.data[run->imposed.data[i].pair.after].post);
    }
  for (hb_id e = run->order->first[node]; e < run->order->first[node + 1]; e++)
    drop_edge (run, run->order->to[e]);
  if (run->role[node] & IS_LAST)
    finish (run, run->owner[node]);
}

/* Takes what no longer can start off the heap of H; the message to start next, or HB_NONE. */
static hb_id
next_startable (hb_sat_run *run, hb_id h)
{
  struct heap *heap = &run->startable[h];
  while (heap->nodes.size && run->message_state[run->owner[heap->nodes.data[0]]] != PENDING)
    heap_pop (run, heap);
  return heap->nodes.size ? heap->nodes.data[0] : HB_NONE;
}

/* One decision: the post or start of lowest rank.  False if there is none left. */
static bool
decide (hb_sat_run *run)
{
  hb_id best = run->posts.nodes.size ? run->posts.nodes.data[0] : HB_NONE, chooser = HB_NONE;
  for (size_t i = 0; i < run->choosers.size; i++)
    {
      hb_id h = run->choosers.data[i], node;
      if (run->current[h] != HB_NONE || (node = next_startable (run, h)) == HB_NONE)
        continue;
      if (best == HB_NONE || run->rank[node] < run->rank[best])
        best = node, chooser = h;
    }
  if (best == HB_NONE)
    return false;
  if (chooser == HB_NONE)
    pass (run, heap_pop (run, &run->posts));
  else
    start (run, run->owner[heap_pop (run, &run->startable[chooser])]);
  return true;
}

static bool
run_on (hb_sat_run *run)
{
  do
    while (run->ready_at < run->ready.size)
      pass (run, run->ready.data[run->ready_at++]);
  while (decide (run));
  return run->sequence.size == run->nodes;
}

static void
reset (hb_sat_run *run)
{
  size_t messages = run->trace->messages.size;
  for (hb_id v = 0; v < run->nodes; v++)
    run->waits[v] = run->back_first[v + 1] - run->back_first[v];
  for (size_t i = 0; i < run->imposed.size; i++)
    {
      struct imposed *imposed = &run->imposed.data[i];
      imposed->eo_off = imposed->mo_off = false;
      run->waits[first_of (run, imposed->pair.after)]++;
      if (imposed->coupled)
        run->waits[run->trace->messages.data[imposed->pair.after].post]++;
    }
  memset (run->passed, 0, run->nodes * sizeof (bool));
  memset (run->message_state, WAITING, messages);
  clear_ids (run->current, run->trace->handlers.size);
  clear_ids (run->lane_head, run->lanes);
  clear_ids (run->posted_at, messages);
  clear_ids (run->started_at, messages);
  clear_ids (run->lane_next, messages);
  clear_ids (run->lane_prev, messages);
  for (size_t i = 0; i < run->choosers.size; i++)
    vec_clear (run->startable[run->choosers.data[i]].nodes);
  vec_clear (run->sequence);
  vec_clear (run->ready);
  vec_clear (run->posts.nodes);
  run->ready_at = 0;
  run->stuck_from = 0;
}

bool
hb_sat_run_sort (hb_sat_run *run)
{
  reset (run);
  for (hb_id i = 0; i < run->nodes; i++)
    if (run->back_first[run->known[i]] == run->back_first[run->known[i] + 1]
        && !run->waits[run->known[i]])
      become_free (run, run->known[i]);
  return run_on (run);
}

/* MESSAGE no longer waits for its handler and its lane. */
static void
float_up (hb_sat_run *run, hb_id message)
{
  uint8_t state = run->message_state[message];
  bool in_lane
      = run->lane_of[message] != HB_NONE && run->passed[run->trace->messages.data[message].post];
  run->message_state[message] = FLOATING;
  run->started_at[message] = (hb_id)run->sequence.size;
  if (in_lane)
    leave_lane (run, message);
  if (state == PENDING)
    pass_soon (run, first_of (run, message));
}

static bool
lift_imposed (hb_sat_run *run, const struct hb_step *step)
{
  hb_id i = run->imposed_out[step->before];
  while (i != HB_NONE && run->imposed.data[i].pair.after != step->after)
    i = run->imposed.data[i].next_out;
  if (i == HB_NONE)
    return false;
  struct imposed *imposed = &run->imposed.data[i];
  bool *off = step->relation == HB_MO ? &imposed->mo_off : &imposed->eo_off;
  if (*off)
    return false;
  *off = true;
  drop_edge (run, step->to);
  return true;
}

bool
hb_sat_run_go_on (hb_sat_run *run, const struct hb_cycle *cycle)
{
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      const struct hb_step *step = &cycle->steps.data[i];
      if (step->before == HB_NONE)
        continue;
      if (!lift_imposed (run, step))
        float_up (run, step->after);
      break;
    }
  return run_on (run);
}

hb_id
hb_sat_run_gap (const hb_sat_run *run, struct hb_pair pair)
{
  bool coupled = hb_coupled (run->trace, pair.before, pair.after);
  const hb_id *at = coupled ? run->posted_at : run->started_at;
  hb_id a = at[pair.before], b = at[pair.after];
  return a < b ? b - a : a - b;
}

hb_witness *
hb_sat_run_witness (const hb_sat_run *run)
{
  const hb_trace *trace = run->trace;
  hb_witness *witness = hb_witness_new (trace);
  hb_id *starts = hb_calloc (trace->handlers.size, sizeof *starts);
  hb_id *posts = hb_calloc (trace->handlers.size, sizeof *posts);
  for (size_t i = 0; i < run->sequence.size; i++)
    {
      hb_id node = run->sequence.data[i];
      if (run->role[node] & IS_FIRST)
        {
          hb_id m = run->owner[node], h = trace->messages.data[m].handler;
          witness->eo[witness->eo_start[h] + starts[h]++] = m;
        }
      if (run->role[node] & IS_POST)
        {
          hb_id m = trace->events.data[node].object, h = trace->messages.data[m].handler;
          witness->mo[witness->mo_start[h] + posts[h]++] = m;
        }
    }
  hb_free (starts);
  hb_free (posts);
  return witness;
}
