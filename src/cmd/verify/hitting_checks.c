/* hbkit verify hitting-checks: who checks families agrees: the definition, the exact check, a SAT solver that looks for
 * a tuple that is missed, and random tuples; on random posets and families, every second one damaged. */
#include "cmd/verify/hitting.h"

#include "gen/hitting/any.h"
#include "gen/posets.h"
#include "poset/hitting.h"
#include "sat/cnf.h"
#include "sat/solver.h"

/* --- by a solver --- */

/* Variables: member i is element x; schedule s runs member i behind member i + 1. */
struct asking
{
  const hb_poset *poset;
  const hb_schedules *family;
  int d;
};

static int
member (const struct asking *a, int i, hb_id x)
{
  return 1 + i * (int)a->poset->count + (int)x;
}

static int
broken (const struct asking *a, size_t s, int i)
{
  return 1 + a->d * (int)a->poset->count + (int)s * (a->d - 1) + i;
}

/* Each member is one element; none is one before an earlier one, or the same. */
static void
add_tuple (const struct asking *a, hb_cnf *cnf)
{
  hb_id n = a->poset->count;
  for (int i = 0; i < a->d; i++)
    {
      for (hb_id x = 0; x < n; x++)
        hb_cnf_add (cnf, member (a, i, x));
      hb_cnf_add (cnf, 0);
      for (int j = i; j < a->d; j++)
        for (hb_id x = 0; x < n; x++)
          for (hb_id y = 0; y < n; y++)
            if (i == j ? x < y : x == y || hb_poset_before (a->poset, y, x))
              hb_cnf_add_clause (cnf, (int[]){ -member (a, i, x), -member (a, j, y) }, 2);
    }
}

/* Every schedule breaks the order somewhere. */
static void
add_schedules (const struct asking *a, hb_cnf *cnf)
{
  hb_id n = a->poset->count;
  for (size_t s = 0; s < a->family->count; s++)
    {
      const hb_id *order = hb_schedules_at (a->family, s);
      for (int i = 0; i + 1 < a->d; i++)
        hb_cnf_add (cnf, broken (a, s, i));
      hb_cnf_add (cnf, 0);
      for (int i = 0; i + 1 < a->d; i++)
        for (hb_id p = 0; p < n; p++)
          for (hb_id q = p + 1; q < n; q++)
            hb_cnf_add_clause (cnf,
                               (int[]){ -broken (a, s, i), -member (a, i, order[p]),
                                        -member (a, i + 1, order[q]) },
                               3);
    }
}

static bool
solver_finds_miss (const hb_poset *poset, const hb_schedules *family, int d, hb_diag *diag)
{
  struct asking a = { poset, family, d };
  hb_cnf *cnf = hb_cnf_new (d * (int)poset->count + (int)family->count * (d - 1));
  add_tuple (&a, cnf);
  add_schedules (&a, cnf);
  int answer = hb_solve_cnf (cnf, "picosat", 0, NULL, NULL, diag);
  hb_cnf_free (cnf);
  return answer == 10;
}

/* --- random families --- */

static hb_poset *
draw_poset (struct hb_rng *rng)
{
  hb_id n = 3 + (hb_id)hb_rng_below (rng, 6);
  switch (hb_rng_below (rng, 4))
    {
    case 0:
      return hb_random_tree (n, 0, rng);
    case 1:
      return hb_random_series (n, rng);
    case 2:
      return hb_antichain (n > 6 ? 6 : n);
    default:
      return hb_random_poset (n, 0.1 + 0.1 * (double)hb_rng_below (rng, 4), rng);
    }
}

/* One schedule dropped, or two neighbours swapped where the order allows it. */
static void
damage (const hb_poset *poset, hb_schedules *family, struct hb_rng *rng)
{
  size_t s = (size_t)hb_rng_below (rng, family->count);
  hb_id *order = hb_schedules_at (family, s), i = (hb_id)hb_rng_below (rng, poset->count - 1);
  if (hb_rng_coin (rng) && family->count > 1)
    hb_schedules_drop (family, s);
  else if (!hb_poset_before (poset, order[i], order[i + 1]))
    {
      hb_id x = order[i];
      order[i] = order[i + 1];
      order[i + 1] = x;
    }
}

static void
compare (struct hitting_job *job, const hb_poset *poset, const hb_schedules *family, int d,
         struct hb_rng *rng)
{
  hb_id missed[HB_MOST_DEPTH];
  bool misses = hb_hit_by_brute_force (poset, family, d, missed) == HB_HIT_MISSED;
  if ((hb_hit_exactly (poset, family, d, 1, NULL, missed) == HB_HIT_MISSED) != misses)
    hitting_fail (job, poset, "the exact check disagrees with the definition");
  hb_id *at = hb_schedules_positions (family);
  if (misses && (!hb_is_admissible (poset, missed, d) || hb_hits (family, at, missed, d)))
    hitting_fail (job, poset, "the exact check names a tuple that is hit");
  if (poset->count <= 6)
    {
      verify_count (&job->report, "of them asked of a solver", 1);
      if (solver_finds_miss (poset, family, d, job->cli->diag) != misses)
        hitting_fail (job, poset, "the solver disagrees with the definition");
    }
  /* Samples: none may find a miss where there is none; 200 of a few hundred tuples nearly always find one. */
  struct hb_hit_sample sample;
  hb_hit_sampled (poset, family, at, d, 200, 0.01, rng, NULL, &sample);
  bool seen = sample.missed || sample.critical_missed;
  if (seen && !misses)
    hitting_fail (job, poset, "a random tuple is missed where none is");
  verify_count (&job->report, misses ? "families that miss a tuple" : "families that hit all", 1);
  verify_count (&job->report, "misses found by uniform samples", sample.missed > 0);
  verify_count (&job->report, "misses found by critical samples", sample.critical_missed > 0);
  hb_free (at);
}

static void
checks (struct hitting_job *job)
{
  struct hb_rng rng = hb_rng_seeded (cli_unsigned (job->cli, "seed", 0));
  uint64_t wanted = cli_unsigned (job->cli, "random", 2000);
  for (uint64_t i = 0; i < wanted && hitting_goes_on (job); i++)
    {
      hb_poset *poset = draw_poset (&rng);
      int d = 2 + (int)hb_rng_below (&rng, poset->count > 5 ? 2 : 3);
      d = poset->count < (hb_id)d ? (int)poset->count : d;
      hb_schedules *family = hb_hitting_greedy (poset, d, SIZE_MAX, NULL);
      if (i % 2)
        damage (poset, family, &rng);
      compare (job, poset, family, d, &rng);
      hb_schedules_free (family);
      hb_poset_free (poset);
      cli_progress (job->cli, (double)i / (double)wanted, "%llu families", (unsigned long long)i);
    }
}

static int
run (struct cli *cli)
{
  return hitting_run (cli, "hitting-checks", checks);
}

const struct verify_subject verify_hitting_checks
    = { "hitting-checks", "definition, exact check, solver and samples agree on random families",
        run, "random" };
