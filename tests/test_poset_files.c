/* Files of posets and of families of schedules: what is read from them and written, and each kind of line wrong once. */
#include "unit.h"

#include "gen/hitting/family.h"
#include "poset/file.h"
#include "small_traces.h"
#include "text_changes.h"

static hb_poset *
poset_of (const char *text, struct hb_poset_question *question, hb_diag *diag)
{
  struct hb_poset_question own;
  hb_input *input = hb_input_of_bytes ("p", text, strlen (text), diag);
  hb_poset *poset = hb_poset_read_question (input, question ? question : &own, diag);
  hb_input_close (input);
  return poset;
}

/* --- posets --- */

static const char small[]
    = "poset 1\n# of four\nhit 3 5\ntree r a b\nelement c\norder a d c\nbug r d\nend 5 5\n";

static bool
is_poset (const void *nothing, const char *text, char **why)
{
  (void)nothing;
  hb_diag *diag = hb_diag_new ();
  hb_poset *poset = poset_of (text, NULL, diag);
  assert_true (!poset == (hb_diag_errors (diag) > 0));
  *why = text_of_diag (diag);
  bool is = poset;
  hb_poset_free (poset);
  hb_diag_free (diag);
  return is;
}

#define EXPECT_POSET(TEXT, ...) EXPECT_OF_CHANGES (is_poset, NULL, TEXT, __VA_ARGS__)

TEST (posets_are_read)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_poset_question question;
  hb_poset *poset = poset_of (small, &question, diag);
  static const char names[] = "rabcd", *const before[]
                                       = { "ra", "rb", "rc", "rd", "ad", "ac", "dc" };
  assert_int_equal (poset->count, 5);
  assert_true (question.d == 3 && question.schedules == 5 && question.members == 2);
  assert_true (question.bug[0] == 0 && question.bug[1] == 4);
  size_t pairs = 0;
  for (hb_id x = 0; x < 5; x++)
    {
      assert_int_equal (hb_poset_find (poset, names + x, 1), x);
      for (hb_id y = 0; y < 5; y++)
        pairs += hb_poset_before (poset, x, y);
    }
  for (size_t i = 0; i < sizeof before / sizeof *before; i++)
    assert_true (hb_poset_before (poset, hb_poset_find (poset, before[i], 1),
                                  hb_poset_find (poset, before[i] + 1, 1)));
  assert_int_equal (pairs, sizeof before / sizeof *before);
  hb_poset_free (poset);
  poset = poset_of ("poset 1\nend 0 0\n", &question, diag);
  assert_true (!poset->count && !question.d && !question.members);
  hb_poset_free (poset);
  hb_diag_free (diag);
  EXPECT_POSET (
      small, { "poset 1", "# so\n\npOset 1", "3:1: error: 'pOset' does not open a poset" },
      { "poset 1", "# so\n\n \tposet 1 # one", NULL },
      { "poset 1", "poset 2", "'2' does not open" },
      { "poset 1", "poset", "expected does not open" }, { "poset 1", "poset 1 1", "does not open" },
      { small, "", "p is empty" }, { small, "# nothing\n", "p is empty" },
      { "tree r a b", "tree", "ends too early; expected an element" },
      { "tree r a b", "tree r", "ends too early; expected the elements that follow" },
      { "order a d c", "order", "expected an element" },
      { "order a d c\n", "order a\norder a d c\n", "5 and 6 were read" },
      { "order a d c", "order a d c a", "cycle" },
      { "order a d c", "order a a d c", "'a' stands before itself" },
      { "tree r a b", "tree r r b", "'r' stands before itself" },
      { "tree r a b", "tree r a: b", "4:8: error: 'a:' is no name" },
      { "tree r a b", "tree r* a b", "'r*' is no name" },
      { "order a d c", "order a d c c+", "is no name" },
      { "element c", "element", "expected an element" },
      { "element c", "element c c", "'c' stands behind the end of the item" },
      { "element c", "element c* c", "is no name" },
      { "element c", "elements c", "'elements' is no item of a poset" },
      { "hit 3 5", "hit 1 5", "'1' is no number of members" }, { "hit 3 5", "hit 2 5", NULL },
      { "hit 3 5", "hit 12 5", NULL }, { "hit 3 5", "hit 13 5", "is no number of members" },
      { "hit 3 5", "hit", "is no number of members" },
      { "hit 3 5", "hit x 5", "'x' is no number of members" },
      { "hit 3 5", "hit 3 0", "'0' is no number of schedules" },
      { "hit 3 5", "hit 3", "is no number of schedules" },
      { "hit 3 5", "hit 3 5 5", "'5' stands behind the end" }, { "hit 3 5", "hit 3 1", NULL },
      { "hit 3 5", "hit 3 5\nhit 3 5", "'hit' stands in the file twice" },
      { "hit 3 5", "hit 3 10000000000", NULL }, { "hit 3 5", "hit 3 10000000009", NULL },
      { "hit 3 5", "hit 3 100000000000", "is no number of schedules" },
      { "hit 3 5", "hit 3 /", "'/' is no number" }, { "hit 3 5", "hit 3 9:", "'9:' is no number" },
      { "bug r d", "bug d r", "does not allow the order of the bug's members" },
      { "bug r d", "bug r r", "does not allow" },
      { "bug r d", "bug", "ends too early; expected the members" },
      { "bug r d", "bug r d\nbug r d", "'bug' stands in the file twice" },
      { "bug r d", "bug r d+", "is no name" }, { "bug r d", "bug b", NULL },
      { "bug r d\nend 5", "bug r e\nend 6", NULL },
      { "bug r d\nend 5", "bug r a d c e0 e1 e2 e3 e4 e5 e6 e7\nend 13", NULL },
      { "bug r d\nend 5", "bug r a d c e0 e1 e2 e3 e4 e5 e6 e7 e8\nend 14",
        "'e8' is one member too many" },
      { "end 5 5", "end 4 5",
        "8:1: error: the file says 4 elements and 5 lines, but 5 and 5 were read" },
      { "end 5 5", "end 5 4", "5 elements and 4 lines" }, { "end 5 5", "end 5", "is no number" },
      { "end 5 5", "end 5 5 5", "'5' stands behind the end of the item" },
      { "end 5 5", "end x 5", "'x' is no number" },
      { "end 5 5\n", "", "has no line 'end ELEMENTS LINES'" },
      { "end 5 5\n", "end 5 5\n\n# so\n", NULL },
      { "end 5 5\n", "end 5 5\ntree\n", "9:1: error: 'tree' stands behind the line 'end'" },
      { "a b", "a\tb # both", NULL }, { "a b", "a#b", "the file says 5" });
}

static char *
poset_written (const char *text, bool questioned, const char *comment)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_poset_question question;
  hb_poset *poset = poset_of (text, &question, diag);
  hb_output *output = hb_output_to_memory ();
  size_t length;
  if (questioned)
    hb_poset_write_question (output, poset, &question, comment);
  else
    hb_poset_write (output, poset, comment);
  hb_poset_free (poset);
  hb_diag_free (diag);
  return hb_output_text (output, &length);
}

/* What is written names elements in the order of their numbers, in few lines, and is written so again. */
TEST (posets_are_written)
{
  static const struct
  {
    const char *text, *written;
  } posets[]
      = { { small, "poset 1\nhit 3 5\ntree r a b\nelement c\nelement d\ntree a d\ntree d c\nbug "
                   "r d\nend 5 7\n" },
          { "poset 1\norder a b\norder b c\nend 3 2\n", "poset 1\ntree a b\ntree b c\nend 3 2\n" },
          { "poset 1\nelement b\nelement c\ntree a b c\nend 3 3\n",
            "poset 1\nelement b\nelement c\ntree a b c\nend 3 3\n" },
          { "poset 1\nelement a\nelement b\nend 2 2\n",
            "poset 1\nelement a\nelement b\nend 2 2\n" },
          { "poset 1\ntree a c\nelement b\ntree c d\nend 4 3\n",
            "poset 1\ntree a c\nelement b\nelement d\ntree c d\nend 4 4\n" },
          { "poset 1\nelement a\nelement b\ntree a c\ntree b d\nend 4 4\n",
            "poset 1\nelement a\nelement b\nelement c\ntree a c\ntree b d\nend 4 5\n" },
          { "poset 1\ntree a d\nelement b\ntree b c\nend 4 3\n",
            "poset 1\ntree a d\ntree b c\nend 4 2\n" },
          { "poset 1\ntree a c b\norder b d\norder c d\nend 4 3\n",
            "poset 1\ntree a c b\norder c d\norder b d\nend 4 3\n" },
          { "poset 1\nbug a b\nelement c\nend 3 2\n",
            "poset 1\nelement a\nelement b\nelement c\nbug a b\nend 3 4\n" },
          { "poset 1\nhit 2 7\nend 0 1\n", "poset 1\nhit 2 7\nend 0 1\n" } };
  for (size_t i = 0; i < sizeof posets / sizeof *posets; i++)
    {
      char *once = poset_written (posets[i].text, true, NULL),
           *twice = poset_written (once, true, NULL);
      assert_string_equal (once, posets[i].written);
      assert_string_equal (twice, once);
      hb_free (once);
      hb_free (twice);
    }
  char *text = poset_written ("poset 1\nhit 2 7\nelement a\nend 1 2\n", false, "one\ntwo\n\nfour");
  assert_string_equal (text, "poset 1\n# one\n# two\n# \n# four\nelement a\nend 1 1\n");
  hb_free (text);
}

/* Longer than what is gathered before it goes out; the hash is that of the text without question and comment. */
TEST (large_posets_are_written)
{
  hb_diag *diag = hb_diag_new ();
  hb_id parent[4000];
  char hex[2][HB_SHA256_HEX];
  for (hb_id x = 0; x < 4000; x++)
    parent[x] = x ? (x - 1) / 2 : HB_NONE;
  hb_poset *poset = hb_poset_of_parents (4000, parent);
  hb_output *output = hb_output_to_memory ();
  size_t length;
  hb_poset_write (output, poset, NULL);
  char *text = hb_output_text (output, &length);
  hb_poset *again = poset_of (text, NULL, diag);
  assert_non_null (again);
  assert_true (length > 2 << 14);
  for (hb_id x = 1; x < 4000; x++)
    {
      char name[16];
      snprintf (name, sizeof name, "%u", x);
      hb_id y = hb_poset_find (again, name, strlen (name));
      snprintf (name, sizeof name, "%u", parent[x]);
      assert_int_equal (hb_poset_parent (again, y), hb_poset_find (again, name, strlen (name)));
    }
  struct hb_sha256 sha = hb_sha256_new ();
  hb_sha256_add (&sha, text, length);
  hb_sha256_end (&sha, hex[0]);
  hb_poset_hash (again, hex[1]);
  assert_string_equal (hex[0], hex[1]);
  hb_poset_free (poset);
  hb_poset_free (again);
  hb_free (text);
  hb_diag_free (diag);
}

/* --- families --- */

struct told
{
  const char *poset, *family;
};

static bool
read_family (hb_poset *poset, const char *text, struct hb_family_file *family, hb_diag *diag)
{
  hb_input *input = hb_input_of_bytes ("f", text, strlen (text), diag);
  bool read = hb_family_read (input, poset, family, diag);
  hb_input_close (input);
  return read;
}

static bool
is_family (const void *poset_text, const char *text, char **why)
{
  hb_diag *diag = hb_diag_new ();
  hb_poset *poset = poset_of (poset_text, NULL, diag);
  struct hb_family_file family;
  bool is = read_family (poset, text, &family, diag);
  assert_int_equal (hb_diag_errors (diag), !is);
  hb_family_file_free (&family);
  *why = text_of_diag (diag);
  hb_poset_free (poset);
  hb_diag_free (diag);
  return is;
}

/* A head of the file that belongs to the poset, and REST behind it.  New. */
static char *
family_text (const char *poset_text, const char *rest)
{
  hb_diag *diag = hb_diag_new ();
  hb_poset *poset = poset_of (poset_text, NULL, diag);
  char hex[HB_SHA256_HEX];
  hb_poset_hash (poset, hex);
  hb_poset_free (poset);
  hb_diag_free (diag);
  return hb_format ("schedules 1\nposet %s\n%s", hex, rest);
}

#define TREE "poset 1\ntree root-of-all-others a b\nend 3 1\n"
#define NO_TREE "poset 1\norder a c\norder b c\nend 3 2\n"

TEST (families_are_read)
{
  char *orders
      = family_text (TREE, "order root-of-all-others a b\norder root-of-all-others b a\nend 2\n"),
      *rules = family_text (TREE, "dfs left\ncode 0 1 right\nend 2\n"),
      *none = family_text (NO_TREE, "dfs left\nend 1\n"), *why;
  EXPECT_OF_CHANGES (
      is_family, TREE, orders,
      { "schedules 1", "schedules 1 # so", "1:13: error: expected the end of the line" },
      { "schedules 1", "# so\n\n \tschedules\t1  ", NULL },
      { "schedules 1", "schedules 2", "expected 'schedules 1'" },
      { "schedules 1", "schedules", "expected 'schedules 1'" },
      { "schedules 1", "schedule 1", "expected 'schedules 1'" },
      { "schedules 1\n", "", "expected 'schedules 1'" },
      { "poset ", "posets ", "2:1: error: the schedules are of another poset" },
      { "poset ", "poset 0", "of another poset" }, { "poset ", "poset 1 ", "of another poset" },
      { "\norder", " 1\norder", "expected the end of the line" },
      { "order root-of-all-others a b", "order a root-of-all-others b",
        "3:1: error: a runs before root-of-all-others" },
      { "others a b", "others a", "f:3:1: error: the schedule does not have all elements" },
      { "others a b", "others a b b", "3:30: error: more elements than the poset has" },
      { "others a b", "others a a", "a stands twice in the schedule" },
      { "others a b", "others a d", "3:28: error: the poset has no such element" },
      { "others a b", "others  a\tb ", NULL },
      { "order", "orders", "expected order, dfs, code, bit, boxes or end" },
      { "end 2", "end 3", "another number of schedules" },
      { "end 2", "end 1", "another number of schedules" },
      { "end 2", "end 2 2", "expected the end of the line" },
      { "end 2", "end", "another number of schedules" },
      { "end 2\n", "", "has no line 'end SCHEDULES'" },
      { "end 2\n", "end 2\nend 2\n", "text behind the line 'end'" },
      { "end 2\n", "end 2\n\n # so\n", NULL }, { "end 2\n", "dfs left\nend 3\n", NULL });
  EXPECT_OF_CHANGES (is_family, TREE, rules, { "dfs left", "dfs right", NULL },
                     { "dfs left", "dfs up", "3:1: error: expected order, dfs" },
                     { "code 0 1 right", "code 1 1 right",
                       "names a level, a bit or a schedule that there is not" },
                     { "code 0 1 right", "code 0 3 right", "that there is not" },
                     { "end 2", "order root-of-all-others a b\nend 3", NULL });
  assert_false (is_family (NO_TREE, none, &why));
  assert_non_null (strstr (why, "rules are for forests, and the poset is none"));
  hb_free (why);
  hb_free (orders);
  hb_free (rules);
  hb_free (none);
}

/* FAMILY, behind its head, is written so; if EXPAND, in full; and in bytes. */
static void
expect_family (const char *poset_text, const char *family_lines, bool expand, const char *written,
               const char *bytes, size_t count)
{
  hb_diag *diag = hb_diag_new ();
  hb_poset *poset = poset_of (poset_text, NULL, diag);
  struct hb_family_file family;
  char *text = family_text (poset_text, family_lines), *whole = family_text (poset_text, written);
  assert_true (read_family (poset, text, &family, diag));
  hb_output *output = hb_output_to_memory (), *binary = hb_output_to_memory ();
  size_t length;
  hb_family_write (output, poset, &family, expand, NULL);
  char *out = hb_output_text (output, &length);
  assert_string_equal (out, whole);
  hb_free (out);
  hb_family_write_binary (binary, poset, &family);
  out = hb_output_text (binary, &length);
  assert_true (length == 16 + 4 * count);
  assert_memory_equal (out, "hbsched1", 8);
  for (size_t i = 0; i < 2 + count; i++)
    for (size_t b = 0; b < 4; b++)
      assert_int_equal (out[8 + 4 * i + b], b ? 0 : bytes[i]);
  hb_free (out);
  hb_schedules *all = hb_family_expand (poset, &family);
  assert_int_equal (all->count, hb_family_size (&family));
  for (size_t i = 0; i < count; i++)
    assert_int_equal (all->order.data[i], bytes[2 + i]);
  hb_schedules_free (all);
  hb_free (text);
  hb_free (whole);
  hb_family_file_free (&family);
  hb_poset_free (poset);
  hb_diag_free (diag);
}

TEST (families_are_written)
{
#define ROOT "root-of-all-others"
  expect_family (TREE, "dfs left\ncode 0 1 right\nend 2\n", false,
                 "dfs left\ncode 0 1 right\nend 2\n", "\3\2\0\1\2\0\2\1", 6);
  expect_family (TREE, "dfs right\nend 1\n", true, "order " ROOT " b a\nend 1\n", "\3\1\0\2\1", 3);
  expect_family (TREE, "dfs right\norder " ROOT " a b\nend 2\n", false,
                 "order " ROOT " a b\norder " ROOT " b a\nend 2\n", "\3\2\0\1\2\0\2\1", 6);
  expect_family (NO_TREE, "order b a c\nend 1\n", false, "order b a c\nend 1\n", "\3\1\2\0\1", 3);
  expect_family ("poset 1\nend 0 0\n", "order\nend 1\n", false, "order\nend 1\n", "\0\1", 0);
  expect_family ("poset 1\nend 0 0\n", "end 0\n", false, "end 0\n", "\0\0", 0);
}

/* Names of 15 bytes, a blank before each, are as long as what is copied at once; numbers of four bytes; a comment. */
TEST (families_are_written_whole)
{
  hb_id parent[300];
  for (hb_id x = 0; x < 300; x++)
    parent[x] = x ? 0 : HB_NONE;
  hb_diag *diag = hb_diag_new ();
  hb_poset *poset = hb_poset_of_parents (300, parent);
  struct hb_family_file family = { .orders = hb_schedules_new (300) };
  hb_id *order = hb_schedules_add (family.orders);
  for (hb_id x = 0; x < 300; x++)
    order[x] = x ? 300 - x : 0;
  hb_output *output = hb_output_to_memory ();
  size_t length;
  hb_family_write_binary (output, poset, &family);
  char *bytes = hb_output_text (output, &length);
  for (size_t i = 0; i < 300; i++)
    assert_true ((unsigned char)bytes[16 + 4 * i] == (order[i] & 255)
                 && (unsigned char)bytes[17 + 4 * i] == order[i] >> 8 && !bytes[18 + 4 * i]
                 && !bytes[19 + 4 * i]);
  hb_free (bytes);
  hb_family_file_free (&family);
  hb_poset_free (poset);
  poset = poset_of ("poset 1\norder a23456789012345 b234567890123456 c2345678901234\nend 3 1\n",
                    NULL, diag);
  family = (struct hb_family_file){ .orders = hb_schedules_new (3) };
  order = hb_schedules_add (family.orders);
  order[0] = 0, order[1] = 1, order[2] = 2;
  output = hb_output_to_memory ();
  hb_family_write (output, poset, &family, false, "so");
  bytes = hb_output_text (output, &length);
  assert_non_null (strstr (bytes, "schedules 1\n# so\nposet "));
  assert_non_null (
      strstr (bytes, "\norder a23456789012345 b234567890123456 c2345678901234\nend 1\n"));
  hb_free (bytes);
  hb_family_file_free (&family);
  hb_poset_free (poset);
  hb_diag_free (diag);
}

/* Numbers of four bytes: schedules of no elements are told by their number alone. */
TEST (families_are_counted)
{
  hb_diag *diag = hb_diag_new ();
  hb_poset *poset = poset_of ("poset 1\nend 0 0\n", NULL, diag);
  struct hb_family_file family = { .orders = hb_schedules_new (0) };
  family.orders->count = 0x1020304;
  hb_output *output = hb_output_to_memory ();
  size_t length;
  hb_family_write_binary (output, poset, &family);
  char *bytes = hb_output_text (output, &length);
  assert_int_equal (length, 16);
  assert_memory_equal (bytes, "hbsched1\0\0\0\0\4\3\2\1", 16);
  hb_free (bytes);
  hb_family_file_free (&family);
  hb_poset_free (poset);
  hb_diag_free (diag);
}

/* Elements without names are called by their numbers. */
TEST (families_of_numbers)
{
  hb_diag *diag = hb_diag_new ();
  hb_poset *poset = hb_poset_of_parents (3, (const hb_id[]){ HB_NONE, 0, 1 });
  struct hb_family_file family;
  char hex[HB_SHA256_HEX];
  hb_poset_hash (poset, hex);
  char *text = hb_format ("schedules 1\nposet %s\norder 0 2 1\nend 1\n", hex);
  assert_false (read_family (poset, text, &family, diag));
  char *why = text_of_diag (diag);
  assert_non_null (strstr (why, "2 runs before 1, which the poset has before it"));
  hb_free (why);
  hb_free (text);
  hb_family_file_free (&family);
  hb_poset_free (poset);
  hb_diag_free (diag);
}
