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

void
hb_grid_sizes (const struct hb_grid *grid, uint64_t *sizes)
{
  uint64_t n = grid->variables, m = grid->columns, cells = grid->cells;
  sizes[0] = 4 * n * m + 16 * cells + 4 * n + 2 * m;
  sizes[1] = 2 * n * m + 4 * cells + 2 * n + 5;
  sizes[2] = HB_BISAT_HANDLERS;
}
