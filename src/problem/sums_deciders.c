/* Who decides sums.
 *
 * By a formula: column by column of the decimal digits, from the lowest, number by number, what has come together so
 * far.  The states of this machine are (column, number, sum in the column with the carry); only those that can
 * be reached have a variable, which their predecessor and the choice of the number imply; those whose sum has
 * a last digit that is not the target's are forbidden. */
#include "problem/sums.h"

#include "base/memory.h"
#include "problem/encoded.h"
#include "sat/cnf.h"

#include <string.h>

/* Numbers whose sums are all tried. */
#define MOST_TRIED 18

/* Where the machine stands: the variable of each sum that can be reached in this column, or 0. */
typedef VEC (int) layer;

static void
imply (hb_cnf *cnf, int state, int choice, int next)
{
  const int clause[] = { -state, -choice, next };
  hb_cnf_add_clause (cnf, clause, 3);
}

/* The variable of SUM in LAYER, made if need be. */
static int
state_of (hb_cnf *cnf, layer *to, size_t sum)
{
  if (sum >= to->size)
    vec_resize (*to, sum + 1, 0);
  if (!to->data[sum])
    to->data[sum] = ++cnf->variables;
  return to->data[sum];
}

/* One number more, with DIGIT in this column, chosen if CHOICE is true. */
static void
pass_number (hb_cnf *cnf, layer *here, int choice, unsigned digit)
{
  layer next = VEC_EMPTY;
  for (size_t sum = 0; sum < here->size; sum++)
    if (here->data[sum])
      {
        imply (cnf, here->data[sum], choice, state_of (cnf, &next, sum + digit));
        imply (cnf, here->data[sum], -choice, state_of (cnf, &next, sum));
      }
  vec_free (*here);
  *here = next;
}

/* The end of a column where DIGIT is wanted: sums that end in it are carried over, others forbidden. */
static void
end_column (hb_cnf *cnf, layer *here, unsigned digit)
{
  layer next = VEC_EMPTY;
  for (size_t sum = 0; sum < here->size; sum++)
    {
      if (!here->data[sum])
        continue;
      hb_cnf_add (cnf, -here->data[sum]);
      if (sum % 10 == digit)
        hb_cnf_add (cnf, state_of (cnf, &next, sum / 10));
      hb_cnf_add (cnf, 0);
    }
  vec_free (*here);
  *here = next;
}

static unsigned
digit_of (const char *number, size_t length, size_t column)
{
  return column < length ? (unsigned)(number[length - 1 - column] - '0') : 0;
}

static hb_cnf *
encode (const hb_instance *instance)
{
  const hb_sums *sums = hb_sums_of (instance);
  size_t count = sums->numbers.size, target = strlen (sums->target), columns = target;
  size_t *length = hb_calloc (count + 1, sizeof *length);
  for (size_t i = 0; i < count; i++)
    {
      length[i] = strlen (sums->numbers.data[i]);
      columns = length[i] > columns ? length[i] : columns;
    }
  hb_cnf *cnf = hb_cnf_new ((int)count);
  layer here = VEC_EMPTY;
  hb_cnf_add (cnf, state_of (cnf, &here, 0));
  hb_cnf_add (cnf, 0);
  for (size_t column = 0; column < columns; column++)
    {
      for (size_t i = 0; i < count; i++)
        {
          unsigned digit = digit_of (sums->numbers.data[i], length[i], column);
          if (digit)
            pass_number (cnf, &here, (int)i + 1, digit);
        }
      end_column (cnf, &here, digit_of (sums->target, target, column));
    }
  for (size_t sum = 1; sum < here.size; sum++)
    if (here.data[sum])
      {
        hb_cnf_add (cnf, -here.data[sum]);
        hb_cnf_add (cnf, 0);
      }
  vec_free (here);
  hb_free (length);
  return cnf;
}

static hb_solution *
decode (const hb_instance *instance, const signed char *model)
{
  hb_list *list = hb_list_new ();
  for (size_t i = 0; i < hb_sums_of (instance)->numbers.size; i++)
    if (model[i + 1] > 0)
      vec_push (*list, (hb_id)i + 1);
  return hb_solution_of_list (list);
}

/* --- by hand: all sets, each a number away from the one before (Gray's code) --- */

static enum hb_answer
try_all (const struct hb_decider *self, const hb_instance *instance,
         const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  (void)self;
  (void)options;
  (void)diag;
  const hb_sums *sums = hb_sums_of (instance);
  struct hb_limbs *limbs = hb_limbs_new (sums);
  uint32_t set = 0, last = UINT32_C (1) << sums->numbers.size;
  bool found = hb_limbs_reached (limbs);
  for (uint32_t step = 1; step < last && !found; step++)
    {
      unsigned i = 0;
      while (!(step >> i & 1))
        i++;
      set ^= UINT32_C (1) << i;
      if (set >> i & 1)
        hb_limbs_add (limbs, i);
      else
        hb_limbs_subtract (limbs, i);
      found = hb_limbs_reached (limbs);
    }
  hb_limbs_free (limbs);
  if (!found)
    return HB_NO;
  hb_list *list = hb_list_new ();
  for (hb_id i = 0; i < sums->numbers.size; i++)
    if (set >> i & 1)
      vec_push (*list, i + 1);
  if (solution)
    *solution = hb_solution_of_list (list);
  else
    hb_list_free (NULL, hb_solution_of_list (list));
  return HB_YES;
}

static bool
is_small (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  *why = "there are too many numbers for all sums to be tried";
  return hb_sums_of (instance)->numbers.size <= MOST_TRIED;
}

static const struct hb_encoding encoding = { encode, decode };
HB_ENCODED_DECIDERS (encoding, "column by column, the sums that can be reached");
static const struct hb_decider brute = { .name = "brute",
                                         .summary = "the sums of all sets, if the numbers are few",
                                         .brute = true,
                                         .accepts = is_small,
                                         .decide = try_all };

const struct hb_decider *const hb_sums_deciders[] = { &by_cadical, &by_picosat, &brute, NULL };
