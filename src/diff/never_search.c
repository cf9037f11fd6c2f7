/* All states of some threads; see never.h.
 *
 * A state has the variables that the threads looked at touch, of each of these threads where it is and its locals, and one
 * flag: of a read-from dependency that the variable has the value of its first statement, of a store order that this
 * statement has run.  A read finds what is there, or what a thread that is not looked at may have written since.
 *
 * A step is a node or an atomic section.  A thread whose next node touches nothing that the others touch goes *alone*: what
 * the others can do, they can do behind it, too.  As long as there is one way for it to go, that is no state of its own.  At
 * the head of a loop it goes alone only behind a step of a state in which all threads made theirs, so that no loop hides
 * what the others can do (partial order reduction, Godefroid, LNCS 1032, 1996). */
#include "diff/never_private.h"

#include <string.h>

#define MOST_ALONE 100 /* steps of threads that go alone before there is a state */

/* Does only THREAD, of those looked at, touch what its node AT touches? */
static bool
is_alone (const struct never_search *s, hb_id number, hb_id at)
{
  const struct diff_node *node = &s->program->threads.data[number].nodes.data[at];
  if (node->unit != HB_NONE)
    return false;
  for (hb_id i = 0; i < node->count && node->visible; i++)
    {
      const struct diff_act *act = &s->program->threads.data[number].acts.data[node->first + i];
      bool access = act->action == DIFF_READ || act->action == DIFF_WRITE;
      access = access
               && (s->never->matters[act->variable]
                   || (s->wanted && s->wanted->variable == act->variable));
      for (hb_id t = 0; t < s->program->threads.size && access; t++)
        if (t != number && s->inside[t] && s->never->touches.data[t][act->variable])
          return false;
    }
  return true;
}

static void
add_state (struct never_search *s)
{
  hb_id known = hb_names_count (s->states);
  if (hb_names_intern (s->states, (const char *)s->state, s->words * sizeof *s->state) == known)
    vec_push (s->owed, s->debts);
}

/* The thread that goes alone in STATE, at heads only with HEADS; HB_NONE. */
static hb_id
find_alone (const struct never_search *s, const uint64_t *state, bool heads)
{
  for (hb_id t = 0; t < s->program->threads.size; t++)
    {
      hb_id at = s->inside[t] ? (hb_id)state[s->base.data[t]] : DIFF_END;
      if (at != DIFF_END && (heads || !s->program->threads.data[t].nodes.data[at].head)
          && is_alone (s, t, at))
        return t;
    }
  return HB_NONE;
}

static bool
is_spent (const struct never_search *s)
{
  return s->never->steps >= s->most_steps;
}

/* If there is one way for THREAD to go on, it goes it. */
static bool
go_on (struct never_search *s, hb_id thread)
{
  size_t size = s->words * sizeof *s->state, count = 0;
  uint64_t owed = s->debts, debts = owed;
  bool reached = false;
  vec_clear (s->ways.taken);
  vec_clear (s->ways.most);
  s->ways.used = 0;
  memcpy (s->before, s->state, size);
  do
    {
      memcpy (s->state, s->before, size);
      s->debts = owed;
      s->reached = false;
      if (!never_step (s, thread))
        continue;
      memcpy (s->after, s->state, size);
      debts = s->debts;
      reached = s->reached;
      count++;
    }
  while (count < 2 && !is_spent (s) && never_decide_next (s));
  memcpy (s->state, count == 1 ? s->after : s->before, size);
  s->debts = count == 1 ? debts : owed;
  s->found = s->found || (count == 1 && reached);
  return count == 1;
}

/* Threads go on alone from the state that was reached; WHOLE: from one in which all made their steps. */
static void
settle (struct never_search *s, bool whole)
{
  struct never_ways outer = s->ways;
  hb_id thread;
  s->ways = s->inner;
  for (int i = 0; i < MOST_ALONE && !s->found; i++)
    if ((thread = find_alone (s, s->state, whole)) == HB_NONE || !go_on (s, thread))
      break;
  s->inner = s->ways;
  s->ways = outer;
  add_state (s);
}

/* All that THREAD can do in state FROM, where all threads make their steps (WHOLE) or it goes alone; false: nothing. */
static bool
expand (struct never_search *s, const uint64_t *from, uint64_t owed, hb_id thread, bool whole)
{
  bool some = false;
  vec_clear (s->ways.taken);
  vec_clear (s->ways.most);
  s->ways.used = 0;
  do
    {
      memcpy (s->state, from, s->words * sizeof *from);
      s->debts = owed;
      s->reached = false;
      if (!never_step (s, thread))
        continue;
      some = true;
      s->found = s->reached;
      settle (s, whole);
    }
  while (!s->found && !is_spent (s) && never_decide_next (s));
  return some;
}

/* What the threads that are not looked at may write to VARIABLE, as far as a read of it can tell. */
static void
find_outside (struct never_search *s, hb_id variable)
{
  const never_effects *all = &s->never->effects.data[variable];
  never_effects outside = VEC_EMPTY;
  bool told = s->never->matters[variable] || (s->wanted && s->wanted->variable == variable);
  for (size_t i = 0; i < all->size && told; i++)
    {
      const struct never_effect *one = &all->data[i];
      bool known = s->inside[one->thread], is_from = s->wanted && one->statement == s->wanted->from;
      for (size_t k = 0; k < outside.size && !known; k++)
        known = outside.data[k].value == one->value
                && (!s->wanted || variable != s->wanted->variable
                    || is_from == (outside.data[k].statement == s->wanted->from));
      if (!known)
        vec_push (outside, *one);
    }
  vec_push (s->outside, outside);
}

/* Where things are in a state. */
static void
lay_out (struct never_search *s)
{
  const diff_program *program = s->program;
  struct never_had none = { 0, { 0 } };
  size_t cells = program->variables.size;
  s->words = 0;
  vec_clear (s->had);
  vec_clear (s->had_of);
  vec_clear (s->place);
  vec_clear (s->base);
  for (size_t v = 0; v < s->outside.size; v++)
    vec_free (s->outside.data[v]);
  vec_clear (s->outside);
  for (hb_id v = 0; v < program->variables.size; v++)
    {
      bool touched = false;
      for (hb_id t = 0; t < program->threads.size; t++)
        touched = touched || (s->inside[t] && s->never->touches.data[t][v]);
      vec_push (s->place, touched ? (hb_id)s->words++ : HB_NONE);
      find_outside (s, v);
    }
  for (hb_id t = 0; t < program->threads.size; t++)
    {
      vec_push (s->base, s->words);
      vec_push (s->had_of, cells);
      s->words += s->inside[t] ? 1 + program->threads.data[t].slots : 0;
      cells += s->inside[t] ? program->threads.data[t].locals.size : 0;
    }
  vec_resize (s->had, cells, none);
  s->words++;
}

/* The writes of the first statement of a store order by a thread that is not looked at may come at any time. */
static void
start_flag (struct never_search *s)
{
  const struct diff_dependency *wanted = s->wanted;
  *never_flag (s) = !wanted->from;
  const never_effects *outside = &s->outside.data[wanted->variable];
  for (size_t i = 0; i < outside->size && wanted->store; i++)
    if (outside->data[i].statement == wanted->from)
      {
        *never_flag (s) = 1;
        s->debts |= never_thread_bit (outside->data[i].thread);
      }
}

static void
start (struct never_search *s)
{
  const diff_program *program = s->program;
  memset (s->state, 0, s->words * sizeof *s->state);
  s->debts = 0;
  for (hb_id v = 0; v < program->variables.size; v++)
    if (s->place.data[v] != HB_NONE && s->never->matters[v])
      s->state[s->place.data[v]] = program->variables.data[v].initial;
  for (hb_id t = 0; t < program->threads.size; t++)
    if (s->inside[t] && !program->threads.data[t].nodes.size)
      s->state[s->base.data[t]] = DIFF_END;
  if (s->wanted)
    start_flag (s);
  add_state (s);
}

/* All that the threads looked at can do in state FROM. */
static void
expand_all (struct never_search *s, const uint64_t *from, uint64_t owed)
{
  hb_id alone = find_alone (s, from, false);
  if (alone != HB_NONE && expand (s, from, owed, alone, false))
    return;
  for (hb_id t = 0; t < s->program->threads.size && !s->found; t++)
    if (s->inside[t] && from[s->base.data[t]] != DIFF_END)
      expand (s, from, owed, t, true);
}

int
never_look (struct never_search *s, uint64_t most)
{
  lay_out (s);
  s->states = hb_names_new ();
  s->state = hb_calloc (s->words, sizeof *s->state);
  s->before = hb_calloc (s->words, sizeof *s->before);
  s->after = hb_calloc (s->words, sizeof *s->after);
  uint64_t *from = hb_calloc (s->words, sizeof *from);
  vec_clear (s->owed);
  s->found = false;
  start (s);
  hb_id at = 0;
  if (s->never->limit - s->never->states < most)
    most = s->never->limit - s->never->states;
  s->most_steps = s->never->steps + NEVER_STEPS * most;
  if (s->most_steps > NEVER_STEPS * s->never->limit)
    s->most_steps = NEVER_STEPS * s->never->limit;
  for (; at < hb_names_count (s->states) && hb_names_count (s->states) <= most && !s->found
         && !is_spent (s) && !hb_limits_hit (s->never->limits);
       at++)
    {
      memcpy (from, hb_names_text (s->states, at), s->words * sizeof *from);
      expand_all (s, from, s->owed.data[at]);
    }
  s->never->states += hb_names_count (s->states);
  bool whole = at == hb_names_count (s->states) && !is_spent (s);
  int answer = s->found ? 1 : whole ? 0 : -1;
  hb_names_free (s->states);
  hb_free (s->state);
  hb_free (s->before);
  hb_free (s->after);
  hb_free (from);
  return answer;
}

struct never_search
never_search_of (diff_never *never, const struct diff_dependency *wanted, hb_id thread)
{
  struct never_search s = { .never = never,
                            .program = never->program,
                            .wanted = wanted,
                            .reader = thread,
                            .inside = hb_calloc (never->program->threads.size + 1, 1) };
  s.inside[thread] = 1;
  return s;
}

void
never_search_free (struct never_search *s)
{
  for (size_t v = 0; v < s->outside.size; v++)
    vec_free (s->outside.data[v]);
  hb_free (s->inside);
  vec_free (s->outside);
  vec_free (s->had);
  vec_free (s->had_of);
  vec_free (s->base);
  vec_free (s->place);
  vec_free (s->owed);
  vec_free (s->ways.taken);
  vec_free (s->ways.most);
  vec_free (s->inner.taken);
  vec_free (s->inner.most);
}
