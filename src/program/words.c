/* The words of a program one by one: what stands here, taking it, errors about it.  See words.h. */
#include "program/words.h"

#include <stdarg.h>

void
hb_words_start (struct hb_words *words, hb_source *source, hb_diag *diag)
{
  *words = (struct hb_words){ .source = source, .diag = diag };
  words->lexer = (struct hb_lexer){ .source = source, .diag = diag };
  hb_words_step (words);
  hb_words_step (words);
}

void
hb_words_step (struct hb_words *words)
{
  struct hb_token *token = &words->token;
  words->before = *token;
  *token = words->ahead;
  /* Comments within a declaration or a statement go to what stands behind it. */
  if (words->before.comments)
    {
      token->first_comment = words->before.first_comment;
      token->comments += words->before.comments;
      token->behind = 0;
    }
  do
    words->ahead = hb_lex (&words->lexer);
  while (words->ahead.kind == HB_TOKEN_WRONG && !hb_diag_full (words->diag));
}

void
hb_words_error (struct hb_words *words, struct hb_spot spot, const char *format, ...)
{
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  hb_source_error (words->source, words->diag, spot, "%s", text);
}

void
hb_words_expected (struct hb_words *words, const char *what)
{
  const struct hb_token *token = &words->token;
  const char *text = words->source->text.data;
  if (token->kind == HB_TOKEN_END)
    {
      hb_words_error (words, token->spot, "expected %s, found the end of the file", what);
      return;
    }
  size_t start = words->source->line_starts.data[token->spot.line - 1] + token->spot.column - 1;
  int length = (int)(token->end_column - token->spot.column);
  hb_words_error (words, token->spot, "expected %s, found '%.*s%s'", what,
                  length > 40 ? 40 : length, text + start, length > 40 ? "..." : "");
}

bool
hb_at_sign (const struct hb_words *words, const char *sign)
{
  return words->token.kind == HB_TOKEN_SIGN && !strcmp (words->token.sign, sign);
}

bool
hb_token_is_word (const struct hb_words *words, const struct hb_token *token, const char *keyword)
{
  return token->kind == HB_TOKEN_NAME && !token->quoted
         && !strcmp (hb_names_text (words->source->names, token->name), keyword);
}

bool
hb_at_word (const struct hb_words *words, const char *keyword)
{
  return hb_token_is_word (words, &words->token, keyword);
}

bool
hb_token_is_name (const struct hb_words *words, const struct hb_token *token)
{
  return token->kind == HB_TOKEN_NAME
         && (token->quoted
             || !hb_source_is_keyword (words->source,
                                       hb_names_text (words->source->names, token->name)));
}

bool
hb_take_sign (struct hb_words *words, const char *sign)
{
  if (!hb_at_sign (words, sign))
    return false;
  hb_words_step (words);
  return true;
}

bool
hb_expect_sign (struct hb_words *words, const char *sign, const char *what)
{
  if (hb_take_sign (words, sign))
    return true;
  hb_words_expected (words, what);
  return false;
}

hb_id
hb_expect_name (struct hb_words *words, const char *what, struct hb_spot *spot)
{
  hb_id name = words->token.name;
  if (spot)
    *spot = words->token.spot;
  if (!hb_token_is_name (words, &words->token))
    {
      char wanted[80];
      bool keyword = words->token.kind == HB_TOKEN_NAME;
      snprintf (wanted, sizeof wanted, "%s%s", what,
                keyword ? " (a keyword is a name only in double quotes)" : "");
      hb_words_expected (words, wanted);
      return HB_NONE;
    }
  hb_words_step (words);
  return name;
}

struct hb_remarks
hb_remarks_above (struct hb_words *words)
{
  struct hb_remarks remarks = { words->token.first_comment, words->token.comments };
  words->token.comments = words->token.behind = 0;
  return remarks;
}

struct hb_remarks
hb_remarks_behind (struct hb_words *words)
{
  struct hb_token *token = &words->token;
  struct hb_remarks remarks = { token->first_comment, token->behind };
  token->first_comment += token->behind;
  token->comments -= token->behind;
  token->behind = 0;
  return remarks;
}
