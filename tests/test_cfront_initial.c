/* Initial values of arrays and structs, and the sizes of types: the reader of C against the compiler. */
#include "unit.h"

#include "base/buffer.h"
#include "cfront/write.h"
#include "c_compiler.h"
#include "text_damage.h"

static hb_c_unit *
parsed (const char *text, hb_diag *diag)
{
  return hb_c_read_text ("t.c", text, strlen (text), NULL, diag);
}

/* Appends all numbers in the value EXP of TYPE, those left out too. */
static void
tell (hb_buffer *out, const struct hb_c_type *type, const struct hb_c_exp *exp)
{
  size_t count = type->kind == C_ARRAY    ? type->count
                 : type->kind == C_STRUCT ? type->field_count
                                          : 0;
  int64_t value = 0;
  for (size_t i = 0; i < count; i++)
    tell (out, type->kind == C_ARRAY ? type->to : type->fields[i].type,
          exp && i < exp->count ? exp->items[i] : NULL);
  if (count || type->kind == C_STRUCT)
    return;
  if (exp && !hb_c_constant (exp, &value))
    hb_buffer_add (out, " ?");
  else
    hb_buffer_add (out, " %lld", (long long)value);
}

/* The values of x in TEXT; where there is a !, the error. */
static char *
told (const char *text)
{
  hb_diag *diag = hb_diag_new ();
  hb_c_unit *unit = parsed (text, diag);
  hb_buffer out = VEC_EMPTY;
  struct hb_place place = { 0 };
  const char *said = unit ? NULL : hb_diag_entry (diag, 0, NULL, &place);
  if (unit)
    tell (&out, hb_c_find (unit, "x")->type, hb_c_find (unit, "x")->initial);
  else
    hb_buffer_add (&out, "! %zu: %s", place.column, said);
  vec_push (out, '\0');
  hb_c_free (unit);
  hb_diag_free (diag);
  return out.data;
}

struct case_of
{
  const char *text, *values;
};

static void
compare (const struct case_of *cases, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      char *values = told (cases[i].text);
      if (strcmp (values, cases[i].values))
        fail_msg ("%s:\n%s\nand not\n%s", cases[i].text, values, cases[i].values);
      hb_free (values);
    }
}

#define COMPARE(CASES) compare (CASES, sizeof CASES / sizeof *CASES)
#define POINT "struct p { int a, b; }; "

TEST (lists)
{
  static const struct case_of cases[] = {
    { "int x[4] = { 1, 2 };", " 1 2 0 0" },
    { "int x[2][2] = { 1, 2, 3, 4 };", " 1 2 3 4" },
    { "int x[2][2] = { 1, { 2 } };", " 1 2 0 0" },
    { "int x[2][2] = { { 1 }, 2 };", " 1 0 2 0" },
    { "int x[][2] = { 1, 2, 3 };", " 1 2 3 0" },
    { "int x[][2] = { { 1 }, { 2 } };", " 1 0 2 0" },
    { "int x[2][3] = { };", " 0 0 0 0 0 0" },
    { "int x[2][2] = { 1, 2, 3, 4, 5 };", "! 15: expected at most 2 values" },
    { "int x[5] = { [2] = 3, 4, [0] = 1 };", " 1 0 3 4 0" },
    { "int x[] = { [2] = 3, [1] = 2 };", " 0 2 3" },
    { "enum { N = 3 }; int x[] = { [N] = 1, [N - 2] = 2, };", " 0 2 0 1" },
    { "int x[3] = { [0] = 1, [0] = 2 };", " 2 0 0" },
    { "int x[2][2] = { [1][1] = 1 };", " 0 0 0 1" },
    { "int x[2][2] = { [0][1] = 1, 2, 3 };", " 0 1 2 3" },
    { "int x[2][2] = { [1] = 1, 2 };", " 0 0 1 2" },
    { "int x[2][2] = { [1] = { 1 }, [1][1] = 2 };", " 0 0 1 2" },
    { POINT "struct p x = { 1 };", " 1 0" },
    { POINT "struct p x = { .b = 1 };", " 0 1" },
    { POINT "struct p x = { .b = 1, .a = 2 };", " 2 1" },
    { POINT "struct p x[2] = { 1, 2, 3, 4 };", " 1 2 3 4" },
    { POINT "struct p x[] = { [1].a = 1, 2, .b = 3 };", "! 56: expected [NUMBER] or '='" },
    { POINT "struct p x[] = { [1].b = 1, 2 };", " 0 0 0 1 2 0" },
    { "struct { int a, b[2], c; } x = { 1, 2, 3, .b[1] = 4, 5 };", " 1 2 4 5" },
    { "struct { int a; struct { int b[2]; } c; } x = { .c.b[1] = 1 };", " 0 0 1" },
    { "struct { char a[3], b; } x = { \"ab\", 1 };", " 97 98 0 1" },
    { "struct { char a[3], b; } x = { { \"ab\" }, 1 };", " 97 98 0 1" },
    { "struct { char a[3], b; } x = { 1, 2, 3, 4 };", " 1 2 3 4" },
    { "struct { char a[3], b; } x = { .a = \"ab\", .a[1] = 1 };",
      "! 45: this takes back a part of a value that was given whole" },
    { "char x[2][3] = { \"ab\", \"c\" };", " 97 98 0 99 0 0" },
    { "char x[2][3] = { [1] = \"c\" };", " 0 0 0 99 0 0" },
    { "char x[] = { \"ab\" };", " 97 98 0" },
    { "char x[] = { [1] = 3, 4 };", " 0 3 4" },
    { "int *x[3] = { [2] = 0 };", " ? ? ?" },
    { "int x = { 3 };", " 3" },
    { "int x = { { 3 } };", "! 11: expected one value" },
    { "int x = { };", "! 9: expected one value" },
    { "int x = { 1, 2 };", "! 9: expected one value" },
    { "int x = { .a = 1 };", "! 11: expected a value: this has no parts" },
    { "int x[3] = { .a = 1 };", "! 14: expected [NUMBER] or '='" },
    { POINT "struct p x = { [0] = 1 };", "! 40: expected .NAME or '='" },
    { POINT "struct p x = { .c = 1 };", "! 41: expected the name of a field of this struct" },
    { POINT "struct p x = { .3 = 1 };", "! 40: expected something that can be assigned to" },
    { POINT "struct p x = { .a.b = 1 };", "! 42: expected '=': this has no parts" },
    { POINT "struct p x = { .a 1 };", "! 43: expected '=': this has no parts" },
    { "int x[3] = { [3] = 1 };", "! 14: expected the number of an element of this array" },
    { "int x[3] = { [-1] = 1 };", "! 14: expected the number of an element of this array" },
    { "int x[] = { [1000000] = 1 };", "! 13: expected the number of an element of this array" },
    { "int x[3] = { [x] = 1 };", "! 15: expected a constant" },
    { "int x[3] = { [1 = 1 };", "! 17: expected ']' after the number of an element" },
    { "struct { } x = { 1 };", "! 16: expected at most 0 values" },
    { "struct { struct { } a; int b; } x = { 1 };", "! 39: expected values between { and }" },
    { "struct { struct { } a; int b; } x = { { }, 1 };", " 1" },
    { "int x[2][2] = { [0] 1 };", "! 21: expected [NUMBER] or '='" },
    { "int x[5] = { [1 ... 3] = 7, 8 };", " 0 7 7 7 8" },
    { "int x[] = { [2 ... 3] = 1, [0 ... 2] = 2 };", " 2 2 2 1" },
    { "int x[2][2] = { [0 ... 1] = 1, 2 };", " 1 0 1 2" },
    { "int x[2][2] = { [0 ... 1] = { 1 }, [0][1] = 2 };", " 1 2 1 0" },
    { "int x[2][3] = { [1][1 ... 2] = sizeof (char), [0 ... 0] = { 3 } };", " 3 0 0 0 1 1" },
    { POINT "struct p x[3] = { [0 ... 1] = { .b = 1 }, 2 };", " 0 1 0 1 2 0" },
    { "int x[3] = { [1 ... 3] = 1 };", "! 14: expected the number of an element of this array" },
    { "int x[3] = { [2 ... 1] = 1 };", "! 14: expected a range from a number to a larger one" },
    { "int x[2][2] = { [0 ... 1][0] = 1 };", "! 17: expected '=' behind a range" },
    { "int y, x[3] = { [0 ... 1] = y };",
      "! 29: expected a constant: it is the value of each element of a range" },
    { "int f (void), x[3] = { [0 ... 1] = 1 + f () };",
      "! 36: expected a constant: it is the value of each element of a range" },
    { "struct { int a; struct { int b, c[2]; }; int d; } x = { 1, { 2, 3 }, .c[1] = 4, 5 };",
      " 1 2 3 4 5" },
    { "struct { struct { struct { int a; }; int b; }; int c; } x = { .b = 1, 2, .a = 3 };",
      " 3 1 2" },
    { "struct { struct { int a; } b; } x = { .a = 3 };",
      "! 40: expected the name of a field of this struct" },
    { "struct { int a; struct { int b, a; }; } x;", "! 8: the field 'a' stands here twice" },
    { "struct { struct { int a; }; struct { struct { int a; }; }; } x;",
      "! 8: the field 'a' stands here twice" },
    { "struct { struct p { int a; }; } x;", "! 29: expected a field with a name" },
    { "struct { int; } x;", "! 13: expected a field with a name" },
  };
  COMPARE (cases);
}

/* A struct that is given whole, where its first part could stand. */
TEST (whole_structs)
{
  static const char *const texts[] = { "struct p y, x[2] = { 1, 2, y };",
                                       "struct p f (void), x[2] = { f (), 3 };",
                                       "struct p *y, x[2] = { *y, y->a };",
                                       "struct q { struct p a; int b; } x = { 1, 2, 3 }; ",
                                       "struct p y; struct q { struct p a; int b; } x = { y, 3 }; ",
                                       "struct p y, x[2][2] = { y, y, y, y };" };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      hb_diag *diag = hb_diag_new ();
      char *text = hb_format (POINT "%s", texts[i]);
      hb_c_unit *unit = parsed (text, diag);
      if (!unit)
        fail_msg ("%s: %s", text, hb_diag_first (diag));
      assert_int_equal (hb_c_find (unit, "x")->initial->count, 2);
      hb_c_free (unit);
      hb_diag_free (diag);
      hb_free (text);
    }
}

/* Elements that are left out take little room, and there is an end to them and to what variables hold. */
TEST (left_out)
{
  static const struct
  {
    const char *text, *message;
  } cases[] = {
    { "int x[1000000] = { [999999] = 1 };", NULL },
    { "int x[1000][1000] = { [999][999] = 1 };", NULL },
    { "int x[2][1000000] = { [0][999999] = 1, [1][999999] = 1 };",
      "these lists leave out more than 1000000 values" },
    { "int x[1000000] = { [0 ... 999999] = 1 };", NULL },
    { "int x[2][600000] = { [0 ... 1][0 ... 1] = 1, };", "expected '=' behind a range" },
    { "int x[2][500000] = { [0][0 ... 499999] = 1, [1][0 ... 499999] = 1 };", NULL },
    { "int x[2][500000] = { [0][0 ... 499999] = 1, [1][0 ... 499999] = 1, [0][0 ... 4] = 1 };",
      "the ranges of these lists stand for more than 1000000 words" },
    { "int x[1000001 - 1], y;", "the variables up to 'y' have more than 1000000 elements" },
    { "struct { int a[500][1000], *b; } x, y;",
      "the variables up to 'y' have more than 1000000 elements" },
    { "struct { int a[500][1000]; } x, y;", NULL },
    { "void f (void) { int x[1000][1000]; } void g (void) { int y; }",
      "the variables up to 'y' have more than 1000000 elements" },
    { "int x[1000000][1000000][1000000][1000000];",
      "the variables up to 'x' have more than 1000000 elements" },
    { "int (*x)[1000000][1000000], y[0], z[999999];", NULL }
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit = parsed (cases[i].text, diag);
      const char *said = unit ? NULL : hb_diag_first (diag);
      if ((said != NULL) != (cases[i].message != NULL) || (said && strcmp (said, cases[i].message)))
        fail_msg ("%s: %s", cases[i].text, said ? said : "is read");
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}

TEST (alignments)
{
  static const struct case_of cases[] = {
    { "int x = _Alignof (char) + _Alignof (int) * 10 + _Alignof (long) * 100;", " 841" },
    { "int x = _Alignof (long double) * 10 + _Alignof (_Bool);", " 161" },
    { "int x = _Alignof (short[7]) + __alignof__ (char *) * 10 + __alignof (float) * 100;",
      " 482" },
    { "struct s { char a; struct { short b; int c[4]; } d[5]; }; int x = _Alignof (struct s);",
      " 4" },
    { "int x = _Alignof (int) * 2 - 9 < 0;", " 0" },
    { "_Static_assert (_Alignof (int) == 4, \"\"); int x = 1;", " 1" },
    { "int y, x = _Alignof y;", "! 21: expected '(' and a type after '_Alignof'" },
    { "int y, x = _Alignof (y);",
      "! 22: expected a type: _Alignof of an expression is outside of the subset" },
    { "int x = _Alignof (int;", "! 22: expected ')' after the type" },
    { "int x = _Alignof (void);", "! 9: expected something that has a size" },
    { "struct s; int x = _Alignof (struct s);", "! 19: expected something that has a size" },
    { "#pragma pack(1)\nint x = _Alignof (int);",
      "! 9: _Alignof is outside of the subset where the program says packed or aligned" },
  };
  COMPARE (cases);
}

TEST (sizes)
{
  static const struct case_of cases[] = {
    { "int x = sizeof (int);", " 4" },
    { "long x = sizeof (long double) * 100 + sizeof 1.0L;", " 1616" },
    { "int x = sizeof (float) + sizeof 1.0 + sizeof 1.0f;", " 16" },
    { "int y[3][5], x = sizeof y / sizeof y[0] * 100 + sizeof y / sizeof **y;", " 315" },
    { "int x[sizeof (char)] = { sizeof \"abc\" };", " 4" },
    { "int x = sizeof 'a' + sizeof (_Bool) + sizeof (short) + sizeof (char *);", " 15" },
    { "struct { char a; long b; char c; } y; int x = sizeof y;", " 24" },
    { "struct { char a, b[2]; short c; } y[3]; int x = sizeof y + sizeof y->c;", " 20" },
    { "struct { } y; int x = sizeof y;", " 0" },
    { "struct s { int a; struct { char b; int *c; } d; int e[]; } *y; int x = sizeof *y + sizeof "
      "y;",
      " 32" },
    { "enum e { A, B = 5000000000 } y; int x = sizeof y + sizeof B + sizeof A;", " 20" },
    { "int y (void), x = sizeof y () + sizeof (y ());", " 8" },
    { "int f (int a[7]) { return sizeof a; } int x = sizeof - 1 + 1;", " 5" },
    { "int x = sizeof (unsigned) * 2 - 9 < 0;", " 0" },
    { "int x = sizeof (void);", "! 9: expected something that has a size" },
    { "struct s *y; int x = sizeof *y;", "! 22: expected something that has a size" },
    { "int f (void), x = sizeof f;", "! 19: expected something that has a size" },
    { "extern int y[]; int x = sizeof y;", "! 25: expected something that has a size" },
    { "int x = sizeof;", "! 15: expected an expression" },
    { "int x = sizeof (int;", "! 20: expected ')' after the type" },
    { "int x = sizeof y;", "! 16: 'y' is not declared" },
    { "struct s { char a; int b; } __attribute__ ((packed)) y; int x = sizeof y;",
      "! 65: sizeof is outside of the subset where the program says packed or aligned" },
    { "int y __attribute__ ((__aligned__ (8))), x = sizeof y;",
      "! 46: sizeof is outside of the subset where the program says packed or aligned" },
    { "#pragma pack(1)\nint x = sizeof (int);",
      "! 9: sizeof is outside of the subset where the program says packed or aligned" },
    { "#pragma pac\nint x = sizeof (int);", " 4" },
    { "long x = sizeof (char[454279][337][92737][649657]);", " 9223372036854775807" },
    { "long x = sizeof (struct { char y[454279][337][92737][649657]; });", " 9223372036854775807" },
    { "long x = sizeof (struct { char y[454279][337][92737][649657], z; });",
      "! 10: the size of this is too large" },
    { "long x = sizeof (struct { char y[454279][337][92737][649657]; int z[0]; });",
      "! 10: the size of this is too large" },
    { "long x = sizeof (struct { char y[1000000][1000000][1000000][1000000]; int z; });",
      "! 10: the size of this is too large" },
    { "long x = sizeof (int[1000000][1000000][1000000]);", " 4000000000000000000" },
    { "long x = sizeof (int[1000000][1000000][1000000][3]);",
      "! 10: the size of this is too large" },
    { "long x = sizeof (struct { char y[1000000][1000000][1000000][9], "
      "z[1000000][1000000][1000000]; "
      "});",
      "! 10: the size of this is too large" },
  };
  COMPARE (cases);
  static const struct case_of offsets[] = {
    { "#include <stddef.h>\nstruct s { char a; long b; char c[3], d; }; int x = offsetof (struct "
      "s, "
      "a) + offsetof (struct s, b) * 10 + offsetof (struct s, d) * 1000;",
      " 19080" },
    { "#include <stddef.h>\nstruct s { char a; struct { short b; int c[4]; } d[5]; }; int x = "
      "offsetof "
      "(struct s, d[2].c[3]), y[offsetof (struct s, d)];",
      " 60" },
    { "typedef struct { int a; int b[]; } s; int x = sizeof (s) - __builtin_offsetof (s, b);",
      " 0" },
    { "struct s { char a; struct { short b; struct { char c; int d[3]; }; }; }; int x = "
      "__builtin_offsetof (struct s, d[1]) + 100 * __builtin_offsetof (struct s, c);",
      " 816" },
    { "struct s { int a; }; int x = __builtin_offsetof (struct s, b);",
      "! 60: expected the name of a field" },
    { "struct s { int a[2]; }; int x = __builtin_offsetof (struct s, a[2]);",
      "! 64: expected the number of an element of this array" },
    { "struct s { int a[2]; }; int x = __builtin_offsetof (struct s, a.a);",
      "! 65: expected the name of a field" },
    { "struct s *y; int x = __builtin_offsetof (struct s, a);",
      "! 22: expected a struct that has its fields" },
    { "int x = __builtin_offsetof (int, a);", "! 9: expected a struct that has its fields" },
    { "struct s { int a; }; int x = __builtin_offsetof (a, a);", "! 50: expected a type" },
    { "struct s { int a; } __attribute__ ((packed)); int x = __builtin_offsetof (struct s, a);",
      "! 55: offsetof is outside of the subset where the program says packed or aligned" },
  };
  COMPARE (offsets);
  /* Each struct has two of the one before. */
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "struct s0 { int x, y; };\n");
  for (int i = 1; i <= 40; i++)
    hb_buffer_add (&text, "struct s%d { struct s%d x, y; };\n", i, i - 1);
  hb_buffer_add (&text, "long x = sizeof (struct s40);");
  compare (&(struct case_of){ text.data, " 8796093022208" }, 1);
  vec_free (text);
}

/* ---- Against the compiler ---- */

static void add_type (hb_buffer *text, struct hb_rng *rng, size_t depth, const char *name);

/* A struct of at most DEPTH levels. */
static void
add_struct (hb_buffer *text, struct hb_rng *rng, size_t depth)
{
  hb_buffer_add (text, "struct { ");
  for (size_t i = 0, count = hb_rng_below (rng, 3); i <= count; i++)
    {
      /* Names that no other field has, since those of a struct without a name are seen outside of it. */
      char *field = hb_format ("f%zu", text->size);
      if (depth > 1 && !hb_rng_below (rng, 4))
        add_struct (text, rng, depth - 1);
      else
        add_type (text, rng, depth - 1, field);
      hb_buffer_add (text, "; ");
      hb_free (field);
    }
  hb_buffer_add (text, "}");
}

/* A type of at most DEPTH levels, as declared with NAME behind it. */
static void
add_type (hb_buffer *text, struct hb_rng *rng, size_t depth, const char *name)
{
  static const char *const plain[] = { "char", "short", "int", "long", "_Bool", "unsigned" };
  size_t kind = depth ? hb_rng_below (rng, 3) : 0;
  if (kind < 2)
    {
      hb_buffer_add (text, "%s %s", plain[hb_rng_below (rng, sizeof plain / sizeof *plain)], name);
      if (kind)
        hb_buffer_add (text, "[%d]", (int)hb_rng_below (rng, 3) + 1);
      if (kind && hb_rng_coin (rng))
        hb_buffer_add (text, "[%d]", (int)hb_rng_below (rng, 3) + 1);
      return;
    }
  add_struct (text, rng, depth);
  hb_buffer_add (text, " %s", name);
  if (hb_rng_coin (rng))
    hb_buffer_add (text, "[%d]", (int)hb_rng_below (rng, 3) + 1);
}

/* A list for TYPE, which may name parts, or leave inner braces out.  Its values grow: VALUE was the last one. */
static void
add_list (hb_buffer *text, struct hb_rng *rng, const struct hb_c_type *type, int *value)
{
  size_t parts = type->kind == C_ARRAY ? type->count : type->field_count;
  hb_buffer_add (text, "{ ");
  for (size_t i = 0, count = hb_rng_below (rng, parts + 2); i < count; i++)
    {
      const struct hb_c_type *part = type;
      bool named = !hb_rng_below (rng, 3);
      while (named && (part->kind == C_ARRAY || part->kind == C_STRUCT)
             && (part == type || hb_rng_coin (rng)))
        if (part->kind == C_ARRAY)
          {
            size_t first = hb_rng_below (rng, part->count), more = part->count - first;
            bool range = !hb_rng_below (rng, 4);
            hb_buffer_add (text, range ? "[%zu ... %zu]" : "[%zu]", first,
                           first + hb_rng_below (rng, more));
            part = part->to;
            if (range)
              break;
          }
        else
          {
            const struct hb_c_field *field = &part->fields[hb_rng_below (rng, part->field_count)];
            while (!*field->name)
              field = &field->type->fields[hb_rng_below (rng, field->type->field_count)];
            hb_buffer_add (text, ".%s", field->name);
            part = field->type;
          }
      hb_buffer_add (text, named ? " = " : "");
      if (!named && type->kind == C_ARRAY)
        part = type->to;
      if (named && (part->kind == C_ARRAY || part->kind == C_STRUCT) && hb_rng_coin (rng))
        add_list (text, rng, part, value);
      else
        hb_buffer_add (text, "%d", ++*value % 100);
      hb_buffer_add (text, ", ");
    }
  hb_buffer_add (text, "}");
}

/* Appends "== VALUE" for each number of NAME, of TYPE with the value EXP, to a condition. */
static void
add_claims (hb_buffer *text, const char *name, const struct hb_c_type *type,
            const struct hb_c_exp *exp)
{
  size_t count = type->kind == C_ARRAY    ? type->count
                 : type->kind == C_STRUCT ? type->field_count
                                          : 0;
  for (size_t i = 0; i < count; i++)
    {
      bool array = type->kind == C_ARRAY;
      char *part
          = array ? hb_format ("%s[%zu]", name, i) : hb_c_field_name (name, &type->fields[i]);
      add_claims (text, part, array ? type->to : type->fields[i].type,
                  exp && i < exp->count ? exp->items[i] : NULL);
      hb_free (part);
    }
  int64_t value = 0;
  if (!count && exp)
    assert_true (hb_c_constant (exp, &value));
  if (!count)
    hb_buffer_add (text, " && %s == %lld", name, (long long)value);
}

/* Random lists, and what the reader says of their values and of their sizes: the compiler's program says the same. */
TEST (as_the_compiler)
{
  if (!c_compiler ())
    skip ();
  struct hb_rng rng = hb_rng_seeded (18);
  size_t rounds = fuzz_rounds (400), read = 0;
  hb_buffer program = VEC_EMPTY, body = VEC_EMPTY;
  hb_buffer_add (&body, "int main (void) { return !(1");
  for (size_t i = 0; i < rounds; i++)
    {
      hb_buffer text = VEC_EMPTY;
      hb_diag *diag = hb_diag_new ();
      add_type (&text, &rng, 3, "x");
      char *declared = hb_format ("%s;", text.data);
      hb_c_unit *unit = parsed (declared, diag);
      if (!unit)
        fail_msg ("%s: %s", declared, hb_diag_first (diag));
      const struct hb_c_type *type = hb_c_find (unit, "x")->type;
      if (type->kind != C_ARRAY && type->kind != C_STRUCT)
        type = NULL;
      int value = 0;
      hb_buffer_add (&text, " = ");
      if (type)
        add_list (&text, &rng, type, &value);
      hb_buffer_add (&text, "; long s = sizeof x;");
      hb_c_unit *whole = type ? parsed (text.data, diag) : NULL;
      /* Too many values are an error here; the compiler warns. */
      if (whole)
        {
          char *name = hb_format ("x%zu", i);
          const struct hb_c_symbol *x = hb_c_find (whole, "x"), *s = hb_c_find (whole, "s");
          int64_t size;
          assert_true (hb_c_constant (s->initial, &size));
          add_claims (&body, name, x->type, x->initial);
          hb_buffer_add (&body, "\n && sizeof %s == %lld", name, (long long)size);
          char *place = strrchr (declared, 'x');
          char *end = strstr (text.data, " = {"), *stop = strstr (text.data, "; long s");
          hb_buffer_add (&program, "%.*s%s%s%.*s;\n", (int)(place - declared), declared, name, "",
                         (int)(end - (text.data + (place - declared) + 1)),
                         text.data + (place - declared) + 1);
          program.size -= 2;
          hb_buffer_add (&program, "%.*s;\n", (int)(stop - end), end);
          hb_free (name);
          read++;
        }
      hb_free (declared);
      hb_c_free (unit);
      hb_c_free (whole);
      hb_diag_free (diag);
      vec_free (text);
    }
  hb_buffer_add (&body, "); }\n");
  vec_push (program, '\0');
  char *all = hb_format ("%s%s", program.data, body.data),
       *path = hb_format ("%s.out", unit_scratch ());
  unit_write (unit_scratch (), all);
  char *command = hb_format ("gcc -w -x c -o %s %s && %s", path, unit_scratch (), path);
  int status = system (command);
  remove (path);
  if (status)
    fail_msg ("the compiler's values are others:\n%s", all);
  assert_true (read > rounds / 3);
  hb_free (command);
  hb_free (all);
  hb_free (path);
  vec_free (program);
  vec_free (body);
}
