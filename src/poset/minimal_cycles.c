/* Is the dimension at most m?  Critical pairs into m classes without an alternating cycle; see minimal.h.
 *
 * (a, b) in a class says that its schedule runs a before b.  A class can be a schedule's iff the poset with
 * an arc a -> b for each of its pairs has no cycle.  A pair's partner on a cycle of two excludes it; all
 * those cycles are clauses from the start, unless there are very many.  A model's longer cycles become
 * clauses, for all classes at once, until a model has none (or there is no model). */
#include "poset/minimal.h"

#include "base/temporary.h"
#include "sat/solver.h"

#include <string.h>

/* Beyond so many cycles of two, they too are found when a model has one. */
#define MOST_EAGER 4000000
/* Cycles taken from one class of one model. */
#define MOST_A_CLASS 64

struct colouring
{
  hb_minimal *m;
  size_t classes;
  hb_solver *solver;
  hb_numbers32 cycles;
  size_t longer;
  uint32_t *class_of;         /* tuple -> the one of its classes that is looked at */
  hb_id *arc_first, *arc;     /* element a -> pairs (a, b) of the class looked at */
  hb_id *open, *queue, *from; /* searches */
  uint8_t *seen;
};

static const hb_id *
pair (const struct colouring *c, uint32_t i)
{
  return c->m->tuples.data + 2 * (size_t)i;
}

static int
variable (const struct colouring *c, uint32_t i, size_t k)
{
  return (int)((size_t)i * c->classes + k + 1);
}

static void
add_cycle (struct colouring *c, const uint32_t *cycle, uint32_t length)
{
  vec_push (c->cycles, length);
  for (uint32_t i = 0; i < length; i++)
    vec_push (c->cycles, cycle[i]);
  c->longer += length > 2;
}

/* The clauses of all cycles from the one that starts at AT. */
static void
tell_cycles (const struct colouring *c, hb_solver *solver, size_t at)
{
  for (; at < c->cycles.size; at += c->cycles.data[at] + 1)
    for (size_t k = 0; k < c->classes; k++)
      {
        for (uint32_t i = 1; i <= c->cycles.data[at]; i++)
          hb_solver_add (solver, -variable (c, c->cycles.data[at + i], k));
        hb_solver_add (solver, 0);
      }
}

static void
tell_rest (const struct colouring *c, hb_solver *solver)
{
  for (size_t j = 0; j < c->m->clique.size && j < c->classes; j++)
    {
      hb_solver_add (solver, variable (c, c->m->clique.data[j], j));
      hb_solver_add (solver, 0);
    }
  for (size_t i = 0; i < c->m->count; i++)
    {
      for (size_t k = 0; k < c->classes; k++)
        hb_solver_add (solver, variable (c, (uint32_t)i, k));
      hb_solver_add (solver, 0);
    }
}

static void
find_short_cycles (struct colouring *c)
{
  const hb_minimal *m = c->m;
  uint32_t both[2];
  for (both[0] = 0; both[0] < m->count; both[0]++)
    for (both[1] = both[0] + 1; both[1] < m->count; both[1]++)
      {
        const hb_id *a = pair (c, both[0]), *b = pair (c, both[1]);
        if ((a[1] == b[0] || hb_poset_before (m->poset, a[1], b[0]))
            && (b[1] == a[0] || hb_poset_before (m->poset, b[1], a[0])))
          {
            add_cycle (c, both, 2);
            if (c->cycles.size > 3 * (size_t)MOST_EAGER)
              return;
          }
      }
}

/* The arcs of class K. */
static void
gather (struct colouring *c, uint32_t k)
{
  hb_id count = c->m->poset->count;
  memset (c->arc_first, 0, ((size_t)count + 2) * sizeof *c->arc_first);
  for (uint32_t i = 0; i < c->m->count; i++)
    if (c->class_of[i] == k)
      c->arc_first[pair (c, i)[0] + 2]++;
  for (hb_id x = 0; x < count; x++)
    c->arc_first[x + 2] += c->arc_first[x + 1];
  for (uint32_t i = 0; i < c->m->count; i++)
    if (c->class_of[i] == k)
      c->arc[c->arc_first[pair (c, i)[0] + 1]++] = i;
}

/* Sorts the poset with the arcs into ORDER; the number of elements that are not behind a cycle. */
static hb_id
sort (struct colouring *c, hb_id *order)
{
  const hb_poset *p = c->m->poset;
  hb_id done = 0;
  for (hb_id x = 0; x < p->count; x++)
    c->open[x] = p->lower_first[x + 1] - p->lower_first[x];
  for (hb_id x = 0; x < p->count; x++)
    for (hb_id i = c->arc_first[x]; i < c->arc_first[x + 1]; i++)
      c->open[pair (c, c->arc[i])[1]]++;
  for (hb_id x = 0; x < p->count; x++)
    if (!c->open[x])
      order[done++] = x;
  for (hb_id k = 0; k < done; k++)
    {
      hb_id x = order[k];
      for (hb_id i = p->upper_first[x]; i < p->upper_first[x + 1]; i++)
        if (!--c->open[p->upper[i]])
          order[done++] = p->upper[i];
      for (hb_id i = c->arc_first[x]; i < c->arc_first[x + 1]; i++)
        if (!--c->open[pair (c, c->arc[i])[1]])
          order[done++] = pair (c, c->arc[i])[1];
    }
  return done;
}

/* A cycle through pair START with as few pairs as there can be: breadth first over pairs, each followed by all
 * that come from its end on.  False if there is none. */
static bool
close_cycle (struct colouring *c, uint32_t start)
{
  const hb_poset *p = c->m->poset;
  hb_id head = 0, tail = 0;
  VEC (uint32_t) cycle = VEC_EMPTY;
  memset (c->seen, 0, c->m->count);
  c->queue[tail++] = start;
  c->seen[start] = 1;
  while (head < tail && !cycle.size)
    {
      hb_id i = c->queue[head++], b = pair (c, i)[1];
      if (i != start && (b == pair (c, start)[0] || hb_poset_before (p, b, pair (c, start)[0])))
        {
          for (; i != start; i = c->from[i])
            vec_push (cycle, i);
          vec_push (cycle, start);
          break;
        }
      for (hb_id x = 0; x < p->count; x++)
        if (c->arc_first[x] < c->arc_first[x + 1] && (x == b || hb_poset_before (p, b, x)))
          for (hb_id k = c->arc_first[x]; k < c->arc_first[x + 1]; k++)
            if (!c->seen[c->arc[k]])
              {
                c->seen[c->arc[k]] = 1;
                c->from[c->arc[k]] = i;
                c->queue[tail++] = c->arc[k];
              }
    }
  /* Found from its end: turned round. */
  for (size_t i = 0; i < cycle.size / 2; i++)
    {
      uint32_t other = cycle.data[cycle.size - 1 - i];
      cycle.data[cycle.size - 1 - i] = cycle.data[i];
      cycle.data[i] = other;
    }
  if (cycle.size)
    add_cycle (c, cycle.data, (uint32_t)cycle.size);
  bool found = cycle.size > 0;
  vec_free (cycle);
  return found;
}

/* The cycles of a class that has some. */
static void
take_cycles (struct colouring *c, const hb_id *order, hb_id sorted)
{
  size_t found = 0;
  bool *is_sorted = hb_calloc (c->m->poset->count, sizeof *is_sorted);
  for (hb_id i = 0; i < sorted; i++)
    is_sorted[order[i]] = true;
  for (hb_id x = 0; x < c->m->poset->count && found < MOST_A_CLASS; x++)
    for (hb_id i = c->arc_first[x];
         !is_sorted[x] && i < c->arc_first[x + 1] && found < MOST_A_CLASS; i++)
      found += close_cycle (c, c->arc[i]);
  hb_free (is_sorted);
}

/* Looks at a model: a family, or cycles. */
static bool
take_model (struct colouring *c)
{
  hb_schedules *family = hb_schedules_new (c->m->poset->count);
  bool good = true;
  for (uint32_t i = 0; i < c->m->count; i++)
    {
      uint32_t k = 0;
      while (hb_solver_value (c->solver, variable (c, i, k)) < 0)
        k++;
      c->class_of[i] = k;
    }
  for (uint32_t k = 0; k < c->classes; k++)
    {
      hb_id *order = hb_schedules_add (family), sorted;
      gather (c, k);
      if ((sorted = sort (c, order)) == c->m->poset->count)
        continue;
      good = false;
      if (!c->m->ablate)
        take_cycles (c, order, sorted);
    }
  if (!good)
    hb_schedules_free (family);
  else
    {
      hb_schedules_free (c->m->family);
      c->m->family = family;
    }
  return good;
}

/* Refutes the clauses known so far once more, by a solver that writes its proof. */
static bool
prove (struct colouring *c, struct hb_limits *limits, hb_diag *diag)
{
  char *path = hb_temporary_file ("proof", diag);
  hb_solver *solver = path ? hb_solver_new ("cadical", 0, diag) : NULL;
  bool good = false;
  if (solver && hb_solver_proof (solver, path))
    {
      tell_cycles (c, solver, 0);
      tell_rest (c, solver);
      good = hb_solver_solve (solver, limits) == 20;
    }
  hb_solver_free (solver);
  hb_temporary_remove (c->m->proof);
  c->m->proof = path;
  return good;
}

static int
search (struct colouring *c, bool with_proof, struct hb_limits *limits, hb_diag *diag)
{
  find_short_cycles (c);
  tell_cycles (c, c->solver, 0);
  tell_rest (c, c->solver);
  while (true)
    {
      int answer = hb_solver_solve (c->solver, limits);
      size_t before = c->cycles.size;
      if (answer == 20)
        return !with_proof || prove (c, limits, diag) ? 20 : 0;
      if (answer != 10)
        return 0;
      if (take_model (c))
        return 10;
      c->m->failed = c->m->ablate;
      if (c->m->ablate || hb_limits_check (limits))
        return 0;
      tell_cycles (c, c->solver, before);
    }
}

int
hb_minimal_by_cycles (hb_minimal *m, size_t classes, const char *solver, bool with_proof,
                      struct hb_limits *limits, hb_diag *diag)
{
  hb_id count = m->poset->count;
  struct colouring c = { .m = m,
                         .classes = classes,
                         .solver = hb_solver_new (solver, 0, diag),
                         .class_of = hb_calloc (m->count, sizeof *c.class_of),
                         .arc_first = hb_calloc ((size_t)count + 2, sizeof *c.arc_first),
                         .arc = hb_calloc (m->count, sizeof *c.arc),
                         .open = hb_calloc (count, sizeof *c.open),
                         .queue = hb_calloc (m->count, sizeof *c.queue),
                         .from = hb_calloc (m->count, sizeof *c.from),
                         .seen = hb_calloc (m->count, 1) };
  int answer = c.solver ? search (&c, with_proof, limits, diag) : 0;
  if (answer == 20)
    {
      vec_free (m->cycles);
      m->cycles = c.cycles;
      m->longer = c.longer;
    }
  else
    vec_free (c.cycles);
  hb_solver_end (c.solver, diag);
  hb_free (c.class_of);
  hb_free (c.arc_first);
  hb_free (c.arc);
  hb_free (c.open);
  hb_free (c.queue);
  hb_free (c.from);
  hb_free (c.seen);
  return answer;
}
