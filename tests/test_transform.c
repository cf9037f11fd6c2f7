/* Transformations of formulas and the formulas about graphs: the answer stays, against all assignments; and models of
 * what was substituted give models of what was there. */
#include "unit.h"

#include "gen/graph_formulas.h"
#include "gen/transform.h"
#include "sat/solver.h"

/* Is it satisfiable?  All assignments are tried. */
static bool
has_model (const hb_cnf *cnf)
{
  assert_true (cnf->variables <= 24);
  for (uint32_t values = 0; values < 1U << cnf->variables; values++)
    {
      bool holds = true;
      for (size_t j = 0; holds && j < hb_cnf_clauses (cnf); j++)
        {
          size_t size;
          const int *clause = hb_cnf_clause (cnf, j, &size);
          holds = false;
          for (size_t i = 0; i < size && !holds; i++)
            holds = (values >> (abs (clause[i]) - 1) & 1) == (clause[i] > 0);
        }
      if (holds)
        return true;
    }
  return false;
}

static int
answer (const hb_cnf *cnf)
{
  hb_diag *diag = hb_diag_new ();
  int said = hb_solve_cnf (cnf, "picosat", 0, NULL, NULL, diag);
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_diag_free (diag);
  return said;
}

static hb_cnf *
random_formula (struct hb_rng *rng, int variables, size_t clauses)
{
  hb_cnf *cnf = hb_cnf_new (variables);
  for (size_t j = 0; j < clauses; j++)
    hb_cnf_add_drawn (cnf, variables, 1 + hb_rng_below (rng, 3), rng);
  return cnf;
}

static hb_cnf *
transformed (const hb_cnf *cnf, const char *how, struct hb_rng *rng)
{
  hb_diag *diag = hb_diag_new ();
  hb_cnf *made = hb_cnf_transformed (cnf, how, rng, diag);
  if (!made)
    fail_msg ("%s: %s", how, hb_diag_first (diag));
  hb_diag_free (diag);
  return made;
}

TEST (answers_stay)
{
  static const char *const ways[]
      = { "shuffle", "flip",      "compact",       "xor:1",
          "xor:2",   "xor:3",     "or:1",          "or:2",
          "or:3",    "lift:1",    "lift:2",        "lift:3",
          "none",    "flip+flip", "xor:2+shuffle", "lift:2+compact+flip" };
  struct hb_rng rng = hb_rng_seeded (5);
  int seen[2] = { 0 };
  for (int round = 0; round < 60; round++)
    {
      hb_cnf *cnf = random_formula (&rng, 4, 4 + (size_t)hb_rng_below (&rng, 8));
      bool has = has_model (cnf);
      seen[has]++;
      for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        {
          hb_cnf *made = transformed (cnf, ways[i], &rng);
          if (answer (made) != (has ? 10 : 20))
            fail_msg ("%s changes the answer of round %d", ways[i], round);
          hb_cnf_free (made);
        }
      hb_cnf_free (cnf);
    }
  assert_true (seen[0] >= 10 && seen[1] >= 10);
}

/* (x or ~y) by xor:2 is the product of both sums. */
TEST (products_are_these)
{
  static const int clause[] = { 1, -2 };
  struct hb_rng rng = hb_rng_seeded (0);
  hb_cnf *cnf = hb_cnf_new (2);
  hb_cnf_add_clause (cnf, clause, 2);
  hb_cnf *sums = transformed (cnf, "xor:2", &rng), *lifted = transformed (cnf, "lift:3", &rng),
         *ors = transformed (cnf, "or:3", &rng);
  assert_int_equal (sums->variables, 4);
  assert_int_equal (hb_cnf_clauses (sums), 4);
  assert_int_equal (ors->variables, 6);
  assert_int_equal (hb_cnf_clauses (ors), 3);
  assert_int_equal (lifted->variables, 12);
  assert_int_equal (hb_cnf_clauses (lifted), 9 + 2 * (1 + 3));
  /* A sum is wrong exactly where its clauses say so. */
  for (unsigned values = 0; values < 16; values++)
    {
      signed char model[5] = { 0 };
      for (int v = 1; v <= 4; v++)
        model[v] = values >> (v - 1) & 1 ? 1 : -1;
      bool x = (model[1] > 0) != (model[2] > 0), y = (model[3] > 0) != (model[4] > 0);
      assert_int_equal (hb_cnf_falsified (sums, model) >= hb_cnf_clauses (sums), x || !y);
    }
  hb_cnf_free (sums);
  hb_cnf_free (lifted);
  hb_cnf_free (ors);
  hb_cnf_free (cnf);
}

TEST (variables_all_occur)
{
  struct hb_rng rng = hb_rng_seeded (3);
  hb_cnf *cnf = random_formula (&rng, 200, 30), *made = transformed (cnf, "compact", &rng);
  bool *seen = hb_calloc ((size_t)made->variables + 1, 1);
  for (size_t i = 0; i < made->literals.size; i++)
    seen[abs (made->literals.data[i])] = true;
  for (int v = 1; v <= made->variables; v++)
    assert_true (seen[v]);
  assert_true (made->variables < 100);
  hb_free (seen);
  hb_cnf_free (made);
  hb_cnf_free (cnf);
}

TEST (wrong_names_are_refused)
{
  static const char *const wrong[] = { "",       "twist",  "xor",       "xor:",          "xor:0",
                                       "xor:11", "xor:2x", "shuffle:2", "shuffle++flip", "XOR:2" };
  struct hb_rng rng = hb_rng_seeded (0);
  hb_cnf *cnf = hb_cnf_new (2), *large = random_formula (&rng, 100, 3000);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    {
      hb_diag *diag = hb_diag_new ();
      assert_null (hb_cnf_transformed (cnf, wrong[i], &rng, diag));
      assert_int_equal (hb_diag_errors (diag), 1);
      hb_diag_free (diag);
    }
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_cnf_transformed (large, "xor:10", &rng, diag));
  assert_non_null (strstr (hb_diag_first (diag), "clauses of this formula"));
  hb_diag_free (diag);
  hb_cnf_free (cnf);
  hb_cnf_free (large);
}

/* --- graphs --- */

TEST (regular_graphs_are_regular)
{
  struct hb_rng rng = hb_rng_seeded (1);
  for (int degree = 1; degree <= 5; degree++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_graph *graph = hb_regular_graph (20, degree, &rng, diag);
      struct hb_neighbours near = hb_graph_neighbours (graph);
      for (hb_id v = 0; v < 20; v++)
        {
          assert_int_equal (near.first[v + 1] - near.first[v], degree);
          assert_false (hb_neighbours_has (&near, v, v));
        }
      hb_neighbours_free (&near);
      hb_graph_free (graph);
      assert_null (hb_regular_graph (degree, degree, &rng, diag));
      hb_diag_free (diag);
    }
}

/* All graphs of 5 vertices: Tseitin formulas of odd charge have no model, those of even charge have one; colourings
 * are those that trying finds. */
static bool
look_at_graph (void *context, hb_graph *graph)
{
  struct hb_rng *rng = context;
  hb_diag *diag = hb_diag_new ();
  hb_cnf *odd = hb_tseitin (graph, false, rng, diag), *even = hb_tseitin (graph, true, rng, diag);
  assert_false (has_model (odd));
  assert_true (has_model (even));
  hb_cnf_free (odd);
  hb_cnf_free (even);
  for (int colours = 1; colours <= 4; colours++)
    {
      hb_cnf *cnf = hb_colouring (graph, colours, diag);
      bool found = false;
      for (int code = 0; code < 1024 && !found; code++)
        {
          found = true;
          for (hb_id v = 0; v < graph->vertices; v++)
            found = found && (code >> 2 * v & 3) < colours;
          for (size_t e = 0; e < graph->edges.size && found; e++)
            found = (code >> 2 * graph->edges.data[e].from & 3)
                    != (code >> 2 * graph->edges.data[e].to & 3);
        }
      assert_int_equal (answer (cnf), found ? 10 : 20);
      hb_cnf_free (cnf);
    }
  hb_diag_free (diag);
  return true;
}

TEST (small_graphs)
{
  struct hb_rng rng = hb_rng_seeded (2);
  hb_graph_each_small (5, false, look_at_graph, &rng);
}

TEST (cliques_and_pebbles)
{
  hb_diag *diag = hb_diag_new ();
  for (int n = 1; n <= 5; n++)
    for (int k = 1; k <= 4; k++)
      for (int c = 1; c <= 3; c++)
        {
          hb_cnf *cnf = hb_clique_colouring (n, k, c, diag);
          /* The clique alone, coloured: there are vertices enough, and colours. */
          assert_int_equal (answer (cnf), k <= n && k <= c ? 10 : 20);
          hb_cnf_free (cnf);
        }
  for (int height = 0; height <= 4; height++)
    {
      hb_cnf *cnf = hb_pebbling (height, diag);
      assert_int_equal (answer (cnf), 20);
      assert_int_equal (cnf->variables, (height + 1) * (height + 2) / 2);
      /* Without the pebble that is missing, or without one of the sources, there is a model. */
      for (size_t gone = 0; gone < hb_cnf_clauses (cnf); gone++)
        {
          hb_cnf *rest = hb_cnf_new (cnf->variables);
          for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
            {
              size_t size;
              const int *clause = hb_cnf_clause (cnf, j, &size);
              if (j != gone)
                hb_cnf_add_clause (rest, clause, size);
            }
          assert_int_equal (answer (rest), 10);
          hb_cnf_free (rest);
        }
      hb_cnf_free (cnf);
    }
  hb_diag_free (diag);
}
