/* Which claims about bodies with pointers have a certificate: what they point to by paths and by values, how they compare,
 * where they may go, and who fails. */
#include "unit.h"

#include "periodic_proofs.h"

#define I "unsigned i = nondet_u8 () % 3, j = nondet_u8 () % 3; "

static const struct periodic_body bodies[] = {
  { false, "", "int a, *p = nondet_bool () ? &a : 0;", "p" },
  { true, "", "int *p = 0, *q = p + 1;", "!q && p == q" },
  { true, "int first;", "int *p = &first, *n = 0;",
    "p != 0 && !(p == 0) && n == 0 && (void *)0 == n && n != p && p == &first" },
  { true, "",
    "int a[2], *p[3] = { a }, *q = p[0] + 2; struct { int *p; int k; } s = { .k = 1 }; float f[2] "
    "= { 1.5f };",
    "p[0] && !p[1] && p[2] == 0 && !s.p && q != p[0] && q - 1 == &a[1]" },
  { true,
    "int x[3], *const p = x, *q = &x[1]; struct { int *p; int k; } s[2] = { { 1 + x, 1 }, { 0, 2 } "
    "}, v = { x + 1, 2 }; int *n; char *text = \"abc\";",
    "*p = 1; p[1] = 2; q[1] = 3;",
    "x[0] == 1 && x[1] == 2 && x[2] == 3 && n == 0 && !n && !s[1].p && s[0].p == v.p && q != p && "
    "text" },
  { true, "struct { unsigned char c[2]; int k; int z[2]; } s;",
    "unsigned char *p = s.c; unsigned i = nondet_u8 (); assume (i < 2); s.k = 1000; p[i] = 9; int "
    "*q = s.z; q[1 - i] = 5;",
    "s.k == 1000 && s.c[i] == 9 && p[i] == 9 && s.z[1 - i] == 5 && s.z[i] == 0" },
  { true, "", "int a[2], *p = a, *q = a + 1;",
    "p < q && q - p == 1 && p - q == -1 && &a[2] - q == 1" },
  { true, "", "int a[2], *p = a, *q = a;", "p >= q && !(p > q)" },
  { false, "", "int a[2], b[2], *p = a, *q = b;", "p >= q" },
  { true, "", "int a, *p = nondet_bool () ? &a : 0;", "p == 0 || p == &a" },
  { true, "",
    "int a, b; unsigned char c = nondet_u8 (); int *p = &a; if (c & 1) p = &b; if (c & 2) p = &a;",
    "p == (c & 1 && !(c & 2) ? &b : &a) && (p == &a) == !(c & 1 && !(c & 2))" },
  { true, "", "int a[3] = { 4, 5, 6 }; " I "int *p = a + i;",
    "*p == 4 + (int)i && p[0] == *p && (i == 2 || p[1] == 5 + (int)i) && (!i || p[-1] == 3 + "
    "(int)i)" },
  { true, "", "int a[3] = { 0 }; " I "int *p = &a[i]; *p = 7; p = a + j; *p = 8;",
    "a[i] == (i == j ? 8 : 7) && a[j] == 8 && a[0] + a[1] + a[2] == (i == j ? 8 : 15)" },
  { true, "", "int a[3]; " I "int *p = a + i, *q = a + j;",
    "(p < q) == (i < j) && (p <= q) == (i <= j) && (p > q) == (i > j) && (p >= q) == (i >= j) && "
    "(p == q) == (i == "
    "j) && (p != q) == (i != j) && q - p == (int)j - (int)i" },
  { true, "",
    "struct { int x, y; } a[3]; " I "struct { int x, y; } b; int *p = &a[i].y, *q = &a[j].y;",
    "(p == q) == (i == j) && p != &b.y && p != &a[i].x" },
  { true, "struct s { int x, y; };",
    "struct s a[3]; " I "struct s *p = a + i, *q = a + j; p->x = 1; q->x = 2; q->y = 3;",
    "q - p == (int)j - (int)i && (p < q) == (i < j) && a[j].x == 2 && (i == j || a[i].x == 1) && "
    "a[j].y == 3" },
  { true, "", "int a[2][3]; " I "i %= 2; a[i][j] = 5; int *p = &a[i][j], *q = a[i];",
    "*p == 5 && p - q == (int)j && p - a[0] == 3 * (int)i + (int)j && a[i][j] == 5" },
  { true, "", "int a[2][3]; " I "i %= 2; int (*p)[3] = a + i; (*p)[j] = 5; p[0][0] = 6;",
    "a[i][0] == 6 && (!j || a[i][j] == 5)" },
  { true, "", "int a[2], b[2]; int *p = nondet_bool () ? a : b, *q = a + 1;",
    "(p == a) == (p != b) && (p == a || p + 1 == b + 1) && q != p" },
  { false, "", "int a[2], b[2]; int *p = nondet_bool () ? a : b, *q = a;", "p <= q" },
  { false, "", "int a[2], b[2]; int *p = nondet_bool () ? a : b, *q = a;", "p - q == 0" },
  { true, "", "char c, *p = nondet_bool () ? \"t\" : &c;", "p && p != 0 && (p == &c || p != &c)" },
  { false, "", "char c, *p = nondet_bool () ? \"t\" : &c;", "p == &c" },
  { false, "", "char *p = \"a\", *q = \"a\";", "p == q" },
  { false, "", "char *p = \"a\", *q = \"a\";", "p != q" },
  { false, "", "char c, *p = nondet_bool () ? \"a\" : &c, *q = \"a\";", "p == q" },
  { false, "", "int a, *p = nondet_bool () ? &a : 0;", "p == 0" },
  { true, "int a, b, *const tab[3] = { &a, &b };", I "i %= 2; *tab[i] = 3;",
    "(i ? b : a) == 3 && a + b == 3 && !tab[2] && tab[i] != tab[2]" },
  { true, "int a, b;", I "int *t[3] = { &a, 0, &b }; t[i] = &b; int *p = t[j]; if (p) *p = 4;",
    "p == (i == j || j == 2 ? &b : j ? 0 : &a) && (i == j || j == 2 ? b == 4 : j ? a + b == 0 : a "
    "== 4)" },
  { true,
    "int a[3]; int *find (int v) { for (int i = 0; i < 3; i++) if (a[i] == v) return &a[i]; return "
    "0; }",
    "unsigned char v = nondet_u8 (); a[1] = 1; a[2] = 2; int *p = find (v);",
    "(p != 0) == (v < 3) && (!p || p == a + v)" },
  { true, "",
    "int a[5], n = 0; a[0] = a[1] = a[2] = 0; a[3] = 1; " I
    "a[i] = 1; int *p = a; while (!*p) p++;",
    "p - a == (int)i" },
  { true, "", "int a[3], n = 0; for (int *p = a + 2; p >= a; p--) n++;", "n == 3" },
};

TEST (bodies_compute)
{
  assert_int_equal (periodic_wrong_bodies (bodies, sizeof bodies / sizeof *bodies), 0);
}

/* Where a pointer may go, and what it may be followed to. */
TEST (where_they_go)
{
  static const struct
  {
    int answer; /* 20: nobody fails; 10: somebody does; 0: refused, as SAYS */
    const char *body, *says;
  } texts[] = {
    { 20, "int a[2], *p = a + nondet_u8 () % 3;", NULL },
    { 10, "int a[2], *p = a + nondet_u8 () % 4;", NULL },
    { 20, "int a[2], *p = a + 1; p -= nondet_u8 () % 3;", NULL },
    { 10, "int a[2], *p = a + 1; p -= nondet_u8 () % 4;", NULL },
    { 20, "struct { int x, y; } a[3], *p = a + 1; p += nondet_u8 () % 3;", NULL },
    { 10, "struct { int x, y; } a[3], *p = a + 1; p += nondet_u8 () % 4;", NULL },
    { 20, "struct { int x, y; } a[3], *p = a + 1; p = p - nondet_u8 () % 3;", NULL },
    { 10, "struct { int x, y; } a[3], *p = a + 1; p = p - nondet_u8 () % 4;", NULL },
    { 20, "int a[2], *p = a + 1, *q = &p[nondet_bool ()];", NULL },
    { 10, "int a[2], *p = a + 1, *q = &p[nondet_bool () + 1];", NULL },
    { 20, "int a[2], *q = &a[nondet_u8 () % 3];", NULL },
    { 10, "int a[2], *q = &a[nondet_u8 () % 4];", NULL },
    { 20, "int a[2], *p = a - 1; p[1] = 1;", NULL },
    { 0, "int a[2], *p = a - 2;", "a pointer that leaves its array" },
    { 0, "int a[2], *p = a + 3;", "a pointer that leaves its array" },
    { 10, "int a[2], *p = a; if (nondet_bool ()) p = p + 3;", NULL },
    { 10, "int a[2], b, *p = nondet_bool () ? a : &b; p += 2;", NULL },
    { 20, "int a[2], b, *p = nondet_bool () ? a : &b; p += 1;", NULL },
    { 20, "int a[2], *p = a + nondet_bool (); *p = 1;", NULL },
    { 10, "int a[2], *p = a + nondet_u8 () % 3; *p = 1;", NULL },
    { 10, "int a[2], *p = a + 1; p -= nondet_u8 () % 3; *p = 1;", NULL },
    { 20, "int a[2], *p = a + nondet_bool (); p[0] = 1;", NULL },
    { 10, "int a[2], *p = a + nondet_bool (); p[1] = 1;", NULL },
    { 10, "int a[2], *p = a + nondet_bool (); p[-1] = 1;", NULL },
    { 10, "int *p = 0; *p = 1;", NULL },
    { 10, "int *p = 0; if (nondet_bool ()) *p = 1;", NULL },
    { 20, "int *p = 0; if (p) *p = 1;", NULL },
    { 10, "int a, *p = nondet_bool () ? &a : 0; *p = 1;", NULL },
    { 20, "int a, *p = nondet_bool () ? &a : 0; if (p != 0) *p = 1;", NULL },
    { 20, "int a, *p = nondet_bool () ? &a : 0; p = p ? p : &a; *p = 1;", NULL },
    { 10, "struct { int x; } a, *p = nondet_bool () ? &a : 0; p->x = 1;", NULL },
    { 10, "int a[2]; if (nondet_bool ()) a[2] = 1;", NULL },
    { 0, "int a[2]; a[2] = 1;", "an index out of bounds" },
    { 10, "int *p; if (nondet_bool ()) *p = 1;", NULL },
    { 0, "char c, *p = nondet_bool () ? \"t\" : &c; *p = 1;", "a pointer that is not known here" },
    { 10, "char c, *p = \"t\"; if (nondet_bool ()) *p = 1;", NULL },
    { 0, "char a[4096], *p = &a[nondet_u16 () % 4096]; *p = 1;",
      "a pointer that is not known here" },
    { 0, "int a; float b; void *p = nondet_bool () ? (void *)&a : (void *)&b; int *q = p; *q = 1;",
      "a pointer to what has another type" },
    { 20, "int a, b[3]; void *p = nondet_bool () ? (void *)&a : (void *)&b[1]; int *q = p; *q = 1;",
      NULL },
  };
  size_t wrong = 0;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      char *text
          = hb_format ("HB_TASK (t, 1, 8, 2, 0)\nvoid t () { assert (1); %s }\n", texts[i].body);
      wrong += !periodic_is_answer (text, &periodic_usual, texts[i].answer, texts[i].says);
      hb_free (text);
    }
  assert_int_equal (wrong, 0);
}
