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

#define HB_SUB_SCALE 0.72 /* size of a subscript */
#define HB_SUB_DROP 0.20  /* how far it sinks, in sizes of the text around it */

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

/* New: a name of the trace for a figure.  With MATH, short names become what papers write: x3 and
 * m3.7.1 get subscripts, l.~x3.7.2 an l with the subscript x3 (barred), 7, 2, and hCa an h with the
 * subscript Ca; other names stay as they are.  IS_HANDLER allows the last of these. */
char *hb_text_name (const char *name, bool math, bool is_handler);

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
