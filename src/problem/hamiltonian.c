/* Directed Hamiltonian cycle: does a cycle of a directed graph pass each vertex once?  (Karp, "Reducibility among
 * combinatorial problems", 1972.)  A solution is the vertices in the order in which they are passed, from any of
 * them on.  Of a graph with one vertex there is none: an arc from it to itself cannot be. */
#include "problem/graphs.h"

#include "base/memory.h"
#include "sat/solver.h"

/* --- solutions --- */

static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  (void)self;
  const hb_graph *graph = hb_graph_of (instance);
  const hb_list *tour = hb_list_of (solution);
  bool *passed = hb_list_flags (tour, graph->vertices, "vertex", diag);
  if (!passed)
    return false;
  hb_free (passed);
  bool good = tour->size == graph->vertices;
  if (!good)
    hb_error (diag, NULL, "the cycle passes %zu of %u vertices", tour->size,
              (unsigned)graph->vertices);
  struct hb_neighbours near = hb_graph_neighbours (graph);
  for (size_t i = 0; i < tour->size && good; i++)
    {
      hb_id from = tour->data[i], to = tour->data[(i + 1) % tour->size];
      if (!(good = hb_neighbours_has (&near, from - 1, to - 1)))
        hb_error (diag, NULL, "no arc leads from vertex %u to %u", (unsigned)from, (unsigned)to);
    }
  hb_neighbours_free (&near);
  return good;
}

/* The same cycle, perhaps from another vertex on. */
static bool
same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
      const hb_solution *b)
{
  (void)self;
  (void)instance;
  const hb_list *x = hb_list_of (a), *y = hb_list_of (b);
  size_t shift = 0;
  if (x->size != y->size || !x->size)
    return x->size == y->size;
  while (shift < y->size && y->data[shift] != x->data[0])
    shift++;
  for (size_t i = 0; i < x->size; i++)
    if (x->data[i] != y->data[(i + shift) % y->size])
      return false;
  return true;
}

/* --- by formulas: a variable for each arc; each vertex has one arc in and one out; and for each short cycle that a
 * model has, a clause that an arc leaves its vertices --- */

/* At most one of the arcs in LIST, and at least one. */
static void
exactly_one (hb_solver *solver, const int *list, size_t count)
{
  for (size_t i = 0; i < count; i++)
    hb_solver_add (solver, list[i]);
  hb_solver_add (solver, 0);
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < i; j++)
      {
        hb_solver_add (solver, -list[i]);
        hb_solver_add (solver, -list[j]);
        hb_solver_add (solver, 0);
      }
}

static void
tell_degrees (hb_solver *solver, const hb_graph *graph)
{
  int *list = hb_calloc (graph->edges.size + 1, sizeof *list);
  for (hb_id v = 0; v < graph->vertices; v++)
    for (int out = 0; out < 2; out++)
      {
        size_t count = 0;
        for (size_t i = 0; i < graph->edges.size; i++)
          if ((out ? graph->edges.data[i].from : graph->edges.data[i].to) == v)
            list[count++] = (int)i + 1;
        exactly_one (solver, list, count);
      }
  hb_free (list);
}

/* Takes the successor of each vertex from the solver's model into NEXT. */
static void
take_successors (hb_solver *solver, const hb_graph *graph, hb_id *next)
{
  for (size_t i = 0; i < graph->edges.size; i++)
    if (hb_solver_value (solver, (int)i + 1) > 0)
      next[graph->edges.data[i].from] = graph->edges.data[i].to;
}

/* Forbids each cycle of NEXT that is not all; were there none? */
static bool
forbid_short_cycles (hb_solver *solver, const hb_graph *graph, const hb_id *next)
{
  hb_id *cycle = hb_calloc (graph->vertices + 1, sizeof *cycle), cycles = 0;
  for (hb_id v = 0; v < graph->vertices; v++)
    {
      if (cycle[v])
        continue;
      cycles++;
      for (hb_id u = v; !cycle[u]; u = next[u])
        cycle[u] = cycles;
    }
  for (hb_id c = 1; c <= cycles && cycles > 1; c++)
    {
      for (size_t i = 0; i < graph->edges.size; i++)
        if (cycle[graph->edges.data[i].from] == c && cycle[graph->edges.data[i].to] != c)
          hb_solver_add (solver, (int)i + 1);
      hb_solver_add (solver, 0);
    }
  hb_free (cycle);
  return cycles <= 1;
}

static hb_solution *
tour_of (const hb_graph *graph, const hb_id *next)
{
  hb_list *tour = hb_list_new ();
  for (hb_id v = 0; tour->size < graph->vertices; v = next[v])
    vec_push (*tour, v + 1);
  return hb_solution_of_list (tour);
}

static enum hb_answer
ask_solver (const struct hb_decider *self, const hb_instance *instance,
            const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  const hb_graph *graph = hb_graph_of (instance);
  hb_solver *solver = hb_solver_new (self->own, options->seed, diag);
  if (!solver)
    return HB_OPEN;
  hb_id *next = hb_calloc (graph->vertices + 1, sizeof *next);
  tell_degrees (solver, graph);
  int answer = graph->vertices ? HB_OPEN : HB_NO;
  bool one = !graph->vertices;
  while (!one && (answer = hb_solver_solve (solver, options->limits)) == HB_YES)
    {
      take_successors (solver, graph, next);
      one = forbid_short_cycles (solver, graph, next);
    }
  if (answer == HB_YES && solution)
    *solution = tour_of (graph, next);
  hb_free (next);
  hb_solver_free (solver);
  return (enum hb_answer)answer;
}

/* --- by hand (Held and Karp, "A dynamic programming approach to sequencing problems", 1962): where the paths from the
 * first vertex through a set can end --- */

/* ENDS[set], a bit for each vertex; the cycle backwards from the set of all. */
static hb_list *
tour_of_ends (hb_id n, const uint32_t *ends, const uint32_t *into)
{
  hb_list *tour = hb_list_new ();
  uint32_t set = (UINT32_C (1) << n) - 1, candidates = ends[set] & into[0];
  vec_resize (*tour, n, 0);
  for (hb_id place = n; place > 0; place--)
    {
      hb_id v = 0;
      while (!(candidates >> v & 1))
        v++;
      tour->data[place - 1] = v + 1;
      set &= ~(UINT32_C (1) << v);
      candidates = ends[set] & into[v];
    }
  return tour;
}

static enum hb_answer
try_all (const struct hb_decider *self, const hb_instance *instance,
         const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  (void)self;
  (void)options;
  (void)diag;
  const hb_graph *graph = hb_graph_of (instance);
  hb_id n = graph->vertices;
  if (!n)
    return HB_NO;
  uint32_t into[HB_MOST_TRIED_VERTICES] = { 0 };
  for (size_t i = 0; i < graph->edges.size; i++)
    into[graph->edges.data[i].to] |= UINT32_C (1) << graph->edges.data[i].from;
  uint32_t *ends = hb_calloc ((size_t)1 << n, sizeof *ends), all = (UINT32_C (1) << n) - 1;
  ends[1] = 1;
  for (uint32_t set = 3; set <= all; set += 2)
    for (hb_id v = 1; v < n; v++)
      if (set >> v & 1 && ends[set & ~(UINT32_C (1) << v)] & into[v])
        ends[set] |= UINT32_C (1) << v;
  bool found = ends[all] & into[0];
  if (found && solution)
    *solution = hb_solution_of_list (tour_of_ends (n, ends, into));
  hb_free (ends);
  return found ? HB_YES : HB_NO;
}

static const struct hb_decider by_cadical
    = { .name = "sat:cadical",
        .summary = "a variable for each arc, short cycles forbidden as they come, CaDiCaL",
        .seeded = true,
        .own = "cadical",
        .decide = ask_solver };
static const struct hb_decider by_picosat
    = { .name = "sat:picosat",
        .summary = "a variable for each arc, short cycles forbidden as they come, PicoSAT",
        .seeded = true,
        .own = "picosat",
        .decide = ask_solver };
static const struct hb_decider brute
    = { .name = "brute",
        .summary = "the ends of paths through all sets of vertices, of small graphs",
        .brute = true,
        .accepts = hb_graphs_are_small,
        .decide = try_all };
static const struct hb_decider *const deciders[] = { &by_cadical, &by_picosat, &brute, NULL };

static const char *const measures[] = { "vertices", "arcs", NULL };
HB_GRAPH_KIND (hamiltonian, true, false, false, NULL, 4);

const struct hb_problem hb_problem_hamiltonian = {
  HB_GRAPH_MEMBERS,
  .name = "hamiltonian-cycle",
  .title = "Directed Hamiltonian cycle",
  .summary = "does a cycle of a directed graph pass each vertex once?",
  .source = "Karp, Reducibility among combinatorial problems, 1972",
  .evidence = "cycle",
  .evidences = "cycles",
  .measures = measures,
  .read_solution = hb_graphs_read_solution,
  .same = same,
  .check = check,
  .deciders = deciders,
};
