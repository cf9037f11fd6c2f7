/* See circuit.h. */
#include "robust/circuit.h"

hb_word
aed_number (const struct aed_circuit *u, int64_t value)
{
  return hb_word_number (u->bits, AED_WIDTH, (uint64_t)value & 0xffffffffu);
}

static hb_word
truth (const struct aed_circuit *u, hb_lit lit)
{
  hb_lit bits[AED_WIDTH] = { lit };
  return hb_word_of (u->bits, bits, AED_WIDTH);
}

static hb_word
quotient (const struct aed_circuit *u, enum hb_operator op, hb_word a, hb_word b)
{
  hb_word rest, result = hb_word_divide (u->bits, a, b, true, &rest);
  return hb_word_ite (u->bits, hb_word_any (u->bits, b), op == HB_OP_DIV ? result : rest,
                      aed_number (u, 0));
}

static hb_word
apply (const struct aed_circuit *u, enum hb_operator op, hb_word a, hb_word b)
{
  hb_bits *c = u->bits;
  switch (op)
    {
    case HB_OP_EQ:
      return truth (u, hb_word_equal (c, a, b));
    case HB_OP_NE:
      return truth (u, hb_not (hb_word_equal (c, a, b)));
    case HB_OP_LT:
      return truth (u, hb_word_less (c, a, b, true));
    case HB_OP_LE:
      return truth (u, hb_not (hb_word_less (c, b, a, true)));
    case HB_OP_GT:
      return truth (u, hb_word_less (c, b, a, true));
    case HB_OP_GE:
      return truth (u, hb_not (hb_word_less (c, a, b, true)));
    case HB_OP_ADD:
      return hb_word_add (c, a, b);
    case HB_OP_SUB:
      return hb_word_subtract (c, a, b);
    case HB_OP_MUL:
      return hb_word_multiply (c, a, b);
    case HB_OP_DIV:
    case HB_OP_MOD:
      return quotient (u, op, a, b);
    case HB_OP_MIN:
      return hb_word_ite (c, hb_word_less (c, a, b, true), a, b);
    case HB_OP_MAX:
      return hb_word_ite (c, hb_word_less (c, b, a, true), a, b);
    case HB_OP_AND:
      return truth (u, hb_and (c, hb_word_any (c, a), hb_word_any (c, b)));
    default:
      return truth (u, hb_or (c, hb_word_any (c, a), hb_word_any (c, b)));
    }
}

hb_word
aed_value (const struct aed_circuit *u, hb_id exp, const hb_word *locals, const hb_word *variables)
{
  const struct hb_exp *e = &u->code->program->source.exps.data[exp];
  hb_word a;
  switch ((enum hb_exp_kind)e->kind)
    {
    case HB_EXP_NUMBER:
      return aed_number (u, e->number);
    case HB_EXP_NAME:
      return e->meaning == HB_MEANS_LOCAL ? locals[e->slot] : variables[e->slot];
    case HB_EXP_UNARY:
      a = aed_value (u, e->left, locals, variables);
      return e->op == HB_OP_NOT ? truth (u, hb_not (hb_word_any (u->bits, a)))
                                : hb_word_negate (u->bits, a);
    default:
      a = aed_value (u, e->left, locals, variables);
      return apply (u, (enum hb_operator)e->op, a, aed_value (u, e->right, locals, variables));
    }
}

/* The upper bits of what lies in the variable's range are known. */
hb_word
aed_narrow (const struct aed_circuit *u, hb_id variable, hb_word word)
{
  const struct hb_aed_variable *v = &u->code->program->variables.data[variable];
  hb_lit bits[AED_WIDTH];
  if (v->low < 0)
    return word;
  for (unsigned i = 0; i < AED_WIDTH; i++)
    bits[i] = v->high >> i ? word.bits[i] : HB_FALSE;
  return hb_word_of (u->bits, bits, AED_WIDTH);
}
