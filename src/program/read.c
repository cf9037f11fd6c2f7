/* Reading programs: the text and its words.  See parser.h. */
#include "program/parser.h"

#include "base/buffer.h"
#include "base/input.h"

#include <stdarg.h>

/* --- Words --- */

void
hb_parser_step (struct hb_parser *parser)
{
  parser->before = parser->token;
  parser->token = parser->ahead;
  do
    parser->ahead = hb_lex (&parser->lexer);
  while (parser->ahead.kind == HB_TOKEN_WRONG && !hb_diag_full (parser->diag));
}

void
hb_program_error (const hb_program *program, hb_diag *diag, struct hb_spot spot, const char *format,
                  ...)
{
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  struct hb_place place = hb_program_place (program, spot);
  hb_error (diag, &place, "%s", text);
}

void
hb_parser_error (struct hb_parser *parser, struct hb_spot spot, const char *format, ...)
{
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  hb_program_error (parser->program, parser->diag, spot, "%s", text);
}

void
hb_parser_expected (struct hb_parser *parser, const char *what)
{
  const struct hb_token *token = &parser->token;
  const char *text = parser->program->text.data;
  if (token->kind == HB_TOKEN_END)
    {
      hb_parser_error (parser, token->spot, "expected %s, found the end of the file", what);
      return;
    }
  size_t start = parser->program->line_starts.data[token->spot.line - 1] + token->spot.column - 1;
  int length = (int)(token->end_column - token->spot.column);
  hb_parser_error (parser, token->spot, "expected %s, found '%.*s%s'", what,
                   length > 40 ? 40 : length, text + start, length > 40 ? "..." : "");
}

bool
hb_at_sign (const struct hb_parser *parser, const char *sign)
{
  return parser->token.kind == HB_TOKEN_SIGN && !strcmp (parser->token.sign, sign);
}

bool
hb_token_is_word (const struct hb_parser *parser, const struct hb_token *token, const char *keyword)
{
  return token->kind == HB_TOKEN_NAME && !token->quoted
         && !strcmp (hb_names_text (parser->program->names, token->name), keyword);
}

bool
hb_at_word (const struct hb_parser *parser, const char *keyword)
{
  return hb_token_is_word (parser, &parser->token, keyword);
}

bool
hb_token_is_name (const struct hb_parser *parser, const struct hb_token *token)
{
  return token->kind == HB_TOKEN_NAME
         && (token->quoted || !hb_is_keyword (hb_names_text (parser->program->names, token->name)));
}

bool
hb_take_sign (struct hb_parser *parser, const char *sign)
{
  if (!hb_at_sign (parser, sign))
    return false;
  hb_parser_step (parser);
  return true;
}

bool
hb_expect_sign (struct hb_parser *parser, const char *sign, const char *what)
{
  if (hb_take_sign (parser, sign))
    return true;
  hb_parser_expected (parser, what);
  return false;
}

hb_id
hb_expect_name (struct hb_parser *parser, const char *what, struct hb_spot *spot)
{
  hb_id name = parser->token.name;
  if (spot)
    *spot = parser->token.spot;
  if (!hb_token_is_name (parser, &parser->token))
    {
      char wanted[80];
      bool keyword = parser->token.kind == HB_TOKEN_NAME;
      snprintf (wanted, sizeof wanted, "%s%s", what,
                keyword ? " (a keyword is a name only in double quotes)" : "");
      hb_parser_expected (parser, wanted);
      return HB_NONE;
    }
  hb_parser_step (parser);
  return name;
}

bool
hb_at_section (const struct hb_parser *parser)
{
  static const char *const words[] = { "param", "mailbox", "vars", "handlers", "msgs" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (hb_at_word (parser, words[i]))
      return true;
  return parser->token.kind == HB_TOKEN_END;
}

struct hb_remarks
hb_remarks_above (struct hb_parser *parser)
{
  struct hb_remarks remarks = { parser->token.first_comment, parser->token.comments };
  parser->token.comments = parser->token.behind = 0;
  return remarks;
}

struct hb_remarks
hb_remarks_behind (struct hb_parser *parser)
{
  struct hb_token *token = &parser->token;
  struct hb_remarks remarks = { token->first_comment, token->behind };
  token->first_comment += token->behind;
  token->comments -= token->behind;
  token->behind = 0;
  return remarks;
}

/* --- The text --- */

static hb_program *
new_program (const char *file)
{
  hb_program *program = hb_calloc (1, sizeof *program);
  program->mailbox = -1;
  program->names = hb_names_new ();
  program->file = hb_copy_text (file);
  return program;
}

void
hb_program_free (hb_program *program)
{
  if (!program)
    return;
  for (size_t i = 0; i < program->comments.size; i++)
    hb_free (program->comments.data[i]);
  vec_free (program->sections);
  vec_free (program->params);
  vec_free (program->variables);
  vec_free (program->handlers);
  vec_free (program->registers);
  vec_free (program->messages);
  vec_free (program->message_params);
  vec_free (program->exps);
  vec_free (program->stmts);
  vec_free (program->args);
  vec_free (program->comments);
  vec_free (program->text);
  vec_free (program->line_starts);
  hb_names_free (program->names);
  hb_free (program->file);
  hb_free (program);
}

static void
load (hb_program *program, hb_input *input)
{
  const char *line;
  size_t length;
  while (hb_input_line (input, &line, &length))
    {
      vec_push (program->line_starts, program->text.size);
      vec_reserve (program->text, program->text.size + length + 1);
      memcpy (program->text.data + program->text.size, line, length);
      program->text.size += length;
      vec_push (program->text, '\n');
    }
  vec_push (program->line_starts, program->text.size);
}

/* Steals INPUT. */
static hb_program *
read_program (hb_input *input, hb_diag *diag)
{
  size_t errors = hb_diag_errors (diag);
  hb_program *program = new_program (hb_input_name (input));
  load (program, input);
  bool good = !hb_input_failed (input);
  hb_input_close (input);
  if (good && program->text.size >= UINT32_MAX)
    {
      hb_program_error (program, diag, (struct hb_spot){ 0, 0 }, "a program of 4 GB or more");
      good = false;
    }
  if (good)
    {
      struct hb_parser parser = { .program = program, .diag = diag };
      parser.lexer = (struct hb_lexer){ .program = program, .diag = diag };
      hb_parse_sections (&parser);
    }
  if (good && hb_diag_errors (diag) == errors)
    hb_program_check (program, diag);
  if (good && hb_diag_errors (diag) == errors)
    return program;
  hb_program_free (program);
  return NULL;
}

hb_program *
hb_program_read (const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  return input ? read_program (input, diag) : NULL;
}

hb_program *
hb_program_of_bytes (const char *name, const char *text, size_t size, hb_diag *diag)
{
  return read_program (hb_input_of_bytes (name, text, size, diag), diag);
}

const char *
hb_program_name (const hb_program *program, hb_id name)
{
  return hb_names_text (program->names, name);
}

struct hb_place
hb_program_place (const hb_program *program, struct hb_spot spot)
{
  struct hb_place place = { .file = program->file, .line = spot.line, .column = spot.column };
  if (!spot.line || spot.line > program->line_starts.size)
    return place;
  size_t start = program->line_starts.data[spot.line - 1], stop = start;
  while (stop < program->text.size && program->text.data[stop] != '\n')
    stop++;
  place.text = vec_from (program->text, start);
  place.length = stop - start;
  return place;
}
