/* Files of pairs of formulas and of their solutions; see valid.h.
 *
 *     formulas 1            chosen 1
 *     f 2 1                 pair 1
 *     1 -2 0                v 1 2 0
 *     g 1 2
 *     1 0
 *     -1 0
 *     end
 *
 * A line `f VARIABLES CLAUSES`, so many clauses as in DIMACS, then `g` in the same way; and so on for each pair. */
#include "problem/valid.h"

#include "base/line.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define MOST_VARIABLES 1000000

struct hb_formulas *
hb_formulas_new (void)
{
  return hb_calloc (1, sizeof (struct hb_formulas));
}

void
hb_formulas_free (const struct hb_problem *self, hb_instance *instance)
{
  struct hb_formulas *formulas = (struct hb_formulas *)instance;
  (void)self;
  for (size_t i = 0; formulas && i < formulas->list.size; i++)
    hb_cnf_free (formulas->list.data[i]);
  if (formulas)
    vec_free (formulas->list);
  hb_free (formulas);
}

hb_solution *
hb_chosen_new (size_t pair, signed char *model)
{
  struct hb_chosen *chosen = hb_calloc (1, sizeof *chosen);
  *chosen = (struct hb_chosen){ pair, model };
  return (hb_solution *)chosen;
}

void
hb_chosen_free (const struct hb_problem *self, hb_solution *solution)
{
  struct hb_chosen *chosen = (struct hb_chosen *)solution;
  (void)self;
  if (chosen)
    hb_free (chosen->model);
  hb_free (chosen);
}

/* --- instances --- */

/* The last word as a literal of a formula of that many VARIABLES. */
static bool
take_literal (struct hb_line *l, int variables, int *literal)
{
  char word[16], *end = word;
  size_t size = l->size < sizeof word ? l->size : 0;
  memcpy (word, l->text + l->start, size);
  word[size] = 0;
  long value = strtol (word, &end, 10);
  bool good = size && !*end && labs (value) <= variables;
  if (!good)
    hb_line_error (l, "'%s' is no literal; expected a number from -%d to %d",
                   hb_line_shown (l).text, variables, variables);
  else
    *literal = (int)value;
  return good;
}

/* As many clauses as are announced, on lines of their own. */
static void
read_clauses (struct hb_line *l, hb_cnf *cnf, uint64_t clauses)
{
  size_t errors = hb_diag_errors (l->diag);
  int literal = 0;
  while (hb_cnf_clauses (cnf) < clauses && hb_diag_errors (l->diag) == errors && hb_line_take (l))
    while (hb_line_next (l) && take_literal (l, cnf->variables, &literal))
      hb_cnf_add (cnf, literal);
  if (hb_diag_errors (l->diag) == errors && (hb_cnf_clauses (cnf) != clauses || literal))
    hb_line_error (l, "expected %llu clauses, each ended by 0, and there are %zu",
                   (unsigned long long)clauses, hb_cnf_clauses (cnf));
}

static void
read_formula (struct hb_line *l, struct hb_formulas *formulas)
{
  uint64_t variables, clauses;
  bool second = hb_line_is (l, "g");
  if (second != (formulas->list.size & 1))
    hb_line_error (l, "expected formulas f and g in turn");
  else if (!hb_line_next (l) || !hb_line_number (l, &variables) || variables > MOST_VARIABLES)
    hb_line_error (l, "expected the number of variables");
  else if (!hb_line_next (l) || !hb_line_number (l, &clauses))
    hb_line_error (l, "expected the number of clauses");
  else if (hb_line_end (l))
    {
      vec_push (formulas->list, hb_cnf_new ((int)variables));
      read_clauses (l, vec_top (formulas->list), clauses);
    }
}

/* No line with a word is left. */
static bool
read_nothing (struct hb_line *l, const char *behind)
{
  while (hb_line_take (l))
    if (hb_line_next (l) && !hb_line_is (l, "c"))
      {
        hb_line_error (l, "'%s' behind %s", hb_line_shown (l).text, behind);
        return false;
      }
  return !hb_input_failed (l->input);
}

hb_instance *
hb_formulas_read (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  struct hb_line line = { .input = input, .diag = diag };
  struct hb_formulas *formulas = hb_formulas_new ();
  size_t before = hb_diag_errors (diag);
  bool ended = false, good = hb_line_header (&line, "formulas");
  while (good && !ended && hb_diag_errors (diag) == before && hb_line_take (&line))
    {
      if (!hb_line_next (&line) || hb_line_is (&line, "c"))
        continue;
      if (hb_line_is (&line, "f") || hb_line_is (&line, "g"))
        read_formula (&line, formulas);
      else if (!(ended = hb_line_is (&line, "end")))
        hb_line_error (&line, "expected 'f', 'g' or 'end', not '%s'", hb_line_shown (&line).text);
    }
  if (good && hb_diag_errors (diag) == before && !hb_input_failed (input))
    {
      if (!ended || formulas->list.size & 1 || !formulas->list.size)
        hb_line_error (&line, ended ? "expected pairs of formulas, one at least"
                                    : "the file ends before 'end'");
      else if (hb_line_end (&line))
        (void)read_nothing (&line, "'end'");
    }
  hb_input_close (input);
  if (hb_diag_errors (diag) == before)
    return (hb_instance *)formulas;
  hb_formulas_free (self, (hb_instance *)formulas);
  return NULL;
}

void
hb_formulas_write (const struct hb_problem *self, const hb_instance *instance, const char *comment,
                   hb_output *output)
{
  const struct hb_formulas *formulas = hb_formulas_of (instance);
  (void)self;
  hb_put (output, "formulas 1\n");
  if (comment)
    hb_putf (output, "c %s\n", comment);
  for (size_t i = 0; i < formulas->list.size; i++)
    {
      const hb_cnf *cnf = formulas->list.data[i];
      hb_putf (output, "%c %d %zu\n", i & 1 ? 'g' : 'f', cnf->variables, hb_cnf_clauses (cnf));
      for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
        {
          size_t size;
          const int *literals = hb_cnf_clause (cnf, j, &size);
          for (size_t k = 0; k < size; k++)
            hb_putf (output, "%d ", literals[k]);
          hb_put (output, "0\n");
        }
    }
  hb_put (output, "end\n");
}

/* --- solutions --- */

/* "v 1 -2 0" */
static signed char *
read_values (struct hb_line *l, const hb_cnf *cnf)
{
  signed char *model = hb_calloc ((size_t)cnf->variables + 1, 1);
  int literal = 1;
  if (!hb_line_take (l) || !hb_line_next (l) || !hb_line_is (l, "v"))
    hb_line_error (l, "expected 'v' and the literals that are true, then 0");
  else
    while (literal && hb_line_next (l) && take_literal (l, cnf->variables, &literal))
      if (literal)
        model[abs (literal)] = literal > 0 ? 1 : -1;
  if (literal && !l->size)
    hb_line_error (l, "the values do not end in 0");
  else if (!literal && hb_line_end (l))
    (void)read_nothing (l, "the values");
  return model;
}

hb_solution *
hb_chosen_read (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
                hb_diag *diag)
{
  const struct hb_formulas *formulas = hb_formulas_of (instance);
  struct hb_line line = { .input = input, .diag = diag };
  size_t before = hb_diag_errors (diag);
  uint64_t pair = 0;
  signed char *model = NULL;
  if (hb_line_header (&line, "chosen"))
    {
      if (!hb_line_take (&line) || !hb_line_next (&line) || !hb_line_is (&line, "pair")
          || !hb_line_next (&line) || !hb_line_number (&line, &pair) || !pair
          || pair > formulas->list.size / 2)
        hb_line_error (&line, "expected 'pair' and a number from 1 to %zu",
                       formulas->list.size / 2);
      else if (hb_line_end (&line))
        model = read_values (&line, formulas->list.data[2 * (pair - 1)]);
    }
  hb_input_close (input);
  if (hb_diag_errors (diag) == before && model)
    return hb_chosen_new (pair - 1, model);
  hb_free (model);
  (void)self;
  return NULL;
}

void
hb_chosen_write (const struct hb_problem *self, const hb_instance *instance,
                 const hb_solution *solution, hb_output *output)
{
  const struct hb_chosen *chosen = hb_chosen_of (solution);
  const hb_cnf *cnf = hb_formulas_of (instance)->list.data[2 * chosen->pair];
  (void)self;
  hb_putf (output, "chosen 1\npair %zu\nv", chosen->pair + 1);
  for (int v = 1; v <= cnf->variables; v++)
    hb_putf (output, " %d", chosen->model[v] > 0 ? v : -v);
  hb_put (output, " 0\n");
}
