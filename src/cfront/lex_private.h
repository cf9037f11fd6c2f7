/* Between lex_words.c (words), lex_directives.c (lines that start with #, macros) and lex.c (all lines). */
#ifndef HBKIT_CFRONT_LEX_PRIVATE_H
#define HBKIT_CFRONT_LEX_PRIVATE_H

#include "cfront/unit.h"

struct hb_c_macro
{
  bool defined, busy;
  hb_c_tokens tokens;
};

struct hb_c_macros
{
  hb_names *names;
  VEC (struct hb_c_macro) bodies; /* by the number of the name */
};

struct hb_c_lexer
{
  hb_c_unit *unit;
  hb_c_tokens *tokens;
  hb_diag *diag;
  struct hb_c_macros *macros;
  hb_id file;
  const char *text;       /* its lines joined where a \ says so */
  const size_t *joints;   /* where they are in the text, the last one beyond its end */
  size_t size, at, start; /* where the line starts */
  uint32_t line;
  unsigned depth, off; /* #if open; how many of them, from the first one that is false */
  unsigned includes;
  /* Reads another text, within the one at hand. */
  void (*nested) (struct hb_c_lexer *outer, const char *name, const char *text, size_t size);
  bool failed;
};

void hb_c_lex_error (struct hb_c_lexer *lexer, struct hb_c_spot spot, const char *text);
char hb_c_lex_peek (const struct hb_c_lexer *lexer, size_t ahead);
struct hb_c_spot hb_c_lex_spot (struct hb_c_lexer *lexer);

bool hb_c_lex_is_digit (char c);

/* Over blanks and comments. */
void hb_c_lex_blanks (struct hb_c_lexer *lexer);

/* The next word of the line; C_WORD_END at its end. */
struct hb_c_token hb_c_lex_token (struct hb_c_lexer *lexer);

/* Over a character of what an #if leaves out, which need not be C, or over a text, which may hold what looks like a
 * comment. */
void hb_c_lex_skip (struct hb_c_lexer *lexer);

/* Appends TOKEN, or what its macro stands for, at its place; DEPTH counts macros within macros. */
void hb_c_lex_put (struct hb_c_lexer *lexer, struct hb_c_token token, unsigned depth);

/* The directive at hand, to the end of its line. */
void hb_c_lex_directive (struct hb_c_lexer *lexer);

/* The text of the system's header NAME; NULL if there is none here.  Borrowed. */
const char *hb_c_lex_header (const char *name, size_t length);

/* Over the end of a line. */
void hb_c_lex_next_line (struct hb_c_lexer *lexer);

#endif
