/* The fuzz targets under libFuzzer (clang) or AFL++, whose driver knows the same functions; see fuzz.h.
 *
 * HBKIT_FUZZ_ONLY names the target.  At the end it says how much was read to its end, and which edges of
 * the reader's own code were seen: clang counts every edge in an array (8-bit counters), and another one
 * has their addresses, which the sanitizers' runtime turns into names of files where it can
 * (https://clang.llvm.org/docs/SanitizerCoverage.html).  libFuzzer empties the counters before each run,
 * so they are looked at after each. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

#include "base/vec.h"

int LLVMFuzzerInitialize (int *argc, char ***argv);
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t most, unsigned seed);

/* libFuzzer's own way to change bytes; AFL++ has none of that name. */
size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t most) __attribute__ ((weak));

static const struct fuzz_target *target;
static uint64_t runs, whole;

/* --- coverage ----------------------------------------------------------------------------------- */

/* The linker knows where sections start and stop; weak: there may be none. */
extern uint8_t __start___sancov_cntrs[] __attribute__ ((weak));
extern uint8_t __stop___sancov_cntrs[] __attribute__ ((weak));
extern const uintptr_t __start___sancov_pcs[] __attribute__ ((weak));
void __sanitizer_symbolize_pc (void *pc, const char *format, char *out, size_t size)
    __attribute__ ((weak));

static uint8_t *seen;

static size_t
edges (void)
{
  return (size_t)(__stop___sancov_cntrs - __start___sancov_cntrs);
}

static void
look (void)
{
  const uint8_t *counters = __start___sancov_cntrs;
  for (size_t i = 0, all = edges (); i < all; i++)
    seen[i] |= counters[i];
}

/* Does the edge lie in a file whose name starts, behind its folders' folder, as one of `sources` does? */
static bool
is_of_reader (size_t edge)
{
  char file[400] = "";
  union
  {
    uintptr_t number;
    void *place;
  } pc = { __start___sancov_pcs[2 * edge] };
  /* The address of a call's return belongs to the call. */
  __sanitizer_symbolize_pc (pc.place, "%s", file, sizeof file);
  for (const char *source = target->sources; *source;)
    {
      size_t length = strcspn (source, " ");
      char *start = hb_copy_bytes (source, length), *at = strstr (file, start);
      bool found = at && at > file && at[-1] == '/';
      hb_free (start);
      if (found)
        return true;
      source += length + (source[length] == ' ');
    }
  return false;
}

static void
report (void)
{
  fprintf (stderr, "%s: %llu executions, %llu read to their end (%.0f %%)\n", target->name,
           (unsigned long long)runs, (unsigned long long)whole,
           runs ? 100.0 * (double)whole / (double)runs : 0.0);
  if (!seen || !__sanitizer_symbolize_pc || !__start___sancov_pcs || !getenv ("HBKIT_FUZZ_EDGES"))
    return;
  size_t all = 0, reached = 0;
  for (size_t i = 0; i < edges (); i++)
    if (is_of_reader (i))
      {
        all++;
        reached += seen[i] != 0;
      }
  fprintf (stderr, "%s: %zu of the %zu edges of %s (%.1f %%)\n", target->name, reached, all,
           target->sources, all ? 100.0 * (double)reached / (double)all : 0.0);
}

/* --- what the fuzzer calls ---------------------------------------------------------------------- */

static void
write_seed (const char *folder, uint64_t seed)
{
  char *path = hb_format ("%s/good-%llu", folder, (unsigned long long)seed),
       *text = target->make (seed);
  FILE *file = fopen (path, "w");
  if (!file || fputs (text, file) < 0 || fclose (file))
    hb_die ("cannot write %s", path);
  hb_free (path);
  hb_free (text);
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  (void)argc;
  (void)argv;
  const char *name = getenv ("HBKIT_FUZZ_ONLY");
  target = name ? fuzz_target_find (name) : NULL;
  if (!target)
    {
      fprintf (stderr, "HBKIT_FUZZ_ONLY names the target, one of:");
      for (size_t i = 0; fuzz_targets[i]; i++)
        fprintf (stderr, " %s", fuzz_targets[i]->name);
      fputc ('\n', stderr);
      exit (2);
    }
  const char *seeds = getenv ("HBKIT_FUZZ_SEEDS");
  for (uint64_t i = 0; seeds && i < 20; i++)
    write_seed (seeds, i);
  if (seeds)
    exit (0);
  const char *dictionary = getenv ("HBKIT_FUZZ_DICTIONARY");
  FILE *file = dictionary ? fopen (dictionary, "w") : NULL;
  for (size_t i = 0; file && i < target->word_count; i++)
    {
      fputc ('"', file);
      for (const char *c = target->words[i]; *c; c++)
        fprintf (file, "\\x%02X", (unsigned char)*c);
      fputs ("\"\n", file);
    }
  if (file)
    {
      fclose (file);
      exit (0);
    }
  if (__start___sancov_cntrs)
    seen = hb_calloc (edges (), 1);
  atexit (report);
  return 0;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char *copy = hb_copy_bytes ((const char *)data, size);
  runs++;
  whole += target->read (copy, size, true);
  hb_free (copy);
  if (seen)
    look ();
  return 0;
}

/* Good texts, made once: making them may ask an engine. */
#define POOL 64

static const char *
some_good (struct hb_rng *rng)
{
  static char *pool[POOL];
  size_t i = (size_t)hb_rng_below (rng, POOL);
  if (!pool[i])
    pool[i] = target->make (i);
  return pool[i];
}

/* Most of the time words, lines and structure, else bytes.  What cannot be read is often left for a good
 * text: most that grows from it cannot be read either. */
size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t most, unsigned seed)
{
  struct hb_rng rng = hb_rng_stream (91, seed);
  if (LLVMFuzzerMutate && hb_rng_below (&rng, 4) == 0)
    return LLVMFuzzerMutate (data, size, most);
  struct text text = { hb_copy_bytes ((const char *)data, size), size };
  const char *other = some_good (&rng);
  if (!size || (hb_rng_below (&rng, 4) && !target->read (text.data, text.size, false)))
    text_splice (&text, 0, text.size, other, strlen (other));
  if (hb_rng_below (&rng, 50))
    fuzz_mutate (target, &rng, &text, other);
  size_t length = text.size < most ? text.size : most;
  if (length)
    memcpy (data, text.data, length);
  hb_free (text.data);
  return length;
}
