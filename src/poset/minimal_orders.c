/* Are m schedules d-hitting?  Their orders as variables, transitive from the start; see minimal.h. */
#include "poset/minimal.h"

#include "base/temporary.h"
#include "sat/cnf.h"
#include "sat/solver.h"

struct ordering
{
  const hb_minimal *m;
  size_t schedules, pairs;
  hb_id *number; /* pair a * count + b, a < b incomparable -> from 0 */
  hb_cnf *cnf;
};

/* Literals that are no variable. */
enum
{
  ALWAYS = INT32_MAX,
  NEVER = -ALWAYS
};

/* Schedule S runs A before B. */
static int
before (const struct ordering *o, size_t s, hb_id a, hb_id b)
{
  const hb_poset *p = o->m->poset;
  if (hb_poset_before (p, a, b))
    return ALWAYS;
  if (hb_poset_before (p, b, a))
    return NEVER;
  size_t pair = a < b ? o->number[(size_t)a * p->count + b] : o->number[(size_t)b * p->count + a];
  int variable = (int)(s * o->pairs + pair + 1);
  return a < b ? variable : -variable;
}

static int
selector (const struct ordering *o, size_t s, size_t tuple)
{
  return (int)(o->schedules * o->pairs + tuple * o->schedules + s + 1);
}

/* Adds a clause of up to three literals; one that is always true makes it nothing. */
static void
add (struct ordering *o, int x, int y, int z)
{
  const int literals[3] = { x, y, z };
  int kept[3];
  size_t size = 0;
  for (int i = 0; i < 3; i++)
    {
      if (literals[i] == ALWAYS)
        return;
      if (literals[i] != NEVER)
        kept[size++] = literals[i];
    }
  hb_cnf_add_clause (o->cnf, kept, size);
}

/* No three elements in a circle, in either direction. */
static void
add_transitivity (struct ordering *o)
{
  hb_id count = o->m->poset->count;
  for (size_t s = 0; s < o->schedules; s++)
    for (hb_id a = 0; a < count; a++)
      for (hb_id b = a + 1; b < count; b++)
        for (hb_id c = b + 1; c < count; c++)
          {
            add (o, -before (o, s, a, b), -before (o, s, b, c), -before (o, s, c, a));
            add (o, -before (o, s, b, a), -before (o, s, c, b), -before (o, s, a, c));
          }
}

static void
build (struct ordering *o)
{
  const hb_minimal *m = o->m;
  hb_id count = m->poset->count;
  for (hb_id a = 0; a < count; a++)
    for (hb_id b = a + 1; b < count; b++)
      if (hb_poset_apart (m->poset, a, b))
        o->number[(size_t)a * count + b] = (hb_id)o->pairs++;
  o->cnf = hb_cnf_new ((int)(o->schedules * (o->pairs + m->count)));
  add_transitivity (o);
  for (size_t i = 0; i < m->count; i++)
    {
      const hb_id *tuple = m->tuples.data + i * (size_t)m->d;
      for (size_t s = 0; s < o->schedules; s++)
        hb_cnf_add (o->cnf, selector (o, s, i));
      hb_cnf_add (o->cnf, 0);
      for (size_t s = 0; s < o->schedules; s++)
        for (int k = 1; k < m->d; k++)
          add (o, -selector (o, s, i), before (o, s, tuple[k - 1], tuple[k]), NEVER);
    }
  for (size_t j = 0; j < m->clique.size && j < o->schedules; j++)
    add (o, selector (o, j, m->clique.data[j]), NEVER, NEVER);
}

/* The schedules of the model: each element behind as many as are before it. */
static hb_schedules *
read_model (const struct ordering *o, hb_solver *solver)
{
  hb_id count = o->m->poset->count;
  hb_schedules *family = hb_schedules_new (count);
  for (size_t s = 0; s < o->schedules; s++)
    {
      hb_id *order = hb_schedules_add (family);
      for (hb_id x = 0; x < count; x++)
        {
          hb_id place = 0;
          for (hb_id y = 0; y < count; y++)
            {
              int literal = y == x ? NEVER : before (o, s, y, x);
              place += literal == ALWAYS
                       || (literal != NEVER && hb_solver_value (solver, literal) > 0);
            }
          order[place] = x;
        }
    }
  return family;
}

int
hb_minimal_by_orders (hb_minimal *m, size_t schedules, const char *name, bool with_proof,
                      struct hb_limits *limits, hb_diag *diag)
{
  hb_id count = m->poset->count;
  struct ordering o = { .m = m,
                        .schedules = schedules,
                        .number = hb_calloc ((size_t)count * count, sizeof *o.number) };
  hb_solver *solver = hb_solver_new (with_proof ? "cadical" : name, 0, diag);
  char *path = with_proof && solver ? hb_temporary_file ("proof", diag) : NULL;
  int answer = 0;
  if (solver && (!with_proof || (path && hb_solver_proof (solver, path))))
    {
      build (&o);
      hb_solver_add_cnf (solver, o.cnf);
      answer = hb_solver_solve (solver, limits);
      hb_cnf_free (o.cnf);
    }
  if (answer == 10)
    {
      hb_schedules_free (m->family);
      m->family = read_model (&o, solver);
    }
  hb_solver_end (solver, diag);
  if (answer == 20)
    {
      hb_temporary_remove (m->proof);
      m->proof = path;
      vec_clear (m->cycles);
    }
  else
    hb_temporary_remove (path);
  hb_free (o.number);
  return answer;
}
