/* See refute.h.  First the cycles that are needed are found, set by set; then a fresh solver refutes all sets with these
 * and writes its proof; and of the proof what the sets need is kept. */
#include "diff/refute.h"

#include "base/failure.h"
#include "base/temporary.h"
#include "sat/derivation.h"
#include "sat/solver.h"

static hb_guarded_order *
order_of (const diff_formula *f)
{
  hb_guarded_order *order = hb_guarded_order_new ();
  for (size_t s = 0; s < f->steps.size; s++)
    hb_guarded_order_step (order, f->steps.data[s].thread, f->steps.data[s].runs);
  for (size_t o = 0; o < f->orders.size; o++)
    {
      const struct formula_order *one = &f->orders.data[o];
      hb_guarded_order_edge (order, one->a, one->b, one->literal);
      hb_guarded_order_edge (order, one->b, one->a, -one->literal);
    }
  return order;
}

static void
give (hb_solver *solver, const int *literals, size_t count)
{
  for (size_t i = 0; i < count; i++)
    hb_solver_add (solver, literals[i]);
}

/* One set is asked for until no order is left, each cycle cut. */
static int
cut_all (const diff_formula *f, hb_guarded_order *order, hb_solver *solver, const hb_id *set,
         struct hb_limits *limits, struct hb_guarded_cycles *cycles, hb_diag *diag)
{
  hb_literals clause = VEC_EMPTY;
  int answer;
  while (true)
    {
      for (size_t i = 0; set[i] != HB_NONE; i++)
        hb_solver_assume (solver, f->facts[set[i]]);
      answer = hb_solver_solve (solver, limits);
      size_t before = cycles->starts.size;
      if (answer != 10)
        break;
      if (!hb_guarded_order_cycles (order, hb_solver_tell, solver, cycles))
        {
          hb_error (diag, NULL,
                    "there is no proof: a run that the engine has not seen shows more; if it was "
                    "'search', then by choices beyond --choices");
          break;
        }
      for (size_t i = before; i < cycles->starts.size; i++)
        {
          vec_clear (clause);
          hb_guarded_order_clause (order, cycles, i, false, &clause);
          vec_push (clause, 0);
          give (solver, clause.data, clause.size);
        }
    }
  vec_free (clause);
  return answer;
}

static bool
find_cycles (const diff_formula *f, hb_guarded_order *order, const diff_fact_sets *sets,
             struct hb_limits *limits, struct hb_guarded_cycles *cycles, hb_diag *diag)
{
  hb_solver *solver = hb_solver_new (NULL, 0, diag);
  bool good = solver;
  if (good)
    give (solver, f->clauses.data, f->clauses.size);
  for (size_t at = 0; good && at < sets->size; at++)
    {
      good = cut_all (f, order, solver, sets->data + at, limits, cycles, diag) == 20;
      while (sets->data[at] != HB_NONE)
        at++;
    }
  hb_solver_free (solver);
  return good;
}

/* The solver's proof, at PATH (new). */
static char *
prove (const diff_formula *f, const hb_literals *cuts, const diff_fact_sets *sets,
       struct hb_limits *limits, hb_diag *diag)
{
  char *path = hb_temporary_file ("proof", diag);
  hb_solver *solver = path ? hb_solver_new ("cadical", 0, diag) : NULL;
  if (solver)
    hb_solver_hint (
        solver, HB_SOLVER_PLAIN); /* what it leaves out and takes back later no proof would say */
  bool good = solver && hb_solver_proof (solver, path);
  if (good)
    {
      give (solver, f->clauses.data, f->clauses.size);
      give (solver, cuts->data, cuts->size);
    }
  for (size_t at = 0; good && at < sets->size; at++)
    {
      for (; sets->data[at] != HB_NONE; at++)
        hb_solver_assume (solver, f->facts[sets->data[at]]);
      good = hb_solver_solve (solver, limits) == 20;
    }
  hb_solver_free (solver);
  if (good)
    return path;
  hb_temporary_remove (path);
  return NULL;
}

static void
give_clauses (hb_derivation *d, const int *literals, size_t count)
{
  for (size_t at = 0, size; at < count; at += size + 1)
    {
      for (size = 0; literals[at + size];)
        size++;
      hb_derivation_give (d, literals + at, size);
    }
}

/* The sets themselves follow from what was derived, and are all that is needed of it. */
static bool
derive_sets (hb_derivation *d, const diff_formula *f, const diff_fact_sets *sets)
{
  hb_literals clause = VEC_EMPTY;
  bool good = true;
  for (size_t at = 0; good && at < sets->size; at++)
    {
      vec_clear (clause);
      for (; sets->data[at] != HB_NONE; at++)
        vec_push (clause, -f->facts[sets->data[at]]);
      good = hb_derivation_derive (d, clause.data, clause.size);
      if (good)
        hb_derivation_need (d, hb_derivation_clauses (d) - 1);
    }
  vec_free (clause);
  return good;
}

/* What is needed goes to OUT: of the CUTS, which were given last, and of the LEMMAS behind them. */
static void
keep_needed (const hb_derivation *d, size_t cuts, size_t lemmas, struct diff_refutation *out)
{
  size_t given = hb_derivation_given (d);
  for (size_t c = given - cuts; c < given; c++)
    vec_push (out->cycle_needed, hb_derivation_needs (d, c));
  for (size_t c = given; c < given + lemmas; c++)
    {
      size_t size;
      const int *literals = hb_derivation_clause (d, c, &size);
      if (!hb_derivation_needs (d, c))
        continue;
      for (size_t i = 0; i < size; i++)
        vec_push (out->lemmas, literals[i]);
      vec_push (out->lemmas, 0);
    }
}

bool
diff_refute (const diff_formula *f, const diff_fact_sets *sets, struct hb_limits *limits,
             struct diff_refutation *out, hb_diag *diag)
{
  hb_guarded_order *order = order_of (f);
  hb_literals cuts = VEC_EMPTY;
  hb_derivation *d = hb_derivation_new ();
  *out = (struct diff_refutation){ .lemmas = VEC_EMPTY };
  bool good = find_cycles (f, order, sets, limits, &out->cycles, diag);
  for (size_t i = 0; i < out->cycles.starts.size; i++)
    {
      hb_guarded_order_clause (order, &out->cycles, i, false, &cuts);
      vec_push (cuts, 0);
    }
  char *path = good ? prove (f, &cuts, sets, limits, diag) : NULL;
  give_clauses (d, f->clauses.data, f->clauses.size);
  give_clauses (d, cuts.data, cuts.size);
  good = path && hb_derivation_read (d, path, diag);
  if (good)
    {
      size_t lemmas = hb_derivation_clauses (d) - hb_derivation_given (d);
      if (!derive_sets (d, f, sets))
        hb_fail ("a solver's proof does not refute what it claims");
      keep_needed (d, out->cycles.starts.size, lemmas, out);
    }
  hb_temporary_remove (path);
  vec_free (cuts);
  hb_derivation_free (d);
  hb_guarded_order_free (order);
  return good;
}

void
diff_refutation_free (struct diff_refutation *refutation)
{
  hb_guarded_cycles_free (&refutation->cycles);
  vec_free (refutation->cycle_needed);
  vec_free (refutation->lemmas);
}
