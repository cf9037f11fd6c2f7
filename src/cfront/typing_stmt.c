/* Types for variables and statements, and what they require of them: once everything is declared. */
#include "cfront/parse.h"

#include <stdlib.h>

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
  else
    hb_c_count (parser, symbol);
  if (symbol->initial && !parser->failed)
    hb_c_type_initial (parser, &symbol->initial, type);
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
  hb_c_require (parser, stmt->exp, stmt->exp->type->kind == C_INTEGER, "an integer");
  stmt->exp = hb_c_convert (parser, stmt->exp, hb_c_promoted (parser, stmt->exp->type));
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
        = stmt->act == C_EVALUATE ? hb_c_typed (parser, stmt->exp) : hb_c_value (parser, stmt->exp);
  if (stmt->step)
    stmt->step = hb_c_typed (parser, stmt->step);
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
    stmt->exp = hb_c_convert (parser, stmt->exp, parser->function->type->to);
  else if (stmt->exp && stmt->act != C_EVALUATE)
    hb_c_require (parser, stmt->exp, hb_c_is_scalar (stmt->exp->type), "a number");
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
