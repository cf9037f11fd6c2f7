/* Certificates as lines of words, and ways to damage them in one place. */
#ifndef HBKIT_CERTIFICATE_DAMAGE_H
#define HBKIT_CERTIFICATE_DAMAGE_H

#include "base/rng.h"
#include "trace/trace.h"

struct line
{
  VEC (char *) words;
};

struct lines
{
  VEC (struct line) lines;
};

/* New; freed by `free_lines`. */
struct lines lines_of (const char *text, size_t size);
void free_lines (struct lines *all);

/* New. */
char *text_of_lines (const struct lines *all, size_t *size);

void drop_line (struct lines *all, size_t at);

/* Is WORD the first word of line LINE? */
bool line_starts (const struct lines *all, size_t line, const char *word);

enum damage
{
  DROP_LINE,
  REPEAT_LINE,
  SWAP_LINES,
  CUT_SHORT,
  DROP_WORD,
  REPEAT_WORD,
  SWAP_WORDS,
  OTHER_NUMBER,
  OTHER_RELATION,
  DROP_ASSUMPTION,
  OTHER_PAIR,
  SWAP_PAIR,
  INVENT_STEP,
  DAMAGES
};

/* Damages a certificate of TRACE at a random place; false if there is no place for that. */
bool do_damage (struct hb_rng *rng, const hb_trace *trace, struct lines *all, enum damage damage);

#endif
