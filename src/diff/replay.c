/* See replay.h. */
#include "diff/replay.h"

#include <string.h>

/* One move; false if it cannot be made. */
static bool
move (const diff_machine *machine, uint64_t *state, const struct diff_schedule *schedule,
      const struct diff_move *move, struct diff_log *log)
{
  struct diff_choices given = { .used = 0 };
  for (hb_id v = 0; v < move->count; v++)
    vec_push (given.values, schedule->values.data[move->first + v]);
  enum diff_stepped out
      = diff_machine_step (machine, state, move->thread, diff_choose_given, &given, log, NULL);
  bool good = out == DIFF_RAN && given.used == given.values.size;
  diff_choices_free (&given);
  return good;
}

size_t
diff_replay (const diff_scope *scope, int side, const struct diff_schedule *schedule, bool complete,
             uint64_t *shown, struct diff_log *log)
{
  const diff_program *program = scope->programs[side];
  diff_machine *machine = diff_machine_new (program);
  uint64_t *state = hb_calloc (diff_machine_words (machine), sizeof *state);
  uint64_t *seen = hb_calloc (diff_shown_words (scope), sizeof *seen);
  struct diff_log own = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  size_t bad = SIZE_MAX;
  log = log ? log : &own;
  diff_machine_start (machine, state);
  diff_shown_start (scope, seen);
  for (size_t i = 0; i < schedule->moves.size && bad == SIZE_MAX; i++)
    {
      size_t events = log->events.size;
      if (schedule->moves.data[i].thread >= program->threads.size
          || !move (machine, state, schedule, &schedule->moves.data[i], log))
        bad = i;
      else
        diff_shown_add (scope, side, seen, vec_from (log->events, events),
                        log->events.size - events);
    }
  struct diff_choices choices = { .high = 1 };
  for (hb_id t = 0; t < program->threads.size && complete && bad == SIZE_MAX; t++)
    if (!diff_machine_can_end (machine, state, t, &choices))
      bad = schedule->moves.size;
  diff_choices_free (&choices);
  memcpy (shown, diff_shown_facts (scope, seen), diff_fact_words (scope) * sizeof *shown);
  diff_log_free (&own);
  diff_machine_free (machine);
  hb_free (state);
  hb_free (seen);
  return bad;
}
