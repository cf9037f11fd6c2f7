/* Damaged compressed inputs: whichever bit is turned, whatever is cut off or put behind, the reader says what
 * was written or that it cannot read it; never anything else. */
#include "unit.h"

#include <unistd.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/temporary.h"

static const char *const suffixes[] = { ".gz", ".xz", ".zst" };

/* Words that compress, and some that do not. */
static void
write_content (const char *path, hb_diag *diag)
{
  hb_output *output = hb_output_open (path, diag);
  assert_non_null (output);
  for (unsigned i = 0; i < 40; i++)
    hb_putf (output, "read hV %u\n", i * 2654435761u % 1000);
  assert_true (hb_output_commit (output));
}

static size_t
read_bytes (const char *path, char *bytes, size_t room)
{
  FILE *file = fopen (path, "rb");
  assert_non_null (file);
  size_t size = fread (bytes, 1, room, file);
  fclose (file);
  assert_true (size && size < room);
  return size;
}

static void
write_bytes (const char *path, const char *bytes, size_t size)
{
  FILE *file = fopen (path, "wb");
  assert_non_null (file);
  assert_int_equal (fwrite (bytes, 1, size, file), size);
  fclose (file);
}

/* The content as one text, or NULL if it cannot be read; of plain files as well.  New. */
static char *
content_of (const char *path)
{
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_open (path, diag);
  char *text = hb_copy_text ("");
  const char *line;
  size_t length;
  while (input && hb_input_line (input, &line, &length))
    {
      char *longer = hb_format ("%s%.*s\n", text, (int)length, line);
      hb_free (text);
      text = longer;
    }
  if (!input || hb_input_failed (input))
    {
      assert_true (hb_diag_errors (diag) > 0);
      hb_free (text);
      text = NULL;
    }
  hb_input_close (input);
  hb_diag_free (diag);
  return text;
}

/* What stands at PATH: PLAIN, or cannot be read.  True in the first case.  Without its magic number a file is
 * another plain one, which is nobody's fault. */
static bool
is_plain_or_refused (const char *path, const char *plain)
{
  char *text = content_of (path);
  if (text)
    assert_string_equal (text, plain);
  bool same = text;
  hb_free (text);
  return same;
}

static void
try_suffix (const char *suffix)
{
  char bytes[4096], damaged[8192];
  hb_diag *diag = hb_diag_new ();
  char *base = hb_temporary_file ("unpack", diag), *path = hb_format ("%s%s", base, suffix);
  write_content (path, diag);
  size_t size = read_bytes (path, bytes, sizeof bytes), accepted = 0;
  char *plain = content_of (path);
  assert_non_null (plain);
  for (size_t bit = 0; bit < 8 * size; bit++)
    {
      memcpy (damaged, bytes, size);
      damaged[bit / 8] ^= (char)(1 << bit % 8);
      write_bytes (path, damaged, size);
      if (bit / 8 >= (*suffix == '.' && suffix[1] == 'g' ? 2 : suffix[1] == 'x' ? 5 : 4))
        accepted += is_plain_or_refused (path, plain);
    }
  /* Times, names, the system: nothing of the content. */
  assert_true (accepted <= 80);
  for (size_t cut = 6; cut < size; cut++)
    {
      write_bytes (path, bytes, cut);
      assert_false (is_plain_or_refused (path, plain));
    }
  /* Two of them are one after the other; what is none, behind one, is refused. */
  memcpy (damaged, bytes, size);
  memcpy (damaged + size, bytes, size);
  write_bytes (path, damaged, 2 * size);
  char *twice = hb_format ("%s%s", plain, plain);
  assert_true (is_plain_or_refused (path, twice));
  memcpy (damaged + size, "abcdefgh", 8);
  write_bytes (path, damaged, size + 8);
  assert_false (is_plain_or_refused (path, plain));
  hb_free (twice);
  hb_free (plain);
  unlink (path);
  unlink (base);
  hb_free (path);
  hb_free (base);
  hb_diag_free (diag);
}

TEST (test_gz) { try_suffix (suffixes[0]); }

TEST (test_xz) { try_suffix (suffixes[1]); }

TEST (test_zst) { try_suffix (suffixes[2]); }
