/* The words of a line, one after another, and errors that point at them: for readers of formats whose lines are
 * words with blanks between.
 *
 *     struct hb_line line = { .input = input, .diag = diag };
 *     while (hb_line_take (&line))
 *       while (hb_line_next (&line))
 *         if (!hb_line_number (&line, &number))
 *           hb_line_error (&line, "'%s' is no number", hb_line_shown (&line).text);
 *
 * The line is borrowed from the input until the next one. */
#ifndef HBKIT_LINE_H
#define HBKIT_LINE_H

#include "base/input.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_line
{
  hb_input *input;    /* borrowed */
  hb_diag *diag;      /* borrowed */
  const char *text;   /* not ended by a zero */
  size_t length;      /* of the line, in bytes */
  size_t at;          /* behind the last word */
  size_t start, size; /* the last word; at the end of the line its size is 0 */
};

/* A word as an error shows it: cut short, strange bytes as question marks. */
struct hb_shown
{
  char text[32];
};

/* Takes the next line; false at the end of the input, after an error, and once the diag is full. */
bool hb_line_take (struct hb_line *line);

/* Moves to the next word of the line; false at its end. */
bool hb_line_next (struct hb_line *line);

/* Is the last word TEXT? */
bool hb_line_is (const struct hb_line *line, const char *text);

/* The last word as a number without sign into *NUMBER, UINT64_MAX if it is larger than that; false if it
 * is anything but digits. */
bool hb_line_number (const struct hb_line *line, uint64_t *number);

/* The same with a minus or without; false, too, if it does not fit. */
bool hb_line_signed (const struct hb_line *line, int64_t *number);

struct hb_shown hb_line_shown (const struct hb_line *line);

/* Adds an error at the last word. */
void hb_line_error (const struct hb_line *line, const char *format, ...) HB_PRINTF (2, 3);

/* Takes the first line of a file, which must be WORD and 1; otherwise false, after an error. */
bool hb_line_header (struct hb_line *line, const char *word);

/* Is there nothing more on the line?  Otherwise false, after an error that says so. */
bool hb_line_end (struct hb_line *line);

#ifdef __cplusplus
}
#endif
#endif
