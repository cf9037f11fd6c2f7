/* The C subset: odd programs and large ones are read, damaged ones refused. */
#include "unit.h"

#include <glob.h>

#include "base/buffer.h"
#include "tree_told.h"

static const struct hb_c_options macros = { .macros_are_calls = true };

static hb_c_unit *
unit_of (const char *text, hb_diag *diag)
{
  return hb_c_read_text ("t.c", text, strlen (text), &macros, diag);
}

/* What old and odd C the inputs have. */
TEST (accepted)
{
  static const char *const cases[] = {
    "void (*hw)(); void g () {} void f () { hw = g; hw = &g; (*hw)(); *(hw)(); hw (); }",
    "f () { g (); } g () { return; }",
    "void f () { g (1); } void g (int a) { }",
    "typedef int lock_t; void lock (lock_t); lock_t l; void f () { lock (l); }",
    "struct pair { int a, b; }; struct pair p; void f () { p.a = p.b; struct pair q = p; (&q)->a = "
    "1; }",
    "void f (char *p) { *(p + 1) = 3; p[2] = 1; } void g () { char a[3]; f (a); f (&a[0]); }",
    "void f () { int i; for (i = 0; i < 3; i++) ; do { i--; } while (i); for (int k = 0; ; ) "
    "break; }",
    "void f (int a) { switch (a) { case 1: case 2 ... 4: a = 1; break; default: ; } }",
    "void f (int a) { if (a) { goto x; } else { x: a = 2; } }",
    "extern unsigned int const K[4]; float y; void f () { y = 1.5F * (float) K[1] + .5e-3; }",
    "__inline static _Bool f (void) ; __inline static _Bool f (void) { return (1); }",
    "extern void e () __attribute__ ((__noreturn__)); int a[] = { 1, 2, 3 }; char s[] = \"ab\";",
    "HB_TASK (t, 1, 8, 2, 0) ; HB_LOCK (l, 2) void t () { }",
    "int\r\nx;\r\n// y\r\nint z; \\\nint w;",
    "enum e { A, B }; enum e v = B; void f () { enum { X }; v = X; }",
    "int f (a, b) int a; char *b; { return a + *b; } g (v, w) register w; { return v + w; }",
    "static int f (p, a) int (*p) (), a[]; { return (*p) (a[0]); } int f ();",
    "typedef int T; void f (a, b) T a; struct { int x; } *b; { b->x = a; } int g (x) { return x; }",
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit = unit_of (cases[i], diag);
      if (!unit)
        fail_msg ("%s: %s", cases[i], hb_diag_first (diag));
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}

/* Reading ends before a function; words are known, others are not; what looks like a call outside of functions is one only
 * where that is asked for. */
TEST (options)
{
  static const char *const known[] = { "nondet", "other", NULL };
  static const struct hb_c_options stop = { .stop_at = "f" }, words = { .known = known };
  static const struct
  {
    const char *text;
    const struct hb_c_options *options;
    const char *tree; /* NULL: it is refused */
  } cases[] = {
    { "int f; void g () { }", &stop, "i32 f; (...)void g'0 {}" },
    { "int a; void f (); void g () { } void f () { what } int b;", &stop,
      "i32 a; (...)void f; (...)void g'0 {}" },
    { "int a; void f (); void g () { } void f () { what } int b;", NULL, NULL },
    { "void f2 () { } f (a) char a; { what", &stop, "(...)void f2'0 {}" },
    { "void g () { f (); } int a; void f () { what } int b;", &stop,
      "(...)void g'0 {f();}; extern (...)i32 f; i32 a" },
    { "A (x); int x;", &stop, NULL },
    { "A (x); int x;", &macros, "i32 x; A (x?)" },
    { "A (x); int x;", NULL, NULL },
    { "int a; void f () { a = nondet (other); }", &words,
      "i32 a; (...)void f'0 {(a = nondet(other));}; extern (...)i32 nondet; extern i32 other" },
    { "void f () { other = more; }", &words, NULL },
    { "void f () { more = other; }", &words, NULL },
    { "void f () { other = 1; }", &macros, NULL },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit
          = hb_c_read_text ("t.c", cases[i].text, strlen (cases[i].text), cases[i].options, diag);
      char *tree = unit ? tree_told (unit) : NULL;
      if (!tree != !cases[i].tree || (tree && strcmp (tree, cases[i].tree)))
        fail_msg ("%s: %s", cases[i].text, tree ? tree : hb_diag_first (diag));
      hb_free (tree);
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}

/* Every prefix of a program is read or refused, never more. */
TEST (truncated)
{
  const char *text
      = "#define N 2\nenum { A = 1, B };\nstruct s { int a; char b[N]; } v;\n"
        "static unsigned char t[N] = { 1, 'x' };\nint f (int *p, char c) {\n"
        "  switch (c) { case A: *p = c ? t[1] : -v.a; break; default: goto out; }\n"
        "  for (int i = 0; i < N; i++) { p[i] <<= 1; }\nout: return \"s\" != 0; /* e */ }\n"
        "g (a, b) int *a; char b; { return f (a, b); }\n";
  for (size_t i = 0; i <= strlen (text); i++)
    for (int damage = 0; damage < 3; damage++)
      {
        char copy[1000];
        memcpy (copy, text, strlen (text) + 1);
        size_t size = damage ? strlen (text) : i;
        if (damage && i < strlen (text))
          copy[i] = damage == 1 ? '(' : (char)0xff;
        hb_diag *diag = hb_diag_new ();
        hb_c_unit *unit = hb_c_read_text ("t.c", copy, size, &macros, diag);
        assert_true (unit || hb_diag_errors (diag) == 1);
        hb_c_free (unit);
        hb_diag_free (diag);
      }
}

/* So many labels, blocks, locals and functions that nobody declares are read in the time of many lines. */
TEST (large)
{
  enum
  {
    MANY = 20000
  };
  hb_diag *diag = hb_diag_new ();
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "int f (int a) {");
  for (int i = 0; i < MANY; i++)
    hb_buffer_add (&text, " int v%d; if (a == %d) goto l%d; l%d: { int a = v%d; } g%d (a);\n", i, i,
                   i, MANY - 1 - i, i, i);
  hb_buffer_add (&text, "}");
  hb_c_unit *unit = unit_of (text.data, diag);
  assert_non_null (unit);
  assert_int_equal (hb_c_globals (unit), MANY + 1);
  assert_int_equal (hb_c_find (unit, "f")->locals, 2 * MANY + 1);
  hb_c_free (unit);
  hb_diag_free (diag);
  vec_free (text);
}

static void
read_shared (const char *pattern, const struct hb_c_options *options, size_t least)
{
  const char *data = getenv ("HBKIT_SHARED_DATA");
  char path[500];
  glob_t found = { 0 };
  snprintf (path, sizeof path, "%s/%s", data ? data : "", pattern);
  if (!data || glob (path, 0, NULL, &found))
    {
      skip ();
      return;
    }
  assert_true (found.gl_pathc >= least);
  for (size_t i = 0; i < found.gl_pathc; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit = hb_c_read (found.gl_pathv[i], options, diag);
      if (!unit)
        {
          hb_diag_print (diag, stderr, false);
          fail_msg ("%s", found.gl_pathv[i]);
        }
      hb_c_free (unit);
      hb_diag_free (diag);
    }
  globfree (&found);
}

TEST (controllers)
{
  static const struct hb_c_options options = { .stop_at = "__startrek_schedule_jobs" };
  read_shared ("periodic/*", &options, 16);
}

/* The same files whole, with the sequentialiser's part. */
TEST (sequentialised) { read_shared ("periodic/*.xz", NULL, 7); }

TEST (drivers_repaired)
{
  static const char *const known[] = { "nondet", NULL };
  static const struct hb_c_options options = { .known = known };
  read_shared ("semantic-diffing/conrepair/*.c", &options, 21);
}

TEST (drivers_locked) { read_shared ("semantic-diffing/liss/*/*.c", NULL, 16); }
