/* Reading a trace in any format that hbkit knows: its own two and those of others.
 *
 *     struct hb_import_options options = hb_import_defaults ();
 *     hb_notes notes = HB_NOTES_EMPTY;
 *     hb_trace *trace = hb_import (path, HB_FORMAT_ANY, &options, &notes, diag);
 *
 * A format is told by the suffix .edt, .json or .trace (before .gz, .xz, .zst), otherwise by how the
 * file begins.  Formats of others leave questions open; every answer is an option with a default,
 * and what was decided or left out is a note (doc/import.md). */
#ifndef HBKIT_IMPORT_H
#define HBKIT_IMPORT_H

#include <hbkit/format.h>

#include "import/android.h"
#include "base/diag.h"
#include "base/notes.h"
#include "import/prototype.h"
#include "trace/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_import_options
{
  int mailbox; /* enum hb_mailbox: of all handlers, whatever the file says; -1: as it says */
  struct hb_prototype_options prototype;
  struct hb_android_options android;
};

struct hb_import_options hb_import_defaults (void);

/* The format of a file that starts with these bytes (not compressed), or HB_FORMAT_ANY. */
enum hb_format hb_format_of_bytes (const char *bytes, size_t length);

/* The trace at PATH ("-": standard input; compressed or not).  NULL after errors in DIAG, each with
 * line and column where there is one.  OPTIONS may be NULL (defaults), NOTES as well.  New.  Linear
 * in the input but for sorting. */
hb_trace *hb_import (const char *path, enum hb_format format,
                     const struct hb_import_options *options, hb_notes *notes, hb_diag *diag);

/* What the name of INPUT or its first bytes tell; to be called before the first line. */
enum hb_format hb_import_format (hb_input *input);

/* The two halves of `hb_import`.  The first opens PATH, and *FORMAT, if it is HB_FORMAT_ANY, becomes
 * what the name or the first bytes tell (HB_FORMAT_ANY if they tell nothing); NULL after errors.  New.
 * The second steals INPUT. */
hb_input *hb_import_open (const char *path, enum hb_format *format, hb_diag *diag);
hb_trace *hb_import_input (hb_input *input, enum hb_format format,
                           const struct hb_import_options *options, hb_notes *notes, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
