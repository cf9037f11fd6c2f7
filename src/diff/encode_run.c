/* From a model to the run that it describes; see encode.h.  The run is carried out (replay.h): what it shows is
 * what the machine says, not what the formula says, and must be at least what was assumed. */
#include "diff/encode_private.h"

#include "base/failure.h"

bool
diff_encode_holds (diff_encoding *e, hb_lit literal)
{
  return (e->values.data[literal / 2] > 0) != (literal & 1);
}

/* The values of all gates, from those of the inputs; what no clause speaks of is false. */
static void
evaluate (diff_encoding *e)
{
  hb_lit a, b;
  if (e->values.size < hb_bits_nodes (e->bits))
    vec_resize (e->values, hb_bits_nodes (e->bits), 0);
  for (hb_id node = 0; node < hb_bits_nodes (e->bits); node++)
    {
      int variable
          = hb_bits_gate (e->bits, node, &a, &b) ? 0 : hb_tseitin_variable (e->tseitin, node);
      e->values.data[node] = node && variable && hb_solver_value (e->solver, variable) > 0;
    }
  hb_bits_evaluate (e->bits, e->values.data);
}

static uint64_t
word_value (diff_encoding *e, const struct diff_made *made)
{
  uint64_t value = 0;
  for (unsigned b = 0; b < made->value.width; b++)
    value |= (uint64_t)diff_encode_holds (e, made->value.bits[b]) << b;
  return diff_wrap (made->type, value);
}

/* The choices that THREAD makes from position FROM on and before TO. */
static void
add_choices (diff_encoding *e, hb_id thread, hb_id from, hb_id to, struct diff_move *move)
{
  for (size_t i = 0; i < e->made.size; i++)
    {
      const struct diff_made *made = &e->made.data[i];
      if (made->thread != thread || made->position < from || made->position >= to
          || !diff_encode_holds (e, made->runs))
        continue;
      vec_push (e->schedule.values, word_value (e, made));
      move->count++;
    }
}

void
diff_encode_run (diff_encoding *e)
{
  hb_id *sequence = hb_calloc (e->steps.size + 1, sizeof *sequence);
  hb_id *from = hb_calloc (e->program->threads.size + 1, sizeof *from);
  evaluate (e);
  size_t count = hb_guarded_order_sequence (e->order, hb_solver_tell, e->solver, sequence);
  vec_clear (e->schedule.moves);
  vec_clear (e->schedule.values);
  for (size_t i = 0; i < count && count != SIZE_MAX; i++)
    {
      const struct diff_ordered *step = &e->steps.data[sequence[i]];
      hb_id thread = step->thread, end = step->end;
      struct diff_move move = { thread, (hb_id)e->schedule.values.size, 0 };
      if (!diff_encode_holds (e, step->seen))
        continue;
      add_choices (e, thread, from[thread], end, &move);
      from[thread] = end;
      vec_push (e->schedule.moves, move);
    }
  hb_free (sequence);
  hb_free (from);
  size_t bad = count == SIZE_MAX ? 0
                                 : diff_replay (e->scope, e->side, &e->schedule,
                                                e->options.complete, e->shown, NULL);
  if (bad != SIZE_MAX)
    hb_fail ("a model is no run of the program: step %zu cannot be made", bad + 1);
  for (size_t f = 0; f < e->scope->facts.size; f++)
    for (size_t i = 0; i < e->assumed.size; i++)
      if (e->fact_literals[f] == e->assumed.data[i] && !(e->shown[f / 64] >> (f % 64) & 1))
        hb_fail ("a run does not show what its model does");
}
