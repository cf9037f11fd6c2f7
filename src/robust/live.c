/* See live.h. */
#include "robust/live.h"

static uint64_t
bit (hb_id local)
{
  return local < HB_LIVE_LOCALS ? (uint64_t)1 << local : 0;
}

/* The locals that expression EXP reads. */
static uint64_t
read_by (const hb_acode *code, hb_id exp)
{
  const struct hb_exp *e = &code->program->source.exps.data[exp];
  switch ((enum hb_exp_kind)e->kind)
    {
    case HB_EXP_NUMBER:
      return 0;
    case HB_EXP_NAME:
      return e->meaning == HB_MEANS_LOCAL ? bit (e->slot) : 0;
    case HB_EXP_UNARY:
      return read_by (code, e->left);
    default:
      return read_by (code, e->left) | read_by (code, e->right);
    }
}

/* What matters before instruction AT, given what does before others. */
static uint64_t
before (const hb_live *live, const hb_acode *code, hb_id at)
{
  const struct hb_ains *ins = &code->ins.data[at];
  enum hb_aop op = (enum hb_aop)ins->op;
  uint64_t matter = 0;
  if (op == HB_AOP_RETURN)
    return 0;
  if (op != HB_AOP_JUMP)
    matter = live->before.data[at + 1];
  if (op == HB_AOP_JUMP || op == HB_AOP_BRANCH)
    matter |= live->before.data[ins->target];
  if (op == HB_AOP_SET || op == HB_AOP_READ || (op == HB_AOP_CHOOSE && ins->variable == HB_NONE))
    matter &= ~bit (ins->slot);
  if (ins->exp != HB_NONE)
    matter |= read_by (code, ins->exp);
  for (hb_id i = 0; i < ins->args; i++)
    matter |= read_by (code, code->program->source.args.data[ins->first_arg + i]);
  return matter;
}

/* One pass over PROC, from its end to its start.  True: something changed that a jump back may carry on. */
static bool
pass (hb_live *live, const hb_acode *code, const struct hb_aproc *proc)
{
  bool changed = false, back = false;
  for (hb_id at = proc->first + proc->count; at-- > proc->first;)
    {
      uint64_t matter = before (live, code, at);
      changed |= matter != live->before.data[at];
      back |= code->ins.data[at].op == HB_AOP_JUMP && code->ins.data[at].target <= at;
      live->before.data[at] = matter;
    }
  return changed && back;
}

void
hb_live_find (hb_live *live, const hb_acode *code)
{
  vec_resize (live->before, code->ins.size, 0);
  for (size_t p = 0; p < code->procs.size; p++)
    while (pass (live, code, &code->procs.data[p]))
      ;
}

void
hb_live_free (hb_live *live)
{
  vec_free (live->before);
}
