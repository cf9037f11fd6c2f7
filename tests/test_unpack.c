/* Damaged compressed inputs: whichever bit is turned, whatever is cut off or put behind, the reader says what
 * was written or that it cannot read it; never anything else. */
#include "unit.h"

#include <unistd.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/temporary.h"
#include "base/unpack.h"
#include "base/vec.h"

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

/* --- the decompressor alone, whatever comes in and goes out at once --- */

/* Bytes that come SHARE at a time; from FAILS on there are none. */
struct source
{
  const char *bytes;
  size_t size, at, share, fails;
};

static size_t
feed (void *context, char *data, size_t size, bool *failed)
{
  struct source *s = context;
  size_t left = s->size - s->at, got = size < s->share ? size : s->share;
  if (s->at >= s->fails)
    {
      *failed = true;
      return 0;
    }
  got = got < left ? got : left;
  memcpy (data, s->bytes + s->at, got);
  s->at += got;
  return got;
}

/* What comes out, ROOM at a time, SHARE coming in at a time; or behind '!' the error.  New. */
static char *
unpacked (struct source s, size_t share, size_t room)
{
  char *first = hb_calloc (64, 1), *piece = hb_calloc (room + 1, 1);
  bool failed = false;
  s.share = 6; /* what tells the format */
  size_t start = feed (&s, first, 64, &failed), got;
  s.share = share;
  assert_true (hb_unpack_knows (first, start));
  hb_unpack *u = hb_unpack_new (first, start, 64, feed, &s, true);
  VEC (char) text = VEC_EMPTY;
  while ((got = hb_unpack_read (u, piece, room)))
    {
      assert_true (got <= room && !piece[room]);
      for (size_t i = 0; i < got; i++)
        vec_push (text, piece[i]);
    }
  assert_int_equal (hb_unpack_read (u, piece, room), 0);
  vec_push (text, '\0');
  char *told
      = hb_unpack_error (u) ? hb_format ("!%s", hb_unpack_error (u)) : hb_copy_text (text.data);
  if (!hb_unpack_error (u))
    assert_int_equal (strlen (told) + 1, text.size);
  vec_free (text);
  hb_free (piece);
  hb_unpack_free (u);
  return told;
}

static void
expect_unpacked (const char *bytes, size_t size, size_t fails, const char *as)
{
  static const size_t shares[][2]
      = { { 1, 1 }, { 1, 4096 }, { 64, 1 }, { 7, 11 }, { 64, 64 }, { 3, 4096 } };
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
    {
      struct source s = { bytes, size, 0, 0, fails };
      char *told = unpacked (s, shares[i][0], shares[i][1]);
      assert_string_equal (told, as);
      hb_free (told);
    }
}

/* The content packed as SUFFIX says. */
static size_t
pack (const char *suffix, char *bytes, size_t room, char **plain)
{
  hb_diag *diag = hb_diag_new ();
  char *base = hb_temporary_file ("unpack", diag), *path = hb_format ("%s%s", base, suffix);
  write_content (path, diag);
  size_t size = read_bytes (path, bytes, room);
  *plain = content_of (path);
  unlink (path);
  unlink (base);
  hb_free (path);
  hb_free (base);
  hb_diag_free (diag);
  return size;
}

TEST (pieces)
{
  static const char *const behind[]
      = { "!something stands behind the compressed data", "!the compressed data are damaged",
          "!Unknown frame descriptor" },
      *const cut[] = { "!the compressed data are cut off", "!the compressed data are cut off",
                       "!the compressed data are cut off" };
  for (size_t i = 0; i < 3; i++)
    {
      char bytes[8192], *plain;
      size_t size = pack (suffixes[i], bytes, 4096, &plain);
      expect_unpacked (bytes, size, SIZE_MAX, plain);
      expect_unpacked (bytes, size - 1, SIZE_MAX, cut[i]);
      expect_unpacked (bytes, size / 2, SIZE_MAX, cut[i]);
      expect_unpacked (bytes, size, size / 2, "!");
      expect_unpacked (bytes, size, size, "!");
      memcpy (bytes + size, bytes, size);
      char *twice = hb_format ("%s%s", plain, plain);
      expect_unpacked (bytes, 2 * size, SIZE_MAX, twice);
      expect_unpacked (bytes, 2 * size - 1, SIZE_MAX, cut[i]);
      expect_unpacked (bytes, 2 * size, size + size / 2, "!");
      memcpy (bytes + size, "abcdefghijklmnop", 16);
      expect_unpacked (bytes, size + 16, SIZE_MAX, behind[i]);
      hb_free (twice);
      hb_free (plain);
    }
}

/* Zeros behind a member end the file. */
TEST (zeros_behind_gzip)
{
  char bytes[8192] = { 0 }, *plain;
  size_t size = pack (".gz", bytes, 4096, &plain);
  expect_unpacked (bytes, size + 1, SIZE_MAX, plain);
  expect_unpacked (bytes, size + 512, SIZE_MAX, plain);
  expect_unpacked (bytes, size + 512, size + 100, "!");
  memcpy (bytes + size + 1, bytes, size);
  expect_unpacked (bytes, 2 * size + 1, SIZE_MAX, "!something stands behind the compressed data");
  hb_free (plain);
}

static void
put_crc (char *at, const char *bytes, size_t size)
{
  uint32_t crc = UINT32_MAX;
  for (size_t i = 0; i < size; i++)
    {
      crc ^= (unsigned char)bytes[i];
      for (int k = 0; k < 8; k++)
        crc = crc >> 1 ^ (crc & 1 ? UINT32_C (0xedb88320) : 0);
    }
  for (int i = 0; i < 4; i++)
    at[i] = (char)(~crc >> 8 * i & 255);
}

/* A check sum of another kind, a dictionary that is too large, what is damaged. */
TEST (xz_that_is_refused)
{
  char bytes[4096], changed[4096], *plain;
  size_t size = pack (".xz", bytes, sizeof bytes, &plain);
  memcpy (changed, bytes, size);
  changed[7] = 2;
  put_crc (changed + 8, changed + 6, 2);
  expect_unpacked (changed, size, SIZE_MAX,
                   "!its check sum is of an unknown kind, so its content cannot be verified");
  memcpy (changed, bytes, size);
  size_t header = 4 * ((size_t)(unsigned char)bytes[12] + 1);
  assert_true (bytes[13] == 0 && bytes[14] == 0x21 && bytes[15] == 1);
  changed[16] = 37;
  put_crc (changed + 12 + header - 4, changed + 12, header - 4);
  expect_unpacked (changed, size, SIZE_MAX,
                   "!decompressing it would take more than 256 MB of memory");
  memcpy (changed, bytes, size);
  changed[5] = 1;
  expect_unpacked (changed, size, SIZE_MAX, "!the compressed data are damaged");
  memcpy (changed, bytes, size);
  changed[12 + header + 8] ^= 1;
  expect_unpacked (changed, size, SIZE_MAX, "!the compressed data are damaged");
  hb_free (plain);
}

TEST (formats_are_known)
{
  static const struct
  {
    const char *magic;
    size_t size;
  } formats[] = { { "\x1f\x8b", 2 },
                  { "\xfd"
                    "7zXZ",
                    5 },
                  { "\x28\xb5\x2f\xfd", 4 } };
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    for (size_t size = 0; size <= formats[i].size; size++)
      assert_int_equal (hb_unpack_knows (formats[i].magic, size), size == formats[i].size);
}

/* --- files --- */

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

/* A file that grows a thousand times and is large is refused, unless its size is limited anyway. */
TEST (what_grows_too_much)
{
  static char block[65536];
  hb_diag *diag = hb_diag_new ();
  char *base = hb_temporary_file ("unpack", diag), *path = hb_format ("%s.zst", base);
  for (size_t more = 0; more < 3; more++)
    {
      hb_output *output = hb_output_open (path, diag);
      if (more == 2)
        for (uint32_t i = 0, word = 1; i < 70000; i++, word = word * 1664525 + 1013904223)
          hb_put_bytes (output, (const char *)&word + 3, 1);
      for (size_t i = 0; i < HB_UNPACK_INNOCENT / sizeof block; i++)
        hb_put_bytes (output, block, sizeof block);
      hb_put_bytes (output, block, more == 1);
      assert_true (hb_output_commit (output));
      VEC (char) bytes = VEC_EMPTY;
      vec_reserve (bytes, 131072);
      bytes.size = read_bytes (path, bytes.data, 131072);
      for (int ratio = 0; ratio < 2; ratio++)
        {
          struct source s = { bytes.data, bytes.size, 0, 64, SIZE_MAX };
          char *first = hb_calloc (64, 1);
          bool failed = false;
          size_t start = feed (&s, first, 64, &failed), got;
          hb_unpack *u = hb_unpack_new (first, start, 64, feed, &s, ratio);
          uint64_t all = 0;
          while ((got = hb_unpack_read (u, block, sizeof block)))
            all += got;
          memset (block, 0, sizeof block);
          if (more == 1 && ratio)
            assert_non_null (strstr (hb_unpack_error (u), "more than 1000 times"));
          else
            {
              assert_null (hb_unpack_error (u));
              assert_true (all >= HB_UNPACK_INNOCENT);
            }
          hb_unpack_free (u);
        }
      vec_free (bytes);
    }
  unlink (path);
  unlink (base);
  hb_free (path);
  hb_free (base);
  hb_diag_free (diag);
  hb_unpack_free (NULL);
}

/* The limit itself: a frame that is skipped makes the input as long as is wanted. */
TEST (what_grows_a_thousand_times)
{
  static char block[65536];
  const size_t limit = (HB_UNPACK_INNOCENT + 1) / HB_UNPACK_RATIO;
  hb_diag *diag = hb_diag_new ();
  char *base = hb_temporary_file ("unpack", diag), *path = hb_format ("%s.zst", base);
  hb_output *output = hb_output_open (path, diag);
  for (size_t i = 0; i < HB_UNPACK_INNOCENT / sizeof block; i++)
    hb_put_bytes (output, block, sizeof block);
  hb_put_bytes (output, block, 1);
  assert_true (hb_output_commit (output));
  char *bytes = hb_calloc (131072, 1), *frame = hb_calloc (131072, 1);
  size_t size = read_bytes (path, frame, 131072);
  for (size_t less = 0; less < 2; less++)
    {
      size_t skipped = limit - less - size - 8;
      memset (bytes, 0, 131072);
      memcpy (bytes, "\x50\x2a\x4d\x18", 4);
      for (size_t i = 0; i < 4; i++)
        bytes[4 + i] = (char)(skipped >> 8 * i & 255);
      memcpy (bytes + 8 + skipped, frame, size);
      struct source s = { bytes, limit - less, 0, 131072, SIZE_MAX };
      char *first = hb_calloc (131072, 1);
      bool failed = false;
      size_t start = feed (&s, first, 131072, &failed);
      hb_unpack *u = hb_unpack_new (first, start, 131072, feed, &s, true);
      while (hb_unpack_read (u, block, sizeof block))
        ;
      assert_int_equal (hb_unpack_error (u) != NULL, less);
      hb_unpack_free (u);
    }
  hb_free (bytes);
  hb_free (frame);
  unlink (path);
  unlink (base);
  hb_free (path);
  hb_free (base);
  hb_diag_free (diag);
}
