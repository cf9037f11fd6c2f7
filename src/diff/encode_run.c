/* From a model to the run that it describes; see encode.h.  The run is carried out (replay.h): what it shows is
 * what the machine says, not what the formula says, and must be at least what was assumed. */
#include "diff/encode_private.h"

#include "base/failure.h"

static uint64_t
word_value (diff_encoding *e, const struct diff_made *made)
{
  return diff_wrap (made->type, hb_bits_number (e->values, made->value));
}

/* What THREAD chooses from position FROM on and before TO. */
static struct diff_move
move_of (diff_encoding *e, hb_id thread, hb_id from, hb_id to)
{
  struct diff_move move = { thread, (hb_id)e->schedule.values.size, 0 };
  for (size_t i = 0; i < e->made.size; i++)
    {
      const struct diff_made *made = &e->made.data[i];
      if (made->thread != thread || made->position < from || made->position >= to
          || !hb_bits_holds (e->values, made->runs))
        continue;
      vec_push (e->schedule.values, word_value (e, made));
      move.count++;
    }
  return move;
}

void
diff_encode_run (diff_encoding *e)
{
  hb_id *sequence = hb_calloc (e->steps.size + 1, sizeof *sequence);
  hb_id *from = hb_calloc (e->program->threads.size + 1, sizeof *from);
  hb_free (e->values);
  e->values = hb_tseitin_values (e->tseitin, hb_solver_tell, e->solver);
  size_t count = hb_guarded_order_sequence (e->order, hb_solver_tell, e->solver, sequence);
  vec_clear (e->schedule.moves);
  vec_clear (e->schedule.values);
  for (size_t i = 0; i < count && count != SIZE_MAX; i++)
    {
      const struct diff_ordered *step = &e->steps.data[sequence[i]];
      if (!hb_bits_holds (e->values, step->seen))
        continue;
      vec_push (e->schedule.moves, move_of (e, step->thread, from[step->thread], step->end));
      from[step->thread] = step->end;
    }
  /* What a thread chooses behind its last step may decide whether it comes to its end. */
  for (hb_id t = 0; t < e->program->threads.size && e->options.complete; t++)
    {
      struct diff_move move = move_of (e, t, from[t], HB_NONE);
      if (move.count)
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
