/* What commands do with files: read and write traces, formulas, witnesses, by name. */
#ifndef HBKIT_CMD_FILES_H
#define HBKIT_CMD_FILES_H

#include "cli.h"

#include "../cnf.h"
#include "../edt.h"
#include "../trace.h"
#include "../witness.h"

#include "reduction.h"

/* Forms of a trace file. */
enum file_form
{
  FORM_EDT,
  FORM_JSON
};
#define FILE_FORMS "edt json"

/* The form that the suffix of PATH (before .gz, .xz, .zst) tells; .edt where it tells none. */
enum file_form file_form (const char *path);

/* The trace at PATH in FORM; NULL after errors in cli->diag.  New. */
hb_trace *file_read_trace (struct cli *cli, const char *path, enum file_form form);

/* Writes TRACE with WITNESS (or NULL) to PATH; false after errors in cli->diag. */
bool file_write_trace (struct cli *cli, const char *path, enum file_form form,
                       const hb_trace *trace, const hb_witness *witness);

/* The reduction that is the first operand; a usage error if there is none of that name. */
const struct hb_reduction *file_reduction (const struct cli *cli);

/* The formula at PATH if the reduction accepts it; NULL after errors in cli->diag.  New. */
hb_cnf *file_read_instance (struct cli *cli, const struct hb_reduction *reduction,
                            const char *path);

/* The trace that the reduction makes of CNF, in memory; ABLATION may be NULL.  NULL after errors in
 * DIAG.  New. */
hb_trace *file_reduced_trace (const struct hb_reduction *reduction, const hb_cnf *cnf,
                              const char *ablation, hb_diag *diag);

/* Limits from --timeout and --memory. */
struct hb_limits file_limits (const struct cli *cli);

#define OPTION_OUTPUT { "output", "FILE", "where the result goes; - is standard output", 'o', "FILE" }
#define OPTION_JSON { "json", NULL, "print one JSON object on standard output", 0, NULL }
#define OPTION_SEED { "seed", "N", "seed of all random choices (default 0)", 's', NULL }
#define OPTION_END { NULL, NULL, NULL, 0, NULL }

#endif
