/* See lex.h. */
#include "cfront/lex_private.h"

#include <string.h>

#define MOST_INCLUDES 20

/* The lexer's text, line by line. */
static void
lex_lines (struct hb_c_lexer *lexer)
{
  bool fresh = true; /* nothing but blanks on this line so far */
  while (!lexer->failed)
    {
      hb_c_lex_blanks (lexer);
      if (lexer->failed || lexer->at >= lexer->size)
        return;
      if (hb_c_lex_peek (lexer, 0) == '\n')
        {
          hb_c_lex_next_line (lexer);
          fresh = true;
          continue;
        }
      if (fresh && hb_c_lex_peek (lexer, 0) == '#')
        {
          hb_c_lex_directive (lexer);
          continue;
        }
      fresh = false;
      if (lexer->off)
        hb_c_lex_skip (lexer);
      else
        hb_c_lex_put (lexer, hb_c_lex_token (lexer));
    }
}

struct joined
{
  hb_buffer text;
  VEC (size_t) joints; /* where it was joined, and SIZE_MAX */
};

/* TEXT, which a zero follows, without the ends of lines that a \ takes away: C joins lines before there are words (C17
 * 5.1.1.2). */
static void
join (const char *text, size_t size, struct joined *joined)
{
  for (size_t i = 0; i < size; i++)
    {
      size_t end = text[i + 1] == '\r' ? i + 2 : i + 1;
      if (text[i] == '\\' && text[end] == '\n')
        {
          vec_push (joined->joints, joined->text.size);
          i = end;
        }
      else
        vec_push (joined->text, text[i]);
    }
  vec_push (joined->joints, SIZE_MAX);
}

static void
lex_source (struct hb_c_lexer *outer, const char *name, const char *text, size_t size)
{
  struct hb_c_lexer lexer = { .unit = outer->unit,
                              .tokens = outer->tokens,
                              .diag = outer->diag,
                              .macros = outer->macros,
                              .lexing = outer->lexing,
                              .nested = lex_source,
                              .includes = outer->includes + 1,
                              .line = 1 };
  lexer.file = hb_c_add_source (outer->unit, name, text, size);
  const char *known = hb_c_lex_known ();
  if (lexer.includes == 1)
    lex_source (&lexer, "<known>", known, strlen (known));
  struct joined joined = { VEC_EMPTY, VEC_EMPTY };
  join (outer->unit->sources.data[lexer.file].text, size, &joined);
  lexer.text = joined.text.data;
  lexer.size = joined.text.size;
  lexer.joints = joined.joints.data;
  if (lexer.includes > MOST_INCLUDES)
    hb_c_lex_error (&lexer, (struct hb_c_spot){ lexer.file, 1, 1 },
                    "too many files include one another");
  else
    lex_lines (&lexer);
  if (!lexer.failed && lexer.branches.size)
    hb_c_lex_error (&lexer, hb_c_lex_spot (&lexer), "expected #endif before the end of the file");
  outer->failed = lexer.failed;
  vec_free (joined.text);
  vec_free (joined.joints);
  vec_free (lexer.branches);
}

bool
hb_c_lex (hb_c_unit *unit, const char *name, const char *text, size_t size,
          const struct hb_c_lexing *lexing, hb_c_tokens *tokens, hb_diag *diag)
{
  struct hb_c_macros macros = { .names = hb_names_new () };
  struct hb_c_lexer lexer
      = { .unit = unit, .tokens = tokens, .diag = diag, .macros = &macros, .lexing = lexing };
  lex_source (&lexer, name, text, size);
  size_t last = vec_top (unit->sources.data[0].starts);
  struct hb_c_spot end
      = { 0, (uint32_t)unit->sources.data[0].starts.size, (uint32_t)(size - last) + 1 };
  vec_push (*tokens, ((struct hb_c_token){ .word = C_WORD_END, .spot = end, .text = "" }));
  for (size_t i = 0; i < macros.bodies.size; i++)
    {
      vec_free (macros.bodies.data[i].tokens);
      vec_free (macros.bodies.data[i].parameters);
    }
  vec_free (macros.bodies);
  hb_names_free (macros.names);
  return !lexer.failed;
}
