/* The state of the reader of programs, and what its parts share.  Private to it.
 *
 *     read.c         the text, and its parts in turn
 *     parser.c       its words one by one
 *     read_decl.c    sections and declarations
 *     read_stmt.c    statements
 *     read_exp.c     expressions
 *     check.c        names: what each stands for, and whether it is used as that */
#ifndef HBKIT_PROGRAM_PARSER_H
#define HBKIT_PROGRAM_PARSER_H

#include "program/lex.h"

#include <string.h>

struct hb_parser
{
  struct hb_lexer lexer;
  hb_program *program;
  hb_diag *diag;
  struct hb_token token, ahead; /* the present word and the one behind it */
  struct hb_token before;       /* the word before the present one */
  hb_id nesting;                /* of blocks and parentheses */
};

/* Deeper programs are refused: the reader, the writer and the interpreter go down by recursion. */
#define HB_MOST_NESTING 200

void hb_parser_step (struct hb_parser *parser);

/* Adds an error at the present word: "expected WHAT, found ...". */
void hb_parser_expected (struct hb_parser *parser, const char *what);

void hb_parser_error (struct hb_parser *parser, struct hb_spot spot, const char *format, ...)
    HB_PRINTF (3, 4);

/* The present word is this sign or keyword. */
bool hb_at_sign (const struct hb_parser *parser, const char *sign);
bool hb_at_word (const struct hb_parser *parser, const char *keyword);
bool hb_token_is_word (const struct hb_parser *parser, const struct hb_token *token,
                       const char *keyword);

/* A name that is no keyword. */
bool hb_token_is_name (const struct hb_parser *parser, const struct hb_token *token);

/* The present word opens a section, or there is none. */
bool hb_at_section (const struct hb_parser *parser);

/* Takes the sign if it is there; with an error if it is not. */
bool hb_take_sign (struct hb_parser *parser, const char *sign);
bool hb_expect_sign (struct hb_parser *parser, const char *sign, const char *what);

/* Takes a name; HB_NONE after an error that says WHAT was expected. */
hb_id hb_expect_name (struct hb_parser *parser, const char *what, struct hb_spot *spot);

/* The comments above the present word; those on the line of the word before it. */
struct hb_remarks hb_remarks_above (struct hb_parser *parser);
struct hb_remarks hb_remarks_behind (struct hb_parser *parser);

/* The whole program. */
void hb_parse_sections (struct hb_parser *parser);

/* An expression, HB_NONE after an error. */
hb_id hb_parse_exp (struct hb_parser *parser);

/* EXP , EXP ... ) behind a parenthesis that was taken; false after an error. */
bool hb_parse_args (struct hb_parser *parser, hb_id *first, hb_id *count);

/* The statements of a message: up to its closing brace, which is left, or with its `last`. False
 * after an error that leaves no sense in going on with the message. */
bool hb_parse_statements (struct hb_parser *parser, bool braced, hb_id *first);

/* Gives every name its meaning.  False after errors. */
bool hb_program_check (hb_program *program, hb_diag *diag);

/* An empty program of that file; New. */
hb_program *hb_program_new (const char *file);

/* As `hb_error` at a spot of the program. */
void hb_program_error (const hb_program *program, hb_diag *diag, struct hb_spot spot,
                       const char *format, ...) HB_PRINTF (4, 5);

#endif
