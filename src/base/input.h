/* Reading: plain, .gz, .xz and .zst files and standard input, a line at a time.
 *
 * What is compressed is told by the first bytes, so that a pipe works as a file does; its check sums
 * are verified (unpack.h), the last of them when the input ends: no answer before that.  Lines end in LF or CR LF, the last one also at the end of the file. */
#ifndef HBKIT_INPUT_H
#define HBKIT_INPUT_H

#include <hbkit/file.h>

#include "base/buffer.h"
#include "base/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads what is left, for a reader that is done before the end: only there is it known whether what was
 * read is what was compressed.  False after an error in DIAG, now or before.  Borrowed lines are lost. */
bool hb_input_finish (hb_input *input);

/* From now on no input of this process may have more than BYTES, counted uncompressed (0: any number, but
 * for compressed inputs that grow out of proportion).  To be called before threads are made. */
void hb_input_limit_size (uint64_t bytes);

/* From now on a line longer than BYTES is an error (and the end): for formats whose lines are short,
 * so that a file that is none of them does not fill the memory. */
void hb_input_limit_lines (hb_input *input, size_t bytes);

/* Appends the lines that are left to TEXT, an LF behind each; false after an error. */
bool hb_input_lines (hb_input *input, hb_buffer *text);

/* The *LENGTH bytes behind the line last returned that are in memory already, borrowed as the line
 * is.  They end anywhere.  Behind them, as behind every line, stands a line end, and eight bytes from there on may be
 * read. */
const char *hb_input_ahead (const hb_input *input, size_t *length);

/* The first *LENGTH bytes of the input (a block of it, all if it is shorter), borrowed until the next
 * call; to be called before the first line. */
const char *hb_input_peek (hb_input *input, size_t *length);

/* Has a zero byte been seen, in the lines so far or behind them? */
bool hb_input_has_zero (const hb_input *input);

/* Tells how far the reader is, with a count of its own (OF may be NULL): to be called when `hb_progress_wanted`
 * (base/progress.h).  The input itself does so when more of it is taken, some thousand times a gigabyte. */
void hb_input_tell (const hb_input *input, const char *doing, const char *of, uint64_t number);

/* Line LINE (from 1) of the file at PATH, for an error found after it was read.  New; NULL when it
 * cannot be read again (standard input, a pipe, a file that is gone). */
char *hb_input_reread (const char *path, size_t line);

#ifdef __cplusplus
}
#endif
#endif
