/* See sc_cycles.h.  The graph of a model has the events as nodes; its cycles are looked for by depth-first
 * search, which tells nodes that lie on some, and from these by breadth-first search for one with the fewest
 * assumptions, so that clauses are short.  Nodes that have their cycle are not asked again in the same round: the
 * clauses of a round speak of different places. */
#include "problem/sc_cycles.h"

#include "base/memory.h"

#define MOST_PAIRS (1 << 20)
#define MOST_CYCLES 256 /* of one model */

/* --- pairs -------------------------------------------------------------------------------------- */

bool
hb_co_pairs_init (struct hb_co_pairs *pairs, const hb_trace *history)
{
  uint64_t count = 0;
  for (size_t v = 0; v < history->variables.size && count <= MOST_PAIRS; v++)
    count += (uint64_t)history->variables.data[v].count * history->variables.data[v].count;
  if (count > MOST_PAIRS)
    return false;
  *pairs
      = (struct hb_co_pairs){ history, hb_calloc (history->variables.size + 1, sizeof (int)), 0 };
  for (size_t v = 0; v < history->variables.size; v++)
    {
      int writes = (int)history->variables.data[v].count;
      pairs->first[v] = pairs->count + 1;
      pairs->count += writes * (writes - 1) / 2;
    }
  return true;
}

void
hb_co_pairs_free (struct hb_co_pairs *pairs)
{
  hb_free (pairs->first);
}

/* Writes are told apart by their places in the co that the history happens to have: the pair of places i < j is
 * the Boolean j (j - 1) / 2 + i of the variable. */
int
hb_co_literal (const struct hb_co_pairs *pairs, hb_id a, hb_id b)
{
  const struct hb_event *events = pairs->history->events.data;
  int i = (int)events[a].partner, j = (int)events[b].partner,
      first = pairs->first[events[a].object];
  HB_ASSERT (events[a].object == events[b].object && i != j);
  return i < j ? first + j * (j - 1) / 2 + i : -(first + i * (i - 1) / 2 + j);
}

void
hb_co_writes (const struct hb_co_pairs *pairs, int literal, hb_id *a, hb_id *b)
{
  int pair = literal < 0 ? -literal : literal, j = 1;
  size_t v = 0;
  while (v + 1 < pairs->history->variables.size && pairs->first[v + 1] <= pair)
    v++;
  pair -= pairs->first[v];
  while (j * (j + 1) / 2 <= pair)
    j++;
  const hb_id *co = pairs->history->co.data + pairs->history->variables.data[v].first;
  hb_id low = co[pair - j * (j - 1) / 2], high = co[j];
  *a = literal > 0 ? low : high;
  *b = literal > 0 ? high : low;
}

size_t
hb_co_cycle_start (const struct hb_co_cycles *cycles, size_t c)
{
  return c ? cycles->ends.data[c - 1] : 0;
}

void
hb_co_clause (const struct hb_co_pairs *pairs, const struct hb_co_cycles *cycles, size_t c,
              hb_solver *solver)
{
  for (size_t i = hb_co_cycle_start (cycles, c); i < cycles->ends.data[c]; i++)
    {
      const struct hb_step *step = &cycles->steps.data[i];
      if (step->before != HB_NONE)
        hb_solver_add (solver, -hb_co_literal (pairs, step->before, step->after));
    }
  hb_solver_add (solver, 0);
}

void
hb_co_cycles_free (struct hb_co_cycles *cycles)
{
  vec_free (cycles->steps);
  vec_free (cycles->ends);
}

/* --- the graph of a model ----------------------------------------------------------------------- */

struct graph
{
  const struct hb_co_pairs *pairs;
  struct hb_readers readers;
  VEC (size_t) first;         /* node -> its first edge */
  VEC (struct hb_step) edges; /* a node's before the next one's */
};

static void
edge (struct graph *g, hb_id from, hb_id to, enum hb_relation relation, hb_id before)
{
  bool assumes = before != HB_NONE;
  struct hb_step step = { from, to, relation, before, assumes ? to : HB_NONE };
  vec_push (g->edges, step);
}

/* Edges of co or fr from NODE to the writes that the model has behind the write VALUE (HB_NONE: the initial
 * value, all are). */
static void
edges_behind (struct graph *g, hb_solver *model, hb_id node, hb_id value)
{
  const hb_trace *history = g->pairs->history;
  const struct hb_variable *x = &history->variables.data[history->events.data[node].object];
  enum hb_relation relation = node == value ? HB_CO : HB_FR;
  for (hb_id i = 0; i < x->count; i++)
    {
      hb_id other = history->co.data[x->first + i];
      if (other == value)
        continue;
      if (value == HB_NONE || hb_solver_value (model, hb_co_literal (g->pairs, value, other)) > 0)
        edge (g, node, other, relation, value);
    }
}

static void
graph_of_model (struct graph *g, hb_solver *model)
{
  const hb_trace *history = g->pairs->history;
  vec_clear (g->first);
  vec_clear (g->edges);
  for (hb_id e = 0; e < history->events.size; e++)
    {
      const struct hb_event *event = &history->events.data[e];
      vec_push (g->first, g->edges.size);
      if (e + 1 < history->events.size && history->events.data[e + 1].message == event->message)
        edge (g, e, e + 1, HB_PO, HB_NONE);
      if (event->kind == HB_WRITE)
        for (hb_id i = g->readers.start[e]; i < g->readers.start[e + 1]; i++)
          edge (g, e, g->readers.reads[i], HB_RF, HB_NONE);
      edges_behind (g, model, e, event->kind == HB_WRITE ? e : event->partner);
    }
  vec_push (g->first, g->edges.size);
}

/* --- its cycles --------------------------------------------------------------------------------- */

struct search
{
  struct graph graph;
  size_t *next;    /* node -> the edge to follow next */
  size_t *came_by; /* node -> edge over which it was reached */
  unsigned *cost;  /* node -> assumptions on the way there */
  hb_id *round;    /* node -> the breadth-first search that reached it */
  char *state;     /* node -> of the depth-first search: 0 not seen, 1 on the path, 2 done */
  bool *covered;   /* node -> lies on a cycle of this model */
  hb_id rounds;
  VEC (hb_id) path, starts, now, later;
};

/* Nodes at which a depth-first search closes cycles, into `starts`; in none the graph has none. */
static void
find_starts (struct search *s)
{
  size_t nodes = s->graph.pairs->history->events.size;
  vec_clear (s->starts);
  for (size_t v = 0; v < nodes; v++)
    {
      s->state[v] = 0;
      s->covered[v] = false;
    }
  for (hb_id root = 0; root < nodes; root++)
    for (hb_id v = root; !s->state[root] || s->path.size;)
      {
        if (!s->state[v])
          {
            s->state[v] = 1;
            s->next[v] = s->graph.first.data[v];
            vec_push (s->path, v);
          }
        if (s->next[v] < s->graph.first.data[v + 1])
          {
            hb_id w = s->graph.edges.data[s->next[v]++].to;
            if (!s->state[w])
              v = w;
            else if (s->state[w] == 1 && s->starts.size < MOST_CYCLES)
              vec_push (s->starts, w);
            continue;
          }
        s->state[v] = 2;
        (void)vec_pop (s->path);
        v = s->path.size ? vec_top (s->path) : root;
      }
}

/* A cycle through START with the fewest assumptions, into CYCLES.  The node behind the last
 * one stands for START where the cycle ends. */
static void
cycle_through (struct search *s, hb_id start, struct hb_co_cycles *cycles)
{
  hb_id round = ++s->rounds, goal = (hb_id)s->graph.pairs->history->events.size;
  vec_clear (s->now);
  vec_clear (s->later);
  vec_push (s->now, start);
  s->cost[start] = 0;
  s->round[start] = round;
  for (unsigned cost = 0; s->now.size; cost++)
    {
      while (s->now.size)
        {
          hb_id v = vec_pop (s->now);
          if (s->cost[v] != cost || v == goal)
            continue; /* it was there sooner */
          for (size_t e = s->graph.first.data[v]; e < s->graph.first.data[v + 1]; e++)
            {
              const struct hb_step *step = &s->graph.edges.data[e];
              hb_id to = step->to == start ? goal : step->to;
              unsigned then = cost + (step->before != HB_NONE);
              if (s->round[to] == round && s->cost[to] <= then)
                continue;
              s->round[to] = round;
              s->cost[to] = then;
              s->came_by[to] = e;
              if (then == cost)
                vec_push (s->now, to);
              else
                vec_push (s->later, to);
            }
        }
      if (s->round[goal] == round && s->cost[goal] == cost)
        break;
      for (size_t i = 0; i < s->later.size; i++)
        vec_push (s->now, s->later.data[i]);
      vec_clear (s->later);
    }
  HB_ASSERT (s->round[goal] == round);
  size_t first = cycles->steps.size;
  for (hb_id v = goal; v != start; v = vec_top (cycles->steps).from)
    {
      vec_push (cycles->steps, s->graph.edges.data[s->came_by[v]]);
      s->covered[vec_top (cycles->steps).from] = true;
    }
  for (size_t i = first, j = cycles->steps.size - 1; i < j; i++, j--)
    {
      struct hb_step swapped = cycles->steps.data[i];
      cycles->steps.data[i] = cycles->steps.data[j];
      cycles->steps.data[j] = swapped;
    }
  vec_push (cycles->ends, cycles->steps.size);
}

/* Forbids cycles of the solver's model; false if it has none. */
static bool
forbid_cycles (struct search *s, hb_solver *solver, struct hb_co_cycles *cycles)
{
  size_t done = cycles->ends.size;
  graph_of_model (&s->graph, solver);
  find_starts (s);
  for (size_t i = 0; i < s->starts.size; i++)
    if (!s->covered[s->starts.data[i]])
      cycle_through (s, s->starts.data[i], cycles);
  for (size_t c = done; c < cycles->ends.size; c++) /* with the first clause the model is gone */
    hb_co_clause (s->graph.pairs, cycles, c, solver);
  return s->starts.size > 0;
}

/* The order of the writes that the solver's model says. */
static void
read_order (const struct hb_co_pairs *pairs, hb_solver *model, hb_id *co)
{
  const hb_trace *history = pairs->history;
  for (size_t v = 0; v < history->variables.size; v++)
    {
      const struct hb_variable *x = &history->variables.data[v];
      for (hb_id i = 0; i < x->count; i++)
        {
          hb_id write = history->co.data[x->first + i], earlier = 0;
          for (hb_id j = 0; j < x->count; j++)
            {
              hb_id other = history->co.data[x->first + j];
              earlier += j != i && hb_solver_value (model, hb_co_literal (pairs, other, write)) > 0;
            }
          co[x->first + earlier] = write;
        }
    }
}

enum hb_answer
hb_co_search (const struct hb_co_pairs *pairs, hb_solver *solver, struct hb_limits *limits,
              hb_id *co, struct hb_co_cycles *cycles)
{
  size_t nodes = pairs->history->events.size + 1;
  struct search s = { .graph = { .pairs = pairs, .readers = hb_readers_new (pairs->history) },
                      .next = hb_calloc (nodes, sizeof *s.next),
                      .came_by = hb_calloc (nodes, sizeof *s.came_by),
                      .cost = hb_calloc (nodes, sizeof *s.cost),
                      .round = hb_calloc (nodes, sizeof *s.round),
                      .state = hb_calloc (nodes, sizeof *s.state),
                      .covered = hb_calloc (nodes, sizeof *s.covered) };
  int answer;
  for (int pair = 1; pair <= pairs->count; pair++) /* it has a value in every model */
    {
      hb_solver_add (solver, pair);
      hb_solver_add (solver, -pair);
      hb_solver_add (solver, 0);
    }
  do
    answer = hb_limits_hit (limits) ? 0 : hb_solver_solve (solver, limits);
  while (answer == HB_YES && forbid_cycles (&s, solver, cycles));
  if (answer == HB_YES && co)
    read_order (pairs, solver, co);
  hb_readers_free (&s.graph.readers);
  vec_free (s.graph.first);
  vec_free (s.graph.edges);
  hb_free (s.next);
  hb_free (s.came_by);
  hb_free (s.cost);
  hb_free (s.round);
  hb_free (s.state);
  hb_free (s.covered);
  vec_free (s.path);
  vec_free (s.starts);
  vec_free (s.now);
  vec_free (s.later);
  return (enum hb_answer)answer;
}

/* --- as a decider ------------------------------------------------------------------------------- */

static bool
accepts (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  struct hb_co_pairs pairs;
  *why = "the history has too many writes of one variable";
  if (!hb_co_pairs_init (&pairs, hb_trace_of (instance)))
    return false;
  hb_co_pairs_free (&pairs);
  return true;
}

static enum hb_answer
decide (const struct hb_decider *self, const hb_instance *instance,
        const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  struct hb_co_pairs pairs;
  struct hb_co_cycles cycles = { VEC_EMPTY, VEC_EMPTY };
  hb_solver *solver = hb_solver_new (self->own, options->seed, diag);
  if (!solver || !hb_co_pairs_init (&pairs, hb_trace_of (instance)))
    {
      hb_solver_free (solver);
      return HB_OPEN;
    }
  hb_id *co = hb_co_new (pairs.history);
  enum hb_answer answer = hb_co_search (&pairs, solver, options->limits, co, &cycles);
  if (answer == HB_YES && solution)
    *solution = hb_solution_of_co (co);
  else
    hb_free (co);
  hb_co_cycles_free (&cycles);
  hb_co_pairs_free (&pairs);
  hb_solver_free (solver);
  return answer;
}

const struct hb_decider hb_sc_sat = { .name = "sat",
                                      .summary = "orders of writes as variables, CaDiCaL",
                                      .seeded = true,
                                      .own = "cadical",
                                      .accepts = accepts,
                                      .decide = decide };
const struct hb_decider hb_sc_picosat = { .name = "sat:picosat",
                                          .summary = "orders of writes as variables, PicoSAT",
                                          .seeded = true,
                                          .own = "picosat",
                                          .accepts = accepts,
                                          .decide = decide };
