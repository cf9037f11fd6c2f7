/* Fuzzing what stands before all readers: files, compressed or not, taken apart into lines. */
#include "targets.h"

#include "base/buffer.h"
#include "base/input.h"

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static const char *const words[] = { "\x1f\x8b\x08",
                                     "\xfd"
                                     "7zXZ",
                                     "\x28\xb5\x2f\xfd",
                                     "\n",
                                     "\r\n",
                                     "\xff",
                                     "\x01",
                                     "a",
                                     "YZ" };

/* Lines, as they are or compressed. */
static char *
make_text (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (61, seed);
  hb_buffer text = VEC_EMPTY;
  for (uint64_t left = hb_rng_below (&rng, 20); left; left--)
    hb_buffer_add (&text, "line %llu%s\n", (unsigned long long)hb_rng_below (&rng, 1000),
                   hb_rng_coin (&rng) ? " and more of it" : "");
  return hb_buffer_take (&text);
}

/* TEXT under a name with this suffix, read back as bytes of the file: what hb_output makes. */
static struct text
packed (const char *data, size_t size, const char *suffix)
{
  char *name = hb_format ("%s%s", fuzz_file ("", 0), suffix);
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open (name, diag);
  if (!output)
    hb_die ("%s", hb_diag_first (diag));
  hb_put_bytes (output, data, size);
  if (!hb_output_commit (output))
    hb_die ("%s", hb_diag_first (diag));
  FILE *file = fopen (name, "rb");
  struct text text = { hb_calloc (size + 1000, 1), 0 };
  if (!file)
    hb_die ("cannot read %s", name);
  text.size = fread (text.data, 1, size + 1000, file);
  fclose (file);
  unlink (name);
  hb_free (name);
  hb_diag_free (diag);
  return text;
}

/* The lines of the file with these bytes, each with a line feed; false after an error. */
static bool
read_lines (const char *data, size_t size, struct text *lines)
{
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_open (fuzz_file (data, size), diag);
  hb_buffer text = VEC_EMPTY;
  const char *line;
  size_t length;
  while (input && hb_input_line (input, &line, &length) && text.size < 1 << 24)
    {
      vec_reserve (text, text.size + length + 2);
      if (length)
        memcpy (text.data + text.size, line, length);
      text.size += length;
      text.data[text.size++] = '\n';
    }
  bool whole = input && !hb_input_failed (input);
  fuzz_either (whole, diag);
  hb_input_close (input);
  hb_diag_free (diag);
  lines->size = text.size;
  lines->data = hb_buffer_take (&text);
  return whole;
}

/* What was read, compressed in any way, is read as the same. */
static bool
try_packed (const char *data, size_t size, bool checked)
{
  static const char *const suffixes[] = { ".gz", ".xz", ".zst" };
  struct text lines;
  bool whole = read_lines (data, size, &lines);
  uint64_t choice = fuzz_hash (data, size);
  if (whole && checked && choice % 8 == 0 && lines.size < 100000)
    {
      struct text small = packed (lines.data, lines.size, suffixes[choice / 8 % 3]), again;
      if (!read_lines (small.data, small.size, &again) || again.size != lines.size
          || memcmp (again.data, lines.data, lines.size) != 0)
        hb_die ("%zu bytes compressed and read again are %zu, or others", lines.size, again.size);
      hb_free (small.data);
      hb_free (again.data);
    }
  hb_free (lines.data);
  return whole;
}

/* Compresses it. */
static bool
mutate (struct hb_rng *rng, struct text *text)
{
  static const char *const suffixes[] = { ".gz", ".xz", ".zst" };
  struct text small = packed (text->data, text->size, suffixes[hb_rng_below (rng, 3)]);
  text_splice (text, 0, text->size, small.data, small.size);
  hb_free (small.data);
  return true;
}

const struct fuzz_target fuzz_packed = { .name = "packed",
                                         .sources = "base/input",
                                         FUZZ_WORDS (words),
                                         .make = make_text,
                                         .read = try_packed,
                                         .mutate = mutate,
                                         .rounds = 300,
                                         .fresh = 8,
                                         .least = 1,
                                         .most = 3,
                                         .least_good = 33,
                                         .most_good = 100 };
