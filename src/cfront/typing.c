/* Types for all expressions and casts for all conversions, once everything is declared (C17 6.3, 6.5).
 *
 * Arrays become pointers to their first element where C says so: the tree then has C_ADDRESS of C_INDEX 0.
 * Conversions between pointers and integers stand as casts; what they mean is for the tree's users. */
#include "cfront/parse.h"

#include <stdlib.h>
#include <string.h>

static bool
arithmetic (const struct hb_c_type *type)
{
  return type->kind == C_INTEGER || type->kind == C_FLOATING;
}

static bool
scalar (const struct hb_c_type *type)
{
  return arithmetic (type) || type->kind == C_POINTER;
}

static void
require (struct hb_c_parser *parser, const struct hb_c_exp *exp, bool good, const char *what)
{
  if (good || parser->failed)
    return;
  char *name = hb_c_type_name (exp->type);
  hb_c_fail (parser, exp->spot, "expected %s, not a value of type %s", what, name);
  hb_free (name);
}

static struct hb_c_exp *
cast (struct hb_c_parser *parser, struct hb_c_exp *exp, const struct hb_c_type *type)
{
  const struct hb_c_type *from = exp->type;
  if (type->kind == C_STRUCT && from != type)
    {
      char *name = hb_c_type_name (type);
      require (parser, exp, false, name);
      hb_free (name);
    }
  if (type->kind == C_VOID
      || (from->kind == type->kind && from->width == type->width
          && from->is_signed == type->is_signed))
    return exp;
  require (parser, exp, scalar (from), "a number");
  struct hb_c_exp *out = hb_c_exp_new (parser, C_CAST, exp->spot);
  out->a = exp;
  out->type = type;
  return out;
}

static const struct hb_c_type *
promoted (struct hb_c_parser *parser, const struct hb_c_type *type)
{
  return type->kind == C_INTEGER && type->width < 32 ? hb_c_integer (parser, 32, true) : type;
}

/* Of an argument for which no parameter says more, a float becomes a double, too. */
static const struct hb_c_type *
as_argument (struct hb_c_parser *parser, const struct hb_c_type *type)
{
  return type->kind == C_FLOATING ? hb_c_floating (parser, 64) : promoted (parser, type);
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
  a = promoted (parser, a);
  b = promoted (parser, b);
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

static struct hb_c_exp *type_exp (struct hb_c_parser *parser, struct hb_c_exp *exp);

struct hb_c_exp *
hb_c_value (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  exp = type_exp (parser, exp);
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
  exp->a = type_exp (parser, exp->a);
  if (parser->failed)
    return;
  const struct hb_c_type *type = exp->a->type;
  if (type->kind == C_POINTER)
    type = type->to;
  /* *(f) () means (*f) (), as its users mean it. */
  require (parser, exp->a, type->kind == C_FUNCTION, "a function");
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
        exp->items[i] = cast (parser, exp->items[i], as_argument (parser, exp->items[i]->type));
      if (i < type->parameter_count)
        exp->items[i] = cast (parser, exp->items[i], type->parameters[i]->type);
    }
}

/* Where OP takes integers alone, both sides of EXP have to be some. */
static void
require_integers (struct hb_c_parser *parser, const struct hb_c_exp *exp, enum hb_c_operation op)
{
  if (op < C_REST || op > C_XOR)
    return;
  require (parser, exp->a, exp->a->type->kind == C_INTEGER, "an integer");
  require (parser, exp->b, exp->b->type->kind == C_INTEGER, "an integer");
}

/* One side of EXP at least is a pointer: it is moved by an integer, compared, or subtracted from another one. */
static void
type_pointers (struct hb_c_parser *parser, struct hb_c_exp *exp, bool compares)
{
  bool left = exp->a->type->kind == C_POINTER, both = left && exp->b->type->kind == C_POINTER;
  const struct hb_c_exp *pointer = left ? exp->a : exp->b, *other = left ? exp->b : exp->a;
  bool moved = exp->op == C_ADD || (exp->op == C_SUBTRACT && left);
  require (parser, pointer, compares || moved, "a number");
  require (parser, other, other->type->kind == C_INTEGER || (both && exp->op != C_ADD),
           "an integer");
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
      require (parser, exp->a, scalar (a), "a number");
      require (parser, exp->b, scalar (b), "a number");
      exp->type = integer;
      return;
    }
  if (a->kind == C_POINTER || b->kind == C_POINTER)
    {
      type_pointers (parser, exp, compares);
      return;
    }
  require (parser, exp->a, arithmetic (a), "a number");
  require (parser, exp->b, arithmetic (b), "a number");
  require_integers (parser, exp, exp->op);
  if (exp->op == C_LEFT || exp->op == C_RIGHT)
    {
      exp->type = promoted (parser, a);
      exp->a = cast (parser, exp->a, exp->type);
      exp->b = cast (parser, exp->b, promoted (parser, b));
      return;
    }
  const struct hb_c_type *type = common (parser, a, b);
  exp->a = cast (parser, exp->a, type);
  exp->b = cast (parser, exp->b, type);
  exp->type = compares ? integer : type;
}

static void
type_assign (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  exp->a = type_exp (parser, exp->a);
  exp->b = hb_c_value (parser, exp->b);
  if (parser->failed)
    return;
  require_place (parser, exp->a);
  exp->type = exp->a->type;
  bool plain = exp->compute == C_ASSIGN, pointer = exp->type->kind == C_POINTER;
  require (parser, exp->a, scalar (exp->type) || (plain && exp->type->kind == C_STRUCT),
           "a number");
  if (plain)
    exp->b = cast (parser, exp->b, exp->type);
  if (pointer && !plain)
    {
      require (parser, exp->a, exp->compute == C_ADD || exp->compute == C_SUBTRACT, "a number");
      require (parser, exp->b, exp->b->type->kind == C_INTEGER, "an integer");
    }
  if (plain || pointer)
    return;
  require (parser, exp->b, arithmetic (exp->b->type), "a number");
  require_integers (parser, exp, exp->compute);
  bool shift = exp->compute == C_LEFT || exp->compute == C_RIGHT;
  exp->common = shift ? promoted (parser, exp->type) : common (parser, exp->type, exp->b->type);
  exp->b = cast (parser, exp->b, shift ? promoted (parser, exp->b->type) : exp->common);
}

static void
type_field (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  exp->a = type_exp (parser, exp->a);
  if (parser->failed)
    return;
  require (parser, exp->a, exp->a->type->kind == C_STRUCT, "a struct");
  for (size_t i = 0; !parser->failed && i < exp->a->type->field_count; i++)
    if (exp->a->type->fields[i].name == exp->text)
      {
        exp->value = i;
        exp->type = exp->a->type->fields[i].type;
        return;
      }
  hb_c_fail (parser, exp->spot, "this struct has no field '%s'", exp->text);
}

static void
type_unary (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  bool place = exp->op == C_ADDRESS || exp->op == C_BEFORE || exp->op == C_AFTER;
  exp->a = place ? type_exp (parser, exp->a) : hb_c_value (parser, exp->a);
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
      require (parser, exp->a, scalar (a), "a number");
      exp->type = a;
    }
  else if (exp->op == C_CONTENT)
    {
      /* The call in *(f) () was meant to be through f. */
      if (a->kind != C_POINTER && exp->a->op == C_CALL)
        exp->type = a;
      else
        require (parser, exp->a, a->kind == C_POINTER, "a pointer");
      if (a->kind == C_POINTER)
        exp->type = a->to;
    }
  else if (exp->op == C_NOT)
    {
      require (parser, exp->a, scalar (a), "a number");
      exp->type = hb_c_integer (parser, 32, true);
    }
  else
    {
      require (parser, exp->a,
               a->kind == C_INTEGER || (a->kind == C_FLOATING && exp->op == C_NEGATE), "a number");
      exp->type = promoted (parser, a);
      exp->a = cast (parser, exp->a, exp->type);
    }
}

static void
type_index (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  exp->a = type_exp (parser, exp->a);
  exp->b = hb_c_value (parser, exp->b);
  if (parser->failed)
    return;
  require (parser, exp->a, exp->a->type->kind == C_ARRAY || exp->a->type->kind == C_POINTER,
           "an array");
  require (parser, exp->b, exp->b->type->kind == C_INTEGER, "an integer");
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
  require (parser, exp->a, scalar (exp->a->type), "a number");
  const struct hb_c_type *b = exp->b->type, *c = exp->c->type;
  /* What stands beside a pointer is one: 0, if anything. */
  exp->type = !arithmetic (b) ? b : arithmetic (c) ? common (parser, b, c) : c;
  exp->b = cast (parser, exp->b, exp->type);
  exp->c = cast (parser, exp->c, exp->type);
}

/* EXP with its type; the node may be another one. */
static struct hb_c_exp *
type_exp (struct hb_c_parser *parser, struct hb_c_exp *exp)
{
  struct hb_c_type *type;
  switch (exp->op)
    {
    case C_NUMBER:
      break;
    case C_REAL:
      exp->type
          = hb_c_floating (parser, (exp->text[strlen (exp->text) - 1] | 0x20) == 'f' ? 32 : 64);
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
        require (parser, exp->a, scalar (exp->a->type) && scalar (exp->type), "a number");
      break;
    case C_COMMA:
      exp->a = type_exp (parser, exp->a);
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

const struct hb_c_exp *
hb_c_characters (const struct hb_c_type *type, const struct hb_c_exp *initial)
{
  if (type->kind != C_ARRAY || type->to->kind != C_INTEGER || type->to->width != 8)
    return NULL;
  if (initial->op == C_LIST && initial->count == 1)
    initial = initial->items[0];
  return initial->op == C_TEXT ? initial : NULL;
}

/* The characters of TEXT as the list that it stands for, the last zero where there is room. */
static struct hb_c_exp *
spelled (struct hb_c_parser *parser, const struct hb_c_exp *text, const struct hb_c_type *type)
{
  struct hb_c_exp *list = hb_c_exp_new (parser, C_LIST, text->spot);
  for (size_t i = 0; i < text->value + (type->count != text->value); i++)
    {
      struct hb_c_exp *item = hb_c_exp_new (parser, C_NUMBER, text->spot);
      item->type = type->to;
      item->value = hb_c_wrap (type->to, (unsigned char)text->text[i]);
      hb_c_append (parser->unit, (void ***)&list->items, &list->count, item);
    }
  return list;
}

static void
type_initial (struct hb_c_parser *parser, struct hb_c_exp **initial, const struct hb_c_type *type)
{
  struct hb_c_exp *exp = *initial;
  if (type->kind == C_ARRAY || type->kind == C_STRUCT)
    {
      size_t most = type->kind == C_ARRAY ? type->count : type->field_count;
      const struct hb_c_exp *text = hb_c_characters (type, exp);
      if (text)
        *initial = exp = spelled (parser, text, type);
      if (exp->op != C_LIST && type->kind == C_STRUCT)
        {
          exp = type_exp (parser, exp);
          if (!parser->failed)
            *initial = cast (parser, exp, type);
          return;
        }
      if (exp->op != C_LIST)
        hb_c_fail (parser, exp->spot, "expected values between { and }");
      else if (exp->count > most)
        hb_c_fail (parser, exp->spot, "expected at most %zu values", most);
      for (size_t i = 0; !parser->failed && i < exp->count; i++)
        type_initial (parser, &exp->items[i],
                      type->kind == C_ARRAY ? type->to : type->fields[i].type);
      exp->type = type;
      return;
    }
  if (exp->op == C_LIST && exp->count == 1)
    exp = exp->items[0];
  exp = hb_c_value (parser, exp);
  if (!parser->failed)
    *initial = cast (parser, exp, type);
}

/* A variable has a type of which everything is known. */
static void
type_variable (struct hb_c_parser *parser, struct hb_c_symbol *symbol)
{
  const struct hb_c_type *type = symbol->type;
  if (type->kind == C_ARRAY && type->count == SIZE_MAX && symbol->global)
    symbol->type->count = 1; /* of a tentative definition */
  if (type->kind == C_ARRAY && type->count == SIZE_MAX)
    hb_c_fail (parser, symbol->spot, "expected the number of elements");
  else if (!hb_c_is_complete (type))
    hb_c_fail (parser, symbol->spot, "nothing has the type of '%s'", symbol->name);
  else if (symbol->initial)
    type_initial (parser, &symbol->initial, type);
}

/* The values of a case, as numbers that have the order of the switch's type, and how many cases are before it. */
struct interval
{
  uint64_t low, high;
  size_t number;
  struct hb_c_spot spot;
};

struct hb_c_switch
{
  const struct hb_c_type *type; /* of what it looks at */
  VEC (struct interval) cases;
  bool has_default;
};

/* By value, then by place. */
static int
compare_intervals (const void *a, const void *b)
{
  const struct interval *x = a, *y = b;
  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

/* No value has two cases. */
static void
check_cases (struct hb_c_parser *parser, const struct hb_c_switch *within)
{
  if (within->cases.size)
    qsort (within->cases.data, within->cases.size, sizeof *within->cases.data, compare_intervals);
  for (size_t i = 1; i < within->cases.size; i++)
    {
      const struct interval *a = &within->cases.data[i - 1], *b = a + 1;
      if (b->low <= a->high)
        hb_c_fail (parser, (a->number > b->number ? a : b)->spot,
                   "this switch has a case for this value already");
    }
}

/* STMT is C_CASE or C_DEFAULT. */
static void
type_case (struct hb_c_parser *parser, struct hb_c_stmt *stmt)
{
  struct hb_c_switch *within = parser->within;
  if (stmt->act == C_DEFAULT)
    {
      if (within->has_default)
        hb_c_fail (parser, stmt->spot, "this switch has a default already");
      within->has_default = true;
      return;
    }
  stmt->value = (int64_t)hb_c_wrap (within->type, (uint64_t)stmt->value);
  stmt->last = (int64_t)hb_c_wrap (within->type, (uint64_t)stmt->last);
  uint64_t sign = within->type->is_signed ? (uint64_t)INT64_MIN : 0;
  struct interval own = { (uint64_t)stmt->value ^ sign, (uint64_t)stmt->last ^ sign,
                          within->cases.size, stmt->spot };
  if (own.low <= own.high)
    vec_push (within->cases, own);
}

static void type_stmt (struct hb_c_parser *parser, struct hb_c_stmt *stmt);

static void
type_switch (struct hb_c_parser *parser, struct hb_c_stmt *stmt)
{
  require (parser, stmt->exp, stmt->exp->type->kind == C_INTEGER, "an integer");
  stmt->exp = cast (parser, stmt->exp, promoted (parser, stmt->exp->type));
  struct hb_c_switch within = { .type = stmt->exp->type }, *outer = parser->within;
  parser->within = &within;
  type_stmt (parser, stmt->first);
  parser->within = outer;
  check_cases (parser, &within);
  vec_free (within.cases);
}

static void
type_stmt (struct hb_c_parser *parser, struct hb_c_stmt *stmt)
{
  if (!stmt || parser->failed)
    return;
  for (size_t i = 0; i < stmt->count; i++)
    type_stmt (parser, stmt->items[i]);
  if (stmt->exp)
    stmt->exp
        = stmt->act == C_EVALUATE ? type_exp (parser, stmt->exp) : hb_c_value (parser, stmt->exp);
  if (stmt->step)
    stmt->step = type_exp (parser, stmt->step);
  if (parser->failed)
    return;
  if (stmt->act == C_SWITCH)
    {
      type_switch (parser, stmt);
      return;
    }
  if (stmt->act == C_CASE || stmt->act == C_DEFAULT)
    type_case (parser, stmt);
  if (stmt->act == C_RETURN && stmt->exp)
    stmt->exp = cast (parser, stmt->exp, parser->function->type->to);
  else if (stmt->exp && stmt->act != C_EVALUATE)
    require (parser, stmt->exp, scalar (stmt->exp->type), "a number");
  if (stmt->act == C_DECLARE)
    type_variable (parser, stmt->symbol);
  type_stmt (parser, stmt->first);
  type_stmt (parser, stmt->second);
}

void
hb_c_type_unit (struct hb_c_parser *parser)
{
  for (size_t i = 0; i < parser->unit->globals.size && !parser->failed; i++)
    {
      struct hb_c_symbol *symbol = parser->unit->globals.data[i];
      parser->function = symbol;
      if (symbol->role == C_VARIABLE && !symbol->is_extern)
        type_variable (parser, symbol);
      else if (symbol->body)
        type_stmt (parser, symbol->body);
    }
}
