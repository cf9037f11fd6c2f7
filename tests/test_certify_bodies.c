/* Which claims about periodic programs have a certificate: bodies whose result is known, what fails, what is refused, calls,
 * variables that tasks share, jobs between two others.
 *
 * Orders, and what reads see in them, are in test_periodic_formula.c; what a program is taken to be in test_certify_tasks.c. */
#include "unit.h"

#include "base/buffer.h"
#include "periodic_proofs.h"

/* --- bodies --- */

static const struct periodic_body bodies[] = {
  { true, "", "int a = 7, b = 3;",
    "a + b == 10 && a - b == 4 && a * b == 21 && a / b == 2 && a % b == 1 && (a & b) == 3 && (a | "
    "b) == 7 "
    "&& (a ^ b) == 4 && a << b == 56 && a >> 1 == 3" },
  { true, "", "int a = 7, b = 3;",
    "a > b && !(a > 7) && !(b > a) && a >= 7 && !(b >= a) && b < a && !(a < 7) && !(a < b) && a <= "
    "7 && "
    "!(a <= b) && a == 7 && a != b && !(a != 7) && !(a == b)" },
  { true, "", "int a = -7; unsigned b = 4294967289u;",
    "a / 2 == -3 && a % 2 == -1 && b / 2 == 2147483644u && a >> 1 == -4 && b >> 1 == 2147483644u "
    "&& a < 1 "
    "&& b > 1 && a <= 0 && b >= 2 && !(a >= 0)" },
  { true, "", "unsigned char a = nondet_u8 (), b = nondet_u8 (); assume (a == 7 && b == 3);",
    "a * b == 21 && a / b == 2 && a % b == 1 && a * 3 == 21 && 4 * b == 12 && a / 2 == 3 && 20 / b "
    "== 6" },
  { true, "", "signed char a = nondet_s8 (), b = nondet_s8 (); assume (a == -7 && b == 2);",
    "a / b == -3 && a % b == -1 && a * b == -14" },
  { true, "",
    "unsigned char a = 255; a++; int b = 2147483647; b++; unsigned c = 0; c--; long d = 5; d++;",
    "a == 0 && b < 0 && c == 4294967295u && d == 6" },
  { true, "",
    "int a = 5; a += 3; a *= 2; a -= 4; a /= 5; a <<= 3; a |= 1; a ^= 3; a &= 30; a %= 16; a >>= "
    "1;",
    "a == 1" },
  { true, "",
    "unsigned char a = 200, b = 200; a += 100; b /= 3; signed char c = -100; c -= 100; short d = "
    "-7; d /= 2u;",
    "a == 44 && b == 66 && c == 56 && d == -4" },
  { true, "", "int a = 5, b = a++, c = ++a, d = a--, e = --a;",
    "b == 5 && c == 7 && d == 7 && e == 5 && a == 5" },
  { true, "", "signed char a = 127; int b = a++, c = ++a; _Bool d = 1; d++; d--;",
    "b == 127 && c == -127 && a == -127 && d == 0" },
  { true, "",
    "int a[4] = { 1, 2, 3, 4 }, *p = a; p++; int b = *p; p += 2; int c = *p; p -= 1; int d = *p, "
    "e = *(p - 1), f = *(1 + p), g = p[-1], *q = p--, h = *p, i = *++p;",
    "b == 2 && c == 4 && d == 3 && e == 2 && f == 4 && g == 2 && *q == 3 && h == 2 && i == 3" },
  { true, "",
    "struct { int x, y; } a[3], *p = a + 1; a[1].y = 4; a[2].x = 6; p->x = 2; (p + 1)->y = 7;",
    "a[1].x == 2 && p->y == 4 && p[1].x == 6 && a[2].y == 7" },
  { true, "", "int a, b, c[2], *p = &a, *q = &b, *r = &a, *n = 0;",
    "p == r && p != q && !(p == q) && !(p != r) && &c[1] == &c[0] + 1 && &c[0] != &c[1] && p && "
    "!!p && !n "
    "&& (n || p) && (p ? 1 : 0)" },
  { true, "struct s { int a; struct { signed char x, y; } b[2]; } u, v;",
    "u.a = 1; u.b[0].x = 2; u.b[0].y = 3; u.b[1].x = 4; u.b[1].y = 5; v = u; v.b[1].x++; struct s "
    "w = v;"
    " v.a = 9;",
    "v.a == 9 && v.b[0].x == 2 && v.b[0].y == 3 && v.b[1].x == 5 && v.b[1].y == 5 && u.b[1].x == "
    "4" },
  { true, "", "int a = 1, b = 2, c = nondet_bool () ? (a = 5) : (b = 6);",
    "(c == 5 && a == 5 && b == 2) || (c == 6 && a == 1 && b == 6)" },
  { true, "", "int a = 0, x = nondet_bool (), c = x && (a = 1), b = 0, d = x || (b = 1);",
    "c == x && a == x && d == 1 && b == !x" },
  { true, "",
    "int a = 0, b = 1 ? 2 : (a = 3), c = 0 && (a = 4), d = 1 || (a = 5), e = 0 ? (a = 6) : 7;",
    "a == 0 && b == 2 && c == 0 && d == 1 && e == 7" },
  { true, "", "int a = (1, 2), b = (a = 3, a + 1);", "a == 3 && b == 4" },
  { true, "", "int a = 300, b = 200, c = 4;",
    "(unsigned char)a == 44 && (signed char)b == -56 && (_Bool)c == 1 && (unsigned)-1 > 0u && "
    "(long)(signed char)-1 == -1 && (unsigned long)(unsigned char)-1 == 255" },
  { true, "", "int a = 7, b = 0;", "-a == -7 && ~a == -8 && !a == 0 && !b == 1 && -(a - 8) == 1" },
  { true, "enum e { A, B = 5, C };", "enum e a = C;", "A == 0 && a == 6 && B == 5" },
  { true, "", "int i = 0, a[3] = { 0 }; a[i++] = i; a[i] = i + 4;",
    "i == 1 && a[0] == 0 && a[1] == 5" },
  { true, "extern _Bool any;", "int a = any ? 3 : 4, b = any ? 3 : 4;",
    "a == b && a > 2 && a < 5" },
  { true, "", "int a[4] = { 1, 2, 3, 4 }, *p = a + 3, *q = p + -2;",
    "*(p + -2) == 2 && *(p - 2) == 2 && *q == 2 && *(q + 2u) == 4" },
  { true, "",
    "int a = 1, b = 2, c = a < b, d = (a == b) + (a != b), e = (b > a) + (a >= b) + !b + (a && b);",
    "c == 1 && d == 1 && e == 2" },
  { true, "unsigned long nondet_u32 (void); long nondet_s32 (void);", "long a = nondet_s32 ();",
    "nondet_u32 () < 4294967296ul && a < 2147483648l && a >= -2147483648l" },
  { true, "", "int a, b, n = 0, c = nondet_bool (), *p = c ? (n++, &a) : &b;", "n == c" },
  { true, "struct p { int x, y; };",
    "struct p a[2] = { { 1, 2 }, { 3, 4 } }, b = { 5, 6 }; int z = 7; a[0] = b; b = a[1];",
    "a[0].x == 5 && a[0].y == 6 && a[1].x == 3 && a[1].y == 4 && b.x == 3 && b.y == 4 && z == 7" },
  { true, "", "long a = 4294967296l, b = a++, c = --a; c++;",
    "b == 4294967296l && a == b && c == 4294967297l" },
  { true, "",
    "int n = nondet_u8 () & 3, i, s = 0; for (i = 0; i != n; i++) { if (i == 3) break; s += 2; }",
    "i == n && s == 2 * n" },
  { true, "", "int a, *p; p = &a; *p = 3;", "a == 3" },
  { true, "int g;", "int a = nondet_bool (); if (a) g = 5; else g = 6;", "g == 6 - a" },
  { true, "", "int a = nondet_u8 (), b = 0; switch (a) { case 200 ... 203: b = 1; }",
    "b == (a >= 200 && a <= 203)" },
  { true, "",
    "int a = nondet_u8 (), r = 1; goto l; switch (a) { case 0: r = 7; if (r) { l: r += 2; } else r "
    "= 9; }",
    "r == 3" },
  { false, "", "int a = 1; unsigned *p = (unsigned *)&a; if (nondet_bool ()) *p = 2;", "a == 1" },
  { true, "",
    "int a = nondet_u8 () & 1, r = 1; if (a) goto l; return; switch (a) { case 0: r = 7; if (r) { "
    "l: r += 2; } }",
    "r == 3" },
  { true, "", "char c[3] = { 1 }; struct { int x; char c; } s = { 1 };",
    "c[0] == 1 && c[2] == 0 && s.c == 0" },
  { false, "struct p { int x; }; int f (struct p p) { return p.x; }", "struct p q = { 3 };",
    "f (q) == 3" },
  { true, "",
    "int a[2] = { 1, 1 }; unsigned *p = (unsigned *)a; unsigned i = nondet_bool (); p[i] = 2; a[i] "
    "= a[i] - 4;",
    "a[i] == -2 && a[1 - i] == 1 && p[i] == 4294967294u" },
  { false, "",
    "float a[2], *p = a; unsigned i = nondet_bool (); p[i] = 1.5f; int b = p[i], c = a[0];",
    "b == c" },
  { true, "",
    "int *p; int a[2] = { 1, 2 }; unsigned char c = 5; p = a; unsigned i = nondet_u8 (); assume "
    "(i < 2); p[i] = 7; int v = p[i];",
    "v == 7 && c == 5" },
  { true, "struct p { int x; };", "struct p q = { 3 }; q; int a = (q, 4);", "a == 4 && q.x == 3" },
  { false, "struct p { int x; }; int f (struct p p) { return p.x; }", "struct p q = { 3 };",
    "f ((1, q)) == 3" },
  /* Calls. */
  { true, "int f (int a) { if (a > 2) return a; return a + 10; }", "",
    "f (3) == 3 && f (1) == 11" },
  { true,
    "int f (int a) { int r = 0; if (a) { if (a > 1) return 5; r = 3; } else return 4; return r; }",
    "int a = nondet_u8 (); assume (a < 3);", "f (a) == (a == 0 ? 4 : a == 1 ? 3 : 5)" },
  { true, "void add (int *p, int by) { *p += by; }\nint g = 1;",
    "int n = 2; add (&n, 3); add (&g, n);", "n == 5 && g == 6" },
  { true,
    "int f (int a, int b) { int c = a; a = b; return 10 * a + c; }\nint h (int x) { return f (x, x "
    "+ 1); }",
    "int a = 1, r = f (a, 2), s = h (f (0, 1));", "r == 21 && s == 120 && a == 1" },
  { true,
    "int two (void) { return 2; }\nint f (int a) { int b; switch (a) { case 1: b = two (); break; "
    "default: b = 5; } "
    "return b; }",
    "int i, s = 0; for (i = 0; i < 3; i++) { switch (i) { case 1: s += f (1); break; default: s += "
    "f (0); } if (s > 6) break; }",
    "s == 7 && i == 1" },
  { true, "struct p { int x, y; };\nint f (struct p *p) { return p->x + p->y; }",
    "struct p q = { 3, 4 }, r = { 1 };", "f (&q) == 7 && f (&r) == 1" },
  { false, "int f (int a) { if (a) return 1; }", "int a = nondet_bool (), b = f (a);", "b == 1" },
  { false, "int f (int a) { if (a) return 1; }", "int b = f (0);", "b == 0" },
  { true, "int *id (int *p) { return p; }", "int a = 1; *id (&a) = 3;", "a == 3" },
  { true, "int f (int c) { int r = 0; while (1) { if (c) break; return 5; } return r + 1; }",
    "int c = nondet_bool ();", "f (c) == (c ? 1 : 5)" },
  { false, "int any (void);\nunsigned char few (int);", "", "any () == 70000" },
  { true, "unsigned char few (int);", "", "few (3) < 256" },
  { true, "",
    "int a = nondet_s8 (), b = nondet_u8 (), c = nondet_s16 (), d = nondet_u16 (), e = nondet_bool "
    "();",
    "a >= -128 && a <= 127 && b >= 0 && b < 256 && c >= -32768 && c < 32768 && d >= 0 && d < 65536 "
    "&& (e == 0 || e == 1)" },
  { false, "", "int a = nondet_s8 ();", "a >= 0" },
  { false, "", "int a = nondet_u8 ();", "a < 255" },
  { false, "", "int a = nondet_s32 ();", "a >= 0" },
  { false, "", "unsigned a = nondet_u32 ();", "a < 4294967295u" },
  { false, "", "int a = nondet_s16 ();", "a < 32767" },
  { false, "", "int a = nondet_u16 ();", "a < 65535" },
  { false, "", "int a = nondet_bool ();", "a" },
  /* What is not known is free. */
  { false, "extern int x;", "", "x == 3" },
  { false, "", "int a;", "a == 3" },
  { false, "", "float f = 1.5f;", "f > 1" },
  { false, "", "float f = 1.5f; int a = f;", "a == 1" },
  { false, "", "int a = 3; a += 1.5;", "a == 4" },
  { false, "", "int a = 8, b = 0, c = a / b, d = a % b;", "c == d" },
  { false, "", "float f = 1.5f, g = f + f;", "g == g" },
  { true, "", "char *s = \"text\";", "s && s + 1 && s != 0" },
  { false, "", "int a[2], *p = a, *q = p + nondet_bool ();", "p == q" },
  { false, "", "int a = nondet_bool (); if (a) { int b = 3; a = b; }", "a" },
  /* Branches and loops. */
  { true, "",
    "int a = nondet_u8 (), b = 0; if (a > 7) b = 1; else if (a > 3) b = 2; if (a == 5) b += 10;",
    "b == (a > 7 ? 1 : a == 5 ? 12 : a > 3 ? 2 : 0)" },
  { true, "", "int n = nondet_u8 () & 3, i, s = 0; for (i = 0; i < n; i++) s += i;",
    "2 * s == n * (n - 1) && i == n" },
  { true, "",
    "int i = 0, s = 0; while (i < 5) { i++; if (i == 2) continue; if (i == 4) break; s += i; }",
    "i == 4 && s == 4" },
  { true, "", "int i = 0, s = 0; do { i++; if (i == 2) continue; s += i; } while (i < 4);",
    "i == 4 && s == 8" },
  { true, "", "int i = 9, s = 0; do s++; while (i < 4); while (i < 4) s = 7; for (; i < 4;) s = 8;",
    "s == 1" },
  { true, "",
    "int i, j, s = 0; for (i = 0; i < 3; i++) { for (j = 0;; j++) { if (j == i) break; s++; } if "
    "(s > 9) continue; s += 10; }",
    "s == 13 && i == 3" },
  { true, "",
    "int n = nondet_u8 () & 3, i = 0; assume (n < 3); for (;;) { if (i == n || i == 4) break; if "
    "(n == 2 && "
    "i) "
    "break; i++; }",
    "i == (n == 2 ? 1 : n)" },
  { true, "",
    "int a = nondet_u8 (), b = 1; if (a) { if (a == 2) goto out; b = 2; } b += 4; out: b += 8;",
    "b == (a == 2 ? 9 : a ? 14 : 13)" },
  { true, "", "int i, b = 0; for (i = 0; i < 4; i++) { if (i == 2) goto done; b++; } b = 9; done:;",
    "b == 2 && i == 2" },
  { true, "",
    "int a = nondet_u8 () & 3, b = 0; if (a == 1) goto in; if (a) { b = 1; in: b += 2; } else b = "
    "9;",
    "b == (a == 1 ? 2 : a ? 3 : 9)" },
  /* Switches. */
  { true, "",
    "int a = nondet_u8 (), b = 0; switch (a) { case 1: b = 1; case 2: b += 2; break; case 5 ... 7: "
    "b = 9; break; default: b = 4; }",
    "b == (a == 1 ? 3 : a == 2 ? 2 : a >= 5 && a <= 7 ? 9 : 4)" },
  { true, "", "int a = nondet_u8 (), b = 5; switch (a) { default: b++; case 3: b *= 2; }",
    "b == (a == 3 ? 10 : 12)" },
  { true, "", "int a = nondet_u8 (), b = 5; switch (a) { case 3: b = 1; break; case 4: b = 2; }",
    "b == (a == 3 ? 1 : a == 4 ? 2 : 5)" },
  { true, "",
    "signed char a = nondet_s8 (); int b = 0; switch (a) { case -3 ... -1: b = 1; break; case 0 "
    "... 2: b = 2; }",
    "b == (a >= -3 && a <= -1 ? 1 : a >= 0 && a <= 2 ? 2 : 0)" },
  { true, "",
    "int a = nondet_u8 () & 3, b = 0; switch (a) { case 0: switch (a + 1) { case 1: b = 5; break; "
    "default: b = 6; } b++; break; "
    "case 1: b = 1; }",
    "b == (a == 0 ? 6 : a == 1 ? 1 : 0)" },
  { true, "",
    "int a = nondet_u8 () & 3, i, b = 0; for (i = 0; i < 3; i++) { switch (a) { case 1: continue; "
    "case 2: b += 5; break; } b++; }",
    "b == (a == 1 ? 0 : a == 2 ? 18 : 3)" },
  { true, "",
    "int a = nondet_u8 () & 3, b = 0; switch (a) { if (b) { case 1: b = 5; } else { case 2: b += "
    "7; } b++; }",
    "b == (a == 1 ? 6 : a == 2 ? 8 : 0)" },
  { true, "", "int b = 3; switch (2) { b = 4; case 1: b = 5; }", "b == 3" },
  { true, "", "int b = 3; switch (2) { case 2: b = 7; goto l; case 3: b = 8; l: b++; }", "b == 8" },
  /* Places. */
  { true, "",
    "int a[3] = { 1, 2, 3 }; unsigned i = nondet_u8 (); assume (i < 3); int b = a[i]; a[i] = 9;",
    "b == (int)i + 1 && a[i] == 9 && a[0] + a[1] + a[2] == 15 - b" },
  { true, "",
    "struct { int x, y; } a[3]; unsigned i = nondet_u8 (); a[0].y = a[1].y = a[2].y = 5; a[1].x = "
    "1; "
    "assume (i < 3); a[i].y = 7; a[i].x = 4;",
    "a[0].y + a[1].y + a[2].y == 17 && a[i].y == 7 && (i == 1 || a[1].x == 1)" },
  { true, "",
    "int a[2][3], i, k; for (i = 0; i < 2; i++) for (k = 0; k < 3; k++) a[i][k] = 3 * i + k; "
    "unsigned n = nondet_bool ();",
    "a[n][2] == 3 * (int)n + 2 && a[1][n] == 3 + (int)n" },
  { true, "", "int a[4] = { 0, 1, 2, 3 }, *p = a + 1; unsigned char i = nondet_bool (); p[i] = 8;",
    "p[i] == 8 && a[0] == 0 && a[3] == 3 && (i ? a[1] == 1 : a[2] == 2)" },
  { true,
    "int a[3] = { 1, 2 };\nunsigned char c = 300;\nstruct { int x; int y[2]; } s = { 1, { 2 } "
    "};\nint z;",
    "",
    "a[0] == 1 && a[1] == 2 && a[2] == 0 && c == 44 && s.x == 1 && s.y[0] == 2 && s.y[1] == 0 && z "
    "== 0" },
  { true, "", "int a[4] = { 1, 2 }; struct { int x, y[2]; } s = { 1, { 2 } };",
    "a[1] == 2 && a[2] == 0 && a[3] == 0 && s.y[0] == 2 && s.y[1] == 0" },
  { true, "struct { int x; int a[3]; } s;",
    "unsigned i = nondet_u8 (); assume (i < 3); s.x = 5; s.a[i] = 7;",
    "s.x == 5 && s.a[i] == 7 && s.a[0] + s.a[1] + s.a[2] == 7" },
};

TEST (bodies_compute)
{
  assert_int_equal (periodic_wrong_bodies (bodies, sizeof bodies / sizeof *bodies), 0);
}

/* What else fails, or does not: indices out of bounds, divisions by zero if they count, words. */
TEST (what_fails)
{
  size_t wrong = 0;
  static const struct
  {
    bool fails, div0;
    const char *globals, *body;
  } texts[] = {
    { true, false, "", "int a[3]; unsigned i = nondet_u8 (); assume (i < 4); a[i] = 1;" },
    { false, false, "", "int a[3]; unsigned i = nondet_u8 (); assume (i < 3); a[i] = 1;" },
    { true, false, "",
      "int a[3]; signed char i = nondet_s8 (); assume (i < 3 && i >= -1); a[i] = 1;" },
    { true, false, "struct { int a[2], b; } s;",
      "unsigned i = nondet_u8 (); assume (i < 3); s.a[i] = 1;" },
    { true, false, "struct { int b, a[2]; } s;",
      "signed char i = nondet_s8 (); assume (i >= -1 && i < 2); s.a[i] = 1;" },
    { false, false, "struct { int b, a[2]; } s;",
      "signed char i = nondet_s8 (); assume (i >= 0 && i < 2); s.a[i] = 1;" },
    { true, false, "",
      "int a[3], *p = a + 1; unsigned i = nondet_u8 (); assume (i < 3); p[i] = 1;" },
    { false, false, "",
      "int a[3], *p = a + 1; signed char i = nondet_s8 (); assume (i < 2 && i >= -1); p[i] = 1;" },
    { true, false, "",
      "int a[3], *p = a + 1; signed char i = nondet_s8 (); assume (i < 2 && i >= -2); p[i] = 1;" },
    { false, false, "", "if (0) { int a[2]; unsigned i = nondet_u8 (); a[i] = 1; }" },
    { false, false, "", "unsigned i = nondet_u8 (); int a[2]; if (i < 2) a[i] = 1;" },
    { true, false, "", "unsigned i = nondet_u8 (); int a[2]; if (i < 3) a[i] = 1;" },
    { false, false, "", "int a = 1 / nondet_bool ();" },
    { true, true, "", "int a = 1 / nondet_bool ();" },
    { true, true, "", "int a = 1 % nondet_bool ();" },
    { true, true, "", "int a = 3, b = 0; a /= b;" },
    { false, true, "", "int a = 3, b = 0; if (b) a /= b;" },
    { false, true, "", "int a = 8 / (1 + nondet_bool ());" },
    { false, true, "", "unsigned char a = nondet_u8 (), b = 1; if (a) b = 1 / a;" },
    { true, false, "void reach_error (void);", "if (nondet_bool ()) reach_error ();" },
    { true, false, "void __VERIFIER_error (void);", "if (nondet_bool ()) __VERIFIER_error ();" },
    { false, false, "void reach_error (void);", "if (0) reach_error ();" },
    { false, false, "void abort (void);",
      "if (nondet_bool ()) abort (); else return; assert (0);" },
    { false, false, "void abort (void);", "abort (); assert (0);" },
    { false, false, "void exit (int);", "if (nondet_bool ()) { exit (1); assert (0); }" },
    { true, false, "void abort (void);", "if (nondet_bool ()) abort (); assert (0);" },
    { false, false, "", "assert (0 || 1); assume (0); assert (0);" },
    { false, false, "void __VERIFIER_assume (int);",
      "int a = nondet_u8 (); __VERIFIER_assume (a < 3); assert (a < 3);" },
    { true, false, "", "int a = nondet_u8 (); assume (a < 4); assert (a < 3);" },
    { false, false, "", "int a = nondet_bool (); if (a) assume (0); assert (!a);" },
    { true, false, "void __startrek_assert_i1 (int);", "__startrek_assert_i1 (nondet_bool ());" },
    { false, false, "void __startrek_assert_i1 (int);", "__startrek_assert_i1 (2);" },
    { true, false, "", "int a = 0, *p = 0; assert (p);" },
    { true, false, "int f (int a) { assert (a); return 1; }",
      "if (nondet_bool ()) f (1); f (nondet_bool ());" },
    { false, false, "int f (int a) { assert (a); return 1; }",
      "if (nondet_bool ()) f (1); else return; f (2);" }
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      struct hb_claim claim = periodic_usual;
      claim.div0 = texts[i].div0;
      char *text = hb_format ("HB_TASK (t, 1, 8, 2, 0)\n%s\nvoid t () { %s }\n", texts[i].globals,
                              texts[i].body);
      wrong += !periodic_is_answer (text, &claim, texts[i].fails ? 10 : 20, NULL);
      hb_free (text);
    }
  assert_int_equal (wrong, 0);
}

/* Loops of one round too many for the claim; and what has no meaning for the checker. */
TEST (what_is_refused)
{
  static const struct
  {
    const char *globals, *body, *says; /* NULL: it is not */
  } texts[] = {
    { "", "int i; for (i = 0; i < 5; i++) ;", NULL },
    { "", "int i; for (i = 0; i < 6; i++) ;",
      "t.c:3:20: error: the checker does not take this: a loop that may run" },
    { "", "int i = 0; do i++; while (i < 5);", NULL },
    { "", "int i = 0; do i++; while (i < 6);", "a loop that may run" },
    { "", "int i = 0; while (nondet_bool ()) i++;", "a loop that may run" },
    { "", "l: if (nondet_bool ()) goto l;", "a goto backwards" },
    { "", "int i = 5; if (nondet_bool ()) goto l; while (i < 3) { i++; l: i = 9; }",
      "a jump into a loop" },
    { "", "int i = 5; switch (i) { case 0: for (; i < 9; i++) { case 5: i = 8; } }",
      "a jump into a loop" },
    { "", "int i = 5; switch (i) { case 5: do { switch (i) { case 5: i = 2; } } while (i < 2); }",
      NULL },
    { "", "int i = 0; while (i < 2) { i++; if (i == 1) goto l; i = 7; l:; }", NULL },
    { "",
      "if (nondet_bool ()) return; int i = 0; while (i < 2) { i++; if (i == 1) goto l; i = 7; l:; "
      "}",
      NULL },
    { "int f (int a) { return a ? f (a - 1) : 0; }", "f (0);", "recursion" },
    { "int g (int);\nint f (int a) { return g (a); }\nint g (int a) { return a ? f (a - 1) : 0; }",
      "f (0);", "recursion" },
    { "int f (int a) { return a; }", "f (f (0));", NULL },
    { "int f (int a) { return a; }", "int (*p) (int) = f; p (1);", "a call through a pointer" },
    { "", "int a[2]; a[2] = 1;", "an index out of bounds" },
    { "", "int a[2]; a[-1] = 1;", "an index out of bounds" },
    { "extern int e[];\nint z;", "e[0] = 1;", "an index out of bounds" },
    { "extern int e[];\nint z;", "int *p = e; *p = 1;", "a pointer out of bounds" },
    { "", "int a[2], *p = a + 1; p[1] = 1;", "an index out of bounds" },
    { "", "int a[2], *p = a + 1; p[-2] = 1;", "an index out of bounds" },
    { "", "int a[2], *p = a + 1; p[0] = p[-1] = 1;", NULL },
    { "", "int a[2]; if (0) a[2] = 1;", NULL },
    { "", "int x, y, *p = nondet_bool () ? &x : &y; *p = 1;", NULL },
    { "", "int x, *p; if (nondet_bool ()) p = &x; *p = 1;", "a pointer that is not known here" },
    { "", "int a[2], *p = nondet_bool () ? a : a + 1; *p = 1;", NULL },
    { "", "int a[2], *p = 1 ? a + 1 : a; *p = 1;", NULL },
    { "", "int a[2][2]; a[nondet_bool ()][nondet_bool ()] = 1;", NULL },
    { "", "int a[2][2]; a[nondet_bool ()][1] = 1;", NULL },
    { "", "struct { int x; } a[2], b; b = a[nondet_bool ()];", NULL },
    { "", "struct { int x; } a[2], b; a[nondet_bool ()] = b;", NULL },
    { "", "struct { int x; } a[2], b; b = a[1];", NULL },
    { "int any (int *);", "int a; any (&a);", "a pointer given to a function without body" },
    { "", "int a[2], *p = a + 2; *p = 1;", "a pointer out of bounds" },
    { "", "int a[2], *p = a; assert (*(p - 1));", "a pointer out of bounds" },
    { "", "struct { int x, y; } a[2], *p = a + 2; p->y = 1;", "a pointer out of bounds" },
    { "", "int a[2], *p = a + 2; p[-1] = 1; *(p - 2) = 1;", NULL },
    { "", "int a[2], *p = &a[nondet_bool ()]; *p = 1;", NULL },
    { "int f (int a) { return a; }", "int (*p) (int) = f; assert (1);", NULL },
    { "", "assert (1, 1);", "a word of another number of arguments" },
    { "", "assume ();", "a word of another number of arguments" },
    { "int __startrek_hidden_x; void __startrek_write_x ();", "__startrek_write_x ();",
      "a word of another number of arguments" },
    { "int any (int *);", "any (0);", NULL },
    { "", "int a; char *p = (char *)&a; *p = 1; assert (1);",
      "a pointer to what has another type" },
    { "", "int a = 1; void *p = &a; char *q = p; assert (*q);",
      "a pointer to what has another type" },
    { "", "int a[2]; char *p = (char *)a; int *q = (int *)(p + 4); *q = 1;",
      "a pointer that is not known here" },
    { "", "int a; void *p = &a; int *q = p; *q = 1; assert (a);", NULL },
    { "", "float f; int *p = (int *)&f; *p = 1;", "a pointer to what has another type" },
    { "", "struct { int x; } s; int *p = (int *)&s; *p = 1;",
      "a pointer to what has another type" },
    { "", "struct { int x; } s; int *p = &s.x; *p = 1; assert (s.x);", NULL },
    { "", "struct { int x[2]; int y; } s; int *p = s.x; p[2] = 1;", "an index out of bounds" },
    { "", "int *p = (int *)64; *p = 1;", "a pointer that is not known here" },
    { "int *f (void) { int x = 1; return &x; }", "assert (*f ());",
      "a pointer that is not known here" },
    { "void f (int **p) { int x = 1; *p = &x; } void g (void) { int y = 2; }",
      "int *p; f (&p); g (); assert (*p);", "a pointer that is not known here" },
    { "int x; int *f (void) { return &x; }", "*f () = 1; assert (x);", NULL },
    { "struct p { int x; }; struct p f (void) { struct p q = { 3 }; return q; }",
      "assert (f ().x);", "this is no place" },
    { "struct p { int x; }; struct p f (void) { struct p q = { 3 }; return q; }",
      "if (0) assert (f ().x);", NULL }
  };
  size_t wrong = 0;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      char *text = hb_format ("HB_TASK (t, 1, 8, 2, 0)\n%s\nvoid t () { %s }\n", texts[i].globals,
                              texts[i].body);
      wrong += !periodic_is_answer (text, &periodic_usual, texts[i].says ? 0 : 20, texts[i].says);
      hb_free (text);
    }
  assert_int_equal (wrong, 0);
}

/* Lengths that hb_critical tells bear response times where one section lies within the other alone. */
TEST (sections_overlap)
{
  static const struct hb_claim rta
      = { .time = 8, .departure = "rta", .semantics = "arrival", .unroll = 5 };
  static const struct
  {
    const char *told, *body;
    bool overlap;
  } all[] = {
    { "a, 1); hb_critical (b, 1", "hb_lock (a); hb_lock (b); hb_unlock (a); hb_unlock (b);", true },
    { "a, 1); hb_critical (b, 1", "hb_lock (a); hb_lock (b); hb_unlock (b); hb_unlock (a);",
      false },
    { "a, 1", "hb_lock (a); hb_lock (b); hb_unlock (a); hb_unlock (b);", false },
    { "a, 1); hb_critical (b, 1",
      "if (nondet_bool ()) { hb_lock (a); hb_lock (b); } else { hb_lock (b); hb_lock (a); } "
      "hb_unlock (a); hb_unlock (b);",
      true },
    { "a, 1); hb_critical (b, 1",
      "if (nondet_bool ()) { hb_lock (a); hb_lock (b); } else { hb_lock (a); x = 3; hb_lock (b); } "
      "hb_unlock (b); hb_unlock (a);",
      false },
    { "a, 1); hb_critical (b, 1",
      "hb_lock (c); hb_lock (a); hb_unlock (c); hb_lock (b); hb_unlock (a); hb_unlock (b);", true },
    { "a, 1); hb_critical (b, 1",
      "if (nondet_bool ()) { hb_lock (a); hb_unlock (a); } else { hb_lock (b); hb_unlock (b); }",
      false },
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    {
      char *text
          = hb_format ("HB_LOCK (a, 2)\nHB_LOCK (b, 2)\nHB_LOCK (c, 2)\nHB_TASK (t, 1, 8, 2, "
                       "0)\nHB_TASK (u, 2, 8, 2, 0)\nint "
                       "x;\nvoid t () { hb_critical (%s); %s }\nvoid u () { assert (x != 7); }\n",
                       all[i].told, all[i].body);
      bool refused = all[i].overlap;
      assert_true (
          periodic_is_answer (text, &rta, refused ? 0 : 20,
                              refused ? "critical sections of told lengths that overlap" : NULL));
      assert_true (periodic_is_answer (text, &periodic_usual, 20, NULL));
      hb_free (text);
    }
}

/* Calls may nest as deeply as the checker's own do. */
TEST (calls_nest)
{
  for (int more = 0; more < 2; more++)
    {
      hb_buffer text = VEC_EMPTY;
      hb_buffer_add (&text, "HB_TASK (t, 1, 8, 2, 0)\nvoid f0 () { }\n");
      for (int i = 1; i < 299 + more; i++)
        hb_buffer_add (&text, "void f%d () { f%d (); }\n", i, i - 1);
      hb_buffer_add (&text, "void t () { f%d (); f%d (); }\n", 298 + more, 298 + more);
      assert_true (periodic_is_answer (text.data, &periodic_usual, more ? 0 : 20,
                                       more ? "calls nested so deeply" : NULL));
      vec_free (text);
    }
}

/* Two tasks: t, and u, which may preempt it. */
TEST (tasks_share)
{
  static const struct
  {
    int answer;
    const char *globals, *low, *high, *says;
  } texts[] = {
    { 20, "int m[2], g;", "int i = nondet_bool (); m[i] = 7; assert (m[i] == 7);", "g = m[0];",
      NULL },
    { 10, "int m[2];", "int i = nondet_bool (); m[i] = 7; assert (m[i] == 7);", "m[1] = 2;", NULL },
    { 20, "int m[2];", "m[0] = 7; assert (m[0] == 7);", "m[1] = 2;", NULL },
    { 20, "int m[2];", "m[0] = 7; assert (m[0] == 7);", "int i = nondet_bool (); if (i) m[i] = 2;",
      NULL },
    { 10, "int m[2];", "m[0] = 7; assert (m[0] == 7);", "m[nondet_bool ()] = 2;", NULL },
    { 10, "int m[2], i;", "m[i] = 1; assert (i < 9);", "i = 2; m[0] = 1;", NULL },
    { 20, "int m[2], i;", "m[i] = 1; assert (i < 9);", "i = 1; m[0] = 1;", NULL },
    { 20, "struct { int a, b; } s;", "s.a = 1; assert (s.a == 1);", "s.b = 2;", NULL },
    { 10, "struct { int a, b; } s;", "s.a = 1; assert (s.a == 1);", "s.a = 2;", NULL },
    { 10, "struct p { int a, b; } s;",
      "s.a = 0; struct p q; q = s; assert (q.a == 0 && s.b == q.b);", "s.b = 2;", NULL },
    { 20, "struct p { int a, b; } s;", "s.a = 0; struct p q; q = s; assert (q.a == 0);", "s.b = 2;",
      NULL },
    { 10, "struct p { int a, b; } s;", "assert (s.a <= s.b);", "struct p q = { 2, 1 }; s = q;",
      NULL },
    { 20, "int x;", "x = 1; int v = x; assert (v == x || x == 3);", "x = 3;", NULL },
    { 10, "int x;", "int v = x; assert (v == x);", "x++;", NULL },
    { 20, "int x;", "assert (x == 0 || x == 2);", "x++; ++x;", NULL },
    { 20, "int x;", "assert (x == 0 || x == 2);", "x += 2;", NULL },
    { 20, "int x;", "hb_lock (l); int v = x; assert (v == x); hb_unlock (l);", "x = 1;", NULL },
    { 10, "int x;", "hb_lock (l); int v = x; hb_unlock (l); assert (v == x);", "x = 1;", NULL },
    { 20, "int x;", "hb_cpu_lock (); int v = x; assert (v == x); hb_cpu_unlock ();", "x = 1;",
      NULL },
    { 20, "int x, __startrek_lock;",
      "__startrek_lock = 1; int v = x; assert (v == x); __startrek_lock = 0;", "x = 1;", NULL },
    { 10, "int x, __startrek_lock;",
      "__startrek_lock = 1; int v = x; __startrek_lock = 0; assert (v == x);", "x = 1;", NULL },
    { 10, "int x;",
      "int a = nondet_bool (); if (a) hb_lock (l); int v = x; assert (v == x); if (a) hb_unlock "
      "(l);",
      "x = 1;", "may be free" },
    { 0, "int x;", "hb_lock (l); if (nondet_bool ()) hb_unlock (l); assert (x);", "x = 1;",
      "not given back" },
    { 0, "int x;", "hb_lock (l); if (nondet_bool ()) return; hb_unlock (l);", "x = 1;",
      "not given back" },
    { 0, "int x;", "hb_lock (l); hb_lock (l); hb_unlock (l);", "x = 1;", "may be held already" },
    { 0, "int x;", "if (nondet_bool ()) hb_lock (l); hb_lock (l); hb_unlock (l);", "x = 1;",
      "may be held already" },
    { 0, "int x;", "hb_unlock (l);", "x = 1;", "may be free" },
    { 0, "int x;", "hb_lock (l);", "x = 1;", "not given back" },
    { 0, "int x;", "hb_lock (1);", "x = 1;", "an unknown lock" },
    { 20, "int x;",
      "if (nondet_bool ()) { hb_lock (l); x = 2; hb_unlock (l); } else { hb_lock (l); hb_unlock "
      "(l); }",
      "x = 1;", NULL },
    { 10, "int x;", "x = nondet_bool (); assume (!x); assert (!x);", "x = 1;", NULL },
    { 20, "int x, *p = &x;", "x = 0; assert (!x);", "int y = x;", NULL },
    { 10, "int x;", "x = 0; assert (!x);", "int *p = &x; *p = 1;", NULL },
    { 10, "int a[2];", "a[0] = 0; assert (!a[0]);", "int *p = a; *p = 1;", NULL },
    { 10, "int x; void set (int *p) { *p = 1; }", "x = 0; assert (!x);", "set (&x);", NULL },
    { 10, "int x; void set (void) { x = 1; }", "x = 0; assert (!x);", "set ();", NULL },
    { 0, "float x;", "x = 0; assert (!x);", "x = 1;", "such a" },
    { 10, "extern int x;", "assert (x != 5 && x != 1);", "x = 1;", NULL },
    { 0, "float f;", "int *p = (int *)&f; assert (*p);", "f = 1;",
      "a pointer to what has another type" },
    { 0, "int x;", "char *p = (char *)&x; assert (*p);", "x = 1;",
      "a pointer to what has another type" },
    { 0, "float f;", "int *p = (int *)&f; *p = 1; assert (1);", "f = 1;",
      "a pointer to what has another type" },
    { 0, "int x;", "char *p = (char *)&x; *p = 1; assert (1);", "x = 1;",
      "a pointer to what has another type" },
    { 0, "int x;", "float *p = (float *)&x; *p = 1.5f; assert (1);", "x = 1;",
      "a pointer to what has another type" },
    { 20, "int x, *const p = &x;", "*p = 1; assert (*p == 1 || x == 2);", "*p = 2;", NULL },
    { 10, "int x, *const p = &x;", "*p = 1; assert (*p == 1);", "*p = 2;", NULL },
    { 0, "int x, *p = &x;", "p = &x; assert (x == 1);", "*p = 2;", "such an assignment" },
    { 10, "int x, *p;", "assert (*p == 0);", "x = 2;", NULL },
    { 0, "float f;", "int *p = (int *)&f; *p = 1; assert (1);", "f;",
      "a pointer to what has another type" },
    { 0, "float f;", "f = 1.5f; assert (1);", "f = 1;", "such an assignment" },
    { 20, "int a[2]; unsigned char c;",
      "int *p = a; unsigned i = nondet_u8 (); assume (i < 2); p[i] = 2; int v = p[i]; assert (v == "
      "2);",
      "c = a[0] + 1; c++;", NULL },
    { 20,
      "int __startrek_hidden_x = 3, _x_[2]; int __startrek_read_x (void); void __startrek_write_x "
      "(int);",
      "_x_[1] = 5; assert (_x_[1] == 5);", "__startrek_write_x (4);", NULL },
    { 20,
      "int x; void __startrek_user_final (void) { int a[2][2], *p = a[1]; a[1][1] = 2; assert "
      "(a[1][1] == 2 && p[1] == 2); }",
      "x = 1;", "x = 2;", NULL },
    { 20, "int x, __startrek_lock;",
      "int v = (__startrek_lock = 1); assert (v == 1); v = __startrek_lock = 0; assert (!v);",
      "x = 1;", NULL },
    { 20, "_Bool b;", "b = 1; assert (b);", "_Bool c = b; b = c || 1;", NULL },
    { 20, "_Bool b, c;", "b = 1; c = b; assert (c);", "b = 1; c = 1;", NULL },
    { 20,
      "int __startrek_hidden_x = 3; int __startrek_read_x (void); void __startrek_write_x (int);",
      "assert (__startrek_read_x () < 4);", "__startrek_write_x (0);", NULL },
    { 20,
      "int __startrek_hidden_x = 3; int __startrek_read_x (void); void __startrek_write_x (int);",
      "assert (__startrek_read_x () == 3 || __startrek_read_x () == 4);", "__startrek_write_x (4);",
      NULL },
    { 10,
      "int __startrek_hidden_x = 3; int __startrek_read_x (void); void __startrek_write_x (int);",
      "assert (__startrek_read_x () == 3);", "__startrek_write_x (4);", NULL },
    { 10,
      "unsigned char __startrek_hidden_x; unsigned char __startrek_read_x (void); void "
      "__startrek_write_x (unsigned char);",
      "assert (!__startrek_read_x () || __startrek_read_x () == 4);",
      "int a = 260; __startrek_write_x (a); __startrek_write_x (5);", NULL },
    { 10, "int x; void __startrek_user_final (void) { assert (x != 2); }", "x = 1;", "x = 2;",
      NULL },
    { 20, "int x; void __startrek_user_final (void) { assert (x == 1 || x == 2); }", "x = 1;",
      "x = 2;", NULL },
    { 10, "int x; void __startrek_user_final (void) { assert (x); }", "x = x;", "", NULL },
    { 10,
      "int __startrek_hidden_x, _x_[9]; void __startrek_write_x (int);\nvoid __startrek_user_final "
      "(void) { assert (_x_[5] != 2); }",
      "__startrek_write_x (1);", "__startrek_write_x (2);", NULL },
    { 20,
      "int __startrek_hidden_x, _x_[9]; void __startrek_write_x (int);\nvoid __startrek_user_final "
      "(void) { assert (_x_[5]); }",
      "__startrek_write_x (1);", "__startrek_write_x (2);", NULL }
  };
  size_t wrong = 0;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      char *text
          = hb_format ("HB_TASK (t, 1, 8, 2, 0)\nHB_TASK (u, 2, 8, 2, 1)\nHB_LOCK (l, 2)\n%s\n"
                       "void t () { %s }\nvoid u () { %s }\n",
                       texts[i].globals, texts[i].low, texts[i].high);
      wrong += !periodic_is_answer (text, &periodic_usual, texts[i].says ? 0 : texts[i].answer,
                                    texts[i].says);
      hb_free (text);
    }
  assert_int_equal (wrong, 0);
}

/* What is written is seen behind jobs that do nothing, or only read. */
TEST (jobs_between)
{
  static const char *const bodies_between[] = { "", "assert (x < 9);" };
  for (size_t i = 0; i < 2; i++)
    for (int semantics = 0; semantics < 3; semantics++)
      {
        static const char *const names[] = { "paper", "arrival", "exact" };
        char *text = hb_format ("int x;\nHB_TASK (a, 3, 8, 1, 0)\nvoid a () { x = 1; }\nHB_TASK "
                                "(b, 2, 8, 1, 0)\nvoid b () { %s }\n"
                                "HB_TASK (c, 1, 8, 1, 0)\nvoid c () { assert (x != 1); }\n",
                                bodies_between[i]);
        struct hb_claim claim = periodic_usual;
        claim.semantics = names[semantics];
        assert_true (periodic_is_answer (text, &claim, 10, NULL));
        hb_free (text);
      }
}
