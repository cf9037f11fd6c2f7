/* Expressions, by precedence climbing. */
#include "cfront/parse.h"
#include "cfront/sign.h"

#include <string.h>

#define MOST_HEIGHT 2000

/* PART stands within EXP. */
static struct hb_c_exp *
within (struct hb_c_parser *parser, struct hb_c_exp *exp, struct hb_c_exp *part)
{
  if (part->height >= exp->height)
    exp->height = part->height + 1;
  if (exp->height > MOST_HEIGHT)
    hb_c_fail (parser, exp->spot, "this is nested too deeply");
  return part;
}

static struct hb_c_exp *
binary (struct hb_c_parser *parser, enum hb_c_operation op, struct hb_c_spot spot,
        struct hb_c_exp *a, struct hb_c_exp *b)
{
  struct hb_c_exp *exp = hb_c_exp_new (parser, op, spot);
  exp->a = within (parser, exp, a);
  exp->b = b ? within (parser, exp, b) : NULL;
  return exp;
}

/* A name that is used: its symbol; of a function called before its declaration a new one. */
static struct hb_c_symbol *
used (struct hb_c_parser *parser, const struct hb_c_token *token)
{
  struct hb_c_symbol *symbol = hb_c_lookup (parser, token->text);
  if (symbol && symbol->role == C_TYPE_NAME)
    hb_c_fail (parser, token->spot, "expected an expression, not the type '%s'", token->text);
  if (symbol)
    return symbol;
  const struct hb_c_token *next = hb_c_peek (parser, 0);
  bool called = next->word == C_WORD_MARK && next->mark == '(';
  bool known = called;
  for (const char *const *word = parser->options ? parser->options->known : NULL; word && *word;
       word++)
    known = known || !strcmp (*word, token->text);
  /* What a use outside of functions names is known, too. */
  for (size_t i = 0; i < parser->unit->uses.size; i++)
    for (size_t k = 0; k < parser->unit->uses.data[i].count; k++)
      known = known || parser->unit->uses.data[i].arguments[k]->text == token->text;
  if (!known)
    hb_c_fail (parser, token->spot, "'%s' is not declared", token->text);
  struct hb_c_type *type = hb_c_integer (parser, 32, true);
  if (called)
    {
      struct hb_c_type *function = hb_c_type_new (parser, C_FUNCTION);
      function->to = type;
      function->open = true;
      type = function;
    }
  symbol = hb_c_declare (parser, token->text, called ? C_FUNCTION_NAME : C_VARIABLE, type,
                         token->spot, true);
  symbol->implicit = symbol->is_extern = true;
  return symbol;
}

/* The first of int, unsigned (not of decimals), long, unsigned long that has the value and fits the letters behind it
 * (C17 6.4.4.1). */
static struct hb_c_type *
type_of_number (struct hb_c_parser *parser, const struct hb_c_token *token)
{
  /* One of 32 bits may be negative. */
  if (token->is_character)
    return hb_c_integer (parser, 32, true);
  bool large = token->value > INT32_MAX, octal_or_hex = token->text[0] == '0';
  bool is_unsigned = token->is_unsigned
                     || (large && octal_or_hex && !token->is_long && token->value <= UINT32_MAX)
                     || token->value > INT64_MAX;
  bool is_long = token->is_long || token->value > (is_unsigned ? UINT32_MAX : INT32_MAX);
  return hb_c_integer (parser, is_long ? 64 : 32, !is_unsigned);
}

/* The text of TOKEN and of those behind it, which are one. */
static void
text (struct hb_c_parser *parser, struct hb_c_exp *exp, const struct hb_c_token *token)
{
  VEC (char) whole = VEC_EMPTY;
  for (;; token = hb_c_peek (parser, 0), parser->at++)
    {
      for (size_t i = 0; i < token->value; i++)
        vec_push (whole, token->text[i]);
      if (hb_c_peek (parser, 0)->word != C_WORD_STRING)
        break;
    }
  exp->text = hb_c_text (parser->unit, whole.data ? whole.data : "", whole.size);
  exp->value = whole.size;
  vec_free (whole);
}

static struct hb_c_exp *
primary (struct hb_c_parser *parser)
{
  const struct hb_c_token *token = hb_c_peek (parser, 0);
  if (hb_c_take (parser, '('))
    {
      struct hb_c_exp *exp = hb_c_expression (parser);
      hb_c_expect (parser, ')', "after the expression");
      return exp;
    }
  enum hb_c_operation op = token->word == C_WORD_NUMBER   ? C_NUMBER
                           : token->word == C_WORD_REAL   ? C_REAL
                           : token->word == C_WORD_STRING ? C_TEXT
                                                          : C_NAME;
  struct hb_c_exp *exp = hb_c_exp_new (parser, op, token->spot);
  exp->text = token->text;
  if (token->word == C_WORD_END || token->word == C_WORD_MARK)
    {
      hb_c_fail (parser, token->spot,
                 token->word == C_WORD_END ? "expected an expression, not the end of the file"
                 : hb_c_is_mark (parser, '{')
                     ? "statements and lists as expressions are outside of the subset"
                     : "expected an expression");
      return exp;
    }
  parser->at++;
  if (op == C_NUMBER)
    {
      exp->value = token->value;
      exp->type = type_of_number (parser, token);
    }
  if (op == C_TEXT)
    text (parser, exp, token);
  if (op == C_NAME)
    exp->symbol = used (parser, token);
  return exp;
}

static struct hb_c_exp *
call (struct hb_c_parser *parser, struct hb_c_exp *called, struct hb_c_spot spot)
{
  struct hb_c_exp *exp = binary (parser, C_CALL, spot, called, NULL);
  if (!hb_c_is_mark (parser, ')'))
    do
      hb_c_append (parser->unit, (void ***)&exp->items, &exp->count,
                   within (parser, exp, hb_c_assignment (parser)));
    while (hb_c_take (parser, ','));
  hb_c_expect (parser, ')', "after the arguments");
  return exp;
}

/* __builtin_expect (VALUE, which is likely): the value, for those who compute. */
static struct hb_c_exp *
expected (struct hb_c_parser *parser)
{
  parser->at++;
  hb_c_expect (parser, '(', "after '__builtin_expect'");
  struct hb_c_exp *exp = hb_c_assignment (parser);
  hb_c_expect (parser, ',', "after the value");
  if (!parser->failed)
    hb_c_assignment (parser);
  hb_c_expect (parser, ')', "after the likely value");
  return exp;
}

/* The number of bytes that WORD, at SPOT, asks for. */
static struct hb_c_exp *
bytes (struct hb_c_parser *parser, struct hb_c_spot spot, const char *word, uint64_t count)
{
  struct hb_c_exp *number = hb_c_exp_new (parser, C_NUMBER, spot);
  if (parser->unit->laid_out)
    hb_c_fail (parser, spot, "%s is outside of the subset where the program says packed or aligned",
               word);
  number->type = hb_c_integer (parser, 64, false);
  if (!parser->failed)
    number->value = count;
  if (number->value == HB_C_TOO_LARGE)
    hb_c_fail (parser, spot, "the size of this is too large");
  return number;
}

/* An array whose length is left open is taken to have so many elements. */
#define OPEN 1000000

/* The field of TYPE at hand, or element of it in brackets: its type, and how far behind TYPE's beginning it is, is added to
 * OFFSET. */
static const struct hb_c_type *
member (struct hb_c_parser *parser, const struct hb_c_type *type, uint64_t *offset)
{
  const struct hb_c_token *token = hb_c_peek (parser, 0);
  if (type->kind == C_ARRAY && hb_c_take (parser, '['))
    {
      int64_t number = hb_c_constant_expression (parser);
      if (!parser->failed
          && (number < 0 || (uint64_t)number >= (type->count == SIZE_MAX ? OPEN : type->count)))
        hb_c_fail (parser, token->spot, "expected the number of an element of this array");
      hb_c_expect (parser, ']', "after the number of an element");
      *offset += parser->failed ? 0 : (uint64_t)number * hb_c_size (type->to);
      return type->to;
    }
  bool may_be = type->kind == C_STRUCT && token->word == C_WORD_NAME;
  if (!may_be || hb_c_field_of (type, token->text) == type->field_count)
    hb_c_fail (parser, token->spot, "expected the name of a field");
  if (parser->failed)
    return type;
  for (parser->at++;;)
    {
      const struct hb_c_field *field = &type->fields[hb_c_field_of (type, token->text)];
      *offset += field->offset;
      type = field->type;
      if (field->name == token->text)
        return type;
    }
}

/* offsetof, at hand: (TYPE, FIELD), perhaps with parts of that field behind it, as in a.b[2].c. */
static struct hb_c_exp *
offset_of (struct hb_c_parser *parser, struct hb_c_spot spot)
{
  uint64_t offset = 0;
  parser->at++;
  hb_c_expect (parser, '(', "after 'offsetof'");
  if (!parser->failed && !hb_c_at_type (parser, 0))
    hb_c_fail (parser, hb_c_peek (parser, 0)->spot, "expected a type");
  const struct hb_c_type *type = parser->failed ? NULL : hb_c_type_word (parser);
  hb_c_expect (parser, ',', "after the type");
  if (!parser->failed
      && (type->kind != C_STRUCT || !hb_c_is_complete (type) || type->size == HB_C_TOO_LARGE))
    hb_c_fail (parser, spot, "expected a struct that has its fields");
  if (!parser->failed)
    do
      type = member (parser, type, &offset);
    while (!parser->failed && (hb_c_take (parser, '.') || hb_c_is_mark (parser, '[')));
  hb_c_expect (parser, ')', "after the field");
  return bytes (parser, spot, "offsetof", offset);
}

static struct hb_c_exp *
postfix (struct hb_c_parser *parser)
{
  if (hb_c_is_name (parser, "__builtin_expect"))
    return expected (parser);
  if (hb_c_is_name (parser, "__builtin_offsetof"))
    return offset_of (parser, hb_c_peek (parser, 0)->spot);
  if (hb_c_is_name (parser, "_Generic"))
    hb_c_fail (parser, hb_c_peek (parser, 0)->spot, "_Generic is outside of the subset");
  struct hb_c_exp *exp = primary (parser);
  while (!parser->failed)
    {
      struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
      bool arrow = hb_c_is_mark (parser, C_MARK2 ('-', '>'));
      if (hb_c_take (parser, '('))
        exp = call (parser, exp, exp->spot);
      else if (hb_c_take (parser, '['))
        {
          exp = binary (parser, C_INDEX, exp->spot, exp, hb_c_expression (parser));
          hb_c_expect (parser, ']', "after the index");
        }
      else if (arrow || hb_c_is_mark (parser, '.'))
        {
          parser->at++;
          if (arrow)
            exp = binary (parser, C_CONTENT, exp->spot, exp, NULL);
          exp = binary (parser, C_FIELD, spot, exp, NULL);
          if (hb_c_peek (parser, 0)->word != C_WORD_NAME)
            hb_c_fail (parser, hb_c_peek (parser, 0)->spot, "expected the name of a field");
          exp->text = hb_c_peek (parser, 0)->text;
          parser->at += !parser->failed;
        }
      else if (hb_c_take (parser, C_MARK2 ('+', '+')))
        (exp = binary (parser, C_AFTER, exp->spot, exp, NULL))->value = 1;
      else if (hb_c_take (parser, C_MARK2 ('-', '-')))
        (exp = binary (parser, C_AFTER, exp->spot, exp, NULL))->value = UINT64_MAX;
      else
        break;
    }
  return exp;
}

static struct hb_c_exp *prefix (struct hb_c_parser *parser);

/* sizeof, at hand: a number, since what it is asked of has its type by now. */
static struct hb_c_exp *
size_of (struct hb_c_parser *parser, struct hb_c_spot spot)
{
  const struct hb_c_type *type = NULL;
  parser->at++;
  if (hb_c_is_mark (parser, '(') && hb_c_at_type (parser, 1))
    {
      parser->at++;
      type = hb_c_type_word (parser);
      hb_c_expect (parser, ')', "after the type");
    }
  else
    {
      struct hb_c_exp *exp = prefix (parser);
      type = parser->failed ? NULL : hb_c_typed (parser, exp)->type;
    }
  if (!parser->failed && !hb_c_is_complete (type))
    hb_c_fail (parser, spot, "expected something that has a size");
  return bytes (parser, spot, "sizeof", parser->failed ? 0 : hb_c_size (type));
}

/* _Alignof and its elder spellings, at hand, of a type. */
static struct hb_c_exp *
alignment_of (struct hb_c_parser *parser, struct hb_c_spot spot)
{
  parser->at++;
  hb_c_expect (parser, '(', "and a type after '_Alignof'");
  struct hb_c_spot start = hb_c_peek (parser, 0)->spot;
  if (!parser->failed && !hb_c_at_type (parser, 0))
    hb_c_fail (parser, start,
               "expected a type: _Alignof of an expression is outside of the subset");
  const struct hb_c_type *type = parser->failed ? NULL : hb_c_type_word (parser);
  hb_c_expect (parser, ')', "after the type");
  if (!parser->failed && !hb_c_is_complete (type))
    hb_c_fail (parser, spot, "expected something that has a size");
  return bytes (parser, spot, "_Alignof", parser->failed ? 0 : hb_c_alignment (type));
}

static struct hb_c_exp *
prefix (struct hb_c_parser *parser)
{
  struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
  static const struct
  {
    uint32_t mark;
    enum hb_c_operation op;
    uint64_t value;
  } marks[] = { { '-', C_NEGATE, 0 },
                { '~', C_INVERT, 0 },
                { '!', C_NOT, 0 },
                { '*', C_CONTENT, 0 },
                { '&', C_ADDRESS, 0 },
                { C_MARK2 ('+', '+'), C_BEFORE, 1 },
                { C_MARK2 ('-', '-'), C_BEFORE, UINT64_MAX } };
  hb_c_enter (parser, spot);
  struct hb_c_exp *exp = NULL;
  for (size_t i = 0; i < sizeof marks / sizeof *marks && !exp; i++)
    if (hb_c_take (parser, marks[i].mark))
      {
        exp = binary (parser, marks[i].op, spot, prefix (parser), NULL);
        exp->value = marks[i].value;
      }
  if (!exp && hb_c_take (parser, '+'))
    {
      /* +a is a - 0: promoted, otherwise the same. */
      struct hb_c_exp *zero = hb_c_exp_new (parser, C_NUMBER, spot);
      zero->type = hb_c_integer (parser, 32, true);
      exp = binary (parser, C_SUBTRACT, spot, prefix (parser), zero);
    }
  else if (!exp && hb_c_is_mark (parser, '(') && hb_c_at_type (parser, 1))
    {
      parser->at++;
      struct hb_c_type *type = hb_c_type_word (parser);
      hb_c_expect (parser, ')', "after the type");
      exp = binary (parser, C_CAST, spot, prefix (parser), NULL);
      exp->type = type;
      exp->explicit_cast = true;
    }
  else if (!exp)
    {
      bool aligns = hb_c_is_name (parser, "_Alignof") || hb_c_is_name (parser, "__alignof__")
                    || hb_c_is_name (parser, "__alignof");
      exp = aligns                            ? alignment_of (parser, spot)
            : hb_c_is_name (parser, "sizeof") ? size_of (parser, spot)
                                              : postfix (parser);
    }
  parser->depth--;
  return exp;
}

/* The operator between two values that TOKEN is, C_LIST if it is none. */
static enum hb_c_operation
operator_of (const struct hb_c_token *token)
{
  for (enum hb_c_operation op = C_ADD; token->word == C_WORD_MARK && op <= C_EITHER; op++)
    {
      const char *sign = hb_c_sign (op);
      if (token->mark == C_MARK2 (sign[0], sign[1]))
        return op;
    }
  return C_LIST;
}

static struct hb_c_exp *
operators (struct hb_c_parser *parser, unsigned least)
{
  struct hb_c_exp *exp = prefix (parser);
  while (!parser->failed)
    {
      const struct hb_c_token *token = hb_c_peek (parser, 0);
      enum hb_c_operation op = operator_of (token);
      unsigned level = hb_c_level (op);
      if (op == C_LIST || level < least)
        break;
      parser->at++;
      exp = binary (parser, op, token->spot, exp, operators (parser, level + 1));
    }
  return exp;
}

static struct hb_c_exp *
conditional (struct hb_c_parser *parser)
{
  struct hb_c_exp *exp = operators (parser, 1);
  struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
  if (!hb_c_take (parser, '?'))
    return exp;
  exp = binary (parser, C_CHOICE, spot, exp, hb_c_expression (parser));
  hb_c_expect (parser, ':', "between the values of a choice");
  parser->depth++;
  exp->c = within (parser, exp, conditional (parser));
  parser->depth--;
  return exp;
}

struct hb_c_exp *
hb_c_assignment (struct hb_c_parser *parser)
{
  static const struct
  {
    uint32_t mark;
    enum hb_c_operation op;
  } marks[] = { { '=', C_ASSIGN },
                { C_MARK2 ('+', '='), C_ADD },
                { C_MARK2 ('-', '='), C_SUBTRACT },
                { C_MARK2 ('*', '='), C_MULTIPLY },
                { C_MARK2 ('/', '='), C_DIVIDE },
                { C_MARK2 ('%', '='), C_REST },
                { C_MARK2 ('&', '='), C_AND },
                { C_MARK2 ('|', '='), C_OR },
                { C_MARK2 ('^', '='), C_XOR },
                { C_MARK3 ('<', '<', '='), C_LEFT },
                { C_MARK3 ('>', '>', '='), C_RIGHT } };
  struct hb_c_spot start = hb_c_peek (parser, 0)->spot;
  parser->depth++;
  struct hb_c_exp *exp = conditional (parser);
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (hb_c_is_mark (parser, marks[i].mark))
      {
        parser->at++;
        exp = binary (parser, C_ASSIGN, start, exp, hb_c_assignment (parser));
        exp->compute = marks[i].op;
      }
  parser->depth--;
  return exp;
}

struct hb_c_exp *
hb_c_expression (struct hb_c_parser *parser)
{
  struct hb_c_exp *exp = hb_c_assignment (parser);
  while (hb_c_is_mark (parser, ','))
    {
      struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
      parser->at++;
      exp = binary (parser, C_COMMA, spot, exp, hb_c_assignment (parser));
    }
  return exp;
}

int64_t
hb_c_constant_expression (struct hb_c_parser *parser)
{
  struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
  struct hb_c_exp *exp = conditional (parser);
  int64_t value = 0;
  /* The values of constants depend on their types, which all else gets at the end of the unit. */
  if (!parser->failed)
    exp = hb_c_value (parser, exp);
  if (!parser->failed && !hb_c_constant (exp, &value))
    hb_c_fail (parser, spot, "expected a constant");
  return value;
}

bool
hb_c_static_assertion (struct hb_c_parser *parser)
{
  struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
  if (!hb_c_take_name (parser, "_Static_assert"))
    return false;
  hb_c_expect (parser, '(', "after '_Static_assert'");
  int64_t holds = hb_c_constant_expression (parser);
  if (hb_c_take (parser, ','))
    while (hb_c_peek (parser, 0)->word == C_WORD_STRING)
      parser->at++;
  hb_c_expect (parser, ')', "after the assertion");
  hb_c_expect (parser, ';', "after the assertion");
  if (!parser->failed && !holds)
    hb_c_fail (parser, spot, "this static assertion does not hold");
  return true;
}
