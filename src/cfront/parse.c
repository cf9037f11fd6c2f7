/* Reading a unit; see tree.h. */
#include "cfront/parse.h"

#include "base/input.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
hb_c_fail (struct hb_c_parser *parser, struct hb_c_spot spot, const char *format, ...)
{
  if (parser->failed)
    return;
  char text[300];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  struct hb_place place = hb_c_place (parser->unit, spot);
  hb_error (parser->diag, &place, "%s", text);
  parser->failed = true;
  parser->at = parser->tokens.size - 1;
}

const struct hb_c_token *
hb_c_peek (const struct hb_c_parser *parser, size_t ahead)
{
  size_t at = parser->at + ahead, last = parser->tokens.size - 1;
  return &parser->tokens.data[at < last ? at : last];
}

bool
hb_c_is_mark (const struct hb_c_parser *parser, uint32_t mark)
{
  const struct hb_c_token *token = hb_c_peek (parser, 0);
  return token->word == C_WORD_MARK && token->mark == mark;
}

bool
hb_c_is_name (const struct hb_c_parser *parser, const char *name)
{
  const struct hb_c_token *token = hb_c_peek (parser, 0);
  return token->word == C_WORD_NAME && !strcmp (token->text, name);
}

bool
hb_c_take (struct hb_c_parser *parser, uint32_t mark)
{
  bool is = hb_c_is_mark (parser, mark);
  parser->at += is;
  return is;
}

bool
hb_c_take_name (struct hb_c_parser *parser, const char *name)
{
  bool is = hb_c_is_name (parser, name);
  parser->at += is;
  return is;
}

void
hb_c_expect (struct hb_c_parser *parser, uint32_t mark, const char *where)
{
  if (hb_c_take (parser, mark))
    return;
  const struct hb_c_token *token = hb_c_peek (parser, 0);
  char text[4] = { (char)(mark & 255), (char)(mark >> 8 & 255), (char)(mark >> 16), '\0' };
  if (token->word == C_WORD_END)
    hb_c_fail (parser, token->spot, "expected '%s' %s, not the end of the file", text, where);
  else
    hb_c_fail (parser, token->spot, "expected '%s' %s", text, where);
}

void
hb_c_append (hb_c_unit *unit, void ***list, size_t *count, void *item)
{
  /* The list doubles whenever its size is a power of two. */
  if (!(*count & (*count - 1)) || !*count)
    {
      void **larger = hb_c_room (unit, (*count ? 2 * *count : 1) * sizeof (void *));
      if (*count)
        memcpy (larger, *list, *count * sizeof (void *));
      *list = larger;
    }
  (*list)[(*count)++] = item;
}

struct hb_c_symbol *
hb_c_lookup (const struct hb_c_parser *parser, const char *name)
{
  /* Names are kept once: equal names are equal pointers. */
  for (size_t i = parser->scope.size; i-- > 0;)
    if (parser->scope.data[i]->name == name)
      return parser->scope.data[i];
  hb_id number = hb_names_find (parser->unit->names, name, strlen (name));
  return number < parser->by_name.size ? parser->by_name.data[number] : NULL;
}

static bool
same_kind (const struct hb_c_type *a, const struct hb_c_type *b)
{
  if (a->kind != b->kind || a->width != b->width || a->is_signed != b->is_signed)
    return false;
  return a->kind == C_FUNCTION || !a->to || !b->to || same_kind (a->to, b->to);
}

/* The global symbol OLD is declared again. */
static void
redeclare (struct hb_c_parser *parser, struct hb_c_symbol *old, enum hb_c_role role,
           struct hb_c_type *type, struct hb_c_spot spot)
{
  if (old->role != role || (!old->implicit && !same_kind (old->type, type)))
    hb_c_fail (parser, spot, "'%s' was declared as something else before", old->name);
  bool open_before = old->type->kind == C_FUNCTION ? old->type->open : old->type->count == SIZE_MAX;
  bool open_now = type->kind == C_FUNCTION ? type->open : type->count == SIZE_MAX;
  if (old->implicit || open_before || !open_now)
    *old->type = *type;
  old->implicit = false;
}

struct hb_c_symbol *
hb_c_declare (struct hb_c_parser *parser, const char *name, enum hb_c_role role,
              struct hb_c_type *type, struct hb_c_spot spot, bool global)
{
  struct hb_c_symbol *old = NULL;
  for (size_t i = parser->scope.size; !global && i-- > parser->block;)
    if (parser->scope.data[i]->name == name)
      hb_c_fail (parser, spot, "'%s' is declared twice in this block", name);
  hb_id number = hb_names_find (parser->unit->names, name, strlen (name));
  if (global && number < parser->by_name.size)
    old = parser->by_name.data[number];
  if (old)
    {
      redeclare (parser, old, role, type, spot);
      return old;
    }
  struct hb_c_symbol *symbol = hb_c_room (parser->unit, sizeof *symbol);
  *symbol = (struct hb_c_symbol){
    .name = name, .role = role, .type = type, .spot = spot, .global = global
  };
  if (!global)
    {
      symbol->number = parser->function->locals++;
      vec_push (parser->scope, symbol);
      return symbol;
    }
  if (number >= parser->by_name.size)
    vec_resize (parser->by_name, (size_t)number + 1, NULL);
  parser->by_name.data[number] = symbol;
  symbol->number = (hb_id)parser->unit->globals.size;
  vec_push (parser->unit->globals, symbol);
  return symbol;
}

/* The body of FUNCTION, whose declarator was just read. */
static void
definition (struct hb_c_parser *parser, struct hb_c_symbol *function, struct hb_c_spot spot)
{
  if (function->body)
    {
      hb_c_fail (parser, spot, "'%s' is defined twice", function->name);
      return;
    }
  function->spot = spot;
  function->is_extern = false;
  function->locals = 0;
  parser->function = function;
  vec_clear (parser->gotos);
  vec_clear (parser->labels);
  for (size_t i = 0; i < function->type->parameter_count; i++)
    {
      struct hb_c_symbol *parameter = function->type->parameters[i];
      parameter->number = function->locals++;
      if (!parameter->name)
        hb_c_fail (parser, parameter->spot,
                   "expected a name for each parameter of a function with a body");
      vec_push (parser->scope, parameter);
    }
  function->body = hb_c_block (parser);
  for (size_t i = 0; i < parser->gotos.size; i++)
    {
      bool found = false;
      for (size_t k = 0; k < parser->labels.size; k++)
        found = found || parser->labels.data[k]->label == parser->gotos.data[i]->label;
      if (!found)
        hb_c_fail (parser, parser->gotos.data[i]->spot, "there is no label '%s' in this function",
                   parser->gotos.data[i]->label);
    }
  vec_clear (parser->scope);
  parser->block = 0;
  parser->function = NULL;
}

/* NAME (arguments); outside of functions, NAME not being known. */
static bool
use (struct hb_c_parser *parser)
{
  const struct hb_c_token *name = hb_c_peek (parser, 0), *next = hb_c_peek (parser, 1);
  if (!parser->options || !parser->options->macros_are_calls || name->word != C_WORD_NAME
      || next->word != C_WORD_MARK || next->mark != '(' || hb_c_at_type (parser, 0)
      || hb_c_lookup (parser, name->text) || name->text[0] < 'A' || name->text[0] > 'Z')
    return false;
  struct hb_c_use use = { .name = name->text, .spot = name->spot };
  parser->at += 2;
  while (!parser->failed && !hb_c_is_mark (parser, ')'))
    {
      struct hb_c_exp *argument;
      const struct hb_c_token *word = hb_c_peek (parser, 0), *after = hb_c_peek (parser, 1);
      if (word->word == C_WORD_NAME && after->word == C_WORD_MARK
          && (after->mark == ',' || after->mark == ')'))
        {
          argument = hb_c_exp_new (parser, C_NAME, word->spot);
          argument->text = word->text;
          argument->symbol = hb_c_lookup (parser, word->text);
          parser->at++;
        }
      else
        {
          argument = hb_c_exp_new (parser, C_NUMBER, word->spot);
          argument->value = (uint64_t)hb_c_constant_expression (parser);
        }
      hb_c_append (parser->unit, (void ***)&use.arguments, &use.count, argument);
      if (!hb_c_take (parser, ','))
        break;
    }
  hb_c_expect (parser, ')', "after the arguments");
  hb_c_take (parser, ';');
  vec_push (parser->unit->uses, use);
  return true;
}

/* One declaration or definition outside of functions; false to stop there. */
static bool
external (struct hb_c_parser *parser)
{
  if (hb_c_take (parser, ';') || use (parser))
    return true;
  struct hb_c_specifiers specifiers = { 0 };
  struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
  bool typed = hb_c_specify (parser, &specifiers);
  if (parser->failed)
    return true;
  if (!typed && hb_c_peek (parser, 0)->word != C_WORD_NAME)
    {
      hb_c_fail (parser, spot, "expected a declaration");
      return true;
    }
  size_t start = parser->at;
  const char *name = NULL;
  if (!hb_c_is_mark (parser, ';'))
    {
      struct hb_c_type *type = hb_c_declarator (parser, specifiers.type, &name, &spot);
      if (!parser->failed && type->kind == C_FUNCTION && hb_c_is_mark (parser, '{') && name)
        {
          if (parser->options && parser->options->stop_at
              && !strcmp (name, parser->options->stop_at))
            return false;
          struct hb_c_symbol *function
              = hb_c_declare (parser, name, C_FUNCTION_NAME, type, spot, true);
          /* The parameters that count are the definition's. */
          if (!parser->failed)
            *function->type = *type;
          definition (parser, function, spot);
          return true;
        }
      if (!parser->failed)
        parser->at = start;
    }
  hb_c_declarators (parser, &specifiers, NULL, NULL);
  return true;
}

hb_c_unit *
hb_c_read_text (const char *name, const char *text, size_t size, const struct hb_c_options *options,
                hb_diag *diag)
{
  hb_c_unit *unit = hb_c_new ();
  struct hb_c_parser parser = { .unit = unit, .diag = diag, .options = options };
  parser.failed = !hb_c_lex (unit, name, text, size, &parser.tokens, diag);
  while (!parser.failed && hb_c_peek (&parser, 0)->word != C_WORD_END)
    if (!external (&parser))
      break;
  if (!parser.failed)
    hb_c_type_unit (&parser);
  vec_free (parser.tokens);
  vec_free (parser.by_name);
  vec_free (parser.scope);
  vec_free (parser.tags);
  vec_free (parser.gotos);
  vec_free (parser.labels);
  if (!parser.failed)
    return unit;
  hb_c_free (unit);
  return NULL;
}

hb_c_unit *
hb_c_read (const char *path, const struct hb_c_options *options, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  if (!input)
    return NULL;
  VEC (char) all = VEC_EMPTY;
  const char *line;
  for (size_t length; hb_input_line (input, &line, &length);)
    {
      vec_reserve (all, all.size + length + 1);
      if (length)
        memcpy (all.data + all.size, line, length);
      all.size += length;
      all.data[all.size++] = '\n';
    }
  bool good = !hb_input_failed (input);
  char *name = hb_copy_text (hb_input_name (input));
  hb_input_close (input);
  hb_c_unit *unit
      = good ? hb_c_read_text (name, all.data ? all.data : "", all.size, options, diag) : NULL;
  hb_free (name);
  vec_free (all);
  return unit;
}
