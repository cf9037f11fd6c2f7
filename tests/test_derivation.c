/* Proofs that are read: what follows, what is deleted, what is needed (sat/derivation.h). */
#include "unit.h"

#include "base/memory.h"
#include "sat/derivation.h"

/* Reads PROOF into D; the first error's text, new, or NULL. */
static char *
read_proof (hb_derivation *d, const char *proof)
{
  unit_write (unit_scratch (), proof);
  hb_diag *diag = hb_diag_new ();
  bool good = hb_derivation_read (d, unit_scratch (), diag);
  char *error = good ? NULL : hb_copy_text (hb_diag_first (diag));
  hb_diag_free (diag);
  return error;
}

/* All clauses of two variables, and one that nobody needs. */
static hb_derivation *
contradiction (void)
{
  static const int clauses[5][2] = { { 1, 2 }, { 1, -2 }, { -1, 2 }, { -1, -2 }, { 3, 4 } };
  hb_derivation *d = hb_derivation_new ();
  for (int i = 0; i < 5; i++)
    hb_derivation_give (d, clauses[i], 2);
  return d;
}

TEST (test_needs)
{
  hb_derivation *d = contradiction ();
  char *error = read_proof (d, "1 3 0\n1 0\nd 3 4 0\n0\n");
  assert_null (error);
  assert_int_equal (hb_derivation_given (d), 5);
  assert_true (hb_derivation_refutes (d));
  /* That 1 holds settles the rest: the empty clause stands in the place of the third line. */
  size_t count = hb_derivation_clauses (d), size;
  hb_derivation_clause (d, count - 1, &size);
  assert_int_equal (size, 0);
  hb_derivation_need (d, count - 1);
  for (size_t c = 0; c < 4; c++)
    assert_true (hb_derivation_needs (d, c) || c == 0 || c == 1);
  assert_false (hb_derivation_needs (d, 4));
  hb_derivation_free (d);
}

TEST (test_deletions)
{
  hb_derivation *d = contradiction ();
  /* Without (1 or 2), whose literals may stand in any order, 1 does not follow. */
  char *error = read_proof (d, "d 2 1 0\n1 0\n");
  assert_non_null (strstr (error, "line 2 of the solver's proof does not follow"));
  hb_free (error);
  hb_derivation_free (d);
  /* What is not there cannot be deleted, and of two that are the same one stays. */
  d = contradiction ();
  error = read_proof (d, "1 2 0\nd 1 2 0\nd 1 5 0\n1 0\n0\n");
  assert_null (error);
  hb_derivation_free (d);
}

TEST (test_own_clauses)
{
  static const int given[3][2] = { { -1, 2 }, { -2, 3 }, { -4, 5 } };
  static const int implied[2] = { -1, 3 }, not_implied[2] = { -3, 1 };
  hb_derivation *d = hb_derivation_new ();
  for (int i = 0; i < 3; i++)
    hb_derivation_give (d, given[i], 2);
  assert_true (hb_derivation_derive (d, implied, 2));
  assert_false (hb_derivation_derive (d, not_implied, 2));
  assert_int_equal (hb_derivation_clauses (d), 4);
  hb_derivation_need (d, 3);
  assert_true (hb_derivation_needs (d, 0) && hb_derivation_needs (d, 1));
  assert_false (hb_derivation_needs (d, 2));
  assert_int_equal (hb_derivation_last_use (d, 3), 0);
  hb_derivation_free (d);
}
