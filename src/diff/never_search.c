/* All states of some threads; see never.h.
 *
 * A state has the variables that the threads looked at touch, of each of these threads where it is and its locals, and one
 * flag: of a read-from dependency that the variable has the value of its first statement, of a store order that this
 * statement has run.  A read finds what is there, or what a thread that is not looked at may have written since.
 *
 * A step is a node or an atomic section.  A thread whose next node touches nothing that the others touch goes alone,
 * until it comes to the head of a loop: that does not hide what the others can do. */
#include "diff/never_private.h"

#include <string.h>

/* Does only THREAD, of those looked at, touch what its node AT touches? */
static bool
is_alone (const struct never_search *s, hb_id number, hb_id at)
{
  const struct diff_node *node = &s->program->threads.data[number].nodes.data[at];
  if (node->head || node->unit != HB_NONE)
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

/* All that THREAD can do in state FROM; false: nothing. */
static bool
expand (struct never_search *s, const uint64_t *from, uint64_t owed, hb_id thread)
{
  bool some = false;
  vec_clear (s->taken);
  vec_clear (s->most);
  s->used = 0;
  do
    {
      memcpy (s->state, from, s->words * sizeof *from);
      s->debts = owed;
      s->reached = false;
      if (!never_step (s, thread))
        continue;
      some = true;
      s->found = s->reached;
      add_state (s);
    }
  while (!s->found && never_decide_next (s));
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
  size_t threads = s->program->threads.size;
  for (hb_id t = 0; t < threads; t++)
    if (s->inside[t] && from[s->base.data[t]] != DIFF_END
        && is_alone (s, t, (hb_id)from[s->base.data[t]]) && expand (s, from, owed, t))
      return;
  for (hb_id t = 0; t < threads && !s->found; t++)
    if (s->inside[t] && from[s->base.data[t]] != DIFF_END)
      expand (s, from, owed, t);
}

int
never_look (struct never_search *s, uint64_t most)
{
  lay_out (s);
  s->states = hb_names_new ();
  s->state = hb_calloc (s->words, sizeof *s->state);
  uint64_t *from = hb_calloc (s->words, sizeof *from);
  vec_clear (s->owed);
  s->found = false;
  start (s);
  hb_id at = 0;
  if (s->never->limit - s->never->states < most)
    most = s->never->limit - s->never->states;
  for (; at < hb_names_count (s->states) && hb_names_count (s->states) <= most && !s->found; at++)
    {
      memcpy (from, hb_names_text (s->states, at), s->words * sizeof *from);
      expand_all (s, from, s->owed.data[at]);
    }
  s->never->states += hb_names_count (s->states);
  int answer = s->found ? 1 : at == hb_names_count (s->states) ? 0 : -1;
  hb_names_free (s->states);
  hb_free (s->state);
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
  vec_free (s->taken);
  vec_free (s->most);
}
