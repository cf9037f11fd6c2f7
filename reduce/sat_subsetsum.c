/* 3sat-subsetsum: any formula to numbers, some of which have to add up to one that is given.
 *
 * As in Sipser, "Introduction to the theory of computation", theorem 7.56, after Karp 1972.  In decimal, a column for each
 * variable and one for each clause:
 *
 *             x1 x2   c1 c2
 *      x1      1  0    1  0       two numbers for each variable, one of which is chosen: 1 in the column of the
 *     -x1      1  0    0  1       variable, and in that of each clause as often as the literal stands there
 *      x2         1    1  1
 *     -x2         1    0  0
 *      c1              1          s - 1 more for a clause of s literals, to fill up to s if one is true at least
 *      c2                 1
 *     -----------------------
 *              1  1    2  2       the sum; of an empty clause 1, which nothing adds up to
 *
 * A column's numbers add up to 2s - 1 at most; the columns of clauses have as many digits as the largest of these
 * needs, so nothing is carried over. */
#include "base/memory.h"
#include "reduce/gadgets.h"
#include "reduce/map.h"
#include "reduce/sat_subsetsum.h"

#include <stdlib.h>
#include <string.h>

enum damage
{
  NO_VARIABLES = 1,
  NO_FILL = 2,
  FILL_ALL = 4
};

static const struct hb_ablation ablations[] = {
  { "no-fill", "there is nothing to fill up with, so all literals of a clause must be true", HB_NO,
    NO_FILL },
  { "fill-all", "a clause can be filled up even if no literal is true, so no clause says anything",
    HB_YES, FILL_ALL },
  { "no-variables",
    "variables have no columns, so x and -x may both be chosen, and unsatisfiable formulas get a "
    "sum",
    HB_YES, NO_VARIABLES },
  { NULL, NULL, HB_OPEN, 0 },
};

static struct hb_sum_columns
columns_of (const hb_cnf *cnf, unsigned damage)
{
  struct hb_sum_columns c
      = { cnf, damage & NO_VARIABLES ? 0 : (size_t)cnf->variables, hb_cnf_clauses (cnf), 1 };
  size_t most = 1;
  for (size_t j = 0; j < c.clauses; j++)
    {
      size_t size;
      hb_cnf_clause (cnf, j, &size);
      most = size > most ? size : most;
    }
  /* One more than is needed if all is well: `fill-all` adds s to s. */
  for (size_t sum = 2 * most - !(damage & FILL_ALL); sum > 9; sum /= 10)
    c.wide++;
  return c;
}

static size_t
digits_of (const struct hb_sum_columns *c)
{
  return c->variables + c->wide * c->clauses;
}

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (source);
  struct hb_sum_columns c = columns_of (cnf, 0);
  sizes[0] = 2 * (uint64_t)cnf->variables;
  for (size_t j = 0; j < c.clauses; j++)
    sizes[0] += hb_sum_fills (cnf, j);
  sizes[1] = digits_of (&c) ? digits_of (&c) : 1;
}

static bool
accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  uint64_t sizes[2];
  sizes_of (self, source, sizes);
  if (!sizes[0] || sizes[1] <= UINT64_C (1000000000) / sizes[0])
    return true;
  hb_error (diag, NULL,
            "there would be %llu numbers of %llu digits; a thousand million digits can be had",
            (unsigned long long)sizes[0], (unsigned long long)sizes[1]);
  return false;
}

/* --- building --- */

/* Adds AMOUNT to the column of clause J in NUMBER. */
static void
add_to_clause (const struct hb_sum_columns *c, char *number, size_t j, size_t amount)
{
  char *last = number + c->variables + c->wide * (j + 1) - 1;
  for (; amount; amount /= 10, last--)
    {
      amount += (size_t)(*last - '0');
      *last = (char)('0' + amount % 10);
    }
}

static void
clear (const struct hb_sum_columns *c, char *number)
{
  memset (number, '0', digits_of (c));
}

/* The numbers of all literals, x before -x. */
static void
add_literals (const struct hb_sum_columns *c, hb_sums *sums)
{
  size_t digits = digits_of (c), n = (size_t)c->cnf->variables;
  char *all = hb_calloc (2 * n * digits + 1, 1);
  memset (all, '0', 2 * n * digits);
  for (size_t i = 0; i < 2 * c->variables; i++)
    all[i * digits + i / 2] = '1';
  for (size_t j = 0, i = 0; j < c->clauses; j++)
    for (; i < c->cnf->ends.data[j]; i++)
      {
        int literal = c->cnf->literals.data[i];
        size_t row = 2 * (size_t)(abs (literal) - 1) + (literal < 0);
        add_to_clause (c, all + row * digits, j, 1);
      }
  for (size_t row = 0; row < 2 * n; row++)
    hb_sums_add (sums, all + row * digits, digits);
  hb_free (all);
}

static hb_sums *
build (const struct hb_sum_columns *c, unsigned damage)
{
  hb_sums *sums = hb_sums_new ();
  size_t digits = digits_of (c);
  char *number = hb_calloc (digits + 2, 1);
  add_literals (c, sums);
  for (size_t j = 0; j < c->clauses && !(damage & NO_FILL); j++)
    for (size_t i = 0; i < hb_sum_fills (c->cnf, j) + !!(damage & FILL_ALL); i++)
      {
        clear (c, number);
        add_to_clause (c, number, j, 1);
        hb_sums_add (sums, number, digits);
      }
  clear (c, number);
  memset (number, '1', c->variables);
  for (size_t j = 0; j < c->clauses; j++)
    add_to_clause (c, number, j, hb_sum_fills (c->cnf, j) + 1);
  hb_sums_set_target (sums, digits ? number : "0", digits ? digits : 1);
  hb_free (number);
  return sums;
}

/* --- the map --- */

static void
put_map (const struct hb_reduction *self, const struct hb_sum_columns *c, const hb_sums *sums,
         const struct hb_ablation *ablation, hb_output *map)
{
  hb_json *line = hb_map_header (map, self->name);
  if (ablation)
    hb_json_member_string (line, "ablation", ablation->name);
  hb_map_formula_sizes (line, "source", (uint64_t)c->cnf->variables, c->clauses,
                        c->cnf->literals.size);
  hb_json_member_object (line, "target");
  hb_json_member_unsigned (line, "numbers", sums->numbers.size);
  hb_json_member_unsigned (line, "digits", digits_of (c));
  hb_json_close (line);
  hb_json_member_unsigned (line, "width", c->wide);
  hb_json_member_string (line, "rule",
                         "a variable is true iff the number of its positive literal is chosen");
  hb_map_end (line);
  hb_id number = 0;
  for (int v = 1; v <= c->cnf->variables; v++)
    for (int sign = 1; sign >= -1; sign -= 2)
      {
        line = hb_map_line (map, "literal");
        hb_json_member_unsigned (line, "number", ++number);
        hb_json_member_signed (line, "literal", sign * v);
        hb_map_end (line);
      }
  for (size_t j = 0; j < c->clauses; j++)
    for (size_t i = 0; number < sums->numbers.size && i < hb_sum_fills (c->cnf, j); i++)
      {
        line = hb_map_line (map, "fill");
        hb_json_member_unsigned (line, "number", ++number);
        hb_json_member_unsigned (line, "clause", j + 1);
        hb_map_end (line);
      }
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  (void)diag;
  unsigned damage = ablation ? ablation->bits : 0;
  struct hb_sum_columns c = columns_of (hb_cnf_of (source), damage);
  hb_sums *sums = build (&c, damage);
  if (map)
    put_map (self, &c, sums, ablation, map);
  target->instance = hb_instance_of_sums (sums);
  return true;
}

static bool
draw (const struct hb_reduction *self, const hb_instance *source,
      const struct hb_draw_options *options, hb_output *output, hb_diag *diag)
{
  struct hb_sum_columns c = columns_of (hb_cnf_of (source), 0);
  hb_sums *sums = build (&c, 0);
  bool good = hb_sum_draw (&c, sums, self->name, options, output, diag);
  hb_sums_free (sums);
  return good;
}

/* --- solutions --- */

static void
lift (const hb_cnf *cnf, const signed char *model, hb_list *list)
{
  for (int v = 1; v <= cnf->variables; v++)
    vec_push (*list, 2 * (hb_id)v - (model[v] > 0));
  hb_id next = 2 * (hb_id)cnf->variables + 1;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size, false_ones = 0;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      for (size_t k = 0; k < size; k++)
        false_ones += !hb_literal_holds (model, literals[k]);
      for (size_t i = 0; i < hb_sum_fills (cnf, j); i++, next++)
        if (i < false_ones)
          vec_push (*list, next);
    }
}

static void
extract (const hb_cnf *cnf, const hb_list *list, signed char *model)
{
  for (size_t i = 0; i < list->size; i++)
    if (list->data[i] <= 2 * (hb_id)cnf->variables && list->data[i] % 2)
      model[list->data[i] / 2 + 1] = 1;
}

static const struct hb_gadget_plan plan = { .lift = lift, .extract = extract };

const struct hb_reduction hb_reduction_sat_subsetsum = {
  .name = "3sat-subsetsum",
  .from = &hb_problem_sat,
  .to = &hb_problem_sums,
  .to_note = "",
  .reference = "Karp 1972; Sipser, theorem 7.56",
  .handlers = "",
  .size_text = "n variables, K literals, m clauses, m' of them not empty, the longest of s "
               "literals, w the digits of 2s - "
               "1: numbers = 2n + K - m', digits = n + wm",
  .ablations = ablations,
  .faithful = true,
  .accepts = accepts,
  .sizes = sizes_of,
  .reduce = reduce,
  .draw = draw,
  .own = &plan,
  .lift = hb_gadgets_lift,
  .extract = hb_gadgets_extract,
};
