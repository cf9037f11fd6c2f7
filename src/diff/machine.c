/* See machine.h. */
#include "diff/machine.h"

#include <string.h>

struct diff_machine
{
  const diff_program *program;
  size_t words;
  size_t *base;          /* of each thread: where it is, then its slots */
  VEC (uint64_t *) live; /* of each thread: bit sets of slots by node */
  VEC (size_t) live_words;
};

/* The slots that hold a live local when a node starts. */
static uint64_t *
live_slots (const struct diff_thread *thread, size_t words)
{
  uint64_t *live = hb_calloc (thread->nodes.size * words + 1, sizeof *live);
  for (hb_id n = 0; n < thread->nodes.size; n++)
    for (hb_id l = 0; l < thread->locals.size; l++)
      if (diff_is_live (thread, n, l))
        live[n * words + thread->slot.data[l] / 64] |= (uint64_t)1 << thread->slot.data[l] % 64;
  return live;
}

diff_machine *
diff_machine_new (const diff_program *program)
{
  diff_machine *machine = hb_calloc (1, sizeof *machine);
  machine->program = program;
  machine->base = hb_calloc (program->threads.size + 1, sizeof *machine->base);
  machine->words = program->variables.size;
  for (size_t t = 0; t < program->threads.size; t++)
    {
      const struct diff_thread *thread = &program->threads.data[t];
      machine->base[t] = machine->words;
      machine->words += 1 + thread->slots;
      vec_push (machine->live_words, thread->slots / 64 + 1);
      vec_push (machine->live, live_slots (thread, thread->slots / 64 + 1));
    }
  return machine;
}

void
diff_machine_free (diff_machine *machine)
{
  if (!machine)
    return;
  for (size_t t = 0; t < machine->live.size; t++)
    hb_free (machine->live.data[t]);
  vec_free (machine->live);
  vec_free (machine->live_words);
  hb_free (machine->base);
  hb_free (machine);
}

size_t
diff_machine_words (const diff_machine *machine)
{
  return machine->words;
}

hb_id
diff_machine_at (const diff_machine *machine, const uint64_t *state, hb_id thread)
{
  return (hb_id)state[machine->base[thread]];
}

void
diff_log_clear (struct diff_log *log)
{
  vec_clear (log->events);
  vec_clear (log->failures);
  vec_clear (log->chosen);
}

void
diff_log_free (struct diff_log *log)
{
  vec_free (log->events);
  vec_free (log->failures);
  vec_free (log->chosen);
}

/* A step that is being made. */
struct step
{
  const diff_machine *machine;
  const struct diff_thread *thread;
  hb_id number;
  uint64_t *state, *slots;
  diff_chooser *choose;
  void *context;
  struct diff_log *log;
};

static void
note (struct step *s, const struct diff_act *act, const struct diff_node *node, uint64_t value)
{
  struct diff_event event = {
    act->action == DIFF_WRITE, act->variable, node->statement, s->number, value, node->spot, 0
  };
  vec_push (s->log->events, event);
}

/* One act. */
static enum diff_stepped
act_on (struct step *s, const struct diff_node *node, const struct diff_act *act)
{
  const hb_id *slot = s->thread->slot.data;
  uint64_t value = 0;
  if (act->guard && !diff_evaluate (act->guard, slot, s->slots))
    return DIFF_RAN;
  if (act->exp)
    value = diff_evaluate (act->exp, slot, s->slots);
  switch (act->action)
    {
    case DIFF_LET:
      s->slots[slot[act->local]] = value;
      break;
    case DIFF_CHOOSE:
      if (!s->choose (s->context, s->thread->locals.data[act->local].type, &value))
        return DIFF_NO_CHOICE;
      s->slots[slot[act->local]] = value;
      vec_push (s->log->chosen, value);
      break;
    case DIFF_READ:
      value = s->state[act->variable];
      s->slots[slot[act->local]] = value;
      note (s, act, node, value);
      break;
    case DIFF_WRITE:
      s->state[act->variable] = value;
      note (s, act, node, value);
      break;
    case DIFF_ASSUME:
      if (!value)
        return DIFF_BLOCKED;
      break;
    case DIFF_ASSERT:
      if (!value)
        {
          struct diff_failure failure = { s->number, act->what, act->spot };
          vec_push (s->log->failures, failure);
        }
    }
  return DIFF_RAN;
}

static enum diff_stepped
run_node (struct step *s, hb_id *at)
{
  const struct diff_node *node = &s->thread->nodes.data[*at];
  for (hb_id i = 0; i < node->count; i++)
    {
      enum diff_stepped out = act_on (s, node, &s->thread->acts.data[node->first + i]);
      if (out != DIFF_RAN)
        return out;
    }
  bool no = node->branch && !diff_evaluate (node->branch, s->thread->slot.data, s->slots);
  *at = node->next[no];
  return DIFF_RAN;
}

/* A node that may be run with the step before: nothing shared, no choice, no waiting. */
static bool
is_quiet (const struct diff_thread *thread, hb_id at)
{
  const struct diff_node *node = &thread->nodes.data[at];
  bool quiet = !node->visible && node->unit == HB_NONE;
  for (hb_id i = 0; i < node->count && quiet; i++)
    {
      enum diff_action action = thread->acts.data[node->first + i].action;
      quiet = action == DIFF_LET || action == DIFF_ASSERT;
    }
  return quiet;
}

/* What no local needs any more becomes 0: equal states are equal words. */
static void
tidy (struct step *s, hb_id at)
{
  size_t words = s->machine->live_words.data[s->number];
  const uint64_t *live = s->machine->live.data[s->number];
  for (hb_id i = 0; i < s->thread->slots; i++)
    if (at == DIFF_END || !(live[at * words + i / 64] >> (i % 64) & 1))
      s->slots[i] = 0;
}

enum diff_stepped
diff_machine_step (const diff_machine *machine, uint64_t *state, hb_id thread, diff_chooser *choose,
                   void *context, struct diff_log *log, hb_id *where)
{
  size_t base = machine->base[thread];
  struct step s = { machine,          &machine->program->threads.data[thread],
                    thread,           state,
                    state + base + 1, choose,
                    context,          log };
  hb_id at = (hb_id)state[base], unit = HB_NONE;
  bool seen = false;
  size_t failures = log->failures.size;
  while (at != DIFF_END)
    {
      const struct diff_node *node = &s.thread->nodes.data[at];
      if (seen && (unit == HB_NONE || node->unit != unit))
        break;
      unit = node->unit;
      seen = seen || node->visible;
      if (where)
        *where = at;
      enum diff_stepped out = run_node (&s, &at);
      if (out != DIFF_RAN)
        {
          /* What failed on the way to where it waits has failed; what belongs to the step has not happened. */
          log->failures.size = failures;
          return out;
        }
      if (!seen && unit == HB_NONE)
        failures = log->failures.size;
    }
  while (at != DIFF_END && is_quiet (s.thread, at))
    run_node (&s, &at);
  state[base] = at;
  tidy (&s, at);
  return seen ? DIFF_RAN : DIFF_ENDED;
}

void
diff_machine_start (const diff_machine *machine, uint64_t *state)
{
  memset (state, 0, machine->words * sizeof *state);
  for (size_t v = 0; v < machine->program->variables.size; v++)
    state[v] = machine->program->variables.data[v].initial;
  for (size_t t = 0; t < machine->program->threads.size; t++)
    if (!machine->program->threads.data[t].nodes.size)
      state[machine->base[t]] = DIFF_END;
}

/* --- all choices --------------------------------------------------------------------------------- */

bool
diff_choose_next (void *context, struct diff_type type, uint64_t *value)
{
  struct diff_choices *choices = context;
  if (choices->used == choices->values.size)
    {
      vec_push (choices->values, diff_wrap (type, (uint64_t)choices->low));
      vec_push (choices->types, type);
    }
  *value = diff_wrap (type, choices->values.data[choices->used++]);
  return true;
}

bool
diff_choices_advance (struct diff_choices *choices)
{
  /* What the last vector had and this run did not use is gone. */
  choices->values.size = choices->types.size = choices->used;
  while (choices->values.size)
    {
      size_t last = choices->values.size - 1;
      uint64_t next = choices->values.data[last] + 1;
      uint64_t most = diff_wrap (choices->types.data[last], (uint64_t)choices->high);
      if (choices->values.data[last] != most && diff_wrap (choices->types.data[last], next) == next)
        {
          choices->values.data[last] = next;
          return true;
        }
      choices->values.size = choices->types.size = last;
    }
  return false;
}

void
diff_choices_free (struct diff_choices *choices)
{
  vec_free (choices->values);
  vec_free (choices->types);
}

bool
diff_choose_given (void *context, struct diff_type type, uint64_t *value)
{
  struct diff_choices *choices = context;
  if (choices->used == choices->values.size)
    return false;
  *value = diff_wrap (type, choices->values.data[choices->used++]);
  return true;
}

bool
diff_machine_can_end (const diff_machine *machine, const uint64_t *state, hb_id thread,
                      struct diff_choices *choices)
{
  if (diff_machine_at (machine, state, thread) == DIFF_END)
    return true;
  uint64_t *copy = hb_calloc (machine->words, sizeof *copy);
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  bool ends = false;
  vec_clear (choices->values);
  vec_clear (choices->types);
  do
    {
      memcpy (copy, state, machine->words * sizeof *copy);
      choices->used = 0;
      diff_log_clear (&log);
      ends = diff_machine_step (machine, copy, thread, diff_choose_next, choices, &log, NULL)
             == DIFF_ENDED;
    }
  while (!ends && diff_choices_advance (choices));
  diff_log_free (&log);
  hb_free (copy);
  return ends;
}
