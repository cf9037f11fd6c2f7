/* Formulas with quantifiers, and what is left of them under values; see qbf.h. */
#include "problem/qbf.h"

#include "base/memory.h"

#include <stdlib.h>

struct hb_qbf *
hb_qbf_new (hb_cnf *matrix)
{
  struct hb_qbf *qbf = hb_calloc (1, sizeof *qbf);
  qbf->matrix = matrix;
  qbf->universal = hb_calloc ((size_t)matrix->variables + 1, sizeof *qbf->universal);
  return qbf;
}

void
hb_qbf_free (const struct hb_problem *self, hb_instance *instance)
{
  struct hb_qbf *qbf = (struct hb_qbf *)instance;
  (void)self;
  if (!qbf)
    return;
  hb_cnf_free (qbf->matrix);
  hb_free (qbf->universal);
  hb_free (qbf);
}

hb_id
hb_qbf_universals (const struct hb_qbf *qbf)
{
  hb_id count = 0;
  for (int v = 1; v <= qbf->matrix->variables; v++)
    count += qbf->universal[v];
  return count;
}

hb_cnf *
hb_qbf_under (const struct hb_qbf *qbf, const hb_list *list)
{
  hb_cnf *left = hb_cnf_new (qbf->matrix->variables);
  bool *is_true = hb_calloc ((size_t)qbf->matrix->variables + 1, sizeof *is_true);
  for (size_t i = 0; i < list->size; i++)
    is_true[list->data[i]] = true;
  for (size_t j = 0; j < hb_cnf_clauses (qbf->matrix); j++)
    {
      size_t size, k = 0;
      const int *literals = hb_cnf_clause (qbf->matrix, j, &size);
      while (k < size
             && !(qbf->universal[abs (literals[k])]
                  && is_true[abs (literals[k])] == (literals[k] > 0)))
        k++;
      if (k < size)
        continue;
      for (k = 0; k < size; k++)
        if (!qbf->universal[abs (literals[k])])
          hb_cnf_add (left, literals[k]);
      hb_cnf_add (left, 0);
    }
  hb_free (is_true);
  return left;
}
