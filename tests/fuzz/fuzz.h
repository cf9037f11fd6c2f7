/* One frame for fuzzing every reader.
 *
 * A target reads bytes as some command would and dies (hb_die, an assertion, a sanitizer) if anything
 * is wrong: neither a result nor an error; what was read is written, but reads as something else; two
 * engines, formats or checkers that disagree.  The same targets run
 *
 *     in `make check`, over the corpus and over damaged good texts (test_fuzz.c);
 *     under libFuzzer or AFL++, `make fuzz TIME=seconds` (fuzzer.c), which knows the targets' words and
 *     ways to change them, and reports coverage and how much was read to its end.
 *
 * A text in two parts, such as a trace and its certificate, has a line "%%" between them. */
#ifndef HBKIT_FUZZ_H
#define HBKIT_FUZZ_H

#include "text_damage.h"

#include "base/memory.h"
#include "base/output.h"

#include <string.h>

struct fuzz_target
{
  const char *name; /* its corpus lies in tests/corpus/NAME */
  const char
      *sources; /* what reads: beginnings of names of source files, with blanks between them */
  const char *const *words; /* of the grammar */
  size_t word_count;

  /* A good text.  New. */
  char *(*make) (uint64_t seed);

  /* Can SIZE bytes at DATA be read to their end?  With CHECKED all that can be checked of them is; else nothing else is
   * looked at. */
  bool (*read) (const char *data, size_t size, bool checked);

  /* Changes TEXT in one place in a way of its own, so that it mostly stays good; false if it cannot.
   * NULL: none. */
  bool (*mutate) (struct hb_rng *rng, struct text *text);

  /* As a test: so many texts, a new good one after every FRESH, with LEAST .. MOST damages; between
   * these shares (percent) are still read. */
  unsigned rounds, fresh, least, most, least_good, most_good;
};

/* Ended by NULL. */
extern const struct fuzz_target *const fuzz_targets[];
const struct fuzz_target *fuzz_target_find (const char *name);

/* TEXT changed at random, as words, lines and structure go.  Three times out of four one that TARGET
 * accepts, if it can be had. */
void fuzz_mutate (const struct fuzz_target *target, struct hb_rng *rng, struct text *text,
                  const char *other);

/* --- for targets -------------------------------------------------------------------------------- */

#define FUZZ_WORDS(WORDS) .words = WORDS, .word_count = sizeof WORDS / sizeof *WORDS

/* Where the second part starts, or NULL; *FIRST is the length of the first. */
const char *fuzz_second_part (const char *data, size_t size, size_t *first);

/* The two with the line between them.  New. */
char *fuzz_two_parts (const char *first, const char *second);

/* One scratch file with these bytes, for readers of files: its path, borrowed until the next call. */
const char *fuzz_file (const char *data, size_t size);

/* Two of them, I = 0 (the same as before) and 1. */
const char *fuzz_file_at (int i, const char *data, size_t size);

/* Dies unless exactly one of RESULT and errors in DIAG is there.  Prints all of DIAG, to nowhere. */
void fuzz_either (bool result, const hb_diag *diag);

/* Dies unless WRITTEN and AGAIN are the same; frees both. */
void fuzz_same_text (char *written, char *again);

/* What WRITE puts out, zero-terminated.  New. */
char *fuzz_written (void (*write) (hb_output *output, const void *what), const void *what,
                    size_t *size);

/* A number that the bytes determine, for choices that no byte shall stand for. */
uint64_t fuzz_hash (const char *data, size_t size);

#endif
