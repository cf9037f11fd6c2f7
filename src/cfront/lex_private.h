/* Between lex_words.c (words), lex_define.c and lex_macros.c, lex_conditions.c (#if), lex_directives.c (other lines that start with #)
 * and lex.c (all lines). */
#ifndef HBKIT_CFRONT_LEX_PRIVATE_H
#define HBKIT_CFRONT_LEX_PRIVATE_H

#include "base/buffer.h"
#include "cfront/unit.h"

struct hb_c_macro
{
  bool defined;
  bool busy;   /* its tokens are being read */
  bool called; /* with what stands between ( and ) */
  bool open;   /* its last parameter takes all that is left */
  VEC (const char *) parameters;
  hb_c_tokens tokens;
};

struct hb_c_macros
{
  hb_names *names;
  VEC (struct hb_c_macro) bodies; /* by the number of the name */
  size_t made;                    /* so many tokens came from macros */
};

/* An open #if. */
struct hb_c_branch
{
  enum
  {
    C_TAKEN,  /* what stands here is read */
    C_WAITED, /* no part of it was read so far */
    C_OVER    /* no other part is read */
  } state;
  bool last; /* #else has been */
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
  VEC (struct hb_c_branch) branches; /* of this text, the innermost last */
  size_t off;                        /* how many of them are not taken: if any, nothing is read */
  unsigned includes;
  const struct hb_c_lexing *lexing;
  /* Reads another text, within the one at hand. */
  void (*nested) (struct hb_c_lexer *outer, const char *name, const char *text, size_t size);
  bool failed;
};

void hb_c_lex_error (struct hb_c_lexer *lexer, struct hb_c_spot spot, const char *text);
char hb_c_lex_peek (const struct hb_c_lexer *lexer, size_t ahead);
struct hb_c_spot hb_c_lex_spot (struct hb_c_lexer *lexer);

bool hb_c_lex_is_digit (char c);
bool hb_c_lex_starts_name (char c);

/* Over blanks and comments. */
void hb_c_lex_blanks (struct hb_c_lexer *lexer);

/* The next word of the line; C_WORD_END at its end. */
struct hb_c_token hb_c_lex_token (struct hb_c_lexer *lexer);

/* Over a character of what an #if leaves out, which need not be C, or over a text, which may hold what looks like a
 * comment. */
void hb_c_lex_skip (struct hb_c_lexer *lexer);

#define C_MARK_GLUE C_MARK2 ('#', '#')

bool hb_c_lex_is_mark (const struct hb_c_token *token, uint32_t mark);

/* Which parameter of MACRO TOKEN names; how many it has, if none. */
size_t hb_c_lex_parameter (const struct hb_c_macro *macro, const struct hb_c_token *token);

/* The macro of that name, or NULL. */
struct hb_c_macro *hb_c_lex_macro (const struct hb_c_lexer *lexer, const char *name);

/* The rest of the line behind #define, or, not DEFINED, behind #undef. */
void hb_c_lex_define (struct hb_c_lexer *lexer, bool defined);

/* Appends TOKEN, or what its macro stands for, at its place.  What is given to a macro may take more of the text. */
void hb_c_lex_put (struct hb_c_lexer *lexer, struct hb_c_token token);

/* The same for all TOKENS, which stand alone, to OUT. */
void hb_c_lex_put_all (struct hb_c_lexer *lexer, const hb_c_tokens *tokens, hb_c_tokens *out);

/* The one word that LEFT and RIGHT are when written together, at LEFT's place. */
struct hb_c_token hb_c_lex_glue (struct hb_c_lexer *lexer, const struct hb_c_token *left,
                                 const struct hb_c_token *right);

/* Appends TOKEN as a program writes it. */
void hb_c_lex_spell (hb_buffer *out, const struct hb_c_token *token);

/* One of #if, #ifdef, #ifndef, #elif, #else and #endif, as NAME says; false if it is none of them. */
bool hb_c_lex_branch (struct hb_c_lexer *lexer, const struct hb_c_token *name);

/* The directive at hand, to the end of its line. */
void hb_c_lex_directive (struct hb_c_lexer *lexer);

/* What is defined before a program begins, as text. */
const char *hb_c_lex_known (void);

/* The text of the system's header NAME; NULL if there is none here.  Borrowed. */
const char *hb_c_lex_header (const char *name, size_t length);

/* Over the end of a line. */
void hb_c_lex_next_line (struct hb_c_lexer *lexer);

#endif
