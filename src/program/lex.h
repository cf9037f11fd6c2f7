/* The words of a program, in either language.  Private to the readers of programs.
 *
 *     name     [A-Za-z_][A-Za-z0-9_]*, or any name of the trace format in double quotes
 *     number   digits
 *     signs    { } ( ) [ ] , ; : = == != < <= > >= := + - * / % && || ! ..
 *     comment  from # or // to the end of the line
 *
 * Words are kept with the comments before them, so that the writer can put them back. */
#ifndef HBKIT_PROGRAM_LEX_H
#define HBKIT_PROGRAM_LEX_H

#include "program/source.h"

enum hb_token_kind
{
  HB_TOKEN_END,
  HB_TOKEN_NAME,
  HB_TOKEN_NUMBER,
  HB_TOKEN_SIGN,
  HB_TOKEN_WRONG /* reported by the lexer */
};

struct hb_token
{
  uint8_t kind; /* enum hb_token_kind */
  bool quoted;  /* a name in quotes is no keyword */
  hb_id name;   /* in the source's names */
  int64_t number;
  char sign[3];
  struct hb_spot spot;
  uint32_t end_column; /* one past its last byte */
  hb_id first_comment; /* the comments between the word before and this one are */
  hb_id comments;      /* first_comment ... in the source's comments */
  hb_id behind;        /* as many of them stand on the line of the word before */
};

struct hb_lexer
{
  hb_source *source;
  hb_diag *diag;
  size_t at, line; /* byte, line (from 0) */
};

/* The words of the source's text, the last one HB_TOKEN_END. Errors go to the diag. */
struct hb_token hb_lex (struct hb_lexer *lexer);

#endif
