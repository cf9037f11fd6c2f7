/* Types for all expressions and casts for all conversions, once everything is declared (C17 6.3, 6.5).
 *
 * Arrays become pointers to their first element where C says so: the tree then has C_ADDRESS of C_INDEX 0.
 * Conversions between pointers and integers stand as casts; what they mean is for the tree's users. */
#include "cfront/parse.h"

#include <string.h>

static bool
arithmetic (const struct hb_c_type *type)
{
  return type->kind == C_INTEGER || type->kind == C_FLOATING;
}

bool
hb_c_is_scalar (const struct hb_c_type *type)
{
  return arithmetic (type) || type->kind == C_POINTER;
}

void
hb_c_require (struct hb_c_parser *parser, const struct hb_c_exp *exp, bool good, const char *what)
{
  if (good || parser->failed)
    return;
  char *name = hb_c_type_name (exp->type);
  hb_c_fail (parser, exp->spot, "expected %s, not a value of type %s", what, name);
  hb_free (name);
}

struct hb_c_exp *
hb_c_convert (struct hb_c_parser *parser, struct hb_c_exp *exp, const struct hb_c_type *type)
{
  const struct hb_c_type *from = exp->type;
  if (type->kind == C_STRUCT && from != type)
    {
      char *name = hb_c_type_name (type);
      hb_c_require (parser, exp, false, name);
      hb_free (name);
    }
  if (type->kind == C_VOID
      || (from->kind == type->kind && from->width == type->width
          && from->is_signed == type->is_signed))
    return exp;
  hb_c_require (parser, exp, hb_c_is_scalar (from), "a number");
  struct hb_c_exp *out = hb_c_exp_new (parser, C_CAST, exp->spot);
  out->a = exp;
  out->type = type;
  return out;
}

const struct hb_c_type *
hb_c_promoted (struct hb_c_parser *parser, const struct hb_c_type *type)
{
  unsigned least = parser->wide ? 64 : 32;
  return type->kind == C_INTEGER && type->width < least ? hb_c_integer (parser, least, true) : type;
}

/* Of an argument for which no parameter says more, a float becomes a double, too. */
static const struct hb_c_type *
as_argument (struct hb_c_parser *parser, const struct hb_c_type *type)
{
  return type->kind == C_FLOATING && type->width < 64 ? hb_c_floating (parser, 64)
                                                      : hb_c_promoted (parser, type);
}

static unsigned
rank (const struct hb_c_type *type)
{
  return 2 * type->width + !type->is_signed + (type->kind == C_FLOATING ? 128 : 0);
}

/* The type in which an operator computes on A and B. */
static const struct hb_c_type *
common (struct hb_c_parser *parser, const struct hb_c_type *a, const struct hb_c_type *b)
{
  a = hb_c_promoted (parser, a);
  b = hb_c_promoted (parser, b);
  return rank (b) > rank (a) ? b : a;
}

static void
require_place (struct hb_c_parser *parser, const struct hb_c_exp *exp)
{
  bool place = exp->op == C_INDEX || exp->op == C_CONTENT || exp->op == C_FIELD
               || (exp->op == C_NAME && exp->symbol
                   && (exp->symbol->role == C_VARIABLE || exp->symbol->role == C_PARAMETER));
  if (!place)
    hb_c_fail (parser, exp->spot, "expected something that can be assigned to");
}

struct hb_c_exp *
hb_c_value (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  exp = hb_c_typed (parser, exp);
  if (parser->failed || (exp->type->kind != C_ARRAY && exp->type->kind != C_FUNCTION))
    return exp;
  struct hb_c_type *pointer = hb_c_type_new (parser, C_POINTER);
  struct hb_c_exp *inner = exp, *out = hb_c_exp_new (parser, C_ADDRESS, exp->spot);
  pointer->to = exp->type;
  if (exp->type->kind == C_ARRAY)
    {
      pointer->to = exp->type->to;
      inner = hb_c_exp_new (parser, C_INDEX, exp->spot);
      inner->a = exp;
      inner->b = hb_c_exp_new (parser, C_NUMBER, exp->spot);
      inner->b->type = hb_c_integer (parser, 32, true);
      inner->type = exp->type->to;
    }
  out->a = inner;
  out->type = pointer;
  return out;
}

static void
type_call (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  exp->a = hb_c_typed (parser, exp->a);
  if (parser->failed)
    return;
  const struct hb_c_type *type = exp->a->type;
  if (type->kind == C_POINTER)
    type = type->to;
  /* *(f) () means (*f) (), as its users mean it. */
  hb_c_require (parser, exp->a, type->kind == C_FUNCTION, "a function");
  exp->type = type->to;
  if (!type->open && exp->count != type->parameter_count)
    hb_c_fail (parser, exp->spot, "expected %zu argument%s, not %zu", type->parameter_count,
               type->parameter_count == 1 ? "" : "s", exp->count);
  for (size_t i = 0; i < exp->count && !parser->failed; i++)
    {
      exp->items[i] = hb_c_value (parser, exp->items[i]);
      if (parser->failed)
        return;
      if (i >= type->parameter_count || type->old)
        exp->items[i]
            = hb_c_convert (parser, exp->items[i], as_argument (parser, exp->items[i]->type));
      if (i < type->parameter_count)
        exp->items[i] = hb_c_convert (parser, exp->items[i], type->parameters[i]->type);
    }
}

/* Where OP takes integers alone, both sides of EXP have to be some. */
static void
require_integers (struct hb_c_parser *parser, const struct hb_c_exp *exp, enum hb_c_operation op)
{
  if (op < C_REST || op > C_XOR)
    return;
  hb_c_require (parser, exp->a, exp->a->type->kind == C_INTEGER, "an integer");
  hb_c_require (parser, exp->b, exp->b->type->kind == C_INTEGER, "an integer");
}

/* One side of EXP at least is a pointer: it is moved by an integer, compared, or subtracted from another one. */
static void
type_pointers (struct hb_c_parser *parser, struct hb_c_exp *exp, bool compares)
{
  bool left = exp->a->type->kind == C_POINTER, both = left && exp->b->type->kind == C_POINTER;
  const struct hb_c_exp *pointer = left ? exp->a : exp->b, *other = left ? exp->b : exp->a;
  bool moved = exp->op == C_ADD || (exp->op == C_SUBTRACT && left);
  hb_c_require (parser, pointer, compares || moved, "a number");
  hb_c_require (parser, other, other->type->kind == C_INTEGER || (both && exp->op != C_ADD),
                "an integer");
  if (parser->failed)
    return;
  /* Compared with NULL. */
  if (compares && !both && left)
    exp->b = hb_c_convert (parser, exp->b, pointer->type);
  else if (compares && !both)
    exp->a = hb_c_convert (parser, exp->a, pointer->type);
  exp->type = compares ? hb_c_integer (parser, 32, true)
              : both   ? hb_c_integer (parser, 64, true)
                       : pointer->type;
}

static void
type_binary (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  exp->a = hb_c_value (parser, exp->a);
  exp->b = hb_c_value (parser, exp->b);
  if (parser->failed)
    return;
  const struct hb_c_type *a = exp->a->type, *b = exp->b->type;
  const struct hb_c_type *integer = hb_c_integer (parser, 32, true);
  bool compares = exp->op >= C_LESS && exp->op <= C_GREATER_EQUAL;
  if (exp->op == C_BOTH || exp->op == C_EITHER)
    {
      hb_c_require (parser, exp->a, hb_c_is_scalar (a), "a number");
      hb_c_require (parser, exp->b, hb_c_is_scalar (b), "a number");
      exp->type = integer;
      return;
    }
  if (a->kind == C_POINTER || b->kind == C_POINTER)
    {
      type_pointers (parser, exp, compares);
      return;
    }
  hb_c_require (parser, exp->a, arithmetic (a), "a number");
  hb_c_require (parser, exp->b, arithmetic (b), "a number");
  require_integers (parser, exp, exp->op);
  if (exp->op == C_LEFT || exp->op == C_RIGHT)
    {
      exp->type = hb_c_promoted (parser, a);
      exp->a = hb_c_convert (parser, exp->a, exp->type);
      exp->b = hb_c_convert (parser, exp->b, hb_c_promoted (parser, b));
      return;
    }
  const struct hb_c_type *type = common (parser, a, b);
  exp->a = hb_c_convert (parser, exp->a, type);
  exp->b = hb_c_convert (parser, exp->b, type);
  exp->type = compares ? integer : type;
}

static void
type_assign (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  exp->a = hb_c_typed (parser, exp->a);
  exp->b = hb_c_value (parser, exp->b);
  if (parser->failed)
    return;
  require_place (parser, exp->a);
  exp->type = exp->a->type;
  bool plain = exp->compute == C_ASSIGN, pointer = exp->type->kind == C_POINTER;
  hb_c_require (parser, exp->a,
                hb_c_is_scalar (exp->type) || (plain && exp->type->kind == C_STRUCT), "a number");
  if (plain)
    exp->b = hb_c_convert (parser, exp->b, exp->type);
  if (pointer && !plain)
    {
      hb_c_require (parser, exp->a, exp->compute == C_ADD || exp->compute == C_SUBTRACT,
                    "a number");
      hb_c_require (parser, exp->b, exp->b->type->kind == C_INTEGER, "an integer");
    }
  if (plain || pointer)
    return;
  hb_c_require (parser, exp->b, arithmetic (exp->b->type), "a number");
  require_integers (parser, exp, exp->compute);
  bool shift = exp->compute == C_LEFT || exp->compute == C_RIGHT;
  exp->common
      = shift ? hb_c_promoted (parser, exp->type) : common (parser, exp->type, exp->b->type);
  exp->b
      = hb_c_convert (parser, exp->b, shift ? hb_c_promoted (parser, exp->b->type) : exp->common);
}

static void
type_field (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  exp->a = hb_c_typed (parser, exp->a);
  if (parser->failed)
    return;
  hb_c_require (parser, exp->a, exp->a->type->kind == C_STRUCT, "a struct");
  if (parser->failed)
    return;
  const struct hb_c_type *type = exp->a->type;
  size_t at = hb_c_field_of (type, exp->text);
  if (at == type->field_count)
    {
      hb_c_fail (parser, exp->spot, "this struct has no field '%s'", exp->text);
      return;
    }
  /* By way of the structs without a name that it is within. */
  for (; type->fields[at].name != exp->text; at = hb_c_field_of (type, exp->text))
    {
      struct hb_c_exp *within = hb_c_exp_new (parser, C_FIELD, exp->spot);
      within->a = exp->a;
      within->text = type->fields[at].name;
      within->value = at;
      within->type = type = type->fields[at].type;
      exp->a = within;
    }
  exp->value = at;
  exp->type = type->fields[at].type;
}

static void
type_unary (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  bool place = exp->op == C_ADDRESS || exp->op == C_BEFORE || exp->op == C_AFTER;
  exp->a = place ? hb_c_typed (parser, exp->a) : hb_c_value (parser, exp->a);
  if (parser->failed)
    return;
  const struct hb_c_type *a = exp->a->type;
  if (exp->op == C_ADDRESS)
    {
      if (a->kind != C_FUNCTION)
        require_place (parser, exp->a);
      struct hb_c_type *pointer = hb_c_type_new (parser, C_POINTER);
      pointer->to = a;
      exp->type = pointer;
    }
  else if (exp->op == C_BEFORE || exp->op == C_AFTER)
    {
      require_place (parser, exp->a);
      hb_c_require (parser, exp->a, hb_c_is_scalar (a), "a number");
      exp->type = a;
    }
  else if (exp->op == C_CONTENT)
    {
      /* The call in *(f) () was meant to be through f. */
      if (a->kind != C_POINTER && exp->a->op == C_CALL)
        exp->type = a;
      else
        hb_c_require (parser, exp->a, a->kind == C_POINTER, "a pointer");
      if (a->kind == C_POINTER)
        exp->type = a->to;
    }
  else if (exp->op == C_NOT)
    {
      hb_c_require (parser, exp->a, hb_c_is_scalar (a), "a number");
      exp->type = hb_c_integer (parser, 32, true);
    }
  else
    {
      hb_c_require (parser, exp->a,
                    a->kind == C_INTEGER || (a->kind == C_FLOATING && exp->op == C_NEGATE),
                    "a number");
      exp->type = hb_c_promoted (parser, a);
      exp->a = hb_c_convert (parser, exp->a, exp->type);
    }
}

static void
type_index (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  exp->a = hb_c_typed (parser, exp->a);
  exp->b = hb_c_value (parser, exp->b);
  if (parser->failed)
    return;
  hb_c_require (parser, exp->a, exp->a->type->kind == C_ARRAY || exp->a->type->kind == C_POINTER,
                "an array");
  hb_c_require (parser, exp->b, exp->b->type->kind == C_INTEGER, "an integer");
  if (!parser->failed)
    exp->type = exp->a->type->to;
}

static void
type_choice (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  exp->a = hb_c_value (parser, exp->a);
  exp->b = hb_c_value (parser, exp->b);
  exp->c = hb_c_value (parser, exp->c);
  if (parser->failed)
    return;
  hb_c_require (parser, exp->a, hb_c_is_scalar (exp->a->type), "a number");
  const struct hb_c_type *b = exp->b->type, *c = exp->c->type;
  /* What stands beside a pointer is one: 0, if anything. */
  exp->type = !arithmetic (b) ? b : arithmetic (c) ? common (parser, b, c) : c;
  exp->b = hb_c_convert (parser, exp->b, exp->type);
  exp->c = hb_c_convert (parser, exp->c, exp->type);
}

static const struct hb_c_type *
type_of_real (struct hb_c_parser *parser, const char *text)
{
  char last = (char)(text[strlen (text) - 1] | 0x20);
  return hb_c_floating (parser, last == 'f' ? 32 : last == 'l' ? 128 : 64);
}

struct hb_c_exp *
hb_c_typed (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  struct hb_c_type *type;
  switch (exp->op)
    {
    case C_NUMBER:
      break;
    case C_REAL:
      exp->type = type_of_real (parser, exp->text);
      break;
    case C_TEXT:
      exp->type = type = hb_c_type_new (parser, C_ARRAY);
      type->to = hb_c_integer (parser, 8, true);
      type->count = (size_t)exp->value + 1;
      break;
    case C_NAME:
      exp->type = exp->symbol->type;
      break;
    case C_CALL:
      type_call (parser, exp);
      break;
    case C_ASSIGN:
      type_assign (parser, exp);
      break;
    case C_FIELD:
      type_field (parser, exp);
      break;
    case C_INDEX:
      type_index (parser, exp);
      break;
    case C_CAST:
      exp->a = hb_c_value (parser, exp->a);
      if (!parser->failed && exp->type->kind != C_VOID)
        hb_c_require (parser, exp->a, hb_c_is_scalar (exp->a->type) && hb_c_is_scalar (exp->type),
                      "a number");
      break;
    case C_COMMA:
      exp->a = hb_c_typed (parser, exp->a);
      exp->b = hb_c_value (parser, exp->b);
      exp->type = exp->b->type;
      break;
    case C_CHOICE:
      type_choice (parser, exp);
      break;
    case C_LIST:
      hb_c_fail (parser, exp->spot, "expected one value");
      break;
    default:
      if (exp->op >= C_NEGATE && exp->op <= C_AFTER)
        type_unary (parser, exp);
      else
        type_binary (parser, exp);
    }
  return exp;
}
