/* What the parts of the writer of programs share.  Private to it.
 *
 *     write.c       sections and declarations
 *     write_body.c  comments, expressions, statements */
#ifndef HBKIT_PROGRAM_WRITE_H
#define HBKIT_PROGRAM_WRITE_H

#include "base/buffer.h"
#include "program/lex.h"

#include <string.h>

struct hb_program_writer
{
  const hb_program *program;
  hb_buffer *to;
};

/* Blanks, two for each level. */
void hb_write_indent (const struct hb_program_writer *w, unsigned depth);

/* A name, in quotes if need be; NAME or NAME[INDEX]. */
void hb_write_name (const struct hb_program_writer *w, hb_id name);
void hb_write_place (const struct hb_program_writer *w, hb_id name, hb_id index);

/* Comments, a line each; comments behind a line, which they end. */
void hb_write_above (const struct hb_program_writer *w, struct hb_remarks remarks, unsigned depth);
void hb_write_behind (const struct hb_program_writer *w, struct hb_remarks remarks);

/* An expression, in parentheses if it binds less than LEVEL; "(A, B)", nothing if there are none. */
void hb_write_exp (const struct hb_program_writer *w, hb_id exp, int level);
void hb_write_args (const struct hb_program_writer *w, hb_id first, hb_id count);

/* Statements, a line each; " { ... }" without the end of the line. */
void hb_write_block (const struct hb_program_writer *w, hb_id first, unsigned depth);
void hb_write_braces (const struct hb_program_writer *w, hb_id first, struct hb_remarks opened,
                      struct hb_remarks last, unsigned depth);

#endif
