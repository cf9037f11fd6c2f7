/* The ordering principle: a finite total order has a least element.  Its denial has short refutations,
 * but none that are nearly regular or narrow, which makes it a trap for search.  (B. Krishnamurthy,
 * "Short proofs for tricky formulas", Acta Informatica 22, 1985; M. L. Bonet and N. Galesi,
 * "Optimality of size-width tradeoffs for resolution", 2001.)
 *
 *     x(i,j), i < j:          i is before j; its negation: j is before i
 *     i < j < k:              no circle i, j, k and none i, k, j
 *     j:                      some i is before j */
#include "gen/ordering.h"

#define MOST 500

/* The literal "A is before B". */
static int
before (int a, int b, int elements)
{
  int low = a < b ? a : b, high = a < b ? b : a;
  int variable = low * elements - low * (low + 1) / 2 + high - low;
  return a < b ? variable : -variable;
}

hb_cnf *
hb_ordering (int elements, bool satisfiable, hb_diag *diag)
{
  if (elements < 1 || elements > MOST)
    {
      hb_error (diag, NULL, "%d elements; possible are 1 to %d", elements, MOST);
      return NULL;
    }
  int n = elements;
  hb_cnf *cnf = hb_cnf_new (n * (n - 1) / 2);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      for (int k = j + 1; k < n; k++)
        {
          const int one[] = { -before (i, j, n), -before (j, k, n), -before (k, i, n) };
          const int two[] = { -before (i, k, n), -before (k, j, n), -before (j, i, n) };
          hb_cnf_add_clause (cnf, one, 3);
          hb_cnf_add_clause (cnf, two, 3);
        }
  for (int j = 0; j < n - satisfiable; j++)
    {
      for (int i = 0; i < n; i++)
        if (i != j)
          hb_cnf_add (cnf, before (i, j, n));
      hb_cnf_add (cnf, 0);
    }
  return cnf;
}
