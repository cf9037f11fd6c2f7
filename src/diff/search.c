/* See search.h.  Depth first, over a table of states; what led to a state is kept, so that each has its run. */
#include "diff/search.h"

#include "base/names.h"

#include <string.h>

struct origin
{
  hb_id from, thread, values; /* the state before; its values in `values`, from there on, */
  hb_id count;                /* and how many */
};

struct found_failure
{
  struct diff_failure failure;
  hb_id from, thread;
  hb_id values, count;
};

struct diff_search
{
  const diff_program *program;
  const diff_scope *scope;
  int side;
  struct diff_search_options options;
  diff_machine *machine;
  size_t words, machine_words, fact_words;
  hb_names *states;
  VEC (struct origin) origins;
  VEC (uint64_t) values;
  VEC (hb_id) stack;
  VEC (uint64_t *) sets;
  VEC (hb_id) set_states;
  VEC (struct found_failure) failures;
  VEC (struct diff_stuck) waits; /* of the state at hand, of threads that cannot end */
  VEC (struct diff_stuck) stuck;
  bool done;
};

static bool
contains (const uint64_t *a, const uint64_t *b, size_t words)
{
  for (size_t w = 0; w < words; w++)
    if (b[w] & ~a[w])
      return false;
  return true;
}

/* The run that ends in STATE shows FACTS: kept unless another run shows them all. */
static void
record (diff_search *search, const uint64_t *facts, hb_id state)
{
  for (size_t i = search->sets.size; i-- > 0;)
    if (contains (search->sets.data[i], facts, search->fact_words))
      return;
  size_t kept = 0;
  for (size_t i = 0; i < search->sets.size; i++)
    {
      if (contains (facts, search->sets.data[i], search->fact_words))
        {
          hb_free (search->sets.data[i]);
          continue;
        }
      search->set_states.data[kept] = search->set_states.data[i];
      search->sets.data[kept++] = search->sets.data[i];
    }
  search->sets.size = search->set_states.size = kept;
  vec_push (search->sets, (uint64_t *)(void *)hb_copy_bytes ((const char *)facts,
                                                             search->fact_words * sizeof *facts));
  vec_push (search->set_states, state);
}

static void
note_failures (diff_search *search, const struct diff_log *log, hb_id from, hb_id thread)
{
  for (size_t i = 0; i < log->failures.size; i++)
    {
      bool known = false;
      const struct diff_failure *failure = &log->failures.data[i];
      for (size_t k = 0; k < search->failures.size && !known; k++)
        {
          const struct diff_failure *other = &search->failures.data[k].failure;
          known = other->spot.line == failure->spot.line
                  && other->spot.column == failure->spot.column
                  && other->spot.file == failure->spot.file;
        }
      if (known)
        continue;
      struct found_failure found
          = { *failure, from, thread, (hb_id)search->values.size, (hb_id)log->chosen.size };
      for (size_t c = 0; c < log->chosen.size; c++)
        vec_push (search->values, log->chosen.data[c]);
      vec_push (search->failures, found);
    }
}

/* All steps of THREAD from STATE, number FROM; the nodes at which it waits, one for each way to choose, become waits
 * unless it can end.  True if it can make a step. */
static bool
expand_thread (diff_search *search, const uint64_t *state, uint64_t *next, hb_id from, hb_id thread)
{
  struct diff_choices choices = { .low = search->options.low, .high = search->options.high };
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  bool moved = false, ended = false;
  size_t waits = search->waits.size;
  hb_id where = HB_NONE;
  do
    {
      memcpy (next, state, search->words * sizeof *next);
      choices.used = 0;
      diff_log_clear (&log);
      enum diff_stepped out = diff_machine_step (search->machine, next, thread, diff_choose_next,
                                                 &choices, &log, &where);
      note_failures (search, &log, from, thread);
      ended = ended || out == DIFF_ENDED;
      if (out == DIFF_BLOCKED)
        vec_push (search->waits, ((struct diff_stuck){ thread, where, from }));
      if (out != DIFF_RAN)
        continue;
      moved = true;
      if (search->scope)
        diff_shown_add (search->scope, search->side, next + search->machine_words, log.events.data,
                        log.events.size);
      hb_id known = hb_names_count (search->states);
      hb_id number
          = hb_names_intern (search->states, (const char *)next, search->words * sizeof *next);
      if (number < known)
        continue;
      struct origin origin = { from, thread, (hb_id)search->values.size, (hb_id)log.chosen.size };
      for (size_t c = 0; c < log.chosen.size; c++)
        vec_push (search->values, log.chosen.data[c]);
      vec_push (search->origins, origin);
      vec_push (search->stack, number);
    }
  while (diff_choices_advance (&choices));
  if (ended)
    search->waits.size = waits;
  diff_choices_free (&choices);
  diff_log_free (&log);
  return moved;
}

static void
note_stuck (diff_search *search)
{
  for (size_t w = 0; w < search->waits.size; w++)
    {
      struct diff_stuck at = search->waits.data[w];
      bool known = false;
      for (size_t i = 0; i < search->stuck.size && !known; i++)
        known = search->stuck.data[i].thread == at.thread && search->stuck.data[i].node == at.node;
      if (!known)
        vec_push (search->stuck, at);
    }
}

static void
expand (diff_search *search, uint64_t *state, uint64_t *next, hb_id number)
{
  bool moved = false, complete = search->options.complete;
  memcpy (state, hb_names_text (search->states, number), search->words * sizeof *state);
  vec_clear (search->waits);
  for (hb_id t = 0; t < search->program->threads.size; t++)
    if (expand_thread (search, state, next, number, t))
      moved = true;
  if (!moved)
    note_stuck (search);
  if (moved && !complete)
    return;
  struct diff_choices choices = { .low = search->options.low, .high = search->options.high };
  bool ends = true;
  for (hb_id t = 0; t < search->program->threads.size && ends && complete; t++)
    ends = diff_machine_can_end (search->machine, state, t, &choices);
  diff_choices_free (&choices);
  if (ends && search->scope)
    record (search, diff_shown_facts (search->scope, state + search->machine_words), number);
}

diff_search *
diff_search_new (const diff_program *program, const diff_scope *scope, int side,
                 const struct diff_search_options *options)
{
  diff_search *search = hb_calloc (1, sizeof *search);
  search->program = program;
  search->scope = scope;
  search->side = side;
  search->options = *options;
  if (!options->low && !options->high)
    search->options.high = 1;
  search->machine = diff_machine_new (program);
  search->machine_words = diff_machine_words (search->machine);
  search->words = search->machine_words + (scope ? diff_shown_words (scope) : 0);
  search->fact_words = scope ? diff_fact_words (scope) : 0;
  search->states = hb_names_new ();
  uint64_t *state = hb_calloc (search->words, sizeof *state);
  uint64_t *next = hb_calloc (search->words, sizeof *next);
  diff_machine_start (search->machine, state);
  if (scope)
    diff_shown_start (scope, state + search->machine_words);
  struct origin none = { HB_NONE, 0, 0, 0 };
  vec_push (search->stack,
            hb_names_intern (search->states, (const char *)state, search->words * sizeof *state));
  vec_push (search->origins, none);
  while (search->stack.size && !hb_limits_hit (search->options.limits)
         && (!options->states || search->origins.size <= options->states))
    {
      hb_id number = vec_pop (search->stack);
      expand (search, state, next, number);
    }
  search->done = !search->stack.size;
  hb_free (state);
  hb_free (next);
  return search;
}

void
diff_search_free (diff_search *search)
{
  if (!search)
    return;
  for (size_t i = 0; i < search->sets.size; i++)
    hb_free (search->sets.data[i]);
  vec_free (search->sets);
  vec_free (search->set_states);
  vec_free (search->origins);
  vec_free (search->values);
  vec_free (search->stack);
  vec_free (search->failures);
  vec_free (search->waits);
  vec_free (search->stuck);
  hb_names_free (search->states);
  diff_machine_free (search->machine);
  hb_free (search);
}

bool
diff_search_done (const diff_search *search)
{
  return search->done;
}

size_t
diff_search_states (const diff_search *search)
{
  return search->origins.size;
}

size_t
diff_search_sets (const diff_search *search)
{
  return search->sets.size;
}

const uint64_t *
diff_search_set (const diff_search *search, size_t i)
{
  return search->sets.data[i];
}

/* The steps that lead to STATE. */
static void
tell_way (const diff_search *search, hb_id state, struct diff_schedule *schedule)
{
  VEC (hb_id) way = VEC_EMPTY;
  vec_clear (schedule->moves);
  vec_clear (schedule->values);
  for (; search->origins.data[state].from != HB_NONE; state = search->origins.data[state].from)
    vec_push (way, state);
  while (way.size)
    {
      const struct origin *origin = &search->origins.data[vec_pop (way)];
      struct diff_move move = { origin->thread, (hb_id)schedule->values.size, origin->count };
      for (hb_id v = 0; v < origin->count; v++)
        vec_push (schedule->values, search->values.data[origin->values + v]);
      vec_push (schedule->moves, move);
    }
  vec_free (way);
}

/* What the threads choose in STATE so that they come to their ends. */
static void
tell_ends (const diff_search *search, hb_id state, struct diff_schedule *schedule)
{
  uint64_t *words = (uint64_t *)(void *)hb_copy_bytes (hb_names_text (search->states, state),
                                                       search->words * sizeof *words);
  struct diff_choices choices = { .low = search->options.low, .high = search->options.high };
  for (hb_id t = 0; t < search->program->threads.size; t++)
    if (diff_machine_at (search->machine, words, t) != DIFF_END
        && diff_machine_can_end (search->machine, words, t, &choices) && choices.used)
      {
        struct diff_move move = { t, (hb_id)schedule->values.size, (hb_id)choices.used };
        for (size_t v = 0; v < choices.used; v++)
          vec_push (schedule->values, choices.values.data[v]);
        vec_push (schedule->moves, move);
      }
  diff_choices_free (&choices);
  hb_free (words);
}

void
diff_search_schedule (const diff_search *search, size_t i, struct diff_schedule *schedule)
{
  hb_id number = search->set_states.data[i];
  tell_way (search, number, schedule);
  if (search->options.complete)
    tell_ends (search, number, schedule);
}

size_t
diff_search_failures (const diff_search *search)
{
  return search->failures.size;
}

struct diff_failure
diff_search_failure (const diff_search *search, size_t i, struct diff_schedule *schedule)
{
  const struct found_failure *found = &search->failures.data[i];
  tell_way (search, found->from, schedule);
  struct diff_move move = { found->thread, (hb_id)schedule->values.size, found->count };
  for (hb_id v = 0; v < found->count; v++)
    vec_push (schedule->values, search->values.data[found->values + v]);
  vec_push (schedule->moves, move);
  return found->failure;
}

size_t
diff_search_stuck (const diff_search *search)
{
  return search->stuck.size;
}

struct diff_stuck
diff_search_stuck_at (const diff_search *search, size_t i, struct diff_schedule *schedule)
{
  tell_way (search, search->stuck.data[i].state, schedule);
  return search->stuck.data[i];
}

int
diff_search_ask (void *context, const hb_id *set, hb_id count, uint64_t *shown)
{
  const diff_search *search = context;
  for (size_t i = 0; i < search->sets.size; i++)
    {
      bool all = true;
      for (hb_id k = 0; k < count && all; k++)
        all = search->sets.data[i][set[k] / 64] >> (set[k] % 64) & 1;
      if (!all)
        continue;
      memcpy (shown, search->sets.data[i], search->fact_words * sizeof *shown);
      return 1;
    }
  return search->done ? 0 : -1;
}
