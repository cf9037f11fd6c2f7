/* Values of expressions; see code.h. */
#include "program/code.h"

bool
hb_compare (enum hb_operator op, int64_t a, int64_t b)
{
  switch (op)
    {
    case HB_OP_EQ:
      return a == b;
    case HB_OP_NE:
      return a != b;
    case HB_OP_LT:
      return a < b;
    case HB_OP_LE:
      return a <= b;
    case HB_OP_GT:
      return a > b;
    default:
      return a >= b;
    }
}

/* A / B or A % B, towards zero as in C; the one quotient that does not fit wraps around. */
static bool
divide (struct hb_scene *scene, const struct hb_exp *exp, int64_t a, int64_t b, int64_t *value)
{
  if (b == 0)
    {
      scene->spot = exp->spot;
      return false;
    }
  if (b == -1)
    *value = exp->op == HB_OP_DIV ? (int64_t)(0 - (uint64_t)a) : 0;
  else
    *value = exp->op == HB_OP_DIV ? a / b : a % b;
  return true;
}

static bool
binary (struct hb_scene *scene, const struct hb_exp *exp, int64_t *value)
{
  int64_t a, b;
  if (!hb_evaluate (scene, exp->left, &a))
    return false;
  if ((exp->op == HB_OP_AND && !a) || (exp->op == HB_OP_OR && a))
    {
      *value = exp->op == HB_OP_OR;
      return true;
    }
  if (!hb_evaluate (scene, exp->right, &b))
    return false;
  switch ((enum hb_operator)exp->op)
    {
    case HB_OP_OR:
    case HB_OP_AND:
      *value = b != 0;
      return true;
    case HB_OP_ADD:
      *value = (int64_t)((uint64_t)a + (uint64_t)b);
      return true;
    case HB_OP_SUB:
      *value = (int64_t)((uint64_t)a - (uint64_t)b);
      return true;
    case HB_OP_MUL:
      *value = (int64_t)((uint64_t)a * (uint64_t)b);
      return true;
    case HB_OP_DIV:
    case HB_OP_MOD:
      return divide (scene, exp, a, b, value);
    case HB_OP_MIN:
      *value = a < b ? a : b;
      return true;
    case HB_OP_MAX:
      *value = a > b ? a : b;
      return true;
    default:
      *value = hb_compare ((enum hb_operator)exp->op, a, b);
      return true;
    }
}

static int64_t
look_up (const struct hb_scene *scene, const struct hb_exp *exp)
{
  return exp->meaning == HB_MEANS_PARAM      ? scene->code->params[exp->slot]
         : exp->meaning == HB_MEANS_REGISTER ? scene->registers[exp->slot]
                                             : scene->locals[exp->slot];
}

bool
hb_evaluate (struct hb_scene *scene, hb_id number, int64_t *value)
{
  const struct hb_exp *exp = &scene->code->program->source.exps.data[number];
  switch ((enum hb_exp_kind)exp->kind)
    {
    case HB_EXP_NUMBER:
      *value = exp->number;
      return true;
    case HB_EXP_SELF:
      *value = scene->self;
      return true;
    case HB_EXP_UNARY:
      if (!hb_evaluate (scene, exp->left, value))
        return false;
      *value = exp->op == HB_OP_NOT ? !*value : (int64_t)(0 - (uint64_t)*value);
      return true;
    case HB_EXP_BINARY:
      return binary (scene, exp, value);
    default:
      *value = look_up (scene, exp);
      return true;
    }
}
