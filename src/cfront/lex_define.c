/* How macros are defined: #define and #undef (C17 6.10.3). */
#include "cfront/lex_private.h"

#include <string.h>
#include <strings.h>

#define MOST_PARAMETERS 127

#define DOTS C_MARK3 ('.', '.', '.')

struct hb_c_macro *
hb_c_lex_macro (const struct hb_c_lexer *lexer, const char *name)
{
  hb_id number = hb_names_find (lexer->macros->names, name, strlen (name));
  if (number == HB_NONE || !lexer->macros->bodies.data[number].defined)
    return NULL;
  return &lexer->macros->bodies.data[number];
}

size_t
hb_c_lex_parameter (const struct hb_c_macro *macro, const struct hb_c_token *token)
{
  size_t i = 0;
  while (i < macro->parameters.size
         && (token->word != C_WORD_NAME || macro->parameters.data[i] != token->text))
    i++;
  return i;
}

/* Over what stands between ( and ): names, the last one perhaps `...`, or with `...` behind it, as gcc has it. */
static void
define_parameters (struct hb_c_lexer *lexer, struct hb_c_macro *macro)
{
  lexer->at++;
  struct hb_c_token token = hb_c_lex_token (lexer);
  while (!lexer->failed && !(hb_c_lex_is_mark (&token, ')') && !macro->parameters.size))
    {
      bool dots = hb_c_lex_is_mark (&token, DOTS);
      if (dots)
        token.text = hb_c_text (lexer->unit, "__VA_ARGS__", strlen ("__VA_ARGS__"));
      else if (token.word != C_WORD_NAME)
        hb_c_lex_error (lexer, token.spot, "expected the name of a parameter");
      else if (hb_c_lex_parameter (macro, &token) < macro->parameters.size)
        hb_c_lex_error (lexer, token.spot, "this parameter stands here twice");
      else if (macro->parameters.size == MOST_PARAMETERS)
        hb_c_lex_error (lexer, token.spot, "expected at most 127 parameters");
      vec_push (macro->parameters, token.text);
      token = hb_c_lex_token (lexer);
      if (!dots && hb_c_lex_is_mark (&token, DOTS))
        {
          dots = true;
          token = hb_c_lex_token (lexer);
        }
      macro->open = dots;
      if (hb_c_lex_is_mark (&token, ')'))
        return;
      if (dots || !hb_c_lex_is_mark (&token, ','))
        hb_c_lex_error (lexer, token.spot, "expected ')' after the parameters");
      token = hb_c_lex_token (lexer);
    }
}

/* # stands before a parameter, ## between two words. */
static void
check_body (struct hb_c_lexer *lexer, const struct hb_c_macro *macro)
{
  const struct hb_c_token *tokens = macro->tokens.data;
  size_t size = macro->tokens.size;
  for (size_t i = 0; i < size; i++)
    if (hb_c_lex_is_mark (&tokens[i], C_MARK_GLUE) && (!i || i + 1 == size))
      hb_c_lex_error (lexer, tokens[i].spot, "expected a word on either side of ##");
    else if (macro->called && hb_c_lex_is_mark (&tokens[i], '#')
             && (i + 1 == size
                 || hb_c_lex_parameter (macro, &tokens[i + 1]) == macro->parameters.size))
      hb_c_lex_error (lexer, tokens[i].spot, "expected a parameter after #");
}

/* Does NAME start with PREFIX, in whatever case? */
static bool
is_own (const char *name, const char *prefix)
{
  return prefix && !strncasecmp (name, prefix, strlen (prefix));
}

void
hb_c_lex_define (struct hb_c_lexer *lexer, bool defined)
{
  struct hb_c_token name = hb_c_lex_token (lexer);
  if (name.word != C_WORD_NAME)
    hb_c_lex_error (lexer, name.spot, "expected a name");
  hb_id number = hb_names_intern (lexer->macros->names, name.text, strlen (name.text));
  if (number == lexer->macros->bodies.size)
    vec_push (lexer->macros->bodies, (struct hb_c_macro){ 0 });
  struct hb_c_macro *macro = &lexer->macros->bodies.data[number];
  macro->called = defined && hb_c_lex_peek (lexer, 0) == '(';
  macro->open = false;
  vec_clear (macro->tokens);
  vec_clear (macro->parameters);
  if (macro->called)
    define_parameters (lexer, macro);
  for (struct hb_c_token token;
       !lexer->failed && (token = hb_c_lex_token (lexer)).word != C_WORD_END;)
    vec_push (macro->tokens, token);
  macro->defined = defined && !(macro->called && is_own (name.text, lexer->lexing->own));
  if (defined)
    check_body (lexer, macro);
}
