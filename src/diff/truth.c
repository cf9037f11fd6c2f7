/* A local is *narrow* if only whether it is 0 matters: it is used as a condition, in !x, x == 0, x != 0, x && y,
 * or goes to a local that is narrow itself.  The widest fixed point, backwards over the acts. */
#include "diff/truth.h"

#include <string.h>

/* Marks in WIDE the locals of EXP whose value matters (TRUTH: whether EXP is 0 matters, no more). */
static void
mark (const struct diff_exp *exp, bool truth, char *wide)
{
  if (!exp)
    return;
  switch (exp->op)
    {
    case C_NAME:
      if (!truth)
        wide[exp->local] = 1;
      return;
    case C_NOT:
    case C_BOTH:
    case C_EITHER:
      mark (exp->a, true, wide);
      mark (exp->b, true, wide);
      return;
    case C_CAST:
      /* To fewer bits some values other than 0 become 0. */
      mark (exp->a, truth && (exp->type.width >= exp->a->type.width || exp->type.width == 1), wide);
      return;
    case C_EQUAL:
    case C_UNEQUAL:
      {
        bool zero = (exp->a->op == C_NUMBER && !exp->a->value)
                    || (exp->b->op == C_NUMBER && !exp->b->value);
        mark (exp->a, zero, wide);
        mark (exp->b, zero, wide);
        return;
      }
    case C_CHOICE:
      mark (exp->a, true, wide);
      mark (exp->b, truth, wide);
      mark (exp->c, truth, wide);
      return;
    default:
      mark (exp->a, false, wide);
      mark (exp->b, false, wide);
    }
}

/* One pass back over THREAD, which meets every use before what it is made of where nodes only lead forward.  The place of
 * a choice that is wide goes to *SPOT. */
static bool
mark_all (const struct diff_thread *thread, char *wide, struct hb_c_spot *spot)
{
  bool some = false;
  for (size_t n = thread->nodes.size; n-- > 0;)
    {
      const struct diff_node *node = &thread->nodes.data[n];
      mark (node->branch, true, wide);
      for (hb_id i = node->count; i-- > 0;)
        {
          const struct diff_act *act = &thread->acts.data[node->first + i];
          mark (act->guard, true, wide);
          if (act->action == DIFF_LET)
            mark (act->exp, !wide[act->local], wide);
          else if (act->action != DIFF_CHOOSE)
            mark (act->exp, act->action != DIFF_WRITE, wide);
          else if (wide[act->local] && thread->locals.data[act->local].type.width > 1)
            {
              some = true;
              *spot = act->spot;
            }
        }
    }
  return some;
}

char *
diff_wide_locals (const struct diff_thread *thread)
{
  size_t locals = thread->locals.size;
  char *wide = hb_calloc (locals + 1, 1), *before = hb_calloc (locals + 1, 1);
  struct hb_c_spot spot;
  do
    {
      memcpy (before, wide, locals);
      mark_all (thread, wide, &spot);
    }
  while (memcmp (before, wide, locals) != 0);
  hb_free (before);
  return wide;
}

void
diff_find_wide_choices (diff_program *program)
{
  for (size_t t = program->threads.size; t-- > 0;)
    {
      const struct diff_thread *thread = &program->threads.data[t];
      char *wide = hb_calloc (thread->locals.size + 1, 1);
      if (mark_all (thread, wide, &program->wide_spot))
        program->wide_choice = true;
      hb_free (wide);
    }
}
