/* See cnf.h. */
#include "sat/cnf.h"

#include <stdlib.h>
#include <string.h>

hb_cnf *
hb_cnf_new (int variables)
{
  hb_cnf *cnf = hb_calloc (1, sizeof *cnf);
  cnf->variables = variables;
  return cnf;
}

void
hb_cnf_free (hb_cnf *cnf)
{
  if (!cnf)
    return;
  vec_free (cnf->literals);
  vec_free (cnf->ends);
  vec_free (cnf->lines);
  hb_free (cnf->file);
  hb_free (cnf);
}

hb_cnf *
hb_cnf_copy (const hb_cnf *cnf)
{
  hb_cnf *copy = hb_cnf_new (cnf->variables);
  vec_reserve (copy->literals, cnf->literals.size);
  vec_reserve (copy->ends, cnf->ends.size);
  for (size_t i = 0; i < cnf->literals.size; i++)
    vec_push (copy->literals, cnf->literals.data[i]);
  for (size_t j = 0; j < cnf->ends.size; j++)
    vec_push (copy->ends, cnf->ends.data[j]);
  for (size_t j = 0; j < cnf->lines.size; j++)
    vec_push (copy->lines, cnf->lines.data[j]);
  copy->file = hb_copy_text (cnf->file);
  return copy;
}

void
hb_cnf_add (hb_cnf *cnf, int literal)
{
  if (!literal)
    {
      vec_push (cnf->ends, cnf->literals.size);
      return;
    }
  int variable = abs (literal);
  if (variable > cnf->variables)
    cnf->variables = variable;
  vec_push (cnf->literals, literal);
}

void
hb_cnf_add_clause (hb_cnf *cnf, const int *literals, size_t size)
{
  for (size_t k = 0; k < size; k++)
    hb_cnf_add (cnf, literals[k]);
  hb_cnf_add (cnf, 0);
}

int
hb_cnf_variables (const hb_cnf *cnf)
{
  return cnf->variables;
}

size_t
hb_cnf_clauses (const hb_cnf *cnf)
{
  return cnf->ends.size;
}

static size_t
clause_start (const hb_cnf *cnf, size_t j)
{
  return j ? cnf->ends.data[j - 1] : 0;
}

const int *
hb_cnf_clause (const hb_cnf *cnf, size_t j, size_t *size)
{
  size_t start = clause_start (cnf, j);
  *size = cnf->ends.data[j] - start;
  return *size ? cnf->literals.data + start : NULL;
}

struct hb_place
hb_cnf_place (const hb_cnf *cnf, size_t j)
{
  struct hb_place place = { NULL, 0, 0, NULL, 0 };
  if (cnf->file && j < cnf->lines.size)
    {
      place.file = cnf->file;
      place.line = cnf->lines.data[j];
    }
  return place;
}

static bool
is_true (const signed char *model, int literal)
{
  return literal > 0 ? model[literal] > 0 : model[-literal] < 0;
}

size_t
hb_cnf_falsified (const hb_cnf *cnf, const signed char *model)
{
  size_t at = 0;
  for (size_t j = 0; j < cnf->ends.size; j++)
    {
      bool satisfied = false;
      for (; at < cnf->ends.data[j]; at++)
        satisfied = satisfied || is_true (model, cnf->literals.data[at]);
      if (!satisfied)
        return j;
    }
  return SIZE_MAX;
}

/* Takes COUNT literals out from START on. */
static void
cut_literals (hb_cnf *cnf, size_t start, size_t count)
{
  if (!count)
    return;
  int *data = cnf->literals.data;
  memmove (data + start, data + start + count, (cnf->literals.size - start - count) * sizeof *data);
  cnf->literals.size -= count;
}

void
hb_cnf_add_drawn (hb_cnf *cnf, int variables, uint64_t size, struct hb_rng *rng)
{
  for (uint64_t k = 0; k < size; k++)
    {
      int v = 1 + (int)hb_rng_below (rng, (uint64_t)variables);
      hb_cnf_add (cnf, hb_rng_coin (rng) ? v : -v);
    }
  hb_cnf_add (cnf, 0);
}

void
hb_cnf_drop_clause (hb_cnf *cnf, size_t j)
{
  size_t start = clause_start (cnf, j), count = cnf->ends.data[j] - start;
  cut_literals (cnf, start, count);
  for (size_t i = j + 1; i < cnf->ends.size; i++)
    cnf->ends.data[i - 1] = cnf->ends.data[i] - count;
  cnf->ends.size--;
  if (j < cnf->lines.size)
    {
      for (size_t i = j + 1; i < cnf->lines.size; i++)
        cnf->lines.data[i - 1] = cnf->lines.data[i];
      cnf->lines.size--;
    }
}

void
hb_cnf_drop_literal (hb_cnf *cnf, size_t j, size_t k)
{
  cut_literals (cnf, clause_start (cnf, j) + k, 1);
  for (size_t i = j; i < cnf->ends.size; i++)
    cnf->ends.data[i]--;
}

void
hb_cnf_compact (hb_cnf *cnf)
{
  int *renamed = hb_calloc ((size_t)cnf->variables + 1, sizeof *renamed);
  for (size_t i = 0; i < cnf->literals.size; i++)
    renamed[abs (cnf->literals.data[i])] = 1;
  int count = 0;
  for (int v = 1; v <= cnf->variables; v++)
    if (renamed[v])
      renamed[v] = ++count;
  for (size_t i = 0; i < cnf->literals.size; i++)
    {
      int literal = cnf->literals.data[i];
      cnf->literals.data[i] = literal > 0 ? renamed[literal] : -renamed[-literal];
    }
  cnf->variables = count;
  hb_free (renamed);
}

/* New: 0 .. COUNT - 1 in a random order. */
static hb_id *
permutation (size_t count, struct hb_rng *rng)
{
  hb_id *order = hb_calloc (count, sizeof *order);
  for (size_t i = 0; i < count; i++)
    order[i] = (hb_id)i;
  hb_rng_shuffle (rng, order, count);
  return order;
}

hb_cnf *
hb_cnf_shuffled (const hb_cnf *cnf, struct hb_rng *rng)
{
  size_t variables = (size_t)cnf->variables, clauses = cnf->ends.size;
  hb_id *name = permutation (variables, rng), *clause = permutation (clauses, rng);
  bool *flipped = hb_calloc (variables, sizeof *flipped);
  for (size_t v = 0; v < variables; v++)
    flipped[v] = hb_rng_coin (rng);
  hb_cnf *shuffled = hb_cnf_new (cnf->variables);
  for (size_t j = 0; j < clauses; j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, clause[j], &size);
      hb_id *order = permutation (size, rng);
      for (size_t k = 0; k < size; k++)
        {
          int literal = literals[order[k]];
          size_t v = (size_t)abs (literal) - 1;
          int renamed = (int)name[v] + 1;
          hb_cnf_add (shuffled, (literal > 0) != flipped[v] ? renamed : -renamed);
        }
      hb_cnf_add (shuffled, 0);
      hb_free (order);
    }
  hb_free (name);
  hb_free (clause);
  hb_free (flipped);
  return shuffled;
}
