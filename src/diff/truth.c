/* A local is *narrow* if only whether it is 0 matters: it is used as a condition, in !x, x == 0, x != 0, x && y,
 * or goes to a local that is narrow itself.  The widest fixed point, backwards over the acts. */
#include "diff/truth.h"

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

static void
find_in (diff_program *program, const struct diff_thread *thread)
{
  char *wide = hb_calloc (thread->locals.size + 1, 1);
  /* Nodes only lead forward: one pass back meets every use before what it is made of. */
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
              program->wide_choice = true;
              program->wide_spot = act->spot;
            }
        }
    }
  hb_free (wide);
}

void
diff_find_wide_choices (diff_program *program)
{
  for (size_t t = program->threads.size; t-- > 0;)
    find_in (program, &program->threads.data[t]);
}
