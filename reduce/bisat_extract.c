/* From any witness of the trace of `3bisat-ed` to an assignment: x_i is true if and only if
 * m_(i,j,0) runs before m_(i,j,1) on hW.
 *
 * All clauses j of a variable must say the same, and the assignment must satisfy the formula: that
 * is the "unsatisfiable" half of Lemma 2 (ED-consistency paper, Appendix C).  A witness where
 * either fails would refute it, or is none; both are errors here.  Linear in the messages of hW and
 * the formula. */
#include "problem/sat.h"
#include "reduce/bisat_ed.h"
#include "reduce/formula.h"

struct extract
{
  const hb_trace *trace;
  hb_diag *diag;
  hb_id w;     /* hW */
  hb_id first; /* its messages are first .. first + count - 1 */
  hb_id count;
  hb_id *ranks; /* message - first -> its rank in eo, or HB_NONE */
};

static bool
find_ranks (struct extract *x, const hb_witness *witness)
{
  x->w = hb_trace_find_handler (x->trace, hb_bisat_handlers[HB_BISAT_W]);
  if (x->w == HB_NONE)
    {
      hb_error (x->diag, NULL,
                "the trace is not the reduction 3bisat-ed of this formula: it has no handler hW");
      return false;
    }
  const struct hb_handler *handler = &x->trace->handlers.data[x->w];
  x->first = handler->first;
  x->count = handler->count;
  x->ranks = hb_calloc (x->count, sizeof *x->ranks);
  for (hb_id m = 0; m < x->count; m++)
    x->ranks[m] = HB_NONE;
  for (hb_id k = witness->eo_start[x->w]; k < witness->eo_start[x->w + 1]; k++)
    if (witness->eo[k] - x->first < x->count) /* nor HB_NONE */
      x->ranks[witness->eo[k] - x->first] = k;
  return true;
}

static bool
rank_of (struct extract *x, int row, hb_id j, hb_id *rank)
{
  hb_name name;
  hb_id message = hb_trace_find_message (x->trace, hb_name_value (&name, row, j));
  if (message == HB_NONE || x->trace->messages.data[message].handler != x->w)
    {
      hb_error (x->diag, NULL,
                "the trace is not the reduction 3bisat-ed of this formula: hW has no message '%s'",
                name.text);
      return false;
    }
  *rank = x->ranks[message - x->first];
  if (*rank == HB_NONE)
    hb_error (x->diag, NULL, "the witness does not order message '%s'", name.text);
  return *rank != HB_NONE;
}

/* What the copy of VARIABLE in clause J says. */
static bool
value_in_clause (struct extract *x, int variable, hb_id j, signed char *value)
{
  hb_id zero, one;
  if (!rank_of (x, -variable, j, &zero) || !rank_of (x, variable, j, &one))
    return false;
  *value = zero < one ? 1 : -1;
  return true;
}

static bool
extract_variable (struct extract *x, const struct hb_grid *grid, int variable, signed char *value)
{
  const hb_id *clauses = hb_grid_clauses (grid, variable);
  if (!value_in_clause (x, variable, clauses[0], value))
    return false;
  for (size_t u = 1; u < HB_BISAT_MOST && clauses[u] != HB_NONE; u++)
    {
      signed char other;
      if (!value_in_clause (x, variable, clauses[u], &other))
        return false;
      if (other == *value)
        continue;
      hb_error (x->diag, NULL,
                "variable %d is %s in clause %llu and %s in clause %llu: the copies disagree, "
                "which Theorem 3.1 excludes for a consistent trace",
                variable, *value > 0 ? "true" : "false", (unsigned long long)clauses[0],
                other > 0 ? "true" : "false", (unsigned long long)clauses[u]);
      return false;
    }
  return true;
}

static bool
extract_all (struct extract *x, const struct hb_grid *grid, signed char *model)
{
  for (hb_id i = 0; i < grid->variables; i++)
    if (!extract_variable (x, grid, grid->numbers[i], &model[grid->numbers[i]]))
      return false;
  return hb_reduce_satisfies (grid->cnf, model, "Theorem 3.1", x->diag);
}

signed char *
hb_bisat_extract (const hb_cnf *cnf, const hb_trace *trace, const hb_witness *witness,
                  hb_diag *diag)
{
  struct extract x = { .trace = trace, .diag = diag };
  struct hb_grid grid;
  hb_grid_init (&grid, cnf);
  signed char *model = hb_model_new (cnf);
  for (int v = 1; v <= cnf->variables; v++)
    model[v] = -1;
  bool good = find_ranks (&x, witness) && extract_all (&x, &grid, model);
  hb_free (x.ranks);
  hb_grid_free (&grid);
  if (good)
    return model;
  hb_free (model);
  return NULL;
}
