/* See never.h.  What threads may write is found by looking at each of them alone, again and again until no more is found;
 * where that is too much, it is all that stands in their text. */
#include "diff/never_private.h"

#include "diff/matters.h"
#include "diff/truth.h"

#define MOST_STATES 250000      /* of one search; and so many steps for each */
#define MOST_STATES_ALONE 20000 /* of a thread, for what it may write */

/* All that the text of THREAD writes. */
static void
add_all_effects (diff_never *never, hb_id number)
{
  const struct diff_thread *thread = &never->program->threads.data[number];
  for (size_t n = 0; n < thread->nodes.size; n++)
    for (hb_id i = 0; i < thread->nodes.data[n].count; i++)
      {
        const struct diff_act *act = &thread->acts.data[thread->nodes.data[n].first + i];
        struct never_effect effect = { number, thread->nodes.data[n].statement, NEVER_ANY };
        if (act->action != DIFF_WRITE)
          continue;
        effect.value = never_value (act->exp, NULL, NULL);
        never_add_effect (never, act->variable, effect);
      }
}

static char *
touched_by (const diff_program *program, const struct diff_thread *thread)
{
  char *touches = hb_calloc (program->variables.size + 1, 1);
  for (size_t i = 0; i < thread->acts.size; i++)
    if (thread->acts.data[i].action == DIFF_READ || thread->acts.data[i].action == DIFF_WRITE)
      touches[thread->acts.data[i].variable] = 1;
  return touches;
}

void
diff_never_free (diff_never *never)
{
  if (!never)
    return;
  for (size_t t = 0; t < never->wide.size; t++)
    {
      hb_free (never->wide.data[t]);
      hb_free (never->touches.data[t]);
    }
  for (size_t v = 0; v < never->effects.size; v++)
    vec_free (never->effects.data[v]);
  vec_free (never->wide);
  vec_free (never->touches);
  vec_free (never->effects);
  hb_free (never->matters);
  hb_free (never);
}

uint64_t
diff_never_states (const diff_never *never)
{
  return never->states;
}

/* How many variables that the threads looked at touch THREAD may write. */
static size_t
influence (const struct never_search *s, hb_id thread)
{
  size_t count = 0;
  for (hb_id v = 0; v < s->program->variables.size; v++)
    {
      const never_effects *all = &s->never->effects.data[v];
      bool writes = false;
      for (size_t i = 0; i < all->size; i++)
        writes = writes || all->data[i].thread == thread;
      count += writes && s->place.data[v] != HB_NONE;
    }
  return count;
}

/* Of the threads whose writes were taken the one that may write most; HB_NONE. */
static hb_id
next_thread (const struct never_search *s)
{
  hb_id best = HB_NONE;
  for (hb_id t = 0; t < s->program->threads.size; t++)
    if (!s->inside[t] && (s->debts & never_thread_bit (t))
        && (best == HB_NONE || influence (s, t) > influence (s, best)))
      best = t;
  return best;
}

/* Does READER never make the second statement of the dependency? */
static bool
never_by (diff_never *never, const struct diff_dependency *wanted, hb_id reader)
{
  struct never_search s = never_search_of (never, wanted, reader);
  int answer;
  while ((answer = never_look (&s, MOST_STATES)) == 1)
    {
      hb_id next = next_thread (&s);
      if (next == HB_NONE)
        break;
      s.inside[next] = 1;
    }
  never_search_free (&s);
  return !answer;
}

/* What each thread may write, as the others do what is known of them, until that is no more. */
static void
find_effects (diff_never *never)
{
  hb_id threads = (hb_id)never->program->threads.size;
  char *too_large = hb_calloc (threads + 1, 1);
  do
    {
      never->more = false;
      for (hb_id t = 0; t < threads; t++)
        {
          struct never_search s = never_search_of (never, NULL, t);
          if (!too_large[t] && never_look (&s, MOST_STATES_ALONE) < 0)
            {
              too_large[t] = 1;
              add_all_effects (never, t);
            }
          never_search_free (&s);
        }
    }
  while (never->more);
  hb_free (too_large);
}

diff_never *
diff_never_new (const diff_program *program, uint64_t states, struct hb_limits *limits)
{
  diff_never *never = hb_calloc (1, sizeof *never);
  never->program = program;
  never->limit = states;
  never->limits = limits;
  never->matters = diff_matters (program);
  for (size_t v = 0; v < program->variables.size; v++)
    vec_push (never->effects, (never_effects)VEC_EMPTY);
  for (size_t t = 0; t < program->threads.size; t++)
    {
      vec_push (never->wide, diff_wide_locals (&program->threads.data[t]));
      vec_push (never->touches, touched_by (program, &program->threads.data[t]));
    }
  if (!program->section_loops)
    find_effects (never);
  return never;
}

bool
diff_never_shown (diff_never *never, const struct diff_dependency *dependency)
{
  const diff_program *program = never->program;
  if (program->section_loops)
    return false;
  bool none = true;
  for (hb_id t = 0; t < program->threads.size && none; t++)
    {
      const struct diff_thread *thread = &program->threads.data[t];
      bool makes = false;
      for (size_t n = 0; n < thread->nodes.size; n++)
        makes = makes
                || (thread->nodes.data[n].visible
                    && thread->nodes.data[n].statement == dependency->to);
      none = !makes || never_by (never, dependency, t);
    }
  return none;
}
