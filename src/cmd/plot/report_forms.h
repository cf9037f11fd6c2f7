/* The forms of a report. */
#ifndef HBKIT_CMD_REPORT_FORMS_H
#define HBKIT_CMD_REPORT_FORMS_H

#include "cmd/plot/kinds.h"
#include "cmd/plot/report_summary.h"

#include "base/json.h"
#include "cmd/frame/cli.h"

/* A summary in lines for people. */
void report_text (hb_output *output, const struct report_summary *summary);

/* Two LaTeX tables without packages: the tools, and the medians of CHOICE's value over its parameters. */
void report_tex (hb_output *output, const struct report_summary *summary,
                 const struct plot_rows *rows, const struct plot_choice *choice);

/* One object. */
void report_json (hb_output *output, const struct report_summary *summary,
                  const struct plot_rows *rows);

/* All columns of the view `results`, one row a run, one header line.  False after an error in DIAG. */
bool report_csv (hb_output *output, const char *folder, hb_diag *diag);

/* One page without network: the summary, the plots (without gnuplot they are left out, and DIAG gets a warning), a table
 * of the runs that sorts and filters, the command that runs each again.  False after an error in DIAG. */
bool report_html (hb_output *output, const struct report_summary *summary,
                  const struct plot_rows *rows, const struct plot_choice *choice, const char *name,
                  hb_diag *diag);

#endif
