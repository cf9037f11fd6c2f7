/* The two unit propagations, that of the checker and that of the writer of certificates, against each other
 * and against the plainest one: scan all clauses until nothing moves.
 *
 * They see the same clauses, given and derived, and deletions; what was implied at the root stays in
 * the first two after its clause is gone, which makes them say yes more often. */
#include "unit.h"

#include "base/rng.h"
#include "sat/units.h"
#include "sat/rup.h"

#define VARIABLES 9
#define MOST_LITERALS 5

struct clause
{
  hb_id literals[MOST_LITERALS];
  size_t size;
  bool deleted;
};

static struct clause
random_clause (struct hb_rng *rng, size_t least)
{
  struct clause clause = { .size = least + (size_t)hb_rng_below (rng, MOST_LITERALS + 1 - least) };
  for (size_t i = 0; i < clause.size; i++)
    clause.literals[i] = (hb_id)hb_rng_below (rng, 2 * VARIABLES);
  return clause;
}

/* Is CLAUSE a RUP of the COUNT ones at ALL? */
static bool
plain_rup (const struct clause *all, size_t count, const struct clause *clause)
{
  bool yes[2 * VARIABLES] = { false };
  for (size_t i = 0; i < clause->size; i++)
    yes[clause->literals[i] ^ 1] = true;
  for (bool moved = true; moved;)
    {
      moved = false;
      for (size_t v = 0; v < VARIABLES; v++)
        if (yes[2 * v] && yes[2 * v + 1])
          return true;
      for (size_t c = 0; c < count; c++)
        for (size_t i = 0; i <= all[c].size && !all[c].deleted; i++)
          {
            /* All literals but those like number i are false. */
            bool unit = true;
            for (size_t k = 0; k < all[c].size; k++)
              unit = unit
                     && (yes[all[c].literals[k] ^ 1]
                         || (i < all[c].size && all[c].literals[k] == all[c].literals[i]));
            if (unit && i == all[c].size)
              return true;
            if (!unit || i == all[c].size || yes[all[c].literals[i]])
              continue;
            yes[all[c].literals[i]] = true;
            moved = true;
          }
    }
  return false;
}

static bool
has_model (const struct clause *all, size_t count, bool deleted_too, const struct clause *against)
{
  for (unsigned model = 0; model < 1u << VARIABLES; model++)
    {
      bool good = true;
      for (size_t c = 0; c < count && good; c++)
        {
          bool satisfied = all[c].deleted && !deleted_too;
          for (size_t i = 0; i < all[c].size; i++)
            satisfied
                = satisfied || (model >> (all[c].literals[i] / 2) & 1) == !(all[c].literals[i] & 1);
          good = satisfied;
        }
      for (size_t i = 0; i < against->size && good; i++)
        good = (model >> (against->literals[i] / 2) & 1) == (against->literals[i] & 1);
      if (good)
        return true;
    }
  return false;
}

TEST (test_random)
{
  int derived = 0, refused = 0, refuted = 0, more = 0;
  for (uint64_t round = 0; round < 4000; round++)
    {
      struct hb_rng rng = hb_rng_stream (1, round);
      struct clause all[60];
      size_t count = 0;
      hb_rup *rup = hb_rup_new ();
      hb_units *units = hb_units_new ();
      bool deleting = round % 2, over = false;
      for (int step = 0; step < 50 && !over; step++)
        {
          struct clause clause = random_clause (&rng, step < 20 ? 2 : 0);
          if (step < 20 || hb_rng_below (&rng, 4) == 0)
            {
              if (!clause.size)
                continue;
              assert_int_equal (hb_rup_add (rup, clause.literals, clause.size), count);
              hb_units_give (units, clause.literals, clause.size);
              all[count++] = clause;
            }
          else if (deleting && hb_rng_below (&rng, 3) == 0)
            {
              size_t number = (size_t)hb_rng_below (&rng, count + 2);
              bool there = number < count && !all[number].deleted;
              assert_int_equal (hb_rup_delete (rup, number), there);
              assert_int_equal (hb_units_delete (units, number), there);
              if (there)
                all[number].deleted = true;
            }
          else
            {
              bool plain = plain_rup (all, count, &clause);
              bool answer = hb_rup_derive (rup, clause.literals, clause.size, NULL);
              assert_int_equal (hb_units_derive (units, clause.literals, clause.size), answer);
              if (plain)
                assert_true (answer);
              if (answer)
                assert_false (has_model (all, count, true, &clause));
              if (!deleting)
                assert_int_equal (answer, plain);
              more += answer && !plain;
              derived += answer;
              refused += !answer;
              over = answer && !clause.size;
              refuted += over;
              if (answer)
                all[count++] = clause;
            }
          assert_int_equal (hb_rup_clauses (rup), count);
          assert_int_equal (hb_units_clauses (units), count);
        }
      hb_rup_free (rup);
      hb_units_free (units);
    }
  print_message ("%d derived, %d refused, %d refutations, %d by root literals alone\n", derived,
                 refused, refuted, more);
  assert_true (derived > 5000 && refused > 5000 && refuted > 100);
}

/* What a clause came from is enough for it. */
TEST (test_sources)
{
  int smaller = 0, derived = 0;
  for (uint64_t round = 0; round < 3000; round++)
    {
      struct hb_rng rng = hb_rng_stream (2, round);
      struct clause all[60], used[60];
      size_t count = 0, used_count = 0;
      hb_rup *rup = hb_rup_new ();
      hb_rup_sources sources = VEC_EMPTY, known = VEC_EMPTY;
      for (int i = 0; i < 30; i++)
        {
          all[count] = random_clause (&rng, i < 2 ? 1 : 2);
          hb_rup_add (rup, all[count].literals, all[count].size);
          count++;
        }
      struct clause clause = random_clause (&rng, 1);
      if (hb_rup_derive (rup, clause.literals, clause.size, &sources))
        {
          /* Root literals lead to further sources. */
          for (size_t i = 0; i < sources.size; i++)
            {
              bool seen = false;
              for (size_t k = 0; k < known.size; k++)
                seen = seen || known.data[k] == sources.data[i];
              if (seen)
                continue;
              vec_push (known, sources.data[i]);
              if (sources.data[i] % 2)
                hb_rup_root_sources (rup, (hb_id)(sources.data[i] / 2), &sources);
              else
                used[used_count++] = all[sources.data[i] / 2];
            }
          assert_true (plain_rup (used, used_count, &clause));
          derived++;
          smaller += used_count < count / 2;
        }
      vec_free (sources);
      vec_free (known);
      hb_rup_free (rup);
    }
  print_message ("%d derived, %d from less than half of the clauses\n", derived, smaller);
  assert_true (derived > 500 && smaller > 300);
}

TEST (test_by_hand)
{
  hb_rup *rup = hb_rup_new ();
  const hb_id a[] = { 0, 2 }, b[] = { 0, 3 }, c[] = { 1, 2 }, d[] = { 1, 3 }, unit[] = { 0 },
              both[] = { 4, 5 };
  assert_false (hb_rup_derive (rup, NULL, 0, NULL));
  hb_rup_add (rup, a, 2);
  hb_rup_add (rup, b, 2);
  hb_rup_add (rup, c, 2);
  assert_false (hb_rup_derive (rup, NULL, 0, NULL));
  hb_rup_add (rup, d, 2);
  assert_false (hb_rup_derive (rup, NULL, 0, NULL));
  assert_true (hb_rup_derive (rup, both, 2, NULL));
  assert_true (hb_rup_derive (rup, unit, 1, NULL));
  assert_true (hb_rup_derive (rup, NULL, 0, NULL));
  assert_int_equal (hb_rup_clauses (rup), 7);
  assert_true (hb_rup_delete (rup, 6));
  assert_false (hb_rup_delete (rup, 6));
  assert_false (hb_rup_delete (rup, 7));
  hb_rup_free (rup);
  hb_rup_free (NULL);
  hb_units_free (NULL);
}
