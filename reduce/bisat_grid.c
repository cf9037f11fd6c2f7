/* The grid of `3bisat-ed` (bisat_grid.h), and the check that a formula has one: Definition 3 of the
 * ED-consistency paper. */
#include "reduce/bisat_grid.h"

#include <stdlib.h>

void
hb_grid_init (struct hb_grid *grid, const hb_cnf *cnf)
{
  grid->cnf = cnf;
  grid->variables = 0;
  grid->columns = (hb_id)hb_cnf_clauses (cnf);
  grid->cells = cnf->literals.size;
  grid->indices = hb_calloc ((size_t)cnf->variables + 1, sizeof *grid->indices);
  for (size_t k = 0; k < grid->cells; k++)
    grid->indices[abs (cnf->literals.data[k])] = 1;
  for (int v = 0; v <= cnf->variables; v++)
    grid->indices[v] = grid->indices[v] ? grid->variables++ : HB_NONE;
  grid->numbers = hb_calloc (grid->variables, sizeof *grid->numbers);
  grid->clauses = hb_calloc (grid->variables, sizeof *grid->clauses);
  for (int v = 0; v <= cnf->variables; v++)
    if (grid->indices[v] != HB_NONE)
      grid->numbers[grid->indices[v]] = v;
  for (hb_id i = 0; i < grid->variables; i++)
    for (size_t u = 0; u < HB_BISAT_MOST; u++)
      grid->clauses[i][u] = HB_NONE;
  for (hb_id j = 1; j <= grid->columns; j++)
    {
      size_t size;
      const int *literals = hb_grid_column (grid, j, &size);
      for (size_t t = 0; t < size; t++)
        {
          hb_id *clauses = grid->clauses[grid->indices[abs (literals[t])]];
          while (*clauses != HB_NONE)
            clauses++;
          *clauses = j;
        }
    }
}

void
hb_grid_free (struct hb_grid *grid)
{
  hb_free (grid->numbers);
  hb_free (grid->indices);
  hb_free (grid->clauses);
}

const int *
hb_grid_column (const struct hb_grid *grid, hb_id j, size_t *size)
{
  return hb_cnf_clause (grid->cnf, j - 1, size);
}

const hb_id *
hb_grid_clauses (const struct hb_grid *grid, int literal)
{
  return grid->clauses[grid->indices[abs (literal)]];
}

bool
hb_grid_first (const struct hb_grid *grid, int literal, hb_id j)
{
  return hb_grid_clauses (grid, literal)[0] == j;
}

/* --- Definition 3 --- */

/* The clauses that a variable stands in: the first three and the last are remembered, for the
 * message. */
struct occurrences
{
  size_t count;
  size_t clauses[HB_BISAT_MOST + 1];
};

static void
check_size (const hb_cnf *cnf, size_t j, size_t size, hb_diag *diag)
{
  if (size == 2 || size == 3)
    return;
  struct hb_place place = hb_cnf_place (cnf, j);
  if (!size)
    hb_error (diag, &place, "clause %zu is empty; a 3-BI-3SAT clause has two or three literals",
              j + 1);
  else
    hb_error (diag, &place, "clause %zu has %zu literal%s; a 3-BI-3SAT clause has two or three",
              j + 1, size, size == 1 ? "" : "s");
}

/* Literal K of clause J, of size SIZE; a variable is counted once a clause. */
static void
check_literal (const hb_cnf *cnf, size_t j, const int *literals, size_t k,
               struct occurrences *occurrences, hb_diag *diag)
{
  int v = abs (literals[k]);
  struct occurrences *o = &occurrences[v];
  size_t last = o->count < HB_BISAT_MOST + 1 ? o->count : HB_BISAT_MOST + 1;
  if (last && o->clauses[last - 1] == j)
    {
      bool both_signs = false;
      for (size_t i = 0; i < k; i++)
        both_signs |= literals[i] == -literals[k];
      struct hb_place place = hb_cnf_place (cnf, j);
      hb_error (diag, &place,
                "clause %zu has variable %d twice%s; a 3-BI-3SAT clause has each variable once",
                j + 1, v, both_signs ? ", with both signs" : "");
      return;
    }
  o->clauses[last < HB_BISAT_MOST ? last : HB_BISAT_MOST] = j;
  o->count++;
}

/* A variable in too many clauses is reported at the last of them. */
static void
check_variable (const hb_cnf *cnf, int v, const struct occurrences *o, hb_diag *diag)
{
  if (o->count <= HB_BISAT_MOST)
    return;
  struct hb_place place = hb_cnf_place (cnf, o->clauses[HB_BISAT_MOST]);
  hb_error (diag, &place,
            "variable %d occurs in %zu clauses (%zu, %zu, %zu%s %zu); in a 3-BI-3SAT formula it "
            "occurs in at most three",
            v, o->count, o->clauses[0] + 1, o->clauses[1] + 1, o->clauses[2] + 1,
            o->count == HB_BISAT_MOST + 1 ? " and" : ", ...,", o->clauses[HB_BISAT_MOST] + 1);
}

bool
hb_bisat_accepts (const hb_cnf *cnf, hb_diag *diag)
{
  size_t before = hb_diag_errors (diag);
  struct occurrences *occurrences = hb_calloc ((size_t)cnf->variables + 1, sizeof *occurrences);
  for (size_t j = 0; j < hb_cnf_clauses (cnf) && !hb_diag_full (diag); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      check_size (cnf, j, size, diag);
      for (size_t k = 0; k < size; k++)
        check_literal (cnf, j, literals, k, occurrences, diag);
    }
  for (int v = 1; v <= cnf->variables && !hb_diag_full (diag); v++)
    check_variable (cnf, v, &occurrences[v], diag);
  hb_free (occurrences);
  return hb_diag_errors (diag) == before;
}
