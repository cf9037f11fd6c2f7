/* The words of a program one by one: what stands here, taking it, errors about it.  See parser.h. */
#include "program/parser.h"

#include <stdarg.h>

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
