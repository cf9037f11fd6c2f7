/* Subset sum: do some of these numbers add up to the one that is wanted?  (Karp, "Reducibility among combinatorial
 * problems", 1972: knapsack; SP13 of Garey and Johnson, 1979.)  Numbers have no sign and any size.  A
 * solution is the set of their places in the file, from 1. */
#include "problem/sums.h"

#include "base/line.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

/* Most draws of numbers that are meant to have no solution. */
#define MOST_DRAWS 100

/* The largest number that is enumerated. */
#define MOST_ENUMERATED 6

/* --- instances --- */

static bool
recognises (const struct hb_problem *self, const char *bytes, size_t length)
{
  (void)self;
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_of_bytes ("", bytes, length, diag);
  struct hb_line line = { .input = input, .diag = diag };
  bool found = false, going = true;
  while (going && hb_line_take (&line))
    if (hb_line_next (&line) && line.text[line.start] != 'c')
      {
        found = hb_line_is (&line, "p") && hb_line_next (&line) && hb_line_is (&line, "sum");
        going = false;
      }
  hb_input_close (input);
  hb_diag_free (diag);
  return found;
}

static hb_instance *
read_instance (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  (void)self;
  return hb_instance_of_sums (hb_sums_read (input, diag));
}

static void
write_instance (const struct hb_problem *self, const hb_instance *instance, const char *comment,
                hb_output *output)
{
  (void)self;
  hb_sums_write (output, hb_sums_of (instance), comment);
}

/* Numbers, and the digits of the longest. */
static void
sizes_of (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  (void)self;
  const hb_sums *sums = hb_sums_of (instance);
  sizes[0] = sums->numbers.size;
  sizes[1] = strlen (sums->target);
  for (size_t i = 0; i < sums->numbers.size; i++)
    if (strlen (sums->numbers.data[i]) > sizes[1])
      sizes[1] = strlen (sums->numbers.data[i]);
}

static bool
equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b)
{
  (void)self;
  const hb_sums *x = hb_sums_of (a), *y = hb_sums_of (b);
  bool same = x->numbers.size == y->numbers.size && !strcmp (x->target, y->target);
  for (size_t i = 0; i < x->numbers.size && same; i++)
    same = !strcmp (x->numbers.data[i], y->numbers.data[i]);
  return same;
}

/* SUMS but for number LEFT_OUT; new. */
static hb_sums *
copy_without (const hb_sums *sums, size_t left_out)
{
  hb_sums *copy = hb_sums_new ();
  copy->target = hb_copy_text (sums->target);
  for (size_t i = 0; i < sums->numbers.size; i++)
    if (i != left_out)
      vec_push (copy->numbers, hb_copy_text (sums->numbers.data[i]));
  return copy;
}

static hb_instance *
copy_instance (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  return hb_instance_of_sums (copy_without (hb_sums_of (instance), SIZE_MAX));
}

static void
free_instance (const struct hb_problem *self, hb_instance *instance)
{
  (void)self;
  hb_sums_free ((hb_sums *)instance);
}

/* --- solutions --- */

static hb_solution *
read_solution (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
               hb_diag *diag)
{
  return hb_list_read (self, input, hb_sums_of (instance)->numbers.size, true, diag);
}

static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  (void)self;
  const hb_sums *sums = hb_sums_of (instance);
  const hb_list *list = hb_list_of (solution);
  bool *chosen = hb_list_flags (list, (hb_id)sums->numbers.size, "number", diag);
  if (!chosen)
    return false;
  hb_free (chosen);
  struct hb_limbs *limbs = hb_limbs_new (sums);
  for (size_t i = 0; i < list->size; i++)
    hb_limbs_add (limbs, list->data[i] - 1);
  bool good = hb_limbs_reached (limbs);
  char *sum = good ? NULL : hb_limbs_text (limbs);
  if (!good)
    hb_error (diag, NULL, "the sum is %s; expected %s", sum, sums->target);
  hb_free (sum);
  hb_limbs_free (limbs);
  return good;
}

/* --- many --- */

struct enumeration
{
  unsigned numbers[8];
  size_t count;
  hb_instance_visit *visit;
  void *context;
};

static void
add_small (hb_sums *sums, uint64_t number, bool is_target)
{
  char digits[24];
  int length = snprintf (digits, sizeof digits, "%llu", (unsigned long long)number);
  if (is_target)
    hb_sums_set_target (sums, digits, (size_t)length);
  else
    hb_sums_add (sums, digits, (size_t)length);
}

/* All numbers from place AT on, none smaller than that before it; with each target up to one too large. */
static bool
each_from (struct enumeration *x, size_t at)
{
  bool going = true;
  for (unsigned n = at ? x->numbers[at - 1] : 0; at < x->count && n <= MOST_ENUMERATED && going;
       n++)
    {
      x->numbers[at] = n;
      going = each_from (x, at + 1);
    }
  unsigned sum = 0;
  for (size_t i = 0; i < x->count; i++)
    sum += x->numbers[i];
  for (unsigned target = 0; at == x->count && target <= sum + 1 && going; target++)
    {
      hb_sums *sums = hb_sums_new ();
      add_small (sums, target, true);
      for (size_t i = 0; i < x->count; i++)
        add_small (sums, x->numbers[i], false);
      going = x->visit (x->context, hb_instance_of_sums (sums));
      hb_sums_free (sums);
    }
  return going;
}

static bool
enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
           hb_instance_visit *visit, void *context)
{
  (void)self;
  (void)bounds;
  struct enumeration x = { { 0 }, size, visit, context };
  return size > sizeof x.numbers / sizeof *x.numbers || each_from (&x, 0);
}

/* Numbers of up to DIGITS digits, and the sum of about half of them, one more if WRONG. */
static hb_instance *
draw (const uint64_t *bounds, bool wrong, struct hb_rng *rng)
{
  uint64_t count = 1 + hb_rng_below (rng, bounds[0] ? bounds[0] : 1);
  uint64_t digits = 1 + hb_rng_below (rng, bounds[1] ? bounds[1] : 1);
  hb_sums *sums = hb_sums_new ();
  char *number = hb_calloc (digits + 1, 1);
  hb_sums_set_target (sums, "0", 1);
  for (uint64_t i = 0; i < count; i++)
    {
      uint64_t length = 1 + hb_rng_below (rng, digits);
      for (uint64_t k = 0; k < length; k++)
        number[k] = (char)('0' + hb_rng_below (rng, 10));
      hb_sums_add (sums, number, length);
    }
  hb_free (number);
  if (wrong) /* an odd one out */
    hb_sums_add (sums, "1", 1);
  struct hb_limbs *limbs = hb_limbs_new (sums);
  for (size_t i = 0; i < count; i++)
    if (hb_rng_coin (rng))
      hb_limbs_add (limbs, i);
  if (wrong)
    hb_limbs_add (limbs, count);
  char *target = hb_limbs_text (limbs);
  hb_sums_set_target (sums, target, strlen (target));
  hb_free (target);
  hb_limbs_free (limbs);
  if (wrong)
    hb_free (vec_pop (sums->numbers));
  return hb_instance_of_sums (sums);
}

static hb_instance *
draw_sum (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
          hb_diag *diag)
{
  (void)self;
  (void)diag;
  return draw (bounds, false, rng);
}

static hb_instance *
draw_refuted (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
              hb_diag *diag)
{
  (void)self;
  const struct hb_decide_options options = { .seed = 0 };
  hb_instance *instance = NULL;
  enum hb_answer answer = HB_YES;
  for (int tries = 0; tries < MOST_DRAWS && answer == HB_YES; tries++)
    {
      hb_sums_free ((hb_sums *)instance);
      instance = draw (bounds, true, rng);
      answer = hb_sums_deciders[0]->decide (hb_sums_deciders[0], instance, &options, NULL, diag);
    }
  return instance;
}

static hb_instance *
vary (const struct hb_problem *self, const hb_instance *instance, struct hb_rng *rng)
{
  (void)self;
  hb_sums *other = copy_without (hb_sums_of (instance), SIZE_MAX);
  for (size_t i = other->numbers.size; i > 1; i--)
    {
      size_t k = hb_rng_below (rng, i);
      char *kept = other->numbers.data[i - 1];
      other->numbers.data[i - 1] = other->numbers.data[k];
      other->numbers.data[k] = kept;
    }
  return hb_instance_of_sums (other);
}

static size_t
parts (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  return hb_sums_of (instance)->numbers.size;
}

static hb_instance *
without (const struct hb_problem *self, const hb_instance *instance, size_t i)
{
  (void)self;
  return hb_instance_of_sums (copy_without (hb_sums_of (instance), i));
}

static const struct hb_generator reached
    = { "reached", "numbers, and the sum of some of them", NULL, draw_sum };
static const struct hb_generator refuted
    = { "refuted", "numbers, and a sum next to one of theirs that none of them have", NULL,
        draw_refuted };
static const struct hb_generator *const generators[] = { &reached, &refuted, NULL };

static const char *const measures[] = { "numbers", "digits", NULL };
static const struct hb_bound bounds[] = { { "numbers", "numbers", 4, 12, 8 },
                                          { "digits", "digits of a number", 1, 30, 0 },
                                          { NULL, NULL, 0, 0, 0 } };

const struct hb_problem hb_problem_sums = {
  .name = "subset-sum",
  .title = "Subset sum",
  .summary = "do some of these numbers add up to the one that is wanted?",
  .source = "Karp, Reducibility among combinatorial problems, 1972",
  .suffix = "sum",
  .thing = "list of numbers",
  .things = "lists of numbers",
  .evidence = "choice of numbers",
  .evidences = "choices of numbers",
  .yes = "YES",
  .no = "NO",
  .solution_suffix = "list",
  .measures = measures,
  .bounds = bounds,
  .recognises = recognises,
  .read = read_instance,
  .write = write_instance,
  .sizes = sizes_of,
  .equal = equal,
  .copy = copy_instance,
  .free = free_instance,
  .read_solution = read_solution,
  .write_solution = hb_list_write,
  .check = check,
  .same = hb_list_same,
  .free_solution = hb_list_free,
  .deciders = hb_sums_deciders,
  .enumerate = enumerate,
  .generators = generators,
  .vary = vary,
  .parts = parts,
  .without = without,
};
