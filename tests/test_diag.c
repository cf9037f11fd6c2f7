/* Errors as they are shown: the caret stands under what is wrong, no byte of the input reaches the
 * terminal that it would obey, and a flood of errors ends. */
#include "unit.h"

#include "small_traces.h"

#include "base/plural.h"

static void
expect_print (const hb_diag *diag, const char *expected)
{
  char *text = text_of_diag (diag);
  assert_string_equal (text, expected);
  hb_free (text);
}

static void
add_at (hb_diag *diag, const char *line, size_t column)
{
  struct hb_place place = { "t.edt", 7, column, line, strlen (line) };
  hb_error (diag, &place, "wrong");
}

TEST (caret_stands_under_the_fault)
{
  hb_diag *diag = hb_diag_new ();
  add_at (diag, "\tread x b", 9);
  add_at (diag, "\xc3\xa4\x01 x", 4);
  add_at (diag, "ends too early", 15);
  expect_print (diag, "t.edt:7:9: error: wrong\n"
                      "     7 |  read x b\n"
                      "       |         ^\n"
                      "t.edt:7:4: error: wrong\n"
                      "     7 | ?"
                      "?"
                      "? x\n"
                      "       |    ^\n"
                      "t.edt:7:15: error: wrong\n"
                      "     7 | ends too early\n"
                      "       |               ^\n");
  hb_diag_free (diag);
}

TEST (long_lines_are_cut)
{
  char *line = hb_calloc (100001, 1);
  memset (line, 'a', 100000);
  line[50000] = '!';
  hb_diag *diag = hb_diag_new ();
  add_at (diag, line, 50001);
  char *text = text_of_diag (diag), *fault = strchr (text, '!'), *caret = strchr (text, '^');
  assert_true (strlen (text) < 500);
  assert_non_null (fault);
  assert_non_null (caret);
  /* The same column: as far from the starts of their lines. */
  ptrdiff_t from = strchr (text, '\n') + 1 - text;
  ptrdiff_t next = strchr (text + from, '\n') + 1 - text;
  assert_int_equal (fault - text - from, caret - text - next);
  hb_free (text);
  hb_free (line);
  hb_diag_free (diag);
}

TEST (texts_are_harmless)
{
  hb_diag *diag = hb_diag_new ();
  hb_error (diag, NULL, "no event '%s'", "\033[31mred\x7f\r");
  struct hb_place place = { .file = "-" };
  hb_warning (diag, &place, "strange");
  expect_print (diag, "hbkit: error: no event '?[31mred?"
                      "?'\n<stdin>: warning: strange\n");
  hb_diag_free (diag);
}

TEST (entries_come_one_by_one)
{
  hb_diag *diag = hb_diag_new ();
  assert_int_equal (hb_diag_kept (diag), 0);
  assert_null (hb_diag_first (diag));
  hb_warning (diag, NULL, "first");
  add_at (diag, "x", 1);
  bool is_error = true;
  struct hb_place place;
  assert_int_equal (hb_diag_kept (diag), 2);
  assert_string_equal (hb_diag_entry (diag, 0, &is_error, &place), "first");
  assert_false (is_error);
  assert_null (place.file);
  assert_string_equal (hb_diag_entry (diag, 1, &is_error, &place), "wrong");
  assert_true (is_error);
  assert_string_equal (place.file, "t.edt");
  assert_int_equal (place.line, 7);
  assert_int_equal (place.column, 1);
  assert_string_equal (hb_diag_first (diag), "wrong");
  hb_diag_clear (diag);
  assert_int_equal (hb_diag_kept (diag), 0);
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_diag_free (diag);
}

/* A mistake of hbkit's own asks to be reported, and is told from other errors by more than its words. */
TEST (mistakes_are_known)
{
  hb_diag *diag = hb_diag_new ();
  hb_error (diag, NULL, "some word: please report this");
  assert_false (hb_diag_has_mistake (diag));
  struct hb_place place = { .file = "t.edt", .line = 7, .column = 2 };
  hb_mistake (diag, &place, "%d and %s", 1, "two");
  assert_true (hb_diag_has_mistake (diag));
  assert_int_equal (hb_diag_errors (diag), 2);
  expect_print (diag, "hbkit: error: some word: please report this\n"
                      "t.edt:7:2: error: 1 and two: please report this\n");
  hb_diag_clear (diag);
  assert_false (hb_diag_has_mistake (diag));
  hb_diag_free (diag);
}

TEST (floods_end)
{
  hb_diag *diag = hb_diag_new ();
  for (int i = 0; i < 100; i++)
    {
      assert_int_equal (hb_diag_full (diag), i >= HB_MOST_ERRORS);
      hb_error (diag, NULL, "error %d", i);
    }
  assert_int_equal (hb_diag_errors (diag), 100);
  assert_int_equal (hb_diag_kept (diag), HB_MOST_ERRORS);
  char *text = text_of_diag (diag);
  assert_non_null (strstr (text, "error 19\n"));
  assert_null (strstr (text, "error 20\n"));
  assert_non_null (strstr (text, "80 further errors not shown\n"));
  hb_free (text);
  hb_diag_free (diag);
}

TEST (nouns_agree_with_their_numbers)
{
  const char *one = hb_many (1, "further error"), *none = hb_many (0, "query"),
             *many = hb_many (12, "day");
  assert_string_equal (one, "1 further error");
  assert_string_equal (none, "0 queries");
  assert_string_equal (many, "12 days");
  assert_string_equal (hb_many (1, "query"), "1 query");
  static const char *const phrases[][2] = {
    { "claims", "1 claim" },
    { "vertices", "1 vertex" },
    { "minimal differences", "1 minimal difference" },
    { "families checked", "1 family checked" },
    { "misses found by uniform samples", "1 miss found by uniform samples" },
    { "trees, d = 3", "1 tree, d = 3" },
    { "pairs of versions", "1 pair of versions" },
    { "with queues", "1 with queues" },
    { "of them refuted by rules", "1 of them refuted by rules" },
    { "on which it errs", "1 on which it errs" },
    { "events", "1 event" },
    { "less than all", "1 less than all" },
  };
  for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
    {
      assert_string_equal (hb_of_many (1, phrases[i][0]), phrases[i][1]);
      assert_string_equal (hb_of_many (2, phrases[i][0]) + 2, phrases[i][0]);
    }
}
