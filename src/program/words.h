/* The words of a program one by one: what stands here, taking it, errors about it; and expressions, which all
 * languages share.  Private to the readers of programs. */
#ifndef HBKIT_PROGRAM_WORDS_H
#define HBKIT_PROGRAM_WORDS_H

#include "program/lex.h"

#include <string.h>

struct hb_words
{
  struct hb_lexer lexer;
  hb_source *source;
  hb_diag *diag;
  struct hb_token token, ahead; /* the present word and the one behind it */
  struct hb_token before;       /* the word before the present one */
  hb_id nesting;                /* of blocks and parentheses */
};

/* Deeper programs are refused: the readers, the writers and the interpreters go down by recursion. */
#define HB_MOST_NESTING 200

/* Starts at the first word of SOURCE, whose text is loaded. */
void hb_words_start (struct hb_words *words, hb_source *source, hb_diag *diag);

void hb_words_step (struct hb_words *words);

/* Adds an error at the present word: "expected WHAT, found ...". */
void hb_words_expected (struct hb_words *words, const char *what);

void hb_words_error (struct hb_words *words, struct hb_spot spot, const char *format, ...)
    HB_PRINTF (3, 4);

/* The present word is this sign or keyword. */
bool hb_at_sign (const struct hb_words *words, const char *sign);
bool hb_at_word (const struct hb_words *words, const char *keyword);
bool hb_token_is_word (const struct hb_words *words, const struct hb_token *token,
                       const char *keyword);

/* A name that is no keyword. */
bool hb_token_is_name (const struct hb_words *words, const struct hb_token *token);

/* Takes the sign if it is there; with an error if it is not. */
bool hb_take_sign (struct hb_words *words, const char *sign);
bool hb_expect_sign (struct hb_words *words, const char *sign, const char *what);

/* Takes a name; HB_NONE after an error that says WHAT was expected. */
hb_id hb_expect_name (struct hb_words *words, const char *what, struct hb_spot *spot);

/* The comments above the present word; those on the line of the word before it. */
struct hb_remarks hb_remarks_above (struct hb_words *words);
struct hb_remarks hb_remarks_behind (struct hb_words *words);

/* An expression, HB_NONE after an error. */
hb_id hb_parse_exp (struct hb_words *words);

/* EXP , EXP ... ) behind a parenthesis that was taken; false after an error. */
bool hb_parse_args (struct hb_words *words, hb_id *first, hb_id *count);

#endif
