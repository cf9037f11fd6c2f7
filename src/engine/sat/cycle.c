/* The topological sort of engine `sat`: looking back from where it is stuck.  See run.h.
 *
 * Every node not passed waits for another one not passed; going from one to the next leads round a
 * cycle. From a node on it, a search backwards by the number of assumptions, then of steps (0-1
 * breadth-first search: two levels are enough), gives the cycle to learn from. */
#include "engine/sat/state.h"

#include "base/failure.h"

#define HELPER(RUN, MESSAGE) ((RUN)->nodes + (MESSAGE))

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

/* The sort's edges to a node from nodes not passed, one by one. */
struct waiting_for
{
  hb_id node, relation; /* relation as `by` */
  hb_id cost;           /* 1: an assumption */
};

struct list
{
  VEC (struct waiting_for) edges;
};

static void
add (const hb_sat_run *run, struct list *list, hb_id node, hb_id relation, hb_id cost)
{
  if (node >= run->nodes || !run->passed[node])
    {
      struct waiting_for edge = { node, relation, cost };
      vec_push (list->edges, edge);
    }
}

/* What MESSAGE, which has not started, waits for as its handler and its lane go. */
static void
add_mailbox (const hb_sat_run *run, struct list *list, hb_id message)
{
  const struct hb_message *m = &run->trace->messages.data[message];
  if (m->kind == HB_INITIAL || run->message_state[message] > PENDING)
    return;
  hb_id lane = run->lane_of[message], current = run->current[m->handler];
  if (current != HB_NONE)
    add (run, list, last_of (run, current), BY_EO, 1);
  if (lane == HB_NONE || run->lane_head[lane] == HB_NONE
      || (run->shuffles[m->handler] && !run->passed[m->post]))
    return;
  hb_id ahead = run->passed[m->post] ? run->lane_prev[message] : run->lane_tail[lane];
  if (ahead != HB_NONE)
    add (run, list, HELPER (run, ahead), BY_LANE, 0);
}

/* What the helper node of MESSAGE stands for. */
static void
add_lane (const hb_sat_run *run, struct list *list, hb_id message)
{
  add (run, list, last_of (run, message), BY_LANE, 1);
  if (run->lane_prev[message] != HB_NONE)
    add (run, list, HELPER (run, run->lane_prev[message]), BY_LANE, 0);
}

/* What NODE waits for by assumptions. */
static void
add_assumed (const hb_sat_run *run, struct list *list, hb_id node)
{
  if (run->role[node] & IS_FIRST)
    {
      hb_id m = run->owner[node];
      for (hb_id i = run->imposed_in[m]; i != HB_NONE; i = run->imposed.data[i].next_in)
        if (run->imposed.data[i].eo)
          add (run, list, last_of (run, run->imposed.data[i].pair.before), BY_EO, 1);
      add_mailbox (run, list, m);
    }
  if (!(run->role[node] & IS_POST))
    return;
  hb_id posted = run->trace->events.data[node].object;
  for (hb_id i = run->imposed_in[posted]; i != HB_NONE; i = run->imposed.data[i].next_in)
    {
      const struct imposed *imposed = &run->imposed.data[i];
      if (imposed->mo)
        add (run, list, run->trace->messages.data[imposed->pair.before].post, BY_MO, 1);
      if (imposed->gp)
        add (run, list, first_of (run, imposed->pair.before), BY_GP, 1);
    }
}

/* All that NODE waits for. */
static void
list_waits (hb_sat_run *run, struct list *list, hb_id node)
{
  vec_clear (list->edges);
  if (node >= run->nodes)
    add_lane (run, list, node - run->nodes);
  else
    {
      for (hb_id e = run->back->first[node]; e < run->back->first[node + 1]; e++)
        add (run, list, run->back->to[e], run->back->relation[e], 0);
      add_assumed (run, list, node);
    }
  run->work += 1 + list->edges.size;
}

static hb_id
rank_of (const hb_sat_run *run, hb_id node)
{
  return run->rank[node < run->nodes ? node : last_of (run, node - run->nodes)];
}

/* Of the nodes that NODE waits for, the one of lowest rank. */
static hb_id
go_back (hb_sat_run *run, struct list *list, hb_id node)
{
  list_waits (run, list, node);
  if (!list->edges.size)
    hb_fail ("the sort is stuck at a node that waits for nothing");
  hb_id back = list->edges.data[0].node;
  for (size_t i = 1; i < list->edges.size; i++)
    if (rank_of (run, list->edges.data[i].node) < rank_of (run, back))
      back = list->edges.data[i].node;
  return back;
}

/* An event on a cycle: back from the first node not passed until one comes again. */
static hb_id
find_goal (hb_sat_run *run, struct list *list)
{
  while (run->passed[run->known[run->stuck_from]])
    run->stuck_from++;
  hb_id node = run->known[run->stuck_from], mark = ++run->searches;
  for (; run->met[node].search != mark; node = go_back (run, list, node))
    run->met[node].search = mark;
  while (node >= run->nodes)
    node = go_back (run, list, node);
  return node;
}

/* The nodes at NODE[0 .. LEFT - 1] are looked at next: what is needed of them, and of those that they wait for, is
 * asked for, as it may stand anywhere. */
static inline __attribute__ ((always_inline)) void
ask_ahead (const hb_sat_run *run, const hb_id *node, size_t left)
{
  if (left > 24 && node[24] < run->nodes)
    {
      __builtin_prefetch (&run->back->first[node[24]]);
      __builtin_prefetch (&run->role[node[24]]);
    }
  if (left > 16 && node[16] < run->nodes)
    {
      __builtin_prefetch (&run->back->to[run->back->first[node[16]]]);
      __builtin_prefetch (&run->back->relation[run->back->first[node[16]]]);
    }
  if (left <= 8 || node[8] >= run->nodes)
    return;
  for (hb_id e = run->back->first[node[8]]; e < run->back->first[node[8] + 1]; e++)
    {
      __builtin_prefetch (&run->passed[run->back->to[e]]);
      __builtin_prefetch (&run->met[run->back->to[e]], 1);
    }
}

/* NODE, DISTANCE assumptions from the goal, waits for that of EDGE: true if it is the goal, reached without another
 * assumption. */
static inline bool
meet (hb_sat_run *run, hb_id goal, hb_id node, hb_id distance, struct waiting_for edge)
{
  struct met *met = &run->met[edge.node];
  hb_id there = distance + edge.cost;
  run->work++;
  if (met->search == run->searches && met->distance <= there)
    return false;
  *met = (struct met){ run->searches, there, node, edge.relation };
  if (edge.cost)
    vec_push (run->next_level, edge.node);
  else
    vec_push (run->level, edge.node);
  return edge.node == goal && !edge.cost;
}

/* The same for all that NODE waits for.  Known edges, nearly all there are, need no list. */
static bool
meet_all (hb_sat_run *run, struct list *list, hb_id goal, hb_id node, hb_id distance)
{
  const hb_order *back = run->back;
  bool met = false;
  run->work++;
  vec_clear (list->edges);
  if (node >= run->nodes)
    add_lane (run, list, node - run->nodes);
  else
    {
      for (hb_id e = back->first[node]; e < back->first[node + 1] && !met; e++)
        if (!run->passed[back->to[e]])
          met = meet (run, goal, node, distance,
                      (struct waiting_for){ back->to[e], back->relation[e], 0 });
      if (run->role[node] & (IS_FIRST | IS_POST))
        add_assumed (run, list, node);
    }
  for (size_t i = 0; i < list->edges.size && !met; i++)
    met = meet (run, goal, node, distance, list->edges.data[i]);
  return met;
}

/* Searches back from GOAL to GOAL; the way is left in `met`. */
static void
search (hb_sat_run *run, struct list *list, hb_id goal)
{
  run->searches++;
  vec_clear (run->level);
  vec_clear (run->next_level);
  vec_push (run->level, goal);
  run->met[goal].distance = 0;
  for (hb_id distance = 0;; distance++)
    {
      for (size_t i = 0; i < run->level.size; i++)
        {
          hb_id node = run->level.data[i];
          ask_ahead (run, &run->level.data[i], run->level.size - i);
          /* Or it came at this level by an assumption, but has been reached without. */
          if (run->met[node].distance >= distance && meet_all (run, list, goal, node, distance))
            return;
        }
      if (run->met[goal].search == run->searches)
        return; /* it was reached over the last assumption */
      vec_clear (run->level);
      for (size_t i = 0; i < run->next_level.size; i++)
        vec_push (run->level, run->next_level.data[i]);
      vec_clear (run->next_level);
      if (!run->level.size)
        hb_fail ("the sort is stuck without a cycle");
    }
}

static struct hb_step
step_to (const hb_sat_run *run, hb_id from, hb_id to, uint8_t by)
{
  struct hb_step step = { .from = from, .to = to, .before = HB_NONE, .after = HB_NONE };
  step.relation = by == BY_MO          ? HB_MO
                  : by == BY_GP        ? HB_GP
                  : by >= HB_RELATIONS ? HB_EO
                                       : (enum hb_relation)by;
  if (by == BY_MO || by == BY_GP)
    {
      step.before = run->trace->events.data[from].object;
      step.after = run->trace->events.data[to].object;
    }
  else if (by >= HB_RELATIONS)
    {
      step.before = run->owner[from];
      step.after = run->owner[to];
    }
  return step;
}

void
hb_sat_run_cycle (hb_sat_run *run, struct hb_cycle *cycle)
{
  struct list list = { VEC_EMPTY };
  hb_id goal = find_goal (run, &list);
  search (run, &list, goal);
  hb_id node = goal;
  do
    {
      hb_id next = run->met[node].onward;
      uint8_t by = (uint8_t)run->met[node].by;
      /* Through a lane: one assumption from its first to its last. */
      while (next >= run->nodes)
        next = run->met[next].onward;
      struct hb_step step = step_to (run, node, next, by);
      vec_push (cycle->steps, step);
      node = next;
    }
  while (node != goal);
  vec_free (list.edges);
}
