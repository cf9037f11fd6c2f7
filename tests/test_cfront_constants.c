/* Constants of C: the reader against the compiler that compiles this, which says of the same expressions what they are
 * worth and of which type they are (C17 6.3.1, 6.4.4, 6.5, 6.6).  What the compiler warns of here is meant. */
#include "unit.h"

#include "tree_told.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wtype-limits"

struct known
{
  const char *text;
  int64_t value;
  const char *type;
};

#define TYPE(E)                                                                                    \
  _Generic((E), _Bool                                                                              \
           : "u1", char                                                                            \
           : "i8", signed char                                                                     \
           : "i8", unsigned char                                                                   \
           : "u8", short                                                                           \
           : "i16", unsigned short                                                                 \
           : "u16", int                                                                            \
           : "i32", unsigned                                                                       \
           : "u32", long                                                                           \
           : "i64", unsigned long                                                                  \
           : "u64", long long                                                                      \
           : "i64", unsigned long long                                                             \
           : "u64")
#define KNOWN(E)                                                                                   \
  {                                                                                                \
#E, (int64_t)(E), TYPE(E)                                                                      \
  }

/* What compilers for x86-64 Linux and headers of C define, which this file is compiled with. */
#define HEADERS                                                                                    \
  "#include <assert.h>\n#include <limits.h>\n#include <stdbool.h>\n#include <stddef.h>\n"          \
  "#include <stdint.h>\n"

/* What TEXT is worth as a constant, as an initial value, and as one of an enum (in a cast, which is left out where the
 * type is told): all the same. */
static void
compare (const struct known *known)
{
  hb_diag *diag = hb_diag_new ();
  char *text = hb_format (HEADERS "long x = %s; void f (void) { switch (0L) case %s: ; }",
                          known->text, known->text);
  hb_c_unit *unit = hb_c_read_text ("t.c", text, strlen (text), NULL, diag);
  if (!unit)
    fail_msg ("%s: %s", known->text, hb_diag_first (diag));
  const struct hb_c_exp *exp = hb_c_find (unit, "x")->initial;
  const struct hb_c_stmt *label = hb_c_find (unit, "f")->body->items[0]->first;
  while (exp->op == C_CAST && !exp->explicit_cast)
    exp = exp->a;
  int64_t value = 0;
  char *type = tree_type_told (exp->type);
  if (!hb_c_constant (exp, &value) || value != known->value || strcmp (type, known->type))
    fail_msg ("%s: %lld of type %s, not %lld of type %s", known->text, (long long)value, type,
              (long long)known->value, known->type);
  if (label->value != known->value || label->last != known->value)
    fail_msg ("case %s: %lld, not %lld", known->text, (long long)label->value,
              (long long)known->value);
  hb_free (type);
  hb_free (text);
  hb_c_free (unit);
  hb_diag_free (diag);
}

static void
compare_all (const struct known *known, size_t count)
{
  for (size_t i = 0; i < count; i++)
    compare (&known[i]);
}

#define COMPARE(KNOWN) compare_all (KNOWN, sizeof KNOWN / sizeof *KNOWN)

#define LITERALS                                                                                   \
  KNOWN (0), KNOWN (7), KNOWN (2147483647), KNOWN (2147483648), KNOWN (4294967295),                \
      KNOWN (4294967296), KNOWN (9223372036854775807), KNOWN (1u), KNOWN (2147483648u),            \
      KNOWN (4294967295U), KNOWN (4294967296u), KNOWN (18446744073709551615u), KNOWN (1l),         \
      KNOWN (4294967296L), KNOWN (1ul), KNOWN (1LU), KNOWN (3ll), KNOWN (3uLL), KNOWN (3llu),      \
      KNOWN (18446744073709551615ul), KNOWN (0x7fffffff), KNOWN (0x80000000), KNOWN (0xffffffff),  \
      KNOWN (0xFfFfFfFf), KNOWN (0x100000000), KNOWN (0x7fffffffffffffff), KNOWN (0x80000000L),    \
      KNOWN (0x8000000000000000), KNOWN (0xffffffffffffffff), KNOWN (0xabcdef), KNOWN (0XABCDEF),  \
      KNOWN (0xffffffffffffffffL), KNOWN (0x9), KNOWN (0xb1), KNOWN (0xe), KNOWN (0xfu),           \
      KNOWN (0xel), KNOWN (1u), KNOWN (1U), KNOWN (1l), KNOWN (1L), KNOWN (1ll), KNOWN (1LL),      \
      KNOWN (1ul), KNOWN (1uL), KNOWN (1Ul), KNOWN (1LU), KNOWN (1lU), KNOWN (1Lu), KNOWN (1ull),  \
      KNOWN (1ULL), KNOWN (1uLL), KNOWN (1llu), KNOWN (1LLU), KNOWN (1llU),                        \
      KNOWN (0xffffffffffull), KNOWN (07), KNOWN (010), KNOWN (0777u), KNOWN (017777777777),       \
      KNOWN (020000000000), KNOWN (040000000000), KNOWN (00), KNOWN (0u), KNOWN (0L), KNOWN (0b0), \
      KNOWN (0b101), KNOWN (0B11u), KNOWN (0b10000000000000000000000000000000), KNOWN (10),        \
      KNOWN (19), KNOWN (90), KNOWN ('a'), KNOWN ('z'), KNOWN ('0'), KNOWN ('9'), KNOWN (' '),     \
      KNOWN ('"'), KNOWN ('\''), KNOWN ('\"'), KNOWN ('\\'), KNOWN ('\?'), KNOWN ('\n'),           \
      KNOWN ('\t'), KNOWN ('\r'), KNOWN ('\a'), KNOWN ('\b'), KNOWN ('\f'), KNOWN ('\v'),          \
      KNOWN ('\0'), KNOWN ('\7'), KNOWN ('\12'), KNOWN ('\077'), KNOWN ('\101'), KNOWN ('\176'),   \
      KNOWN ('\200'), KNOWN ('\377'), KNOWN ('\x1'), KNOWN ('\x41'), KNOWN ('\x5a'),               \
      KNOWN ('\x7F'), KNOWN ('\xab'), KNOWN ('\xC9'), KNOWN ('\xff'), KNOWN ('\x0041'),            \
      KNOWN ('\x09'), KNOWN ('\xa0'), KNOWN ('\x0f'), KNOWN (1 + 1), KNOWN (0x1d + 1),             \
      KNOWN (0x1e - 2)

TEST (literals)
{
  static const struct known known[] = { LITERALS };
  COMPARE (known);
}

/* Of every type, at home and at the border of another one. */
#define WITH_OPERANDS(F)                                                                           \
  F (3), F (-7), F (200u), F (-5L), F (0xffffffffffffffff), F (0x80000000), F (((char)-3)),        \
      F (((unsigned char)200)), F (((short)-7)), F (((unsigned short)40000)), F (((_Bool)2)),      \
      F (((long)3))
#define WITH_RIGHT_OPERANDS(F, A)                                                                  \
  F (A, 3), F (A, -7), F (A, 200u), F (A, -5L), F (A, 0xffffffffffffffff), F (A, 0x80000000),      \
      F (A, ((char)-3)), F (A, ((unsigned char)200)), F (A, ((short)-7)),                          \
      F (A, ((unsigned short)40000)), F (A, ((_Bool)2)), F (A, ((long)3))

#define BETWEEN(A, B)                                                                              \
  KNOWN (A + B), KNOWN (A - B), KNOWN (A *(B)), KNOWN (A / B), KNOWN (A % B), KNOWN (A &(B)),      \
      KNOWN (A | B), KNOWN (A ^ B), KNOWN (A < B), KNOWN (A <= B), KNOWN (A > B), KNOWN (A >= B),  \
      KNOWN (A == B), KNOWN (A != B), KNOWN (A && (B)), KNOWN (A || B), KNOWN (A < 0 ? A : B)
#define WITH_ALL(A) WITH_RIGHT_OPERANDS (BETWEEN, A)

TEST (between_two_values)
{
  static const struct known known[] = { WITH_OPERANDS (WITH_ALL) };
  COMPARE (known);
}

#define BEFORE(A)                                                                                  \
  KNOWN (-(A)), KNOWN (+(A)), KNOWN (~A), KNOWN (!A), KNOWN (!!A), KNOWN (-(-(A))),                \
      KNOWN (A >> 1), KNOWN (A >> (char)2), KNOWN (A >> 7L), KNOWN (A >> 31u), KNOWN (A >> 0),     \
      KNOWN ((_Bool)A), KNOWN ((char)A), KNOWN ((signed char)A), KNOWN ((unsigned char)A),         \
      KNOWN ((short)A), KNOWN ((unsigned short)A), KNOWN ((int)A), KNOWN ((unsigned)A),            \
      KNOWN ((long)A), KNOWN ((unsigned long)A), KNOWN ((long long)A), KNOWN (A ? A : 1),          \
      KNOWN (A && 0), KNOWN (A || 0), KNOWN (0 && A), KNOWN (0 || A)

TEST (of_one_value)
{
  static const struct known known[] = { WITH_OPERANDS (BEFORE) };
  COMPARE (known);
}

#define OTHERS                                                                                     \
  KNOWN (0 && 1 / 0), KNOWN (1 || 1 / 0), KNOWN (1 ? 2 : 1 / 0), KNOWN (0 ? 1 % 0 : 3),            \
      KNOWN (0 ? 1 : 2u), KNOWN (1 ? -1 : 2u), KNOWN (1 ? 'a' : 2L),                               \
      KNOWN (1 ? (char)1 : (char)2), KNOWN (1 + 2 * 3 - 8 / 3 % 2), KNOWN (1 << 2 + 1),            \
      KNOWN (7 - 2 - 1), KNOWN (64 / 4 / 2), KNOWN (1 | 6 ^ 3 & 2), KNOWN (1 | 2 == 2),            \
      KNOWN (1 || 0 && 0), KNOWN (4 & 6 != 4), KNOWN (1 < 2 == 1), KNOWN (5 > 4 > 3),              \
      KNOWN (3 == 3 < 1), KNOWN (2 < 1 << 1), KNOWN (1 ^ 3 | 4), KNOWN (6 & 3 ^ 1),                \
      KNOWN (0 && 0 | 1), KNOWN (1 >= 1 != 1), KNOWN (2 <= 1 == 0), KNOWN (16 >> 1 >> 1),          \
      KNOWN (-1 % 3 * 2), KNOWN (!0 + 1), KNOWN (-2 + 3), KNOWN (~1 & 3), KNOWN (2 * (3 + 4)),     \
      KNOWN (1 << 30), KNOWN (1u << 31), KNOWN (1L << 62), KNOWN (1uL << 63),                      \
      KNOWN (3 << (char)4), KNOWN (((unsigned char)255) << 4), KNOWN (0xffffffffu << 4),           \
      KNOWN (-1L >> 63), KNOWN (0xffffffffffffffff >> 63), KNOWN (0xffffffffu >> 31),              \
      KNOWN (1u - 2), KNOWN (-1 < 1u), KNOWN (((_Bool)1) << 3), KNOWN ((1u - 2) / 2 > 5L),         \
      KNOWN ((unsigned char)((short)300)), KNOWN ((long)(unsigned)-1),                             \
      KNOWN ((unsigned long)(int)0x80000000), KNOWN ((_Bool)256 + 1), KNOWN (-2147483647 - 1),     \
      KNOWN (-9223372036854775807 - 1), KNOWN (-2147483648), KNOWN (-7 / 2), KNOWN (-7 % 2),       \
      KNOWN (7 / -2), KNOWN (0x8000000000000000 / 3), KNOWN ((-9223372036854775807 - 1) / 3),      \
      KNOWN (0x8000000000000000 % 0xffffffffffffffff), KNOWN (7 % -2), KNOWN (-7L / 2u)

/* What is not evaluated needs no value; how tightly operators hold; shifts up to the width. */
TEST (other)
{
  static const struct known known[] = { OTHERS };
  COMPARE (known);
}

/* The value that the initialiser of x has, converted to its type. */
TEST (of_x)
{
  static const struct
  {
    const char *text;
    int64_t value;
  } cases[] = { { "unsigned char x = 300;", 44 },
                { "char x = 200;", -56 },
                { "_Bool x = 256;", 1 },
                { "unsigned x = -1;", 4294967295 },
                { "enum { A, B = 5, C, D = B - 7, E }; int x = C * 100 + E;", 599 },
                { "enum { A = 3, B = A + 1 ? 8 : 9, }; int x = B;", 8 },
                { "enum { A = 0x100000000, B }; long x = B + 1;", 4294967298 },
                { "enum { A = 0x100000000, B = A * 2 }; long x = B;", 8589934592 },
                { "enum { A = 0xffffffff, B = A + 2 }; long x = B;", 1 },
                { "enum { A = -1, B = 0x7fffffff }; long x = A + B;", 2147483646 },
                { "int x = { 3 };", 3 } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit = hb_c_read_text ("t.c", cases[i].text, strlen (cases[i].text), NULL, diag);
      const struct hb_c_symbol *x = unit ? hb_c_find (unit, "x") : NULL;
      int64_t value = 0;
      if (!x || !hb_c_constant (x->initial, &value) || value != cases[i].value)
        fail_msg ("%s: %lld %s", cases[i].text, (long long)value, unit ? "" : hb_diag_first (diag));
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}

/* What TEXT is worth behind #if, and that it is a macro. */
static void
compare_condition (const struct known *known)
{
  hb_diag *diag = hb_diag_new ();
  bool is_unsigned = known->type[0] == 'u', is_word = !strpbrk (known->text, " (");
  char *text
      = hb_format (HEADERS "%s%s%s#if %s != %llu%s\n#error\n#endif\n", is_word ? "#ifndef " : "",
                   is_word ? known->text : "", is_word ? "\n#error\n#endif\n" : "", known->text,
                   (unsigned long long)known->value, is_unsigned ? "U" : "");
  hb_c_unit *unit = hb_c_read_text ("t.c", text, strlen (text), NULL, diag);
  if (!unit)
    fail_msg ("%s: %s", text, hb_diag_first (diag));
  hb_free (text);
  hb_c_free (unit);
  hb_diag_free (diag);
}

TEST (of_headers)
{
#if defined __x86_64__ && defined __linux__ && __STDC_VERSION__ == 201710L
  static const struct known cases[] = { KNOWN (__STDC__),
                                        KNOWN (__STDC_VERSION__),
                                        KNOWN (__x86_64__),
                                        KNOWN (__x86_64),
                                        KNOWN (__amd64__),
                                        KNOWN (__amd64),
                                        KNOWN (__LP64__),
                                        KNOWN (_LP64),
                                        KNOWN (__linux__),
                                        KNOWN (__gnu_linux__),
                                        KNOWN (__unix__),
                                        KNOWN (__unix),
                                        KNOWN (__ELF__),
                                        KNOWN (__ORDER_LITTLE_ENDIAN__),
                                        KNOWN (__ORDER_BIG_ENDIAN__),
                                        KNOWN (__BYTE_ORDER__),
                                        KNOWN (__FLOAT_WORD_ORDER__),
                                        KNOWN (__CHAR_BIT__),
                                        KNOWN (__SHRT_MAX__),
                                        KNOWN (__INT_MAX__),
                                        KNOWN (__LONG_MAX__),
                                        KNOWN (__LONG_LONG_MAX__),
                                        KNOWN (__PTRDIFF_MAX__),
                                        KNOWN (__INTMAX_MAX__),
                                        KNOWN (__INTPTR_MAX__),
                                        KNOWN (__UINTPTR_MAX__),
                                        KNOWN (__SIZEOF_SHORT__),
                                        KNOWN (__SIZEOF_INT__),
                                        KNOWN (__SIZEOF_LONG__),
                                        KNOWN (__SIZEOF_LONG_LONG__),
                                        KNOWN (__SIZEOF_SIZE_T__),
                                        KNOWN (__SIZEOF_PTRDIFF_T__),
                                        KNOWN (__SIZEOF_WCHAR_T__),
                                        KNOWN (__SIZEOF_FLOAT__),
                                        KNOWN (__SIZEOF_DOUBLE__),
                                        KNOWN (__SIZEOF_LONG_DOUBLE__),
                                        KNOWN (INT8_MIN),
                                        KNOWN (INT8_MAX),
                                        KNOWN (UINT8_MAX),
                                        KNOWN (INT16_MIN),
                                        KNOWN (UINT16_MAX),
                                        KNOWN (INT32_MIN),
                                        KNOWN (INT32_MAX),
                                        KNOWN (UINT32_MAX),
                                        KNOWN (INT64_MAX),
                                        KNOWN (UINT64_MAX),
                                        KNOWN (INT_LEAST8_MIN),
                                        KNOWN (INT_LEAST8_MAX),
                                        KNOWN (INT_LEAST16_MIN),
                                        KNOWN (INT_LEAST16_MAX),
                                        KNOWN (UINT_LEAST16_MAX),
                                        KNOWN (INT_LEAST32_MAX),
                                        KNOWN (UINT_LEAST32_MAX),
                                        KNOWN (INT_LEAST64_MIN),
                                        KNOWN (UINT_LEAST64_MAX),
                                        KNOWN (INT_FAST8_MAX),
                                        KNOWN (UINT_FAST8_MAX),
                                        KNOWN (INT_FAST16_MAX),
                                        KNOWN (UINT_FAST16_MAX),
                                        KNOWN (INT_FAST32_MAX),
                                        KNOWN (UINT_FAST32_MAX),
                                        KNOWN (INT_FAST64_MAX),
                                        KNOWN (UINT_FAST64_MAX),
                                        KNOWN (INTPTR_MAX),
                                        KNOWN (UINTPTR_MAX),
                                        KNOWN (INTMAX_MAX),
                                        KNOWN (UINTMAX_MAX),
                                        KNOWN (PTRDIFF_MAX),
                                        KNOWN (SIZE_MAX),
                                        KNOWN (WCHAR_MIN),
                                        KNOWN (WCHAR_MAX),
                                        KNOWN (WINT_MAX),
                                        KNOWN (CHAR_BIT),
                                        KNOWN (MB_LEN_MAX),
                                        KNOWN (SCHAR_MIN),
                                        KNOWN (SCHAR_MAX),
                                        KNOWN (UCHAR_MAX),
                                        KNOWN (CHAR_MIN),
                                        KNOWN (CHAR_MAX),
                                        KNOWN (SHRT_MIN),
                                        KNOWN (SHRT_MAX),
                                        KNOWN (USHRT_MAX),
                                        KNOWN (INT_MIN),
                                        KNOWN (INT_MAX),
                                        KNOWN (UINT_MAX),
                                        KNOWN (LONG_MIN),
                                        KNOWN (LONG_MAX),
                                        KNOWN (ULONG_MAX),
                                        KNOWN (LLONG_MIN),
                                        KNOWN (LLONG_MAX),
                                        KNOWN (ULLONG_MAX),
                                        KNOWN (sizeof (int16_t)),
                                        KNOWN (sizeof (int32_t)),
                                        KNOWN (sizeof (int64_t)),
                                        KNOWN (sizeof (uint8_t)),
                                        KNOWN (sizeof (uint16_t)),
                                        KNOWN (sizeof (uint64_t)),
                                        KNOWN (sizeof (int_least8_t)),
                                        KNOWN (sizeof (int_least16_t)),
                                        KNOWN (sizeof (int_least32_t)),
                                        KNOWN (sizeof (uint_least8_t)),
                                        KNOWN (sizeof (uint_least16_t)),
                                        KNOWN (sizeof (uint_least32_t)),
                                        KNOWN (sizeof (uint_least64_t)),
                                        KNOWN (sizeof (int_fast16_t)),
                                        KNOWN (sizeof (int_fast32_t)),
                                        KNOWN (sizeof (int_fast64_t)),
                                        KNOWN (sizeof (uint_fast8_t)),
                                        KNOWN (sizeof (uint_fast32_t)),
                                        KNOWN (sizeof (uint_fast64_t)),
                                        KNOWN (sizeof (intptr_t)),
                                        KNOWN (sizeof (uintptr_t)),
                                        KNOWN (sizeof (uintmax_t)),
                                        KNOWN (sizeof (size_t)),
                                        KNOWN (sizeof (ptrdiff_t)),
                                        KNOWN (sizeof (wchar_t)),
                                        KNOWN (sizeof (max_align_t)),
                                        KNOWN ((int16_t)-1),
                                        KNOWN ((int32_t)-1),
                                        KNOWN ((int64_t)-1),
                                        KNOWN ((uint8_t)-1),
                                        KNOWN ((uint16_t)-1),
                                        KNOWN ((uint64_t)-1),
                                        KNOWN ((int_least8_t)-1),
                                        KNOWN ((int_least16_t)-1),
                                        KNOWN ((int_least32_t)-1),
                                        KNOWN ((uint_least8_t)-1),
                                        KNOWN ((uint_least16_t)-1),
                                        KNOWN ((uint_least32_t)-1),
                                        KNOWN ((uint_least64_t)-1),
                                        KNOWN ((int_fast16_t)-1),
                                        KNOWN ((int_fast32_t)-1),
                                        KNOWN ((int_fast64_t)-1),
                                        KNOWN ((uint_fast8_t)-1),
                                        KNOWN ((uint_fast32_t)-1),
                                        KNOWN ((uint_fast64_t)-1),
                                        KNOWN ((intptr_t)-1),
                                        KNOWN ((uintptr_t)-1),
                                        KNOWN ((uintmax_t)-1),
                                        KNOWN ((size_t)-1),
                                        KNOWN ((ptrdiff_t)-1),
                                        KNOWN ((wchar_t)-1),
                                        KNOWN ((__SIZE_TYPE__)-1),
                                        KNOWN ((__INT8_TYPE__)-1),
                                        KNOWN ((__INT16_TYPE__)-1),
                                        KNOWN ((__INT64_TYPE__)-1),
                                        KNOWN ((__UINT8_TYPE__)-1),
                                        KNOWN ((__UINT32_TYPE__)-1),
                                        KNOWN ((__INTMAX_TYPE__)-1),
                                        KNOWN ((__INTPTR_TYPE__)-1),
                                        KNOWN ((__UINTPTR_TYPE__)-1),
                                        KNOWN (INT8_C (5)),
                                        KNOWN (INT16_C (5)),
                                        KNOWN (INT32_C (5)),
                                        KNOWN (INT64_C (5)),
                                        KNOWN (UINT8_C (5)),
                                        KNOWN (UINT16_C (5)),
                                        KNOWN (UINT32_C (5)),
                                        KNOWN (UINT64_C (5)),
                                        KNOWN (INTMAX_C (5)),
                                        KNOWN (UINTMAX_C (5)) };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      compare (&cases[i]);
      if (!strstr (cases[i].text, "sizeof") && !strstr (cases[i].text, ")-1"))
        compare_condition (&cases[i]);
    }
#else
  skip ();
#endif
  static const char *const asked[]
      = { "__LINE__", "__FILE__", "assert", "static_assert", "NULL", "offsetof", "INT8_C" },
      *const others[] = { "__GNUC__", "__cplusplus", "SIZE_MIN", "linux", "NDEBUG" };
  for (size_t i = 0; i < sizeof asked / sizeof *asked + sizeof others / sizeof *others; i++)
    {
      bool known = i < sizeof asked / sizeof *asked;
      const char *name = known ? asked[i] : others[i - sizeof asked / sizeof *asked];
      char *text
          = hb_format (HEADERS "#if%s %s\n#error\n#endif\n#if %sdefined (%s)\n#error\n#endif\n",
                       known ? "ndef" : "def", name, known ? "!" : "", name);
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit = hb_c_read_text ("t.c", text, strlen (text), NULL, diag);
      if (!unit)
        fail_msg ("%s: %s", text, hb_diag_first (diag));
      hb_c_free (unit);
      hb_free (text);
      hb_diag_free (diag);
    }
}

/* What is no constant. */
TEST (no_constants)
{
  static const char *const cases[] = { "1 / 0",
                                       "1 % 0",
                                       "0L / 0",
                                       "1u % 0u",
                                       "(-9223372036854775807 - 1) / -1",
                                       "(-9223372036854775807 - 1) % -1",
                                       "1 << 32",
                                       "1 << -1",
                                       "1L << 64",
                                       "1u >> 32",
                                       "1 >> -1",
                                       "1uL >> 64",
                                       "y",
                                       "-y",
                                       "y + 1",
                                       "1 + y",
                                       "y ? 1 : 2",
                                       "1 ? y : 2",
                                       "0 ? 2 : y",
                                       "y && 0",
                                       "y || 1",
                                       "1 && y",
                                       "0 || y",
                                       "f",
                                       "f ()",
                                       "(1, 2)",
                                       "a[1]",
                                       "*p",
                                       "&y == 0",
                                       "(int) p",
                                       "(int) 1.5",
                                       "!p",
                                       "\"a\" == 0",
                                       "(char *) 0 == 0" };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      char *text = hb_format ("int y, a[3], *p, f (); int b[%s];", cases[i]);
      hb_c_unit *unit = hb_c_read_text ("t.c", text, strlen (text), NULL, diag);
      struct hb_place place = { 0 };
      const char *said = unit ? NULL : hb_diag_entry (diag, 0, NULL, &place);
      if (!said || !strstr (said, "expected a constant") || place.column != 30)
        fail_msg ("%s: %zu: %s", text, place.column, said ? said : "accepted");
      hb_free (text);
      hb_diag_free (diag);
    }
}
