/* nae-maxcut: NAE-3SAT to max cut.
 *
 * A triangle is cut in two edges at most, and in two iff its corners are not all on one side: the gadget of a clause
 * (Papadimitriou, "Computational complexity", 1994, theorem 9.5; the problem is that of Garey, Johnson and Stockmeyer,
 * 1976).  There x and -x are one vertex each, held apart by as many parallel edges as x has occurrences.
 * Ours does without: each occurrence has corners of its own, held apart by a leg of a spider,
 *
 *     x --- n --- p         n is on the other side than x, p on the side of x
 *
 * with the corner p of a literal x, n of -x (which needs no p).  All edges of legs can be cut, two of each triangle, and the
 * one of a clause of two literals; that many is the bound, so nothing less will do. */
#include "problem/nae.h"
#include "reduce/gadgets.h"

#include <stdlib.h>

enum damage
{
  NO_LEGS = 1,
  LESS = 2,
  MORE = 4
};

static const struct hb_ablation ablations[] = {
  { "no-legs",
    "corners are not tied to their variable, so each clause has values of its own, and "
    "unsatisfiable "
    "formulas get a cut",
    HB_YES, NO_LEGS },
  { "less", "the bound is one too small, so one clause may be all equal", HB_YES, LESS },
  { "more", "the bound is one too large, so nothing reaches it", HB_NO, MORE },
  { NULL, NULL, HB_OPEN, 0 },
};

static const struct hb_gadget_role hub = { HB_GADGET_VARIABLE, "variable", "x%u" };
static const struct hb_gadget_role negative = { HB_GADGET_CLAUSE, "corner", "n%u.%u" };
static const struct hb_gadget_role positive = { HB_GADGET_CLAUSE, "corner", "p%u.%u" };

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (source);
  uint64_t legs = cnf->literals.size, triangles = 0, clauses = hb_cnf_clauses (cnf);
  for (size_t i = 0; i < cnf->literals.size; i++)
    legs += cnf->literals.data[i] > 0;
  for (size_t j = 0; j < clauses; j++)
    {
      size_t size;
      hb_cnf_clause (cnf, j, &size);
      triangles += size == 3;
    }
  sizes[0] = (uint64_t)cnf->variables + legs;
  sizes[1] = legs + 3 * triangles + (clauses - triangles);
  sizes[2] = legs + 2 * triangles + (clauses - triangles);
}

/* The leg of literal K (from 1) of clause J; gives the corner. */
static hb_id
add_leg (struct hb_gadgets *g, size_t j, size_t k, int literal, double x, double y)
{
  hb_id variable = (hb_id)abs (literal);
  hb_id n = hb_gadgets_add (g, &negative, (hb_id)j, (hb_id)k, x, literal > 0 ? y - 1 : y);
  if (!(g->damage & NO_LEGS))
    hb_gadgets_join (g, variable - 1, n);
  if (literal < 0)
    return n;
  hb_id p = hb_gadgets_add (g, &positive, (hb_id)j, (hb_id)k, x, y);
  hb_gadgets_join (g, n, p);
  return p;
}

static void
build (struct hb_gadgets *g)
{
  const hb_cnf *cnf = g->cnf;
  double wide = 3 * (double)hb_cnf_clauses (cnf), step = wide / (cnf->variables + 1);
  for (int v = 1; v <= cnf->variables; v++)
    (void)hb_gadgets_add (g, &hub, (hb_id)v, 0, v * step - 1, 0);
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      hb_id corner[3];
      for (size_t k = 0; k < size; k++)
        corner[k] = add_leg (g, j + 1, k + 1, literals[k], 3 * (double)j + (double)k * 0.9,
                             size == 3 && k == 1 ? 4 : 3);
      for (size_t k = 0; k < size; k++)
        for (size_t i = 0; i < k; i++)
          hb_gadgets_join (g, corner[i], corner[k]);
    }
  uint64_t bound = 0;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      hb_cnf_clause (cnf, j, &size);
      bound += size - 1; /* two of a triangle, one of an edge */
    }
  for (size_t i = 0; i < cnf->literals.size; i++)
    bound += cnf->literals.data[i] > 0 ? 2 : 1;
  if (g->damage & NO_LEGS)
    bound -= cnf->literals.size;
  hb_graph_set_bound (g->graph, bound + !!(g->damage & MORE) - (bound && g->damage & LESS));
}

/* --- solutions --- */

static void
put (hb_list *list, bool in)
{
  vec_push (*list, in);
}

/* The side of true literals. */
static void
lift (const hb_cnf *cnf, const signed char *model, hb_list *list)
{
  for (int v = 1; v <= cnf->variables; v++)
    put (list, model[v] > 0);
  for (size_t i = 0; i < cnf->literals.size; i++)
    {
      int literal = cnf->literals.data[i];
      put (list, model[abs (literal)] <= 0);
      if (literal > 0)
        put (list, model[literal] > 0);
    }
  size_t kept = 0;
  for (size_t v = 0; v < list->size; v++)
    if (list->data[v])
      list->data[kept++] = (hb_id)v + 1;
  list->size = kept;
}

static void
extract (const hb_cnf *cnf, const hb_list *list, signed char *model)
{
  for (size_t i = 0; i < list->size; i++)
    if (list->data[i] <= (hb_id)cnf->variables)
      model[list->data[i]] = 1;
}

static const struct hb_gadget_plan plan
    = { build,
        "a variable is true iff its vertex x is in the set (or false iff it is: either will do)",
        lift, extract };

const struct hb_reduction hb_reduction_nae_maxcut = {
  HB_GADGET_MEMBERS,
  .name = "nae-maxcut",
  .from = &hb_problem_nae,
  .to = &hb_problem_cut,
  .to_note = "",
  .reference = "Papadimitriou 1994, theorem 9.5, with legs for parallel edges",
  .size_text = "n variables, K literals, P of them positive, a clauses of three literals, b of "
               "two: vertices = n + K + "
               "P, edges = K + P + 3a + b, bound = K + P + 2a + b",
  .faithful = true,
};
