/* Runs to models and back; see periodic_sat.h.
 *
 * A run tells the values that reads and choices had, and the order of events: these are unit clauses, and what a solver
 * adds to them is the model.  The bodies' circuits are evaluated once, from the first gate to the last: whether a read
 * happens depends on gates before it alone. */
#include "reduce/periodic_sat.h"

#include "sat/solver.h"

/* Whose value a gate without operands is a bit of. */
enum owner_kind
{
  NOBODY,
  READ,
  CHOICE,
  LATE,
  INITIAL
};

struct owner
{
  enum owner_kind kind;
  hb_id number;
  unsigned bit;
};

struct lifting
{
  struct hb_periodic_formula f;
  const hb_periodic_run *run;
  hb_solver *solver;
  VEC (struct owner) owners; /* by gate */
  signed char *values;       /* by gate */
  VEC (uint64_t) reads;      /* by event: the value read */
  VEC (hb_id) next_read;     /* by job: the step from which its next read is looked for */
  VEC (hb_id) choices;       /* by job: how many there were */
  bool good;
};

static void
own (struct lifting *l, hb_word word, enum owner_kind kind, hb_id number)
{
  for (unsigned i = 0; i < word.width; i++)
    l->owners.data[word.bits[i] >> 1] = (struct owner){ kind, number, i };
}

static void
find_owners (struct lifting *l)
{
  const hb_unfolding *u = l->f.unfolding;
  vec_resize (l->owners, hb_bits_nodes (u->bits), ((struct owner){ NOBODY, 0, 0 }));
  for (hb_id i = 0; i < u->actions.size; i++)
    if (u->actions.data[i].kind == HB_ACT_READ)
      own (l, u->actions.data[i].value, READ, i);
  for (hb_id i = 0; i < u->choices.size; i++)
    own (l, u->choices.data[i].value, CHOICE, i);
  for (hb_id i = 0; i < u->deferred.size; i++)
    own (l, u->deferred.data[i].out, LATE, i);
  for (hb_id i = 0; i < u->initials.size; i++)
    own (l, u->initials.data[i].value, INITIAL, i);
  vec_resize (l->reads, u->actions.size, 0);
  vec_resize (l->next_read, u->first.size, 0);
  vec_resize (l->choices, u->first.size, 0);
}

/* --- values, at the first bit of each --- */

static void
take_read (struct lifting *l, hb_id number)
{
  const struct hb_action *action = &l->f.unfolding->actions.data[number];
  hb_id *at = &l->next_read.data[action->job];
  if (!hb_bits_holds (l->values, action->guard))
    return;
  while (*at < l->run->steps.size
         && (l->run->steps.data[*at].job != action->job
             || l->run->steps.data[*at].kind != HB_ACT_READ))
    ++*at;
  if (*at == l->run->steps.size || l->run->steps.data[*at].cell != action->cell)
    l->good = false;
  else
    l->reads.data[number] = l->run->steps.data[(*at)++].value;
}

static uint64_t
choice_of (struct lifting *l, hb_id number)
{
  const struct hb_choice *choice = &l->f.unfolding->choices.data[number];
  if (!hb_bits_holds (l->values, choice->guard))
    return 0;
  hb_id count = l->choices.data[choice->job]++;
  for (size_t i = 0; i < l->run->choices.size; i++)
    if (l->run->choices.data[i].job == choice->job && l->run->choices.data[i].number == count)
      return l->run->choices.data[i].value;
  return 0;
}

static uint64_t
initial_of (const struct lifting *l, hb_id number)
{
  hb_id cell = l->f.unfolding->initials.data[number].cell;
  for (size_t i = 0; i < l->run->initials.size; i++)
    if (l->run->initials.data[i].cell == cell)
      return l->run->initials.data[i].value;
  return 0;
}

/* A op B in 64 bits, cut to the width by the caller. */
static uint64_t
computed (const struct lifting *l, const struct hb_deferred *d)
{
  unsigned width = d->a.width;
  uint64_t a = hb_bits_number (l->values, d->a), b = hb_bits_number (l->values, d->b),
           mask = UINT64_MAX >> (64 - width);
  if (d->op == C_MULTIPLY || !b)
    return d->op == C_MULTIPLY ? a * b : 0; /* by zero: a choice stands for it */
  if (!d->is_signed)
    return d->op == C_DIVIDE ? a / b : a % b;
  bool minus_a = a >> (width - 1) & 1, minus_b = b >> (width - 1) & 1;
  uint64_t x = minus_a ? (0 - a) & mask : a, y = minus_b ? (0 - b) & mask : b;
  uint64_t whole = x / y, rest = x % y;
  if (d->op == C_DIVIDE)
    return minus_a != minus_b ? 0 - whole : whole;
  return minus_a ? 0 - rest : rest;
}

/* Values of all gates that there are before the formula's own. */
static void
evaluate (struct lifting *l, size_t count)
{
  const hb_unfolding *u = l->f.unfolding;
  uint64_t value = 0;
  hb_lit a, b;
  for (hb_id g = 1; g < count; g++)
    {
      struct owner owner = l->owners.data[g];
      if (hb_bits_gate (u->bits, g, &a, &b))
        {
          l->values[g] = hb_bits_holds (l->values, a) && hb_bits_holds (l->values, b);
          continue;
        }
      if (!owner.bit && owner.kind == READ)
        take_read (l, owner.number);
      value = owner.kind == READ      ? l->reads.data[owner.number]
              : owner.bit             ? value
              : owner.kind == CHOICE  ? choice_of (l, owner.number)
              : owner.kind == INITIAL ? initial_of (l, owner.number)
              : owner.kind == LATE    ? computed (l, &u->deferred.data[owner.number])
                                      : 0;
      l->values[g] = value >> owner.bit & 1;
    }
}

/* --- unit clauses --- */

static void
give (struct lifting *l, int literal, bool holds)
{
  if (!literal)
    return;
  hb_solver_add (l->solver, holds ? literal : -literal);
  hb_solver_add (l->solver, 0);
}

/* The step at which each event of job J happens: of one that does not, or of a snapshot, that of the one before. */
static bool
find_steps (struct lifting *l, hb_id j, hb_id *at)
{
  size_t count;
  const hb_id *events = hb_vc_job_events (l->f.vc, j, &count);
  hb_id step = 0, last = 0;
  for (size_t i = 0; i < count; i++)
    {
      const struct hb_moment *event = hb_vc_event (l->f.vc, events[i]);
      bool happens = event->kind != HB_ACT_SNAPSHOT && hb_bits_holds (l->values, event->guard);
      while (happens && step < l->run->steps.size && l->run->steps.data[step].job != j)
        step++;
      if (happens && step == l->run->steps.size)
        return false;
      if (happens)
        last = step++;
      at[events[i]] = last;
    }
  return true;
}

static bool
give_order (struct lifting *l)
{
  size_t jobs = l->f.jobs->jobs.size, first, second;
  hb_id *at = hb_calloc (hb_vc_events (l->f.vc), sizeof *at);
  bool good = true;
  for (hb_id j = 0; j < jobs && good; j++)
    good = find_steps (l, j, at);
  for (hb_id low = 0; low < jobs && good; low++)
    for (hb_id high = 0; high < jobs; high++)
      {
        if (hb_jobs_relation (l->f.jobs, low, high) != HB_JOB_UNDER)
          continue;
        const hb_id *a = hb_vc_job_events (l->f.vc, low, &first),
                    *b = hb_vc_job_events (l->f.vc, high, &second);
        for (size_t i = 0; i < first && second; i++)
          give (l, hb_vc_literal (l->f.vc, hb_vc_before (l->f.vc, a[i], b[0])),
                at[a[i]] < at[b[0]]);
      }
  hb_free (at);
  return good;
}

/* What comes out of a deferred operation follows from what goes in, by a circuit; of a division by zero that is something,
 * which nobody reads. */
static void
give_values (struct lifting *l, size_t count)
{
  for (hb_id g = 1; g < count; g++)
    if (l->owners.data[g].kind != NOBODY && l->owners.data[g].kind != LATE)
      give (l, hb_vc_known (l->f.vc, 2 * g), l->values[g]);
}

hb_solution *
hb_periodic_lift (const struct hb_reduction *self, const hb_instance *source,
                  const hb_solution *solution, const hb_instance *target, hb_diag *diag)
{
  struct lifting l = { .run = hb_run_of (solution), .good = true };
  const hb_cnf *cnf = hb_cnf_of (target);
  signed char *model = NULL;
  if (!hb_reduction_made (self, source, target, diag)
      || !self->from->check (self->from, source, solution, diag))
    return NULL;
  l.solver = hb_solver_new (NULL, 0, diag);
  if (l.solver && hb_periodic_formula_start (&l.f, self, source, 0, hb_solver_take, l.solver, diag))
    {
      size_t count = hb_bits_nodes (l.f.unfolding->bits);
      l.values = hb_calloc (count, 1);
      find_owners (&l);
      evaluate (&l, count);
      if (l.good && give_order (&l))
        {
          give_values (&l, count);
          if (hb_solver_solve (l.solver, NULL) == 10)
            hb_solver_model (l.solver, model = hb_model_new (cnf), cnf->variables);
        }
      if (!model)
        hb_error (diag, NULL, "the run is none of the formula's");
    }
  hb_periodic_formula_end (&l.f);
  hb_solver_free (l.solver);
  hb_free (l.values);
  vec_free (l.owners);
  vec_free (l.reads);
  vec_free (l.next_read);
  vec_free (l.choices);
  return model ? hb_solution_of_model (model) : NULL;
}

/* --- back --- */

static void
nowhere (void *context, int literal)
{
  (void)context, (void)literal;
}

static int
model_value (void *context, int variable)
{
  const signed char *model = context;
  return model[variable];
}

hb_solution *
hb_periodic_extract (const struct hb_reduction *self, const hb_instance *source,
                     const hb_instance *target, const hb_solution *solution, hb_diag *diag)
{
  struct hb_periodic_formula f;
  hb_periodic_run *run = NULL;
  if (!hb_reduction_made (self, source, target, diag)
      || !hb_model_satisfies (hb_cnf_of (target), hb_model_of (solution), "formula", diag))
    return NULL;
  if (hb_periodic_formula_start (&f, self, source, 0, nowhere, NULL, diag))
    {
      signed char *inputs
          = hb_vc_inputs (f.vc, model_value, (void *)(uintptr_t)hb_model_of (solution));
      run = hb_periodic_run_of_model (f.vc, inputs);
      hb_free (inputs);
    }
  hb_periodic_formula_end (&f);
  return hb_solution_of_run (run);
}
