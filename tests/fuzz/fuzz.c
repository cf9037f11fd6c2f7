/* See fuzz.h. */
#include "unit.h"

#include <unistd.h>

#include "fuzz.h"
#include "small_traces.h"

const struct fuzz_target *
fuzz_target_find (const char *name)
{
  for (size_t i = 0; fuzz_targets[i]; i++)
    if (!strcmp (fuzz_targets[i]->name, name))
      return fuzz_targets[i];
  return NULL;
}

void
fuzz_mutate (const struct fuzz_target *target, struct hb_rng *rng, struct text *text,
             const char *other)
{
  unsigned patience = hb_rng_below (rng, 4) ? 12 : 1;
  struct text kept = { hb_copy_bytes (text->data, text->size), text->size };
  while (patience--)
    {
      for (uint64_t times = 1 + hb_rng_below (rng, 3); times; times--)
        if (!target->mutate || !hb_rng_below (rng, 3) || !target->mutate (rng, text))
          text_damage (rng, text, other, target->words, target->word_count);
      if (!patience || target->read (text->data, text->size, false))
        break;
      hb_free (text->data);
      *text = (struct text){ hb_copy_bytes (kept.data, kept.size), kept.size };
    }
  hb_free (kept.data);
}

/* --- for targets -------------------------------------------------------------------------------- */

const char *
fuzz_second_part (const char *data, size_t size, size_t *first)
{
  for (size_t at = 0; at + 3 <= size; at++)
    if ((!at || data[at - 1] == '\n') && !memcmp (data + at, "%%\n", 3))
      {
        *first = at;
        return data + at + 3;
      }
  *first = size;
  return NULL;
}

char *
fuzz_two_parts (const char *first, const char *second)
{
  return hb_format ("%s%%%%\n%s", first, second);
}

#define FILES 2
static char *paths[FILES];
static int files[FILES];

static void
remove_files (void)
{
  for (int i = 0; i < FILES; i++)
    if (paths[i])
      {
        unlink (paths[i]);
        hb_free (paths[i]);
      }
}

const char *
fuzz_file_at (int i, const char *data, size_t size)
{
  if (!paths[i])
    {
      if (!paths[!i])
        atexit (remove_files);
      paths[i] = scratch_file (&files[i]);
    }
  if (ftruncate (files[i], 0) || pwrite (files[i], data, size, 0) != (ssize_t)size)
    hb_die ("cannot write %s", paths[i]);
  return paths[i];
}

const char *
fuzz_file (const char *data, size_t size)
{
  return fuzz_file_at (0, data, size);
}

void
fuzz_either (bool result, const hb_diag *diag)
{
  if (result == (hb_diag_errors (diag) > 0))
    hb_die ("%s", result ? "a result with errors" : "neither a result nor an error");
  if (!result)
    hb_free (text_of_diag (diag));
}

void
fuzz_same_text (char *written, char *again)
{
  if (strcmp (written, again) != 0)
    hb_die ("what was written is not written again:\n%s\n%s", written, again);
  hb_free (written);
  hb_free (again);
}

char *
fuzz_written (void (*write) (hb_output *output, const void *what), const void *what, size_t *size)
{
  hb_output *output = hb_output_to_memory ();
  size_t length;
  write (output, what);
  char *text = hb_output_text (output, &length);
  if (size)
    *size = length;
  return text;
}

uint64_t
fuzz_hash (const char *data, size_t size)
{
  uint64_t hash = UINT64_C (14695981039346656037);
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ (unsigned char)data[i]) * UINT64_C (1099511628211);
  return hash ^ hash >> 29;
}
