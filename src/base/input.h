/* Reading: plain, .gz, .xz and .zst files and standard input, a line at a time.
 *
 * Compression is libarchive's; what is compressed is told by the first bytes, so that a pipe works
 * as a file does.  Lines end in LF or CR LF, the last one also at the end of the file. */
#ifndef HBKIT_INPUT_H
#define HBKIT_INPUT_H

#include "base/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hb_input hb_input;

/* Opens PATH ("-": standard input).  NULL after an error in DIAG (which names the path): no such
 * file, a directory, no permission.  DIAG is borrowed until the input is closed.  New. */
hb_input *hb_input_open (const char *path, hb_diag *diag);

/* An input that reads the SIZE bytes at TEXT (copied), which are not compressed; errors report
 * NAME.  DIAG is borrowed until the input is closed.  New. */
hb_input *hb_input_of_bytes (const char *name, const char *text, size_t size, hb_diag *diag);

/* The next line without its end, or false at the end of the input or after an error (in DIAG, see
 * `hb_input_failed`).  *LINE is borrowed until the next call and not zero-terminated.  Linear in
 * the input over all calls; memory: the longest line. */
bool hb_input_line (hb_input *input, const char **line, size_t *length);

/* From now on a line longer than BYTES is an error (and the end): for formats whose lines are short,
 * so that a file that is none of them does not fill the memory. */
void hb_input_limit_lines (hb_input *input, size_t bytes);

/* The *LENGTH bytes behind the line last returned that are in memory already, borrowed as the line
 * is.  They end anywhere. */
const char *hb_input_ahead (const hb_input *input, size_t *length);

/* The first *LENGTH bytes of the input (a block of it, all if it is shorter), borrowed until the next
 * call; to be called before the first line. */
const char *hb_input_peek (hb_input *input, size_t *length);

/* Has a zero byte been seen, in the lines so far or behind them? */
bool hb_input_has_zero (const hb_input *input);

/* A read or a decompression went wrong. */
bool hb_input_failed (const hb_input *input);

/* The name under which errors report this input, borrowed. */
const char *hb_input_name (const hb_input *input);

/* Number of the line last returned, from 1. */
size_t hb_input_line_number (const hb_input *input);

/* The place of byte COLUMN (from 1; 0: the whole line) of the line last returned. */
struct hb_place hb_input_place (const hb_input *input, size_t column);

/* WATCH is called with CONTEXT (borrowed) whenever more of the input is taken, some thousand times a
 * gigabyte; NULL: not any more. */
typedef void hb_input_watcher (void *context, const hb_input *input);
void hb_input_watch (hb_input *input, hb_input_watcher *watch, void *context);

/* Bytes taken from the file so far and its size (0 when unknown), for progress. */
uint64_t hb_input_consumed (const hb_input *input);
uint64_t hb_input_size (const hb_input *input);

/* Line LINE (from 1) of the file at PATH, for an error found after it was read.  New; NULL when it
 * cannot be read again (standard input, a pipe, a file that is gone). */
char *hb_input_reread (const char *path, size_t line);

/* Closes and frees; NULL is legal. */
void hb_input_close (hb_input *input);

#ifdef __cplusplus
}
#endif
#endif
