/* See lex.h. */
#include "program/lex.h"

#include <string.h>

static bool
starts_name (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

/* Within a line: each has its end in the text. */
static char
peek (const struct hb_lexer *lexer, size_t ahead)
{
  return lexer->source->text.data[lexer->at + ahead];
}

/* The byte AT of the present line. */
static struct hb_spot
spot_of (const struct hb_lexer *lexer, size_t at)
{
  size_t start = lexer->source->line_starts.data[lexer->line];
  return (struct hb_spot){ (uint32_t)lexer->line + 1, (uint32_t)(at - start) + 1 };
}

static void
complain (struct hb_lexer *lexer, struct hb_spot spot, const char *text)
{
  struct hb_place place = hb_source_place (lexer->source, spot);
  hb_error (lexer->diag, &place, "%s", text);
}

/* Keeps the comment at hand, without its mark, the blank behind that and blanks at the end. */
static void
take_comment (struct hb_lexer *lexer)
{
  lexer->at += peek (lexer, 0) == '#' ? 1 : 2;
  if (peek (lexer, 0) == ' ')
    lexer->at++;
  size_t start = lexer->at;
  while (peek (lexer, 0) != '\n')
    lexer->at++;
  size_t stop = lexer->at;
  const char *text = lexer->source->text.data;
  while (stop > start
         && (text[stop - 1] == ' ' || text[stop - 1] == '\t' || text[stop - 1] == '\r'))
    stop--;
  const char *zero = memchr (text + start, '\0', stop - start);
  if (zero)
    complain (lexer, spot_of (lexer, (size_t)(zero - text)),
              "a zero byte in a comment; expected text");
  vec_push (lexer->source->comments, hb_copy_bytes (text + start, stop - start));
}

/* The last comment is followed by a blank line, which the writer will keep: its text ends in a line
 * feed. */
static void
mark_gap (struct hb_lexer *lexer)
{
  char **comment = &vec_top (lexer->source->comments);
  char *marked = hb_format ("%s\n", *comment);
  hb_free (*comment);
  *comment = marked;
}

/* Goes to the next word; its comments are kept in TOKEN. */
static void
skip_blanks (struct hb_lexer *lexer, struct hb_token *token)
{
  bool own_line = lexer->at == 0;
  unsigned lines = 0; /* that ended since the last comment */
  token->first_comment = (hb_id)lexer->source->comments.size;
  while (lexer->at < lexer->source->text.size)
    {
      char c = peek (lexer, 0);
      if (c == '\n')
        {
          lexer->at++;
          lexer->line++;
          if (++lines == 2 && token->comments)
            mark_gap (lexer);
          own_line = true;
        }
      else if (c == ' ' || c == '\t' || c == '\r')
        lexer->at++;
      else if (c == '#' || (c == '/' && peek (lexer, 1) == '/'))
        {
          take_comment (lexer);
          lines = 0;
          token->comments++;
          token->behind += !own_line;
        }
      else
        return;
    }
}

/* Names of traces are made of several of these. */
static bool
too_long (struct hb_lexer *lexer, struct hb_token *token, size_t length)
{
  if (length <= HB_LONGEST_NAME)
    return false;
  token->kind = HB_TOKEN_WRONG;
  complain (lexer, token->spot, "a name of more than 100 letters");
  return true;
}

static void
lex_name (struct hb_lexer *lexer, struct hb_token *token)
{
  size_t start = lexer->at;
  while (starts_name (peek (lexer, 0)) || is_digit (peek (lexer, 0)))
    lexer->at++;
  if (too_long (lexer, token, lexer->at - start))
    return;
  token->kind = HB_TOKEN_NAME;
  token->name
      = hb_names_intern (lexer->source->names, lexer->source->text.data + start, lexer->at - start);
}

static void
lex_quoted (struct hb_lexer *lexer, struct hb_token *token)
{
  size_t start = ++lexer->at;
  while (peek (lexer, 0) != '"' && peek (lexer, 0) != '\n')
    lexer->at++;
  const char *text = lexer->source->text.data + start;
  size_t length = lexer->at - start;
  token->kind = HB_TOKEN_WRONG;
  if (peek (lexer, 0) != '"')
    {
      complain (lexer, token->spot, "a quoted name without its end; expected '\"' on this line");
      return;
    }
  lexer->at++;
  if (!hb_name_is_legal (text, length))
    {
      complain (
          lexer, token->spot,
          "no legal name; expected letters, digits and _ . : ~ - in the quotes, not ending in ':'");
      return;
    }
  if (too_long (lexer, token, length))
    return;
  token->kind = HB_TOKEN_NAME;
  token->quoted = true;
  token->name = hb_names_intern (lexer->source->names, text, length);
}

static void
lex_number (struct hb_lexer *lexer, struct hb_token *token)
{
  bool fits = true;
  token->kind = HB_TOKEN_NUMBER;
  for (; is_digit (peek (lexer, 0)); lexer->at++)
    {
      int64_t digit = peek (lexer, 0) - '0';
      fits = fits && token->number <= (INT64_MAX - digit) / 10;
      if (fits)
        token->number = 10 * token->number + digit;
    }
  if (fits && !starts_name (peek (lexer, 0)))
    return;
  token->kind = HB_TOKEN_WRONG;
  complain (lexer, token->spot,
            fits ? "a number that runs into a name; expected a blank or a sign between them"
                 : "a number beyond 9223372036854775807; values have 64 bits");
}

static void
lex_sign (struct hb_lexer *lexer, struct hb_token *token)
{
  static const char *const doubles[] = { "==", "!=", "<=", ">=", ":=", "&&", "||", ".." };
  token->kind = HB_TOKEN_SIGN;
  for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++)
    if (peek (lexer, 0) == doubles[i][0] && peek (lexer, 1) == doubles[i][1])
      {
        memcpy (token->sign, doubles[i], 2);
        lexer->at += 2;
        return;
      }
  token->sign[0] = peek (lexer, 0);
  lexer->at++;
  if (token->sign[0] && strchr ("{}()[],;:=<>+-*/%!", token->sign[0]))
    return;
  token->kind = HB_TOKEN_WRONG;
  complain (lexer, token->spot, "this character has no meaning in a program");
}

struct hb_token
hb_lex (struct hb_lexer *lexer)
{
  struct hb_token token = { .kind = HB_TOKEN_END, .name = HB_NONE };
  skip_blanks (lexer, &token);
  token.spot = spot_of (lexer, lexer->at);
  if (lexer->at < lexer->source->text.size)
    {
      char c = peek (lexer, 0);
      if (starts_name (c))
        lex_name (lexer, &token);
      else if (is_digit (c))
        lex_number (lexer, &token);
      else if (c == '"')
        lex_quoted (lexer, &token);
      else
        lex_sign (lexer, &token);
    }
  token.end_column = spot_of (lexer, lexer->at).column;
  return token;
}
