/* 2QBF: is a formula "for all X there are Y such that ..." false?  (Stockmeyer, "The polynomial-time hierarchy", TCS 1976:
 * complete for the second level.)  Files are QDIMACS with at most two blocks, `a` before `e`. */
#include "problem/qbf.h"

#include "base/memory.h"
#include "gen/enumerate.h"
#include "problem/sat.h"
#include "sat/solver.h"

#include <stdlib.h>
#include <string.h>

/* --- instances --- */

/* Comments, then `p cnf`, then a block. */
static bool
recognises (const struct hb_problem *self, const char *bytes, size_t length)
{
  if (!hb_sat_recognises (self, bytes, length))
    return false;
  const char *end = bytes + length;
  for (bool header = false; bytes < end;)
    {
      const char *stop = memchr (bytes, '\n', (size_t)(end - bytes));
      while (bytes < end && (*bytes == ' ' || *bytes == '\t'))
        bytes++;
      if (header && bytes < end && *bytes != 'c' && *bytes != '\n' && *bytes != '\r')
        return *bytes == 'a' || *bytes == 'e';
      header = header || (bytes < end && *bytes == 'p');
      bytes = stop ? stop + 1 : end;
    }
  return false;
}

static void
write_block (const struct hb_qbf *qbf, bool universal, hb_output *output)
{
  bool any = false;
  for (int v = 1; v <= qbf->matrix->variables; v++)
    if (qbf->universal[v] == universal)
      {
        hb_putf (output, any ? " %d" : universal ? "a %d" : "e %d", v);
        any = true;
      }
  if (any)
    hb_put (output, " 0\n");
}

static void
write_instance (const struct hb_problem *self, const hb_instance *instance, const char *comment,
                hb_output *output)
{
  const struct hb_qbf *qbf = hb_qbf_of (instance);
  (void)self;
  if (comment)
    hb_putf (output, "c %s\n", comment);
  hb_putf (output, "p cnf %d %zu\n", qbf->matrix->variables, hb_cnf_clauses (qbf->matrix));
  write_block (qbf, true, output);
  write_block (qbf, false, output);
  for (size_t j = 0; j < hb_cnf_clauses (qbf->matrix); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (qbf->matrix, j, &size);
      for (size_t k = 0; k < size; k++)
        hb_putf (output, "%d ", literals[k]);
      hb_put (output, "0\n");
    }
}

static void
sizes_of (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  const struct hb_qbf *qbf = hb_qbf_of (instance);
  (void)self;
  sizes[0] = hb_qbf_universals (qbf);
  sizes[1] = (uint64_t)qbf->matrix->variables - sizes[0];
  sizes[2] = hb_cnf_clauses (qbf->matrix);
}

static bool
equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b)
{
  const struct hb_qbf *x = hb_qbf_of (a), *y = hb_qbf_of (b);
  return hb_sat_equal (self, hb_instance_of_cnf (x->matrix), hb_instance_of_cnf (y->matrix))
         && !memcmp (x->universal, y->universal, (size_t)x->matrix->variables + 1);
}

static hb_instance *
copy_instance (const struct hb_problem *self, const hb_instance *instance)
{
  const struct hb_qbf *qbf = hb_qbf_of (instance);
  struct hb_qbf *copy = hb_qbf_new (hb_cnf_copy (qbf->matrix));
  (void)self;
  memcpy (copy->universal, qbf->universal, (size_t)qbf->matrix->variables + 1);
  return (hb_instance *)copy;
}

/* --- solutions --- */

static hb_solution *
read_solution (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
               hb_diag *diag)
{
  return hb_list_read (self, input, (uint64_t)hb_qbf_of (instance)->matrix->variables, true, diag);
}

/* The judge's solver is not the one that is asked first. */
static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  const struct hb_qbf *qbf = hb_qbf_of (instance);
  const hb_list *list = hb_list_of (solution);
  (void)self;
  bool *flags = hb_list_flags (list, (hb_id)qbf->matrix->variables, "variable", diag);
  if (!flags)
    return false;
  hb_free (flags);
  for (size_t i = 0; i < list->size; i++)
    if (!qbf->universal[list->data[i]])
      {
        hb_error (diag, NULL, "variable %u is not universal", list->data[i]);
        return false;
      }
  hb_cnf *left = hb_qbf_under (qbf, list);
  int answer = hb_solve_cnf (left, "picosat", 0, NULL, NULL, diag);
  hb_cnf_free (left);
  if (answer == HB_YES)
    hb_error (diag, NULL, "with these values of the universal variables the formula has a model");
  return answer == HB_NO;
}

/* --- the record --- */

static const char *const measures[] = { "universal", "existential", "clauses", NULL };
static const struct hb_bound bounds[]
    = { { "clauses", "clauses, of 1 to 3 literals over distinct variables", 3, 8,
          HB_MOST_ENUMERATED },
        { "variables", "variables that occur", 3, 5, 0 },
        { NULL, NULL, 0, 0, 0 } };

const struct hb_problem hb_problem_2qbf = {
  .name = "2qbf",
  .title = "2QBF",
  .summary = "is a formula 'for all X there are Y' false: has it values of X without any of Y?",
  .source = "Stockmeyer, TCS 1976",
  .suffix = "qdimacs",
  .thing = "formula",
  .things = "formulas",
  .evidence = "counterexample",
  .evidences = "counterexamples",
  .yes = "FALSE",
  .no = "TRUE",
  .solution_suffix = "values",
  .measures = measures,
  .bounds = bounds,
  .recognises = recognises,
  .read = hb_qbf_read,
  .write = write_instance,
  .sizes = sizes_of,
  .equal = equal,
  .copy = copy_instance,
  .free = hb_qbf_free,
  .read_solution = read_solution,
  .write_solution = hb_list_write,
  .check = check,
  .same = hb_list_same,
  .free_solution = hb_list_free,
  .deciders = hb_qbf_deciders,
  .enumerate = hb_qbf_enumerate,
  .generators = hb_qbf_generators,
  .parts = hb_qbf_parts,
  .without = hb_qbf_without,
};
