/* What the parts of the reader of event programs share.  Private to it.
 *
 *     read.c       declarations and the driver
 *     read_stmt.c  statements
 *     check.c      names: what each stands for, and whether it may stand there */
#ifndef HBKIT_ROBUST_PARSER_H
#define HBKIT_ROBUST_PARSER_H

#include "program/words.h"
#include "robust/program.h"

/* A condition has at most so many `else if`: readers, writers and engines go down such a chain by recursion.  The sequential
 * programs of robustness have one for each copy of an event. */
#define HB_MOST_CHAINED 4000

struct hb_aed_parser
{
  struct hb_words words;
  hb_aed *program;
  hb_id chained; /* the `else if` that are open */
};

/* { STATEMENTS }; the locals declared on the way are added to the program's.  False after an error that leaves no
 * sense in going on with the procedure. */
bool hb_aed_parse_block (struct hb_aed_parser *parser, hb_id *first, struct hb_remarks *opened,
                         struct hb_remarks *last);

/* A number, perhaps negative; false after an error, which says WHAT was expected. */
bool hb_aed_parse_number (struct hb_aed_parser *parser, const char *what, int64_t *number);

/* LOW..HIGH; false after an error. */
bool hb_aed_parse_range (struct hb_aed_parser *parser, int64_t *low, int64_t *high);

/* A shared variable may stand in EXP?  The first one from left to right, in *VARIABLE, and how many there are. */
size_t hb_aed_shared_in (const hb_aed *program, hb_id exp, hb_id *variable);

/* Gives every name its meaning.  False after errors. */
bool hb_aed_check (hb_aed *program, hb_diag *diag);

#endif
