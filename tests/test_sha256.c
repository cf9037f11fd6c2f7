/* SHA-256: the test vectors of FIPS 180-4 and its companion, and pieces of all sizes. */
#include "base/sha256.h"

#include "unit.h"

#include <unistd.h>

TEST (known_digests)
{
  static const struct
  {
    const char *text, *digest;
  } known[] = {
    { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
    { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
    { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
    { "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
      "lmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
  };
  char hex[HB_SHA256_HEX];
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    {
      hb_sha256_text (known[i].text, hex);
      assert_string_equal (hex, known[i].digest);
    }
}

TEST (a_million_letters)
{
  struct hb_sha256 sha = hb_sha256_new ();
  char letters[997], hex[HB_SHA256_HEX];
  size_t left = 1000000;
  memset (letters, 'a', sizeof letters);
  while (left)
    {
      size_t part = left < sizeof letters ? left : sizeof letters;
      hb_sha256_add (&sha, letters, part);
      left -= part;
    }
  hb_sha256_end (&sha, hex);
  assert_string_equal (hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* However a text is cut, its digest is the same. */
TEST (pieces)
{
  char text[200], whole[HB_SHA256_HEX], cut[HB_SHA256_HEX];
  for (size_t i = 0; i < sizeof text; i++)
    text[i] = (char)('a' + i % 26);
  for (size_t size = 0; size <= sizeof text; size++)
    {
      struct hb_sha256 one = hb_sha256_new ();
      hb_sha256_add (&one, text, size);
      hb_sha256_end (&one, whole);
      for (size_t at = 0; at <= size; at += 7)
        {
          struct hb_sha256 two = hb_sha256_new ();
          hb_sha256_add (&two, text, at);
          hb_sha256_add (&two, text + at, size - at);
          hb_sha256_end (&two, cut);
          assert_string_equal (whole, cut);
        }
    }
}

TEST (files)
{
  char name[] = "/tmp/hbkit-sha256-XXXXXX", hex[HB_SHA256_HEX];
  uint64_t size;
  hb_diag *diag = hb_diag_new ();
  int file = mkstemp (name);
  assert_true (file >= 0 && write (file, "abc", 3) == 3);
  close (file);
  assert_true (hb_sha256_file (name, hex, &size, diag));
  assert_string_equal (hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert_int_equal (size, 3);
  unlink (name);
  assert_false (hb_sha256_file (name, hex, &size, diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  hb_diag_free (diag);
}
