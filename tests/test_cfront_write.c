/* Expressions and types of C as text, and which function a call calls. */
#include "unit.h"

#include "cfront/sign.h"
#include "cfront/write.h"

static const char declarations[]
    = "int a, b, c, d[3], *p, f (int), (*r) (int); struct s { int x; "
      "struct s *n; } s, *q; unsigned char u; "
      "enum { N = 4 }; double e; void v (void); struct { struct { int y; }; } g; ";

/* The expression that TEXT is. */
static const struct hb_c_exp *
exp_of (const char *text, hb_c_unit **unit)
{
  hb_diag *diag = hb_diag_new ();
  char *whole = hb_format ("%s void x (void) { %s; }", declarations, text);
  *unit = hb_c_read_text ("t.c", whole, strlen (whole), NULL, diag);
  if (!*unit)
    fail_msg ("%s: %s", text, hb_diag_first (diag));
  hb_diag_free (diag);
  hb_free (whole);
  return hb_c_find (*unit, "x")->body->items[0]->exp;
}

static char *
written (const char *text)
{
  hb_c_unit *unit;
  hb_buffer out = VEC_EMPTY;
  hb_c_write (&out, exp_of (text, &unit));
  hb_c_free (unit);
  return hb_buffer_take (&out);
}

/* With no more parentheses than they need, these are written as they stand here. */
TEST (as_they_are)
{
  static const char *const cases[] = {
    "a",
    "7",
    "N",
    "1.5e3",
    "\"ab\"",
    "\"a\\\"\\\\\\012\\000~ \\177\\377\"",
    "e = 2.f",
    "-a",
    "~a",
    "!a",
    "*p",
    "&a",
    "&d",
    "++a",
    "--a",
    "a++",
    "a--",
    "-(-a)",
    "-(--a)",
    "!(!a)",
    "*(&a)",
    "-a++",
    "++*p",
    "--*p",
    "(*p)++",
    "(*p)--",
    "*p++",
    "*(++p)",
    "&d[1]",
    "-d[1]",
    "~(-a)",
    "a = b",
    "a = b = c",
    "a += b",
    "a -= b",
    "a *= b",
    "a /= b",
    "a %= b",
    "a &= b",
    "a |= b",
    "a ^= b",
    "a <<= b",
    "a >>= b",
    "*p = a",
    "d[a] = b",
    "s.x = a",
    "(*q).x = b",
    "(a = b) + c",
    "a + (b = c)",
    "-(a = b)",
    "a ? b : c",
    "a || b ? a : b",
    "(a = b) ? a : b",
    "(a, b) ? a : b",
    "-0",
    "(a ? b : c) ? b : c",
    "a ? b, c : b",
    "a ? b : c ? b : a",
    "a ? b : (c, a)",
    "(a ? b : c) + 1",
    "a = b ? c : a",
    "a ? b = c : a",
    "a ? b : (c = a)",
    "a, b",
    "a, b, c",
    "a, (b, c)",
    "a = (b, c)",
    "f ((a, b))",
    "f (a = b)",
    "f (a)",
    "f (f (1))",
    "v ()",
    "r (a)",
    "(*r) (a)",
    "(&f) (a)",
    "d[a, b]",
    "d[a = b]",
    "(p + 1)[2]",
    "p[1]",
    "d[d[1]]",
    "(*p + 1) * 2",
    "s.x",
    "(*q).x",
    "(*(*q).n).x",
    "(*s.n).x",
    "g.y",
    "&s.x",
    "(int)e",
    "(int)-a",
    "-((int)e)",
    "(char)(a + b)",
    "(char)a + b",
    "(int)(char)a",
    "(int *)p",
    "(void)0",
    "(int)a++",
    "(unsigned char)d[1]",
    "((struct s *)p)[1]",
    "a + b - c",
    "a - (b - c)",
    "a - (b + c)",
    "a * b / c % a",
    "a * (b / c)",
    "(a + b) * c",
    "a + b * c",
    "a << b + c",
    "(a << b) + c",
    "a << b >> c",
    "a < b << c",
    "(a < b) << c",
    "a < b == c",
    "a < (b == c)",
    "a == b & c",
    "a == (b & c)",
    "a & b ^ c | a",
    "a & (b ^ (c | a))",
    "a && b || c",
    "a && (b || c)",
    "a || b && c",
    "(a || b) && c",
    "a | b && c",
    "a > b >= c <= a",
    "a != b",
    "a - -b",
    "a - (-b - c)",
    "(a, b) + c",
    "a || (b || c)",
    "a && (b && c)",
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *text = written (cases[i]);
      if (strcmp (text, cases[i]))
        fail_msg ("%s: %s", cases[i], text);
      hb_free (text);
    }
}

TEST (otherwise)
{
  static const char *const cases[][2] = { { "q->n->x", "(*(*q).n).x" },
                                          { "'a'", "97" },
                                          { "-'\\377'", "-(-1)" },
                                          { "'\\377' + a", "-1 + a" },
                                          { "18446744073709551615u", "18446744073709551615" },
                                          { "0x10", "16" },
                                          { "+a", "a - 0" },
                                          { "(((a)))", "a" },
                                          { "u + 1", "u + 1" },
                                          { "(u + 1) * 2", "(u + 1) * 2" },
                                          { "a = u", "a = u" },
                                          { "u = a + 1", "u = a + 1" },
                                          { "-u", "-u" },
                                          { "p = d", "p = &d[0]" },
                                          { "f", "f" },
                                          { "r = f", "r = &f" },
                                          { "\"a\" \"b\"", "\"ab\"" },
                                          { "- -a", "-(-a)" },
                                          { "(const char) a", "(char)a" },
                                          { "p = 0", "p = 0" },
                                          { "a+b", "a + b" },
                                          { "(a ? f : r) (a)", "(a ? &f : r) (a)" },
                                          { "(double) a", "(double)a" },
                                          { "a?b:c", "a ? b : c" } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *text = written (cases[i][0]);
      assert_string_equal (text, cases[i][1]);
      hb_free (text);
    }
}

/* Lists stand in initial values alone; what a use outside of functions names needs no symbol. */
TEST (lists)
{
  static const char text[] = "int a[2][2] = { { 1 }, { 2, 3 } }; A (t, 4)";
  static const struct hb_c_options options = { .macros_are_calls = true };
  hb_diag *diag = hb_diag_new ();
  hb_c_unit *unit = hb_c_read_text ("t.c", text, strlen (text), &options, diag);
  assert_non_null (unit);
  hb_buffer out = VEC_EMPTY;
  hb_c_write (&out, hb_c_find (unit, "a")->initial);
  hb_buffer_add (&out, " ");
  hb_c_write (&out, hb_c_use (unit, 0)->arguments[0]);
  assert_string_equal (out.data, "{ { 1 }, { 2, 3 } } t");
  vec_free (out);
  hb_c_free (unit);
  hb_diag_free (diag);
}

TEST (signs)
{
  assert_string_equal (hb_c_sign (C_COMMA), ",");
  assert_string_equal (hb_c_sign (C_LIST), "");
  assert_string_equal (hb_c_sign (C_CHOICE), "");
  assert_int_equal (hb_c_level (C_COMMA), 0);
  assert_int_equal (hb_c_level (C_CHOICE), 0);
  assert_int_equal (hb_c_level (C_LIST), 0);
}

/* Integers are cut, others stay what they are. */
TEST (wrapped)
{
  static const struct
  {
    struct hb_c_type type;
    uint64_t value, wrapped;
  } cases[] = { { { .kind = C_INTEGER, .width = 8, .is_signed = true }, 0x1ff, UINT64_MAX },
                { { .kind = C_INTEGER, .width = 8 }, 0x1ff, 0xff },
                { { .kind = C_INTEGER, .width = 16, .is_signed = true }, 0x17fff, 0x7fff },
                { { .kind = C_INTEGER, .width = 64, .is_signed = true }, UINT64_MAX, UINT64_MAX },
                { { .kind = C_INTEGER, .width = 64 }, UINT64_MAX - 1, UINT64_MAX - 1 },
                { { .kind = C_INTEGER, .width = 1 }, 2, 1 },
                { { .kind = C_INTEGER, .width = 1 }, 0, 0 },
                { { .kind = C_FLOATING, .width = 32 }, UINT64_MAX, UINT64_MAX },
                { { .kind = C_POINTER }, UINT64_MAX, UINT64_MAX } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_int_equal (hb_c_wrap (&cases[i].type, cases[i].value), cases[i].wrapped);
}

TEST (types)
{
  static const char *const cases[][2] = { { "int x", "int" },
                                          { "unsigned x", "unsigned int" },
                                          { "char x", "char" },
                                          { "unsigned char x", "unsigned char" },
                                          { "short x", "short" },
                                          { "unsigned short x", "unsigned short" },
                                          { "long x", "long" },
                                          { "unsigned long x", "unsigned long" },
                                          { "_Bool x", "_Bool" },
                                          { "float x", "float" },
                                          { "double x", "double" },
                                          { "int *x", "int *" },
                                          { "char **x", "char * *" },
                                          { "int x[3]", "int [3]" },
                                          { "extern int x[]", "int []" },
                                          { "int x ()", "function returning int" },
                                          { "void x (int)", "function returning void" },
                                          { "struct t { int a; } x", "struct t" },
                                          { "struct { int a; } x", "struct" } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      char *text = hb_format ("%s;", cases[i][0]);
      hb_c_unit *unit = hb_c_read_text ("t.c", text, strlen (text), NULL, diag);
      assert_non_null (unit);
      char *name = hb_c_type_name (hb_c_find (unit, "x")->type);
      assert_string_equal (name, cases[i][1]);
      hb_free (name);
      hb_free (text);
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}

TEST (callees)
{
  static const char *const cases[][2] = { { "f (1)", "f" },
                                          { "(*f) (1)", "f" },
                                          { "(&f) (1)", "f" },
                                          { "(**f) (1)", "f" },
                                          { "((int (*) (int)) f) (1)", "f" },
                                          { "(*(int (*) (int)) &f) (1)", "f" },
                                          { "r (1)", NULL },
                                          { "(*r) (1)", NULL },
                                          { "(a ? f : r) (1)", NULL } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_c_unit *unit;
      const struct hb_c_symbol *callee = hb_c_callee (exp_of (cases[i][0], &unit));
      if (!callee != !cases[i][1] || (callee && strcmp (callee->name, cases[i][1])))
        fail_msg ("%s: %s", cases[i][0], callee ? callee->name : "none");
      hb_c_free (unit);
    }
}

/* Expressions, and variables that stand for fields, call these the same; one without a name is passed over. */
TEST (fields)
{
  hb_c_unit *unit;
  const struct hb_c_exp *y = exp_of ("g.y", &unit);
  const struct hb_c_type *g = hb_c_find (unit, "g")->type, *within = g->fields[0].type;
  assert_true (y->op == C_FIELD && y->a->op == C_FIELD);
  char *outer = hb_c_field_name ("g", &g->fields[0]);
  char *inner = hb_c_field_name (outer, &within->fields[0]);
  assert_string_equal (outer, "g");
  assert_string_equal (inner, "g.y");
  hb_free (outer);
  hb_free (inner);
  hb_c_free (unit);
}
