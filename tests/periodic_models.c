/* The orders of a set's formula, by a solver; see periodic_orders.h.
 *
 * Rounds are small numbers in bits, and a solver that knows nothing of numbers takes long to see that there is no further
 * model.  So it is told for each three of them that x <= y and y <= z give x <= z: tautologies of the circuits that
 * compare them, which take no model away (`facts_are_true` of test_periodic_orders.c tries all values). */
#include "tests/periodic_orders.h"

#include "periodic/exact.h"
#include "periodic/vc_private.h"
#include "sat/solver.h"

#include <string.h>

struct formula
{
  hb_solver *solver; /* NULL: clauses are only kept */
  VEC (int) clauses;
  hb_unfolding *unfolding;
  hb_vc *vc;
  hb_diag *diag;
};

static void
take (void *context, int literal)
{
  struct formula *f = context;
  vec_push (f->clauses, literal);
  if (f->solver)
    hb_solver_add (f->solver, literal);
}

static void
formula_start (struct formula *f, const struct set *set, const struct hb_vc_options *options,
               bool solve)
{
  f->diag = hb_diag_new ();
  f->solver = solve ? hb_solver_new (NULL, 0, f->diag) : NULL;
  /* What one task alone touches is an event, too. */
  struct hb_unfold_options all = { .private_shared = true };
  f->unfolding = hb_unfold (set->jobs, &all, f->diag);
  f->vc = f->unfolding ? hb_vc_new (f->unfolding, options, take, f, f->diag) : NULL;
  if (!f->vc)
    fail_msg ("%s\n%s", set->text, hb_diag_first (f->diag));
}

static void
formula_end (struct formula *f)
{
  hb_vc_free (f->vc);
  hb_unfolding_free (f->unfolding);
  hb_solver_free (f->solver);
  hb_diag_free (f->diag);
  vec_free (f->clauses);
}

/* What the formula says that it costs, it does. */
static void
check_sizes (const struct formula *f, const struct set *set)
{
  struct hb_order_sizes told = hb_vc_order_sizes (f->vc);
  struct hb_vc_sizes sizes = hb_vc_sizes (f->vc);
  assert_int_equal (told.literals, sizes.order_literals);
  if (!strstr (set->text, "hb_lock (l)"))
    assert_int_equal (told.clauses, sizes.order_clauses);
}

void
numbers_are_in_order (hb_bits *bits, const hb_word *numbers, const bool *wanted, size_t count,
                      int (*literal) (void *context, hb_lit a), hb_clause_sink *sink, void *context)
{
  int *at_most = hb_calloc (count * count + 1, sizeof *at_most);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < count; k++)
      if (wanted[i * count + k])
        at_most[i * count + k]
            = literal (context, hb_not (hb_word_less (bits, numbers[k], numbers[i], false)));
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < count; k++)
      for (size_t m = 0; m < count && wanted[i * count + k]; m++)
        if (m != i && wanted[k * count + m] && wanted[i * count + m])
          {
            sink (context, -at_most[i * count + k]);
            sink (context, -at_most[k * count + m]);
            sink (context, at_most[i * count + m]);
            sink (context, 0);
          }
  hb_free (at_most);
}

static int
literal_of (void *context, hb_lit a)
{
  struct formula *f = context;
  return hb_vc_literal (f->vc, a);
}

/* Of neighbours in a job, of jobs of which one may preempt the other, and of the ends at which others meet. */
static void
tell_facts (struct formula *f)
{
  VEC (hb_word) numbers = VEC_EMPTY;
  VEC (hb_id) of_job = VEC_EMPTY;
  for (hb_id j = 0; j < f->vc->job_count; j++)
    {
      const struct hb_vc_job *job = &f->vc->order[j];
      for (size_t i = 0; i < job->rounds.size + 2; i++)
        {
          vec_push (numbers, !i                      ? job->first
                             : i <= job->rounds.size ? job->rounds.data[i - 1]
                                                     : job->last);
          vec_push (of_job, j);
        }
    }
  size_t count = numbers.size;
  bool *wanted = hb_calloc (count * count + 1, sizeof *wanted);
  for (size_t i = 0; i < count; i++)
    for (size_t k = i + 1; k < count; k++)
      {
        hb_id l = of_job.data[i], m = of_job.data[k];
        enum hb_job_relation relation = hb_vc_relation (f->vc, l, m);
        bool ends = i + 1 == count || of_job.data[i + 1] != l;
        bool starts = of_job.data[k - 1] != m;
        wanted[i * count + k] = wanted[k * count + i]
            = l == m ? k == i + 1
                     : relation == HB_JOB_UNDER || relation == HB_JOB_OVER || (ends && starts);
      }
  numbers_are_in_order (f->vc->bits, numbers.data, wanted, count, literal_of, take, f);
  hb_free (wanted);
  vec_free (numbers);
  vec_free (of_job);
}

/* --- models --- */

/* What is an event of the set, too: all but snapshots. */
static bool
counts (const struct formula *f, hb_id event)
{
  return hb_vc_event (f->vc, event)->kind != HB_ACT_SNAPSHOT;
}

/* All orders get their literals before the first model. */
static void
name_orders (struct formula *f)
{
  size_t count = hb_vc_events (f->vc);
  for (hb_id a = 0; a < count; a++)
    for (hb_id b = 0; b < count; b++)
      if (hb_vc_event (f->vc, a)->job != hb_vc_event (f->vc, b)->job && counts (f, a)
          && counts (f, b))
        hb_vc_literal (f->vc, hb_vc_before (f->vc, a, b));
}

/* Every free choice is its number, from 1 on. */
static void
name_values (struct formula *f)
{
  for (size_t i = 0; i < f->unfolding->choices.size; i++)
    {
      hb_word value = f->unfolding->choices.data[i].value;
      for (unsigned b = 0; b < value.width; b++)
        {
          hb_lit bit = (i + 1) >> b & 1 ? value.bits[b] : hb_not (value.bits[b]);
          hb_vc_clause (f->vc, &bit, 1);
        }
    }
}

static bool
is_true (const signed char *inputs, hb_lit a)
{
  return (inputs[a >> 1] ^ (int)(a & 1)) & 1;
}

static unsigned
value_of (const signed char *inputs, hb_word word)
{
  unsigned value = 0;
  for (unsigned b = 0; b < word.width; b++)
    value |= (unsigned)is_true (inputs, word.bits[b]) << b;
  return value;
}

/* The events by a model's literals, into ORDER, how many into *COUNT; false if they are no order, or some read has not what
 * was written last. */
static bool
sort_events (const struct formula *f, const signed char *inputs, hb_id *order, size_t *count)
{
  *count = 0;
  for (hb_id e = 0; e < hb_vc_events (f->vc); e++)
    {
      if (!counts (f, e))
        continue;
      size_t at = (*count)++;
      for (; at && hb_vc_is_before (f->vc, inputs, e, order[at - 1]); at--)
        order[at] = order[at - 1];
      order[at] = e;
    }
  for (size_t i = 0; i < *count; i++)
    {
      const struct hb_moment *event = hb_vc_event (f->vc, order[i]);
      unsigned last = 0;
      for (size_t k = 0; k < i; k++)
        {
          const struct hb_moment *other = hb_vc_event (f->vc, order[k]);
          if (!hb_vc_is_before (f->vc, inputs, order[k], order[i]))
            return false;
          if (other->kind == HB_ACT_WRITE && other->cell == event->cell)
            last = value_of (inputs, other->value);
        }
      if (event->kind == HB_ACT_READ && value_of (inputs, event->value) != last)
        return false;
    }
  return true;
}

/* A clause: not the order of this model with these values.  Of all pairs: a model that is no order has a path through all
 * events, too. */
static void
rule_out (struct formula *f, const signed char *inputs)
{
  VEC (hb_lit) clause = VEC_EMPTY;
  size_t count = hb_vc_events (f->vc);
  for (hb_id a = 0; a < count; a++)
    {
      const struct hb_moment *event = hb_vc_event (f->vc, a);
      for (unsigned b = 0; event->kind == HB_ACT_READ && b < event->value.width; b++)
        vec_push (clause, event->value.bits[b] ^ is_true (inputs, event->value.bits[b]));
      for (hb_id b = a + 1; b < count; b++)
        if (event->job != hb_vc_event (f->vc, b)->job && counts (f, a) && counts (f, b))
          {
            hb_lit before = hb_vc_before (f->vc, a, b);
            vec_push (clause, before ^ is_true (inputs, before));
          }
    }
  hb_vc_clause (f->vc, clause.data, clause.size);
  vec_free (clause);
}

void
orders_of_models (const struct set *set, const struct hb_vc_options *options, orders *all)
{
  struct formula f = { .solver = NULL };
  hb_id order[MOST_JOBS * MOST_EVENTS];
  size_t count;
  formula_start (&f, set, options, true);
  if (options->encoding == HB_ENCODING_POSITION && !options->ablations && !options->snapshots)
    check_sizes (&f, set);
  hb_exact *exact = options->semantics == HB_SEMANTICS_EXACT ? hb_exact_new (f.vc) : NULL;
  name_orders (&f);
  name_values (&f);
  if (options->encoding == HB_ENCODING_ROUNDS)
    tell_facts (&f);
  while (all->size < 100000 && hb_solver_solve (f.solver, NULL) == 10)
    {
      signed char *inputs = hb_vc_inputs (f.vc, hb_solver_tell, f.solver);
      if (!exact || hb_exact_accepts (exact, inputs))
        {
          uint64_t number = 1;
          bool is_order = sort_events (&f, inputs, order, &count);
          for (size_t i = 0; i < count; i++)
            number = number << 2 | hb_vc_event (f.vc, order[i])->job;
          vec_push (*all, is_order ? number : NO_ORDER);
          rule_out (&f, inputs);
        }
      hb_free (inputs);
    }
  orders_sort (all);
  hb_exact_free (exact);
  formula_end (&f);
}

/* Assumes that events come as NUMBER tells, job by job. */
static void
assume_order (struct formula *f, uint64_t number)
{
  hb_id order[MOST_JOBS * MOST_EVENTS];
  size_t count = hb_vc_events (f->vc), done[MOST_JOBS];
  for (hb_id j = 0; j < f->vc->jobs->jobs.size; j++)
    done[j] = f->vc->order[j].events.size;
  for (size_t i = count; i-- > 0; number >>= 2)
    order[i] = f->vc->order[number & 3].events.data[--done[number & 3]];
  for (size_t i = 0; i < count; i++)
    for (size_t k = i + 1; k < count; k++)
      if (hb_vc_event (f->vc, order[i])->job != hb_vc_event (f->vc, order[k])->job)
        hb_solver_assume (f->solver,
                          hb_vc_literal (f->vc, hb_vc_before (f->vc, order[i], order[k])));
}

void
orders_of_rounds_arrival (const struct set *set, const orders *paper, orders *all)
{
  struct hb_vc_options options = { .keep = HB_KEEP_ALL, .encoding = HB_ENCODING_ROUNDS };
  struct formula without = { .solver = NULL }, with = { .solver = NULL };
  formula_start (&without, set, &options, false);
  options.semantics = HB_SEMANTICS_ARRIVAL;
  formula_start (&with, set, &options, false);
  size_t first = without.clauses.size, end = with.clauses.size;
  assert_true (first <= end
               && !memcmp (without.clauses.data, with.clauses.data, first * sizeof (int)));
  formula_end (&without);
  if (first < end)
    {
      with.solver = hb_solver_new (NULL, 0, with.diag);
      for (size_t i = 0; i < end; i++)
        hb_solver_add (with.solver, with.clauses.data[i]);
      name_orders (&with);
    }
  for (size_t i = 0; i < paper->size; i++)
    {
      if (with.solver)
        assume_order (&with, paper->data[i]);
      if (!with.solver || hb_solver_solve (with.solver, NULL) == 10)
        vec_push (*all, paper->data[i]);
    }
  formula_end (&with);
}
