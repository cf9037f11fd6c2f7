/* The families of formulas beside the uniform ones: what they promise of their formulas. */
#include "unit.h"

#include "gen/community.h"
#include "gen/families.h"
#include "gen/ordering.h"
#include "gen/parity.h"
#include "gen/signs.h"
#include "sat/solver.h"

static hb_cnf *
make (const char *name, struct hb_family_options wanted, uint64_t seed, signed char *planted)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_rng rng = hb_rng_seeded (seed);
  hb_cnf *cnf = hb_family_find (name)->make (&wanted, &rng, planted, diag);
  if (!cnf)
    fail_msg ("%s: %s", name, hb_diag_first (diag));
  hb_diag_free (diag);
  return cnf;
}

static int
verdict (const hb_cnf *cnf)
{
  hb_diag *diag = hb_diag_new ();
  int cadical = hb_solve_cnf (cnf, "cadical", 0, NULL, NULL, diag);
  assert_int_equal (cadical, hb_solve_cnf (cnf, "picosat", 0, NULL, NULL, diag));
  hb_diag_free (diag);
  return cadical;
}

/* How often each variable occurs, with each sign; and that clauses have 2 or 3 different ones. */
static void
count_signs (const hb_cnf *cnf, int (*signs)[2])
{
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *clause = hb_cnf_clause (cnf, j, &size);
      assert_true (size == 2 || size == 3);
      for (size_t k = 0; k < size; k++)
        {
          for (size_t i = 0; i < k; i++)
            assert_int_not_equal (abs (clause[i]), abs (clause[k]));
          signs[abs (clause[k])][clause[k] > 0]++;
        }
    }
}

TEST (balanced_formulas_are_balanced)
{
  for (uint64_t seed = 0; seed < 60; seed++)
    {
      struct hb_family_options wanted = hb_family_defaults ();
      wanted.variables = 12 + (int)seed;
      wanted.ratio = seed % 3 ? 1.1 : 0;
      wanted.twos = 0.5 + 0.1 * (double)(seed % 5);
      hb_cnf *cnf = make ("balanced", wanted, seed, NULL);
      int (*signs)[2] = calloc ((size_t)wanted.variables + 1, sizeof *signs);
      count_signs (cnf, signs);
      int least = 3, most = 0;
      for (int v = 1; v <= wanted.variables; v++)
        {
          int degree = signs[v][0] + signs[v][1];
          least = degree < least ? degree : least;
          most = degree > most ? degree : most;
          assert_true (degree < 2 || (signs[v][0] && signs[v][1]));
        }
      assert_true (most <= least + 1 && most <= 3);
      free (signs);
      hb_cnf_free (cnf);
    }
}

/* Pairs of variables that share a clause form clusters: count how many stay in one of the planted
 * groups, which renaming hides, by the sizes of the connected parts. */
static int
parts (const hb_cnf *cnf)
{
  int *root = calloc ((size_t)cnf->variables + 1, sizeof *root), count = 0;
  for (int v = 1; v <= cnf->variables; v++)
    root[v] = v;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *clause = hb_cnf_clause (cnf, j, &size);
      for (size_t k = 1; k < size; k++)
        {
          int a = root[abs (clause[0])], b = root[abs (clause[k])];
          for (int v = 1; v <= cnf->variables; v++)
            root[v] = root[v] == a ? b : root[v];
        }
    }
  for (int v = 1; v <= cnf->variables; v++)
    count += root[v] == v;
  free (root);
  return count;
}

TEST (communities_are_kept_apart)
{
  for (uint64_t seed = 0; seed < 20; seed++)
    {
      struct hb_family_options wanted = hb_family_defaults ();
      wanted.variables = 80;
      wanted.communities = 5;
      wanted.mixed = seed % 2;
      wanted.inside = 1;
      hb_cnf *apart = make ("community", wanted, seed, NULL);
      wanted.inside = 0;
      hb_cnf *across = make ("community", wanted, seed, NULL);
      int (*signs)[2] = calloc ((size_t)wanted.variables + 1, sizeof *signs);
      count_signs (apart, signs);
      for (int v = 1; v <= wanted.variables; v++)
        {
          int degree = signs[v][0] + signs[v][1];
          assert_true (degree <= 3);
          assert_true (!wanted.mixed || degree < 2 || (signs[v][0] && signs[v][1]));
        }
      assert_true (parts (apart) >= 5);
      assert_true (parts (across) < 5);
      free (signs);
      hb_cnf_free (apart);
      hb_cnf_free (across);
    }
}

TEST (impossible_communities_are_refused)
{
  const struct hb_community wrong[]
      = { { .variables = 4, .clauses = 2, .twos = 2, .communities = 5, .inside = 1 },
          { .variables = 4, .clauses = 2, .twos = 2, .communities = 2, .inside = 1.5 },
          { .variables = 4, .clauses = 7, .twos = 7, .communities = 2, .inside = 1 },
          { .variables = 4, .clauses = 2, .twos = 0, .communities = 4, .inside = 1 } };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    {
      hb_diag *diag = hb_diag_new ();
      struct hb_rng rng = hb_rng_seeded (1);
      assert_null (hb_community_random (&wrong[i], &rng, diag));
      assert_int_equal (hb_diag_errors (diag), 1);
      hb_diag_free (diag);
    }
}

TEST (parity_has_the_verdict_that_it_says)
{
  for (int vertices = 4; vertices <= 20; vertices += 2)
    for (uint64_t seed = 0; seed < 6; seed++)
      {
        struct hb_family_options wanted = hb_family_defaults ();
        wanted.vertices = vertices;
        hb_cnf *odd = make ("parity", wanted, seed, NULL);
        wanted.satisfiable = true;
        hb_cnf *even = make ("parity", wanted, seed, NULL);
        assert_int_equal (odd->variables, 3 * vertices / 2);
        assert_int_equal (hb_cnf_clauses (odd), 4 * vertices);
        assert_int_equal (verdict (odd), 20);
        assert_int_equal (verdict (even), 10);
        hb_cnf_free (odd);
        hb_cnf_free (even);
      }
}

TEST (ordering_has_the_verdict_that_it_says)
{
  for (int elements = 1; elements <= 9; elements++)
    {
      struct hb_family_options wanted = hb_family_defaults ();
      wanted.elements = elements;
      hb_cnf *denied = make ("ordering", wanted, 0, NULL);
      wanted.satisfiable = true;
      hb_cnf *granted = make ("ordering", wanted, 0, NULL);
      assert_int_equal (denied->variables, elements * (elements - 1) / 2);
      assert_int_equal (verdict (denied), 20);
      assert_int_equal (verdict (granted), 10);
      hb_cnf_free (denied);
      hb_cnf_free (granted);
    }
}

/* The planted model satisfies, and the true literals are half of all, up to chance. */
TEST (hidden_models_are_hidden)
{
  static const struct
  {
    const char *family;
    double twos;
    double share; /* of true literals */
  } cases[] = { { "bisat", 0.5, 0.5 }, { "balanced", 0.8, 0.5 }, { "ksat", 0, 0.5 } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct hb_family_options wanted = hb_family_defaults ();
      wanted.variables = 2000;
      wanted.twos = cases[i].twos;
      wanted.planted = wanted.hidden = true;
      signed char *planted = calloc ((size_t)wanted.variables + 1, 1);
      hb_cnf *cnf = make (cases[i].family, wanted, 5 + i, planted);
      assert_int_equal (hb_cnf_falsified (cnf, planted), SIZE_MAX);
      size_t true_ones = 0, all = cnf->literals.size;
      for (size_t k = 0; k < all; k++)
        true_ones += (cnf->literals.data[k] > 0) == (planted[abs (cnf->literals.data[k])] > 0);
      double share = (double)true_ones / (double)all;
      assert_true (share > cases[i].share - 0.02 && share < cases[i].share + 0.02);
      hb_cnf_free (cnf);
      free (planted);
    }
}

TEST (plain_models_are_not)
{
  struct hb_rng rng = hb_rng_seeded (3);
  int falsified = 0;
  for (int i = 0; i < 30000; i++)
    falsified += __builtin_popcountll (hb_sign_planted (3, false, &rng));
  /* 9 of the 21 literals in the 7 ways to satisfy a clause are false. */
  assert_true (abs (falsified - 90000 * 9 / 21) < 900);
}

TEST (satisfiable_means_satisfiable)
{
  for (uint64_t seed = 0; seed < 20; seed++)
    {
      struct hb_family_options wanted = hb_family_defaults ();
      wanted.variables = 30;
      wanted.mixed = wanted.every = true;
      wanted.twos = 0.9;
      hb_cnf *any = make ("bisat", wanted, seed, NULL);
      wanted.satisfiable = true;
      hb_cnf *one = make ("bisat", wanted, seed, NULL);
      assert_int_equal (verdict (one), 10);
      /* The first draw is kept if it will do. */
      if (verdict (any) == 10)
        assert_memory_equal (any->literals.data, one->literals.data,
                             any->literals.size * sizeof (int));
      hb_cnf_free (any);
      hb_cnf_free (one);
    }
}
