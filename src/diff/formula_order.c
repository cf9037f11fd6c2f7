/* Orders, sources of reads and facts of the certificates' formula; see formula.h. */
#include "diff/formula.h"

/* Where the order of two steps is. */
static int *
order_place (const diff_formula *f, hb_id a, hb_id b)
{
  return &f->order_table.data[a * f->steps.size + b];
}

int
diff_formula_order (const diff_formula *f, hb_id a, hb_id b)
{
  return *order_place (f, a, b);
}

/* Access A happens before access B, where both do. */
static int
before (diff_formula *f, const struct formula_access *a, const struct formula_access *b)
{
  if (a->thread == b->thread)
    return a->place < b->place ? 1 : -1;
  hb_id low = a->step < b->step ? a->step : b->step, high = a->step < b->step ? b->step : a->step;
  int *known = order_place (f, low, high);
  if (!*known)
    {
      struct formula_order order = { low, high, formula_variable (f) };
      vec_push (f->orders, order);
      *known = order.literal;
      *order_place (f, high, low) = -order.literal;
    }
  return diff_formula_order (f, a->step, b->step);
}

/* If LITERAL then one of A, B, C. */
static void
implies (diff_formula *f, int literal, int a, int b, int c)
{
  int clause[] = { -literal, a, b, c };
  formula_clause (f, clause, 4);
}

/* READ takes its value from WRITE, or the initial one if that is NULL: the literal. */
static int
source (diff_formula *f, const struct formula_access *read, const struct formula_access *write)
{
  const struct diff_variable *variable = &f->program->variables.data[read->variable];
  struct formula_word initial = formula_number (variable->type, variable->initial);
  const struct formula_word *value = write ? &write->value : &initial;
  int literal = formula_variable (f);
  implies (f, literal, read->runs, -1, -1);
  if (write)
    {
      implies (f, literal, write->runs, -1, -1);
      implies (f, literal, before (f, write, read), -1, -1);
    }
  for (unsigned i = 0; i < value->width; i++)
    {
      implies (f, literal, -value->bits[i], read->value.bits[i], -1);
      implies (f, literal, value->bits[i], -read->value.bits[i], -1);
    }
  for (size_t i = 0; i < f->accesses.size; i++)
    {
      const struct formula_access *other = &f->accesses.data[i];
      if (other->write && other->variable == read->variable && other != write)
        implies (f, literal, -other->runs, write ? before (f, other, write) : -1,
                 before (f, read, other));
    }
  return literal;
}

/* The fact of a statement and another one of the program (HB_NONE is init), or HB_NONE. */
static hb_id
fact_of (const diff_formula *f, bool store, hb_id variable, hb_id from, hb_id to)
{
  hb_id v = f->scope->variable_of[f->side].data[variable];
  hb_id a = from == HB_NONE ? 0 : f->scope->statement_of[f->side].data[from];
  hb_id b = f->scope->statement_of[f->side].data[to];
  return v == HB_NONE || a == HB_NONE || b == HB_NONE ? HB_NONE
                                                      : diff_fact_find (f->scope, store, v, a, b);
}

/* The ways in which each fact can come about. */
struct ways
{
  VEC (int) literals;
};

static void
add_way (struct ways *ways, hb_id fact, int literal)
{
  if (fact != HB_NONE)
    vec_push (ways[fact].literals, literal);
}

static void
sources_of (diff_formula *f, const struct formula_access *read, struct ways *ways)
{
  VEC (int) some = VEC_EMPTY;
  vec_push (some, -read->runs);
  for (size_t i = 0; i <= f->accesses.size; i++)
    {
      const struct formula_access *write = i ? &f->accesses.data[i - 1] : NULL;
      if (write && (!write->write || write->variable != read->variable))
        continue;
      int literal = source (f, read, write);
      vec_push (some, literal);
      add_way (
          ways,
          fact_of (f, false, read->variable, write ? write->statement : HB_NONE, read->statement),
          literal);
    }
  formula_clause (f, some.data, some.size);
  vec_free (some);
}

static void
orders_of (diff_formula *f, const struct formula_access *write, struct ways *ways)
{
  add_way (ways, fact_of (f, true, write->variable, HB_NONE, write->statement), write->runs);
  for (size_t i = 0; i < f->accesses.size; i++)
    {
      const struct formula_access *first = &f->accesses.data[i];
      if (!first->write || first->variable != write->variable || first == write)
        continue;
      hb_id fact = fact_of (f, true, write->variable, first->statement, write->statement);
      if (fact == HB_NONE)
        continue;
      int both = formula_and (f, first->runs, write->runs);
      add_way (ways, fact, formula_and (f, both, before (f, first, write)));
    }
}

void
formula_orders (diff_formula *f)
{
  size_t steps = f->steps.size, facts = f->scope->facts.size;
  struct ways *ways = hb_calloc (facts, sizeof *ways);
  vec_resize (f->order_table, steps * steps, 0);
  for (size_t i = 0; i < f->accesses.size; i++)
    if (f->accesses.data[i].write)
      orders_of (f, &f->accesses.data[i], ways);
    else
      sources_of (f, &f->accesses.data[i], ways);
  f->facts = hb_calloc (facts, sizeof *f->facts);
  for (size_t i = 0; i < facts; i++)
    {
      /* The fact holds in one of its ways, and in each. */
      f->facts[i] = formula_variable (f);
      for (size_t k = 0; k < ways[i].literals.size; k++)
        implies (f, ways[i].literals.data[k], f->facts[i], -1, -1);
      vec_push (ways[i].literals, -f->facts[i]);
      formula_clause (f, ways[i].literals.data, ways[i].literals.size);
      vec_free (ways[i].literals);
    }
  hb_free (ways);
}
