/* Z3, run as a program on a trace's export, for `hbkit table 2`. */
#ifndef HBKIT_CMD_TABLE_Z3_H
#define HBKIT_CMD_TABLE_Z3_H

#include "cmd/frame/files.h"

struct table_z3
{
  bool as_printed; /* to be set before: the paper's own encoding */
  bool missing;    /* no z3 in PATH */
  char *program;   /* its file; owned */
  char *folder;    /* for its input and output; owned */
};

/* Looks Z3 up; false after an error in DIAG, but not if it is missing. */
bool table_z3_open (struct table_z3 *z3, hb_diag *diag);
void table_z3_close (struct table_z3 *z3);

/* What it says of TRACE within TIMEOUT seconds (0: no limit), HB_UNKNOWN beyond, and the wall-clock
 * seconds that its process took.  False after an error in DIAG. */
bool table_z3_decide (const struct table_z3 *z3, const hb_trace *trace, double timeout,
                      enum hb_verdict *verdict, double *seconds, hb_diag *diag);

/* Which encoding it gets, in words; borrowed. */
const char *table_z3_form (const struct table_z3 *z3);

#endif
