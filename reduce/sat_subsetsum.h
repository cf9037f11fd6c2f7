/* The columns of 3sat-subsetsum, and its figure. */
#ifndef HBKIT_SAT_SUBSETSUM_H
#define HBKIT_SAT_SUBSETSUM_H

#include "problem/sat.h"
#include "problem/sums.h"

struct hb_draw_options;

/* How the columns lie in the digits: those of the variables, then those of the clauses. */
struct hb_sum_columns
{
  const hb_cnf *cnf;         /* borrowed */
  size_t variables, clauses; /* columns of each */
  size_t wide;               /* digits of a clause's column */
};

/* How many numbers fill clause J up. */
static inline size_t
hb_sum_fills (const hb_cnf *cnf, size_t j)
{
  size_t size;
  hb_cnf_clause (cnf, j, &size);
  return size ? size - 1 : 0;
}

/* Draws SUMS as a table to OUTPUT.  False after an error in DIAG: nothing to draw, or too much. */
bool hb_sum_draw (const struct hb_sum_columns *columns, const hb_sums *sums, const char *name,
                  const struct hb_draw_options *options, hb_output *output, hb_diag *diag);

#endif
