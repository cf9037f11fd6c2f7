/* The fuzz targets as tests: what stands in the corpus, then good texts that a seeded generator damages.
 *
 * HBKIT_FUZZ=N in the environment damages N times as many, HBKIT_FUZZ_ONLY=NAME runs one target alone.
 * With arguments (TARGET FILE...) it runs these files, as a report of a finding needs it. */
#include "unit.h"

#include <dirent.h>

#include "fuzz.h"

#include "base/buffer.h"

/* Runs one file; was it read to its end? */
static bool
run_file (const struct fuzz_target *target, const char *path)
{
  FILE *file = fopen (path, "rb");
  if (!file)
    hb_die ("cannot read %s", path);
  VEC (char) data = VEC_EMPTY;
  size_t got;
  do
    {
      vec_reserve (data, data.size + 65536);
      got = fread (data.data + data.size, 1, 65536, file);
      data.size += got;
    }
  while (got);
  fclose (file);
  bool whole = target->read (data.data, data.size, true);
  vec_free (data);
  return whole;
}

static void
run_corpus (const struct fuzz_target *target)
{
  const char *tests = getenv ("HBKIT_TESTS");
  char *folder = hb_format ("%s/corpus/%s", tests ? tests : "tests", target->name);
  DIR *files = opendir (folder);
  unsigned read = 0, all = 0;
  for (struct dirent *entry; files && (entry = readdir (files));)
    if (entry->d_name[0] != '.')
      {
        char *path = hb_format ("%s/%s", folder, entry->d_name);
        read += run_file (target, path);
        all++;
        hb_free (path);
      }
  if (files)
    closedir (files);
  print_message ("# %s: %u files of the corpus, %u read to their end\n", target->name, all, read);
  hb_free (folder);
}

static void
test_target (void **state)
{
  const struct fuzz_target *target = *state;
  unsigned long rounds = fuzz_rounds (target->rounds), good = 0;
  run_corpus (target);
  char *seed = target->make (0), *other = target->make (1);
  if (!target->read (seed, strlen (seed), true))
    fail_msg ("what should be good is not read:\n%s", seed);
  for (unsigned long i = 0; i < rounds; i++)
    {
      struct hb_rng rng = hb_rng_stream (22, i);
      if (i % target->fresh == 0)
        {
          hb_free (seed);
          seed = other;
          other = target->make (2 + i);
        }
      struct text text = { hb_copy_text (seed), strlen (seed) };
      uint64_t times = target->least + hb_rng_below (&rng, target->most - target->least + 1);
      for (uint64_t k = 0; k < times; k++)
        fuzz_mutate (target, &rng, &text, other);
      good += target->read (text.data, text.size, true);
      hb_free (text.data);
    }
  hb_free (seed);
  hb_free (other);
  print_message ("# %s: %lu damaged texts, %lu read to their end\n", target->name, rounds, good);
  assert_in_range (100 * good / rounds, target->least_good, target->most_good);
}

static int
run_files (int count, char **words)
{
  const struct fuzz_target *target = fuzz_target_find (words[0]);
  if (!target)
    hb_die ("no target '%s'", words[0]);
  for (int i = 1; i < count; i++)
    printf ("%s: %s\n", words[i], run_file (target, words[i]) ? "read to its end" : "an error");
  return 0;
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    return run_files (argc - 1, argv + 1);
  const char *only = getenv ("HBKIT_FUZZ_ONLY");
  VEC (struct CMUnitTest) tests = VEC_EMPTY;
  for (size_t i = 0; fuzz_targets[i]; i++)
    {
      union
      {
        const struct fuzz_target *target;
        void *state;
      } state = { fuzz_targets[i] };
      struct CMUnitTest test
          = { .name = state.target->name, .test_func = test_target, .initial_state = state.state };
      if (!only || !strcmp (only, state.target->name))
        vec_push (tests, test);
    }
  int failed = _cmocka_run_group_tests ("fuzz", tests.data, tests.size, NULL, NULL);
  vec_free (tests);
  return failed;
}
