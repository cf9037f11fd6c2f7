/* Files: plain, .gz, .xz and .zst, standard input and output.  For readers and writers of one's own; those
 * of hbkit's formats stand with what they read (formula.h, trace.h, program.h).
 *
 *     hb_output *output = hb_output_open ("t.txt.xz", diag);
 *     if (!output)
 *       return false;
 *     hb_putf (output, "%d events\n", 12);
 *     return hb_output_commit (output);
 *
 * Threads: as base.h says.  An input or output, and its diag, belong to one thread at a time. */
#ifndef HBKIT_PUBLIC_FILE_H
#define HBKIT_PUBLIC_FILE_H

#include <hbkit/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- reading -------------------------------------------------------------------------------------
 *
 * A line at a time.  What is compressed is told by the first bytes, so that a pipe
 * works as a file does.  Lines end in LF or CR LF, the last one also at the end of the file. */

typedef struct hb_input hb_input;

/* Opens PATH ("-": standard input).  NULL after an error in DIAG (which names the path): no such
 * file, a directory, no permission.  DIAG is borrowed until the input is closed.  New. */
HB_API hb_input *hb_input_open (const char *path, hb_diag *diag);

/* An input that reads the SIZE bytes at TEXT (copied), which are not compressed; errors report
 * NAME.  DIAG is borrowed until the input is closed.  New. */
HB_API hb_input *hb_input_of_bytes (const char *name, const char *text, size_t size, hb_diag *diag);

/* The next line without its end, or false at the end of the input or after an error (in DIAG, see
 * `hb_input_failed`).  *LINE is borrowed until the next call and not zero-terminated.  Linear in
 * the input over all calls; memory: the longest line. */
HB_API bool hb_input_line (hb_input *input, const char **line, size_t *length);

/* A read or a decompression went wrong. */
HB_API bool hb_input_failed (const hb_input *input);

/* The name under which errors report this input, borrowed. */
HB_API const char *hb_input_name (const hb_input *input);

/* Number of the line last returned, from 1. */
HB_API size_t hb_input_line_number (const hb_input *input);

/* The place of byte COLUMN (from 1; 0: the whole line) of the line last returned, for `hb_error`;
 * borrowed until the next line. */
HB_API struct hb_place hb_input_place (const hb_input *input, size_t column);

/* Closes and frees; NULL is legal. */
HB_API void hb_input_close (hb_input *input);

/* --- writing -------------------------------------------------------------------------------------
 *
 * Nothing is ever half-written: a file comes into being under a temporary name beside its place and is renamed
 * by `hb_output_commit`; until then, and after any failure, the old file stands.  Names ending in .gz,
 * .xz or .zst are compressed (without time stamps: the same text gives the same bytes).  "-" is standard
 * output; what is no regular file (/dev/full, a pipe) is written in place. */

typedef struct hb_output hb_output;

/* Opens PATH for writing.  NULL after an error in DIAG.  DIAG is borrowed until the end.  New. */
HB_API hb_output *hb_output_open (const char *path, hb_diag *diag);

/* An output into memory: the text is had by `hb_output_text`.  New. */
HB_API hb_output *hb_output_to_memory (void);

/* Append bytes, a text, a character, a number, a text formatted as by printf (3).  Failures are kept and reported
 * once, by commit. */
HB_API void hb_put_bytes (hb_output *output, const char *data, size_t size);
HB_API void hb_put (hb_output *output, const char *text);
HB_API void hb_put_char (hb_output *output, char c);
HB_API void hb_put_number (hb_output *output, uint64_t number);
HB_API void hb_putf (hb_output *output, const char *format, ...) HB_PRINTF (2, 3);

/* Writes what is left, gives the file its name, frees.  False after an error in DIAG (a full disk). */
HB_API bool hb_output_commit (hb_output *output);

/* The text of an output into memory, zero-terminated, *SIZE (may be NULL) bytes without the zero; frees
 * the output.  New. */
HB_API char *hb_output_text (hb_output *output, size_t *size);

/* Forgets the file, frees; NULL is legal. */
HB_API void hb_output_discard (hb_output *output);

#ifdef __cplusplus
}
#endif
#endif
