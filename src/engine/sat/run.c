/* The topological sort of engine `sat`: forward.  See run.h.
 *
 * Nodes that need no decision are passed first come, first served.  Posts wait for that to be over
 * and are then passed by rank, as are the starts of messages where the mailbox leaves a choice. */
#include "engine/sat/state.h"

#include <string.h>

/* Sets all COUNT entries to HB_NONE. */
static void
clear_ids (hb_id *ids, size_t count)
{
  memset (ids, 0xff, count * sizeof *ids);
}

static hb_id
first_of (const hb_sat_run *run, hb_id message)
{
  return hb_first_node (run->order, run->trace, message);
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
  HB_ASSERT (heap->nodes.size);
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
  HB_ASSERT (pair.before != pair.after);
  imposed.next_out = run->imposed_out[pair.before];
  imposed.next_in = run->imposed_in[pair.after];
  imposed.has_eo = !pair.posts;
  imposed.has_mo = pair.posts || hb_coupled (run->trace, pair.before, pair.after);
  if (!pair.posts && hb_buries (run->trace, pair.after, pair.before, &imposed.buries))
    imposed.has_gp = !imposed.buries;
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
  HB_ASSERT (run->current[run->trace->messages.data[message].handler] == HB_NONE);
  HB_ASSERT (run->message_state[message] == PENDING);
  run->message_state[message] = STARTED;
  run->current[run->trace->messages.data[message].handler] = message;
  run->started_at[message] = (hb_id)run->sequence.size;
  pass_soon (run, first_of (run, message));
}

/* The edges to MESSAGE's first node are passed and nobody is before it in its lane: starts it, or
 * lets it stand for choice. */
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
  HB_ASSERT (!run->waits[node]);
  run->message_state[m] = PENDING;
  if (run->lane_of[m] == HB_NONE || run->lane_head[run->lane_of[m]] == m)
    offer (run, m);
}

static void
drop_edge (hb_sat_run *run, hb_id to)
{
  HB_ASSERT (run->waits[to] && !run->passed[to]);
  if (!--run->waits[to])
    become_free (run, to);
}

/* Is MESSAGE, just posted, handed out before OTHER, which waits in the lane or runs? */
static bool
passes (const hb_sat_run *run, hb_id message, hb_id other)
{
  const struct hb_message *m = &run->trace->messages.data[message];
  if (!run->shuffles[m->handler])
    return false;
  return run->trace->handlers.data[m->handler].mailbox == HB_STACK
         || m->priority > run->trace->messages.data[other].priority;
}

/* The post of MESSAGE has been passed: it takes its place in its lane. */
static void
line_up (hb_sat_run *run, hb_id message)
{
  hb_id lane = run->lane_of[message];
  if (lane == HB_NONE || run->message_state[message] == FLOATING)
    return;
  hb_id ahead = run->lane_head[lane] == HB_NONE ? HB_NONE : run->lane_tail[lane];
  while (ahead != HB_NONE && passes (run, message, ahead))
    ahead = run->lane_prev[ahead];
  hb_id behind = ahead == HB_NONE ? run->lane_head[lane] : run->lane_next[ahead];
  run->lane_prev[message] = ahead;
  run->lane_next[message] = behind;
  if (behind == HB_NONE)
    run->lane_tail[lane] = message;
  else
    run->lane_prev[behind] = message;
  if (ahead == HB_NONE)
    run->lane_head[lane] = message;
  else
    run->lane_next[ahead] = message;
}

/* Takes MESSAGE out of its lane; if it was at its head, the next one is offered when it can start. */
static void
leave_lane (hb_sat_run *run, hb_id message)
{
  HB_ASSERT (run->lane_of[message] != HB_NONE);
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

/* The edge of an imposed pair to the node TO, if it is there, has been passed or is lifted. */
static bool
drop_imposed (hb_sat_run *run, bool *edge, hb_id to)
{
  if (!*edge)
    return false;
  *edge = false;
  drop_edge (run, to);
  return true;
}

static hb_id
post_of (const hb_sat_run *run, hb_id message)
{
  return run->trace->messages.data[message].post;
}

static void
finish (hb_sat_run *run, hb_id message)
{
  for (hb_id i = run->imposed_out[message]; i != HB_NONE; i = run->imposed.data[i].next_out)
    drop_imposed (run, &run->imposed.data[i].eo, first_of (run, run->imposed.data[i].pair.after));
  HB_ASSERT (run->message_state[message] == STARTED || run->message_state[message] == FLOATING
             || run->trace->messages.data[message].kind == HB_INITIAL);
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
  HB_ASSERT (!run->passed[node] && !run->waits[node]);
  run->passed[node] = true;
  run->work++;
  vec_push (run->sequence, node);
  if (is_post (run, node))
    {
      hb_id posted = run->trace->events.data[node].object;
      run->posted_at[posted] = (hb_id)run->sequence.size;
      line_up (run, posted);
      for (hb_id i = run->imposed_out[posted]; i != HB_NONE; i = run->imposed.data[i].next_out)
        drop_imposed (run, &run->imposed.data[i].mo,
                      post_of (run, run->imposed.data[i].pair.after));
    }
  if (run->role[node] & IS_FIRST)
    for (hb_id i = run->imposed_out[run->owner[node]]; i != HB_NONE;
         i = run->imposed.data[i].next_out)
      drop_imposed (run, &run->imposed.data[i].gp, post_of (run, run->imposed.data[i].pair.after));
  for (hb_id e = run->order->first[node]; e < run->order->first[node + 1]; e++)
    drop_edge (run, run->order->to[e]);
  if (run->role[node] & IS_LAST)
    finish (run, run->owner[node]);
}

/* Can MESSAGE, which stood for choice, still start?  Others may have passed it in its lane. */
static bool
can_start (const hb_sat_run *run, hb_id message)
{
  hb_id lane = run->lane_of[message];
  return run->message_state[message] == PENDING
         && (lane == HB_NONE || run->lane_head[lane] == message);
}

/* The post NODE is next.  Would it bury messages that are imposed to run first?  Then it waits for
 * their gets. */
static bool
holds_back (hb_sat_run *run, hb_id node)
{
  hb_id posted = run->trace->events.data[node].object, before = run->waits[node];
  for (hb_id i = run->imposed_in[posted]; i != HB_NONE; i = run->imposed.data[i].next_in)
    {
      struct imposed *imposed = &run->imposed.data[i];
      hb_id earlier = imposed->pair.before;
      if (!imposed->buries || imposed->gp_off || run->posted_at[earlier] == HB_NONE
          || run->message_state[earlier] >= STARTED)
        continue;
      imposed->gp = true;
      run->waits[node]++;
    }
  return run->waits[node] > before;
}

/* Takes what no longer can start off the heap of H; the message to start next, or HB_NONE. */
static hb_id
next_startable (hb_sat_run *run, hb_id h)
{
  struct heap *heap = &run->startable[h];
  while (heap->nodes.size && !can_start (run, run->owner[heap->nodes.data[0]]))
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
    {
      hb_id post = heap_pop (run, &run->posts);
      if (!holds_back (run, post))
        pass (run, post);
    }
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
    run->waits[v] = run->back->first[v + 1] - run->back->first[v];
  for (size_t i = 0; i < run->imposed.size; i++)
    {
      struct imposed *imposed = &run->imposed.data[i];
      imposed->eo = imposed->has_eo;
      imposed->mo = imposed->has_mo;
      imposed->gp = imposed->has_gp;
      imposed->gp_off = false;
      if (imposed->eo)
        run->waits[first_of (run, imposed->pair.after)]++;
      if (imposed->mo || imposed->gp)
        run->waits[post_of (run, imposed->pair.after)] += (hb_id)imposed->mo + imposed->gp;
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
    if (run->back->first[run->known[i]] == run->back->first[run->known[i] + 1]
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
  for (hb_id i = run->imposed_out[step->before]; i != HB_NONE; i = run->imposed.data[i].next_out)
    {
      struct imposed *imposed = &run->imposed.data[i];
      bool *edge = step->relation == HB_MO   ? &imposed->mo
                   : step->relation == HB_GP ? &imposed->gp
                                             : &imposed->eo;
      if (imposed->pair.after != step->after || !*edge)
        continue;
      imposed->gp_off = imposed->gp_off || step->relation == HB_GP;
      return drop_imposed (run, edge, step->to);
    }
  return false;
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
  bool posts = pair.posts || hb_coupled (run->trace, pair.before, pair.after);
  const hb_id *at = posts ? run->posted_at : run->started_at;
  hb_id a = at[pair.before], b = at[pair.after];
  HB_ASSERT (pair.before != pair.after);
  return a < b ? b - a : a - b;
}

uint64_t
hb_sat_run_work (const hb_sat_run *run)
{
  return run->work;
}

size_t
hb_sat_run_depth (const hb_sat_run *run)
{
  return run->nodes ? run->sequence.size * 1000 / run->nodes : 1000;
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
