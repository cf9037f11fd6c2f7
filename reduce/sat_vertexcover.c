/* 3sat-vertexcover: any formula to a graph whose edges are covered by few vertices.
 *
 * Garey and Johnson, "Computers and intractability", 1979, theorem 3.3.  An edge x, -x for each variable: one of the two is
 * in the cover, the true one.  The s literals of a clause are joined to one another, so all but one of them are in the cover;
 * each is joined to its literal, so the one that is not has a true one.  The bound leaves nothing to spare: 1 for
 * each variable, s - 1 for each clause.  An empty clause, whose s - 1 would be less than nothing, is an edge for which the
 * bound has nothing. */
#include "reduce/gadgets.h"

#include <stdlib.h>

enum damage
{
  NO_TIES = 1,
  NO_CLAUSES = 2,
  MORE = 4
};

static const struct hb_ablation ablations[] = {
  { "no-ties",
    "the literals of clauses are not tied to those of variables, so no clause says anything",
    HB_YES, NO_TIES },
  { "no-clauses",
    "the literals of a clause are not joined to one another, so vertices are spared in one clause "
    "for "
    "another, and unsatisfiable formulas get a cover",
    HB_YES, NO_CLAUSES },
  { "more", "the bound is one too large, so one clause may be false", HB_YES, MORE },
  { NULL, NULL, HB_OPEN, 0 },
};

static const struct hb_gadget_role none_role = { HB_GADGET_CLAUSE, "empty", "z%u.%u" };

static hb_id
vertex_of (int literal)
{
  return 2 * (hb_id)(abs (literal) - 1) + (literal < 0);
}

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (source);
  uint64_t n = (uint64_t)cnf->variables;
  sizes[0] = 2 * n;
  sizes[1] = sizes[2] = n;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      hb_cnf_clause (cnf, j, &size);
      sizes[0] += size ? size : 2;
      sizes[1] += size ? size + size * (size - 1) / 2 : 1;
      sizes[2] += size ? size - 1 : 0;
    }
}

static void
add_clause (struct hb_gadgets *g, size_t j, const int *literals, size_t size, double x, double y)
{
  hb_id first = g->graph->vertices;
  bool empty = !size;
  for (size_t k = 0; k < (empty ? 2 : size); k++)
    {
      hb_id v = hb_gadgets_add (g, empty ? &none_role : &hb_role_occurrence, (hb_id)j + 1,
                                (hb_id)k + 1, x + (double)k, y + (size > 2 && k % 2 ? 1 : 0));
      for (hb_id u = first; u < v && (empty || !(g->damage & NO_CLAUSES)); u++)
        hb_gadgets_join (g, u, v);
      if (!empty && !(g->damage & NO_TIES))
        hb_gadgets_join (g, vertex_of (literals[k]), v);
    }
}

static void
build (struct hb_gadgets *g)
{
  const hb_cnf *cnf = g->cnf;
  double clauses = (double)cnf->literals.size + (double)hb_cnf_clauses (cnf), x = 0;
  double wide = clauses > 2.0 * cnf->variables ? clauses : 2.0 * cnf->variables;
  uint64_t bound = (uint64_t)cnf->variables + !!(g->damage & MORE);
  for (int v = 1; v <= cnf->variables; v++)
    {
      double at = wide * (v - 0.75) / cnf->variables;
      hb_id yes = hb_gadgets_add (g, &hb_role_positive, (hb_id)v, 0, at, 0);
      hb_id no = hb_gadgets_add (g, &hb_role_negative, (hb_id)v, 0, at + 1, 0);
      hb_gadgets_join (g, yes, no);
    }
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      add_clause (g, j, literals, size, x, 2.5);
      x += (double)(size ? size : 2) + 1;
      bound += size ? size - 1 : 0;
    }
  hb_graph_set_bound (g->graph, bound);
}

/* --- solutions --- */

/* The true literals, and of each clause all but one true one. */
static void
lift (const hb_cnf *cnf, const signed char *model, hb_list *list)
{
  for (int v = 1; v <= cnf->variables; v++)
    vec_push (*list, vertex_of (model[v] > 0 ? v : -v) + 1);
  hb_id next = 2 * (hb_id)cnf->variables + 1;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      bool spared = false;
      for (size_t k = 0; k < size; k++, next++)
        if (!spared && hb_literal_holds (model, literals[k]))
          spared = true;
        else
          vec_push (*list, next);
    }
}

static void
extract (const hb_cnf *cnf, const hb_list *list, signed char *model)
{
  for (size_t i = 0; i < list->size; i++)
    if (list->data[i] <= 2 * (hb_id)cnf->variables && list->data[i] % 2)
      model[list->data[i] / 2 + 1] = 1;
}

static const struct hb_gadget_plan plan
    = { build, "a variable is true iff its vertex x is in the cover", lift, extract };

const struct hb_reduction hb_reduction_sat_vertexcover = {
  HB_GADGET_MEMBERS,
  .name = "3sat-vertexcover",
  .from = &hb_problem_sat,
  .to = &hb_problem_cover,
  .to_note = "",
  .reference = "Garey and Johnson 1979, theorem 3.3",
  .size_text = "n variables, K literals, clauses of s literals, m of them not empty, z empty: "
               "vertices = 2n + K + "
               "2z, edges = n + K + z + sum of s(s - 1)/2, bound = n + K - m",
  .faithful = true,
};
