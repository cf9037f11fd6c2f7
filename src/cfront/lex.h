/* The words of a C program: lines that a \ joins, comments and the preprocessor's directives are dealt
 * with here.
 *
 * Directives: #define NAME tokens and NAME(parameters) tokens, with #, ##, ... and __VA_ARGS__; #undef, #ifdef,
 * #ifndef, #if and #elif of a constant expression of 64 bits, #else, #endif; #include "file" (from the folder of the
 * including file; <file> too if it stands there), #line N and # N, in decimal, perhaps with a "file" (what messages
 * say), #pragma and #ident (ignored).  A macro's tokens stand at the place of their use, what is given to it where it
 * stands.  __LINE__, __FILE__ and what compilers for x86-64 Linux define (lex_headers.c) are known, other names are
 * macros only if the program says so. */
#ifndef HBKIT_CFRONT_LEX_H
#define HBKIT_CFRONT_LEX_H

#include "cfront/tree.h"

enum hb_c_word
{
  C_WORD_END,
  C_WORD_NAME,
  C_WORD_NUMBER,
  C_WORD_REAL,
  C_WORD_STRING,
  C_WORD_MARK
};

/* A mark is its characters, the first in the lowest byte. */
#define C_MARK1(A) ((uint32_t)(A))
#define C_MARK2(A, B) ((uint32_t)(A) | (uint32_t)(B) << 8)
#define C_MARK3(A, B, C) (C_MARK2 (A, B) | (uint32_t)(C) << 16)

struct hb_c_token
{
  enum hb_c_word word;
  uint32_t mark;
  struct hb_c_spot spot;
  const char *text;                        /* zero-terminated, of the unit */
  uint64_t value;                          /* of a number; the bytes of a string */
  bool is_unsigned, is_long, is_character; /* of a number */
  bool spaced;                             /* blanks stand before it */
  bool kept;                               /* the name of a macro that stands for itself */
  const char *wrong;                       /* what is the matter with a number; NULL: nothing */
};

typedef VEC (struct hb_c_token) hb_c_tokens;

/* What the lexer has from its caller. */
struct hb_c_lexing
{
  /* The value of the constant expression of TOKENS, which hold no names and end with a mark '\n'; false after an error
   * in DIAG. */
  bool (*value) (hb_c_unit *unit, const hb_c_tokens *tokens, hb_diag *diag, int64_t *value);
  const char *own; /* see `hb_c_options` */
};

/* Appends the tokens of the text at NAME to UNIT's, a C_WORD_END last; false after errors in DIAG. */
bool hb_c_lex (hb_c_unit *unit, const char *name, const char *text, size_t size,
               const struct hb_c_lexing *lexing, hb_c_tokens *tokens, hb_diag *diag);

#endif
