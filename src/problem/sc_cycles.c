/* See sc_cycles.h. */
#include "problem/sc_cycles.h"

#include "base/memory.h"

#define MOST_PAIRS (1 << 20)

static bool
has_few_pairs (const hb_trace *history)
{
  uint64_t count = 0;
  for (size_t v = 0; v < history->variables.size && count <= MOST_PAIRS; v++)
    count += (uint64_t)history->variables.data[v].count * history->variables.data[v].count;
  return count <= MOST_PAIRS;
}

/* "A is earlier than B", two writes of one variable.  Writes are told apart by their places in the co that the
 * history happens to have: the pair of places i < j is the Boolean j (j - 1) / 2 + i of the variable. */
static int
literal_of (const struct hb_co_search *search, hb_id a, hb_id b)
{
  const struct hb_event *events = search->history->events.data;
  int i = (int)events[a].partner, j = (int)events[b].partner;
  int first = search->first[events[a].object];
  HB_ASSERT (events[a].object == events[b].object && i != j);
  return i < j ? first + j * (j - 1) / 2 + i : -(first + i * (i - 1) / 2 + j);
}

void
hb_co_search_writes (const struct hb_co_search *search, int literal, hb_id *a, hb_id *b)
{
  const hb_trace *history = search->history;
  int pair = literal < 0 ? -literal : literal, j = 1;
  size_t v = 0;
  while (v + 1 < history->variables.size && search->first[v + 1] <= pair)
    v++;
  pair -= search->first[v];
  while (j * (j + 1) / 2 <= pair)
    j++;
  const hb_id *co = history->co.data + history->variables.data[v].first;
  hb_id low = co[pair - j * (j - 1) / 2], high = co[j];
  *a = literal > 0 ? low : high;
  *b = literal > 0 ? high : low;
}

/* Co or fr from event E to the writes behind VALUE, a write; all of them if it is HB_NONE, the initial one. */
static void
add_edges_behind (struct hb_co_search *search, hb_id e, hb_id value)
{
  const hb_trace *history = search->history;
  const struct hb_variable *x = &history->variables.data[history->events.data[e].object];
  for (hb_id i = 0; i < x->count; i++)
    {
      hb_id other = history->co.data[x->first + i];
      if (other != value)
        hb_guarded_order_edge (search->order, e, other,
                               value == HB_NONE ? 0 : literal_of (search, value, other));
    }
}

bool
hb_co_search_init (struct hb_co_search *search, const hb_trace *history)
{
  if (!has_few_pairs (history))
    return false;
  *search = (struct hb_co_search){ .history = history, .order = hb_guarded_order_new () };
  search->first = hb_calloc (history->variables.size + 1, sizeof *search->first);
  for (size_t v = 0; v < history->variables.size; v++)
    {
      int writes = (int)history->variables.data[v].count;
      search->first[v] = search->pairs + 1;
      search->pairs += writes * (writes - 1) / 2;
    }
  for (hb_id e = 0; e < history->events.size; e++)
    hb_guarded_order_step (search->order, history->events.data[e].message, 0);
  for (hb_id e = 0; e < history->events.size; e++)
    {
      const struct hb_event *event = &history->events.data[e];
      if (event->kind == HB_READ && event->partner != HB_NONE)
        hb_guarded_order_edge (search->order, event->partner, e, 0);
      add_edges_behind (search, e, event->kind == HB_WRITE ? e : event->partner);
    }
  return true;
}

void
hb_co_search_free (struct hb_co_search *search)
{
  hb_free (search->first);
  hb_guarded_order_free (search->order);
  hb_guarded_cycles_free (&search->cycles);
}

/* Forbids cycles of the solver's model; false if it has none. */
static bool
forbid_cycles (struct hb_co_search *search, hb_solver *solver)
{
  size_t done = search->cycles.starts.size;
  hb_literals clause = VEC_EMPTY;
  hb_guarded_order_cycles (search->order, hb_solver_tell, solver, &search->cycles);
  for (size_t c = done; c < search->cycles.starts.size; c++)
    {
      vec_clear (clause);
      hb_guarded_order_clause (search->order, &search->cycles, c, false, &clause);
      for (size_t i = 0; i < clause.size; i++)
        hb_solver_add (solver, clause.data[i]);
      hb_solver_add (solver, 0);
    }
  vec_free (clause);
  return search->cycles.starts.size > done;
}

enum hb_answer
hb_co_search_run (struct hb_co_search *search, hb_solver *solver, struct hb_limits *limits,
                  hb_id *run)
{
  int answer;
  for (int pair = 1; pair <= search->pairs; pair++) /* it has a value in every model */
    {
      hb_solver_add (solver, pair);
      hb_solver_add (solver, -pair);
      hb_solver_add (solver, 0);
    }
  do
    answer = hb_limits_hit (limits) ? 0 : hb_solver_solve (solver, limits);
  while (answer == HB_YES && forbid_cycles (search, solver));
  if (answer == HB_YES)
    {
      hb_guarded_order_sequence (search->order, hb_solver_tell, solver, run);
    }
  return (enum hb_answer)answer;
}

/* --- as a decider ------------------------------------------------------------------------------- */

static bool
accepts (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  *why = "the history has too many writes of one variable";
  return has_few_pairs (hb_trace_of (instance));
}

static enum hb_answer
decide (const struct hb_decider *self, const hb_instance *instance,
        const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  struct hb_co_search search;
  hb_solver *solver = hb_solver_new (self->own, options->seed, diag);
  if (!solver || !hb_co_search_init (&search, hb_trace_of (instance)))
    {
      hb_solver_free (solver);
      return HB_OPEN;
    }
  hb_id *run = hb_calloc (search.history->events.size + 1, sizeof *run);
  enum hb_answer answer = hb_co_search_run (&search, solver, options->limits, run);
  if (answer == HB_YES && solution)
    *solution = hb_solution_of_co (hb_co_of_run (search.history, run));
  hb_free (run);
  hb_co_search_free (&search);
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
