/* The files of a C program: what it includes, from where, how deep, how often, how much, and programs that are files. */
#include "unit.h"

#include <sys/stat.h>
#include <unistd.h>

#include "cfront/tree.h"
#include "base/buffer.h"
#include "tree_told.h"

static const char *const files[][2] = {
  { "a.h", "int a;\n" },
  { "b.h", "#include \"a.h\"\nint b" },
  { "limits.h", "#define INT_MAX 5\n" },
  { "circle.h", "int c;\n#include \"circle.h\"\n" },
  { "guarded.h", "#ifndef G\n#define G\n#include \"guarded.h\"\nint g;\n#endif\n" },
  { "open.h", "#if 1\n" },
  { "wrong.h", "int a;\nint = 3;\n" },
  { "unread.h", "/*" },
  { "main.c", "#include \"a.h\"\nint x;" },
};

static void
with_files (void (*act) (const char *folder))
{
  char *folder = hb_format ("%s.d", unit_scratch ());
  assert_int_equal (mkdir (folder, 0700), 0);
  for (int end = 0; end < 2; end++)
    {
      if (end)
        act (folder);
      for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        {
          char *path = hb_format ("%s/%s", folder, files[i][0]);
          if (end)
            unlink (path);
          else
            unit_write (path, files[i][1]);
          hb_free (path);
        }
    }
  rmdir (folder);
  hb_free (folder);
}

static void
include (const char *folder)
{
  static const struct tree_case told[] = {
    { "#include \"a.h\"\nint x;", "i32 a; i32 x" },
    { "#include <a.h>\nint x;", "i32 a; i32 x" },
    { "  #  include/**/\"a.h\" // b\nint x y;", "! 2:7: expected ';' after the declaration" },
    { "int y;\n#include \"b.h\"\n;", "i32 y; i32 a; i32 b" },
    { "#include <limits.h>\nint x = INT_MAX;", "i32 x = 5" },
    { "#include \"limits.h\"\nint x = INT_MAX;", "i32 x = 5" },
    { "#include <stdint.h>\n#include <inttypes.h>\nint x = INT8_MAX; uint8_t y; int64_t "
      "z;\n#include <assert.h>",
      "typedef i8 int8_t; typedef u8 uint8_t; "
      "typedef i16 int16_t; typedef u16 uint16_t; "
      "typedef i32 int32_t; typedef u32 uint32_t; "
      "typedef i64 int64_t; typedef u64 uint64_t; "
      "typedef i8 int_least8_t; typedef u8 uint_least8_t; "
      "typedef i16 int_least16_t; typedef u16 uint_least16_t; "
      "typedef i32 int_least32_t; typedef u32 uint_least32_t; "
      "typedef i64 int_least64_t; typedef u64 uint_least64_t; "
      "typedef i8 int_fast8_t; typedef u8 uint_fast8_t; "
      "typedef i64 int_fast16_t; typedef u64 uint_fast16_t; "
      "typedef i64 int_fast32_t; typedef u64 uint_fast32_t; "
      "typedef i64 int_fast64_t; typedef u64 uint_fast64_t; "
      "typedef i64 intptr_t; typedef u64 uintptr_t; typedef i64 intmax_t; typedef u64 uintmax_t; "
      "i32 x = 127; u8 y; i64 z" },
    { "#include <stdbool.h>\n#include <stddef.h>\nbool x = true; void *y = NULL;",
      "typedef u64 size_t; typedef i64 ptrdiff_t; typedef i32 wchar_t; typedef struct ? "
      "max_align_t; "
      "u1 x = u1(1); *void y = *void!(0)" },
    { "#include \"guarded.h\"\n#include \"guarded.h\"", "i32 g" },
    { "#include \"circle.h\"", "! 1:1: too many files include one another" },
    { "#include \"open.h\"\n#endif", "! 2:1: expected #endif before the end of the file" },
    { "#include \"unread.h\"", "! 1:1: this comment does not end" },
    { "int y;\n#include \"wrong.h\"", "! 2:5: expected a name" },
    { "#include a.h\n", "! 1:10: expected a file's name between quotes" },
    { "#include \"a.h\n\"", "! 1:10: expected a file's name between quotes" },
    { "#include <a.h\"\n", "! 1:10: expected a file's name between quotes" },
    { "#include \"a.h", "! 1:10: expected a file's name between quotes" },
    { "#include", "! 1:9: expected a file's name between quotes" },
  };
  char *name = hb_format ("%s/t.c", folder);
  expect_trees (told, sizeof told / sizeof *told, name);
  hb_free (name);
}

TEST (includes) { with_files (include); }

/* What is no file: with its name. */
static void
include_none (const char *folder)
{
  static const char *const cases[][2]
      = { { "\"none.h\"", "there is no regular file %s/none.h" },
          { "\"stdint.h\"", "there is no regular file %s/stdint.h" },
          { "\".\"", "there is no regular file %s/." },
          { "<std.h>", "there is no regular file %s/std.h; headers of the system are outside of "
                       "the subset, but for assert.h, stdbool.h, stddef.h, stdint.h and limits.h" },
          { "<stdint_h>",
            "there is no regular file %s/stdint_h; headers of the system are outside of the "
            "subset, but for assert.h, stdbool.h, stddef.h, stdint.h and limits.h" } };
  char *name = hb_format ("%s/t.c", folder);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      char *text = hb_format ("\n #include %s\n", cases[i][0]);
      struct hb_place place = { 0 };
      hb_buffer expected = VEC_EMPTY;
      const char *at = strstr (cases[i][1], "%s");
      hb_buffer_add (&expected, "%.*s%s%s", (int)(at - cases[i][1]), cases[i][1], folder, at + 2);
      assert_null (hb_c_read_text (name, text, strlen (text), NULL, diag));
      assert_string_equal (hb_diag_entry (diag, 0, NULL, &place), expected.data);
      assert_true (place.line == 2 && place.column == 11);
      hb_free (text);
      vec_free (expected);
      hb_diag_free (diag);
    }
  hb_free (name);
}

TEST (includes_of_none)
{
  with_files (include_none);
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_c_read_text ("t.c", "#include \"none.h\"", 17, NULL, diag));
  assert_string_equal (hb_diag_first (diag), "there is no regular file none.h");
  hb_diag_free (diag);
}

/* So many files within one another. */
static void
include_deep (const char *folder)
{
  for (int most = 19; most <= 20; most++)
    {
      for (int i = 0; i <= most; i++)
        {
          char *path = hb_format ("%s/%d.h", folder, i),
               *text = hb_format ("#include \"%d.h\"\n", i + 1);
          unit_write (path, i == most ? "int x;\n" : text);
          hb_free (text);
          hb_free (path);
        }
      struct tree_case told
          = { "#include \"1.h\"\n",
              most == 19 ? "i32 x" : "! 1:1: too many files include one another" };
      char *name = hb_format ("%s/t.c", folder);
      expect_trees (&told, 1, name);
      hb_free (name);
    }
  for (int i = 0; i <= 20; i++)
    {
      char *path = hb_format ("%s/%d.h", folder, i);
      unlink (path);
      hb_free (path);
    }
}

TEST (includes_in_includes) { with_files (include_deep); }

/* Files that include one another come to an end, however often. */
static void
include_often (const char *folder)
{
  char *path = hb_format ("%s/own.h", folder), *name = hb_format ("%s/t.c", folder);
  for (size_t i = 0; i < 2; i++)
    {
      unit_write (path, i ? "int;\n" : "#ifndef DEEP\n#define DEEP\n#include \"own.h\"\n#endif\n");
      hb_buffer text = VEC_EMPTY;
      for (size_t k = 0; k < 1000; k++)
        hb_buffer_add (&text, "#undef DEEP\n#include \"own.h\"\n");
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit = hb_c_read_text (name, text.data, text.size, NULL, diag);
      assert_true ((unit != NULL) == (i == 1));
      if (!unit)
        assert_string_equal (hb_diag_first (diag), "this includes more than 1000 files");
      hb_c_free (unit);
      hb_diag_free (diag);
      vec_free (text);
    }
  /* Each of some megabytes. */
  hb_buffer large = VEC_EMPTY;
  for (size_t i = 0; i < 500000; i++)
    hb_buffer_add (&large, "/* 6789 */\n");
  unit_write (path, large.data);
  for (size_t count = 12; count <= 13; count++)
    {
      hb_buffer text = VEC_EMPTY;
      for (size_t k = 0; k < count; k++)
        hb_buffer_add (&text, "#include \"own.h\"\n");
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit = hb_c_read_text (name, text.data, text.size, NULL, diag);
      assert_true ((unit != NULL) == (count == 12));
      if (!unit)
        assert_string_equal (hb_diag_first (diag), "this includes more than 64 MB");
      hb_c_free (unit);
      hb_diag_free (diag);
      vec_free (text);
    }
  vec_free (large);
  unlink (path);
  hb_free (path);
  hb_free (name);
}

TEST (includes_again) { with_files (include_often); }

static void
read_files (const char *folder)
{
  hb_diag *diag = hb_diag_new ();
  char *path = hb_format ("%s/main.c", folder), *none = hb_format ("%s/none.c", folder);
  hb_c_unit *unit = hb_c_read (path, NULL, diag);
  assert_non_null (unit);
  char *tree = tree_told (unit);
  assert_string_equal (tree, "i32 a; i32 x");
  assert_string_equal (hb_c_place (unit, hb_c_find (unit, "x")->spot).file, path);
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_free (tree);
  hb_c_free (unit);
  assert_null (hb_c_read (none, NULL, diag));
  assert_null (hb_c_read (folder, NULL, diag));
  assert_int_equal (hb_diag_errors (diag), 2);
  hb_free (none);
  hb_free (path);
  hb_diag_free (diag);
}

TEST (whole_files) { with_files (read_files); }
