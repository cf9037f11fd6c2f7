/* Damaging texts at random, for the tests that feed readers with files that are nearly good. */
#ifndef HBKIT_TEXT_DAMAGE_H
#define HBKIT_TEXT_DAMAGE_H

#include "base/rng.h"

struct text
{
  char *data; /* owned, not zero-terminated */
  size_t size;
};

/* Puts the LENGTH bytes at INSERT in the place of bytes FROM .. TO - 1. */
void text_splice (struct text *text, size_t from, size_t to, const char *insert, size_t length);

/* One small damage: bytes, words and lines cut, changed, repeated, taken from OTHER (a second text) or
 * from the COUNT words at WORDS. */
void text_damage (struct hb_rng *rng, struct text *text, const char *other,
                  const char *const *words, size_t count);

/* ROUNDS, times HBKIT_FUZZ of the environment. */
unsigned long fuzz_rounds (unsigned long rounds);

#endif
