/* See replay.h. */
#include "diff/replay.h"

#include <string.h>

/* One move, a step or the way from the last step to the end, or, if it MAY_WAIT, to where the thread waits and fails
 * before; false if it cannot be made. */
static bool
move (const diff_machine *machine, uint64_t *state, const struct diff_schedule *schedule,
      const struct diff_move *move, bool may_wait, struct diff_log *log)
{
  struct diff_choices given = { .used = 0 };
  for (hb_id v = 0; v < move->count; v++)
    vec_push (given.values, schedule->values.data[move->first + v]);
  size_t bytes = diff_machine_words (machine) * sizeof *state, failures = log->failures.size;
  char *before = hb_copy_bytes ((const char *)state, bytes);
  bool over = diff_machine_at (machine, state, move->thread) == DIFF_END;
  enum diff_stepped out
      = diff_machine_step (machine, state, move->thread, diff_choose_given, &given, log, NULL);
  bool fails = out == DIFF_BLOCKED && may_wait && log->failures.size > failures;
  bool good
      = !over && (out == DIFF_RAN || out == DIFF_ENDED || fails) && given.used == given.values.size;
  if (fails)
    memcpy (state, before, bytes);
  hb_free (before);
  diff_choices_free (&given);
  return good;
}

/* All moves; SEEN (may be NULL) gets what they show. */
static size_t
all_moves (const diff_machine *machine, uint64_t *state, const diff_scope *scope, int side,
           const struct diff_schedule *schedule, uint64_t *seen, struct diff_log *log)
{
  for (size_t i = 0; i < schedule->moves.size; i++)
    {
      size_t events = log->events.size;
      if (!move (machine, state, schedule, &schedule->moves.data[i], !scope, log))
        return i;
      for (size_t k = events; k < log->events.size; k++)
        log->events.data[k].move = i;
      if (seen)
        diff_shown_add (scope, side, seen, vec_from (log->events, events),
                        log->events.size - events);
    }
  return SIZE_MAX;
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
  diff_machine_start (machine, state);
  diff_shown_start (scope, seen);
  size_t bad = all_moves (machine, state, scope, side, schedule, seen, log ? log : &own);
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

/* The node at which THREAD waits in STATE, or HB_NONE if it could go on or end. */
static hb_id
waits_at (const diff_machine *machine, const uint64_t *state, hb_id thread)
{
  size_t words = diff_machine_words (machine);
  uint64_t *copy = hb_calloc (words, sizeof *copy);
  struct diff_choices choices = { .high = 1 };
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  hb_id where = HB_NONE, at = HB_NONE;
  bool free = diff_machine_at (machine, state, thread) == DIFF_END;
  do
    {
      memcpy (copy, state, words * sizeof *copy);
      choices.used = 0;
      diff_log_clear (&log);
      if (!free
          && diff_machine_step (machine, copy, thread, diff_choose_next, &choices, &log, &where)
                 == DIFF_BLOCKED)
        at = where;
      else
        free = true;
    }
  while (!free && diff_choices_advance (&choices));
  diff_choices_free (&choices);
  diff_log_free (&log);
  hb_free (copy);
  return free ? HB_NONE : at;
}

size_t
diff_replay_program (const diff_program *program, const struct diff_schedule *schedule,
                     struct diff_log *log, hb_id *waits)
{
  diff_machine *machine = diff_machine_new (program);
  uint64_t *state = hb_calloc (diff_machine_words (machine), sizeof *state);
  diff_machine_start (machine, state);
  size_t bad = all_moves (machine, state, NULL, 0, schedule, NULL, log);
  for (hb_id t = 0; t < program->threads.size && waits && bad == SIZE_MAX; t++)
    waits[t] = waits_at (machine, state, t);
  diff_machine_free (machine);
  hb_free (state);
  return bad;
}
