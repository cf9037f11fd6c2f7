/* One instruction of a sequential program.  See summaries_private.h. */
#include "robust/summaries_private.h"

/* Most expressions are a number or a name. */
static inline int32_t
value_of (const hb_acode *code, hb_id exp, const int32_t *locals, const int32_t *values)
{
  const struct hb_exp *e = &code->program->source.exps.data[exp];
  if (e->kind == HB_EXP_NUMBER)
    return (int32_t)(uint32_t)(uint64_t)e->number;
  if (e->kind == HB_EXP_NAME)
    return e->meaning == HB_MEANS_LOCAL ? locals[e->slot] : values[e->slot];
  return hb_acode_value (code, exp, locals, values);
}

enum hb_after
summaries_instruction (const hb_acode *code, hb_id *at, int32_t *locals, int32_t *values)
{
  const struct hb_ains *ins = &code->ins.data[*at];
  hb_id next = *at + 1;
  int32_t value = 0;
  if (ins->exp != HB_NONE)
    value = value_of (code, ins->exp, locals, values);
  switch ((enum hb_aop)ins->op)
    {
    case HB_AOP_READ:
    case HB_AOP_SET:
      locals[ins->slot] = value;
      break;
    case HB_AOP_WRITE:
      if (!hb_acode_fits (code, ins->variable, value))
        return HB_AFTER_NOTHING;
      values[ins->variable] = value;
      break;
    case HB_AOP_GHOST:
      values[ins->variable] = value;
      break;
    case HB_AOP_ASSUME:
      if (!value)
        return HB_AFTER_NOTHING;
      break;
    case HB_AOP_ASSERT:
      if (!value)
        return HB_AFTER_FAILURE;
      break;
    case HB_AOP_BRANCH:
      if (!value)
        next = ins->target;
      break;
    case HB_AOP_JUMP:
      next = ins->target;
      break;
    case HB_AOP_CHOOSE:
      return HB_AFTER_CHOICE;
    case HB_AOP_CALL:
      return HB_AFTER_CALL;
    default:
      return HB_AFTER_RETURN;
    }
  bool back = next <= *at;
  *at = next;
  return back ? HB_AFTER_LOOP : HB_AFTER_STEP;
}
