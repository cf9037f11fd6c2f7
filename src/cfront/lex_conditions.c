/* Which parts of a text are read: #if, #ifdef, #ifndef, #elif, #else, #endif (C17 6.10.1). */
#include "cfront/lex_private.h"

#include <string.h>

static struct hb_c_token
number_of (struct hb_c_spot spot, bool value)
{
  return (struct hb_c_token){
    .word = C_WORD_NUMBER, .spot = spot, .text = value ? "1" : "0", .value = value
  };
}

static bool
is_macro (const struct hb_c_lexer *lexer, const char *name)
{
  return hb_c_lex_macro (lexer, name) || !strcmp (name, "__LINE__") || !strcmp (name, "__FILE__");
}

/* What stands behind `defined`: NAME or (NAME). */
static struct hb_c_token
is_defined (struct hb_c_lexer *lexer, struct hb_c_spot spot)
{
  struct hb_c_token token = hb_c_lex_token (lexer);
  bool inside = hb_c_lex_is_mark (&token, '(');
  if (inside)
    token = hb_c_lex_token (lexer);
  bool named = token.word == C_WORD_NAME;
  if (!named)
    hb_c_lex_error (lexer, token.spot, "expected a name");
  bool value = named && is_macro (lexer, token.text);
  if (inside && (token = hb_c_lex_token (lexer)).mark != ')')
    hb_c_lex_error (lexer, token.spot, "expected ')' after the name");
  return number_of (spot, value);
}

/* The rest of the line: an expression of numbers, once macros and `defined` are replaced; other names are 0. */
static bool
condition (struct hb_c_lexer *lexer)
{
  hb_c_tokens line = VEC_EMPTY, tokens = VEC_EMPTY;
  struct hb_c_token token;
  while ((token = hb_c_lex_token (lexer)).word != C_WORD_END && !lexer->failed)
    {
      bool asks = token.word == C_WORD_NAME && !strcmp (token.text, "defined");
      vec_push (line, asks ? is_defined (lexer, token.spot) : token);
    }
  hb_c_lex_put_all (lexer, &line, &tokens);
  for (size_t i = 0; i < tokens.size; i++)
    if (tokens.data[i].word == C_WORD_NAME)
      tokens.data[i] = number_of (tokens.data[i].spot, false);
    else
      tokens.data[i].is_long = true;
  vec_push (tokens, ((struct hb_c_token){
                        .word = C_WORD_MARK, .mark = '\n', .spot = token.spot, .text = "" }));
  int64_t value = 0;
  if (!lexer->failed)
    lexer->failed = !lexer->lexing->value (lexer->unit, &tokens, lexer->diag, &value);
  vec_free (line);
  vec_free (tokens);
  return value != 0;
}

/* Is the macro named in the rest of the line defined? */
static bool
named (struct hb_c_lexer *lexer)
{
  struct hb_c_token name = hb_c_lex_token (lexer);
  if (name.word != C_WORD_NAME)
    hb_c_lex_error (lexer, name.spot, "expected a name");
  return name.word == C_WORD_NAME && is_macro (lexer, name.text);
}

static void
enter (struct hb_c_lexer *lexer, const char *what)
{
  struct hb_c_branch branch = { .state = C_OVER };
  if (!lexer->off)
    {
      bool value
          = !strcmp (what, "if") ? condition (lexer) : named (lexer) == !strcmp (what, "ifdef");
      branch.state = value ? C_TAKEN : C_WAITED;
    }
  lexer->off += branch.state != C_TAKEN;
  vec_push (lexer->branches, branch);
}

/* #elif, or the LAST part, #else. */
static void
turn (struct hb_c_lexer *lexer, struct hb_c_branch *branch, bool last, struct hb_c_spot spot)
{
  if (branch->last)
    hb_c_lex_error (lexer, spot, "expected #endif: the #else of this #if has been");
  branch->last = last;
  if (branch->state == C_TAKEN)
    {
      branch->state = C_OVER;
      lexer->off++;
    }
  else if (branch->state == C_WAITED && (last || condition (lexer)))
    {
      branch->state = C_TAKEN;
      lexer->off--;
    }
}

bool
hb_c_lex_branch (struct hb_c_lexer *lexer, const struct hb_c_token *name)
{
  static const char *const openers[] = { "if", "ifdef", "ifndef" }, *const others[]
                                                                    = { "elif", "else", "endif" };
  if (name->word != C_WORD_NAME)
    return false;
  for (size_t i = 0; i < 3; i++)
    if (!strcmp (name->text, openers[i]))
      {
        enter (lexer, name->text);
        return true;
      }
  size_t which = 0;
  while (which < 3 && strcmp (name->text, others[which]))
    which++;
  if (which == 3)
    return false;
  if (!lexer->branches.size)
    hb_c_lex_error (lexer, name->spot, "there is no #if before this");
  else if (which == 2)
    lexer->off -= vec_pop (lexer->branches).state != C_TAKEN;
  else
    turn (lexer, &vec_top (lexer->branches), which == 1, name->spot);
  return true;
}
