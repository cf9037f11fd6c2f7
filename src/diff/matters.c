/* See matters.h.
 *
 * A value matters if it decides where a thread goes or whether it waits: if it flows into a condition, by locals and
 * variables.  What a run shows depends on no other (slicing, Weiser, TSE 1984, without control: all steps stay). */
#include "diff/matters.h"

struct slice
{
  const diff_program *program;
  const struct diff_thread *thread; /* at hand */
  char *variables;
  char *locals; /* of the thread */
  bool changed;
};

static void
mark (struct slice *s, char *flag)
{
  s->changed = s->changed || !*flag;
  *flag = 1;
}

static void
mark_locals (struct slice *s, const struct diff_exp *exp)
{
  if (!exp)
    return;
  if (exp->op == C_NAME)
    mark (s, &s->locals[exp->local]);
  mark_locals (s, exp->a);
  mark_locals (s, exp->b);
  mark_locals (s, exp->c);
}

static void
look_at (struct slice *s, const struct diff_act *act)
{
  mark_locals (s, act->guard);
  if (act->action == DIFF_ASSUME || (act->action == DIFF_LET && s->locals[act->local])
      || (act->action == DIFF_WRITE && s->variables[act->variable]))
    mark_locals (s, act->exp);
  if (act->action == DIFF_READ && s->locals[act->local])
    mark (s, &s->variables[act->variable]);
}

/* Marks what flows into conditions of THREAD, as far as is known of variables; its locals are looked at until nothing
 * changes. */
static void
slice_thread (struct slice *s)
{
  bool any = false;
  s->locals = hb_calloc (s->thread->locals.size + 1, 1);
  do
    {
      s->changed = false;
      for (size_t n = 0; n < s->thread->nodes.size; n++)
        mark_locals (s, s->thread->nodes.data[n].branch);
      for (size_t a = 0; a < s->thread->acts.size; a++)
        {
          char before = s->thread->acts.data[a].action == DIFF_READ
                            ? s->variables[s->thread->acts.data[a].variable]
                            : 1;
          look_at (s, &s->thread->acts.data[a]);
          any = any || (!before && s->variables[s->thread->acts.data[a].variable]);
        }
    }
  while (s->changed);
  hb_free (s->locals);
  s->changed = any;
}

char *
diff_matters (const diff_program *program)
{
  struct slice s = { .program = program };
  bool again = true;
  s.variables = hb_calloc (program->variables.size + 1, 1);
  while (again)
    {
      again = false;
      for (size_t t = 0; t < program->threads.size; t++)
        {
          s.thread = &program->threads.data[t];
          slice_thread (&s);
          again = again || s.changed;
        }
    }
  return s.variables;
}
