/* Reading a certificate: lines, words and numbers, and the errors in them.  Private to certify*.c. */
#ifndef HBKIT_CERTIFY_WORDS_H
#define HBKIT_CERTIFY_WORDS_H

#include "proof/certify.h"

struct hb_words
{
  const hb_trace *trace;
  hb_input *input;
  hb_diag *diag;
  const char *line; /* borrowed until the next line */
  size_t length;
  size_t next;      /* where the next word is looked for */
  const char *word; /* the last word */
  size_t size, column;
};

/* Does the text at the start of INPUT look like a certificate of this KIND: does it begin with 'hbcert 1 KIND'?  INPUT can
 * still be read from its start. */
bool hb_certificate_is (hb_input *input, const char *kind);

/* The next line is 'hbcert 1 KIND'. */
bool hb_words_head (struct hb_words *words, const char *kind);

/* The next line that has words, its first word read; false at the end. */
bool hb_words_line (struct hb_words *words);

/* The next word of the line into `word`; false at its end. */
bool hb_words_next (struct hb_words *words);

/* Is the last word TEXT? */
bool hb_words_is (const struct hb_words *words, const char *text);

/* The number of decimal digits at the front of the SIZE bytes at TEXT, below BOUND; how many
 * bytes it takes, 0 if there is none. */
size_t hb_words_digits (const char *text, size_t size, size_t bound, size_t *number);

/* The next word is a number below BOUND; WHAT is what it counts, for the error. */
bool hb_words_number (struct hb_words *words, size_t bound, const char *what, size_t *number);

/* The next line is 'NAME NUMBER', of a number below BOUND. */
bool hb_words_named (struct hb_words *words, const char *name, size_t bound, size_t *number);

/* The last word is a number below BOUND, or FIRST-LAST, two of them. */
bool hb_words_range (struct hb_words *words, size_t bound, size_t *first, size_t *last);

/* No word is left on the line. */
bool hb_words_end (struct hb_words *words);

/* An error at the last word, or (`_line`) on the line as a whole.  Always false. */
bool hb_words_fail (struct hb_words *words, const char *format, ...) HB_PRINTF (2, 3);
bool hb_words_fail_line (struct hb_words *words, const char *format, ...) HB_PRINTF (2, 3);

#endif
