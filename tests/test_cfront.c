/* The C subset: what is read, what is refused and where, what types and conversions come out. */
#include "unit.h"

#include <glob.h>

#include "cfront/tree.h"

static const struct hb_c_options macros = { .macros_are_calls = true };

static hb_c_unit *
unit_of (const char *text, hb_diag *diag)
{
  return hb_c_read_text ("t.c", text, strlen (text), &macros, diag);
}

TEST (refused)
{
  static const struct
  {
    const char *text;
    size_t line, column;
    const char *part;
  } cases[] = {
    { "int x = ;", 1, 9, "expected an expression" },
    { "int f (void) { return 1", 1, 24, "expected ';' after the statement, not the end" },
    { "int f (void) {\n  x = 1; }", 2, 3, "'x' is not declared" },
    { "int x; char x;", 1, 13, "declared as something else" },
    { "void f () { int a; char a; }", 1, 25, "declared twice" },
    { "void f (int a) { char a; }", 1, 23, "declared twice" },
    { "void f () { goto l; }", 1, 13, "no label 'l'" },
    { "void f () { break; }", 1, 13, "within a loop or switch" },
    { "void f () { case 1: ; }", 1, 13, "within a switch" },
    { "union u { int a; };", 1, 1, "unions" },
    { "#define F(x) x\n", 1, 10, "macros with parameters" },
    { "#include <stdio.h>\n", 1, 10, "headers of the system" },
    { "int f (int a) { return 1; } int g () { return f (); }", 1, 47,
      "expected 1 argument, not 0" },
    { "int a[2] = { 1, 2, 3 };", 1, 12, "at most 2 values" },
    { "void f () { 1 = 2; }", 1, 13, "can be assigned to" },
    { "void f () { int a; a.b = 2; }", 1, 20, "expected a struct" },
    { "void f () { float a; int b; b = a % 2; }", 1, 33, "expected an integer" },
    { "int f () { return 0x1ffffffffffffffff; }", 1, 19, "at most 64 bits" },
    { "int x; /* open", 1, 8, "comment does not end" },
    { "char *s = \"abc\n;", 1, 11, "does not end on its line" },
    { "int x @ 1;", 1, 7, "does not belong" },
    { "#ifdef X\nint x;\n", 3, 1, "expected #endif" },
    { "int f () { return sizeof (int); }", 1, 19, "sizeof" },
    { "int f () { asm (\"nop\"); }", 1, 12, "assembly" },
    { "#line 7 \"u.c\"\nint x = ;", 7, 9, "expected an expression" },
    { "int x;\n#line\nint y;", 2, 6, "expected a line number" },
    { "struct s { int a : 1; };", 1, 18, "fields of a width are outside of the subset" },
    { "struct s { int; };", 1, 15, "expected a field with a name" },
    { "int f () { return ({ 1; }); }", 1, 20, "statements and lists as expressions" },
    { "struct s { int a; } v; void f () { v = (struct s) { 1 }; }", 1, 51,
      "statements and lists as expressions" },
    { "int f (a);", 1, 8, "expected a parameter with its type" },
    { "int f (a, int b) { }", 1, 8, "expected a parameter with its type" },
    { "void g () { int f (a); }", 1, 20, "expected a parameter with its type" },
    { "int f (a, a) int a; { }", 1, 11, "stands here twice" },
    { "int f (a) int a; int c; { }", 1, 22, "expected the name of a parameter or the body" },
    { "int f (a) int a, a; { }", 1, 18, "declared twice" },
    { "int f (a) int; { }", 1, 14, "expected the name of a parameter" },
    { "int f (a) int a = 3; { }", 1, 17, "expected ';' after the declaration of the parameter" },
    { "int f (a) int a { }", 1, 17, "expected ';' after the declaration of the parameter" },
    { "int f (a) static int a; { }", 1, 11, "expected a parameter with its type" },
    { "int f (a) void a; { }", 1, 16, "expected a parameter with a value" },
    { "int f (a, b) int a; { } g () { f (1); }", 1, 32, "expected 2 arguments, not 1" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit = unit_of (cases[i].text, diag);
      struct hb_place place = { 0 };
      const char *said = hb_diag_entry (diag, 0, NULL, &place);
      if (unit || !said || !strstr (said, cases[i].part) || place.line != cases[i].line
          || place.column != cases[i].column)
        fail_msg ("%s: %zu:%zu: %s", cases[i].text, place.line, place.column,
                  said ? said : "accepted");
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}

/* The value that the initialiser of x has. */
TEST (constants)
{
  static const struct
  {
    const char *text;
    int64_t value;
  } cases[] = { { "int x = 1 + 2 * 3 - 8 / 3 % 2;", 7 },
                { "unsigned char x = 300;", 44 },
                { "char x = 200;", -56 },
                { "_Bool x = 256;", 1 },
                { "int x = -1 < 1u;", 0 },
                { "int x = (char) 255 == 255;", 0 },
                { "int x = 'a';", 97 },
                { "int x = '\\n' + '\\x10' + '\\0';", 26 },
                { "long x = 0xffffffff;", 4294967295 },
                { "long x = -0xffffffff;", 1 },
                { "long x = 2147483648;", 2147483648 },
                { "enum { A, B = 5, C }; int x = C;", 6 },
                { "#define T 3\n#define U T + T\nint x = U * 2;", 9 },
                { "#ifndef Q\n#define Q 1\n#else\n#define Q 2\n#endif\nint x = Q;", 1 },
                { "int x = 1 ? 2 : 3;", 2 },
                { "int x = ~5 & 0xff | 1 << 10;", 1274 },
                { "int x = -7 >> 1;", -4 },
                { "int x = !3 || 2 && !0;", 1 },
                { "int x = (unsigned char) -1 > 254;", 1 } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit = unit_of (cases[i].text, diag);
      const struct hb_c_symbol *x = unit ? hb_c_find (unit, "x") : NULL;
      int64_t value = 0;
      if (!x || !hb_c_constant (x->initial, &value) || value != cases[i].value)
        fail_msg ("%s: %lld %s", cases[i].text, (long long)value, unit ? "" : hb_diag_first (diag));
      hb_c_free (unit);
      hb_diag_free (diag);
    }
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

/* Conversions stand in the tree. */
TEST (conversions)
{
  hb_diag *diag = hb_diag_new ();
  hb_c_unit *unit
      = unit_of ("unsigned char a; unsigned b; _Bool f () { a += b; return a < b; }", diag);
  assert_non_null (unit);
  const struct hb_c_stmt *body = hb_c_find (unit, "f")->body;
  const struct hb_c_exp *sum = body->items[0]->exp, *less = body->items[1]->exp;
  assert_int_equal (sum->op, C_ASSIGN);
  assert_int_equal (sum->compute, C_ADD);
  assert_int_equal (sum->common->width, 32);
  assert_false (sum->common->is_signed);
  assert_int_equal (less->op, C_CAST);
  assert_int_equal (less->type->width, 1);
  assert_int_equal (less->a->op, C_LESS);
  assert_int_equal (less->a->a->op, C_CAST);
  assert_false (less->a->a->type->is_signed);
  assert_int_equal (less->a->b->op, C_NAME);
  hb_c_free (unit);
  hb_diag_free (diag);
}

/* Arguments of a function of before 1989 are promoted, and become what its parameters are; a declaration behind a
 * definition leaves the definition's parameters. */
TEST (old_definitions)
{
  hb_diag *diag = hb_diag_new ();
  hb_c_unit *unit = unit_of ("char c; int f (a, b, d) char *b; short a; { return a + d; }\n"
                             "int g (int a, int b) { return b; } int g (int, int);\n"
                             "int h () { char s[2]; g (c, c); return f (c, s, 3); }",
                             diag);
  assert_non_null (unit);
  const struct hb_c_type *f = hb_c_find (unit, "f")->type, *g = hb_c_find (unit, "g")->type;
  assert_true (f->old && !f->open && f->parameter_count == 3);
  assert_int_equal (f->parameters[0]->type->width, 16);
  assert_int_equal (f->parameters[1]->type->kind, C_POINTER);
  assert_int_equal (f->parameters[2]->type->width, 32);
  for (hb_id i = 0; i < 3; i++)
    assert_int_equal (f->parameters[i]->number, i);
  const struct hb_c_exp *first = hb_c_find (unit, "h")->body->items[2]->exp->items[0];
  assert_true (first->op == C_CAST && first->type->width == 16);
  assert_true (first->a->op == C_CAST && first->a->type->width == 32 && first->a->a->op == C_NAME);
  assert_string_equal (g->parameters[1]->name, "b");
  assert_int_equal (g->parameters[1]->number, 1);
  hb_c_free (unit);
  hb_diag_free (diag);
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
