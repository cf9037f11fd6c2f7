/* Tables for papers and pages: filled cell by cell, written as text, CSV, LaTeX or JSON; and the
 * subjects of `hbkit table`. */
#ifndef HBKIT_CMD_TABLE_H
#define HBKIT_CMD_TABLE_H

#include "cmd/frame/files.h"

struct table_column
{
  const char *title; /* over the column */
  const char *key;   /* in CSV and JSON: letters, digits, _ */
};

typedef struct table table;

/* New, without rows.  CAPTION and COLUMNS (ended by a NULL title) are borrowed. */
table *table_new (const char *caption, const struct table_column *columns);
void table_free (table *t);

/* Fills the next cell, from left to right, row after row.  Numbers are set flush right. A cell of
 * "-" is no value: empty in CSV, null in JSON. */
void table_text (table *t, const char *format, ...) HB_PRINTF (2, 3);
void table_number (table *t, uint64_t number);
void table_seconds (table *t, double seconds); /* negative: no value */

/* A line of text under the table: where numbers come from, what was not measured.  Copied. */
void table_note (table *t, const char *format, ...) HB_PRINTF (2, 3);

/* Writes the table to --output in the form of --csv, --tex or --json, as text if none is given.
 * Gives the exit code. */
int table_write (const table *t, struct cli *cli);

/* `hbkit table NAME ...`; its options are those of cmd/table.c. */
struct table_subject
{
  const char *name;
  int (*run) (struct cli *cli); /* cli->operands[0] is the name; gives the exit code */
};

/* Where the benchmarks are: --programs, or as installed, or beside the sources; borrowed for good. */
const char *table_programs_folder (const struct cli *cli);

/* Ended by NULL. */
extern const struct table_subject *const table_subjects[];

#endif
