/* See small_formulas.h. */
#include "small_formulas.h"

#include <stdlib.h>
#include <string.h>

hb_cnf *
formula_of_text (int variables, const char *text)
{
  hb_cnf *cnf = hb_cnf_new (variables);
  char *end;
  for (long literal = strtol (text, &end, 10); end != text; literal = strtol (text, &end, 10))
    {
      hb_cnf_add (cnf, (int)literal);
      text = end;
    }
  return cnf;
}

static int
random_literal (struct hb_rng *rng, int variables)
{
  int v = 1 + (int)hb_rng_below (rng, (uint64_t)variables);
  return hb_rng_coin (rng) ? v : -v;
}

hb_cnf *
random_formula (struct hb_rng *rng, int variables, size_t clauses, size_t size)
{
  hb_cnf *cnf = hb_cnf_new (variables);
  for (size_t j = 0; j < clauses; j++)
    {
      size_t literals = 1 + hb_rng_below (rng, size);
      if (!hb_rng_below (rng, 400))
        literals = 0;
      else if (literals == 1 && hb_rng_below (rng, 3))
        literals = 2;
      while (literals--)
        hb_cnf_add (cnf, random_literal (rng, variables));
      hb_cnf_add (cnf, 0);
    }
  return cnf;
}

hb_cnf *
random_bisat (struct hb_rng *rng, int variables, size_t clauses)
{
  hb_cnf *cnf = hb_cnf_new (variables);
  int *uses = hb_calloc ((size_t)variables + 1, sizeof *uses);
  for (size_t j = 0; j < clauses; j++)
    {
      int clause[3];
      size_t size = 0, wanted = hb_rng_below (rng, 4) ? 2 : 3;
      for (int tries = 0; tries < 20 && size < wanted; tries++)
        {
          int literal = random_literal (rng, variables);
          bool fits = uses[abs (literal)] < 3;
          for (size_t k = 0; k < size; k++)
            fits = fits && abs (clause[k]) != abs (literal);
          if (fits)
            clause[size++] = literal;
        }
      if (size < 2)
        break;
      for (size_t k = 0; k < size; k++)
        uses[abs (clause[k])]++;
      hb_cnf_add_clause (cnf, clause, size);
    }
  hb_free (uses);
  return cnf;
}

hb_cnf *
bisat_of_stream (uint64_t seed, uint64_t index, int variables, size_t clauses)
{
  struct hb_rng rng = hb_rng_stream (seed, index);
  int n = 2 + (int)hb_rng_below (&rng, (uint64_t)variables - 1);
  return random_bisat (&rng, n, 1 + hb_rng_below (&rng, clauses));
}

hb_cnf *
random_refuted_bisat (struct hb_rng *rng, int variables, size_t clauses, size_t tries)
{
  while (tries--)
    {
      hb_cnf *cnf = random_bisat (rng, variables, clauses);
      if (!for_all_models (cnf, 1, NULL, NULL))
        return cnf;
      hb_cnf_free (cnf);
    }
  return NULL;
}

/* Could the clause still become true? */
static bool
is_open (const int *literals, size_t size, const signed char *model)
{
  for (size_t k = 0; k < size; k++)
    if (model[abs (literals[k])] != (literals[k] < 0 ? 1 : -1))
      return true;
  return false;
}

static bool
all_open (const hb_cnf *cnf, const signed char *model)
{
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      if (!is_open (literals, size, model))
        return false;
    }
  return true;
}

size_t
for_all_models (const hb_cnf *cnf, size_t limit,
                void (*visit) (void *context, const signed char *model), void *context)
{
  signed char *model = hb_calloc ((size_t)cnf->variables + 1, sizeof *model);
  size_t found = 0;
  int v = 0; /* variables 1 .. v have values */
  while (v >= 0 && found < limit)
    {
      bool open = all_open (cnf, model);
      if (open && v < cnf->variables)
        {
          model[++v] = 1;
          continue;
        }
      if (open)
        {
          found++;
          if (visit)
            visit (context, model);
        }
      while (v > 0 && model[v] < 0)
        model[v--] = 0;
      if (!v)
        break;
      model[v] = -1;
    }
  hb_free (model);
  return found;
}

bool
is_model (const hb_cnf *cnf, const signed char *model)
{
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      bool holds = false;
      for (size_t k = 0; k < size; k++)
        holds |= model[abs (literals[k])] * literals[k] > 0;
      if (!holds)
        return false;
    }
  return true;
}

char *
text_of_formula (const hb_cnf *cnf)
{
  VEC (char) text = VEC_EMPTY;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      for (size_t k = 0; k < size; k++)
        {
          char *number = hb_format ("%s%d", k ? " " : "", literals[k]);
          for (const char *c = number; *c; c++)
            vec_push (text, *c);
          hb_free (number);
        }
      vec_push (text, '\n');
    }
  vec_push (text, '\0');
  return text.data;
}
