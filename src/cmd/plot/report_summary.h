/* A sweep in a few numbers: what `hbkit report` tells in every form. */
#ifndef HBKIT_CMD_REPORT_SUMMARY_H
#define HBKIT_CMD_REPORT_SUMMARY_H

#include "cmd/plot/rows.h"

/* One tool at one stage. */
struct report_tool
{
  const char *stage, *tool;                          /* borrowed from the rows */
  uint64_t runs, solved, time, memory, crash, other; /* by outcome */
  double median, high,
      most;     /* seconds of processor time of those solved: median, 90 %, most; NaN */
  double bytes; /* median of their memory, NaN */
};

struct report_summary
{
  uint64_t instances, yes, no, unknown; /* satisfiable or consistent; not; not known */
  bool formulas;
  VEC (struct report_tool) tools;
  VEC (char *) machines; /* "HOST, CPU, hbkit VERSION (COMMIT)"; owned */
  uint64_t certificates, refused;
  char *first, *last; /* when runs started; owned, NULL without runs */
};

/* Of the sweep in FOLDER, whose ROWS have been read.  False after an error in DIAG. */
bool report_summarise (struct report_summary *summary, const struct plot_rows *rows,
                       const char *folder, hb_diag *diag);
void report_summary_free (struct report_summary *summary);

#endif
