/* Texts of figures: style marks, widths, line breaks.
 *
 * Labels have to be measured where no font program is.  Figures are set in Helvetica or one of its
 * metric twins (Arial, Liberation Sans, Nimbus Sans), whose advance widths are the table in text.c.
 *
 * A text is UTF-8 in which single control bytes switch styles on and off, so that it is a plain string
 * all the same: "m\x01" "3,7,1\x02" is an m with a subscript. */
#ifndef HBKIT_TEXT_H
#define HBKIT_TEXT_H

#include "base/output.h"

/* Marks. They do not nest into themselves. */
#define HB_SUB "\x01"
#define HB_SUB_END "\x02"
#define HB_OVER "\x03" /* a bar above */
#define HB_OVER_END "\x04"
#define HB_ITALIC "\x05"
#define HB_ITALIC_END "\x06"
#define HB_BOLD "\x0e"
#define HB_BOLD_END "\x0f"

#define HB_SUB_SCALE 0.8 /* size of a subscript */
#define HB_SUB_DROP 0.20 /* how far it sinks, in sizes of the text around it */

#define HB_LONGEST_SHOWN 28 /* bytes of a name that figures show at full size */

enum hb_style
{
  HB_STYLE_SUB = 1,
  HB_STYLE_OVER = 2,
  HB_STYLE_ITALIC = 4,
  HB_STYLE_BOLD = 8
};

/* A stretch of text of one style, with its place on the line for a font of size 1. */
struct hb_run
{
  const char *text; /* borrowed from the text that is walked */
  size_t length;
  unsigned style; /* enum hb_style */
  double x, width;
};

/* Walks the runs of TEXT: *AT is TEXT at first, RUN zeroed.  False at the end. */
bool hb_run_next (const char **at, struct hb_run *run);

/* Width of TEXT in a font of SIZE. */
double hb_text_width (const char *text, double size);

/* Bytes of the UTF-8 character at TEXT, 1 if it is none; *CODE is its code, 0 if it is none. */
size_t hb_text_decode (const char *text, uint32_t *code);

/* New: a name of the trace for a figure.  With MATH, short names become what papers write: x3 and
 * m3.7.1 get subscripts, l.~x3.7.2 an l with the subscript x3 (barred), 7, 2, and hCa an h with the
 * subscript Ca; other names stay as they are.  IS_HANDLER allows the last of these. */
char *hb_text_name (const char *name, bool math, bool is_handler);

/* New: NAME as its user wrote it, as far as that can be told, of at most MOST bytes, styled as by `hb_text_name`:
 * the escapes of importers are undone (~20 is a blank), and the numbers of messages of one name become subscripts.
 * Without MATH all stays as in the file. */
char *hb_text_shown (const char *name, bool math, bool is_handler, size_t most);

/* Stands where something is left out. */
#define HB_DOTS "\xe2\x80\xa6"

/* Bytes of what a picture tells when asked. */
#define HB_MOST_FULL 1000

/* What captions say of that, the first with the bytes (of type size_t). */
#define HB_NAMES_SHORTENED "Names longer than %zu bytes are shortened in the middle."
#define HB_STATEMENTS_SHORTENED "Of long statements the middle is left out."

/* New: TEXT fit to be shown: bytes that are no UTF-8 and characters that XML forbids become '?', and of
 * more than MOST bytes the middle is left out. */
char *hb_text_clean (const char *text, size_t most);

/* New: TEXT with '\n' at blanks so that no line is wider than WIDTH in a font of SIZE, if it can be. */
char *hb_text_wrap (const char *text, double size, double width);

/* Appends TEXT (LENGTH bytes) as XML character data. */
void hb_put_xml (hb_output *output, const char *text, size_t length);

/* Appends a length with at most two decimals, always in the same form. */
void hb_put_length (hb_output *output, double length);

#endif
