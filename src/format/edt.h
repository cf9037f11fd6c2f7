/* The `.edt` format (design section 3): read and write. */
#ifndef HBKIT_EDT_H
#define HBKIT_EDT_H

#include <hbkit/format.h>

#include "trace/builder.h"
#include "base/input.h"
#include "trace/witness.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the trace at PATH ("-": standard input; compressed or not).  NULL after errors in DIAG,
 * each with line and column.  New.  One pass, linear in the input. */
hb_trace *hb_edt_read (const char *path, hb_diag *diag);

/* As above, from INPUT (stolen). */
hb_trace *hb_edt_read_input (hb_input *input, hb_diag *diag);

/* Makes on BUILDER all calls that describe TRACE (and WITNESS, as above), up to and with
 * `hb_build_end`. */
void hb_build_trace (hb_builder *builder, const hb_trace *trace, const struct hb_witness *witness);

/* The same of HISTORY (trace/history.h), whose co means nothing and is not told. */
void hb_build_history (hb_builder *builder, const hb_trace *history);

#ifdef __cplusplus
}
#endif
#endif
