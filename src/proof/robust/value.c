/* Expressions as gates: 32 bits, wrapping around, a quotient or a rest by zero being 0 (robust/code.h).  See laps.h. */
#include "proof/robust/laps.h"

static struct hb_wires
of_wire (struct hb_gates *gates, hb_wire wire)
{
  return hb_wires_resize (gates, hb_wires_of (gates, &wire, 1), RUN_WIDTH, false);
}

/* Comparisons, by which of the operands is less. */
static hb_wire
compare (struct hb_gates *gates, enum hb_operator op, struct hb_wires a, struct hb_wires b)
{
  switch (op)
    {
    case HB_OP_EQ:
    case HB_OP_NE:
      return hb_wires_equal (gates, a, b) ^ (op == HB_OP_NE);
    case HB_OP_LT:
    case HB_OP_GE:
      return hb_wires_less (gates, a, b, true) ^ (op == HB_OP_GE);
    default:
      return hb_wires_less (gates, b, a, true) ^ (op == HB_OP_LE);
    }
}

/* Quotient or rest: long division, with what it gives for zero left out. */
static struct hb_wires
divide (struct hb_gates *gates, bool is_rest, struct hb_wires a, struct hb_wires b)
{
  struct hb_wires rest, quotient = hb_wires_divide (gates, a, b, true, &rest);
  return hb_wires_choice (gates, hb_wires_any (gates, b), is_rest ? rest : quotient,
                          hb_wires_number (gates, RUN_WIDTH, 0));
}

static struct hb_wires
binary (struct hb_gates *gates, enum hb_operator op, struct hb_wires a, struct hb_wires b)
{
  switch (op)
    {
    case HB_OP_ADD:
      return hb_wires_add (gates, a, b);
    case HB_OP_SUB:
      return hb_wires_add (gates, a, hb_wires_negate (gates, b));
    case HB_OP_MUL:
      return hb_wires_multiply (gates, a, b);
    case HB_OP_DIV:
    case HB_OP_MOD:
      return divide (gates, op == HB_OP_MOD, a, b);
    case HB_OP_MIN:
    case HB_OP_MAX:
      {
        hb_wire less = hb_wires_less (gates, a, b, true);
        return hb_wires_choice (gates, less ^ (op == HB_OP_MAX), a, b);
      }
    case HB_OP_AND:
      return of_wire (gates, hb_wire_and (gates, hb_wires_any (gates, a), hb_wires_any (gates, b)));
    case HB_OP_OR:
      return of_wire (gates, hb_wire_or (gates, hb_wires_any (gates, a), hb_wires_any (gates, b)));
    default:
      return of_wire (gates, compare (gates, op, a, b));
    }
}

struct hb_wires
run_value (struct hb_gates *gates, const hb_acode *code, hb_id exp, const struct hb_wires *locals,
           const struct hb_wires *variables)
{
  const struct hb_exp *e = vec_from (code->program->source.exps, exp);
  struct hb_wires left;
  if (e->kind == HB_EXP_NUMBER)
    return hb_wires_number (gates, RUN_WIDTH, (uint64_t)e->number & UINT32_MAX);
  if (e->kind == HB_EXP_NAME)
    return (e->meaning == HB_MEANS_LOCAL ? locals : variables)[e->slot];
  left = run_value (gates, code, e->left, locals, variables);
  if (e->kind != HB_EXP_UNARY)
    return binary (gates, (enum hb_operator)e->op, left,
                   run_value (gates, code, e->right, locals, variables));
  return e->op == HB_OP_NOT ? of_wire (gates, hb_wires_any (gates, left) ^ 1)
                            : hb_wires_negate (gates, left);
}
