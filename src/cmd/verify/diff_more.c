/* See diff_more.h. */
#include "cmd/verify/diff_more.h"

#include "base/names.h"

#include <string.h>

/* --- where threads wait in the end */

struct walk
{
  const diff_program *program;
  diff_machine *machine;
  hb_names *states;
  VEC (hb_id) waits;  /* thread and node, of the state at hand */
  VEC (hb_id) places; /* thread and node */
};

/* All steps of THREAD from STATE; true if there is one.  Where it waits, whatever it chooses, goes to `waits`. */
static bool
walk_on (struct walk *w, const uint64_t *state, uint64_t *next, hb_id thread)
{
  struct diff_choices choices = { .low = 0, .high = 1 };
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  size_t size = diff_machine_words (w->machine) * sizeof *next;
  bool moves = false;
  hb_id where = HB_NONE;
  do
    {
      memcpy (next, state, size);
      choices.used = 0;
      enum diff_stepped out
          = diff_machine_step (w->machine, next, thread, diff_choose_next, &choices, &log, &where);
      if (out == DIFF_RAN)
        {
          moves = true;
          hb_names_intern (w->states, (const char *)next, size);
        }
      else if (out == DIFF_BLOCKED)
        {
          vec_push (w->waits, thread);
          vec_push (w->waits, where);
        }
    }
  while (diff_choices_advance (&choices));
  diff_log_free (&log);
  diff_choices_free (&choices);
  return moves;
}

static bool
is_place (const struct walk *w, hb_id thread, hb_id node)
{
  for (size_t i = 0; i < w->places.size; i += 2)
    if (w->places.data[i] == thread && w->places.data[i + 1] == node)
      return true;
  return false;
}

/* In state STATE nobody moves: those that cannot end wait. */
static void
note_places (struct walk *w, const uint64_t *state)
{
  struct diff_choices choices = { .low = 0, .high = 1 };
  for (size_t i = 0; i < w->waits.size; i += 2)
    {
      hb_id thread = w->waits.data[i], node = w->waits.data[i + 1];
      if (diff_machine_can_end (w->machine, state, thread, &choices) || is_place (w, thread, node))
        continue;
      vec_push (w->places, thread);
      vec_push (w->places, node);
    }
  diff_choices_free (&choices);
}

static void
walk_all (struct walk *w, struct hb_limits *limits)
{
  size_t words = diff_machine_words (w->machine);
  uint64_t *state = hb_calloc (words + 1, sizeof *state);
  uint64_t *next = hb_calloc (words + 1, sizeof *next);
  diff_machine_start (w->machine, state);
  hb_names_intern (w->states, (const char *)state, words * sizeof *state);
  for (hb_id at = 0; at < hb_names_count (w->states) && !hb_limits_hit (limits); at++)
    {
      bool moves = false;
      memcpy (state, hb_names_text (w->states, at), words * sizeof *state);
      vec_clear (w->waits);
      for (hb_id t = 0; t < w->program->threads.size; t++)
        moves = walk_on (w, state, next, t) || moves;
      if (!moves)
        note_places (w, state);
    }
  hb_free (state);
  hb_free (next);
}

/* Do the runs of SEARCH lead to the places of the walk? */
static const char *
compare_places (const struct walk *w, const diff_search *search)
{
  struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
  hb_id *waits = hb_calloc (w->program->threads.size + 1, sizeof *waits);
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  const char *wrong = NULL;
  if (2 * diff_search_stuck (search) != w->places.size)
    wrong = "the places at which threads wait in the end differ";
  for (size_t i = 0; i < diff_search_stuck (search) && !wrong; i++)
    {
      struct diff_stuck at = diff_search_stuck_at (search, i, &schedule);
      diff_log_clear (&log);
      if (!is_place (w, at.thread, at.node))
        wrong = "the places at which threads wait in the end differ";
      else if (diff_replay_program (w->program, &schedule, &log, waits) != SIZE_MAX
               || waits[at.thread] == HB_NONE)
        wrong = "a run does not lead to where a thread waits";
    }
  hb_free (waits);
  diff_log_free (&log);
  diff_schedule_free (&schedule);
  return wrong;
}

const char *
diff_try_ends (const diff_program *program, struct hb_limits *limits, size_t *places)
{
  struct diff_search_options how = { .high = 1, .limits = limits };
  struct walk w
      = { .program = program, .machine = diff_machine_new (program), .states = hb_names_new () };
  diff_search *search = diff_search_new (program, NULL, 0, &how);
  walk_all (&w, limits);
  const char *wrong = hb_limits_hit (limits) ? NULL : compare_places (&w, search);
  *places = w.places.size / 2;
  diff_search_free (search);
  vec_free (w.waits);
  vec_free (w.places);
  hb_names_free (w.states);
  diff_machine_free (w.machine);
  return wrong;
}

/* --- other names */

/* TEXT with every x, which stands in no word of random programs, called w.  New. */
static char *
renamed (const char *text)
{
  char *other = hb_copy_text (text);
  for (char *at = other; *at; at++)
    *at = *at == 'x' ? 'w' : *at;
  return other;
}

const char *
diff_try_names (const diff_scope *scope, const char *new_text, const struct diff_options *reading,
                const struct diff_engine_options *how, const struct diff_family *const families[2],
                hb_diag *diag)
{
  const char *wrong = NULL;
  VEC (struct diff_match) matches = VEC_EMPTY;
  char *text = renamed (new_text);
  diff_program *new = diff_read_text ("renamed.c", text, strlen (text), reading, diag);
  vec_push (matches, ((struct diff_match){ .variable = true, .old = "x", .new = "w" }));
  for (size_t s = 1; s < scope->statements[0].size; s++)
    {
      const char *key = diff_scope_statement (scope, (hb_id)s);
      if (strchr (key, 'x'))
        vec_push (matches, ((struct diff_match){ .old = key, .new = renamed (key) }));
    }
  struct diff_scope_options what
      = { .all = true, .matches = matches.data, .match_count = matches.size };
  const diff_program *const both[2] = { scope->programs[0], new };
  diff_scope *other = new ? diff_scope_new (both, &what, diag) : NULL;
  if (!other || other->facts.size != scope->facts.size)
    wrong = "with other names there are other dependencies";
  for (int side = 0; side < 2 && !wrong; side++)
    {
      struct diff_family family;
      diff_engine *engine = diff_engine_new (other, side, how, diag);
      diff_family_find (&family, families[side]->rank, other->facts.size, diff_engine_ask, engine);
      for (hb_id r = 1; r <= family.rank && !hb_limits_hit (how->limits); r++)
        if (diff_family_count (&family, r) != diff_family_count (families[side], r))
          wrong = "with other names the families differ";
      diff_family_free (&family);
      diff_engine_free (engine);
    }
  for (size_t i = 1; i < matches.size; i++)
    hb_free ((char *)matches.data[i].new);
  vec_free (matches);
  diff_scope_free (other);
  diff_program_free (new);
  hb_free (text);
  return wrong;
}
