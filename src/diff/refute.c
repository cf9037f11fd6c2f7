/* See refute.h.  First the cycles that are needed are found, set by set; then a fresh solver refutes all sets with these
 * and writes its proof; and of the proof what the sets need is kept. */
#include "diff/refute.h"

#include "base/failure.h"
#include "base/input.h"
#include "base/line.h"
#include "base/temporary.h"
#include "sat/rup.h"
#include "sat/solver.h"

#include <stdlib.h>

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

/* A derivation, and what each of its clauses came from. */
struct derivation
{
  hb_rup *rup;
  VEC (int) literals;   /* of lemmas, 0 ends each */
  VEC (size_t) starts;  /* of lemmas in `literals` */
  VEC (size_t) sources; /* of lemma i: from first[i] to first[i + 1] */
  VEC (size_t) first;
  size_t given;        /* clauses before the first lemma */
  VEC (size_t) wanted; /* sources to be kept */
};

static hb_id
rup_literal (int literal)
{
  return (hb_id)(literal > 0 ? 2 * literal : -2 * literal + 1);
}

static void
give_rup (struct derivation *d, const int *literals, size_t count)
{
  VEC (hb_id) clause = VEC_EMPTY;
  for (size_t i = 0; i < count; i++)
    if (literals[i])
      vec_push (clause, rup_literal (literals[i]));
    else
      {
        hb_rup_add (d->rup, clause.data, clause.size);
        d->given++;
        vec_clear (clause);
      }
  vec_free (clause);
}

static void
derive_lemma (struct derivation *d, const int *literals, size_t count)
{
  VEC (hb_id) clause = VEC_EMPTY;
  hb_rup_sources sources = VEC_EMPTY;
  for (size_t i = 0; i < count; i++)
    vec_push (clause, rup_literal (literals[i]));
  if (hb_rup_derive (d->rup, clause.data, clause.size, &sources))
    {
      vec_push (d->starts, d->literals.size);
      vec_push (d->first, d->sources.size);
      for (size_t i = 0; i < count; i++)
        vec_push (d->literals, literals[i]);
      vec_push (d->literals, 0);
      for (size_t i = 0; i < sources.size; i++)
        vec_push (d->sources, sources.data[i]);
    }
  vec_free (sources);
  vec_free (clause);
}

static bool
read_proof (struct derivation *d, const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  struct hb_line line = { .input = input, .diag = diag };
  VEC (int) literals = VEC_EMPTY;
  while (input && hb_line_take (&line))
    {
      bool deletes = false;
      vec_clear (literals);
      while (hb_line_next (&line))
        {
          int literal = (int)strtol (line.text + line.start, NULL, 10);
          deletes = deletes || hb_line_is (&line, "d");
          if (literal)
            vec_push (literals, literal);
        }
      if (!deletes)
        derive_lemma (d, literals.data, literals.size);
    }
  bool good = input && !hb_input_failed (input);
  vec_free (literals);
  if (input)
    hb_input_close (input);
  return good;
}

/* The sets themselves follow from what was derived. */
static bool
derive_sets (struct derivation *d, const diff_formula *f, const diff_fact_sets *sets)
{
  bool good = true;
  VEC (hb_id) clause = VEC_EMPTY;
  hb_rup_sources sources = VEC_EMPTY;
  for (size_t at = 0; good && at < sets->size; at++)
    {
      vec_clear (clause);
      for (; sets->data[at] != HB_NONE; at++)
        vec_push (clause, rup_literal (-f->facts[sets->data[at]]));
      vec_clear (sources);
      good = hb_rup_derive (d->rup, clause.data, clause.size, &sources);
      for (size_t i = 0; i < sources.size; i++)
        vec_push (d->wanted, sources.data[i]);
    }
  vec_free (sources);
  vec_free (clause);
  return good;
}

/* Marks all that the wanted sources came from. */
static void
mark (struct derivation *d, char *clauses, char *roots)
{
  hb_rup_sources more = VEC_EMPTY;
  while (d->wanted.size)
    {
      size_t source = vec_pop (d->wanted), number = source / 2;
      char *seen = source & 1 ? &roots[number] : &clauses[number];
      if (*seen)
        continue;
      *seen = 1;
      if (source & 1)
        {
          vec_clear (more);
          hb_rup_root_sources (d->rup, (hb_id)number, &more);
          for (size_t i = 0; i < more.size; i++)
            vec_push (d->wanted, more.data[i]);
        }
      else if (number >= d->given && number - d->given < d->starts.size)
        {
          size_t lemma = number - d->given;
          size_t end = lemma + 1 < d->first.size ? d->first.data[lemma + 1] : d->sources.size;
          for (size_t i = d->first.data[lemma]; i < end; i++)
            vec_push (d->wanted, d->sources.data[i]);
        }
    }
  vec_free (more);
}

/* What is needed of the derivation goes to OUT. */
static void
keep_needed (struct derivation *d, const diff_formula *f, size_t cuts, struct diff_refutation *out)
{
  char *clauses = hb_calloc (hb_rup_clauses (d->rup) + 1, 1);
  char *roots = hb_calloc ((size_t)f->variables + 2, 1);
  mark (d, clauses, roots);
  for (size_t c = 0; c < cuts; c++)
    vec_push (out->cycle_needed, clauses[d->given - cuts + c]);
  for (size_t l = 0; l < d->starts.size; l++)
    for (size_t i = d->starts.data[l]; clauses[d->given + l]; i++)
      {
        vec_push (out->lemmas, d->literals.data[i]);
        if (!d->literals.data[i])
          break;
      }
  hb_free (clauses);
  hb_free (roots);
}

bool
diff_refute (const diff_formula *f, const diff_fact_sets *sets, struct hb_limits *limits,
             struct diff_refutation *out, hb_diag *diag)
{
  hb_guarded_order *order = order_of (f);
  hb_literals cuts = VEC_EMPTY;
  struct derivation d = { .rup = hb_rup_new () };
  *out = (struct diff_refutation){ .lemmas = VEC_EMPTY };
  bool good = find_cycles (f, order, sets, limits, &out->cycles, diag);
  for (size_t i = 0; i < out->cycles.starts.size; i++)
    {
      hb_guarded_order_clause (order, &out->cycles, i, false, &cuts);
      vec_push (cuts, 0);
    }
  char *path = good ? prove (f, &cuts, sets, limits, diag) : NULL;
  if (path)
    {
      give_rup (&d, f->clauses.data, f->clauses.size);
      give_rup (&d, cuts.data, cuts.size);
      good = read_proof (&d, path, diag);
    }
  if (good && path && !derive_sets (&d, f, sets))
    hb_fail ("a solver's proof does not refute what it claims");
  if (good && path)
    keep_needed (&d, f, out->cycles.starts.size, out);
  good = good && path;
  hb_temporary_remove (path);
  vec_free (cuts);
  vec_free (d.literals);
  vec_free (d.starts);
  vec_free (d.sources);
  vec_free (d.first);
  vec_free (d.wanted);
  hb_rup_free (d.rup);
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
