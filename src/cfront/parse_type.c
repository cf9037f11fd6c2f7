/* Specifiers and declarators: from the words to types. */
#include "cfront/parse.h"

#include <string.h>

struct hb_c_type *
hb_c_type_new (struct hb_c_parser *parser, enum hb_c_kind kind)
{
  struct hb_c_type *type = hb_c_room (parser->unit, sizeof *type);
  type->kind = kind;
  return type;
}

/* A pointer to, an array of, or a function returning TO. */
static struct hb_c_type *
derived (struct hb_c_parser *parser, enum hb_c_kind kind, const struct hb_c_type *to)
{
  struct hb_c_type *type = hb_c_type_new (parser, kind);
  type->to = to;
  /* Who goes down a type stops at a struct that is pointed to. */
  type->height = kind != C_ARRAY && to->kind == C_STRUCT ? 1 : to->height + 1;
  if (type->height > HB_C_MOST_HEIGHT)
    hb_c_fail (parser, hb_c_peek (parser, 0)->spot, "this is nested too deeply");
  return type;
}

struct hb_c_type *
hb_c_integer (struct hb_c_parser *parser, unsigned width, bool is_signed)
{
  struct hb_c_type *type = hb_c_type_new (parser, C_INTEGER);
  type->width = width;
  type->is_signed = is_signed;
  return type;
}

struct hb_c_type *
hb_c_floating (struct hb_c_parser *parser, unsigned width)
{
  struct hb_c_type *type = hb_c_type_new (parser, C_FLOATING);
  type->width = width;
  return type;
}

bool
hb_c_is_complete (const struct hb_c_type *type)
{
  while (type->kind == C_ARRAY && type->count != SIZE_MAX)
    type = type->to;
  return type->kind == C_STRUCT
             ? type->fields != NULL
             : type->kind != C_VOID && type->kind != C_FUNCTION && type->kind != C_ARRAY;
}

/* The words that make up a type. */
enum
{
  T_VOID = 1,
  T_CHAR = 2,
  T_SHORT = 4,
  T_INT = 8,
  T_LONG = 16,
  T_FLOAT = 32,
  T_DOUBLE = 64,
  T_SIGNED = 128,
  T_UNSIGNED = 256,
  T_BOOL = 512,
  T_NOTHING = 1024
};

static unsigned
type_word (const char *text)
{
  static const struct
  {
    const char *text;
    unsigned word;
  } words[] = { { "void", T_VOID },
                { "char", T_CHAR },
                { "short", T_SHORT },
                { "int", T_INT },
                { "long", T_LONG },
                { "float", T_FLOAT },
                { "double", T_DOUBLE },
                { "signed", T_SIGNED },
                { "__signed", T_SIGNED },
                { "__signed__", T_SIGNED },
                { "unsigned", T_UNSIGNED },
                { "_Bool", T_BOOL },
                { "bool", T_BOOL },
                { "const", T_NOTHING },
                { "volatile", T_NOTHING },
                { "__const", T_NOTHING },
                { "__volatile__", T_NOTHING },
                { "register", T_NOTHING },
                { "auto", T_NOTHING },
                { "inline", T_NOTHING },
                { "__inline", T_NOTHING },
                { "__inline__", T_NOTHING },
                { "restrict", T_NOTHING },
                { "__restrict", T_NOTHING },
                { "__extension__", T_NOTHING },
                { "_Noreturn", T_NOTHING } };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp (words[i].text, text))
      return words[i].word;
  return 0;
}

/* Specifiers that are not taken, and should not be taken for names. */
static bool
is_outside (const char *text)
{
  static const char *const words[] = { "_Alignas", "_Atomic", "_Complex", "_Thread_local" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp (words[i], text))
      return true;
  return false;
}

/* Token AHEAD may start a declaration or a type's name. */
bool
hb_c_at_type (const struct hb_c_parser *parser, size_t ahead)
{
  const struct hb_c_token *token = hb_c_peek (parser, ahead);
  if (token->word != C_WORD_NAME)
    return false;
  static const char *const more[]
      = { "struct", "union", "enum", "typedef", "extern", "static", "__attribute__" };
  for (size_t i = 0; i < sizeof more / sizeof *more; i++)
    if (!strcmp (more[i], token->text))
      return true;
  const struct hb_c_symbol *symbol = hb_c_lookup (parser, token->text);
  return symbol ? symbol->role == C_TYPE_NAME
                : type_word (token->text) != 0 || is_outside (token->text);
}

/* Over all up to the parenthesis that closes the one before. */
static void
skip_inside (struct hb_c_parser *parser, const char *where)
{
  for (unsigned depth = 1; depth && !parser->failed; parser->at += !parser->failed)
    {
      depth += hb_c_is_mark (parser, '(');
      depth -= hb_c_is_mark (parser, ')');
      if (hb_c_peek (parser, 0)->word == C_WORD_END)
        hb_c_expect (parser, ')', where);
    }
}

/* Over __attribute__ ((...)). */
void
hb_c_skip_attributes (struct hb_c_parser *parser)
{
  while (hb_c_take_name (parser, "__attribute__") || hb_c_take_name (parser, "__attribute"))
    {
      hb_c_expect (parser, '(', "before the attribute");
      size_t start = parser->at;
      skip_inside (parser, "after the attribute");
      for (size_t i = start; i < parser->at && i < parser->tokens.size; i++)
        {
          const char *text = parser->tokens.data[i].text;
          bool lays_out = strstr (text, "packed") || strstr (text, "aligned");
          parser->unit->laid_out = parser->unit->laid_out || lays_out;
        }
    }
}

/* The type of the words seen. */
static struct hb_c_type *
basic (struct hb_c_parser *parser, unsigned words)
{
  if (words & T_VOID)
    return hb_c_type_new (parser, C_VOID);
  if (words & (T_FLOAT | T_DOUBLE))
    return hb_c_floating (parser, words & T_FLOAT ? 32 : words & T_LONG ? 128 : 64);
  unsigned width = words & T_BOOL    ? 1
                   : words & T_CHAR  ? 8
                   : words & T_SHORT ? 16
                   : words & T_LONG  ? 64
                                     : 32;
  return hb_c_integer (parser, width, !(words & (T_UNSIGNED | T_BOOL)));
}

/* Specifiers and qualifiers; without any the type is int.  False if there is none. */
bool
hb_c_specify (struct hb_c_parser *parser, struct hb_c_specifiers *specifiers)
{
  unsigned words = 0;
  struct hb_c_type *type = NULL;
  size_t start = parser->at;
  while (hb_c_peek (parser, 0)->word == C_WORD_NAME)
    {
      hb_c_skip_attributes (parser);
      const struct hb_c_token *token = hb_c_peek (parser, 0);
      struct hb_c_symbol *symbol
          = token->word == C_WORD_NAME ? hb_c_lookup (parser, token->text) : NULL;
      unsigned word = token->word == C_WORD_NAME && !symbol ? type_word (token->text) : 0;
      if (hb_c_is_name (parser, "union"))
        hb_c_fail (parser, token->spot, "unions are outside of the subset");
      else if (token->word == C_WORD_NAME && !symbol && is_outside (token->text))
        hb_c_fail (parser, token->spot, "%s is outside of the subset", token->text);
      else if (hb_c_take_name (parser, "typedef"))
        specifiers->is_typedef = true;
      else if (hb_c_take_name (parser, "extern"))
        specifiers->is_extern = true;
      else if (hb_c_take_name (parser, "static"))
        specifiers->is_static = true;
      else if (hb_c_take_name (parser, "enum"))
        type = parser->enumeration (parser);
      else if (hb_c_take_name (parser, "struct"))
        type = parser->structure (parser);
      else if (word && (word != T_BOOL || (!type && !(words & ~(unsigned)T_NOTHING))))
        {
          /* Behind another type, bool is the name that is declared.  A long long is as long as a long. */
          words |= word;
          parser->at++;
        }
      else if (symbol && symbol->role == C_TYPE_NAME && !type && !(words & ~(unsigned)T_NOTHING))
        {
          type = symbol->type;
          parser->at++;
        }
      else
        break;
    }
  specifiers->type = type ? type : basic (parser, words);
  return parser->at > start;
}

/* As a parameter: arrays and functions are passed as pointers. */
static struct hb_c_type *
passed (struct hb_c_parser *parser, struct hb_c_type *type)
{
  if (type->kind != C_ARRAY && type->kind != C_FUNCTION)
    return type;
  return derived (parser, C_POINTER, type->kind == C_ARRAY ? type->to : type);
}

static void
add_parameter (struct hb_c_parser *parser, struct hb_c_type *function, const char *name,
               struct hb_c_type *type, struct hb_c_spot spot)
{
  for (size_t i = 0; name && i < function->parameter_count; i++)
    if (function->parameters[i]->name == name)
      hb_c_fail (parser, spot, "the parameter '%s' stands here twice", name);
  struct hb_c_symbol *symbol = hb_c_room (parser->unit, sizeof *symbol);
  *symbol = (struct hb_c_symbol){ .name = name, .role = C_PARAMETER, .type = type, .spot = spot };
  hb_c_append (parser->unit, (void ***)&function->parameters, &function->parameter_count, symbol);
}

/* A name and nothing else stands where a parameter is expected. */
static bool
at_bare_name (const struct hb_c_parser *parser, size_t ahead)
{
  const struct hb_c_token *next = hb_c_peek (parser, ahead + 1);
  return hb_c_peek (parser, ahead)->word == C_WORD_NAME && !hb_c_at_type (parser, ahead)
         && next->word == C_WORD_MARK && (next->mark == ',' || next->mark == ')');
}

/* Names up to a parenthesis behind which a definition goes on: C of before 1989, the types come there. */
static bool
at_names (const struct hb_c_parser *parser)
{
  size_t ahead = 0;
  for (; at_bare_name (parser, ahead); ahead += 2)
    if (hb_c_peek (parser, ahead + 1)->mark == ')')
      {
        const struct hb_c_token *behind = hb_c_peek (parser, ahead + 2);
        return !parser->function
               && (hb_c_at_type (parser, ahead + 2)
                   || (behind->word == C_WORD_MARK && behind->mark == '{'));
      }
  return false;
}

/* (a, b): of type int, until `hb_c_old_parameters` says otherwise. */
static void
names (struct hb_c_parser *parser, struct hb_c_type *function)
{
  function->old = true;
  do
    {
      const struct hb_c_token *token = hb_c_peek (parser, 0);
      add_parameter (parser, function, token->text, hb_c_integer (parser, 32, true), token->spot);
      parser->at += !parser->failed;
    }
  while (hb_c_take (parser, ','));
}

/* The parameter of FUNCTION that a declaration at SPOT calls NAME, which may be said once. */
static void
old_parameter (struct hb_c_parser *parser, const struct hb_c_type *function, const char *name,
               struct hb_c_type *type, struct hb_c_spot spot, char *said)
{
  size_t i = 0;
  while (i < function->parameter_count && function->parameters[i]->name != name)
    i++;
  if (!name || i == function->parameter_count)
    hb_c_fail (parser, spot, "expected the name of a parameter or the body of the function");
  else if (said[i])
    hb_c_fail (parser, spot, "the parameter '%s' is declared twice", name);
  else
    {
      said[i] = 1;
      function->parameters[i]->type = passed (parser, type);
      function->parameters[i]->spot = spot;
    }
}

void
hb_c_old_parameters (struct hb_c_parser *parser, const struct hb_c_type *function)
{
  char *said = hb_calloc (function->parameter_count, 1);
  while (!parser->failed && hb_c_at_type (parser, 0))
    {
      struct hb_c_specifiers specifiers = { 0 };
      struct hb_c_spot start = hb_c_peek (parser, 0)->spot;
      hb_c_specify (parser, &specifiers);
      if (specifiers.is_typedef || specifiers.is_extern || specifiers.is_static)
        hb_c_fail (parser, start, "expected a parameter with its type");
      do
        {
          const char *name = NULL;
          struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
          struct hb_c_type *type = hb_c_declarator (parser, specifiers.type, &name, &spot);
          if (!parser->failed)
            old_parameter (parser, function, name, type, spot, said);
        }
      while (hb_c_take (parser, ','));
      hb_c_expect (parser, ';', "after the declaration of the parameter");
    }
  hb_free (said);
}

static struct hb_c_type *
parameters (struct hb_c_parser *parser, struct hb_c_type *returned)
{
  struct hb_c_type *type = derived (parser, C_FUNCTION, returned);
  const struct hb_c_token *next = hb_c_peek (parser, 1);
  if (hb_c_is_mark (parser, ')'))
    type->open = true;
  else if (hb_c_is_name (parser, "void") && next->word == C_WORD_MARK && next->mark == ')')
    parser->at++;
  else if (at_names (parser))
    names (parser, type);
  else
    do
      {
        if (hb_c_take (parser, C_MARK3 ('.', '.', '.')))
          {
            type->open = true;
            break;
          }
        struct hb_c_specifiers specifiers = { 0 };
        struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
        const char *name = NULL;
        if (!hb_c_specify (parser, &specifiers))
          hb_c_fail (parser, spot, "expected a parameter with its type");
        struct hb_c_type *own = hb_c_declarator (parser, specifiers.type, &name, &spot);
        add_parameter (parser, type, name, passed (parser, own), spot);
      }
    while (hb_c_take (parser, ','));
  hb_c_expect (parser, ')', "after the parameters");
  return type;
}

/* [N] and (...) behind a declarator; the innermost comes last. */
static struct hb_c_type *
suffixes (struct hb_c_parser *parser, struct hb_c_type *base)
{
  if (hb_c_take (parser, '('))
    return parameters (parser, base);
  if (!hb_c_take (parser, '['))
    return base;
  size_t count = SIZE_MAX;
  /* Of a parameter: as many elements at least. */
  while (hb_c_take_name (parser, "static") || hb_c_take_name (parser, "const")
         || hb_c_take_name (parser, "restrict") || hb_c_take_name (parser, "volatile"))
    ;
  struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
  if (!hb_c_is_mark (parser, ']'))
    {
      int64_t number = parser->constant (parser);
      if (number < 0 || number > 1000000)
        hb_c_fail (parser, spot, "expected a number of elements from 0 to 1000000");
      count = (size_t)number;
    }
  hb_c_expect (parser, ']', "after the number of elements");
  hb_c_enter (parser, spot);
  struct hb_c_type *type = derived (parser, C_ARRAY, suffixes (parser, base));
  parser->depth--;
  type->count = count;
  return type;
}

struct hb_c_type *
hb_c_declarator (struct hb_c_parser *parser, struct hb_c_type *base, const char **name,
                 struct hb_c_spot *spot)
{
  hb_c_enter (parser, hb_c_peek (parser, 0)->spot);
  hb_c_skip_attributes (parser);
  while (hb_c_take (parser, '*'))
    {
      base = derived (parser, C_POINTER, base);
      for (hb_c_skip_attributes (parser); hb_c_peek (parser, 0)->word == C_WORD_NAME
                                          && type_word (hb_c_peek (parser, 0)->text) == T_NOTHING;
           hb_c_skip_attributes (parser))
        parser->at++;
    }
  const struct hb_c_token *token = hb_c_peek (parser, 0), *next = hb_c_peek (parser, 1);
  size_t inner = 0;
  *name = NULL;
  if (token->word == C_WORD_NAME)
    {
      *name = token->text;
      *spot = token->spot;
      parser->at++;
    }
  else if (hb_c_is_mark (parser, '(')
           && ((next->word == C_WORD_MARK && (next->mark == '*' || next->mark == '('))
               || (next->word == C_WORD_NAME && !hb_c_at_type (parser, 1))))
    {
      /* What stands inside applies to what comes behind: skip it, and come back. */
      inner = ++parser->at;
      skip_inside (parser, "after the declarator");
    }
  struct hb_c_type *type = suffixes (parser, base);
  if (inner && !parser->failed)
    {
      size_t end = parser->at;
      parser->at = inner;
      type = hb_c_declarator (parser, type, name, spot);
      hb_c_expect (parser, ')', "after the declarator");
      if (!parser->failed)
        parser->at = end;
    }
  hb_c_skip_attributes (parser);
  parser->depth--;
  return type;
}

/* The name of a type, as in a cast. */
struct hb_c_type *
hb_c_type_word (struct hb_c_parser *parser)
{
  struct hb_c_specifiers specifiers = { 0 };
  struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
  const char *name;
  hb_c_specify (parser, &specifiers);
  struct hb_c_type *type = hb_c_declarator (parser, specifiers.type, &name, &spot);
  if (!parser->failed && name)
    hb_c_fail (parser, spot, "expected a type without a name");
  return type;
}
