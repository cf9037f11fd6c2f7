/* See fuzz.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/vec.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz.take ((const char *)data, size);
  return 0;
}

#ifndef HB_LIBFUZZER

/* Number I of the damaged texts, made from SEED with pieces of OTHER: is it still good? */
static bool
damage_and_take (unsigned long i, const char *seed, const char *other, const char *const *words,
                 size_t count)
{
  struct hb_rng rng = hb_rng_stream (fuzz.stream, i);
  struct text text = { hb_copy_text (seed), strlen (seed) };
  for (uint64_t times = fuzz.least + hb_rng_below (&rng, fuzz.most - fuzz.least + 1); times > 0;
       times--)
    text_damage (&rng, &text, other, words, count);
  if (fuzz.mend)
    fuzz.mend (&rng, &text);
  bool good = fuzz.take (text.data, text.size);
  hb_free (text.data);
  return good;
}

static void
test_damaged_texts (void **state)
{
  (void)state;
  unsigned long rounds = fuzz_rounds (fuzz.rounds), good = 0;
  char *copy = hb_copy_text (fuzz.words);
  VEC (const char *) words = VEC_EMPTY;
  for (char *word = strtok (copy, " "); word; word = strtok (NULL, " "))
    {
      for (char *blank = word; (blank = strchr (blank, '`'));)
        *blank = ' ';
      vec_push (words, word);
    }
  char *seed = fuzz.make (0), *other = fuzz.make (1);
  for (unsigned long i = 0; i < rounds; i++)
    {
      if (i % fuzz.fresh == 0)
        {
          hb_free (seed);
          seed = other;
          other = fuzz.make (2 + i);
        }
      good += damage_and_take (i, seed, other, words.data, words.size);
    }
  hb_free (seed);
  hb_free (other);
  hb_free (copy);
  vec_free (words);
  print_message ("# %lu damaged %s, %lu of them still good\n", rounds, fuzz.what, good);
  assert_true ((double)good > fuzz.few * (double)rounds);
  assert_true ((double)good < fuzz.many * (double)rounds);
}

int
main (void)
{
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_damaged_texts), cmocka_unit_test (fuzz.also) };
  if (fuzz.also)
    return cmocka_run_group_tests_name (fuzz.name, tests, NULL, NULL);
  const struct CMUnitTest alone[] = { tests[0] };
  return cmocka_run_group_tests_name (fuzz.name, alone, NULL, NULL);
}

#endif
