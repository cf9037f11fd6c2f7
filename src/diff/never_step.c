/* Values and steps; see never.h.
 *
 * A value is a number or ANY; what is computed from ANY is ANY, and a branch on it goes both ways.  A choice that matters as
 * a truth value alone is 0 or 1, others are ANY; a variable whose value does not matter is 0. */
#include "diff/never_private.h"

#include <string.h>

/* Of operands one of which is ANY. */
static uint64_t
partly (enum hb_c_operation op, uint64_t a, uint64_t b)
{
  switch (op)
    {
    case C_AND:
    case C_BOTH:
    case C_MULTIPLY:
      return a && b ? NEVER_ANY : 0;
    case C_EITHER:
      return (a && a != NEVER_ANY) || (b && b != NEVER_ANY) ? 1 : NEVER_ANY;
    default:
      return NEVER_ANY;
    }
}

uint64_t
never_value (const struct diff_exp *exp, const hb_id *slot, const uint64_t *values)
{
  if (exp->op == C_NUMBER)
    return exp->value;
  if (exp->op == C_NAME)
    return slot ? values[slot[exp->local]] : NEVER_ANY;
  uint64_t a = never_value (exp->a, slot, values);
  if (exp->op == C_CHOICE && a != NEVER_ANY)
    return never_value (a ? exp->b : exp->c, slot, values);
  uint64_t b = exp->b ? never_value (exp->b, slot, values) : 0;
  if (exp->op == C_CHOICE)
    return b == never_value (exp->c, slot, values) ? b : NEVER_ANY;
  if (a == NEVER_ANY || b == NEVER_ANY)
    return partly (exp->op, a, b);
  return diff_compute (exp->op, exp->type, exp->a->type, a, b);
}

/* --- steps ---------------------------------------------------------------------------------------- */

/* One of COUNT ways. */
static hb_id
decide (struct never_search *s, hb_id count)
{
  if (s->ways.used == s->ways.taken.size)
    {
      vec_push (s->ways.taken, 0);
      vec_push (s->ways.most, count);
    }
  return s->ways.taken.data[s->ways.used++];
}

bool
never_decide_next (struct never_search *s)
{
  s->ways.taken.size = s->ways.most.size = s->ways.used;
  s->ways.used = 0;
  while (s->ways.taken.size)
    {
      if (++vec_top (s->ways.taken) < vec_top (s->ways.most))
        return true;
      (void)vec_pop (s->ways.taken);
      (void)vec_pop (s->ways.most);
    }
  return false;
}

/* VALUE as number CELL of `had` gets it: after too many values, ANY.  So counters do not count for ever. */
static uint64_t
widened (struct never_search *s, size_t cell, uint64_t value)
{
  struct never_had *had = &s->had.data[cell];
  for (hb_id i = 0; i < had->count; i++)
    if (had->values[i] == value)
      return value;
  if (had->count == NEVER_MOST_VALUES)
    return NEVER_ANY;
  had->values[had->count++] = value;
  return value;
}

/* Does the write of STATEMENT, outside or inside, change the flag? */
static void
was_written (struct never_search *s, hb_id variable, hb_id statement)
{
  if (!s->wanted || variable != s->wanted->variable)
    return;
  if (statement == s->wanted->from)
    *never_flag (s) = 1;
  else if (!s->wanted->store)
    *never_flag (s) = 0;
}

/* THREAD makes the second statement of the dependency. */
static void
was_reached (struct never_search *s, hb_id thread, hb_id statement, const struct diff_act *act)
{
  if (s->wanted && thread == s->reader && act->variable == s->wanted->variable
      && statement == s->wanted->to && s->wanted->store == (act->action == DIFF_WRITE)
      && *never_flag (s))
    s->reached = true;
}

/* The value that a read of VARIABLE finds. */
static uint64_t
find_value (struct never_search *s, hb_id variable)
{
  const never_effects *outside = &s->outside.data[variable];
  uint64_t *cell = &s->state[s->place.data[variable]];
  hb_id way = outside->size ? decide (s, (hb_id)outside->size + 1) : 0;
  if (way)
    {
      const struct never_effect *effect = &outside->data[way - 1];
      *cell = effect->value;
      s->debts |= never_thread_bit (effect->thread);
      was_written (s, variable, effect->statement);
    }
  return *cell;
}

void
never_add_effect (diff_never *never, hb_id variable, struct never_effect effect)
{
  never_effects *all = &never->effects.data[variable];
  size_t values = 0, first = SIZE_MAX;
  if (!never->matters[variable])
    effect.value = 0;
  for (size_t i = 0; i < all->size; i++)
    {
      const struct never_effect *other = &all->data[i];
      if (other->thread != effect.thread || other->statement != effect.statement)
        continue;
      if (other->value == effect.value || other->value == NEVER_ANY)
        return;
      first = values++ ? first : i;
    }
  never->more = true;
  if (values == NEVER_MOST_VALUES)
    all->data[first].value = NEVER_ANY;
  else
    vec_push (*all, effect);
}

/* A statement of THREAD writes VALUE. */
static void
write_value (struct never_search *s, hb_id number, hb_id statement, hb_id variable, uint64_t value)
{
  value = widened (s, variable, s->never->matters[variable] ? value : 0);
  struct never_effect effect = { number, statement, value };
  s->state[s->place.data[variable]] = value;
  was_written (s, variable, statement);
  if (!s->wanted)
    never_add_effect (s->never, variable, effect);
}

/* One act of THREAD; false: it waits. */
static bool
act_on (struct never_search *s, hb_id number, hb_id statement, const struct diff_act *act)
{
  const struct diff_thread *thread = &s->program->threads.data[number];
  const hb_id *slot = thread->slot.data;
  uint64_t *slots = s->state + s->base.data[number] + 1;
  uint64_t guard = act->guard ? never_value (act->guard, slot, slots) : 1;
  uint64_t value = act->exp ? never_value (act->exp, slot, slots) : 0;
  if (!guard || (guard == NEVER_ANY && !decide (s, 2)))
    return true;
  switch (act->action)
    {
    case DIFF_LET:
      slots[slot[act->local]] = widened (s, s->had_of.data[number] + act->local, value);
      break;
    case DIFF_CHOOSE:
      slots[slot[act->local]]
          = s->never->wide.data[number][act->local]
                ? NEVER_ANY
                : diff_wrap (thread->locals.data[act->local].type, decide (s, 2));
      break;
    case DIFF_READ:
      slots[slot[act->local]] = find_value (s, act->variable);
      was_reached (s, number, statement, act);
      break;
    case DIFF_WRITE:
      was_reached (s, number, statement, act);
      write_value (s, number, statement, act->variable, value);
      break;
    case DIFF_ASSUME:
      return value;
    case DIFF_ASSERT:
      break;
    }
  return true;
}

/* What no local of THREAD, which is at node AT, needs any more becomes 0. */
static void
tidy (struct never_search *s, hb_id number, hb_id at)
{
  const struct diff_thread *thread = &s->program->threads.data[number];
  uint64_t *slots = s->state + s->base.data[number] + 1;
  uint64_t kept[64];
  for (hb_id first = 0; first < thread->slots; first += 64)
    {
      hb_id count = thread->slots - first < 64 ? thread->slots - first : 64;
      memset (kept, 0, sizeof kept);
      for (hb_id l = 0; l < thread->locals.size; l++)
        if (thread->slot.data[l] >= first && thread->slot.data[l] < first + count
            && diff_is_live (thread, at, l))
          kept[thread->slot.data[l] - first] = slots[thread->slot.data[l]];
      memcpy (slots + first, kept, count * sizeof *kept);
    }
}

bool
never_step (struct never_search *s, hb_id number)
{
  const struct diff_thread *thread = &s->program->threads.data[number];
  uint64_t *slots = s->state + s->base.data[number] + 1;
  hb_id at = (hb_id)s->state[s->base.data[number]], unit = thread->nodes.data[at].unit;
  bool seen = false;
  s->never->steps++;
  do
    {
      const struct diff_node *node = &thread->nodes.data[at];
      for (hb_id i = 0; i < node->count; i++)
        if (!act_on (s, number, node->statement, &thread->acts.data[node->first + i]))
          return false;
      uint64_t yes = node->branch ? never_value (node->branch, thread->slot.data, slots) : 1;
      if (yes == NEVER_ANY)
        yes = decide (s, 2);
      at = node->next[!yes];
      if (at == DIFF_END && !seen && !node->visible)
        return false;
      seen = seen || node->visible;
    }
  while (at != DIFF_END && unit != HB_NONE && thread->nodes.data[at].unit == unit);
  s->state[s->base.data[number]] = at;
  tidy (s, number, at);
  return true;
}
