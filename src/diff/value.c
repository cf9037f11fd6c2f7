/* What expressions are worth; see graph.h. */
#include "diff/graph.h"

uint64_t
diff_wrap (struct diff_type type, uint64_t value)
{
  if (type.width >= 64)
    return value;
  uint64_t mask = ((uint64_t)1 << type.width) - 1;
  value &= mask;
  return type.is_signed && value >> (type.width - 1) ? value | ~mask : value;
}

static uint64_t
quotient (bool rest, bool is_signed, uint64_t a, uint64_t b)
{
  int64_t x = (int64_t)a, y = (int64_t)b;
  if (!b)
    return 0;
  if (is_signed && y == -1)
    return rest ? 0 : 0 - a;
  if (is_signed)
    return (uint64_t)(rest ? x % y : x / y);
  return rest ? a % b : a / b;
}

/* By the lowest bits of B, as many as the type has: an amount of the width or more shifts all out. */
static uint64_t
shifted (bool right, struct diff_type type, uint64_t a, uint64_t b)
{
  int64_t x = (int64_t)a;
  if (b >= type.width)
    return right && type.is_signed && x < 0 ? UINT64_MAX : 0;
  return !right ? a << b : type.is_signed ? (uint64_t)(x >> b) : a >> b;
}

uint64_t
diff_compute (enum hb_c_operation op, struct diff_type type, struct diff_type operands, uint64_t a,
              uint64_t b)
{
  bool less = operands.is_signed ? (int64_t)a < (int64_t)b : a < b;
  bool more = operands.is_signed ? (int64_t)a > (int64_t)b : a > b;
  switch (op)
    {
    case C_NEGATE:
      return diff_wrap (type, 0 - a);
    case C_INVERT:
      return diff_wrap (type, ~a);
    case C_NOT:
      return !a;
    case C_CAST:
      return type.width == 1 && !type.is_signed ? a != 0 : diff_wrap (type, a);
    case C_ADD:
      return diff_wrap (type, a + b);
    case C_SUBTRACT:
      return diff_wrap (type, a - b);
    case C_MULTIPLY:
      return diff_wrap (type, a * b);
    case C_DIVIDE:
    case C_REST:
      return diff_wrap (type, quotient (op == C_REST, type.is_signed, a, b));
    case C_LEFT:
    case C_RIGHT:
      return diff_wrap (type, shifted (op == C_RIGHT, type, a, b));
    case C_AND:
      return diff_wrap (type, a & b);
    case C_OR:
      return diff_wrap (type, a | b);
    case C_XOR:
      return diff_wrap (type, a ^ b);
    case C_LESS:
      return less;
    case C_LESS_EQUAL:
      return !more;
    case C_GREATER:
      return more;
    case C_GREATER_EQUAL:
      return !less;
    case C_EQUAL:
      return a == b;
    case C_UNEQUAL:
      return a != b;
    case C_BOTH:
      return a && b;
    case C_EITHER:
      return a || b;
    default:
      return 0;
    }
}

uint64_t
diff_evaluate (const struct diff_exp *exp, const hb_id *slot, const uint64_t *values)
{
  switch (exp->op)
    {
    case C_NUMBER:
      return exp->value;
    case C_NAME:
      return values[slot[exp->local]];
    case C_CHOICE:
      return diff_evaluate (diff_evaluate (exp->a, slot, values) ? exp->b : exp->c, slot, values);
    default:
      return diff_compute (exp->op, exp->type, exp->a->type, diff_evaluate (exp->a, slot, values),
                           exp->b ? diff_evaluate (exp->b, slot, values) : 0);
    }
}
