/* See encode.h: the formula is built, solved, and cut where an order has cycles. */
#include "diff/encode_private.h"

#include <string.h>

#define MOST_ROUNDS 4

static void
sink (void *context, int literal)
{
  diff_encoding *e = context;
  e->sizes.clauses += !literal;
  hb_solver_add (e->solver, literal);
  if (e->options.copy)
    hb_cnf_add (e->options.copy, literal);
}

/* The circuit, with reads no wider than what is written. */
static void
build_circuit (diff_encoding *e)
{
  struct diff_shape free_shape;
  e->matters = diff_matters (e->program);
  for (hb_id v = 0; v < e->program->variables.size; v++)
    {
      memset (&free_shape, 0, sizeof free_shape);
      free_shape.width = e->program->variables.data[v].type.width;
      for (unsigned b = 0; b < free_shape.width; b++)
        free_shape.bits[b] = 2 * (b + 1);
      vec_push (e->shapes, free_shape);
    }
  for (int round = 0; round < MOST_ROUNDS; round++)
    {
      hb_bits_free (e->bits);
      e->bits = hb_bits_new ();
      diff_encode_threads (e);
      if (round + 1 < MOST_ROUNDS && !diff_encode_shapes (e))
        break;
    }
  diff_encode_orders (e);
  if (!e->options.clocks)
    diff_encode_grids (e);
}

void
diff_encode_give_clauses (diff_encoding *e)
{
  size_t start = 0;
  for (size_t i = 0; i < e->clauses_open.size; i++)
    if (e->clauses_open.data[i] == HB_NONE)
      {
        hb_tseitin_clause (e->tseitin, vec_from (e->clauses_open, start), i - start);
        start = i + 1;
      }
}

void
diff_encode_give_orders (diff_encoding *e, size_t from)
{
  for (size_t p = from; p < e->pairs.size; p++)
    {
      const struct diff_order_pair *pair = &e->pairs.data[p];
      int literal = hb_tseitin_literal (e->tseitin, pair->before);
      hb_guarded_order_edge (e->order, pair->a, pair->b, literal);
      hb_guarded_order_edge (e->order, pair->b, pair->a, -literal);
    }
}

/* The steps and pairs as a guarded order over the solver's literals. */
static void
give_order (diff_encoding *e)
{
  for (size_t s = 0; s < e->steps.size; s++)
    hb_guarded_order_step (e->order, e->steps.data[s].thread,
                           hb_tseitin_literal (e->tseitin, e->steps.data[s].runs));
  diff_encode_give_orders (e, 0);
}

diff_encoding *
diff_encoding_new (const diff_scope *scope, int side, const struct diff_encode_options *options,
                   hb_diag *diag)
{
  diff_encoding *e = hb_calloc (1, sizeof *e);
  e->scope = scope;
  e->program = scope->programs[side];
  e->side = side;
  e->options = *options;
  e->diag = diag;
  e->solver = hb_solver_new (options->solver, options->seed, diag);
  if (!e->solver)
    {
      diff_encoding_free (e);
      return NULL;
    }
  build_circuit (e);
  e->tseitin = hb_tseitin_new (e->bits, sink, e);
  e->order = hb_guarded_order_new ();
  diff_encode_give_clauses (e);
  give_order (e);
  e->fact_literals = hb_calloc (scope->facts.size + 1, sizeof *e->fact_literals);
  e->shown = hb_calloc (diff_fact_words (scope), sizeof *e->shown);
  e->sizes.steps = e->steps.size;
  e->sizes.orders = e->pairs.size;
  return e;
}

void
diff_encoding_free (diff_encoding *e)
{
  if (!e)
    return;
  hb_solver_free (e->solver);
  hb_tseitin_free (e->tseitin);
  hb_guarded_order_free (e->order);
  hb_bits_free (e->bits);
  vec_free (e->shapes);
  vec_free (e->accesses);
  vec_free (e->made);
  vec_free (e->steps);
  vec_free (e->ends);
  vec_free (e->laid);
  vec_free (e->laid_of);
  vec_free (e->anchors);
  vec_free (e->anchors_of);
  vec_free (e->step_anchors);
  vec_free (e->clauses_open);
  vec_free (e->orders);
  vec_free (e->pairs);
  vec_free (e->assumed);
  diff_schedule_free (&e->schedule);
  hb_free (e->clocks);
  hb_free (e->matters);
  hb_free (e->facts);
  hb_free (e->fact_literals);
  hb_free (e->shown);
  hb_free (e->values);
  hb_free (e);
}

int
diff_encoding_fact (diff_encoding *e, hb_id fact)
{
  if (!e->fact_literals[fact])
    e->fact_literals[fact] = hb_tseitin_literal (e->tseitin, e->facts[fact]);
  return e->fact_literals[fact];
}

void
diff_encoding_clause (diff_encoding *e, const int *literals, size_t count)
{
  for (size_t i = 0; i < count; i++)
    hb_solver_add (e->solver, literals[i]);
  hb_solver_add (e->solver, 0);
  e->sizes.clauses++;
}

int
diff_encoding_new_variable (diff_encoding *e)
{
  return hb_tseitin_literal (e->tseitin, hb_bits_input (e->bits));
}

void
diff_encoding_assume (diff_encoding *e, int literal)
{
  vec_push (e->assumed, literal);
}

/* Clauses for the cycles of the model at hand; false if it has none. */
static bool
cut_cycles (diff_encoding *e)
{
  hb_literals clauses = VEC_EMPTY;
  size_t start = 0, cycles = diff_encode_cut (e, &clauses);
  for (size_t i = 0; i < clauses.size; i++)
    if (!clauses.data[i])
      {
        diff_encoding_clause (e, vec_from (clauses, start), i - start);
        start = i + 1;
      }
  e->sizes.cycles += cycles;
  vec_free (clauses);
  return cycles;
}

int
diff_encoding_solve (diff_encoding *e)
{
  int answer;
  if (e->blamed)
    return 0;
  do
    {
      for (size_t i = 0; i < e->assumed.size; i++)
        hb_solver_assume (e->solver, e->assumed.data[i]);
      answer = hb_solver_solve (e->solver, e->options.limits);
      e->sizes.solves++;
    }
  while (answer == 10 && cut_cycles (e));
  e->blamed = !answer && hb_solver_blame (e->solver, e->diag);
  if (answer == 10)
    diff_encode_run (e);
  vec_clear (e->assumed);
  return answer;
}

bool
diff_encoding_failed (diff_encoding *e, int literal)
{
  return hb_solver_failed (e->solver, literal);
}

bool
diff_encoding_holds (diff_encoding *e, int literal)
{
  return hb_solver_value (e->solver, literal) > 0;
}

const struct diff_schedule *
diff_encoding_schedule (const diff_encoding *e)
{
  return &e->schedule;
}

const uint64_t *
diff_encoding_shown (const diff_encoding *e)
{
  return e->shown;
}

int
diff_encoding_ask (void *context, const hb_id *set, hb_id count, uint64_t *shown)
{
  diff_encoding *e = context;
  for (hb_id i = 0; i < count; i++)
    diff_encoding_assume (e, diff_encoding_fact (e, set[i]));
  int answer = diff_encoding_solve (e);
  if (answer == 10)
    memcpy (shown, e->shown, diff_fact_words (e->scope) * sizeof *shown);
  return answer == 10 ? 1 : answer == 20 ? 0 : -1;
}

struct diff_encoding_sizes
diff_encoding_sizes (const diff_encoding *e)
{
  struct diff_encoding_sizes sizes = e->sizes;
  sizes.variables = hb_tseitin_variables (e->tseitin);
  return sizes;
}
