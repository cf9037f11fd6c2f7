/* See instrument.h. */
#include "diff/instrument.h"

#include "base/names.h"

#include <string.h>

enum
{
  FIRST = 1,
  WRITE = 2,
  SECOND = 4
};

struct instrument
{
  const diff_scope *scope;
  int side;
  const hb_id *set;
  hb_id count;
  const struct diff_instrument_options *options;
  diff_machine *machine;
  size_t words; /* of the machine; the flags of fact I are word words + I */
  hb_names *states;
  VEC (hb_id) stack;
};

/* Does S1 of the fact write VARIABLE, too?  init writes all. */
static bool
first_writes (const struct instrument *in, const struct diff_fact *fact, hb_id variable)
{
  const diff_program *program = in->scope->programs[in->side];
  if (!fact->from)
    return true;
  const struct diff_statement *s
      = &program->statements.data[in->scope->statements[in->side].data[fact->from]];
  for (size_t i = 0; i < s->writes.size; i++)
    if (s->writes.data[i] == variable)
      return true;
  return false;
}

static void
flag (const struct instrument *in, uint64_t *flags, const struct diff_fact *fact,
      const struct diff_event *event)
{
  const diff_scope *scope = in->scope;
  bool own = scope->variable_of[in->side].data[event->variable] == fact->variable;
  hb_id statement = scope->statement_of[in->side].data[event->statement];
  bool is_first = own && event->write && statement == fact->from;
  bool is_second = own && event->write == fact->store && statement == fact->to;
  unsigned flaws = in->options->flaws;
  if (is_second && (*flags & FIRST) && (fact->store || !(*flags & WRITE)))
    *flags |= SECOND;
  bool hides = flaws & DIFF_ANY_VARIABLE ? first_writes (in, fact, event->variable) : own;
  if (is_first)
    *flags = (*flags | FIRST) & ~(uint64_t)(flaws & DIFF_NOT_FORGOTTEN ? 0 : WRITE);
  else if (event->write && hides && !fact->store && (*flags & FIRST))
    *flags |= WRITE;
}

static bool
all_seen (const struct instrument *in, const uint64_t *state)
{
  for (hb_id i = 0; i < in->count; i++)
    if (!(state[in->words + i] & SECOND))
      return false;
  return true;
}

/* All steps of THREAD from STATE; true if one gets there. */
static bool
expand (struct instrument *in, const uint64_t *state, uint64_t *next, hb_id thread)
{
  struct diff_choices choices = { .low = in->options->low, .high = in->options->high };
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  size_t size = (in->words + in->count) * sizeof *next;
  bool found = false;
  do
    {
      memcpy (next, state, size);
      choices.used = 0;
      diff_log_clear (&log);
      if (diff_machine_step (in->machine, next, thread, diff_choose_next, &choices, &log, NULL)
          != DIFF_RAN)
        continue;
      for (size_t e = 0; e < log.events.size; e++)
        for (hb_id i = 0; i < in->count; i++)
          flag (in, &next[in->words + i], &in->scope->facts.data[in->set[i]], &log.events.data[e]);
      found = all_seen (in, next);
      hb_id known = hb_names_count (in->states);
      hb_id number = hb_names_intern (in->states, (const char *)next, size);
      if (number == known)
        vec_push (in->stack, number);
    }
  while (!found && diff_choices_advance (&choices));
  diff_choices_free (&choices);
  diff_log_free (&log);
  return found;
}

int
diff_instrument_ask (const diff_scope *scope, int side, const hb_id *set, hb_id count,
                     const struct diff_instrument_options *options)
{
  const diff_program *program = scope->programs[side];
  struct instrument in = { .scope = scope,
                           .side = side,
                           .set = set,
                           .count = count,
                           .options = options,
                           .machine = diff_machine_new (program),
                           .states = hb_names_new () };
  in.words = diff_machine_words (in.machine);
  size_t size = (in.words + count) * sizeof (uint64_t);
  uint64_t *state = hb_calloc (in.words + count + 1, sizeof *state);
  uint64_t *next = hb_calloc (in.words + count + 1, sizeof *next);
  diff_machine_start (in.machine, state);
  for (hb_id i = 0; i < count; i++)
    if (!scope->facts.data[set[i]].from && !(options->flaws & DIFF_INIT_UNSEEN))
      state[in.words + i] = FIRST;
  vec_push (in.stack, hb_names_intern (in.states, (const char *)state, size));
  bool found = !count;
  while (in.stack.size && !found && !hb_limits_hit (options->limits))
    {
      memcpy (state, hb_names_text (in.states, vec_pop (in.stack)), size);
      for (hb_id t = 0; t < program->threads.size && !found; t++)
        found = expand (&in, state, next, t);
    }
  int answer = found ? 1 : in.stack.size ? -1 : 0;
  hb_free (state);
  hb_free (next);
  vec_free (in.stack);
  hb_names_free (in.states);
  diff_machine_free (in.machine);
  return answer;
}
