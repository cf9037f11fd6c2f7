/* See execution.h: what is told, and what is asked. */
#include "robust/execution.h"

static void
add (void *context, int literal)
{
  struct execution *x = context;
  hb_solver_add (x->solver, literal);
  x->clauses += !literal;
}

bool
execution_begin (struct execution *x, const char *solver, hb_diag *diag)
{
  *x = (struct execution){ .bits = hb_bits_new (), .diag = diag };
  x->solver = hb_solver_new (solver, 0, diag);
  if (!x->solver)
    return false;
  x->tseitin = hb_tseitin_new (x->bits, add, x);
  x->order = hb_guarded_order_new ();
  return true;
}

void
execution_end (struct execution *x)
{
  hb_tseitin_free (x->tseitin);
  hb_guarded_order_free (x->order);
  hb_solver_end (x->solver, x->diag);
  hb_bits_free (x->bits);
  vec_free (x->steps);
  vec_free (x->always);
  vec_free (x->edges);
  vec_free (x->pairs);
  vec_free (x->hints);
  vec_free (x->group);
  vec_free (x->first);
}

hb_id
execution_step (struct execution *x, hb_id line, hb_lit runs)
{
  if (line >= x->first.size)
    {
      vec_resize (x->first, line + 1, HB_NONE);
      vec_resize (x->group, line + 1, HB_NONE);
    }
  if (x->first.data[line] == HB_NONE)
    x->first.data[line] = (hb_id)x->steps.size;
  vec_push (x->steps, ((struct execution_step){ line, runs }));
  return (hb_id)x->steps.size - 1;
}

void
execution_group (struct execution *x, hb_id line, hb_id group)
{
  x->group.data[line] = group;
}

void
execution_edge (struct execution *x, hb_id before, hb_id after, hb_lit literal)
{
  if (literal == HB_FALSE)
    return;
  vec_push (x->edges, before);
  vec_push (x->edges, after);
  vec_push (x->edges, literal);
}

void
execution_hint (struct execution *x, hb_lit literal)
{
  if (literal > HB_TRUE)
    vec_push (x->hints, literal);
}

/* --- Clauses --- */

void
execution_clause_of (struct execution *x, const hb_lit *literals, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (literals[i] == HB_TRUE)
      return;
  for (size_t i = 0; i < count; i++)
    if (literals[i] != HB_FALSE)
      vec_push (x->always, literals[i]);
  vec_push (x->always, HB_FALSE);
}

void
execution_clause (struct execution *x, hb_lit a, hb_lit b, hb_lit c)
{
  execution_clause_of (x, (const hb_lit[]){ a, b, c }, 3);
}

void
execution_clause_5 (struct execution *x, hb_lit a, hb_lit b, hb_lit c, hb_lit d, hb_lit e)
{
  execution_clause_of (x, (const hb_lit[]){ a, b, c, d, e }, 5);
}

/* --- The order of two steps --- */

static size_t
slot_of (const struct execution *x, hb_id a, hb_id b)
{
  uint64_t h = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
  size_t mask = x->pairs.size - 1, slot = (size_t)(h >> 20) & mask;
  while (x->pairs.data[slot].a != HB_NONE
         && (x->pairs.data[slot].a != a || x->pairs.data[slot].b != b))
    slot = (slot + 1) & mask;
  return slot;
}

static void
grow (struct execution *x)
{
  struct execution old = *x;
  x->pairs.data = NULL;
  x->pairs.size = x->pairs.capacity = 0;
  vec_resize (x->pairs, old.pairs.size ? 2 * old.pairs.size : 64,
              ((struct execution_pair){ HB_NONE, HB_NONE, HB_FALSE }));
  for (size_t i = 0; i < old.pairs.size; i++)
    if (old.pairs.data[i].a != HB_NONE)
      x->pairs.data[slot_of (x, old.pairs.data[i].a, old.pairs.data[i].b)] = old.pairs.data[i];
  vec_free (old.pairs);
}

hb_lit
execution_before (struct execution *x, hb_id a, hb_id b)
{
  hb_id one = x->steps.data[a].line, two = x->steps.data[b].line;
  if (one == two)
    return a < b ? HB_TRUE : HB_FALSE;
  if (x->group.data[one] != HB_NONE && x->group.data[one] == x->group.data[two])
    {
      a = x->first.data[one];
      b = x->first.data[two];
    }
  if (a > b)
    return hb_not (execution_before (x, b, a));
  if (x->known && x->known (x->context, a, b))
    return HB_TRUE;
  if (x->known && x->known (x->context, b, a))
    return HB_FALSE;
  if (2 * (x->pair_count + 1) > x->pairs.size)
    grow (x);
  struct execution_pair *pair = &x->pairs.data[slot_of (x, a, b)];
  if (pair->a == HB_NONE)
    {
      x->pair_count++;
      *pair = (struct execution_pair){ a, b, hb_bits_input (x->bits) };
      execution_edge (x, a, b, pair->before);
      execution_edge (x, b, a, hb_not (pair->before));
    }
  return pair->before;
}

/* --- Asking --- */

static int
literal_of (struct execution *x, hb_lit lit)
{
  return lit == HB_TRUE ? 0 : hb_tseitin_literal (x->tseitin, lit);
}

void
execution_seal (struct execution *x)
{
  for (size_t from = 0, i = 0; i < x->always.size; i++)
    if (x->always.data[i] == HB_FALSE)
      {
        hb_tseitin_clause (x->tseitin, vec_from (x->always, from), i - from);
        from = i + 1;
      }
  for (hb_id s = 0; s < x->steps.size; s++)
    hb_guarded_order_step (x->order, x->steps.data[s].line, literal_of (x, x->steps.data[s].runs));
  for (size_t i = 0; i < x->edges.size; i += 3)
    hb_guarded_order_edge (x->order, x->edges.data[i], x->edges.data[i + 1],
                           literal_of (x, x->edges.data[i + 2]));
  for (size_t i = 0; i < x->hints.size; i++)
    hb_solver_phase (x->solver, hb_tseitin_literal (x->tseitin, x->hints.data[i]));
}

/* Forbids the cycles of the model; how many there are. */
static size_t
forbid_cycles (struct execution *x)
{
  struct hb_guarded_cycles cycles = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  hb_literals clause = VEC_EMPTY;
  size_t count = hb_guarded_order_cycles (x->order, hb_solver_tell, x->solver, &cycles);
  for (size_t i = 0; i < count; i++)
    {
      vec_clear (clause);
      hb_guarded_order_clause (x->order, &cycles, i, true, &clause);
      for (size_t k = 0; k < clause.size; k++)
        add (x, clause.data[k]);
      add (x, 0);
    }
  vec_free (clause);
  hb_guarded_cycles_free (&cycles);
  x->cycles += count;
  return count;
}

int
execution_ask (struct execution *x, hb_lit goal, hb_lit also, struct hb_limits *limits)
{
  if (goal == HB_FALSE || also == HB_FALSE)
    return 20;
  int answer;
  do
    {
      hb_solver_assume (x->solver, hb_tseitin_literal (x->tseitin, goal));
      hb_solver_assume (x->solver, hb_tseitin_literal (x->tseitin, also));
      answer = hb_solver_solve (x->solver, limits);
    }
  while (answer == 10 && forbid_cycles (x));
  return answer;
}

signed char *
execution_values (struct execution *x)
{
  return hb_tseitin_values (x->tseitin, hb_solver_tell, x->solver);
}

size_t
execution_sequence (struct execution *x, hb_id *sequence)
{
  return hb_guarded_order_sequence (x->order, hb_solver_tell, x->solver, sequence);
}
