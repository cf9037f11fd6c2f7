/* The normal form of expressions: what two versions of a program are matched by. */
#include "cfront/sign.h"
#include "cfront/write.h"
#include "diff/lower.h"

#include <inttypes.h>

static void tell (hb_buffer *out, const struct hb_c_exp *exp, unsigned level);

/* Arguments of a call, values of a list. */
static void
tell_items (hb_buffer *out, const struct hb_c_exp *exp)
{
  for (size_t i = 0; i < exp->count; i++)
    {
      hb_buffer_add (out, i ? ", " : "");
      tell (out, exp->items[i], 1);
    }
}

static void
tell_call (hb_buffer *out, const struct hb_c_exp *call)
{
  const struct hb_c_symbol *callee = hb_c_callee (call);
  if (callee)
    hb_buffer_add (out, "%s", callee->name);
  else
    {
      const struct hb_c_exp *pointer = call->a;
      while (pointer->op == C_CONTENT || pointer->op == C_CAST)
        pointer = pointer->a;
      hb_buffer_add (out, "(*");
      tell (out, pointer, 0);
      hb_buffer_add (out, ")");
    }
  hb_buffer_add (out, "(");
  tell_items (out, call);
  hb_buffer_add (out, ")");
}

/* A OP B; +A, which the tree has as A - 0, is A. */
static void
tell_binary (hb_buffer *out, const struct hb_c_exp *a, enum hb_c_operation op,
             const struct hb_c_exp *b, unsigned level)
{
  unsigned own = hb_c_level (op);
  int64_t value;
  if (op == C_SUBTRACT && hb_c_constant (b, &value) && !value)
    {
      tell (out, a, level);
      return;
    }
  hb_buffer_add (out, own < level ? "(" : "");
  tell (out, a, own);
  hb_buffer_add (out, op == C_COMMA ? "%s " : " %s ", hb_c_sign (op));
  tell (out, b, own + 1);
  hb_buffer_add (out, own < level ? ")" : "");
}

static void
tell_number (hb_buffer *out, const struct hb_c_exp *exp, int64_t value)
{
  if (exp->type && !exp->type->is_signed)
    hb_buffer_add (out, "%" PRIu64, (uint64_t)value);
  else
    hb_buffer_add (out, "%" PRId64, value);
}

static void
tell_prefix (hb_buffer *out, const struct hb_c_exp *exp)
{
  bool function = exp->op == C_ADDRESS && exp->a->type && exp->a->type->kind == C_FUNCTION;
  bool call = exp->op == C_CONTENT && exp->a->op == C_CALL;
  hb_buffer_add (out, "%s", function || call ? "" : hb_c_sign (exp->op));
  /* -(-x) is not --x. */
  const struct hb_c_exp *inner = exp->a;
  while (inner->op == C_CAST && !inner->explicit_cast)
    inner = inner->a;
  bool twice = exp->op == C_NEGATE && (inner->op == C_NEGATE || inner->op == C_BEFORE);
  hb_buffer_add (out, "%s", twice ? "(" : "");
  tell (out, exp->a, C_LEVEL_PREFIX);
  hb_buffer_add (out, "%s", twice ? ")" : "");
}

static void
tell_cast (hb_buffer *out, const struct hb_c_exp *exp, unsigned level)
{
  if (!exp->explicit_cast)
    {
      tell (out, exp->a, level);
      return;
    }
  char *name = hb_c_type_name (exp->type);
  hb_buffer_add (out, "(%s)", name);
  hb_free (name);
  tell (out, exp->a, C_LEVEL_PREFIX);
}

/* A = B; A op= B as A = A op B. */
static void
tell_assign (hb_buffer *out, const struct hb_c_exp *exp, unsigned level)
{
  hb_buffer_add (out, level ? "(" : "");
  tell (out, exp->a, C_LEVEL_PREFIX);
  hb_buffer_add (out, " = ");
  if (exp->compute == C_ASSIGN)
    tell (out, exp->b, 0);
  else
    tell_binary (out, exp->a, exp->compute, exp->b, 0);
  hb_buffer_add (out, level ? ")" : "");
}

static void
tell_choice (hb_buffer *out, const struct hb_c_exp *exp, unsigned level)
{
  hb_buffer_add (out, level ? "(" : "");
  tell (out, exp->a, 1);
  hb_buffer_add (out, " ? ");
  tell (out, exp->b, 0);
  hb_buffer_add (out, " : ");
  tell (out, exp->c, 0);
  hb_buffer_add (out, level ? ")" : "");
}

/* EXP; in parentheses if it binds less than LEVEL. */
static void
tell (hb_buffer *out, const struct hb_c_exp *exp, unsigned level)
{
  int64_t value;
  if (exp->type && exp->type->kind == C_INTEGER && hb_c_constant (exp, &value))
    {
      tell_number (out, exp, value);
      return;
    }
  switch (exp->op)
    {
    case C_NAME:
      hb_buffer_add (out, "%s", exp->symbol->name);
      return;
    case C_REAL:
    case C_TEXT:
      hb_buffer_add (out, "%s", exp->text);
      return;
    case C_NEGATE:
    case C_INVERT:
    case C_NOT:
    case C_CONTENT:
    case C_ADDRESS:
      tell_prefix (out, exp);
      return;
    case C_CAST:
      tell_cast (out, exp, level);
      return;
    case C_BEFORE:
    case C_AFTER:
      hb_buffer_add (out, "%s", exp->op == C_AFTER ? "" : exp->value == 1 ? "++" : "--");
      tell (out, exp->a, C_LEVEL_PREFIX);
      hb_buffer_add (out, "%s", exp->op == C_BEFORE ? "" : exp->value == 1 ? "++" : "--");
      return;
    case C_ASSIGN:
      tell_assign (out, exp, level);
      return;
    case C_INDEX:
      tell (out, exp->a, C_LEVEL_PREFIX);
      hb_buffer_add (out, "[");
      tell (out, exp->b, 0);
      hb_buffer_add (out, "]");
      return;
    case C_FIELD:
      tell (out, exp->a, C_LEVEL_PREFIX);
      hb_c_write_field (out, exp->text);
      return;
    case C_CALL:
      tell_call (out, exp);
      return;
    case C_LIST:
      hb_buffer_add (out, "{");
      tell_items (out, exp);
      hb_buffer_add (out, "}");
      return;
    case C_CHOICE:
      tell_choice (out, exp, level);
      return;
    default:
      tell_binary (out, exp->a, exp->op, exp->b, level);
    }
}

char *
diff_normal_value (const struct hb_c_exp *exp)
{
  hb_buffer out = VEC_EMPTY;
  tell (&out, exp, 0);
  return hb_buffer_take (&out);
}

char *
diff_normal (const struct hb_c_exp *exp)
{
  if (exp->op != C_BEFORE && exp->op != C_AFTER)
    return diff_normal_value (exp);
  hb_buffer out = VEC_EMPTY;
  tell (&out, exp->a, C_LEVEL_PREFIX);
  hb_buffer_add (&out, " = ");
  tell (&out, exp->a, hb_c_level (C_ADD));
  hb_buffer_add (&out, exp->value == 1 ? " + 1" : " - 1");
  return hb_buffer_take (&out);
}
