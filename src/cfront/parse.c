/* Reading a unit; see tree.h. */
#include "cfront/parse.h"

#include "base/input.h"

#include <string.h>

/* The body of FUNCTION, whose declarator was just read. */
static void
definition (struct hb_c_parser *parser, struct hb_c_symbol *function, struct hb_c_spot spot)
{
  if (function->body)
    hb_c_fail (parser, spot, "'%s' is defined twice", function->name);
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
      if (!hb_c_is_complete (parameter->type))
        hb_c_fail (parser, parameter->spot, "expected a parameter with a value");
      else
        hb_c_count (parser, parameter);
      if (!parser->failed)
        hb_c_see (parser, parameter->name, parameter);
    }
  function->body = hb_c_block (parser);
  for (size_t i = 0; i < parser->gotos.size && !parser->failed; i++)
    if (!hb_c_meaning_of (parser, parser->gotos.data[i]->label)->label)
      hb_c_fail (parser, parser->gotos.data[i]->spot, "there is no label '%s' in this function",
                 parser->gotos.data[i]->label);
  for (size_t i = 0; i < parser->labels.size; i++)
    hb_c_meaning_of (parser, parser->labels.data[i]->label)->label = NULL;
  for (size_t i = 0; i < parser->kept.size; i++)
    hb_c_meaning_of (parser, parser->kept.data[i])->kept = 0;
  vec_clear (parser->kept);
  hb_c_forget (parser, 0);
  parser->function = NULL;
}

/* NAME (arguments); outside of functions, NAME not being known. */
static bool
use (struct hb_c_parser *parser)
{
  const struct hb_c_token *name = hb_c_peek (parser, 0), *next = hb_c_peek (parser, 1);
  if (!parser->options || !parser->options->macros_are_calls || name->word != C_WORD_NAME
      || next->word != C_WORD_MARK || next->mark != '(' || hb_c_lookup (parser, name->text)
      || name->text[0] < 'A' || name->text[0] > 'Z')
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
          argument->type = hb_c_integer (parser, 64, true);
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
  if (hb_c_take (parser, ';') || hb_c_static_assertion (parser) || use (parser))
    return true;
  struct hb_c_specifiers specifiers = { 0 };
  struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
  bool typed = hb_c_specify (parser, &specifiers);
  if (!typed && hb_c_peek (parser, 0)->word != C_WORD_NAME)
    hb_c_fail (parser, spot, "expected a declaration");
  if (parser->failed || hb_c_is_mark (parser, ';'))
    {
      hb_c_declarators (parser, &specifiers, NULL, NULL, NULL);
      return true;
    }
  struct hb_c_declared first = { .spot = hb_c_peek (parser, 0)->spot };
  first.type = hb_c_declarator (parser, specifiers.type, &first.name, &first.spot);
  if (first.type->old)
    hb_c_old_parameters (parser, first.type);
  if (parser->failed || first.type->kind != C_FUNCTION || !hb_c_is_mark (parser, '{')
      || !first.name)
    {
      hb_c_declarators (parser, &specifiers, &first, NULL, NULL);
      return true;
    }
  if (parser->options && parser->options->stop_at && !strcmp (first.name, parser->options->stop_at))
    return false;
  struct hb_c_symbol *function
      = hb_c_declare (parser, first.name, C_FUNCTION_NAME, first.type, first.spot, true);
  /* The parameters that count are the definition's. */
  function->type = first.type;
  definition (parser, function, first.spot);
  return true;
}

/* Of a condition of the preprocessor; see `hb_c_lexing`. */
static bool
value_of_condition (hb_c_unit *unit, const hb_c_tokens *tokens, hb_diag *diag, int64_t *value)
{
  struct hb_c_parser parser = { .unit = unit, .diag = diag, .tokens = *tokens, .wide = true };
  *value = hb_c_constant_expression (&parser);
  if (!hb_c_is_mark (&parser, '\n'))
    hb_c_fail (&parser, hb_c_peek (&parser, 0)->spot, "expected the end of the condition");
  return !parser.failed;
}

hb_c_unit *
hb_c_read_text (const char *name, const char *text, size_t size, const struct hb_c_options *options,
                hb_diag *diag)
{
  hb_c_unit *unit = hb_c_new ();
  struct hb_c_parser parser = { .unit = unit,
                                .diag = diag,
                                .options = options,
                                .constant = hb_c_constant_expression,
                                .structure = hb_c_structure,
                                .enumeration = hb_c_enumeration };
  struct hb_c_lexing lexing = { value_of_condition, options ? options->own : NULL };
  parser.failed = !hb_c_lex (unit, name, text, size, &lexing, &parser.tokens, diag);
  parser.meanings = hb_calloc (hb_names_count (unit->names), sizeof *parser.meanings);
  while (!parser.failed && hb_c_peek (&parser, 0)->word != C_WORD_END)
    if (!external (&parser))
      break;
  if (!parser.failed)
    hb_c_type_unit (&parser);
  vec_free (parser.tokens);
  hb_free (parser.meanings);
  vec_free (parser.scope);
  vec_free (parser.tags);
  vec_free (parser.gotos);
  vec_free (parser.labels);
  vec_free (parser.kept);
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
  hb_buffer all = VEC_EMPTY;
  bool good = hb_input_lines (input, &all);
  char *name = hb_copy_text (hb_input_name (input));
  hb_input_close (input);
  hb_c_unit *unit
      = good ? hb_c_read_text (name, all.data ? all.data : "", all.size, options, diag) : NULL;
  hb_free (name);
  vec_free (all);
  return unit;
}
