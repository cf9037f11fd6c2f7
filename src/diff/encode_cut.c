/* Clauses for the cycles of a model; see encode.h. */
#include "diff/encode_private.h"

/* The literal that step A is before step B of another thread; 0: there is none. */
static int
order_literal (diff_encoding *e, hb_id a, hb_id b)
{
  hb_id low = a < b ? a : b, high = a < b ? b : a;
  hb_lit known = e->orders.data[(size_t)high * (high - 1) / 2 + low];
  if (known == HB_NONE)
    return 0;
  int literal = hb_tseitin_literal (e->tseitin, known);
  return a < b ? literal : -literal;
}

/* The weakest literal of an edge from a step in FROM .. *OUT to one in *IN .. TO, by which *OUT -> *IN is replaced. */
static int
weakest (diff_encoding *e, hb_id from, hb_id *out, hb_id *in, hb_id to)
{
  for (hb_id a = from; a <= *out; a++)
    for (hb_id b = to;; b--)
      {
        int literal = order_literal (e, a, b);
        if (literal)
          {
            *out = a;
            *in = b;
            return literal;
          }
        if (b == *in)
          break;
      }
  return 0;
}

/* The clause that cuts cycle I.  Its edges from one thread to another are moved as close together as conflicts allow:
 * then each says as little as it can, and the clause cuts more. */
static void
cycle_clause (diff_encoding *e, const struct hb_guarded_cycles *cycles, size_t i,
              hb_literals *clause)
{
  size_t start = cycles->starts.data[i];
  size_t end = i + 1 < cycles->starts.size ? cycles->starts.data[i + 1] : cycles->steps.size;
  VEC (hb_id) ways = VEC_EMPTY; /* out, in, out, in, ... */
  for (size_t k = start; k < end; k++)
    if (cycles->literals.data[k])
      {
        vec_push (ways, cycles->steps.data[k]);
        vec_push (ways, cycles->steps.data[k + 1 < end ? k + 1 : start]);
      }
  for (size_t k = 0; k < ways.size; k += 2)
    {
      hb_id from = ways.data[k ? k - 1 : ways.size - 1];
      hb_id to = ways.data[k + 2 < ways.size ? k + 2 : 0];
      vec_push (*clause, -weakest (e, from, &ways.data[k], &ways.data[k + 1], to));
    }
  vec_free (ways);
}

size_t
diff_encode_cut (diff_encoding *e, hb_literals *clauses)
{
  struct hb_guarded_cycles cycles = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  size_t count = hb_guarded_order_cycles (e->order, hb_solver_tell, e->solver, &cycles);
  for (size_t i = 0; i < count; i++)
    {
      cycle_clause (e, &cycles, i, clauses);
      vec_push (*clauses, 0);
    }
  hb_guarded_cycles_free (&cycles);
  return count;
}
