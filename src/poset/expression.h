/* Expressions as ShiViz has them, JavaScript's with named groups, in POSIX's terms.  Private to clocks_read.c. */
#ifndef HBKIT_POSET_EXPRESSION_H
#define HBKIT_POSET_EXPRESSION_H

#include "base/diag.h"

#include <regex.h>

#define HB_EXPRESSION_GROUPS 32 /* more cannot be told apart */

/* For events or for lines between executions. */
struct hb_expression
{
  bool is_there;
  regex_t regex;
  int host_group, clock_group; /* 0: there is none */
  size_t lines;                /* that it spans */
};

/* Fills E (zero) from TEXT, which has to have groups (?<host>...) and (?<clock>...) if NEEDS_GROUPS.  False after an error in
 * DIAG.  Free with `hb_expression_free` in any case. */
bool hb_expression_read (const char *text, bool needs_groups, struct hb_expression *e,
                         hb_diag *diag);
void hb_expression_free (struct hb_expression *e);

#endif
