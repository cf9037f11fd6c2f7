/* See signs.h. */
#include "gen/signs.h"

void
hb_sign_variables (hb_cnf *cnf, const hb_id *slots, size_t count, size_t variables, bool mixed,
                   struct hb_rng *rng)
{
  /* A bit for each occurrence, drawn at the first one with a leading 1. */
  unsigned char *degree = hb_calloc (variables, 1), *signs = hb_calloc (variables, 1);
  for (size_t i = 0; i < count; i++)
    degree[slots[i]]++;
  for (size_t i = 0; i < count; i++)
    {
      hb_id v = slots[i];
      unsigned all = 1u << degree[v];
      if (!signs[v])
        signs[v] = (unsigned char)(mixed && degree[v] > 1 ? all + 1 + hb_rng_below (rng, all - 2)
                                                          : all + hb_rng_below (rng, all));
      vec_push (cnf->literals, signs[v] & 1 ? (int)v + 1 : -(int)v - 1);
      signs[v] >>= 1;
    }
  hb_free (degree);
  hb_free (signs);
}

/* Millionths of 3 q : 3 q^2 : q^3 for the golden q: the share of clauses with 1 true literal, and with
 * at most 2. */
#define ONE_TRUE 572949
#define TWO_TRUE 927051

uint64_t
hb_sign_planted (size_t size, bool hidden, struct hb_rng *rng)
{
  uint64_t all = (UINT64_C (1) << size) - 1;
  if (!hidden || size == 1)
    return hb_rng_below (rng, all);
  if (size != 3)
    return 1 + hb_rng_below (rng, all - 1);
  uint64_t drawn = hb_rng_below (rng, 1000000), place = hb_rng_below (rng, 3);
  uint64_t bit = UINT64_C (1) << place;
  return drawn < ONE_TRUE ? all ^ bit : drawn < TWO_TRUE ? bit : 0;
}
