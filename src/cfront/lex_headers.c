/* The headers of the system that programs of the subset include: what the subset needs of them, as text, and what
 * is known without any.  A file of the same name beside the program goes first.
 *
 * All that a program may ask #if for has to be here: what is not is 0 there, silently, and another program is read than a
 * compiler reads. */
#include "cfront/lex_private.h"

#include <string.h>

#define LINE(NAME, VALUE) "#define " NAME " " VALUE "\n"
#define TYPE(NAME, TYPE_OF) "typedef " TYPE_OF " " NAME ";\n"

#define INT_MOST "2147483647"
#define INT_LEAST "(-" INT_MOST " - 1)"
#define UNSIGNED_MOST "4294967295U"
#define LONG_MOST "9223372036854775807L"
#define LONG_LEAST "(-" LONG_MOST " - 1)"
#define UNSIGNED_LONG_MOST "18446744073709551615UL"
#define LONG_LONG_MOST "9223372036854775807LL"
#define LONG_LONG_LEAST "(-" LONG_LONG_MOST " - 1)"
#define UNSIGNED_LONG_LONG_MOST "18446744073709551615ULL"

/* What C17 (6.10.8) and x86-64 Linux have without a header; __LINE__ and __FILE__ are words of lex_macros.c.  This is no gcc:
 * __GNUC__ is none of them, nor are the time and the day. */
static const char known[] = LINE ("__STDC__", "1") LINE ("__STDC_VERSION__", "201710L") LINE (
    "__STDC_HOSTED__", "1") LINE ("__x86_64__", "1") LINE ("__x86_64", "1") LINE ("__amd64__", "1")
    LINE ("__amd64", "1") LINE ("__LP64__", "1") LINE ("_LP64", "1") LINE ("__linux__", "1") LINE (
        "__linux", "1") LINE ("__gnu_linux__",
                              "1") LINE ("__unix__", "1") LINE ("__unix", "1") LINE ("__ELF__", "1")
        LINE ("__ORDER_LITTLE_ENDIAN__", "1234") LINE ("__ORDER_BIG_ENDIAN__", "4321") LINE (
            "__ORDER_PDP_ENDIAN__",
            "3412") LINE ("__BYTE_ORDER__", "1234")
            LINE ("__FLOAT_WORD_ORDER__", "1234") LINE ("__CHAR_BIT__", "8") LINE (
                "__SCHAR_MAX__",
                "127") LINE ("__SHRT_MAX__",
                             "32767") LINE ("__INT_MAX__", INT_MOST)
                LINE ("__LONG_MAX__", LONG_MOST) LINE ("__LONG_LONG_MAX__", LONG_LONG_MOST) LINE (
                    "__SIZE_MAX__",
                    UNSIGNED_LONG_MOST) LINE ("__PTRDIFF_MAX__", LONG_MOST)
                    LINE ("__INTMAX_MAX__", LONG_MOST) LINE (
                        "__UINTMAX_MAX__", UNSIGNED_LONG_MOST) LINE ("__INTPTR_MAX__", LONG_MOST)
                        LINE ("__UINTPTR_MAX__", UNSIGNED_LONG_MOST) LINE (
                            "__WCHAR_MAX__", INT_MOST) LINE ("__SIZEOF_SHORT__",
                                                             "2") LINE ("__SIZEOF_INT__", "4")
                            LINE ("__SIZEOF_LONG__", "8") LINE ("__SIZEOF_LONG_LONG__", "8") LINE (
                                "__SIZEOF_POINTER__",
                                "8") LINE ("__SIZEOF_SIZE_T__",
                                           "8") LINE ("__SIZEOF_PTRDIFF_T__", "8")
                                LINE ("__SIZEOF_WCHAR_T__", "4") LINE ("__SIZEOF_FLOAT__", "4")
                                    LINE ("__SIZEOF_DOUBLE__",
                                          "8") LINE ("__SIZEOF_LONG_DOUBLE__", "16")
                                        LINE ("__SIZE_TYPE__", "long unsigned int") LINE (
                                            "__PTRDIFF_TYPE__",
                                            "long int") LINE ("__INT8_TYPE__", "signed char")
                                            LINE ("__INT16_TYPE__", "short int") LINE (
                                                "__INT32_TYPE__",
                                                "int") LINE ("__INT64_TYPE__", "long int")
                                                LINE ("__UINT8_TYPE__", "unsigned char") LINE (
                                                    "__UINT16_TYPE__", "short unsigned int")
                                                    LINE ("__UINT32_TYPE__", "unsigned int") LINE (
                                                        "__UINT64_TYPE__", "long unsigned int")
                                                        LINE ("__INTMAX_TYPE__", "long int") LINE (
                                                            "__UINTMAX_TYPE__", "long unsigned int")
                                                            LINE ("__INTPTR_TYPE__", "long int")
                                                                LINE ("__UINTPTR_TYPE__",
                                                                      "long unsigned int");

static const char of_stdint[] = "#ifndef __HB_STDINT\n#define __HB_STDINT\n" TYPE (
    "int8_t", "signed char") TYPE ("int16_t", "short") TYPE ("int32_t", "int") TYPE ("int64_t",
                                                                                     "long")
    TYPE ("uint8_t", "unsigned char") TYPE ("uint16_t", "unsigned short") TYPE (
        "uint32_t", "unsigned int") TYPE ("uint64_t", "unsigned long") TYPE ("int_least8_t",
                                                                             "signed char")
        TYPE ("int_least16_t", "short") TYPE ("int_least32_t", "int") TYPE (
            "int_least64_t", "long") TYPE ("uint_least8_t", "unsigned char") TYPE ("uint_least16_t",
                                                                                   "unsigned short")
            TYPE ("uint_least32_t", "unsigned int") TYPE ("uint_least64_t", "unsigned long") TYPE (
                "int_fast8_t", "signed char") TYPE ("int_fast16_t", "long") TYPE ("int_fast32_t",
                                                                                  "long")
                TYPE ("int_fast64_t", "long") TYPE ("uint_fast8_t", "unsigned char") TYPE (
                    "uint_fast16_t",
                    "unsigned long") TYPE ("uint_fast32_t",
                                           "unsigned long") TYPE ("uint_fast64_t", "unsigned long")
                    TYPE ("intptr_t", "long") TYPE ("uintptr_t", "unsigned long") TYPE (
                        "intmax_t",
                        "long") TYPE ("uintmax_t", "unsigned long") LINE ("INT8_MIN", "(-128)")
                        LINE ("INT8_MAX", "127") LINE ("UINT8_MAX", "255") LINE ("INT16_MIN", "(-"
                                                                                              "3276"
                                                                                              "8)") LINE (
                            "INT16_MAX",
                            "32767") LINE ("UINT16_MAX",
                                           "65535") LINE ("INT32_MIN", INT_LEAST)
                            LINE ("INT32_MAX", INT_MOST) LINE ("UINT32_MAX", UNSIGNED_MOST) LINE (
                                "INT64_MIN", LONG_LEAST) LINE ("INT64_MAX",
                                                               LONG_MOST) LINE ("UINT64_MAX", UNSIGNED_LONG_MOST)
                                LINE ("INT_LEAST8_MIN", "(-128)") LINE ("INT_LEAST8_MAX", "127") LINE (
                                    "UINT_LEAST8_MAX",
                                    "255") LINE ("INT_LEAST16_MIN",
                                                 "(-32768)") LINE ("INT_LEAST16_MAX", "32767")
                                    LINE ("UINT_LEAST16_MAX", "65535") LINE (
                                        "INT_LEAST32_MIN",
                                        INT_LEAST) LINE ("INT_LEAST32_MAX",
                                                         INT_MOST) LINE ("UINT_LEAST32_MAX",
                                                                         UNSIGNED_MOST)
                                        LINE ("INT_LEAST64_MIN", LONG_LEAST) LINE (
                                            "INT_LEAST64_MAX",
                                            LONG_MOST) LINE ("UINT_LEAST64_MAX",
                                                             UNSIGNED_LONG_MOST) LINE ("INT_FAST8_"
                                                                                       "MIN",
                                                                                       "(-128)")
                                            LINE ("INT_FAST8_MAX", "127") LINE ("UINT_FAST8_MAX", "255") LINE (
                                                "INT_FAST16_MIN",
                                                LONG_LEAST) LINE ("INT_FAST16_MAX", LONG_MOST)
                                                LINE ("UINT_FAST16_MAX", UNSIGNED_LONG_MOST) LINE (
                                                    "INT_FAST32_MIN",
                                                    LONG_LEAST) LINE ("INT_FAST32_MAX", LONG_MOST)
                                                    LINE ("UINT_FAST32_MAX", UNSIGNED_LONG_MOST) LINE (
                                                        "INT_FAST64_MIN",
                                                        LONG_LEAST) LINE ("INT_FAST64_MAX", LONG_MOST)
                                                        LINE ("UINT_FAST64_MAX", UNSIGNED_LONG_MOST) LINE (
                                                            "INTPTR_MIN",
                                                            LONG_LEAST) LINE ("INTPTR_MAX", LONG_MOST)
                                                            LINE ("UINTPTR_MAX", UNSIGNED_LONG_MOST) LINE (
                                                                "INTMAX_MIN",
                                                                LONG_LEAST) LINE ("INTMAX_MAX", LONG_MOST)
                                                                LINE ("UINTMAX_MAX", UNSIGNED_LONG_MOST) LINE (
                                                                    "PTRDIFF_MIN", LONG_LEAST) LINE ("PTRDIFF_MAX",
                                                                                                     LONG_MOST)
                                                                    LINE ("SIZE_MAX", UNSIGNED_LONG_MOST) LINE (
                                                                        "SIG_ATOMIC_MIN",
                                                                        INT_LEAST) LINE ("SIG_"
                                                                                         "ATOMIC_"
                                                                                         "MAX",
                                                                                         INT_MOST) LINE ("WCHAR_MIN",
                                                                                                         INT_LEAST)
                                                                        LINE ("WCHAR_MAX", INT_MOST) LINE (
                                                                            "WINT_MIN",
                                                                            "0U") LINE ("WINT_MAX", UNSIGNED_MOST)
                                                                            LINE (
                                                                                "INT8_C(c)",
                                                                                "c") LINE ("INT16_"
                                                                                           "C(c)",
                                                                                           "c") LINE ("INT32_C(c)", "c")
                                                                                LINE (
                                                                                    "INT64_C(c)",
                                                                                    "c ## L") LINE ("UINT8_C(c)", "c")
                                                                                    LINE (
                                                                                        "UINT16_C("
                                                                                        "c)",
                                                                                        "c") LINE ("UINT32_C(c)",
                                                                                                   "c ## U")
                                                                                        LINE ("UINT"
                                                                                              "64_"
                                                                                              "C("
                                                                                              "c)",
                                                                                              "c "
                                                                                              "## "
                                                                                              "UL")
                                                                                            LINE (
                                                                                                "IN"
                                                                                                "TM"
                                                                                                "AX"
                                                                                                "_C"
                                                                                                "(c"
                                                                                                ")",
                                                                                                "c "
                                                                                                "##"
                                                                                                " "
                                                                                                "L")
                                                                                                LINE (
                                                                                                    "UINTMAX_C(c)",
                                                                                                    "c ## UL") "#endif\n";

static const char of_stdbool[] = LINE ("bool", "_Bool") LINE ("true", "1") LINE ("false", "0")
    LINE ("__bool_true_false_are_defined", "1");

static const char of_stddef[]
    = "#ifndef __HB_STDDEF\n#define __HB_STDDEF\n" TYPE ("size_t", "unsigned long")
        TYPE ("ptrdiff_t", "long") TYPE ("wchar_t", "int")
            TYPE ("max_align_t", "struct { long long __hb_long; long double __hb_real; }")
                LINE ("NULL", "((void *) 0)")
                    LINE ("offsetof(type, member)", "__builtin_offsetof (type, member)") "#endif\n";

static const char of_limits[]
    = LINE ("CHAR_BIT", "8") LINE ("MB_LEN_MAX", "16") LINE ("SCHAR_MIN", "(-128)")
        LINE ("SCHAR_MAX", "127") LINE ("UCHAR_MAX", "255") LINE ("CHAR_MIN", "(-128)")
            LINE ("CHAR_MAX", "127") LINE ("SHRT_MIN", "(-32768)") LINE ("SHRT_MAX", "32767")
                LINE ("USHRT_MAX", "65535") LINE ("INT_MIN", INT_LEAST) LINE ("INT_MAX", INT_MOST)
                    LINE ("UINT_MAX", UNSIGNED_MOST) LINE ("LONG_MIN", LONG_LEAST)
                        LINE ("LONG_MAX", LONG_MOST) LINE ("ULONG_MAX", UNSIGNED_LONG_MOST)
                            LINE ("LLONG_MIN", LONG_LONG_LEAST) LINE ("LLONG_MAX", LONG_LONG_MOST)
                                LINE ("ULLONG_MAX", UNSIGNED_LONG_LONG_MOST);

/* A call of assert is for those who read the tree; that it is a macro can be asked. */
static const char of_assert[] = LINE ("assert", "assert") LINE ("static_assert", "_Static_assert");

const char *
hb_c_lex_known (void)
{
  return known;
}

const char *
hb_c_lex_header (const char *name, size_t length)
{
  static const struct
  {
    const char *name, *text;
  } headers[]
      = { { "assert.h", of_assert },   { "stdint.h", of_stdint }, { "inttypes.h", of_stdint },
          { "stdbool.h", of_stdbool }, { "stddef.h", of_stddef }, { "limits.h", of_limits } };
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    if (strlen (headers[i].name) == length && !memcmp (headers[i].name, name, length))
      return headers[i].text;
  return NULL;
}
