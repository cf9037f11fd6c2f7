/* The reader of C: what it refuses, where, and with which words. */
#include "unit.h"

#include "base/buffer.h"
#include "cfront/tree.h"

struct refused
{
  const char *text;
  size_t column; /* within TEXT, from 1 */
  const char *message;
};

static void
compare (const struct refused *refused, size_t count, const char *before, const char *behind)
{
  static const struct hb_c_options options = { .macros_are_calls = true };
  for (size_t i = 0; i < count; i++)
    {
      hb_diag *diag = hb_diag_new ();
      char *text = hb_format ("%s%s%s", before, refused[i].text, behind);
      hb_c_unit *unit = hb_c_read_text ("t.c", text, strlen (text), &options, diag);
      struct hb_place place = { 0 };
      const char *said = unit ? "accepted" : hb_diag_entry (diag, 0, NULL, &place);
      if (strcmp (said, refused[i].message) || place.line != 1
          || place.column != strlen (before) + refused[i].column || hb_diag_errors (diag) != 1)
        fail_msg ("%s: %zu: %s", refused[i].text, place.column - strlen (before), said);
      hb_free (text);
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}

#define COMPARE(REFUSED, BEFORE, BEHIND)                                                           \
  compare (REFUSED, sizeof REFUSED / sizeof *REFUSED, BEFORE, BEHIND)

/* Around statements. */
static const char before[] = "int a, b, d[3], *p, f (int); struct s { int x; } s; struct t { int "
                             "x; } t; double e; void v (void); enum { N }; void x (void) { ";

TEST (types)
{
  static const struct refused refused[]
      = { { "a = s;", 5, "expected a number, not a value of type struct s" },
          { "s = 1;", 5, "expected struct s, not a value of type int" },
          { "s = t;", 5, "expected struct s, not a value of type struct t" },
          { "f (s);", 4, "expected a number, not a value of type struct s" },
          { "f (v ());", 4, "expected a number, not a value of type void" },
          { "a = v ();", 5, "expected a number, not a value of type void" },
          { "a = e ? s : 1;", 13, "expected struct s, not a value of type int" },
          { "a ? 1 : s;", 5, "expected struct s, not a value of type int" },
          { "a ? s : t;", 9, "expected struct s, not a value of type struct t" },
          { "p + p;", 5, "expected an integer, not a value of type int *" },
          { "p * 2;", 1, "expected a number, not a value of type int *" },
          { "2 * p;", 5, "expected a number, not a value of type int *" },
          { "2 - p;", 5, "expected a number, not a value of type int *" },
          { "p & 1;", 1, "expected a number, not a value of type int *" },
          { "p + 1.5;", 5, "expected an integer, not a value of type double" },
          { "1.5 - p;", 7, "expected a number, not a value of type int *" },
          { "p < 1.5;", 5, "expected an integer, not a value of type double" },
          { "p == s;", 6, "expected an integer, not a value of type struct s" },
          { "s == p;", 1, "expected an integer, not a value of type struct s" },
          { "p << 1;", 1, "expected a number, not a value of type int *" },
          { "s == s;", 1, "expected a number, not a value of type struct s" },
          { "s + 1;", 1, "expected a number, not a value of type struct s" },
          { "1 + s;", 5, "expected a number, not a value of type struct s" },
          { "p += p;", 6, "expected an integer, not a value of type int *" },
          { "p *= 2;", 1, "expected a number, not a value of type int *" },
          { "p += 1.5;", 6, "expected an integer, not a value of type double" },
          { "p -= p;", 6, "expected an integer, not a value of type int *" },
          { "s += 1;", 1, "expected a number, not a value of type struct s" },
          { "a += s;", 6, "expected a number, not a value of type struct s" },
          { "a -= p;", 6, "expected a number, not a value of type int *" },
          { "e %= 2;", 1, "expected an integer, not a value of type double" },
          { "a %= 1.5;", 6, "expected an integer, not a value of type double" },
          { "a <<= 1.5;", 7, "expected an integer, not a value of type double" },
          { "e >>= 1;", 1, "expected an integer, not a value of type double" },
          { "a & 1.5;", 5, "expected an integer, not a value of type double" },
          { "1.5 | a;", 1, "expected an integer, not a value of type double" },
          { "a ^ 1.5;", 5, "expected an integer, not a value of type double" },
          { "1.5 << 1;", 1, "expected an integer, not a value of type double" },
          { "1 >> 1.5;", 6, "expected an integer, not a value of type double" },
          { "a % 1.5;", 5, "expected an integer, not a value of type double" },
          { "1.5 % a;", 1, "expected an integer, not a value of type double" },
          { "~1.5;", 2, "expected a number, not a value of type double" },
          { "~p;", 2, "expected a number, not a value of type int *" },
          { "-p;", 2, "expected a number, not a value of type int *" },
          { "-s;", 2, "expected a number, not a value of type struct s" },
          { "!s;", 2, "expected a number, not a value of type struct s" },
          { "!v ();", 2, "expected a number, not a value of type void" },
          { "s && 1;", 1, "expected a number, not a value of type struct s" },
          { "1 || s;", 6, "expected a number, not a value of type struct s" },
          { "1 && v ();", 6, "expected a number, not a value of type void" },
          { "s ? 1 : 2;", 1, "expected a number, not a value of type struct s" },
          { "*a;", 2, "expected a pointer, not a value of type int" },
          { "*s;", 2, "expected a pointer, not a value of type struct s" },
          { "*1;", 2, "expected a pointer, not a value of type int" },
          { "&1;", 2, "expected something that can be assigned to" },
          { "&f (1);", 2, "expected something that can be assigned to" },
          { "&(a + 1);", 5, "expected something that can be assigned to" },
          { "&N;", 2, "expected something that can be assigned to" },
          { "++1;", 3, "expected something that can be assigned to" },
          { "1++;", 1, "expected something that can be assigned to" },
          { "++s;", 3, "expected a number, not a value of type struct s" },
          { "s++;", 1, "expected a number, not a value of type struct s" },
          { "--f;", 3, "expected something that can be assigned to" },
          { "d++;", 1, "expected a number, not a value of type int [3]" },
          { "a ();", 1, "expected a function, not a value of type int" },
          { "1 ();", 1, "expected a function, not a value of type int" },
          { "s (1);", 1, "expected a function, not a value of type struct s" },
          { "(*p) (1);", 2, "expected a function, not a value of type int" },
          { "a.x;", 1, "expected a struct, not a value of type int" },
          { "p.x;", 1, "expected a struct, not a value of type int *" },
          { "s.y;", 2, "this struct has no field 'y'" },
          { "p->x;", 1, "expected a struct, not a value of type int" },
          { "a[1];", 1, "expected an array, not a value of type int" },
          { "s[1];", 1, "expected an array, not a value of type struct s" },
          { "d[1.5];", 3, "expected an integer, not a value of type double" },
          { "d[p];", 3, "expected an integer, not a value of type int *" },
          { "d[s];", 3, "expected an integer, not a value of type struct s" },
          { "1[d];", 1, "expected an array, not a value of type int" },
          { "(int) s;", 7, "expected a number, not a value of type struct s" },
          { "(struct s) a;", 12, "expected a number, not a value of type int" },
          { "(int) v ();", 7, "expected a number, not a value of type void" },
          { "d = p;", 1, "expected a number, not a value of type int [3]" },
          { "f = f;", 1, "expected something that can be assigned to" },
          { "N = 1;", 1, "expected something that can be assigned to" },
          { "1 = 2;", 1, "expected something that can be assigned to" },
          { "a + 1 = 2;", 3, "expected something that can be assigned to" },
          { "(a ? b : a) = 1;", 4, "expected something that can be assigned to" },
          { "(a = b) = 1;", 2, "expected something that can be assigned to" },
          { "(a, b) = 1;", 3, "expected something that can be assigned to" },
          { "(a += b) = 1;", 2, "expected something that can be assigned to" },
          { "(int) a = 1;", 1, "expected something that can be assigned to" },
          { "a++ = 1;", 1, "expected something that can be assigned to" },
          { "++a = 1;", 1, "expected something that can be assigned to" },
          { "-a = 1;", 1, "expected something that can be assigned to" },
          { "\"a\" = p;", 1, "expected something that can be assigned to" },
          { "f (1) = 2;", 1, "expected something that can be assigned to" },
          { "f ();", 1, "expected 1 argument, not 0" },
          { "f (1, 2);", 1, "expected 1 argument, not 2" },
          { "v (1);", 1, "expected 0 arguments, not 1" },
          { "if (s) ;", 5, "expected a number, not a value of type struct s" },
          { "if (v ()) ;", 5, "expected a number, not a value of type void" },
          { "while (s) ;", 8, "expected a number, not a value of type struct s" },
          { "do ; while (s);", 13, "expected a number, not a value of type struct s" },
          { "for (; s;) ;", 8, "expected a number, not a value of type struct s" },
          { "switch (1.5) ;", 9, "expected an integer, not a value of type double" },
          { "switch (p) ;", 9, "expected an integer, not a value of type int *" },
          { "switch (s) ;", 9, "expected an integer, not a value of type struct s" },
          { "int i = s;", 9, "expected a number, not a value of type struct s" },
          { "int i = v ();", 9, "expected a number, not a value of type void" },
          { "int i = { };", 9, "expected one value" },
          { "int i = { 1, 2 };", 9, "expected one value" },
          { "int i = { { 1 } };", 11, "expected one value" },
          { "int i[2] = 1;", 12, "expected values between { and }" },
          { "int i[] = 3;", 5, "expected the number of elements" },
          { "int i[] = \"ab\";", 5, "expected the number of elements" },
          { "char i[2] = \"abc\";", 13, "expected at most 2 values" },
          { "int i[2] = { 1, 2, 3 };", 12, "expected at most 2 values" },
          { "struct s i = 1;", 14, "expected struct s, not a value of type int" },
          { "struct s i = t;", 14, "expected struct s, not a value of type struct t" },
          { "struct s i = { 1, 2 };", 14, "expected at most 1 values" },
          { "int i[];", 5, "expected the number of elements" },
          { "void i;", 6, "nothing has the type of 'i'" },
          { "struct u i;", 10, "nothing has the type of 'i'" },
          { "struct s i[2] = { s, t };", 22, "expected struct s, not a value of type struct t" },
          { "int *i = 1.5 ? p : s;", 20, "expected a number, not a value of type struct s" },
          { "a, s + 1;", 4, "expected a number, not a value of type struct s" },
          { "s, a + 1, t + 2;", 11, "expected a number, not a value of type struct t" },
          { "{ struct w { int x; } i; struct w { char x; } j; }", 33,
            "this struct is defined twice" },
          { "a ? b : a ? s + 1 : 2;", 13, "expected a number, not a value of type struct s" },
          { "f (a, s + 1);", 1, "expected 1 argument, not 2" },
          { "d[s + 1];", 3, "expected a number, not a value of type struct s" },
          { "char i[3] = f (\"ab\");", 13, "expected values between { and }" } };
  COMPARE (refused, before, " }");
}

/* What is wrong within them is said once, and where it is. */
TEST (wrong_within)
{
  static const char *const cases[] = { "a.x ();",
                                       "a.x.y;",
                                       "a.x[1];",
                                       "d[a.x];",
                                       "*a.x;",
                                       "&a.x;",
                                       "a.x + 1;",
                                       "1 + a.x;",
                                       "a.x = 1;",
                                       "a = a.x;",
                                       "a.x ? 1 : 2;",
                                       "a ? a.x : 1;",
                                       "a ? 1 : a.x;",
                                       "a.x, 1;",
                                       "1, a.x;",
                                       "(int) a.x;",
                                       "f (a.x);",
                                       "switch (a.x) ;",
                                       "if (a.x) ;",
                                       "while (a.x) ;",
                                       "do ; while (a.x);",
                                       "for (a.x; ;) ;",
                                       "for (; a.x;) ;",
                                       "for (; ; a.x) ;",
                                       "return a.x;",
                                       "int i = a.x;",
                                       "int i[] = { 1, a.x };",
                                       "struct s i = a.x;",
                                       "struct s i = { a.x };",
                                       "!a.x;",
                                       "-a.x;",
                                       "++a.x;",
                                       "a.x--;",
                                       "a.x += 1;",
                                       "a += a.x;",
                                       "p + a.x;",
                                       "a && a.x;",
                                       "a.x || a;",
                                       "a.x << 1;",
                                       "a << a.x;",
                                       "p += a.x;" };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct refused one = { cases[i], (size_t)(strstr (cases[i], "a.x") - cases[i]) + 1,
                             "expected a struct, not a value of type int" };
      compare (&one, 1, before, " }");
    }
}

#define ALREADY "this switch has a case for this value already"

TEST (statements)
{
  static const struct refused refused[] = {
    { "if a) ;", 4, "expected '(' after 'if'" },
    { "if (a ;", 7, "expected ')' after the expression" },
    { "if (a) else", 8, "'else' is not declared" },
    { "if", 4, "expected '(' after 'if'" },
    { "while a ;", 7, "expected '(' after 'while'" },
    { "while (a ;", 10, "expected ')' after the expression" },
    { "do ; a", 6, "expected 'while' after the body" },
    { "do ; while a;", 12, "expected '(' after 'while'" },
    { "do ; while (a) }", 16, "expected ';' after the loop" },
    { "do ; while (a", 15, "expected ')' after the expression" },
    { "for a", 5, "expected '(' after 'for'" },
    { "for (a", 8, "expected ';' after the start of the loop" },
    { "for (a; b", 11, "expected ';' after the condition of the loop" },
    { "for (a; b; c", 12, "'c' is not declared" },
    { "for (int i; i) ;", 14, "expected ';' after the condition of the loop" },
    { "for (int i = 3) ;", 15, "expected ';' after the declaration" },
    { "switch a ;", 8, "expected '(' after 'switch'" },
    { "switch (a ;", 11, "expected ')' after the expression" },
    { "case 1: ;", 1, "expected this within a switch" },
    { "default: ;", 1, "expected this within a switch" },
    { "switch (a) { case 1 ; }", 21, "expected ':' after the case" },
    { "switch (a) { case : ; }", 19, "expected an expression" },
    { "switch (a) { case b: ; }", 19, "expected a constant" },
    { "switch (a) { case 1 ... b: ; }", 25, "expected a constant" },
    { "switch (a) { default 1: ; }", 22, "expected ':' after the case" },
    { "switch (a) { case 1: case 2: case 1: ; }", 30, ALREADY },
    { "switch (a) { case 2: case 1: case 0: case 2: ; }", 38, ALREADY },
    { "switch (a) { case 2: { case 1: while (a) { case 2: ; } } }", 44, ALREADY },
    { "switch (a) { case 4: case 1: case 1: case 1: case 1: case 1: case 1: case 1: ; }", 30,
      ALREADY },
    { "switch (a) { case 1 ... 5: case 5: ; }", 28, ALREADY },
    { "switch (a) { case 5: case 1 ... 5: ; }", 22, ALREADY },
    { "switch (a) { case 1 ... 5: case 1: ; }", 28, ALREADY },
    { "switch (a) { case 1: case 1 ... 5: ; }", 22, ALREADY },
    { "switch (a) { case 1 ... 9: case 3 ... 5: case 20: ; }", 28, ALREADY },
    { "switch (a) { case 3 ... 5: case 1 ... 9: case 20: ; }", 28, ALREADY },
    { "switch (a) { case -1: case 7: case 0xffffffff: ; }", 31, ALREADY },
    { "switch (a) { case N: case -5 ... 0: ; }", 22, ALREADY },
    { "switch ((unsigned char) a) { case 255: case 255: ; }", 40, ALREADY },
    { "switch (1u) { case -1: case 4294967295: ; }", 24, ALREADY },
    { "switch (1ul) { case 1: case 0x8000000000000000 ... -1ul: case -5: ; }", 58, ALREADY },
    { "switch (a) { case 1: switch (a) { case 1: default: case 1: ; } }", 52, ALREADY },
    { "switch (a) { case 1: switch (a) { case 1: default: ; } case 1: ; }", 56, ALREADY },
    { "switch (a) { default: case 1: default: ; }", 31, "this switch has a default already" },
    { "switch (a) { default: { switch (a) { default: ; } default: ; } }", 51,
      "this switch has a default already" },
    { "goto 3;", 6, "expected a label" },
    { "goto ;", 6, "expected a label" },
    { "goto l", 8, "expected ';' after the statement" },
    { "goto l;", 1, "there is no label 'l' in this function" },
    { "l: l: ;", 4, "this label stands twice in the function" },
    { "l: ; { l: ; }", 8, "this label stands twice in the function" },
    { "x: goto y; y: goto z;", 15, "there is no label 'z' in this function" },
    { "} void y (void) { l: ; } void z (void) { goto l;", 42,
      "there is no label 'l' in this function" },
    { "{ int i; { int i; } } i;", 23, "'i' is not declared" },
    { "for (int i = 0; i; i++) ; i;", 27, "'i' is not declared" },
    { "} void y (int i) { } void z (void) { i;", 38, "'i' is not declared" },
    { "break;", 1, "expected this within a loop or switch" },
    { "continue;", 1, "expected this within a loop" },
    { "switch (a) { continue; }", 14, "expected this within a loop" },
    { "switch (a) break", 18, "expected ';' after the statement" },
    { "if (a) break;", 8, "expected this within a loop or switch" },
    { "while (a) ; break;", 13, "expected this within a loop or switch" },
    { "switch (a) ; break;", 14, "expected this within a loop or switch" },
    { "return 1", 10, "expected ';' after the statement" },
    { "return return;", 8, "'return' is not declared" },
    { "a b;", 3, "expected ';' after the statement" },
    { "a = ;", 5, "expected an expression" },
    { "a + ;", 5, "expected an expression" },
    { "a ? b;", 6, "expected ':' between the values of a choice" },
    { "a ? : b;", 5, "expected an expression" },
    { "a ? b : ;", 9, "expected an expression" },
    { "f (1;", 5, "expected ')' after the arguments" },
    { "f (1,);", 6, "expected an expression" },
    { "f (1 2);", 6, "expected ')' after the arguments" },
    { "d[1;", 4, "expected ']' after the index" },
    { "d[];", 3, "expected an expression" },
    { "s.3;", 2, "expected ';' after the statement" },
    { "s.;", 3, "expected the name of a field" },
    { "p->;", 4, "expected the name of a field" },
    { "(1;", 3, "expected ')' after the expression" },
    { "();", 2, "expected an expression" },
    { "-;", 2, "expected an expression" },
    { "a = -;", 6, "expected an expression" },
    { "++;", 3, "expected an expression" },
    { "(int);", 6, "expected an expression" },
    { "(int) + ;", 9, "expected an expression" },
    { "{ 1;", 7, "expected '}' after the statements, not the end of the file" },
    { "{", 4, "expected '}' after the statements, not the end of the file" },
    { "static int y; int y;", 19, "'y' is declared twice in this block" },
    { "int y; static int y;", 19, "'y' is declared twice in this block" },
    { "static int y; } int z (void) { return y;", 39, "'y' is not declared" },
    { "static struct u y;", 17, "nothing has the type of 'x.y'" },
    { "asm (\"nop\");", 1, "assembly is outside of the subset" },
    { "__asm__ (\"nop\");", 1, "assembly is outside of the subset" },
    { "int i; char i;", 13, "'i' is declared twice in this block" },
    { "int i; { int i; } int i;", 23, "'i' is declared twice in this block" },
    { "extern int i; int i;", 19, "'i' is declared twice in this block" },
    { "extern int i; { char i; } extern char i;", 39, "'i' was declared as something else before" },
    { "int g; int h; int g (void); int h;", 33, "'h' is declared twice in this block" },
    { "T i;", 1, "'T' is not declared" },
    { "int", 5, "expected a name" },
    { "int i", 7, "expected ';' after the declaration" },
    { "int i = ", 10, "expected an expression" },
    { "int *", 5, "expected a name" },
    { "int *;", 5, "expected a name" },
    { "int i = ({ 1; });", 10, "statements and lists as expressions are outside of the subset" },
    { "s = (struct s) { 1 };", 16,
      "statements and lists as expressions are outside of the subset" },
    { "else ;", 1, "'else' is not declared" },
    { "3 3;", 3, "expected ';' after the statement" },
    { "1, ;", 4, "expected an expression" },
    { "a += ;", 6, "expected an expression" },
    { "unsigned a", 12, "expected ';' after the declaration" }
  };
  COMPARE (refused, before, " }");
}

TEST (declarations)
{
  static const struct refused refused[] = {
    { "int x = ;", 9, "expected an expression" },
    { "int x 3;", 7, "expected ';' after the declaration" },
    { "3;", 1, "expected a declaration" },
    { ";;+;", 3, "expected a declaration" },
    { "int;x", 6, "expected ';' after the declaration, not the end of the file" },
    { "int *;", 5, "expected a name" },
    { "int a[-1];", 7, "expected a number of elements from 0 to 1000000" },
    { "int a[1000001];", 7, "expected a number of elements from 0 to 1000000" },
    { "int a[1000001 - 2000000];", 7, "expected a number of elements from 0 to 1000000" },
    { "int a[2;", 8, "expected ']' after the number of elements" },
    { "int a[2", 8, "expected ']' after the number of elements, not the end of the file" },
    { "void x;", 6, "nothing has the type of 'x'" },
    { "void x[2];", 6, "nothing has the type of 'x'" },
    { "struct t x;", 10, "nothing has the type of 'x'" },
    { "struct t x[2];", 10, "nothing has the type of 'x'" },
    { "struct s { void x; };", 17, "expected a field of a complete type; that of 'x' has no size" },
    { "struct s { int a, a; };", 19, "the field 'a' stands here twice" },
    { "struct s { int a; char a; };", 24, "the field 'a' stands here twice" },
    { "struct s { struct s x; };", 21,
      "expected a field of a complete type; that of 'x' has no size" },
    { "struct s { struct s x[2]; };", 21,
      "expected a field of a complete type; that of 'x' has no size" },
    { "struct s { int x (int); };", 16,
      "expected a field of a complete type; that of 'x' has no size" },
    { "struct s { int x[]; };", 16,
      "expected a field of a complete type; that of 'x' has no size" },
    { "struct s { int a, x[], b; };", 19,
      "expected a field of a complete type; that of 'x' has no size" },
    { "struct s { int a, x[]; int b; };", 19,
      "expected a field of a complete type; that of 'x' has no size" },
    { "struct s { int a, x[2][]; };", 19,
      "expected a field of a complete type; that of 'x' has no size" },
    { "struct s { int a, x[]; } x = { 1, { 2 } };", 35, "expected at most 0 values" },
    { "struct s { struct t x; };", 21,
      "expected a field of a complete type; that of 'x' has no size" },
    { "struct s { int; };", 15, "expected a field with a name" },
    { "struct s { 3; };", 12, "expected a field" },
    { "struct s { int a : 1; };", 18, "fields of a width are outside of the subset" },
    { "struct s { int a;", 18, "expected a field" },
    { "struct s { int a }", 18, "expected ';' after the field" },
    { "struct s { int 3; };", 16, "expected a field with a name" },
    { "struct s { int a; }; struct s { int a; };", 29, "this struct is defined twice" },
    { "struct s { }; struct s { };", 22, "this struct is defined twice" },
    { "void f (void) { struct s { int a; }; struct s; struct s { }; }", 55,
      "this struct is defined twice" },
    { "struct s { int a; }; void f (void) { struct s; struct s x; }", 57,
      "nothing has the type of 'x'" },
    { "struct s { struct s { int x; } y; };", 8, "this struct is defined twice" },
    { "struct s { struct s { int x; }; };", 31, "expected a field with a name" },
    { "struct s { struct s { } *x; };", 8, "this struct is defined twice" },
    { "struct s", 9, "expected a name" },
    { "struct s x", 11, "expected ';' after the declaration, not the end of the file" },
    { "enum { 3 };", 8, "expected the name of a constant" },
    { "enum { };", 8, "expected the name of a constant" },
    { "enum { A, , };", 11, "expected the name of a constant" },
    { "enum { A = };", 12, "expected an expression" },
    { "enum { A B };", 10, "expected '}' after the constants" },
    { "enum { A", 9, "expected '}' after the constants, not the end of the file" },
    { "enum e x;", 8, "expected '{' before the constants of the enum" },
    { "enum;", 5, "expected '{' before the constants of the enum" },
    { "enum { A, B }; enum { B };", 23, "'B' was declared as something else before" },
    { "enum { A }; int A;", 17, "'A' was declared as something else before" },
    { "int A; enum { A };", 15, "'A' was declared as something else before" },
    { "int x; char x;", 13, "'x' was declared as something else before" },
    { "int x; unsigned x;", 17, "'x' was declared as something else before" },
    { "int *x; char *x;", 15, "'x' was declared as something else before" },
    { "int a[3]; int a[4];", 15, "'a' was declared as something else before" },
    { "int a[3]; char a[3];", 16, "'a' was declared as something else before" },
    { "struct a { int x; } x; struct b { int x; } x;", 44,
      "'x' was declared as something else before" },
    { "int f (); char f ();", 16, "'f' was declared as something else before" },
    { "int f (int); int *f (int);", 19, "'f' was declared as something else before" },
    { "int x; int x ();", 12, "'x' was declared as something else before" },
    { "int x (); int x;", 15, "'x' was declared as something else before" },
    { "int x = 1; int x = 2;", 16, "'x' is defined twice" },
    { "int x = 1, x;int x = 3;", 18, "'x' is defined twice" },
    { "int f () { } int f () { }", 18, "'f' is defined twice" },
    { "int f (int a) { } int f (b) { }", 23, "'f' is defined twice" },
    { "typedef int T; int T;", 20, "'T' was declared as something else before" },
    { "int x; typedef int x;", 20, "'x' was declared as something else before" },
    { "int f (int a, int a);", 19, "the parameter 'a' stands here twice" },
    { "int f (int a, char a) { }", 20, "the parameter 'a' stands here twice" },
    { "int f (int) { }", 8, "expected a name for each parameter of a function with a body" },
    { "int f (void a) { }", 13, "expected a parameter with a value" },
    { "int f (struct t a) { }", 17, "expected a parameter with a value" },
    { "int f (void, int) { }", 8, "expected a name for each parameter of a function with a body" },
    { "void f () { g (); } int g;", 25, "'g' was declared as something else before" },
    { "void f () { g (); } char g (); void h () { g (); } int *g ();", 57,
      "'g' was declared as something else before" },
    { "int f (int", 11, "expected ')' after the parameters, not the end of the file" },
    { "int f (int a", 13, "expected ')' after the parameters, not the end of the file" },
    { "int f (int a, ", 15, "expected a parameter with its type" },
    { "int f (3);", 8, "expected a parameter with its type" },
    { "int f (int 3);", 12, "expected ')' after the parameters" },
    { "int f (, int a);", 8, "expected a parameter with its type" },
    { "int (", 6, "expected a parameter with its type" },
    { "int (*x", 8, "expected ')' after the declarator, not the end of the file" },
    { "int (*x) 3;", 10, "expected ';' after the declaration" },
    { "int (*x (int);", 15, "expected ')' after the declarator, not the end of the file" },
    { "int (*) (int);", 5, "expected a name" },
    { "int f (a);", 8, "expected a parameter with its type" },
    { "int f (a, int b) { }", 8, "expected a parameter with its type" },
    { "void g () { int f (a); }", 20, "expected a parameter with its type" },
    { "int f (a, a) int a; { }", 11, "the parameter 'a' stands here twice" },
    { "int f (a, b, a) { }", 14, "the parameter 'a' stands here twice" },
    { "int f (a) int a; int c; { }", 22,
      "expected the name of a parameter or the body of the function" },
    { "int f (a) int a, a; { }", 18, "the parameter 'a' is declared twice" },
    { "int f (a) int a; char a; { }", 23, "the parameter 'a' is declared twice" },
    { "int f (a) int; { }", 14, "expected the name of a parameter or the body of the function" },
    { "int f (a) int a = 3; { }", 17, "expected ';' after the declaration of the parameter" },
    { "int f (a) int a { }", 17, "expected ';' after the declaration of the parameter" },
    { "int f (a) static int a; { }", 11, "expected a parameter with its type" },
    { "int f (a) extern int a; { }", 11, "expected a parameter with its type" },
    { "int f (a) typedef int a; { }", 11, "expected a parameter with its type" },
    { "int f (a) void a; { }", 16, "expected a parameter with a value" },
    { "int f (a, b) int a; { } g () { f (1); }", 32, "expected 2 arguments, not 1" },
    { "int f (a,) { }", 8, "expected a parameter with its type" },
    { "union u { int a; };", 1, "unions are outside of the subset" },
    { "int f (union u *x);", 8, "unions are outside of the subset" },
    { "_Alignas (8) int x;", 1, "_Alignas is outside of the subset" },
    { "static _Atomic int x;", 8, "_Atomic is outside of the subset" },
    { "struct s { _Atomic (int) x; };", 12, "_Atomic is outside of the subset" },
    { "void f (void) { _Atomic int x; }", 17, "_Atomic is outside of the subset" },
    { "int f (_Complex double x);", 8, "_Complex is outside of the subset" },
    { "_Thread_local int x;", 1, "_Thread_local is outside of the subset" },
    { "int x = _Generic (1, int: 2);", 9, "_Generic is outside of the subset" },
    { "struct s { union { int a; } u; };", 12, "unions are outside of the subset" },
    { "int x __attribute__ ((a)", 25, "expected ')' after the attribute, not the end of the file" },
    { "int x __attribute__ ((a", 24, "expected ')' after the attribute, not the end of the file" },
    { "int __attribute__", 18, "expected '(' before the attribute, not the end of the file" },
    { "int x[] = { 1", 14, "expected '}' after the initial values, not the end of the file" },
    { "int x[] = { 1 2 };", 15, "expected '}' after the initial values" },
    { "int x[] = { .a = 1 };", 13, "expected [NUMBER] or '='" },
    { "int x = { 1 ;", 13, "expected '}' after the initial values" },
    { "typedef int T; int x = T;", 24, "expected an expression, not the type 'T'" },
    { "int x = y;", 9, "'y' is not declared" },
    { "inline", 7, "expected a name" },
    { "A (l) void f (void) { m = 1; }", 23, "'m' is not declared" },
    { "\"A\" (1);", 1, "expected a declaration" },
    { "void f (void) { 3", 18, "expected ';' after the statement, not the end of the file" },
    { "__attribute__ int x;", 15, "expected '(' before the attribute" },
    { "A (1; int x;", 5, "expected ')' after the arguments" },
    { "A (x y);", 4, "'x' is not declared" },
    { "A 3;", 3, "expected ';' after the declaration" },
    { "a (1);", 4, "expected a parameter with its type" },
    { "int A; A (3);", 11, "expected a parameter with its type" },
    { "int x = (1;", 11, "expected ')' after the expression" },
    { "int x = (int 3);", 14, "expected ')' after the type" },
    { "int x = (int y) 3;", 14, "expected a type without a name" },
    { "int x = (int) ;", 15, "expected an expression" },
    { "void f (void) { x = 1; }", 17, "'x' is not declared" },
    { "void f (void) { int y; } int x = y;", 34, "'y' is not declared" },
    { "void f (void) { { int y; } y = 1; }", 28, "'y' is not declared" },
    { "void f (int y) { } int x = y;", 28, "'y' is not declared" },
    { "void f (void) { for (int y = 0;;) ; y = 1; }", 37, "'y' is not declared" },
    { "int x, f (void);; void g (void) { h = 1; }", 35, "'h' is not declared" },
    { "int a = b = 3;", 9, "'b' is not declared" },
    { "extern int x[] = 3;", 18, "expected values between { and }" }
  };
  COMPARE (refused, "", "");
}

/* So many levels are read, and one more is not: strangers' programs cannot take all of the stack. */
TEST (depths)
{
  static const struct
  {
    const char *before, *open, *within, *close, *behind;
    size_t most, column; /* where one more is refused */
  } cases[] = {
    { "int x = ", "- ", "1", "", ";", 998, 2007 },
    { "int x = ", "(", "1", ")", ";", 499, 509 },
    { "int x = ", "1 + ", "1", "", ";", 2000, 8011 },
    { "int x = ", "1 + (", "1", " + 1 + 1 + 1 + 1 + 1)", ";", 333, 8682 },
    { "int x = ", "1 ? 1 : ", "1", "", ";", 998, 7997 },
    { "int x = ", "1 ? ", "1", " : 1", ";", 998, 4005 },
    { "int x = ", "(int) ", "1", "", ";", 998, 6001 },
    { "int x; void f (void) { ", "x = ", "1", "", "; }", 996, 4012 },
    { "int x, f (int); void g (void) { ", "f (", "1", ")", "; }", 498, 1530 },
    { "int *x, y; void f (void) { y = ", "x[", "1", "]", "; }", 497, 1028 },
    { "struct s { struct s *x; } *x; void f (void) { x", "->x", "", "", "; }", 1000, 3045 },
    { "int x; void f (void) { ", "{", "", "}", " }", 500, 524 },
    { "int x; void f (void) { ", "if (x) ", ";", "", " }", 997, 7007 },
    { "int x; void f (void) { ", "do ", ";", " while (x);", " }", 997, 3027 },
    { "int ", "*", "x", "", ";", 100, 106 },
    { "int x = ", "0 ? 0 : (", "1", ") + 1 + 1 + 1 + 1 + 1 + 1 + 1", ";", 250, 9521 },
    { "int x, f (); void g (void) { ", "f (", "1", ") + 1 + 1 + 1 + 1 + 1 + 1 + 1", "; }", 250,
      30 },
    { "int x", "[1]", "", "", ";", 100, 309 },
    { "int ", "(", "x", ")", ";", 999, 1005 },
    { "int x ", "(int y ", "", ")", ";", 999, 7005 },
    { "struct s { ", "struct { ", "int x;", " } y;", " } x;", 99, 1416 },
  };
  for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_buffer text = VEC_EMPTY;
      size_t k = i / 2, levels = cases[k].most + i % 2;
      hb_buffer_add (&text, "%s", cases[k].before);
      for (size_t level = 0; level < levels; level++)
        hb_buffer_add (&text, "%s", cases[k].open);
      hb_buffer_add (&text, "%s", cases[k].within);
      for (size_t level = 0; level < levels; level++)
        hb_buffer_add (&text, "%s", cases[k].close);
      hb_buffer_add (&text, "%s", cases[k].behind);
      hb_c_unit *unit = hb_c_read_text ("t.c", text.data, text.size, NULL, diag);
      struct hb_place place = { 0 };
      const char *said = unit ? "accepted" : hb_diag_entry (diag, 0, NULL, &place);
      if (strcmp (said, i % 2 ? "this is nested too deeply" : "accepted")
          || place.column != (i % 2 ? cases[k].column : 0))
        fail_msg ("%zu times %s: %zu: %s", levels, cases[k].open, place.column, said);
      vec_free (text);
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}

/* Lists within lists are no value, but are read so deep. */
TEST (depth_of_values)
{
  for (size_t levels = 998; levels <= 999; levels++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_buffer text = VEC_EMPTY;
      hb_buffer_add (&text, "int x = ");
      for (size_t i = 0; i < 2 * levels; i++)
        hb_buffer_add (&text, "%s", i < levels ? "{" : i == levels ? "1}" : "}");
      hb_buffer_add (&text, ";");
      assert_null (hb_c_read_text ("t.c", text.data, text.size, NULL, diag));
      assert_string_equal (hb_diag_first (diag),
                           levels == 998 ? "expected one value" : "this is nested too deeply");
      vec_free (text);
      hb_diag_free (diag);
    }
}
