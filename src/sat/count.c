/* The sequential counter (Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005):
 * s(i, j) says that at least j of the first i literals are true.
 *
 *     l_i -> s(i, 1)     s(i, j) -> s(i+1, j)     l_i and s(i-1, j) -> s(i, j+1)     not l_i, or not s(i-1, k)
 *
 * For "at least" the implications go the other way round: s(i, j) only if s(i-1, j), or l_i and
 * s(i-1, j-1); and s(n, k).  Of the two ways to say the same (of the literals, or of their negations)
 * the smaller one is taken. */
#include "sat/count.h"

/* The variable s(I, J), I and J from 1, BOUND of them a literal. */
static int
counter (int first, uint64_t bound, size_t i, uint64_t j)
{
  return first + (int)((i - 1) * bound + j);
}

static void
add_clause (hb_cnf *cnf, int a, int b, int c)
{
  const int literals[] = { a, b, c };
  for (int i = 0; i < 3; i++)
    if (literals[i])
      hb_cnf_add (cnf, literals[i]);
  hb_cnf_add (cnf, 0);
}

/* At most BOUND, 0 < BOUND < COUNT, of the literals (SIGN -1: of their negations). */
static void
count_up (hb_cnf *cnf, const int *literals, size_t count, uint64_t bound, int sign)
{
  int first = cnf->variables;
  for (size_t i = 1; i <= count; i++)
    {
      int l = sign * literals[i - 1];
      add_clause (cnf, -l, counter (first, bound, i, 1), 0);
      for (uint64_t j = 1; i > 1 && j <= bound; j++)
        {
          int before = counter (first, bound, i - 1, j);
          add_clause (cnf, -before, counter (first, bound, i, j), 0);
          add_clause (cnf, -l, -before, j < bound ? counter (first, bound, i, j + 1) : 0);
        }
    }
}

/* At least BOUND, 0 < BOUND < COUNT. */
static void
count_down (hb_cnf *cnf, const int *literals, size_t count, uint64_t bound, int sign)
{
  int first = cnf->variables;
  for (size_t i = 1; i <= count; i++)
    for (uint64_t j = 1; j <= bound; j++)
      {
        int l = sign * literals[i - 1], here = counter (first, bound, i, j);
        int same = i > 1 ? counter (first, bound, i - 1, j) : 0;
        int less = i > 1 && j > 1 ? counter (first, bound, i - 1, j - 1) : 0;
        add_clause (cnf, -here, same, l);
        if (j > 1)
          add_clause (cnf, -here, same, less);
      }
  hb_cnf_add (cnf, counter (first, bound, count, bound));
  hb_cnf_add (cnf, 0);
}

/* All literals (SIGN -1: their negations) are true. */
static void
all_true (hb_cnf *cnf, const int *literals, size_t count, int sign)
{
  for (size_t i = 0; i < count; i++)
    {
      hb_cnf_add (cnf, sign * literals[i]);
      hb_cnf_add (cnf, 0);
    }
}

void
hb_cnf_at_most (hb_cnf *cnf, const int *literals, size_t count, uint64_t bound)
{
  if (bound >= count)
    return;
  if (!bound)
    all_true (cnf, literals, count, -1);
  else if (bound <= count - bound)
    count_up (cnf, literals, count, bound, 1);
  else
    count_down (cnf, literals, count, count - bound, -1);
}

void
hb_cnf_at_least (hb_cnf *cnf, const int *literals, size_t count, uint64_t bound)
{
  if (bound > count)
    hb_cnf_add (cnf, 0);
  else
    {
      if (bound == count)
        all_true (cnf, literals, count, 1);
      else if (bound && bound <= count - bound)
        count_down (cnf, literals, count, bound, 1);
      else if (bound)
        count_up (cnf, literals, count, count - bound, -1);
    }
}
