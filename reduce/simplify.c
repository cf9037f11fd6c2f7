/* See simplify.h.
 *
 * Propagation counts: each clause knows how many of its literals are not yet known to be false, and
 * each literal knows its clauses, so that every literal of the formula is looked at a bounded
 * number of times. */
#include "reduce/simplify.h"

#include <stdlib.h>
#include <string.h>

struct propagation
{
  struct hb_simplified *result;
  int variables;
  VEC (int) literals; /* the cleaned clauses; those of tautologies are empty */
  VEC (size_t) ends;  /* as many as the source has clauses */
  size_t *left;       /* clause -> literals not known to be false */
  size_t *first;      /* literal -> its clauses are clauses[first[l] .. first[l + 1] - 1] */
  size_t *clauses;
  VEC (int) queue; /* units, assigned but not yet carried on */
};

static size_t
literal_index (int literal)
{
  return 2 * (size_t)abs (literal) + (literal < 0);
}

static size_t
clause_start (const struct propagation *p, size_t j)
{
  return j ? p->ends.data[j - 1] : 0;
}

static signed char
value_of (const struct propagation *p, int literal)
{
  return (signed char)(literal < 0 ? -p->result->units[-literal] : p->result->units[literal]);
}

/* Copies the clauses of CNF without double literals; a tautology becomes an empty clause, marked.
 */
static void
clean (struct propagation *p, const hb_cnf *cnf)
{
  size_t clauses = hb_cnf_clauses (cnf);
  size_t *seen = hb_calloc (2 * (size_t)p->variables + 2, sizeof *seen);
  vec_reserve (p->literals, cnf->literals.size);
  for (size_t j = 0; j < clauses; j++)
    {
      size_t size, start = p->literals.size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      for (size_t k = 0; k < size; k++)
        {
          if (seen[literal_index (literals[k])] == j + 1)
            continue;
          if (seen[literal_index (-literals[k])] == j + 1)
            p->result->fates[j] = HB_TAUTOLOGY;
          seen[literal_index (literals[k])] = j + 1;
          vec_push (p->literals, literals[k]);
        }
      if (p->result->fates[j] == HB_TAUTOLOGY)
        p->literals.size = start;
      vec_push (p->ends, p->literals.size);
    }
  hb_free (seen);
}

/* Lists the clauses of every literal (a counting sort). */
static void
link_literals (struct propagation *p)
{
  size_t literals = 2 * (size_t)p->variables + 2;
  p->first = hb_calloc (literals + 2, sizeof *p->first);
  p->clauses = hb_calloc (p->literals.size, sizeof *p->clauses);
  p->left = hb_calloc (p->ends.size, sizeof *p->left);
  for (size_t k = 0; k < p->literals.size; k++)
    p->first[literal_index (p->literals.data[k]) + 2]++;
  for (size_t l = 2; l < literals + 2; l++)
    p->first[l] += p->first[l - 1];
  for (size_t j = 0; j < p->ends.size; j++)
    {
      p->left[j] = p->ends.data[j] - clause_start (p, j);
      for (size_t k = clause_start (p, j); k < p->ends.data[j]; k++)
        p->clauses[p->first[literal_index (p->literals.data[k]) + 1]++] = j;
    }
}

static void
assign (struct propagation *p, int literal)
{
  p->result->units[abs (literal)] = literal < 0 ? -1 : 1;
  vec_push (p->queue, literal);
}

/* Clause J has one literal left that is not known to be false by what was carried on so far: makes
 * it true, unless what is in the queue already decides it.  False: it is false. */
static bool
take_last (struct propagation *p, size_t j)
{
  for (size_t k = clause_start (p, j); k < p->ends.data[j]; k++)
    {
      signed char value = value_of (p, p->literals.data[k]);
      if (value > 0)
        return true;
      if (!value)
        {
          assign (p, p->literals.data[k]);
          return true;
        }
    }
  return false;
}

/* Finds all units.  False: a contradiction. */
static bool
propagate (struct propagation *p)
{
  for (size_t j = 0; j < p->ends.size; j++)
    if (p->left[j] < 2 && p->result->fates[j] != HB_TAUTOLOGY && !take_last (p, j))
      return false;
  for (size_t next = 0; next < p->queue.size; next++)
    {
      int literal = p->queue.data[next];
      size_t same = literal_index (literal), other = literal_index (-literal);
      for (size_t k = p->first[same]; k < p->first[same + 1]; k++)
        p->result->fates[p->clauses[k]] = HB_SATISFIED;
      for (size_t k = p->first[other]; k < p->first[other + 1]; k++)
        {
          size_t j = p->clauses[k];
          if (--p->left[j] == 1 && p->result->fates[j] == HB_KEPT && !take_last (p, j))
            return false;
        }
    }
  return true;
}

/* Writes down what is left. */
static void
collect (struct propagation *p)
{
  struct hb_simplified *result = p->result;
  for (size_t j = 0; j < p->ends.size; j++)
    {
      if (result->fates[j] != HB_KEPT)
        continue;
      for (size_t k = clause_start (p, j); k < p->ends.data[j]; k++)
        {
          int literal = p->literals.data[k];
          if (value_of (p, literal))
            continue;
          vec_push (result->literals, literal);
          result->occurrences[abs (literal)]++;
        }
      vec_push (result->ends, result->literals.size);
      vec_push (result->origins, j);
    }
}

void
hb_simplify (const hb_cnf *cnf, struct hb_simplified *simplified)
{
  struct propagation p;
  memset (&p, 0, sizeof p);
  memset (simplified, 0, sizeof *simplified);
  p.result = simplified;
  p.variables = cnf->variables;
  simplified->units = hb_calloc ((size_t)cnf->variables + 1, sizeof *simplified->units);
  simplified->occurrences = hb_calloc ((size_t)cnf->variables + 1, sizeof *simplified->occurrences);
  simplified->fates = hb_calloc (hb_cnf_clauses (cnf), sizeof *simplified->fates);
  clean (&p, cnf);
  link_literals (&p);
  if (propagate (&p))
    collect (&p);
  else
    simplified->contradiction = true;
  vec_free (p.literals);
  vec_free (p.ends);
  vec_free (p.queue);
  hb_free (p.first);
  hb_free (p.clauses);
  hb_free (p.left);
}

void
hb_simplified_free (struct hb_simplified *simplified)
{
  hb_free (simplified->units);
  hb_free (simplified->occurrences);
  hb_free (simplified->fates);
  vec_free (simplified->literals);
  vec_free (simplified->ends);
  vec_free (simplified->origins);
}
