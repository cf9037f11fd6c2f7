/* Single words, blanks and comments; see lex.h. */
#include "cfront/lex_private.h"
#include "cfront/write.h"

#include <stdlib.h>
#include <string.h>

void
hb_c_lex_error (struct hb_c_lexer *lexer, struct hb_c_spot spot, const char *text)
{
  if (!lexer->failed)
    hb_c_error (lexer->unit, lexer->diag, spot, "%s", text);
  lexer->failed = true;
}

char
hb_c_lex_peek (const struct hb_c_lexer *lexer, size_t ahead)
{
  return lexer->at + ahead < lexer->size ? lexer->text[lexer->at + ahead] : '\0';
}

/* Where the lexer is: behind the lines that were joined. */
static void
settle (struct hb_c_lexer *lexer)
{
  for (; *lexer->joints <= lexer->at; lexer->joints++)
    {
      lexer->line++;
      lexer->start = *lexer->joints;
    }
}

struct hb_c_spot
hb_c_lex_spot (struct hb_c_lexer *lexer)
{
  settle (lexer);
  return (struct hb_c_spot){ lexer->file, lexer->line, (uint32_t)(lexer->at - lexer->start) + 1 };
}

bool
hb_c_lex_starts_name (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

bool
hb_c_lex_is_digit (char c)
{
  return c >= '0' && c <= '9';
}

bool
hb_c_lex_is_mark (const struct hb_c_token *token, uint32_t mark)
{
  return token->word == C_WORD_MARK && token->mark == mark;
}

/* Over the end of a line. */
void
hb_c_lex_next_line (struct hb_c_lexer *lexer)
{
  settle (lexer);
  lexer->at++;
  lexer->line++;
  lexer->start = lexer->at;
}

/* Over one blank or comment; false if there is none.  A line's end is not one. */
static bool
skip_blank (struct hb_c_lexer *lexer)
{
  char c = hb_c_lex_peek (lexer, 0), d = hb_c_lex_peek (lexer, 1);
  if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v')
    lexer->at++;
  else if (c == '/' && d == '/')
    while (lexer->at < lexer->size && hb_c_lex_peek (lexer, 0) != '\n')
      lexer->at++;
  else if (c == '/' && d == '*')
    {
      struct hb_c_spot spot = hb_c_lex_spot (lexer);
      for (lexer->at += 2; lexer->at < lexer->size;)
        if (hb_c_lex_peek (lexer, 0) == '*' && hb_c_lex_peek (lexer, 1) == '/')
          {
            lexer->at += 2;
            return true;
          }
        else if (hb_c_lex_peek (lexer, 0) == '\n')
          hb_c_lex_next_line (lexer);
        else
          lexer->at++;
      hb_c_lex_error (lexer, spot, "this comment does not end");
    }
  else
    return false;
  return true;
}

void
hb_c_lex_blanks (struct hb_c_lexer *lexer)
{
  while (lexer->at < lexer->size && skip_blank (lexer))
    ;
}

static uint64_t
escape (struct hb_c_lexer *lexer)
{
  char c = hb_c_lex_peek (lexer, 0);
  lexer->at++;
  uint64_t value = 0;
  if (c >= '0' && c <= '7')
    {
      value = (uint64_t)(c - '0');
      for (int i = 0; i < 2 && hb_c_lex_peek (lexer, 0) >= '0' && hb_c_lex_peek (lexer, 0) <= '7';
           i++)
        value = 8 * value + (uint64_t)(lexer->text[lexer->at++] - '0');
      return value;
    }
  if (c == 'x')
    {
      for (;;)
        {
          char d = (char)(hb_c_lex_peek (lexer, 0) | 0x20);
          if (hb_c_lex_is_digit (hb_c_lex_peek (lexer, 0)))
            value = 16 * value + (uint64_t)(hb_c_lex_peek (lexer, 0) - '0');
          else if (d >= 'a' && d <= 'f')
            value = 16 * value + (uint64_t)(d - 'a') + 10;
          else
            return value;
          lexer->at++;
        }
    }
  static const char from[] = "ntrabfv", to[] = "\n\t\r\a\b\f\v";
  const char *known = c ? strchr (from, c) : NULL;
  return (uint64_t)(unsigned char)(known ? to[known - from] : c);
}

static struct hb_c_token
quoted (struct hb_c_lexer *lexer, char quote)
{
  struct hb_c_token token = { .spot = hb_c_lex_spot (lexer) };
  VEC (char) text = VEC_EMPTY;
  lexer->at++;
  while (lexer->at < lexer->size && hb_c_lex_peek (lexer, 0) != quote
         && hb_c_lex_peek (lexer, 0) != '\n')
    {
      char c = lexer->text[lexer->at++];
      vec_push (text, c == '\\' ? (char)escape (lexer) : c);
    }
  if (hb_c_lex_peek (lexer, 0) != quote)
    hb_c_lex_error (lexer, token.spot, "this text does not end on its line");
  else
    lexer->at++;
  token.word = quote == '"' ? C_WORD_STRING : C_WORD_NUMBER;
  token.value = text.size;
  if (quote == '\'')
    {
      token.is_character = true;
      token.value = text.size ? (uint64_t)(int64_t)(signed char)text.data[0] : 0;
      if (text.size != 1)
        hb_c_lex_error (lexer, token.spot, "expected one character between the quotes");
    }
  token.text = hb_c_text (lexer->unit, text.data ? text.data : "", text.size);
  vec_free (text);
  return token;
}

/* The value of the digits of an integer; false if they are none or too large. */
static bool
integer_value (const char *digits, size_t length, uint64_t *value)
{
  unsigned base = 10;
  size_t i = 0;
  if (length > 2 && digits[0] == '0' && (digits[1] | 0x20) == 'x')
    base = 16, i = 2;
  else if (length > 2 && digits[0] == '0' && (digits[1] | 0x20) == 'b')
    base = 2, i = 2;
  else if (digits[0] == '0')
    base = 8;
  for (*value = 0; i < length; i++)
    {
      char c = digits[i], d = (char)(c | 0x20);
      /* No character of a number comes just before a. */
      unsigned digit = hb_c_lex_is_digit (c) ? (unsigned)(c - '0') : (unsigned)(d - 'a') + 10;
      if (digit >= base || *value > (UINT64_MAX - digit) / base)
        return false;
      *value = *value * base + digit;
    }
  return true;
}

static bool
is_real (const char *text)
{
  char *end;
  strtod (text, &end);
  return !*end || (strchr ("fFlL", *end) && !end[1]);
}

/* Is TAIL, of us and ls, the end of an integer?  One u, before or behind one l or two that are alike. */
static bool
is_suffix (const char *tail)
{
  size_t length = strlen (tail);
  if ((tail[0] | 0x20) == 'u')
    tail++, length--;
  else if (length && (tail[length - 1] | 0x20) == 'u')
    length--;
  return !length || (length < 3 && (tail[0] | 0x20) == 'l' && tail[length - 1] == tail[0]);
}

static struct hb_c_token
number (struct hb_c_lexer *lexer)
{
  struct hb_c_token token = { .word = C_WORD_NUMBER, .spot = hb_c_lex_spot (lexer) };
  size_t start = lexer->at;
  bool hex = hb_c_lex_peek (lexer, 0) == '0' && (hb_c_lex_peek (lexer, 1) | 0x20) == 'x',
       real = false;
  for (;; lexer->at++)
    {
      char c = hb_c_lex_peek (lexer, 0),
           before = lexer->at > start ? lexer->text[lexer->at - 1] : '\0';
      bool exponent = (before | 0x20) == 'e' || (before | 0x20) == 'p';
      if (c != '.' && !((c == '+' || c == '-') && exponent) && !hb_c_lex_is_digit (c)
          && !hb_c_lex_starts_name (c))
        break;
      real = real || c == '.' || (c | 0x20) == (hex ? 'p' : 'e');
    }
  size_t end = lexer->at;
  token.text = hb_c_text (lexer->unit, lexer->text + start, end - start);
  if (real)
    {
      token.word = C_WORD_REAL;
      if (!is_real (token.text))
        token.wrong = "expected a floating number";
      return token;
    }
  for (char last; (last = (char)(token.text[end - start - 1] | 0x20)) == 'u' || last == 'l'; end--)
    {
      token.is_unsigned = token.is_unsigned || last == 'u';
      token.is_long = token.is_long || last == 'l';
    }
  if (!integer_value (token.text, end - start, &token.value))
    token.wrong = "expected an integer of at most 64 bits";
  else if (!is_suffix (token.text + (end - start)))
    token.wrong = "expected an integer that ends in u, l, ll, or in u and one of these";
  return token;
}

static struct hb_c_token
mark (struct hb_c_lexer *lexer)
{
  static const char *const longer[]
      = { "<<=", ">>=", "...", "##", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
          "!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=" };
  struct hb_c_token token = { .word = C_WORD_MARK, .spot = hb_c_lex_spot (lexer), .text = "" };
  for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
    {
      size_t length = strlen (longer[i]);
      if (lexer->at + length <= lexer->size && !memcmp (lexer->text + lexer->at, longer[i], length))
        {
          token.mark = length == 3 ? C_MARK3 (longer[i][0], longer[i][1], longer[i][2])
                                   : C_MARK2 (longer[i][0], longer[i][1]);
          lexer->at += length;
          return token;
        }
    }
  char c = lexer->text[lexer->at];
  if (!c || !strchr ("{}()[];,:?=+-*/%&|^!~<>.#", c))
    hb_c_lex_error (lexer, token.spot, "this character does not belong in a C program");
  token.mark = C_MARK1 ((unsigned char)c);
  lexer->at++;
  return token;
}

void
hb_c_lex_skip (struct hb_c_lexer *lexer)
{
  char quote = lexer->text[lexer->at++];
  if (quote != '"' && quote != '\'')
    return;
  size_t start = lexer->at;
  while (lexer->at < lexer->size && hb_c_lex_peek (lexer, 0) != quote
         && hb_c_lex_peek (lexer, 0) != '\n')
    lexer->at += hb_c_lex_peek (lexer, 0) == '\\' ? 2 : 1;
  if (hb_c_lex_peek (lexer, 0) == quote)
    lexer->at++;
  else
    lexer->at = start;
}

static struct hb_c_token
word (struct hb_c_lexer *lexer)
{
  char c = hb_c_lex_peek (lexer, 0);
  if (lexer->at >= lexer->size || c == '\n')
    return (struct hb_c_token){ .word = C_WORD_END, .spot = hb_c_lex_spot (lexer), .text = "" };
  if (c == '"' || c == '\'')
    return quoted (lexer, c);
  if (hb_c_lex_is_digit (c) || (c == '.' && hb_c_lex_is_digit (hb_c_lex_peek (lexer, 1))))
    return number (lexer);
  if (!hb_c_lex_starts_name (c))
    return mark (lexer);
  struct hb_c_token token = { .word = C_WORD_NAME, .spot = hb_c_lex_spot (lexer) };
  size_t start = lexer->at;
  while (hb_c_lex_starts_name (hb_c_lex_peek (lexer, 0))
         || hb_c_lex_is_digit (hb_c_lex_peek (lexer, 0)))
    lexer->at++;
  token.text = hb_c_text (lexer->unit, lexer->text + start, lexer->at - start);
  return token;
}

struct hb_c_token
hb_c_lex_token (struct hb_c_lexer *lexer)
{
  size_t at = lexer->at;
  hb_c_lex_blanks (lexer);
  bool spaced = lexer->at > at;
  struct hb_c_token token = word (lexer);
  token.spaced = spaced;
  return token;
}

struct hb_c_token
hb_c_lex_glue (struct hb_c_lexer *lexer, const struct hb_c_token *left,
               const struct hb_c_token *right)
{
  static const size_t no_joints = SIZE_MAX;
  hb_buffer text = VEC_EMPTY;
  hb_c_lex_spell (&text, left);
  hb_c_lex_spell (&text, right);
  /* The start of the line lies so far before the text that columns come out right. */
  struct hb_c_lexer own = *lexer;
  own.text = text.data;
  own.size = text.size;
  own.joints = &no_joints;
  own.at = 0;
  own.line = left->spot.line;
  own.start = (size_t)1 - left->spot.column;
  struct hb_c_token token = hb_c_lex_token (&own);
  token.spaced = left->spaced;
  lexer->failed = own.failed;
  if (own.at < own.size || token.word == C_WORD_END)
    hb_c_lex_error (lexer, left->spot, "what ## joins here is no word of C");
  vec_free (text);
  return token;
}

void
hb_c_lex_spell (hb_buffer *out, const struct hb_c_token *token)
{
  if (token->word == C_WORD_STRING)
    hb_c_write_text (out, token->text, (size_t)token->value, '"');
  else if (token->word == C_WORD_NUMBER && token->is_character)
    hb_c_write_text (out, token->text, 1, '\'');
  else if (token->word != C_WORD_MARK)
    hb_buffer_add (out, "%s", token->text);
  for (uint32_t mark = token->mark; mark; mark >>= 8)
    hb_buffer_add (out, "%c", (char)mark);
}
