/* What the parts of the writer of `.ed` programs share.  Private to it.
 *
 *     write.c       sections and declarations
 *     write_body.c  statements */
#ifndef HBKIT_PROGRAM_WRITE_H
#define HBKIT_PROGRAM_WRITE_H

#include "program/program.h"
#include "program/write_exp.h"

#include <string.h>

struct hb_program_writer
{
  struct hb_writer text;
  const hb_program *program;
};

/* NAME or NAME[INDEX]. */
void hb_write_place (const struct hb_program_writer *w, hb_id name, hb_id index);

/* Statements, a line each; " { ... }" without the end of the line. */
void hb_write_block (const struct hb_program_writer *w, hb_id first, unsigned depth);
void hb_write_braces (const struct hb_program_writer *w, hb_id first, struct hb_remarks opened,
                      struct hb_remarks last, unsigned depth);

#endif
