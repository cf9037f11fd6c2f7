/* A program that fuzzes a reader: it says in `fuzz` what is fuzzed, and fuzz.c does the rest.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -DHB_LIBFUZZER -Iinclude -iquote src -iquote . tests/fuzz_edt.c tests/fuzz.c ...
 *
 * Without libFuzzer it is a test: good texts are damaged by a seeded generator; HBKIT_FUZZ=N in the environment
 * does N times as many. */
#ifndef HBKIT_FUZZ_H
#define HBKIT_FUZZ_H

#include "text_damage.h"

struct fuzz
{
  const char *name;     /* of the program */
  const char *what;     /* is damaged, in the plural */
  unsigned long rounds; /* texts in all */
  unsigned long fresh;  /* after so many, another one is damaged */
  uint64_t stream;      /* of random numbers */
  unsigned least, most; /* damages to a text */
  double few, many;     /* shares: more than few of the texts are still good, and less than many */
  const char *words;    /* that damages put in, divided by blanks; in them '`' stands for a blank */
  char *(*make) (uint64_t seed); /* new: a good text */
  /* Takes any bytes and ends the process where the reader, or what comes behind it, is wrong.  Are they still a
   * good text? */
  bool (*take) (const char *data, size_t size);
  /* May be NULL: mends a damaged text, so that more of them get further than the first look; another test. */
  void (*mend) (struct hb_rng *rng, struct text *text);
  void (*also) (void **state);
};

extern const struct fuzz fuzz;

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#endif
