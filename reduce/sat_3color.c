/* 3sat-3color: any formula to a graph whose vertices get three colours.
 *
 * Stockmeyer 1973; Garey, Johnson and Stockmeyer, "Some simplified NP-complete graph problems", 1976.  A triangle T, F, B
 * names the colours.  x and -x are joined to one another and to B: one is T, the other F.  An OR of a and b is
 *
 *     a --- p                p, q and o are a triangle; if a and b have one colour, p and q have the two
 *           | \              others, and o has it, too; if one of a and b is T and no more than
 *           |  o             that is wanted, o can be T
 *           | /
 *     b --- q
 *
 * The literals of a clause go through a chain of them, one alone twice through one; what comes out is joined to F and B.  A
 * clause without any literal is a vertex that is joined to all three colours. */
#include "reduce/gadgets.h"

#include <stdlib.h>

enum damage
{
  NO_F = 1,
  NO_B = 2,
  SHORT = 4
};

static const struct hb_ablation ablations[] = {
  { "no-false", "what comes out of a clause may have the colour F, so no clause says anything",
    HB_YES, NO_F },
  { "no-base",
    "literals are not joined to B, so some are neither true nor false, and unsatisfiable formulas "
    "get a "
    "colouring",
    HB_YES, NO_B },
  { "short", "the last literal of a clause is left out, so satisfiable formulas get no colouring",
    HB_NO, SHORT },
  { NULL, NULL, HB_OPEN, 0 },
};

static const struct hb_gadget_role colours[] = { { HB_GADGET_FIXED, "colour", "T" },
                                                 { HB_GADGET_FIXED, "colour", "F" },
                                                 { HB_GADGET_FIXED, "colour", "B" } };
static const struct hb_gadget_role or_roles[] = { { HB_GADGET_CLAUSE, "or", "p%u.%u" },
                                                  { HB_GADGET_CLAUSE, "or", "q%u.%u" },
                                                  { HB_GADGET_CLAUSE, "or", "o%u.%u" } };
static const struct hb_gadget_role none_role = { HB_GADGET_CLAUSE, "empty", "z%u" };

enum
{
  TRUE_VERTEX,
  FALSE_VERTEX,
  BASE_VERTEX,
  FIRST_LITERAL
};

static hb_id
vertex_of (int literal)
{
  return FIRST_LITERAL + 2 * (hb_id)(abs (literal) - 1) + (literal < 0);
}

/* How many ORs a clause of SIZE > 0 literals goes through. */
static size_t
gates (size_t size)
{
  return size > 1 ? size - 1 : 1;
}

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (source);
  sizes[0] = 3 + 2 * (uint64_t)cnf->variables;
  sizes[1] = 3 + 3 * (uint64_t)cnf->variables;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      hb_cnf_clause (cnf, j, &size);
      sizes[0] += size ? 3 * gates (size) : 1;
      sizes[1] += size ? 5 * gates (size) + 2 : 3;
    }
}

/* --- building --- */

/* An OR of A and B, gate I (from 1) of clause J; gives o. */
static hb_id
add_or (struct hb_gadgets *g, hb_id a, hb_id b, size_t j, size_t i, double x, double y)
{
  hb_id p = hb_gadgets_add (g, &or_roles[0], (hb_id)j, (hb_id)i, x, y);
  hb_id q = hb_gadgets_add (g, &or_roles[1], (hb_id)j, (hb_id)i, x + 1, y);
  hb_id o = hb_gadgets_add (g, &or_roles[2], (hb_id)j, (hb_id)i, x + 0.5, y + 0.9);
  hb_gadgets_join (g, a, p);
  hb_gadgets_join (g, b, q);
  hb_gadgets_join (g, p, q);
  hb_gadgets_join (g, p, o);
  hb_gadgets_join (g, q, o);
  return o;
}

static void
add_clause (struct hb_gadgets *g, size_t j, const int *literals, size_t size, double x, double y)
{
  hb_id out;
  if (!size)
    {
      out = hb_gadgets_add (g, &none_role, (hb_id)j + 1, 0, x, y);
      hb_gadgets_join (g, out, TRUE_VERTEX);
    }
  else
    out = vertex_of (literals[0]);
  size_t last = size ? gates (size) : 0;
  for (size_t i = 1; i <= last - (g->damage & SHORT && last > 1); i++)
    out = add_or (g, out, vertex_of (literals[i < size ? i : 0]), j + 1, i,
                  x + 0.8 * (double)(i - 1), y + 1.7 * (double)(i - 1));
  if (!(g->damage & NO_F))
    hb_gadgets_join (g, out, FALSE_VERTEX);
  hb_gadgets_join (g, out, BASE_VERTEX);
}

static void
build (struct hb_gadgets *g)
{
  const hb_cnf *cnf = g->cnf;
  size_t longest = 0, clauses = hb_cnf_clauses (cnf);
  for (size_t j = 0; j < clauses; j++)
    {
      size_t size;
      hb_cnf_clause (cnf, j, &size);
      longest = size > longest ? size : longest;
    }
  double wide = 1.6 + 0.8 * (double)longest, all = wide * (double)clauses;
  double literals = all > 2.0 * cnf->variables ? all : 2.0 * cnf->variables;
  double bottom = 4 + 1.7 * (double)longest;
  (void)hb_gadgets_add (g, &colours[TRUE_VERTEX], 0, 0, -3, bottom / 2);
  (void)hb_gadgets_add (g, &colours[FALSE_VERTEX], 0, 0, -1.5, bottom);
  (void)hb_gadgets_add (g, &colours[BASE_VERTEX], 0, 0, -1.5, 0);
  hb_gadgets_join (g, TRUE_VERTEX, FALSE_VERTEX);
  hb_gadgets_join (g, FALSE_VERTEX, BASE_VERTEX);
  hb_gadgets_join (g, BASE_VERTEX, TRUE_VERTEX);
  for (int v = 1; v <= cnf->variables; v++)
    {
      double x = literals * (v - 0.75) / cnf->variables;
      hb_id yes = hb_gadgets_add (g, &hb_role_positive, (hb_id)v, 0, x, 2);
      hb_id no = hb_gadgets_add (g, &hb_role_negative, (hb_id)v, 0, x + 1, 2);
      hb_gadgets_join (g, yes, no);
      if (g->damage & NO_B)
        continue;
      hb_gadgets_join (g, yes, BASE_VERTEX);
      hb_gadgets_join (g, no, BASE_VERTEX);
    }
  for (size_t j = 0; j < clauses; j++)
    {
      size_t size;
      const int *list = hb_cnf_clause (cnf, j, &size);
      add_clause (g, j, list, size, wide * (double)j + 0.5, 4);
    }
}

/* --- solutions --- */

enum
{
  TRUE_COLOUR = 1,
  FALSE_COLOUR,
  BASE_COLOUR
};

/* Colours of p, q and o, the latter T if A or B is, else F. */
static hb_id
colour_or (hb_list *colours_of, hb_id a, hb_id b)
{
  hb_id o = a == TRUE_COLOUR || b == TRUE_COLOUR ? TRUE_COLOUR : FALSE_COLOUR;
  hb_id one = o == TRUE_COLOUR ? FALSE_COLOUR : TRUE_COLOUR;
  bool first = a != one && b != BASE_COLOUR;
  vec_push (*colours_of, first ? one : BASE_COLOUR);
  vec_push (*colours_of, first ? BASE_COLOUR : one);
  vec_push (*colours_of, o);
  return o;
}

static void
lift (const hb_cnf *cnf, const signed char *model, hb_list *list)
{
  for (hb_id colour = TRUE_COLOUR; colour <= BASE_COLOUR; colour++)
    vec_push (*list, colour);
  for (int v = 1; v <= cnf->variables; v++)
    {
      vec_push (*list, model[v] > 0 ? TRUE_COLOUR : FALSE_COLOUR);
      vec_push (*list, model[v] > 0 ? FALSE_COLOUR : TRUE_COLOUR);
    }
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      hb_id out = list->data[vertex_of (literals[0])];
      for (size_t i = 1; i <= gates (size); i++)
        out = colour_or (list, out, list->data[vertex_of (literals[i < size ? i : 0])]);
    }
}

static void
extract (const hb_cnf *cnf, const hb_list *list, signed char *model)
{
  for (int v = 1; v <= cnf->variables; v++)
    model[v] = list->data[vertex_of (v)] == list->data[TRUE_VERTEX] ? 1 : -1;
}

static const struct hb_gadget_plan plan
    = { build, "a variable is true iff vertex x has the colour of vertex T", lift, extract };

const struct hb_reduction hb_reduction_sat_3color = {
  HB_GADGET_MEMBERS,
  .name = "3sat-3color",
  .from = &hb_problem_sat,
  .to = &hb_problem_colouring,
  .to_note = "",
  .reference = "Garey, Johnson and Stockmeyer 1976",
  .size_text = "n variables, clauses of s literals: vertices = 3 + 2n + sum of 3(s - 1), edges = 3 "
               "+ 3n + sum of "
               "5s - 3; s = 1 counts as 2, for s = 0: 1 and 3",
  .faithful = true,
};
