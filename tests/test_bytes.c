/* Eight bytes at a time, against loops over the bytes. */
#include "unit.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/rng.h"

#include <ctype.h>

/* Eight bytes, of which half are within two of BYTE. */
static void
random_bytes (struct hb_rng *rng, unsigned char byte, unsigned char bytes[8])
{
  for (int i = 0; i < 8; i++)
    bytes[i] = (unsigned char)(hb_rng_coin (rng) ? byte - 2 + (int)hb_rng_below (rng, 5)
                                                 : (int)hb_rng_below (rng, 256));
}

TEST (between_is_what_a_loop_finds)
{
  struct hb_rng rng = hb_rng_seeded (1);
  for (int i = 0; i < 200000; i++)
    {
      unsigned char least = (unsigned char)hb_rng_below (&rng, 128), bytes[8];
      unsigned char most = (unsigned char)(least + hb_rng_below (&rng, 128u - least));
      random_bytes (&rng, hb_rng_coin (&rng) ? least : most, bytes);
      uint64_t answer = hb_bytes_between (hb_bytes_load ((const char *)bytes), least, most);
      unsigned int first = 8, after = 8;
      for (unsigned int b = 0; b < 8; b++)
        {
          bool in = bytes[b] >= least && bytes[b] <= most;
          assert_int_equal (answer >> 8 * b & 0xff, in ? 0x80 : 0);
          first = in && first == 8 ? b : first;
          after = in ? 7 - b : after;
        }
      if (!answer)
        continue;
      assert_int_equal (hb_bytes_first (answer), first);
      assert_int_equal (hb_bytes_after (answer), after);
    }
}

TEST (tails_and_numbers_are_those_of_loops)
{
  struct hb_rng rng = hb_rng_seeded (2);
  for (int i = 0; i < 200000; i++)
    {
      char text[20];
      size_t length = hb_rng_below (&rng, sizeof text + 1);
      for (size_t j = 0; j < length; j++)
        text[j] = (char)(hb_rng_below (&rng, 4) ? '0' + (int)hb_rng_below (&rng, 10)
                                                : (int)hb_rng_below (&rng, 256));
      /* Its own block, so that a look beyond it is noticed. */
      char *copy = hb_copy_bytes (text, length);
      uint64_t tail = hb_bytes_tail (copy, length);
      hb_free (copy);
      for (size_t j = 1; j <= 8; j++)
        assert_int_equal (tail >> 8 * (8 - j) & 0xff,
                          j <= length ? (unsigned char)text[length - j] : 0);
      unsigned int digits = 0;
      while (digits < 8 && digits < length && isdigit ((unsigned char)text[length - digits - 1]))
        digits++;
      assert_int_equal (hb_bytes_digits (tail), digits);
      for (unsigned int d = 1; d <= digits; d++)
        {
          unsigned long number = 0;
          for (unsigned int j = d; j; j--)
            number = 10 * number + (unsigned long)(text[length - j] - '0');
          assert_int_equal (hb_bytes_number (tail, d), number);
        }
    }
}

/* All bytes at all places, among letters. */
TEST (bytes_of_names_are_those_of_the_format)
{
  static const char others[] = "._:~-";
  for (int byte = 0; byte < 256; byte++)
    {
      bool legal = byte < 128 && (isalnum (byte) || (byte && strchr (others, byte)));
      assert_int_equal (hb_is_name_byte ((char)byte), legal);
      for (size_t length = 1; length < 20; length++)
        for (size_t at = 0; at < length; at++)
          {
            char text[20];
            memset (text, 'a', length);
            text[at] = (char)byte;
            assert_int_equal (hb_name_span (text, length), legal ? length : at);
          }
    }
  assert_int_equal (hb_name_span ("", 0), 0);
}
