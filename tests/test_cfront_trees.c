/* The reader of C: the tree of what it takes, with all types, conversions and symbols (tree_told.h). */
#include "unit.h"

#include "tree_told.h"

struct told
{
  const char *text, *tree;
};

enum part
{
  PROGRAM,
  STATEMENTS, /* of the function x */
  EXPRESSION  /* all that x does */
};

/* The trees of PART, the texts with BEFORE and BEHIND around them. */
static void
compare (const struct told *told, size_t count, enum part part, const char *before,
         const char *behind)
{
  static const char *const known[] = { "nondet", "other", NULL };
  static const struct hb_c_options options = { .known = known, .macros_are_calls = true };
  for (size_t i = 0; i < count; i++)
    {
      hb_diag *diag = hb_diag_new ();
      char *text = hb_format ("%s%s%s", before, told[i].text, behind);
      hb_c_unit *unit = hb_c_read_text ("t.c", text, strlen (text), &options, diag);
      if (!unit)
        fail_msg ("%s: %s", text, hb_diag_first (diag));
      const struct hb_c_stmt *body = part == PROGRAM ? NULL : hb_c_find (unit, "x")->body;
      char *tree = part == PROGRAM      ? tree_told (unit)
                   : part == STATEMENTS ? tree_stmt_told (body)
                                        : tree_exp_told (body->items[0]->exp);
      if (strcmp (tree, told[i].tree))
        fail_msg ("%s:\n%s\nand not\n%s", told[i].text, tree, told[i].tree);
      hb_free (tree);
      hb_free (text);
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}

#define COMPARE(TOLD, PART, BEFORE, BEHIND)                                                        \
  compare (TOLD, sizeof TOLD / sizeof *TOLD, PART, BEFORE, BEHIND)

TEST (declarations)
{
  static const struct told told[] = {
    { "char a;", "i8 a" },
    { "signed char b;", "i8 b" },
    { "unsigned char c;", "u8 c" },
    { "short d;", "i16 d" },
    { "short int e;", "i16 e" },
    { "unsigned short f;", "u16 f" },
    { "int g;", "i32 g" },
    { "signed h;", "i32 h" },
    { "unsigned i;", "u32 i" },
    { "unsigned int j;", "u32 j" },
    { "long k;", "i64 k" },
    { "long int l;", "i64 l" },
    { "long long m;", "i64 m" },
    { "unsigned long n;", "u64 n" },
    { "unsigned long long int o;", "u64 o" },
    { "_Bool p;", "u1 p" },
    { "bool q;", "u1 q" },
    { "float r;", "f32 r" },
    { "double s;", "f64 s" },
    { "long double t;", "f128 t" },
    { "int long unsigned long a;", "u64 a" },
    { "char unsigned b;", "u8 b" },
    { "int short c;", "i16 c" },
    { "const d;", "i32 d" },
    { "volatile signed e;", "i32 e" },
    { "__signed f;", "i32 f" },
    { "__signed__ char g;", "i8 g" },
    { "register int h;", "i32 h" },
    { "long signed int i;", "i64 i" },
    { "auto j;", "i32 j" },
    { "int extern k;", "extern i32 k" },
    { "const char *const a;", "*i8 a" },
    { "volatile int *b;", "*i32 b" },
    { "int *restrict c;", "*i32 c" },
    { "char *__restrict d, e;", "*i8 d; i8 e" },
    { "__extension__ int f;", "i32 f" },
    { "__const int g;", "i32 g" },
    { "__volatile__ int *__const *h;", "**i32 h" },
    { "inline int f (void);", "()i32 f" },
    { "__inline int g (void);", "()i32 g" },
    { "__inline__ int h (void);", "()i32 h" },
    { "_Noreturn void i (void);", "()void i" },
    { "int **b, c[3], *d[3];", "**i32 b; [3]i32 c; [3]*i32 d" },
    { "int (*e)[3], e2[2][3];", "*[3]i32 e; [2][3]i32 e2" },
    { "int f (int), *g (char *, int);", "(i32)i32 f; (*i8, i32)*i32 g" },
    { "int (*h) (int), (*i[2]) (void);", "*(i32)i32 h; [2]*()i32 i" },
    { "int *(*j) (int *), (*(*k) (int)) (char);", "*(*i32)*i32 j; *(i32)*(i8)i32 k" },
    { "int (l), (*(m)), (n)[4], ((*o));", "i32 l; *i32 m; [4]i32 n; *i32 o" },
    { "int f (int a[3], int b[], char c[2][4], int d (int), int (*e) (int), ...);",
      "(*i32, *i32, *[4]i8, *(i32)i32, *(i32)i32...)i32 f" },
    { "int g ();", "(...)i32 g" },
    { "int h (void);", "()i32 h" },
    { "int i (int, char *);", "(i32, *i8)i32 i" },
    { "int j (int (a), int (*) (int), int (*b[]) (void));", "(i32, *(i32)i32, **()i32)i32 j" },
    { "int k (int *, char [], const char *c[]);", "(*i32, *i8, **i8)i32 k" },
    { "int l (int (), int (*) (int ()), int (int));",
      "(*(...)i32, *(*(...)i32)i32, *(i32)i32)i32 l" },
    { "int m[0], n[1000000];", "[0]i32 m; [1000000]i32 n" },
    { "typedef int T, *P, A[3], F (int); int y (int (T), int (t)); T a; P b; A c, d; F *e; F f; P "
      "*g; const T h; A i[2];",
      "typedef i32 T; typedef *i32 P; typedef [3]i32 A; typedef (i32)i32 F; (*(i32)i32, i32)i32 y; "
      "i32 a; *i32 b; [3]i32 c; [3]i32 d; *(i32)i32 e; (i32)i32 f; **i32 g; i32 h; [2][3]i32 i" },
    { "typedef struct { int x; } S; S j, *k; typedef char U; typedef U V; V l; unsigned long U2;",
      "typedef struct ? S; struct ? j; *struct ? k; typedef i8 U; typedef i8 V; i8 l; u64 U2" },
    { "typedef int bool; bool x; unsigned const bool2; bool const w; typedef unsigned char byte, "
      "*bytes; byte y; bytes z;",
      "typedef i32 bool; i32 x; u32 bool2; i32 w; typedef u8 byte; typedef *u8 bytes; u8 y; *u8 "
      "z" },
    { "int a __attribute__ ((aligned (4))), b; __attribute__ ((x)) int c; int __attribute__ ((y)) "
      "d; void f (int e __attribute__ ((unused))) __attribute__ ((z, (w))); int *__attribute__ "
      "((v)) const __attribute ((u)) *g; int h __attribute__ ((packed)) = 3;",
      "i32 a; i32 b; i32 c; i32 d; (i32)void f; **i32 g; i32 h = 3" },
    { "struct s { int a, *b; char c[2]; struct { short x; } d; struct s *next; } v, *w; struct t "
      "*q; struct { int a; } u, x[2]; struct t { int z; }; struct t r; struct t *y; struct { } z; "
      "struct __attribute__ ((packed)) y2 { int a; } v2; struct y2 *v3;",
      "struct s v; *struct s w; *struct t q; struct ? u; [2]struct ? x; struct t r; *struct t y; "
      "struct ? z; struct y2 v2; *struct y2 v3" },
    { "enum e { A, B, C = 7, D, E = -1, F } v; enum e w; enum { G = 4, }; enum f { H = 1 } x; enum "
      "f y; enum { I } z; enum __attribute__ ((x)) g { J } v2; enum g v3;",
      "i32 A is 0; i32 B is 1; i32 C is 7; i32 D is 8; i32 E is -1; i32 F is 0; i32 v; i32 w; i32 "
      "G is 4; i32 H is 1; u32 x; u32 y; i32 I is 0; u32 z; i32 J is 0; u32 v2; u32 v3" },
    { "enum e { A = 0x7fffffff } a;", "i32 A is 2147483647; u32 a" },
    { "enum f { B = -2147483648 } b;", "i32 B is -2147483648; i32 b" },
    { "enum g { C = 0x80000000, D = 1 } c;", "u32 C is 2147483648; i32 D is 1; u32 c" },
    { "enum h { E = 0x80000000, F = -1 } d;", "i64 E is 2147483648; i32 F is -1; i64 d" },
    { "enum i { G = 0x100000000 } e;", "u64 G is 4294967296; u64 e" },
    { "enum j { H = -2147483649 } f;", "i64 H is -2147483649; i64 f" },
    { "enum k { I = 0xffffffff } g;", "u32 I is 4294967295; u32 g" },
    { "enum l { J = -1, K = 0x7fffffff } h;", "i32 J is -1; i32 K is 2147483647; i32 h" },
    { "enum m { L = 3, M = 1, N = 2 } i;", "i32 L is 3; i32 M is 1; i32 N is 2; u32 i" },
    { "enum n { O = -3, P = -1, Q = -2 } j;", "i32 O is -3; i32 P is -1; i32 Q is -2; i32 j" },
    { "enum o { R = -2147483648, S = 0x100000000 } k;",
      "i32 R is -2147483648; i64 S is 4294967296; i64 k" },
    { "static int a, b = 3; extern int c; extern int d = 3; extern int e, e; int f; extern int f; "
      "static int g (void); extern int h (void) { return 1; } int i (void); inline static int j "
      "(int x) { return x; }",
      "i32 a; i32 b = 3; extern i32 c; i32 d = 3; extern i32 e; i32 f; ()i32 g; ()i32 h'0 {return "
      "1;}; ()i32 i; (i32)i32 j'1 {return x'0;}" },
    { "int f (int a) { static int b = 3, c[] = { 1, 2 }; { static char b; b = a; } return b++ + "
      "c[0]; } "
      "int g (void) { static int (*b) (int) = f; return b (1); } int b;",
      "(i32)i32 f'1 {{(f.b.2 = i8(a'0)):i8;} return ((f.b++) + f.c[0]);}; i32 f.b = 3; [2]i32 f.c "
      "= "
      "{1, 2}; i8 f.b.2; ()i32 g'0 {return g.b(1);}; *(i32)i32 g.b = (&f):*(i32)i32; i32 b" },
    { "void f (struct s { int a; } *p); void g (enum { A, B } a); struct t { struct t *a; } b; "
      "void "
      "h (struct u { int a; } *p) { p->a = 1; }",
      "(*struct s)void f; i32 A is 0; i32 B is 1; (u32)void g; struct t b; (*struct u)void h'1 "
      "{((*p'0):struct u.a#0 = 1);}" },
    { "extern int a; int a; extern int b, c; int b = 3; extern int c = 4; int d = 5; int d; extern "
      "int d;",
      "i32 a; i32 b = 3; i32 c = 4; i32 d = 5" },
    { "int f (); int f (int); int g (int); int g (); int h (int a) { return a; } int h (); int i "
      "(); int i (int, char); int i (int b, char c); static int j (void); static int j (void) { "
      "return 1; } static int j ();",
      "(i32)i32 f; (i32)i32 g; (i32)i32 h'1 {return a'0;}; (i32, i8)i32 i; ()i32 j'0 {return 1;}" },
    { "int a[]; extern int b[]; int c[]; int c[3]; int d[3]; int d[]; int (*p)[]; typedef int T[]; "
      "T e = { 1 }, f = { 1, 2 }; T g;",
      "[1]i32 a; extern [?]i32 b; [3]i32 c; [3]i32 d; *[?]i32 p; typedef [?]i32 T; [1]i32 e = {1}; "
      "[2]i32 f = {1, 2}; [1]i32 g" },
    { "enum e { A }; enum e a; void f (void) { enum e { B = -1 } b; enum e c; struct t *p; struct "
      "e { int x; } d; d.x = b = c; } struct e { char y; } z; enum e v; struct t { int a; };",
      "i32 A is 0; u32 a; ()void f'5 {i32 b'1; i32 c'2; *struct t p'3; struct e d'4; (d'4.x#0 = "
      "(b'1 = c'2));}; struct e z; u32 v" },
    { "int main (int argc, char *argv[], char **envp) { return argv[1][0] + argc; }",
      "(i32, **i8, **i8)i32 main'3 {return (i32(argv'1[1]:*i8[0]:i8) + argc'0);}" }
  };
  COMPARE (told, PROGRAM, "", "");
}

TEST (initial_values)
{
  static const struct told told[] = {
    { "char a[2] = { }, b[1] = { 1 }; int c[3] = { };",
      "[2]i8 a = {}; [1]i8 b = {i8(1)}; [3]i32 c = {}" },
    { "int a = 3, b[] = { 1, 2, 3 }, c[3] = { 1 }, d[2][2] = { { 1, 2 }, { 3 } }, e[] = { 1, }, j "
      "= { 4 };",
      "i32 a = 3; [3]i32 b = {1, 2, 3}; [3]i32 c = {1}; [2][2]i32 d = {{1, 2}, {3}}; [1]i32 e = "
      "{1}; i32 j = 4" },
    { "int a, *f = 0, *g = &a, b[2], *h = b, *i = &b[1]; int *j[] = { &a, b, 0 };",
      "i32 a; *i32 f = *i32(0); *i32 g = (&a):*i32; [2]i32 b; *i32 h = (&b[0]):*i32; *i32 i = "
      "(&b[1]):*i32; [3]*i32 j = {(&a):*i32, (&b[0]):*i32, *i32(0)}" },
    { "unsigned char k = 'a', l[] = { -1, 300 }; _Bool m = 2; long n = -1, o = 4294967295; "
      "unsigned p = -1; double q = 1, r = 1.5f;",
      "u8 k = u8(97); [2]u8 l = {u8((-1)), u8(300)}; u1 m = u1(2); i64 n = i64((-1)); i64 o = "
      "4294967295:i64; u32 p = u32((-1)); f64 q = f64(1); f64 r = f64(1.5f:f32)" },
    { "char a[] = \"ab\", b[3] = \"ab\", c[2] = \"ab\", d[4] = \"ab\", e[] = { \"ab\" }, f[2][3] = "
      "{ \"a\", \"bc\" };",
      "[3]i8 a = {97:i8, 98:i8, 0:i8}; [3]i8 b = {97:i8, 98:i8, 0:i8}; [2]i8 c = {97:i8, 98:i8}; "
      "[4]i8 d = {97:i8, 98:i8, 0:i8}; [3]i8 e = {97:i8, 98:i8, 0:i8}; [2][3]i8 f = {{97:i8, "
      "0:i8}, {98:i8, 99:i8, 0:i8}}" },
    { "char a[] = \"a\\0b\", *b = \"ab\", *c[] = { \"a\" }, d[] = \"\", e[] = \"a\" \"b\" \"\", *f "
      "= \"a\" \"bc\"; unsigned char g[] = \"\\377\"; char h[] = \"\\377\";",
      "[4]i8 a = {97:i8, 0:i8, 98:i8, 0:i8}; *i8 b = (&\"ab\":[3]i8[0]:i8):*i8; [1]*i8 c = "
      "{(&\"a\":[2]i8[0]:i8):*i8}; [1]i8 d = {0:i8}; [3]i8 e = {97:i8, 98:i8, 0:i8}; *i8 f = "
      "(&\"abc\":[4]i8[0]:i8):*i8; [2]u8 g = {255:u8, 0:u8}; [2]i8 h = {-1:i8, 0:i8}" },
    { "struct s { int a; char b[2]; } x = { 1, \"a\" }, y = { 2 }, z[] = { { 1 }, { 2, { 3 } } };",
      "struct s x = {1, {97:i8, 0:i8}}; struct s y = {2}; [2]struct s z = {{1}, {2, {i8(3)}}}" },
    { "struct s { int a; } x; void f (void) { struct s v = x, w = { 4 }; int a = 1, b, c[2] = { a "
      "}; char d[] = \"a\"; b = v.a + w.a + c[a]; }",
      "struct s x; ()void f'6 {struct s v'0 = x; struct s w'1 = {4}; i32 a'2 = 1; i32 b'3; [2]i32 "
      "c'4 = {a'2}; [2]i8 d'5 = {97:i8, 0:i8}; (b'3 = ((v'0.a#0 + w'1.a#0) + c'4[a'2]));}" }
  };
  COMPARE (told, PROGRAM, "", "");
}

TEST (programs)
{
  static const struct told told[] = {
    { "int f (int a, int b) { int c; return a + b + c; } int g () { return f (1, 2); } void h "
      "(void) { h (); }",
      "(i32, i32)i32 f'3 {i32 c'2; return ((a'0 + b'1) + c'2);}; (...)i32 g'0 {return f(1, 2);}; "
      "()void h'0 {h():void;}" },
    { "int x; void f (int y) { int x; { extern int x; x = 1; { int x; x = 3; extern int y; } y = "
      "4; } x = 2; }",
      "i32 x; (i32)void f'3 {i32 x'1; {(x = 1); {i32 x'2; (x'2 = 3);} (y'0 = 4);} (x'1 = 2);}; "
      "extern i32 y" },
    { "int x (void); void f (void) { int x; { int x (void); x (); g (); } x = 2; g (); }",
      "()i32 x; ()void f'1 {i32 x'0; {x(); g();} (x'0 = 2); g();}; extern (...)i32 g" },
    { "void f (void) { extern int x; x = 1; int g (int); g (2); { char x; x = 3; } } int y;",
      "()void f'1 {(x = 1); g(2); {i8 x'0; (x'0 = i8(3)):i8;}}; extern i32 x; (i32)i32 g; i32 y" },
    { "typedef char T; void f (void) { int T; T = 1; } T x; void g (T T) { T = 2; }",
      "typedef i8 T; ()void f'1 {i32 T'0; (T'0 = 1);}; i8 x; (i8)void g'1 {(T'0 = i8(2)):i8;}" },
    { "struct s { int a; } x; void f (void) { { struct s { char c, b; } v; v.b = 1; x.a = v.b; } "
      "struct s w; w.a = 2; }",
      "struct s x; ()void f'2 {{struct s v'0; (v'0.b#1:i8 = i8(1)):i8; (x.a#0 = i32(v'0.b#1:i8));} "
      "struct s w'1; (w'1.a#0 = 2);}" },
    { "void f (void) { struct s; struct s *p; struct s { int a; } v; p = &v; p->a = 1; } struct s "
      "{ char b; } x; void g (void) { struct s *p = &x; p->b = 1; }",
      "()void f'2 {*struct s p'0; struct s v'1; (p'0 = (&v'1):*struct s):*struct s; ((*p'0):struct "
      "s.a#0 = 1);}; struct s x; ()void g'1 {*struct s p'0 = (&x):*struct s; ((*p'0):struct "
      "s.b#0:i8 = i8(1)):i8;}" },
    { "struct s { int a; }; void f (void) { struct s v; struct s { struct s *n; char b; } w; v.a = "
      "w.n->b; }",
      "()void f'2 {struct s v'0; struct s w'1; (v'0.a#0 = i32((*w'1.n#0:*struct s):struct "
      "s.b#1:i8));}" },
    { "void f (void) { { struct s { int a; } x; } struct s *p; { struct s { int b; } y; y.b = 1; } "
      "}",
      "()void f'3 {{struct s x'0;} *struct s p'1; {struct s y'2; (y'2.b#0 = 1);}}" },
    { "struct s { int a; char b[]; } x = { 1 }, *p; void f (void) { p->b[1] = x.b[0]; }",
      "struct s x = {1}; *struct s p; ()void f'0 {((*p):struct s.b#1:[0]i8[1]:i8 = "
      "x.b#1:[0]i8[0]:i8):i8;}" },
    { "struct s { int a, b, c, d, e; } x; void f (void) { x.e = x.d; x.a = x.b; }",
      "struct s x; ()void f'0 {(x.e#4 = x.d#3); (x.a#0 = x.b#1);}" },
    { "f () { return g (1, 2); } g (a, b) { return a; } h (a) char a; { return h (a); }",
      "(...)i32 f'0 {return g(1, 2);}; (old i32, i32)i32 g'2 {return a'0;}; (old i8)i32 h'1 "
      "{return h(i8(i32(a'0)));}" },
    { "void v () { undeclared (1); other = 2; int i = undeclared (other); } int nondet (); k "
      "(void) { return nondet (); }",
      "(...)void v'1 {undeclared(1); (other = 2); i32 i'0 = undeclared(other);}; extern (...)i32 "
      "undeclared; extern i32 other; (...)i32 nondet; ()i32 k'0 {return nondet();}" },
    { "void f (void) { g (1, 2); } void g (int a, int b) { } void h (void) { g (3, 4); }",
      "()void f'0 {g(1, 2):void;}; (i32, i32)void g'2 {}; ()void h'0 {g(3, 4):void;}" },
    { "int f (a, b) int a; char *b; { return a + *b; } g (v, w) register w; { return v + w; }",
      "(old i32, *i8)i32 f'2 {return (a'0 + i32((*b'1):i8));}; (old i32, i32)i32 g'2 {return (v'0 "
      "+ w'1);}" },
    { "static int f (p, a) int (*p) (), a[]; { return (*p) (a[0]); } int f ();",
      "(old *(...)i32, *i32)i32 f'2 {return (*p'0):(...)i32(a'1[0]);}" },
    { "typedef int T; void f (a, b) T a; struct { int x; } *b; { b->x = a; } int g (x) { return x; "
      "}",
      "typedef i32 T; (old i32, *struct ?)void f'2 {((*b'1):struct ?.x#0 = a'0);}; (old i32)i32 "
      "g'1 {return x'0;}" },
    { "int f (a, b) __attribute__ ((unused)) char a; const b; { return a + b; } int f (int, int);",
      "(old i8, i32)i32 f'2 {return (i32(a'0) + b'1);}" },
    { "HB_TASK (t, 1 + 2, 8, -1) ; HB_LOCK (l, 2) A () Z (x) void t () { l = 1; x = 2; } int y; "
      "HB_X (y, t, A);",
      "(...)void t'0 {(l = 1); (x = 2);}; extern i32 l; extern i32 x; i32 y; HB_TASK (t?, 3:i64, "
      "8:i64, -1:i64); HB_LOCK (l?, 2:i64); A (); Z (x?); HB_X (y, t, A?)" },
    { "enum { Q = 4 }; HB_Y (Q, Q + 1, (Q), 1 ? 2u - 3 : 4) A (1,)",
      "i32 Q is 4; HB_Y (Q, 5:i64, 4:i64, 4294967295:i64); A (1:i64)" },
    { "A (l) void f (void) { l = 1; }", "()void f'0 {(l = 1);}; extern i32 l; A (l?)" },
    { "A[2]; B, C; D = 3;", "[2]i32 A; i32 B; i32 C; i32 D = 3" },
    { "void f () { g (); } char g (); int h () { return g (); }",
      "(...)void f'0 {g():i8;}; (...)i8 g; (...)i32 h'0 {return i32(g():i8);}" },
    { "typedef int T; T (x); T (*y); A1 (4) int B; int a1; void f (void) { A1 (5); }",
      "typedef i32 T; i32 x; *i32 y; i32 B; i32 a1; ()void f'0 {A1(5);}; extern (...)i32 A1; A1 "
      "(4:i64)" }
  };
  COMPARE (told, PROGRAM, "", "");
}

TEST (conversions)
{
  static const struct told told[] = { { "i + l", "(f32(i) + l):f32" },
                                      { "l + i", "(l + f32(i)):f32" },
                                      { "j + l", "(f32(j) + l):f32" },
                                      { "l + j", "(l + f32(j)):f32" },
                                      { "m + i", "(m + f64(i)):f64" },
                                      { "j + m", "(f64(j) + m):f64" },
                                      { "c + d", "(i32(c) + i32(d))" },
                                      { "e + f", "(i32(e) + i32(f))" },
                                      { "g + h", "(u32(g) + h):u32" },
                                      { "h + i", "(i64(h) + i):i64" },
                                      { "i + j", "(u64(i) + j):u64" },
                                      { "k + k", "(i32(k) + i32(k))" },
                                      { "l + g", "(l + f32(g)):f32" },
                                      { "m + l", "(m + f64(l)):f64" },
                                      { "l + m", "(f64(l) + m):f64" },
                                      { "g + m", "(f64(g) + m):f64" },
                                      { "l + l", "(l + l):f32" },
                                      { "-c", "(-i32(c))" },
                                      { "+d", "(i32(d) - 0)" },
                                      { "~e", "(~i32(e))" },
                                      { "!f", "(!f)" },
                                      { "-l", "(-l):f32" },
                                      { "!m", "(!m)" },
                                      { "-i", "(-i):i64" },
                                      { "-h", "(-h):u32" },
                                      { "+h", "(h - u32(0)):u32" },
                                      { "c << i", "(i32(c) << i)" },
                                      { "i >> c", "(i >> i32(c)):i64" },
                                      { "h << d", "(h << i32(d)):u32" },
                                      { "k << k", "(i32(k) << i32(k))" },
                                      { "c < d", "(i32(c) < i32(d))" },
                                      { "h < g", "(h < u32(g))" },
                                      { "i == h", "(i == i64(h))" },
                                      { "l < g", "(l < f32(g))" },
                                      { "c && l", "(c && l)" },
                                      { "m || k", "(m || k)" },
                                      { "c & h", "(u32(c) & h):u32" },
                                      { "d | i", "(i64(d) | i):i64" },
                                      { "k ^ k", "(i32(k) ^ i32(k))" },
                                      { "g % h", "(u32(g) % h):u32" },
                                      { "c = g", "(c = i8(g)):i8" },
                                      { "k = g", "(k = u1(g)):u1" },
                                      { "h = c", "(h = u32(c)):u32" },
                                      { "c += d", "(c += i32(d) in i32):i8" },
                                      { "c += h", "(c += h in u32):i8" },
                                      { "h += i", "(h += i in i64):u32" },
                                      { "k += 1", "(k += 1 in i32):u1" },
                                      { "l += g", "(l += f32(g) in f32):f32" },
                                      { "g += l", "(g += l in f32)" },
                                      { "c -= 1", "(c -= 1 in i32):i8" },
                                      { "e *= 2", "(e *= 2 in i32):i16" },
                                      { "f /= 3", "(f /= 3 in i32):u16" },
                                      { "g %= 4u", "(g %= 4:u32 in u32)" },
                                      { "j &= c", "(j &= u64(c) in u64):u64" },
                                      { "d |= 1", "(d |= 1 in i32):u8" },
                                      { "e ^= c", "(e ^= i32(c) in i32):i16" },
                                      { "c <<= i", "(c <<= i in i32):i8" },
                                      { "j >>= 1", "(j >>= 1 in u64):u64" },
                                      { "l *= m", "(l *= m in f64):f32" },
                                      { "++c", "(++c):i8" },
                                      { "c++", "(c++):i8" },
                                      { "--k", "(--k):u1" },
                                      { "k--", "(k--):u1" },
                                      { "l++", "(l++):f32" },
                                      { "g ? c : d", "(g ? i32(c) : i32(d))" },
                                      { "g ? h : i", "(g ? i64(h) : i):i64" },
                                      { "l ? g : m", "(l ? f64(g) : m):f64" },
                                      { "(c, d)", "(c, d):u8" },
                                      { "c = (g, h)", "(c = i8((g, h):u32)):i8" },
                                      { "k = l", "(k = u1(l)):u1" },
                                      { "(void) g", "void!(g)" },
                                      { "(float) g", "f32!(g)" },
                                      { "(int) l", "i32!(l)" },
                                      { "(unsigned char) g", "u8!(g)" },
                                      { "(int) g", "i32!(g)" },
                                      { "(_Bool) m", "u1!(m)" },
                                      { "(const char) 3", "i8!(3)" },
                                      { "l = 1.5", "(l = f32(1.5:f64)):f32" },
                                      { "l = 1.5f", "(l = 1.5f:f32):f32" },
                                      { "l = 1.F", "(l = 1.F:f32):f32" },
                                      { "m = .5e-3", "(m = .5e-3:f64):f64" },
                                      { "m = 1e5", "(m = 1e5:f64):f64" },
                                      { "m = 1E+5l", "(m = f64(1E+5l:f128)):f64" },
                                      { "l = 0x1.8p3", "(l = f32(0x1.8p3:f64)):f32" },
                                      { "m = 0x1p-3f", "(m = f64(0x1p-3f:f32)):f64" },
                                      { "l = 1.5L", "(l = f32(1.5L:f128)):f32" },
                                      { "m = 1e5f", "(m = f64(1e5f:f32)):f64" },
                                      { "m = 0x.1P+2", "(m = 0x.1P+2:f64):f64" },
                                      { "1.e0", "1.e0:f64" },
                                      { "1-0x1d+1", "((1 - 29) + 1)" } };
  static const char declarations[]
      = "signed char c; unsigned char d; short e; unsigned short f; int g; unsigned h; long i; "
        "unsigned long j; _Bool k; float l; double m; void x (void) { ";
  COMPARE (told, EXPRESSION, declarations, "; }");
}

TEST (pointers)
{
  static const struct told told[]
      = { { "p = a", "(p = (&a[0]):*i32):*i32" },
          { "p + 1", "(p + 1):*i32" },
          { "1 + p", "(1 + p):*i32" },
          { "p - c", "(p - c):*i32" },
          { "p - q", "(p - q):i64" },
          { "p - a", "(p - (&a[0]):*i32):i64" },
          { "p < q", "(p < q)" },
          { "p == 0", "(p == *i32(0))" },
          { "0 != p", "(*i32(0) != p)" },
          { "p == q", "(p == q)" },
          { "!p", "(!p)" },
          { "p && q", "(p && q)" },
          { "*p", "(*p)" },
          { "*a", "(*(&a[0]):*i32)" },
          { "&a", "(&a):*[3]i32" },
          { "&a[1]", "(&a[1]):*i32" },
          { "&*p", "(&(*p)):*i32" },
          { "p[1]", "p[1]" },
          { "a[c]", "a[c]" },
          { "p[b]", "p[b]" },
          { "*p++", "(*(p++):*i32)" },
          { "++*p", "(++(*p))" },
          { "(*p)++", "((*p)++)" },
          { "p++", "(p++):*i32" },
          { "--p", "(--p):*i32" },
          { "p += 1", "(p += 1):*i32" },
          { "p -= c", "(p -= c):*i32" },
          { "t.x", "t.x#0:[2]i32" },
          { "t.x[1]", "t.x#0:[2]i32[1]" },
          { "u->n->x[0]", "(*(*u):struct t.n#1:*struct t):struct t.x#0:[2]i32[0]" },
          { "(*u).x", "(*u):struct t.x#0:[2]i32" },
          { "&t.n", "(&t.n#1:*struct t):**struct t" },
          { "t = *u", "(t = (*u):struct t):struct t" },
          { "c ? p : q", "(c ? p : q):*i32" },
          { "c ? 0 : p", "(c ? *i32(0) : p):*i32" },
          { "c ? p : 0", "(c ? p : *i32(0)):*i32" },
          { "c ? a : p", "(c ? (&a[0]):*i32 : p):*i32" },
          { "p ? 1 : 2", "(p ? 1 : 2)" },
          { "(char *) p", "*i8!(p)" },
          { "(int *) 5", "*i32!(5)" },
          { "p = s", "(p = s):*i32" },
          { "v = p", "(v = p):*void" },
          { "c = (int) (long) p", "(c = i32!(i64!(p)))" },
          { "p = (void *) 0", "(p = *void!(0)):*i32" },
          { "c = p", "(c = i32(p))" },
          { "p = c", "(p = *i32(c)):*i32" },
          { "(_Bool) p", "u1!(p)" },
          { "(long) p", "i64!(p)" },
          { "(void) p", "void!(p)" },
          { "b = p", "(b = u1(p)):u1" },
          { "(struct s *) 0", "*struct s!(0)" },
          { "(int (*)[2]) p", "*[2]i32!(p)" },
          { "(\"int\")[1]", "\"int\":[4]i8[1]:i8" },
          { "\"ab\"[1]", "\"ab\":[3]i8[1]:i8" },
          { "*\"a\" \"b\"", "(*(&\"ab\":[3]i8[0]:i8):*i8):i8" },
          { "s = \"a\"", "(s = (&\"a\":[2]i8[0]:i8):*i8):*i8" } };
  static const char declarations[] = "int a[3], *p, *q, c; char *s; void *v; struct t { int x[2]; "
                                     "struct t *n; } t, *u; _Bool b; void x (void) { ";
  COMPARE (told, EXPRESSION, declarations, "; }");
}

TEST (calls)
{
  static const struct told told[]
      = { { "f (1)", "f(1)" },
          { "f (d)", "f(i32(d))" },
          { "f (f (1))", "f(f(1))" },
          { "(*f) (2)", "(*(&f):*(i32)i32):(i32)i32(2)" },
          { "(**f) (3)", "(*(&(*(&f):*(i32)i32):(i32)i32):*(i32)i32):(i32)i32(3)" },
          { "r (4)", "r(4)" },
          { "(*r) (5)", "(*r):(i32)i32(5)" },
          { "*(r) (6)", "(*r(6))" },
          { "r = f", "(r = (&f):*(i32)i32):*(i32)i32" },
          { "r = &f", "(r = (&f):*(i32)i32):*(i32)i32" },
          { "r = *f", "(r = (&(*(&f):*(i32)i32):(i32)i32):*(i32)i32):*(i32)i32" },
          { "*h ()", "(*h():*i32)" },
          { "*(h) ()", "(*h():*i32)" },
          { "(c ? f : r) (7)", "(c ? (&f):*(i32)i32 : r):*(i32)i32(7)" },
          { "((int (*) (int)) r) (8)", "*(i32)i32!(r)(8)" },
          { "(&f) (9)", "(&f):*(i32)i32(9)" },
          { "r == f", "(r == (&f):*(i32)i32)" },
          { "w ()", "w():void" },
          { "(void) w ()", "void!(w():void)" },
          { "c ? w () : w ()", "(c ? w():void : w():void):void" },
          { "c ? w () : 1", "(c ? w():void : 1):void" },
          { "c ? w () : e", "(c ? w():void : e):void" },
          { "y (c, d, d, d, c)", "y(c, d, f64(d), i32(d), c)" },
          { "y (d, c, 1, e)", "y(i32(d), u8(c), f64(1), f64(e))" },
          { "z (d, 1.5f, c, e, 1.5)", "z(i32(d), f64(1.5f:f32), c, f64(e), 1.5:f64)" },
          { "o (c, c)", "o(i8(c), f32(c)):i8" },
          { "o (d, 1.5)", "o(i8(i32(d)), f32(1.5:f64)):i8" },
          { "z", "z" } };
  static const char declarations[]
      = "int f (int), (*r) (int), *h (void), c, y (int, unsigned char, double, ...), z (); void w "
        "(void); float e; unsigned char d; char o (a, b) char a; float b; { return a; } void x "
        "(void) { ";
  COMPARE (told, EXPRESSION, declarations, "; }");
}

TEST (operators)
{
  static const struct told told[] = { { "a = b = c", "(a = (b = c))" },
                                      { "a += b -= c", "(a += (b -= c in i32) in i32)" },
                                      { "a ? b : c ? d : a", "(a ? b : (c ? d : a))" },
                                      { "a || b && c", "(a || (b && c))" },
                                      { "a | b ^ c & d", "(a | (b ^ (c & d)))" },
                                      { "a == b < c", "(a == (b < c))" },
                                      { "a < b == c", "((a < b) == c)" },
                                      { "a << b + c", "(a << (b + c))" },
                                      { "a + b * c", "(a + (b * c))" },
                                      { "a - b - c", "((a - b) - c)" },
                                      { "a / b % c * d", "(((a / b) % c) * d)" },
                                      { "-a * b", "((-a) * b)" },
                                      { "!a == b", "((!a) == b)" },
                                      { "a, b = c, d", "((a, (b = c)), d)" },
                                      { "a ? b, c : d", "(a ? (b, c) : d)" },
                                      { "~a & b", "((~a) & b)" },
                                      { "a & b == c", "(a & (b == c))" },
                                      { "- -a", "(-(-a))" },
                                      { "-a++", "(-(a++))" },
                                      { "!*&a", "(!(*(&a):*i32))" },
                                      { "a = b ? c : d", "(a = (b ? c : d))" },
                                      { "a || b || c", "((a || b) || c)" },
                                      { "a && b && c", "((a && b) && c)" },
                                      { "a > b >= c", "((a > b) >= c)" },
                                      { "a != b <= c", "(a != (b <= c))" },
                                      { "a >> b >> c", "((a >> b) >> c)" },
                                      { "a ^ b | c", "((a ^ b) | c)" },
                                      { "(a + b) * c", "((a + b) * c)" },
                                      { "a * (b + c)", "(a * (b + c))" },
                                      { "a >> b + c", "(a >> (b + c))" },
                                      { "a + b >> c", "((a + b) >> c)" },
                                      { "a <= b << c", "(a <= (b << c))" },
                                      { "a > b << c", "(a > (b << c))" },
                                      { "a >= b << c", "(a >= (b << c))" },
                                      { "a << b <= c", "((a << b) <= c)" },
                                      { "a < b << c", "(a < (b << c))" },
                                      { "a << b + c", "(a << (b + c))" },
                                      { "a == b | c", "((a == b) | c)" },
                                      { "a | b == c", "(a | (b == c))" },
                                      { "a != b ^ c", "((a != b) ^ c)" },
                                      { "a & b | c", "((a & b) | c)" },
                                      { "a+++b", "((a++) + b)" },
                                      { "a- -b", "(a - (-b))" },
                                      { "a---b", "((a--) - b)" },
                                      { "a<b", "(a < b)" },
                                      { "a<=b", "(a <= b)" },
                                      { "a<<b", "(a << b)" },
                                      { "a<<=b", "(a <<= b in i32)" },
                                      { "a>>b", "(a >> b)" },
                                      { "a>>=b", "(a >>= b in i32)" },
                                      { "a>=b", "(a >= b)" },
                                      { "a==b", "(a == b)" },
                                      { "a!=b", "(a != b)" },
                                      { "a&&b", "(a && b)" },
                                      { "a&b", "(a & b)" },
                                      { "a&=b", "(a &= b in i32)" },
                                      { "a||b", "(a || b)" },
                                      { "a|b", "(a | b)" },
                                      { "a|=b", "(a |= b in i32)" },
                                      { "a^b", "(a ^ b)" },
                                      { "a^=b", "(a ^= b in i32)" },
                                      { "a%b", "(a % b)" },
                                      { "a%=b", "(a %= b in i32)" },
                                      { "a/b", "(a / b)" },
                                      { "a/=b", "(a /= b in i32)" },
                                      { "a*b", "(a * b)" },
                                      { "a*=b", "(a *= b in i32)" },
                                      { "a+=b", "(a += b in i32)" },
                                      { "a-=b", "(a -= b in i32)" },
                                      { "a=-b", "(a = (-b))" },
                                      { "a?b:a", "(a ? b : a)" } };
  static const char declarations[] = "int a, b, c, d; void x (void) { ";
  COMPARE (told, EXPRESSION, declarations, "; }");
}

TEST (statements)
{
  static const struct told told[] = {
    { "if (a) b = 1;", "{if a (b = 1);}" },
    { "if (a) b = 1; else b = 2;", "{if a (b = 1); else (b = 2);}" },
    { "if (a) if (b) a = 1; else a = 2;", "{if a if b (a = 1); else (a = 2);}" },
    { "while (a) a--;", "{while a (a--);}" },
    { "do a--; while (a);", "{do (a--); while a;}" },
    { "do { } while (0);", "{do {} while 0;}" },
    { "for (a = 0; a < 3; a++) b++;", "{for ({(a = 0);}(a < 3);(a++)) (b++);}" },
    { "for (;;) break;", "{for ({};) break;}" },
    { "for (; a;) continue;", "{for ({}a;) continue;}" },
    { "for (int i = 0, k = 1; i < k; i++, k--) ;",
      "{for ({i32 i'0 = 0; i32 k'1 = 1;}(i'0 < k'1);((i'0++), (k'1--))) ;}" },
    { "for (int i = 3;;) { break; }", "{for ({i32 i'0 = 3;};) {break;}}" },
    { "{ int c = a; { c = 2; } }", "{{i32 c'0 = a; {(c'0 = 2);}}}" },
    { "{ int c; { int c, b; { char c; c = b; } c = b; } for (long c;;) { int c = 1; } c = b; }",
      "{{i32 c'0; {i32 c'1; i32 b'2; {i8 c'3; (c'3 = i8(b'2)):i8;} (c'1 = b'2);} for ({i64 c'4;};) "
      "{i32 c'5 = 1;} (c'0 = b);}}" },
    { "{ int l; { extern long l; { int l; l; } l; } l; } l;",
      "{{i32 l'0; {{i32 l'1; l'1;} l;} l'0;} l;}" },
    { ";", "{;}" },
    { "return;", "{return;}" },
    { "return a;", "{return a;}" },
    { "return u + l;", "{return (i64(u) + l):i64;}" },
    { "switch (a) { case 1: case 2 ... 4: a = 1; break; case 'x': { a = 2; } default: a = 3; }",
      "{switch a {case 1: case 2 ... 4: (a = 1); break; case 120: {(a = 2);} default: (a = 3);}}" },
    { "switch (a) case 1: a = 2;", "{switch a case 1: (a = 2);}" },
    { "switch (a) { default: case 5: }", "{switch a {default: case 5: ;}}" },
    { "while (a) switch (a) { case 1: continue; case 2: break; }",
      "{while a switch a {case 1: continue; case 2: break;}}" },
    { "switch (a) { case 1: switch (a) { case 2: break; default: ; } break; case 3: ; }",
      "{switch a {case 1: switch a {case 2: break; default: ;} break; case 3: ;}}" },
    { "do { for (;;) break; continue; } while (a);", "{do {for ({};) break; continue;} while a;}" },
    { "switch (u) { case -1: case -4 ... -2: ; }",
      "{switch u {case 4294967295: case 4294967292 ... 4294967294: ;}}" },
    { "switch (c) { case 300: case -1: ; }", "{switch i32(c) {case 300: case -1: ;}}" },
    { "switch (l) { case -1: case 0xffffffff: case N: ; }",
      "{switch l {case -1: case 4294967295: case 3: ;}}" },
    { "switch (a) { case 2: case 3 ... 5: case 6: case -1: case 7 ... 5: switch (a) { case 2: "
      "default: ; } default: ; }",
      "{switch a {case 2: case 3 ... 5: case 6: case -1: case 7 ... 5: switch a {case 2: default: "
      ";} default: ;}}" },
    { "switch (u) { case -1: case 0: case 0x7fffffff: default: case 0x80000000: ; }",
      "{switch u {case 4294967295: case 0: case 2147483647: default: case 2147483648: ;}}" },
    { "switch (u) { case -1: switch (l) { case -1: ; } case -2: ; }",
      "{switch u {case 4294967295: switch l {case -1: ;} case 4294967294: ;}}" },
    { "goto x; x: a = 1; goto y; { y: ; z: a = 2; if (a) goto z; } w:",
      "{goto x; x: (a = 1); goto y; {y: ; z: (a = 2); if a goto z;} w: ;}" },
    { "x: goto x; a: a = 1; goto a;", "{x: goto x; a: (a = 1); goto a;}" },
    { "v: __attribute__ ((unused)) __attribute__ ((x)) a = 2; goto v;", "{v: (a = 2); goto v;}" },
    { "T: goto T;", "{T: goto T;}" },
    { "T t = 1; t = t;", "{i16 t'0 = i16(1); (t'0 = t'0):i16;}" },
    { "const int i = 2, k = i; static int f (void); extern int e; e = i; f ();",
      "{i32 i'0 = 2; i32 k'1 = i'0; (e = i'0); f();}" },
    { "int a = a; { int a; a = 1; } a = 2;", "{i32 a'0 = a'0; {i32 a'1; (a'1 = 1);} (a'0 = 2);}" },
    { "for (int b = 1; b;) { int b; b = 2; } b = 3;",
      "{for ({i32 b'0 = 1;}b'0;) {i32 b'1; (b'1 = 2);} (b = 3);}" },
    { "if (a) { int a; a = 3; } else { char a; a = 4; } a = 5;",
      "{if a {i32 a'0; (a'0 = 3);} else {i8 a'1; (a'1 = i8(4)):i8;} (a = 5);}" },
    { "int y = a, z = y; enum { C = 1 }; int a[C]; a[0] = z;",
      "{i32 y'0 = a; i32 z'1 = y'0; [1]i32 a'3; (a'3[0] = z'1);}" },
    { "typedef char T; T t; enum { A = 2, B } e; struct s { T x; } s; s.x = t = A; { int A = 3; A "
      "= e; }",
      "{i8 t'1; u32 e'4; struct s s'5; (s'5.x#0:i8 = (t'1 = i8(A'2)):i8):i8; {i32 A'6 = 3; (A'6 = "
      "i32(e'4));}}" },
    { "int v (int); v (1);", "{v(1);}" },
    { "__attribute__ ((unused)) int i; register T k;", "{i32 i'0; i16 k'1;}" }
  };
  static const char declarations[] = "int a, b; unsigned u; unsigned char c; long l; typedef short "
                                     "T; enum { N = 3 }; void x (void) { ";
  COMPARE (told, STATEMENTS, declarations, " }");
}
