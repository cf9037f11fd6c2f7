/* Names and their numbers, against a plain list that is searched from front to back. */
#include "unit.h"

#include "base/names.h"
#include "base/rng.h"
#include "base/vec.h"

struct text
{
  char bytes[48];
  size_t length;
};

static bool
is_equal (const struct text *a, const struct text *b)
{
  return a->length == b->length && !memcmp (a->bytes, b->bytes, a->length);
}

/* Few letters and all lengths from 0 on: many repetitions, many with a common front. */
static struct text
random_text (struct hb_rng *rng)
{
  struct text text = { "", hb_rng_below (rng, 4) ? hb_rng_below (rng, 6) : hb_rng_below (rng, 48) };
  for (size_t i = 0; i < text.length; i++)
    text.bytes[i] = hb_rng_below (rng, 8) ? 'a' : (char)('a' + hb_rng_below (rng, 3));
  return text;
}

/* Names that end in numbers: zeros in front, dense and far apart, more digits than a number has. */
static struct text
random_numbered (struct hb_rng *rng)
{
  static const char *const fronts[]
      = { "m", "", "a0", "0", "x.1-", "m.", "7a00", "~", "one.message.", "two.message." };
  struct text text = { "", 0 };
  const char *front = fronts[hb_rng_below (rng, sizeof fronts / sizeof *fronts)];
  unsigned long long number = hb_rng_below (rng, hb_rng_below (rng, 3) ? 300 : 10000000000);
  if (hb_rng_below (rng, 20) == 0)
    number = 65536 + hb_rng_below (rng, 100000);
  int length = sprintf (text.bytes, hb_rng_below (rng, 8) ? "%s%llu" : "%s%04llu", front, number);
  text.length = (size_t)length;
  return text;
}

static void agree_with_a_list (struct text (*random_name) (struct hb_rng *))
{
  struct hb_rng rng = hb_rng_seeded (1);
  hb_names *names = hb_names_new ();
  VEC (struct text) list = VEC_EMPTY;
  for (int i = 0; i < 6000; i++)
    {
      struct text text = random_name (&rng);
      hb_id expected = 0;
      while (expected < list.size && !is_equal (&list.data[expected], &text))
        expected++;
      bool known = expected < list.size;
      hb_names_fetch (names, text.bytes, text.length);
      assert_int_equal (hb_names_find (names, text.bytes, text.length), known ? expected : HB_NONE);
      assert_int_equal (hb_names_count (names), list.size);
      if (!known && hb_rng_coin (&rng))
        continue;
      assert_int_equal (hb_names_intern (names, text.bytes, text.length), expected);
      if (!known)
        vec_push (list, text);
    }
  assert_true (list.size > 400);
  for (hb_id id = 0; id < list.size; id++)
    {
      assert_int_equal (hb_names_length (names, id), list.data[id].length);
      assert_memory_equal (hb_names_text (names, id), list.data[id].bytes, list.data[id].length);
      assert_int_equal (hb_names_text (names, id)[list.data[id].length], 0);
    }
  vec_free (list);
  hb_names_free (names);
}

/* Looked up in the order in which they came, with jumps and strangers between. */
TEST (order_does_not_matter)
{
  hb_names *names = hb_names_new ();
  char text[32];
  const unsigned count = 50000;
  for (unsigned i = 0; i < count; i++)
    assert_int_equal (hb_names_intern (names, text, (size_t)sprintf (text, "message.%u", i)), i);
  for (unsigned i = 0; i < count; i++)
    {
      unsigned at = i % 1000 == 999 ? count - 1 - i : i;
      assert_int_equal (hb_names_intern (names, text, (size_t)sprintf (text, "message.%u", at)),
                        at);
      if (i % 777 == 0)
        assert_int_equal (
            hb_names_find (names, text, (size_t)sprintf (text, "message.%u", i + count)), HB_NONE);
    }
  assert_int_equal (hb_names_count (names), count);
  assert_int_equal (hb_names_intern (names, "message.1", 8), count);
  assert_string_equal (hb_names_text (names, count), "message.");
  hb_names_free (names);
}

TEST (numbers_agree_with_a_list)
{
  agree_with_a_list (random_text);
  agree_with_a_list (random_numbered);
}

/* More fronts than there are arrays for, and numbers that come from far away first. */
TEST (many_fronts_and_far_numbers)
{
  hb_names *names = hb_names_new ();
  char text[32];
  const unsigned fronts = 9000, far = 200000;
  for (unsigned i = 0; i < fronts; i++)
    assert_int_equal (hb_names_intern (names, text, (size_t)sprintf (text, "x%u.%u", i, i % 3)), i);
  for (unsigned i = 0; i < far; i++)
    {
      unsigned number = (unsigned)((i * UINT64_C (7919)) % far);
      size_t length = (size_t)sprintf (text, "m%u", 5 * number);
      assert_int_equal (hb_names_find (names, text, length), HB_NONE);
      assert_int_equal (hb_names_intern (names, text, length), fronts + i);
    }
  for (unsigned i = 0; i < fronts; i++)
    assert_int_equal (hb_names_intern (names, text, (size_t)sprintf (text, "x%u.%u", i, i % 3)), i);
  for (unsigned i = 0; i < far; i++)
    {
      unsigned number = (unsigned)((i * UINT64_C (7919)) % far);
      size_t length = (size_t)sprintf (text, "m%u", 5 * number);
      assert_int_equal (hb_names_find (names, text, length), fronts + i);
      assert_int_equal (hb_names_intern (names, text, length), fronts + i);
      assert_string_equal (hb_names_text (names, fronts + i), text);
      assert_int_equal (hb_names_find (names, text, (size_t)sprintf (text, "m%u", 5 * number + 1)),
                        HB_NONE);
    }
  hb_names_free (names);
}

TEST (zero_bytes_are_bytes)
{
  hb_names *names = hb_names_new ();
  assert_int_equal (hb_names_intern (names, "a", 1), 0);
  assert_int_equal (hb_names_intern (names, "a\0b", 3), 1);
  assert_int_equal (hb_names_intern (names, "a\0", 2), 2);
  assert_int_equal (hb_names_intern (names, "", 0), 3);
  assert_int_equal (hb_names_find (names, "a\0b", 3), 1);
  assert_int_equal (hb_names_find (names, "a\0c", 3), HB_NONE);
  hb_names_free (names);
}

TEST (names_are_told_from_other_words)
{
  assert_true (hb_name_is_legal ("aZ09._:~-x", 10));
  assert_true (hb_name_is_legal (":x", 2));
  assert_false (hb_name_is_legal ("", 0));
  assert_false (hb_name_is_legal ("x:", 2));
  assert_false (hb_name_is_legal ("a@b", 3));
  assert_false (hb_name_is_legal ("a\0b", 3));
  assert_false (hb_name_is_legal ("\xc3\xa4", 2));
  assert_int_equal (hb_name_span ("ab@c", 4), 2);
  assert_true (hb_value_is_legal ("\"\xc3\xa4@", 4));
  assert_false (hb_value_is_legal ("", 0));
  assert_false (hb_value_is_legal ("a b", 3));
  assert_false (hb_value_is_legal ("a#b", 3));
  assert_false (hb_value_is_legal ("\033[1m", 4));
  assert_false (hb_value_is_legal ("\x7f", 1));
}
