/* Lines of words: what blanks are, which words are numbers, how an error shows a word. */
#include "unit.h"

#include "base/line.h"
#include "small_traces.h"

/* The only line of TEXT, and no word of it yet. */
static struct hb_line
line_of (const char *text, hb_diag *diag)
{
  struct hb_line line
      = { .input = hb_input_of_bytes ("t", text, strlen (text), diag), .diag = diag };
  assert_true (hb_line_take (&line));
  return line;
}

TEST (words_have_blanks_between)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_line line = line_of (" a\tbc\r\v\fd ", diag);
  static const char *const words[] = { "a", "bc", "d" };
  static const size_t starts[] = { 1, 3, 8 };
  for (int i = 0; i < 3; i++)
    {
      assert_true (hb_line_next (&line) && hb_line_is (&line, words[i]));
      assert_int_equal (line.start, starts[i]);
    }
  assert_false (hb_line_is (&line, "dd") || hb_line_is (&line, "") || hb_line_is (&line, "x"));
  struct hb_line before = line;
  assert_false (hb_line_next (&line));
  assert_int_equal (line.start, 10);
  assert_true (hb_line_end (&before) && !hb_diag_errors (diag));
  hb_input_close (line.input);
  line = line_of ("a\r\n", diag);
  assert_true (hb_line_next (&line) && !hb_line_next (&line));
  assert_int_equal (line.start, 1);
  hb_input_close (line.input);
  line = line_of ("  b", diag);
  assert_false (hb_line_end (&line));
  char *why = text_of_diag (diag);
  assert_non_null (strstr (why, "t:1:3: error: 'b' where the end of the line was expected"));
  hb_free (why);
  hb_input_close (line.input);
  hb_diag_free (diag);
}

TEST (numbers_are_digits)
{
  static const struct
  {
    const char *word;
    bool is, is_signed; /* a number without sign; with one, that fits */
    uint64_t number;
  } words[] = {
    { "0", true, true, 0 },
    { "0090", true, true, 90 },
    { "-7", false, true, (uint64_t)-7 },
    { "9223372036854775807", true, true, INT64_MAX },
    { "9223372036854775808", true, false, (uint64_t)INT64_MAX + 1 },
    { "-9223372036854775808", false, true, (uint64_t)INT64_MAX + 1 },
    { "-9223372036854775809", false, false, 0 },
    { "18446744073709551610", true, false, UINT64_MAX - 5 },
    { "18446744073709551615", true, false, UINT64_MAX },
    { "18446744073709551616", true, false, UINT64_MAX },
    { "99999999999999999999", true, false, UINT64_MAX },
    { "", false, false, 0 },
    { "-", false, false, 0 },
    { "--1", false, false, 0 },
    { "+1", false, false, 0 },
    { "1-", false, false, 0 },
    { "1/", false, false, 0 },
    { "1:", false, false, 0 },
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    {
      hb_diag *diag = hb_diag_new ();
      struct hb_line line = line_of (*words[i].word ? words[i].word : "\n", diag);
      uint64_t number;
      int64_t value;
      hb_line_next (&line);
      assert_int_equal (hb_line_number (&line, &number), words[i].is);
      assert_true (!words[i].is || number == words[i].number);
      assert_int_equal (hb_line_signed (&line, &value), words[i].is_signed);
      assert_true (!words[i].is_signed || value == (int64_t)words[i].number);
      hb_input_close (line.input);
      hb_diag_free (diag);
    }
}

TEST (words_are_shown)
{
  static const struct
  {
    const char *word, *shown;
  } words[] = { { "!~\x01\x7f\xc3\xa4", "!~????" },
                { "abcdefghijklmnopqrstuvwxyz12", "abcdefghijklmnopqrstuvwxyz12" },
                { "abcdefghijklmnopqrstuvwxyz123", "abcdefghijklmnopqrstuvwxyz12..." },
                { "abcdefghijklmnopqrstuvwxyz1234567890", "abcdefghijklmnopqrstuvwxyz12..." } };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    {
      hb_diag *diag = hb_diag_new ();
      struct hb_line line = line_of (words[i].word, diag);
      hb_line_next (&line);
      assert_string_equal (hb_line_shown (&line).text, words[i].shown);
      hb_input_close (line.input);
      hb_diag_free (diag);
    }
}

TEST (headers_are_two_words)
{
  static const struct
  {
    const char *text, *says; /* "": it is one */
  } files[] = { { "pair 1\n", "" },
                { "\tpair  1\nmore", "" },
                { "", "t: error: expected 'pair 1'" },
                { "\n", "t:1:1: error: expected 'pair 1'" },
                { "pairs 1", "t:1:1: error: expected 'pair 1'" },
                { "pair", "t:1:5: error: expected 'pair 1'" },
                { "pair 2", "t:1:6: error: expected 'pair 1'" },
                { "pair 11", "t:1:6: error: expected 'pair 1'" },
                { "pair 1 2", "t:1:8: error: '2' where the end of the line was expected" } };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_input *input = hb_input_of_bytes ("t", files[i].text, strlen (files[i].text), diag);
      struct hb_line line = { .input = input, .diag = diag };
      assert_int_equal (hb_line_header (&line, "pair"), !*files[i].says);
      char *why = text_of_diag (diag);
      if (!strstr (why, files[i].says) || (!*files[i].says && *why))
        fail_msg ("'%s': %s", files[i].text, why);
      hb_free (why);
      hb_input_close (input);
      hb_diag_free (diag);
    }
}
