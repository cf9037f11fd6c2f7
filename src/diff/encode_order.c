/* Orders of steps, sources of reads, facts; see encode.h. */
#include "diff/encode_private.h"

void
diff_encode_clause (diff_encoding *e, const hb_lit *literals, size_t count)
{
  for (size_t i = 0; i < count; i++)
    vec_push (e->clauses_open, literals[i]);
  vec_push (e->clauses_open, HB_NONE);
}

/* Step A is before step B, of another thread. */
static hb_lit
step_before (diff_encoding *e, hb_id a, hb_id b)
{
  hb_id low = a < b ? a : b, high = a < b ? b : a;
  hb_lit *known = &e->orders.data[(size_t)high * (high - 1) / 2 + low];
  if (*known == HB_NONE)
    {
      *known = e->options.clocks ? hb_word_less (e->bits, e->clocks[low], e->clocks[high], false)
                                 : hb_bits_input (e->bits);
      struct diff_order_pair pair = { low, high, *known };
      vec_push (e->pairs, pair);
    }
  return a < b ? *known : hb_not (*known);
}

hb_lit
diff_encode_before (diff_encoding *e, const struct diff_place_of_access *a,
                    const struct diff_place_of_access *b)
{
  if (a->thread == b->thread)
    return a->position < b->position ? HB_TRUE : HB_FALSE;
  if (e->leader)
    {
      hb_id at_a = e->step_anchors.data[a->step], at_b = e->step_anchors.data[b->step];
      return at_a == HB_NONE || at_b == HB_NONE ? HB_FALSE : step_before (e->leader, at_a, at_b);
    }
  return step_before (e, a->step, b->step);
}

struct of_variable
{
  diff_accesses reads, writes;
};

void
diff_encode_equal (diff_encoding *e, hb_lit source, hb_word a, hb_word b)
{
  for (unsigned i = 0; i < a.width; i++)
    {
      if (a.bits[i] == b.bits[i])
        continue;
      hb_lit one[] = { hb_not (source), hb_not (a.bits[i]), b.bits[i] };
      hb_lit other[] = { hb_not (source), a.bits[i], hb_not (b.bits[i]) };
      diff_encode_clause (e, one, 3);
      diff_encode_clause (e, other, 3);
    }
}

/* SOURCE: READ takes the value of WRITE (NULL: the initial one). */
static void
be_source (diff_encoding *e, const struct of_variable *all, hb_lit source,
           const struct diff_place_of_access *write, const struct diff_place_of_access *read)
{
  hb_word value = write ? write->value : diff_encode_initial (e, read->variable);
  hb_lit runs[] = { hb_not (source), read->runs };
  diff_encode_clause (e, runs, 2);
  if (write)
    {
      hb_lit clause[] = { hb_not (source), write->runs };
      hb_lit order[] = { hb_not (source), diff_encode_before (e, write, read) };
      diff_encode_clause (e, clause, 2);
      diff_encode_clause (e, order, 2);
    }
  diff_encode_equal (e, source, value, read->value);
  for (size_t i = 0; i < all->writes.size; i++)
    {
      const struct diff_place_of_access *other = all->writes.data[i];
      if (other == write)
        continue;
      hb_lit clause[] = { hb_not (source), hb_not (other->runs),
                          write ? diff_encode_before (e, other, write) : HB_FALSE,
                          diff_encode_before (e, read, other) };
      diff_encode_clause (e, clause, 4);
    }
}

hb_lit *
diff_encode_fact (diff_encoding *e, bool store, hb_id variable, hb_id from, hb_id to)
{
  const diff_scope *scope = e->scope;
  hb_id v = scope->variable_of[e->side].data[variable];
  hb_id a = from == HB_NONE ? 0 : scope->statement_of[e->side].data[from];
  hb_id b = scope->statement_of[e->side].data[to];
  if (v == HB_NONE || a == HB_NONE || b == HB_NONE)
    return NULL;
  hb_id fact = diff_fact_find (scope, store, v, a, b);
  return fact == HB_NONE ? NULL : &e->facts[fact];
}

/* Can READ have the value of WRITE (NULL: the initial one), as far as constants tell? */
static bool
may_have (diff_encoding *e, const struct diff_place_of_access *write,
          const struct diff_place_of_access *read)
{
  hb_word value = write ? write->value : diff_encode_initial (e, read->variable);
  for (unsigned b = 0; b < value.width; b++)
    if (value.bits[b] == hb_not (read->value.bits[b]))
      return false;
  return true;
}

static void
read_from_some (diff_encoding *e, const struct of_variable *all,
                const struct diff_place_of_access *read)
{
  VEC (hb_lit) some = VEC_EMPTY;
  vec_push (some, hb_not (read->runs));
  for (size_t i = 0; i <= all->writes.size; i++)
    {
      const struct diff_place_of_access *write = i ? all->writes.data[i - 1] : NULL;
      if (write && (diff_encode_before (e, write, read) == HB_FALSE || write->runs == HB_FALSE))
        continue;
      if (!may_have (e, write, read))
        continue;
      hb_lit source = hb_bits_input (e->bits);
      vec_push (some, source);
      be_source (e, all, source, write, read);
      hb_lit *fact = diff_encode_fact (e, false, read->variable, write ? write->statement : HB_NONE,
                                       read->statement);
      if (fact)
        *fact = hb_or (e->bits, *fact, source);
    }
  diff_encode_clause (e, some.data, some.size);
  vec_free (some);
}

static void
store_orders (diff_encoding *e, const struct of_variable *all)
{
  for (size_t i = 0; i < all->writes.size; i++)
    {
      const struct diff_place_of_access *to = all->writes.data[i];
      hb_lit *fact = diff_encode_fact (e, true, to->variable, HB_NONE, to->statement);
      if (fact)
        *fact = hb_or (e->bits, *fact, to->runs);
      for (size_t k = 0; k < all->writes.size; k++)
        {
          const struct diff_place_of_access *from = all->writes.data[k];
          fact = from == to
                     ? NULL
                     : diff_encode_fact (e, true, to->variable, from->statement, to->statement);
          if (!fact)
            continue;
          hb_lit both = hb_and (e->bits, from->runs, to->runs);
          *fact = hb_or (e->bits, *fact, hb_and (e->bits, both, diff_encode_before (e, from, to)));
        }
    }
}

/* Clocks that grow along each thread; whether its steps run or not does not matter. */
static void
make_clocks (diff_encoding *e)
{
  unsigned width = 1;
  while (((size_t)1 << width) < e->steps.size + 1)
    width++;
  e->clocks = hb_calloc (e->steps.size + 1, sizeof *e->clocks);
  for (size_t s = 0; s < e->steps.size; s++)
    {
      e->clocks[s] = hb_word_input (e->bits, width);
      if (!s || e->steps.data[s].thread != e->steps.data[s - 1].thread)
        continue;
      hb_lit later = hb_word_less (e->bits, e->clocks[s - 1], e->clocks[s], false);
      diff_encode_clause (e, &later, 1);
    }
}

void
diff_encode_orders (diff_encoding *e)
{
  size_t steps = e->steps.size;
  vec_resize (e->orders, steps ? steps * (steps - 1) / 2 + 1 : 1, HB_NONE);
  e->facts = hb_calloc (e->scope->facts.size + 1, sizeof *e->facts);
  if (e->options.clocks)
    make_clocks (e);
  for (hb_id v = 0; v < e->program->variables.size; v++)
    {
      struct of_variable all = { VEC_EMPTY, VEC_EMPTY };
      for (size_t i = 0; i < e->accesses.size; i++)
        if (e->accesses.data[i].variable == v && e->accesses.data[i].write)
          vec_push (all.writes, &e->accesses.data[i]);
        else if (e->accesses.data[i].variable == v)
          vec_push (all.reads, &e->accesses.data[i]);
      for (size_t r = 0; r < all.reads.size; r++)
        if (e->leader)
          e->following->read (e, &all.writes, all.reads.data[r]);
        else
          read_from_some (e, &all, all.reads.data[r]);
      store_orders (e, &all);
      vec_free (all.reads);
      vec_free (all.writes);
    }
}
