/* See threes.h. */
#include "reduce/threes.h"

#include <stdlib.h>
#include <string.h>

static void
number_variables (struct hb_threes *threes)
{
  const hb_cnf *cnf = threes->cnf;
  vec_resize (threes->ranks, (size_t)cnf->variables + 1, HB_NONE);
  for (size_t k = 0; k < cnf->literals.size; k++)
    threes->ranks.data[abs (cnf->literals.data[k])] = 0; /* for now: it occurs */
  for (int v = 1; v <= cnf->variables; v++)
    if (threes->ranks.data[v] != HB_NONE)
      {
        threes->ranks.data[v] = (hb_id)threes->numbers.size;
        vec_push (threes->numbers, v);
      }
}

static int
fresh_variable (struct hb_threes *threes)
{
  int fresh = (int)threes->ranks.size;
  vec_push (threes->ranks, (hb_id)threes->numbers.size);
  vec_push (threes->numbers, fresh);
  return fresh;
}

static void
add_three (struct hb_threes *threes, int a, int b, int c, size_t j)
{
  struct hb_three three = { { a, b, c }, (hb_id)j + 1 };
  vec_push (threes->clauses, three);
}

static void
add_clause (struct hb_threes *threes, size_t j)
{
  size_t size;
  const int *clause = hb_cnf_clause (threes->cnf, j, &size);
  if (!size)
    {
      vec_push (threes->empty, (hb_id)j + 1);
      return;
    }
  int before = clause[0];
  size_t k = 1;
  for (; k + 2 < size; k++)
    {
      int fresh = fresh_variable (threes);
      add_three (threes, before, clause[k], fresh, j);
      before = -fresh;
    }
  add_three (threes, before, clause[k < size ? k : 0], clause[size - 1], j);
}

void
hb_threes_init (struct hb_threes *threes, const hb_cnf *cnf)
{
  *threes = (struct hb_threes){ .cnf = cnf };
  number_variables (threes);
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    add_clause (threes, j);
}

void
hb_threes_free (struct hb_threes *threes)
{
  vec_free (threes->clauses);
  vec_free (threes->empty);
  vec_free (threes->numbers);
  vec_free (threes->ranks);
}

/* A fresh variable is the third of its clause, and true if the first two are false. */
signed char *
hb_threes_extend (const struct hb_threes *threes, const signed char *model)
{
  signed char *extended = hb_calloc (threes->ranks.size, sizeof *extended);
  memcpy (extended, model, (size_t)threes->cnf->variables + 1);
  for (size_t j = 0; j < threes->clauses.size; j++)
    {
      const int *literals = threes->clauses.data[j].literals;
      if (literals[2] > threes->cnf->variables)
        extended[literals[2]]
            = hb_literal_holds (extended, literals[0]) || hb_literal_holds (extended, literals[1])
                  ? -1
                  : 1;
    }
  return extended;
}

void
hb_threes_by_rank (const struct hb_threes *threes, hb_id j, hb_id places[3])
{
  const int *literals = threes->clauses.data[j - 1].literals;
  for (hb_id t = 0; t < 3; t++)
    {
      hb_id at = t, rank = hb_threes_rank (threes, literals[t]);
      for (; at && hb_threes_rank (threes, literals[places[at - 1] - 1]) > rank; at--)
        places[at] = places[at - 1];
      places[at] = t + 1;
    }
}
