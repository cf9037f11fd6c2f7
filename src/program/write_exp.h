/* Writing what all languages share: names, comments, expressions. */
#ifndef HBKIT_PROGRAM_WRITE_EXP_H
#define HBKIT_PROGRAM_WRITE_EXP_H

#include "base/buffer.h"
#include "program/source.h"

struct hb_writer
{
  const hb_source *source;
  hb_buffer *to;
};

/* Blanks, two for each level. */
void hb_write_indent (const struct hb_writer *w, unsigned depth);

/* A name, in quotes if need be. */
void hb_write_name (const struct hb_writer *w, hb_id name);

/* Comments, a line each; comments behind a line, which they end. */
void hb_write_above (const struct hb_writer *w, struct hb_remarks remarks, unsigned depth);
void hb_write_behind (const struct hb_writer *w, struct hb_remarks remarks);

/* An expression, in parentheses if it binds less than LEVEL; "(A, B)", nothing if there are none. */
void hb_write_exp (const struct hb_writer *w, hb_id exp, int level);
void hb_write_args (const struct hb_writer *w, hb_id first, hb_id count);

#endif
