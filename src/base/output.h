/* Writing: nothing is ever half-written.
 *
 * A file comes into being under a temporary name beside its place and is renamed by
 * `hb_output_commit`; until then, and after any failure, the old file stands.  Names ending in .gz,
 * .xz or .zst are compressed, with check sums and without time stamps: the same text gives the same
 * bytes.  "-" is standard output; what is no regular file (/dev/full, a pipe) is written in place. */
#ifndef HBKIT_OUTPUT_H
#define HBKIT_OUTPUT_H

#include <hbkit/file.h>

#include "base/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Appends COMMENT (may be NULL: nothing), each line behind the `c` that DIMACS has for it. */
void hb_put_c_lines (hb_output *output, const char *comment);

/* Appends a number. */
void hb_put_signed (hb_output *output, int64_t number);

#ifdef __cplusplus
}
#endif
#endif
