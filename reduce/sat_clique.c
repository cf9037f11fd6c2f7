/* 3sat-clique: any formula to a graph with as large a clique as it has clauses.
 *
 * Karp, "Reducibility among combinatorial problems", 1972.  A vertex for each literal of each clause; two are joined if they
 * are of different clauses and not each other's negation: if both can be true at once.  A clique with a
 * vertex of each clause is a choice of literals that can all be true.  So an empty clause, which has no vertex, leaves
 * nothing to be chosen. */
#include "base/memory.h"
#include "reduce/gadgets.h"

#include <math.h>
#include <stdlib.h>

enum damage
{
  SAME_CLAUSE = 1,
  OPPOSITE = 2,
  LESS = 4
};

static const struct hb_ablation ablations[] = {
  { "same-clause",
    "literals of one clause are joined, too, so one clause stands in for another, and "
    "unsatisfiable "
    "formulas get a clique",
    HB_YES, SAME_CLAUSE },
  { "opposite",
    "a literal is joined to its negation, so both may be chosen, and unsatisfiable formulas get a "
    "clique",
    HB_YES, OPPOSITE },
  { "less", "the bound is one too small, so one clause may be false", HB_YES, LESS },
  { NULL, NULL, HB_OPEN, 0 },
};

/* All pairs of different clauses, less the pairs of opposite literals in them. */
static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (source);
  uint64_t *count = hb_calloc (2 * ((size_t)cnf->variables + 1), sizeof *count);
  uint64_t before = 0, edges = 0;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      edges += before * size;
      for (size_t k = 0; k < size; k++)
        edges -= count[2 * abs (literals[k]) + (literals[k] > 0)];
      for (size_t k = 0; k < size; k++)
        count[2 * abs (literals[k]) + (literals[k] < 0)]++;
      before += size;
    }
  hb_free (count);
  sizes[0] = cnf->literals.size;
  sizes[1] = edges;
  sizes[2] = hb_cnf_clauses (cnf);
}

/* Each clause a group on a circle. */
static void
add_vertices (struct hb_gadgets *g)
{
  const double turn = 6.283185307179586;
  size_t clauses = hb_cnf_clauses (g->cnf), literals = g->cnf->literals.size;
  double slots = (double)literals + 0.8 * (double)clauses, slot = 0, radius = 0.55 * slots / 3.14;
  for (size_t j = 0; j < clauses; j++, slot += 0.8)
    {
      size_t size;
      hb_cnf_clause (g->cnf, j, &size);
      for (size_t k = 0; k < size; k++, slot++)
        (void)hb_gadgets_add (g, &hb_role_occurrence, (hb_id)j + 1, (hb_id)k + 1,
                              2 * radius * sin (turn * slot / slots),
                              -2 * radius * cos (turn * slot / slots));
    }
}

static void
build (struct hb_gadgets *g)
{
  const hb_cnf *cnf = g->cnf;
  add_vertices (g);
  for (size_t j = 0, b = 0; j < cnf->ends.size; j++)
    for (size_t first = b; b < cnf->ends.data[j]; b++)
      for (size_t a = 0; a < (g->damage & SAME_CLAUSE ? b : first); a++)
        if (cnf->literals.data[a] != -cnf->literals.data[b] || g->damage & OPPOSITE)
          hb_gadgets_join (g, (hb_id)a, (hb_id)b);
  uint64_t clauses = hb_cnf_clauses (cnf);
  hb_graph_set_bound (g->graph, clauses - (clauses && g->damage & LESS));
}

/* --- solutions --- */

/* Of each clause the first literal that is true. */
static void
lift (const hb_cnf *cnf, const signed char *model, hb_list *list)
{
  for (size_t j = 0, i = 0; j < cnf->ends.size; i = cnf->ends.data[j++])
    {
      while (!hb_literal_holds (model, cnf->literals.data[i]))
        i++;
      vec_push (*list, (hb_id)i + 1);
    }
}

static void
extract (const hb_cnf *cnf, const hb_list *list, signed char *model)
{
  for (size_t i = 0; i < list->size; i++)
    if (cnf->literals.data[list->data[i] - 1] > 0)
      model[cnf->literals.data[list->data[i] - 1]] = 1;
}

static const struct hb_gadget_plan plan
    = { build, "a variable is true iff a positive literal of it is in the clique", lift, extract };

const struct hb_reduction hb_reduction_sat_clique = {
  HB_GADGET_MEMBERS,
  .name = "3sat-clique",
  .from = &hb_problem_sat,
  .to = &hb_problem_clique,
  .to_note = "",
  .reference = "Karp 1972",
  .size_text = "K literals, m clauses: vertices = K, edges = pairs of literals of two clauses that "
               "are not each "
               "other's negation, bound = m",
};
