/* The lines of a C program: comments, joined lines, directives, macros, and what messages call a place; files that are included are in
 * test_cfront_files.c. */
#include "unit.h"

#include "cfront/tree.h"
#include "base/buffer.h"
#include "c_compiler.h"
#include "text_damage.h"
#include "tree_told.h"

#define COMPARE(TOLD) expect_trees (TOLD, sizeof TOLD / sizeof *TOLD, "t.c")

TEST (blanks)
{
  static const struct tree_case told[] = {
    { "", "" },
    { "\n", "" },
    { "int\tx\v=\f3\r;", "i32 x = 3" },
    { "int/**/x/* * / // \" ' # \n *** // **/=/*/ 2; /*/3;", "i32 x = 3" },
    { "int x; // int y;\nint z; // end", "i32 x; i32 z" },
    { "int x; // int y; \\\nint z;\nint v;", "i32 x; i32 v" },
    { "int x; // int y; \\\r\nint z;\r\nint v;", "i32 x; i32 v" },
    { "int x; // \\ int y;\nint z;", "i32 x; i32 z" },
    { "int x \\\n = \\\r\n 3;", "i32 x = 3" },
    { "int x = 6 /2/ 1;//*\nint y;", "i32 x = ((6 / 2) / 1); i32 y" },
    { "int _a$Z09z, A, Z, a, z;", "i32 _a$Z09z; i32 A; i32 Z; i32 a; i32 z" },
    { "char x[] = \"a\\\nb\";\n int y",
      "! 3:7: expected ';' after the declaration, not the end of the file" },
    { "char x[] = \"a\\\r\nb\", y[] = \"/*\"; /* \" */",
      "[3]i8 x = {97:i8, 98:i8, 0:i8}; [3]i8 y = {47:i8, 42:i8, 0:i8}" },
    { "char x[] = \"a\\r\", y[] = \"\\\\\";",
      "[3]i8 x = {97:i8, 13:i8, 0:i8}; [2]i8 y = {92:i8, 0:i8}" },
    { "char x[] = \"\\0012\", y[] = \"\\78\", z[] = \"\\1\";",
      "[3]i8 x = {1:i8, 50:i8, 0:i8}; [3]i8 y = {7:i8, 56:i8, 0:i8}; [2]i8 z = {1:i8, 0:i8}" },
    { "char x[] = \"\\x4g\", y[] = \"\\xfF\\q\";",
      "[3]i8 x = {4:i8, 103:i8, 0:i8}; [3]i8 y = {-1:i8, 113:i8, 0:i8}" },
    { "int x = 1-0x1d+1;", "i32 x = ((1 - 29) + 1)" },
    { "in\\\nt ab\\\r\nc = 1\\\n2\\\n + 0\\\nx1\\\nf <\\\n<\\\n= 3;",
      "! 5:2: expected something that can be assigned to" },
    { "in\\\nt ab\\\r\nc = 1\\\n2\\\n + 0\\\nx1\\\nf <\\\n\\\n< '\\\na\\\n';",
      "i32 abc = ((12 + 31) << 97)" },
    { "int a; /\\\n/ b \\\n c\n/\\\r\n* *\\\n/ int /*\\\n*/ d;", "i32 a; i32 d" },
    { "int a /\\\n/\nb;", "! 3:1: expected ';' after the declaration" },
    { "int a = 1 \\ \n;", "! 1:11: this character does not belong in a C program" },
    { "int a;\\\n", "i32 a" },
    { "char a[] = \"\\\\\nn\\\n\\x4\\\n1\\0\\\n7\";", "[4]i8 a = {10:i8, 65:i8, 7:i8, 0:i8}" },
    { "\\\n\\\nint x y", "! 3:7: expected ';' after the declaration" },
    { "\n\\\n\n\\\n\\\nint x y", "! 6:7: expected ';' after the declaration" },
    { "/* \\\n\n\\\n */ int x y", "! 4:11: expected ';' after the declaration" },
    { "int x; /\\\n* a\n", "! 1:8: this comment does not end" },
    { "int x = \\\n\"a\\\nb", "! 2:1: this text does not end on its line" },
    { "int x = 0\\\n8;", "! 1:9: expected an integer of at most 64 bits" },
    { "/* a\n*/ /* b\n\n */ x y", "! 4:7: expected ';' after the declaration" },
    { "// a\\\nb\nint x y", "! 3:7: expected ';' after the declaration" },
    { "int \\\n\\\r\n x y", "! 3:4: expected ';' after the declaration" },
    { "int x; /* a\n", "! 1:8: this comment does not end" },
    { "int x; /* a *", "! 1:8: this comment does not end" },
    { "int x; /*/", "! 1:8: this comment does not end" },
    { "int x = \"a\nb\";", "! 1:9: this text does not end on its line" },
    { "int x = \"a", "! 1:9: this text does not end on its line" },
    { "int x = \"", "! 1:9: this text does not end on its line" },
    { "int x = \"\\", "! 1:9: this text does not end on its line" },
    { "char x[] = \"a\\\"\nb\";", "! 1:12: this text does not end on its line" },
    { "int x = 'a\n';", "! 1:9: this text does not end on its line" },
    { "int x = 'ab';", "! 1:9: expected one character between the quotes" },
    { "int x = '';", "! 1:9: expected one character between the quotes" },
    { "int x = `;", "! 1:9: this character does not belong in a C program" },
    { "int x \\ = 3;", "! 1:7: this character does not belong in a C program" },
    { "int x \\\r = 3;", "! 1:7: this character does not belong in a C program" },
    { "int x = 3;\\", "! 1:11: this character does not belong in a C program" },
    { "int x = 0x;", "! 1:9: expected an integer of at most 64 bits" },
    { "int x = 0b;", "! 1:9: expected an integer of at most 64 bits" },
    { "int x = 0b2;", "! 1:9: expected an integer of at most 64 bits" },
    { "int x = 1b1;", "! 1:9: expected an integer of at most 64 bits" },
    { "int x = 1x1;", "! 1:9: expected an integer of at most 64 bits" },
    { "int x = 08;", "! 1:9: expected an integer of at most 64 bits" },
    { "int x = 0xg;", "! 1:9: expected an integer of at most 64 bits" },
    { "int x = 0x_;", "! 1:9: expected an integer of at most 64 bits" },
    { "int x = 12a;", "! 1:9: expected an integer of at most 64 bits" },
    { "int x = 0xe+1;", "! 1:9: expected an integer of at most 64 bits" },
    { "char x[] = \"a\\\n\";", "[2]i8 x = {97:i8, 0:i8}" },
    { "double x = 0e5, y = 00e1;", "f64 x = 0e5:f64; f64 y = 00e1:f64" },
    { "int x; int y = x++", "! 1:19: expected ';' after the declaration, not the end of the file" },
    { "int x; int y = x+", "! 1:18: expected an expression, not the end of the file" },
    { "double x = 0x1p;", "! 1:12: expected a floating number" },
    { "double x = 1e;", "! 1:12: expected a floating number" },
    { "double x = 1.e+;", "! 1:12: expected a floating number" },
    { "double x = 1.2.3;", "! 1:12: expected a floating number" },
    { "double x = 1.5x;", "! 1:12: expected a floating number" },
    { "double x = 1.5ff;", "! 1:12: expected a floating number" },
    { "long x = 18446744073709551616;", "! 1:10: expected an integer of at most 64 bits" },
    { "long x = 0x10000000000000000;", "! 1:10: expected an integer of at most 64 bits" },
    { "long x = 02000000000000000000000;", "! 1:10: expected an integer of at most 64 bits" },
  };
  COMPARE (told);
}

/* What stands behind an integer and is none of its suffixes. */
TEST (suffixes)
{
  static const char *const cases[]
      = { "1uu",  "1uU",   "1lul",  "1lll",  "1lL",  "1Ll",    "1ulL",  "1lLu",  "1ulu", "1uul",
          "1luu", "1ullu", "1llul", "0x1uu", "07lL", "0b1lul", "1ulll", "1lllu", "1luL" };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *text = hb_format ("int x = %s;", cases[i]);
      expect_trees (
          &(struct tree_case){
              text, "! 1:9: expected an integer that ends in u, l, ll, or in u and one of these" },
          1, "t.c");
      hb_free (text);
    }
}

TEST (macros)
{
  static const struct tree_case told[] = {
    { "#define A 3\n#define B A + A\nint x = B * A;", "i32 x = (3 + (3 * 3))" },
    { "#define A x\nint A = 2;", "i32 x = 2" },
    { "#define x x\nint x;", "i32 x" },
    { "#define x y\n#define y x\nint x, y;", "i32 x; i32 y" },
    { "#define A(x) 2 + x\nint x = A (3);", "i32 x = (2 + 3)" },
    { "#define A (2)\nint x = A;", "i32 x = 2" },
    { "#define A\nint A x A;", "i32 x" },
    { "#define A 1\n#define A 2\nint x = A;", "i32 x = 2" },
    { "#define A 1\n#undef A\nint A;", "i32 A" },
    { "#undef A\n#define A 1\nint x = A;", "i32 x = 1" },
    { "#def\\\nine A\\\nB 1\\\n2\n\\\n#\\\nundef X\nint x = AB;", "i32 x = 12" },
    { "#define A\\\n(x) 2\nint x = A(1);", "i32 x = 2" },
    { "#define A 1 + \\\n 2 /* 3\n 4 */ + 5 // 6\nint x = A;", "i32 x = ((1 + 2) + 5)" },
    { "  # /**/ define A 1\nint x = A;", "i32 x = 1" },
    { "/* a */ #define A 1\nint x = A;", "i32 x = 1" },
    { "int y; #define A 1\n", "! 1:8: expected a declaration" },
    { "#define A int\n#define B x =\n A B 3;", "i32 x = 3" },
    { "#define A y z\nint x = 1 A;", "! 2:11: expected ';' after the declaration" },
    { "#define A 'a\n", "! 1:11: this text does not end on its line" },
    { "#define 3\n", "! 1:9: expected a name" },
    { "#define\n", "! 1:8: expected a name" },
    { "#undef \"a\"\n", "! 1:8: expected a name" },
    { "#undef A(\nint x;", "i32 x" },
    { "#define A", "" },
    { "int x;\n#define A 3", "i32 x" },
    { "int x;\n#undef A", "i32 x" },
  };
  COMPARE (told);
}

TEST (conditions)
{
  static const struct tree_case told[] = {
    { "#if 1\nint x;\n#else\nint y;\n#endif\nint z;", "i32 x; i32 z" },
    { "#if 0\nint x;\n#else\nint y;\n#endif\nint z;", "i32 y; i32 z" },
    { "#if 2\nint x;\n#endif", "i32 x" },
    { "#if !0\nint x;\n#endif", "i32 x" },
    { "#if !!0\nint x;\n#endif", "" },
    { "#if !3\nint x;\n#else\nint y;\n#endif", "i32 y" },
    { "#define A 1\n#ifdef A\nint x;\n#else\nint y;\n#endif", "i32 x" },
    { "#ifdef A\nint x;\n#else\nint y;\n#endif", "i32 y" },
    { "#define A\n#ifndef A\nint x;\n#else\nint y;\n#endif", "i32 y" },
    { "#ifndef A\nint x;\n#else\nint y;\n#endif", "i32 x" },
    { "#define A\n#undef A\n#ifdef A\nint x;\n#endif", "" },
    { "#define A\n#if defined A\nint x;\n#endif\n#if defined (A)\nint y;\n#endif", "i32 x; i32 y" },
    { "#if defined A\nint x;\n#endif\n#if !defined (A)\nint y;\n#endif", "i32 y" },
    { "#define A 1\n#define B 0\n#if A\nint x;\n#endif\n#if B\nint y;\n#endif\n#if !B\nint "
      "z;\n#endif",
      "i32 x; i32 z" },
    { "#define A 1\n#define B A\n#if B\nint x;\n#endif\n#define A 0\n#if B\nint y;\n#endif",
      "i32 x" },
    { "#define A B\n#if A\nint x;\n#endif\n#if C\nint y;\n#endif", "" },
    { "#if 0\n#if 1\nint x;\n#else\nint y;\n#endif\n#else\nint z;\n#endif", "i32 z" },
    { "#if 1\n#if 0\nint x;\n#else\nint y;\n#endif\n#else\nint z;\n#endif", "i32 y" },
    { "#if 1\n#if 1\n#if 0\nint x;\n#endif\nint y;\n#endif\nint z;\n#endif\nint v;",
      "i32 y; i32 z; i32 v" },
    { "#if 0\n#ifdef A\n#if B\n#endif\n#endif\nint x;\n#endif\nint y;", "i32 y" },
    { "#if 0\n don't @ \"a /* b\" '/*' \"\\\"/*\" \" /* c */\n#define A 1\n#undef\n#error "
      "\"\n#line 9\n # 8\n#if 1 + \n#elif 3\n#else junk\n#endif\n#endif\nint A z",
      "! 13:7: expected ';' after the declaration" },
    { "#if 0\n# @foo\n#'\n # \"if\"\n#endif\nint x;", "i32 x" },
    { "#if 0 /* a\n b */\nint x;\n#endif /* c */\nint y;", "i32 y" },
    { "#if 0\n\"a\\\nb\n'\\\n\"\\\"\n#endif\nint y z",
      "! 7:7: expected ';' after the declaration" },
    { "#if 0\n\"/*\"\n#endif\nint x;", "i32 x" },
    { "#if 0\n'/*'\n#endif\nint x;", "i32 x" },
    { "#if 0\n\"\\\\\" \"/*\"\n#endif\nint x;", "i32 x" },
    { "#if 0\n\"a\" /* \"\n#endif */\n#endif\nint x;", "i32 x" },
    { "#if 0\n\"a\\\n\" /* \"\n#endif */\n#endif\nint x;", "i32 x" },
    { "#if 0\n\"a\\\r\n/*\"\n#endif\nint x;", "i32 x" },
    { "#if 0\n\"a\\\nb\n#endif\nint y z", "! 5:7: expected ';' after the declaration" },
    { "#if 0\na /* a\n#endif */\n#endif\nint x;", "i32 x" },
    { "#if 0\n\"\\\"/*\"\n#endif\nint x;", "i32 x" },
    { "#if 0\n\"a\\\\\" /* b\n#endif */\n#endif\nint x;", "i32 x" },
    { "#if 0\nit's /* a\n#endif */\n#endif\nint x;", "i32 x" },
    { "#if 0\n'\n/*\n#endif\n*/\n#endif\nint x;", "i32 x" },
    { "#if 0\n\"a\" \"/*\"\n#endif\nint x;", "i32 x" },
    { "#if 0\n\"'/*\"\n#endif\nint x;", "i32 x" },
    { "#if 0\n\"\\\"\n#endif\nint x;", "i32 x" },
    { "#if 0\n\"\\\"\n/* \"\n#endif\n*/\n#endif\nint x;", "i32 x" },
    { "#if 0\n\\\"/*\"\n#endif\nint x;", "i32 x" },
    { "#if 0\n// \"\n// '\n#endif\nint x;", "i32 x" },
    { "#if 0\na\"b\"c\"/*\"\n#endif\nint x;", "i32 x" },
    { "#if 0\n\"", "! 2:2: expected #endif before the end of the file" },
    { "#if 0\n\"\\", "! 2:3: expected #endif before the end of the file" },
    { "#if 1", "! 1:6: expected #endif before the end of the file" },
    { "#if 1\n//", "! 2:3: expected #endif before the end of the file" },
    { "#if 1\n/**/", "! 2:5: expected #endif before the end of the file" },
    { "#if 1\n", "! 2:1: expected #endif before the end of the file" },
    { "#else\n", "! 1:2: there is no #if before this" },
    { "int x;\n # endif", "! 2:4: there is no #if before this" },
    { "#elif 1\n", "! 1:2: there is no #if before this" },
    { "#if 1\nint x;\n#elif 1\nint y;\n#endif\nint z;", "i32 x; i32 z" },
    { "#if 0\nint x;\n#elif 1\nint y;\n#endif\nint z;", "i32 y; i32 z" },
    { "#if 0\nint x;\n#elif 0\nint y;\n#else\nint v;\n#endif\nint z;", "i32 v; i32 z" },
    { "#if 0\n#elif 1\nint x;\n#elif 1\nint y;\n#else\nint v;\n#endif\nint z;", "i32 x; i32 z" },
    { "#if 1\nint x;\n#elif +\n#elif\n#else\n#endif", "i32 x" },
    { "#if 0\n#if 1\n#elif 1\nint x;\n#endif\n#elif 1\nint y;\n#endif", "i32 y" },
    { "#ifdef A\n#elif !defined A\nint x;\n#endif", "i32 x" },
    { "#if 0\n#elif 1 +\n#endif", "! 2:10: expected an expression" },
    { "#if 0\n#else\n#else\n#endif", "! 3:2: expected #endif: the #else of this #if has been" },
    { "#if 1\n#else\n#elif 1\n#endif", "! 3:2: expected #endif: the #else of this #if has been" },
    { "#if\n", "! 1:4: expected an expression" },
    { "#if (1)\nint x;\n#endif", "i32 x" },
    { "#if \"a\"\n", "! 1:5: expected a constant" },
    { "#if 1 == 1\nint x;\n#endif", "i32 x" },
    { "#if 1 == 2\nint x;\n#endif", "" },
    { "#define A 3\n#if defined A && A * 2 > 5\nint x;\n#endif", "i32 x" },
    { "#define A(x) (x > 2)\n#if A (3) && !A (2)\nint x;\n#endif", "i32 x" },
    { "#define A(x) x\n#if A\nint x;\n#endif", "" },
    { "#define A(x) x\n#if A (1\n)\n#endif", "! 2:5: the arguments of this macro do not end" },
    { "#if 0xffffffff + 1 == 0x100000000 && -1 > 0u && 1 << 40 > 1\nint x;\n#endif", "i32 x" },
    { "#if (1 < 2) << 40 && 'a' << 40 && !0 << 40\nint x;\n#endif", "i32 x" },
    { "#if 0 ? 1 / 0 : 3\nint x;\n#endif", "i32 x" },
    { "#if 1 / 0\n#endif", "! 1:5: expected a constant" },
    { "#if 1 2\n#endif", "! 1:7: expected the end of the condition" },
    { "#if 1 = 2\n#endif", "! 1:7: expected the end of the condition" },
    { "#if (1\n#endif", "! 1:7: expected ')' after the expression" },
    { "#if (int) 1\n#endif", "! 1:11: expected the end of the condition" },
    { "#if 1.5\n#endif", "! 1:5: expected a constant" },
    { "#if defined (A) B\n", "! 1:17: expected the end of the condition" },
    { "#if defined +A\n", "! 1:13: expected a name" },
    { "#if defined\n", "! 1:12: expected a name" },
    { "#if defined 3\n", "! 1:13: expected a name" },
    { "#if defined (3)\n", "! 1:14: expected a name" },
    { "#if defined (A\n", "! 1:15: expected ')' after the name" },
    { "#if defined (A B)\n", "! 1:16: expected ')' after the name" },
    { "#if defined (A(\n", "! 1:15: expected ')' after the name" },
    { "#define A\n#if A\n", "! 2:6: expected an expression" },
    { "#define A 1 + 1\n#if A == 2\nint x;\n#endif", "i32 x" },
    { "#define A \"1\"\n#if A\n", "! 2:5: expected a constant" },
    { "#define A B\n#define B A\n#if A\nint x;\n#endif", "" },
    { "#define A +\n#if A\n", "! 2:6: expected an expression" },
    { "#ifdef\n", "! 1:7: expected a name" },
    { "#ifndef 3\n", "! 1:9: expected a name" },
    { "#\n# \nint x;", "i32 x" },
    { "#pragma once \" '\nint x;\n#ident \"a\"\n", "i32 x" },
    { "#pragma a \\\n b\nint x;", "i32 x" },
    { "#error no", "! 1:2: expected define, undef, include, if, ifdef, ifndef, elif, else, endif, "
                   "line or pragma" },
    { "#\"if\" 1\n#endif", "! 1:2: expected define, undef, include, if, ifdef, ifndef, elif, else, "
                           "endif, line or pragma" },
    { "#\"a\"", "! 1:2: expected define, undef, include, if, ifdef, ifndef, elif, else, endif, "
                "line or pragma" },
    { "#line\n", "! 1:6: expected a line number" },
    { "#line x\n", "! 1:7: expected a line number" },
    { "#line \\\n x\n", "! 2:2: expected a line number" },
    { "#line -1\n", "! 1:7: expected a line number" },
    { "#line 2147483648\n", "! 1:7: expected a line number" },
    { "# 9999999999999999999999\n", "! 1:3: expected a line number" },
    { "#line 21474836470\n", "! 1:7: expected a line number" },
    { "#line 0x10\n", "! 1:8: expected a file's name between quotes" },
    { "#line 3u\n", "! 1:8: expected a file's name between quotes" },
    { "# 3 x\n", "! 1:5: expected a file's name between quotes" },
    { "# 3 \"x\n", "! 1:5: this text does not end on its line" },
    { "#if 0\n#line x\n# 0x\n#endif\nint y z", "! 5:7: expected ';' after the declaration" },
    { "#line 7 \"a.c\"\nint y z", "! 7:7: expected ';' after the declaration (in t.c, line 2)" },
    { "#line 7 \"a.c\"\nint @;",
      "! 7:5: this character does not belong in a C program (in t.c, line 2)" },
    { "#define S(x) #x\nchar s[] = S (\\);",
      "! 2:15: this character does not belong in a C program" },
    { "#line 3\nint y z", "! 3:7: expected ';' after the declaration (in t.c, line 2)" },
    { "#line 2 \"t.c\"\nint y z", "! 2:7: expected ';' after the declaration" },
  };
  COMPARE (told);
}

/* An expression of numbers, of macros that are defined and of others. */
static void
add_condition (hb_buffer *text, struct hb_rng *rng, size_t depth)
{
  static const char *const operators[]
      = { "+",  "-", "*", "/",  "%",  "&",  "|",  "^",  "<<",
          ">>", "<", ">", "<=", ">=", "==", "!=", "&&", "||" },
      *const leaves[]
      = { "0",         "1",           "2u",           "7",    "-3",         "0x1ffffffff",
          "9l",        "'a'",         "ONE",          "NONE", "TWO",        "(3)",
          "defined A", "defined ONE", "!defined (B)", "010",  "4000000000", "ADD(1, 2)" };
  size_t kind = depth ? hb_rng_below (rng, 8) : 0;
  if (!kind)
    hb_buffer_add (text, "%s", leaves[hb_rng_below (rng, sizeof leaves / sizeof *leaves)]);
  else if (kind == 1)
    {
      hb_buffer_add (text, "%c(", "!~-+"[hb_rng_below (rng, 4)]);
      add_condition (text, rng, depth - 1);
      hb_buffer_add (text, ")");
    }
  else if (kind == 2)
    {
      hb_buffer_add (text, "(");
      add_condition (text, rng, depth - 1);
      hb_buffer_add (text, " ? ");
      add_condition (text, rng, depth - 1);
      hb_buffer_add (text, " : ");
      add_condition (text, rng, depth - 1);
      hb_buffer_add (text, ")");
    }
  else
    {
      const char *op = operators[hb_rng_below (rng, sizeof operators / sizeof *operators)];
      bool shifts = !strcmp (op, "<<") || !strcmp (op, ">>");
      hb_buffer_add (text, shifts ? "((" : "");
      add_condition (text, rng, depth - 1);
      hb_buffer_add (text, shifts ? ") %s " : " %s ", op);
      if (shifts)
        hb_buffer_add (text, "%d)", (int)hb_rng_below (rng, 64));
      else
        add_condition (text, rng, depth - 1);
    }
}

/* Conditions are true where they are for the compiler, and wrong where they are. */
TEST (conditions_as_the_compiler)
{
  if (!c_compiler ())
    skip ();
  struct hb_rng rng = hb_rng_seeded (19);
  size_t rounds = fuzz_rounds (1000), wrong = 0;
  hb_buffer all = VEC_EMPTY;
  char *answers = hb_calloc (rounds + 1, 1);
  static const char start[] = "#define ONE 1\n#define TWO ONE + ONE\n#define ADD(x, y) x + y\n";
  hb_buffer_add (&all, "%s", start);
  for (size_t i = 0; i < rounds; i++)
    {
      hb_buffer text = VEC_EMPTY;
      hb_diag *diag = hb_diag_new ();
      hb_buffer_add (&text, "%s#if ", start);
      add_condition (&text, &rng, 4);
      hb_buffer_add (&all, "%s\n@%zu yes\n#else\n@%zu no\n#endif\n", text.data + strlen (start), i,
                     i);
      hb_buffer_add (&text, "\nint yes;\n#endif\n");
      hb_c_unit *unit = hb_c_read_text ("t.c", text.data, text.size, NULL, diag);
      answers[i] = !unit ? '!' : hb_c_find (unit, "yes") ? 'y' : 'n';
      wrong += !unit;
      if (!unit)
        assert_string_equal (hb_diag_first (diag), "expected a constant");
      hb_c_free (unit);
      hb_diag_free (diag);
      vec_free (text);
    }
  assert_true (wrong < rounds / 3);
  unit_write (unit_scratch (), all.data);
  /* Of a wrong condition the compiler says the line, and takes it for false. */
  const char *path = unit_scratch (), gcc[] = "gcc -E -P -w -ftrack-macro-expansion=0 -x c";
  char *command = hb_format ("%s %s 2>&1 >/dev/null; %s %s 2>/dev/null", gcc, path, gcc, path);
  char line[4096];
  FILE *from = popen (command, "r");
  assert_non_null (from);
  while (fgets (line, sizeof line, from))
    {
      size_t at;
      char answer;
      const char *error = strstr (line, ": error: ");
      if (error)
        {
          if (sscanf (line + strlen (path), ":%zu:", &at) != 1)
            fail_msg ("%s", line);
          at = (at - 4) / 5;
          if (answers[at] != '!' && answers[at] != 'e')
            fail_msg ("number %zu is read, and not by the compiler: %s", at, line);
          answers[at] = 'e';
        }
      else if (sscanf (line, "@%zu %c", &at, &answer) == 2
               && answers[at] != (answers[at] == 'e' ? 'e' : answer))
        fail_msg ("number %zu is %c, not %c", at, answers[at], answer);
    }
  pclose (from);
  hb_free (command);
  hb_free (answers);
  vec_free (all);
}

/* Where x is, and what stands on its line: what messages say. */
TEST (places)
{
  static const struct
  {
    const char *text, *file;
    size_t line, column;
    const char *line_text;
  } cases[] = {
    { "int x;", "t.c", 1, 5, "int x;" },
    { "\nint x;\r\n", "t.c", 2, 5, "int x;" },
    { "\n\n  int /* */ x;\n\n\n", "t.c", 3, 13, "  int /* */ x;" },
    { "int \\\n x;\r", "t.c", 2, 2, " x;" },
    { "#line 7\nint x;", "t.c", 7, 5, "int x;" },
    { "#line 010\nint x;", "t.c", 10, 5, "int x;" },
    { "#line 09\nint x;", "t.c", 9, 5, "int x;" },
    { "# 08 \"a.c\"\nint x;", "a.c", 8, 5, "int x;" },
    { "#line 0\nint x;", "t.c", 0, 5, "int x;" },
    { "#line 2147483647\nint x;", "t.c", 2147483647, 5, "int x;" },
    { "#line\\\n 7\\\n \\\n\nint x;", "t.c", 7, 5, "int x;" },
    { "#line 7 \"a\\\n.c\" /* \n */ // \\\n\n\nint x;", "a.c", 8, 5, "int x;" },
    { "#line 5\\\n\nin\\\nt \\\n\\\n x;", "t.c", 8, 2, " x;" },
    { "#line 7 \"a.c\"\n\nint x;", "a.c", 8, 5, "int x;" },
    { "#line 7 \"a.c\"\n#line 1\nint x;", "a.c", 1, 5, "int x;" },
    { "# 3 \"b.c\" 1 2\nint\nx;", "b.c", 4, 1, "x;" },
    { "# 3 \"b.c\"\n#line 90 \"c.c\"\nint x;\n# 4 \"d.c\"\n", "c.c", 90, 5, "int x;" },
    { "int x;\n# 4 \"d.c\"\n", "t.c", 1, 5, "int x;" },
    { "# 5 \"d.c\"\n# 1 \"<built-in>\"\nint y;\nint x;", "d.c", 5, 5, "int x;" },
    { "# 5 \"d.c\"\n# 1 \"<built-in>\"\n# 9 \"<b>\"\n\nint x;", "d.c", 5, 5, "int x;" },
    { "# 1 \"<built-in>\"\n\nint x;", "<built-in>", 2, 5, "int x;" },
    { "# 1 \"<a>\"\n# 6 \"<b>\"\n\nint x;", "<b>", 7, 5, "int x;" },
    { "# 1 \"<a>\"\n# 6 \"b\"\n\nint x;", "b", 7, 5, "int x;" },
    { "# 1 \"a<\"\n# 6 \"<b>\"\n\nint x;", "a<", 1, 5, "int x;" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit = hb_c_read_text ("t.c", cases[i].text, strlen (cases[i].text), NULL, diag);
      assert_non_null (unit);
      struct hb_place place = hb_c_place (unit, hb_c_find (unit, "x")->spot);
      if (strcmp (place.file, cases[i].file) || place.line != cases[i].line
          || place.column != cases[i].column || place.length != strlen (cases[i].line_text)
          || memcmp (place.text, cases[i].line_text, place.length))
        fail_msg ("%s: %s:%zu:%zu: %.*s", cases[i].text, place.file, place.line, place.column,
                  (int)place.length, place.text);
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}

/* Places of no line, of an empty one, and behind the last. */
TEST (places_without_text)
{
  hb_diag *diag = hb_diag_new ();
  hb_c_unit *unit = hb_c_read_text ("t.c", "\n\nint x;", 8, NULL, diag);
  static const struct hb_c_spot spots[]
      = { { 0, 0, 0 }, { 0, 1, 1 }, { 0, 2, 1 }, { 0, 3, 1 }, { 0, 4, 1 } };
  static const char *const texts[] = { NULL, "", "", "int x;", NULL };
  for (size_t i = 0; i < sizeof spots / sizeof *spots; i++)
    {
      struct hb_place place = hb_c_place (unit, spots[i]);
      assert_int_equal (place.line, spots[i].line);
      assert_int_equal (!place.text, !texts[i]);
      if (texts[i])
        assert_true (place.length == strlen (texts[i])
                     && !memcmp (place.text, texts[i], place.length));
    }
  hb_c_free (unit);
  hb_diag_free (diag);
}
