/* What stands in the place of a use of a macro (C17 6.10.3).
 *
 * What a macro stands for is put before all that waits to be read, and read again, since it may hold other uses:
 *
 *     #define twice(x) x + x         twice (a) - b   --->   a + a | - b
 *
 * Up to the | the macro is busy: its own name there stands for itself, for good.  What is given for a parameter is
 * read by itself before it is put in, but beside # and ## as it stands. */
#include "cfront/lex_private.h"

#include <string.h>

/* A few lines can stand for more than any memory holds.  A long word counts as several. */
#define MOST_MADE 1000000
#define MOST_DEPTH 50

/* A token that waits to be read; or OVER, where what a macro stands for ends. */
struct waiting
{
  struct hb_c_token token;
  struct hb_c_macro *over;
};

/* What waits, the next one last, and behind all of it, if BY_TEXT, the text. */
struct stream
{
  struct hb_c_lexer *lexer;
  VEC (struct waiting) waiting;
  bool by_text;
  unsigned depth; /* so many macros have this in their arguments */
};

/* An argument: as it stands, and read. */
struct given
{
  hb_c_tokens raw, read;
  bool is_read;
};

static void expand (struct stream *stream, hb_c_tokens *out);

/* Over blanks and the ends of lines; true if a line ended. */
static bool
skip_lines (struct hb_c_lexer *lexer)
{
  bool ended = false;
  for (hb_c_lex_blanks (lexer); hb_c_lex_peek (lexer, 0) == '\n' && !lexer->failed;
       hb_c_lex_blanks (lexer))
    {
      hb_c_lex_next_line (lexer);
      ended = true;
    }
  return ended;
}

/* The next token; what ends on the way there is not busy any more. */
static struct hb_c_token
next (struct stream *stream)
{
  struct hb_c_lexer *lexer = stream->lexer;
  while (stream->waiting.size)
    {
      struct waiting top = vec_pop (stream->waiting);
      if (!top.over)
        return top.token;
      top.over->busy = false;
    }
  if (!stream->by_text)
    return (struct hb_c_token){ .word = C_WORD_END };
  size_t at = lexer->at;
  bool ended = skip_lines (lexer), spaced = lexer->at > at;
  if (ended && hb_c_lex_peek (lexer, 0) == '#')
    hb_c_lex_error (lexer, hb_c_lex_spot (lexer),
                    "directives within the arguments of a macro are outside of the subset");
  struct hb_c_token token = hb_c_lex_token (lexer);
  token.spaced = spaced;
  return token;
}

/* Is the next token a (?  It is then read. */
static bool
opens (struct stream *stream)
{
  struct hb_c_lexer *lexer = stream->lexer;
  size_t i = stream->waiting.size;
  while (i && stream->waiting.data[i - 1].over)
    i--;
  if (i)
    {
      if (!hb_c_lex_is_mark (&stream->waiting.data[i - 1].token, '('))
        return false;
    }
  else if (stream->by_text)
    {
      struct hb_c_lexer before = *lexer;
      skip_lines (lexer);
      bool is = hb_c_lex_peek (lexer, 0) == '(';
      before.failed = lexer->failed;
      *lexer = before;
      if (!is)
        return false;
    }
  else
    return false;
  next (stream);
  return true;
}

/* Reads the arguments of MACRO, to the ) that ends them: a list for each parameter. */
static struct given *
collect (struct stream *stream, const struct hb_c_macro *macro, const struct hb_c_token *name)
{
  size_t count = macro->parameters.size, at = 0, depth = 0;
  struct given *given = hb_calloc (count + 1, sizeof *given);
  for (;;)
    {
      struct hb_c_token token = next (stream);
      if (token.word == C_WORD_END)
        {
          hb_c_lex_error (stream->lexer, name->spot, "the arguments of this macro do not end");
          break;
        }
      if (hb_c_lex_is_mark (&token, ')') && !depth--)
        break;
      depth += hb_c_lex_is_mark (&token, '(');
      if (hb_c_lex_is_mark (&token, ',') && !depth && !(macro->open && at + 1 == count))
        at++;
      else
        vec_push (given[at < count ? at : count].raw, token);
    }
  /* Nothing is one list without words, too; what an open macro's last parameter takes may be left away. */
  size_t most = count ? count - 1 : 0, least = macro->open && count > 1 ? count - 2 : most;
  if (at > most || at < least || (!count && given[0].raw.size))
    {
      char *text
          = hb_format ("expected %zu argument%s, not %zu", count, count == 1 ? "" : "s", at + 1);
      hb_c_lex_error (stream->lexer, name->spot, text);
      hb_free (text);
    }
  return given;
}

/* TOKENS as they stand, as a text. */
static struct hb_c_token
as_text (struct hb_c_lexer *lexer, const hb_c_tokens *tokens, const struct hb_c_token *at)
{
  hb_buffer text = VEC_EMPTY;
  for (size_t i = 0; i < tokens->size; i++)
    {
      hb_buffer_add (&text, i && tokens->data[i].spaced ? " " : "");
      hb_c_lex_spell (&text, &tokens->data[i]);
    }
  struct hb_c_token token = { .word = C_WORD_STRING, .spot = at->spot, .value = text.size };
  token.text = hb_c_text (lexer->unit, text.data ? text.data : "", text.size);
  token.spaced = at->spaced;
  vec_free (text);
  return token;
}

/* What is GIVEN for a parameter, read by itself. */
static const hb_c_tokens *
read_given (struct stream *stream, struct given *given)
{
  struct stream inner = { .lexer = stream->lexer, .depth = stream->depth + 1 };
  if (given->is_read || !given->raw.size)
    return &given->read;
  given->is_read = true;
  if (inner.depth > MOST_DEPTH)
    hb_c_lex_error (stream->lexer, given->raw.data[0].spot, "macros are nested too deeply");
  for (size_t i = given->raw.size; i-- > 0;)
    vec_push (inner.waiting, ((struct waiting){ .token = given->raw.data[i] }));
  expand (&inner, &given->read);
  vec_free (inner.waiting);
  return &given->read;
}

/* What is being put together in place of a use. */
struct made
{
  hb_c_tokens tokens;
  size_t left; /* where what stands before a ## starts */
};

static size_t
bytes_of (const struct hb_c_token *token)
{
  return token->word == C_WORD_STRING ? (size_t)token->value : strlen (token->text);
}

/* Appends TOKENS, the first one GLUED to the last one before, if there is one that belongs to it. */
static void
append (struct hb_c_lexer *lexer, struct made *made, const hb_c_tokens *tokens, bool glued,
        const struct hb_c_token *at)
{
  if (!glued)
    made->left = made->tokens.size;
  for (size_t i = 0; i < tokens->size && !lexer->failed; i++)
    {
      struct hb_c_token token = tokens->data[i];
      if (!i)
        token.spaced = at->spaced;
      if (glued && !i && made->tokens.size > made->left)
        {
          struct hb_c_token *last = &vec_top (made->tokens);
          *last = hb_c_lex_glue (lexer, last, &token);
        }
      else
        vec_push (made->tokens, token);
      lexer->macros->made += 1 + bytes_of (&vec_top (made->tokens)) / 64;
      if (lexer->macros->made > MOST_MADE)
        hb_c_lex_error (lexer, at->spot, "macros stand here for more than a million words");
    }
}

/* The tokens of MACRO with what is GIVEN. */
static void
substitute (struct stream *stream, const struct hb_c_macro *macro, struct given *given,
            const struct hb_c_token *name, struct made *made)
{
  struct hb_c_lexer *lexer = stream->lexer;
  const struct hb_c_token *tokens = macro->tokens.data;
  size_t size = macro->tokens.size, count = macro->parameters.size;
  bool glued = false;
  for (size_t i = 0; i < size && !lexer->failed; i++)
    {
      if (hb_c_lex_is_mark (&tokens[i], C_MARK_GLUE))
        {
          glued = true;
          continue;
        }
      struct hb_c_token token = tokens[i];
      token.spot = name->spot;
      bool glues = i + 1 < size && hb_c_lex_is_mark (&tokens[i + 1], C_MARK_GLUE);
      size_t parameter = hb_c_lex_parameter (macro, &token);
      if (macro->called && hb_c_lex_is_mark (&token, '#'))
        {
          parameter = hb_c_lex_parameter (macro, &tokens[++i]);
          token = as_text (lexer, &given[parameter].raw, &token);
          parameter = count;
        }
      hb_c_tokens one = { .data = &token, .size = 1 };
      const hb_c_tokens *list = &one;
      /* ", ## rest": without a rest there is no comma either, as gcc has it. */
      bool rest = glues && macro->open && hb_c_lex_is_mark (&token, ',')
                  && hb_c_lex_parameter (macro, &tokens[i + 2]) == count - 1;
      if (rest && !given[count - 1].raw.size)
        {
          i += 2;
          continue;
        }
      if (rest)
        i++;
      if (parameter < count && (glued || glues))
        list = &given[parameter].raw;
      else if (parameter < count)
        list = read_given (stream, &given[parameter]);
      append (lexer, made, list, glued, &token);
      glued = false;
    }
}

/* The next token that waits has blanks before it, if SPACED. */
static void
space_next (struct stream *stream, bool spaced)
{
  size_t i = stream->waiting.size;
  while (i && stream->waiting.data[i - 1].over)
    i--;
  if (i && spaced)
    stream->waiting.data[i - 1].token.spaced = true;
}

/* NAME, which stands for MACRO, has been read: what it stands for waits now. */
static void
use (struct stream *stream, struct hb_c_macro *macro, const struct hb_c_token *name)
{
  struct given *given = macro->called ? collect (stream, macro, name) : NULL;
  struct made made = { .tokens = VEC_EMPTY };
  if (!stream->lexer->failed)
    substitute (stream, macro, given, name, &made);
  /* Blanks before the use are before what it stands for; those before a body are no part of it. */
  if (made.tokens.size)
    made.tokens.data[0].spaced = name->spaced;
  else
    space_next (stream, name->spaced);
  macro->busy = true;
  vec_push (stream->waiting, (struct waiting){ .over = macro });
  for (size_t i = made.tokens.size; i-- > 0;)
    vec_push (stream->waiting, (struct waiting){ .token = made.tokens.data[i] });
  vec_free (made.tokens);
  for (size_t i = 0; given && i <= macro->parameters.size; i++)
    {
      vec_free (given[i].raw);
      vec_free (given[i].read);
    }
  hb_free (given);
}

/* TOKEN, or the number or text that __LINE__ or __FILE__ stands for. */
static struct hb_c_token
place_of (struct hb_c_lexer *lexer, struct hb_c_token token)
{
  bool line = !strcmp (token.text, "__LINE__");
  if (!line && strcmp (token.text, "__FILE__"))
    return token;
  struct hb_place place = hb_c_place (lexer->unit, token.spot);
  char *text = line ? hb_format ("%zu", place.line) : hb_copy_text (place.file);
  token.word = line ? C_WORD_NUMBER : C_WORD_STRING;
  token.value = line ? place.line : strlen (text);
  token.text = hb_c_text (lexer->unit, text, strlen (text));
  hb_free (text);
  return token;
}

/* All that waits, and of the text what is given to the last macro, to OUT. */
static void
expand (struct stream *stream, hb_c_tokens *out)
{
  while (stream->waiting.size && !stream->lexer->failed)
    {
      struct waiting top = vec_pop (stream->waiting);
      struct hb_c_token token = top.token;
      if (top.over)
        {
          top.over->busy = false;
          continue;
        }
      struct hb_c_macro *macro = token.word == C_WORD_NAME && !token.kept
                                     ? hb_c_lex_macro (stream->lexer, token.text)
                                     : NULL;
      token.kept = token.kept || (macro && macro->busy);
      if (macro && !token.kept && (!macro->called || opens (stream)))
        use (stream, macro, &token);
      else
        vec_push (*out, token.word == C_WORD_NAME ? place_of (stream->lexer, token) : token);
    }
}

/* Nothing is the matter with the TOKENS from number FIRST on. */
static void
require_right (struct hb_c_lexer *lexer, const hb_c_tokens *tokens, size_t first)
{
  for (size_t i = first; i < tokens->size; i++)
    if (tokens->data[i].wrong)
      hb_c_lex_error (lexer, tokens->data[i].spot, tokens->data[i].wrong);
}

void
hb_c_lex_put (struct hb_c_lexer *lexer, struct hb_c_token token)
{
  struct stream stream = { .lexer = lexer, .by_text = true };
  size_t before = lexer->tokens->size;
  vec_push (stream.waiting, (struct waiting){ .token = token });
  expand (&stream, lexer->tokens);
  require_right (lexer, lexer->tokens, before);
  vec_free (stream.waiting);
}

void
hb_c_lex_put_all (struct hb_c_lexer *lexer, const hb_c_tokens *tokens, hb_c_tokens *out)
{
  struct stream stream = { .lexer = lexer };
  for (size_t i = tokens->size; i-- > 0;)
    vec_push (stream.waiting, (struct waiting){ .token = tokens->data[i] });
  expand (&stream, out);
  require_right (lexer, out, 0);
  vec_free (stream.waiting);
}
