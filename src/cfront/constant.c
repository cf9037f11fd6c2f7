/* The values of constant expressions that have their types. */
#include "cfront/tree.h"

/* A division by zero, and of the least number by -1, is no constant. */
static bool
divide (enum hb_c_operation op, bool is_signed, uint64_t a, uint64_t b, uint64_t *out)
{
  int64_t x = (int64_t)a, y = (int64_t)b;
  if (!b || (is_signed && y == -1 && x == INT64_MIN))
    return false;
  if (is_signed)
    *out = (uint64_t)(op == C_DIVIDE ? x / y : x % y);
  else
    *out = op == C_DIVIDE ? a / b : a % b;
  return true;
}

/* The value of A op B, for A of TYPE, not yet wrapped; false if it has none. */
static bool
compute (enum hb_c_operation op, const struct hb_c_type *type, uint64_t a, uint64_t b,
         uint64_t *out)
{
  int64_t x = (int64_t)a, y = (int64_t)b;
  bool is_signed = type->is_signed;
  switch (op)
    {
    case C_ADD:
      *out = a + b;
      return true;
    case C_SUBTRACT:
      *out = a - b;
      return true;
    case C_MULTIPLY:
      *out = a * b;
      return true;
    case C_DIVIDE:
    case C_REST:
      return divide (op, is_signed, a, b, out);
    case C_LEFT:
    case C_RIGHT:
      if (b >= type->width)
        return false;
      *out = op == C_LEFT ? a << b : is_signed ? (uint64_t)(x >> b) : a >> b;
      return true;
    case C_AND:
      *out = a & b;
      return true;
    case C_OR:
      *out = a | b;
      return true;
    case C_XOR:
      *out = a ^ b;
      return true;
    case C_LESS:
      *out = is_signed ? x < y : a < b;
      return true;
    case C_GREATER:
      *out = is_signed ? x > y : a > b;
      return true;
    case C_LESS_EQUAL:
      *out = is_signed ? x <= y : a <= b;
      return true;
    case C_GREATER_EQUAL:
      *out = is_signed ? x >= y : a >= b;
      return true;
    case C_EQUAL:
      *out = a == b;
      return true;
    case C_UNEQUAL:
      *out = a != b;
      return true;
    default:
      return false;
    }
}

bool
hb_c_constant (const struct hb_c_exp *exp, int64_t *value)
{
  int64_t a = 0, b = 0;
  uint64_t out;
  switch (exp->op)
    {
    case C_NUMBER:
      out = exp->value;
      break;
    case C_NAME:
      if (!exp->symbol || exp->symbol->role != C_CONSTANT)
        return false;
      out = (uint64_t)exp->symbol->value;
      break;
    case C_CAST:
    case C_NEGATE:
    case C_INVERT:
    case C_NOT:
      if (!hb_c_constant (exp->a, &a))
        return false;
      out = exp->op == C_NEGATE   ? 0 - (uint64_t)a
            : exp->op == C_INVERT ? ~(uint64_t)a
            : exp->op == C_NOT    ? !a
                                  : (uint64_t)a;
      break;
    case C_BOTH:
    case C_EITHER:
      if (!hb_c_constant (exp->a, &a))
        return false;
      /* The right side counts where the left one leaves it open. */
      b = a;
      if (!a == (exp->op == C_EITHER) && !hb_c_constant (exp->b, &b))
        return false;
      out = b != 0;
      break;
    case C_CHOICE:
      return hb_c_constant (exp->a, &a) && hb_c_constant (a ? exp->b : exp->c, value);
    default:
      if (!exp->a || !exp->b || !hb_c_constant (exp->a, &a) || !hb_c_constant (exp->b, &b)
          || !compute (exp->op, exp->a->type, (uint64_t)a, (uint64_t)b, &out))
        return false;
    }
  if (exp->type->kind != C_INTEGER)
    return false;
  *value = (int64_t)hb_c_wrap (exp->type, out);
  return true;
}

bool
hb_c_is_address (const struct hb_c_exp *exp)
{
  int64_t index;
  if (hb_c_is_zero (exp) || exp->op == C_TEXT)
    return true;
  if (exp->op == C_CAST)
    return hb_c_is_address (exp->a);
  if (exp->op == C_ADD || exp->op == C_SUBTRACT)
    return hb_c_constant (exp->b, &index)
               ? hb_c_is_address (exp->a)
               : hb_c_constant (exp->a, &index) && hb_c_is_address (exp->b);
  if (exp->op != C_ADDRESS)
    return false;
  for (exp = exp->a; exp->op == C_INDEX || exp->op == C_FIELD; exp = exp->a)
    if (exp->op == C_INDEX && (exp->a->type->kind != C_ARRAY || !hb_c_constant (exp->b, &index)))
      return false;
  return exp->op == C_TEXT || (exp->op == C_NAME && exp->symbol->global);
}

const struct hb_c_symbol *
hb_c_callee (const struct hb_c_exp *call)
{
  const struct hb_c_exp *a = call->a;
  while (a && (a->op == C_CONTENT || a->op == C_ADDRESS || a->op == C_CAST))
    a = a->a;
  return a && a->op == C_NAME && a->symbol && a->symbol->role == C_FUNCTION_NAME ? a->symbol : NULL;
}
