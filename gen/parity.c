/* Tseitin's parity formulas over random cubic graphs.  (G. S. Tseitin, "On the complexity of
 * derivation in propositional calculus", 1968; exponential for resolution on expanders, which random
 * cubic graphs are: A. Urquhart, "Hard examples for resolution", JACM 34, 1987.)
 *
 *        a
 *        |            x_a + x_b + x_c = charge of v   (mod 2)
 *     b--v--c
 *
 * Every edge is in the sums of two vertices, so all sums together are even; if the charges add up to
 * an odd number there is no model. */
#include "gen/parity.h"

#define MOST_VERTICES 20000000

/* Pairs the ends of edges at random: ends 3 v .. 3 v + 2 are those of vertex v.  True if the graph has
 * no loop and no two edges between the same vertices. */
static bool
draw_graph (hb_id *ends, size_t vertices, struct hb_rng *rng)
{
  size_t count = 3 * vertices;
  bool simple = true;
  for (size_t i = 0; i < count; i++)
    ends[i] = (hb_id)i;
  hb_rng_shuffle (rng, ends, count);
  hb_id *others = hb_calloc (count, sizeof *others); /* end -> vertex at the other end */
  for (size_t i = 0; i < count; i++)
    others[ends[i]] = ends[i ^ 1] / 3;
  for (size_t v = 0; v < vertices && simple; v++)
    {
      const hb_id *to = others + 3 * v;
      simple = to[0] != v && to[1] != v && to[2] != v && to[0] != to[1] && to[0] != to[2]
               && to[1] != to[2];
    }
  hb_free (others);
  return simple;
}

/* The 4 clauses of x + y + z = CHARGE: each forbids one wrong sum. */
static void
add_sum (hb_cnf *cnf, const int edge[3], bool charge)
{
  for (unsigned values = 0; values < 8; values++)
    {
      bool sum = (values ^ values >> 1 ^ values >> 2) & 1;
      if (sum == charge)
        continue;
      int clause[3];
      for (unsigned k = 0; k < 3; k++)
        clause[k] = values >> k & 1 ? -edge[k] : edge[k];
      hb_cnf_add_clause (cnf, clause, 3);
    }
}

hb_cnf *
hb_parity (int vertices, bool satisfiable, struct hb_rng *rng, hb_diag *diag)
{
  if (vertices < 4 || vertices % 2 || vertices > MOST_VERTICES)
    {
      hb_error (diag, NULL, "a cubic graph of %d vertices; possible are even numbers from 4 to %d",
                vertices, MOST_VERTICES);
      return NULL;
    }
  size_t count = 3 * (size_t)vertices;
  hb_id *ends = hb_calloc (count, sizeof *ends);
  while (!draw_graph (ends, (size_t)vertices, rng))
    ;
  int *edge = hb_calloc (count, sizeof *edge); /* end -> its edge, from 1 */
  bool *model = hb_calloc (count / 2 + 1, sizeof *model);
  for (size_t i = 0; i < count; i++)
    edge[ends[i]] = (int)(i / 2) + 1;
  for (size_t e = 1; e <= count / 2; e++)
    model[e] = hb_rng_coin (rng);
  hb_cnf *cnf = hb_cnf_new ((int)(count / 2));
  for (size_t v = 0; v < (size_t)vertices; v++)
    {
      const int *its = edge + 3 * v;
      bool charge = model[its[0]] ^ model[its[1]] ^ model[its[2]];
      add_sum (cnf, its, charge ^ (!v && !satisfiable));
    }
  hb_free (ends);
  hb_free (edge);
  hb_free (model);
  return cnf;
}
