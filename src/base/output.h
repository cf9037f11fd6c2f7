/* Writing: nothing is ever half-written.
 *
 * A file comes into being under a temporary name beside its place and is renamed by
 * `hb_output_commit`; until then, and after any failure, the old file stands.  Names ending in .gz,
 * .xz or .zst are compressed (libarchive, without time stamps: the same text gives the same
 * bytes).  "-" is standard output; what is no regular file (/dev/full, a pipe) is written in place.
 * */
#ifndef HBKIT_OUTPUT_H
#define HBKIT_OUTPUT_H

#include "base/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hb_output hb_output;

/* Opens PATH for writing.  NULL after an error in DIAG.  DIAG is borrowed until the end.  New. */
hb_output *hb_output_open (const char *path, hb_diag *diag);

/* An output that keeps what is written; `hb_output_text` gives it.  New. */
hb_output *hb_output_to_memory (void);

/* What was written to an output in memory, ended by a zero byte, *SIZE bytes without that; frees OUTPUT.
 * New. */
char *hb_output_text (hb_output *output, size_t *size);

/* Append bytes, a text, a number, a formatted text.  Failures are kept and reported once, by
 * commit. */
void hb_put_bytes (hb_output *output, const char *data, size_t size);
void hb_put (hb_output *output, const char *text);
void hb_put_char (hb_output *output, char c);
void hb_put_number (hb_output *output, uint64_t number);
void hb_put_signed (hb_output *output, int64_t number);
void hb_putf (hb_output *output, const char *format, ...) HB_PRINTF (2, 3);

/* Writes what is left, gives the file its name, frees.  False after an error in DIAG (a full disk).
 * */
bool hb_output_commit (hb_output *output);

/* Forgets the file, frees; NULL is legal. */
void hb_output_discard (hb_output *output);

/* Removes the temporary files of all open outputs.  Safe in a signal handler. */
void hb_output_remove_all (void);

#ifdef __cplusplus
}
#endif
#endif
