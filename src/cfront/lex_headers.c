/* The headers of the system that programs of the subset include: what the subset needs of them, as text, and what
 * is known without any.  A file of the same name beside the program goes first.
 *
 * All that a program may ask #if for has to be here: what is not is 0 there, silently, and another program is read than a
 * compiler reads. */
#include "cfront/lex_private.h"

#include <string.h>

/* What C17 (6.10.8) and x86-64 Linux have without a header; __LINE__ and __FILE__ are words of lex_macros.c.  This is no gcc:
 * __GNUC__ is none of them, nor are the time and the day. */
static const char known[] = "#define __STDC__ 1\n"
                            "#define __STDC_VERSION__ 201710L\n"
                            "#define __STDC_HOSTED__ 1\n"
                            "#define __x86_64__ 1\n"
                            "#define __x86_64 1\n"
                            "#define __amd64__ 1\n"
                            "#define __amd64 1\n"
                            "#define __LP64__ 1\n"
                            "#define _LP64 1\n"
                            "#define __linux__ 1\n"
                            "#define __linux 1\n"
                            "#define __gnu_linux__ 1\n"
                            "#define __unix__ 1\n"
                            "#define __unix 1\n"
                            "#define __ELF__ 1\n"
                            "#define __ORDER_LITTLE_ENDIAN__ 1234\n"
                            "#define __ORDER_BIG_ENDIAN__ 4321\n"
                            "#define __ORDER_PDP_ENDIAN__ 3412\n"
                            "#define __BYTE_ORDER__ 1234\n"
                            "#define __FLOAT_WORD_ORDER__ 1234\n"
                            "#define __CHAR_BIT__ 8\n"
                            "#define __SCHAR_MAX__ 127\n"
                            "#define __SHRT_MAX__ 32767\n"
                            "#define __INT_MAX__ 2147483647\n"
                            "#define __LONG_MAX__ 9223372036854775807L\n"
                            "#define __LONG_LONG_MAX__ 9223372036854775807LL\n"
                            "#define __SIZE_MAX__ 18446744073709551615UL\n"
                            "#define __PTRDIFF_MAX__ 9223372036854775807L\n"
                            "#define __INTMAX_MAX__ 9223372036854775807L\n"
                            "#define __UINTMAX_MAX__ 18446744073709551615UL\n"
                            "#define __INTPTR_MAX__ 9223372036854775807L\n"
                            "#define __UINTPTR_MAX__ 18446744073709551615UL\n"
                            "#define __WCHAR_MAX__ 2147483647\n"
                            "#define __SIZEOF_SHORT__ 2\n"
                            "#define __SIZEOF_INT__ 4\n"
                            "#define __SIZEOF_LONG__ 8\n"
                            "#define __SIZEOF_LONG_LONG__ 8\n"
                            "#define __SIZEOF_POINTER__ 8\n"
                            "#define __SIZEOF_SIZE_T__ 8\n"
                            "#define __SIZEOF_PTRDIFF_T__ 8\n"
                            "#define __SIZEOF_WCHAR_T__ 4\n"
                            "#define __SIZEOF_FLOAT__ 4\n"
                            "#define __SIZEOF_DOUBLE__ 8\n"
                            "#define __SIZEOF_LONG_DOUBLE__ 16\n"
                            "#define __SIZE_TYPE__ unsigned long\n"
                            "#define __PTRDIFF_TYPE__ long\n"
                            "#define __INT8_TYPE__ signed char\n"
                            "#define __UINT8_TYPE__ unsigned char\n"
                            "#define __INT16_TYPE__ short\n"
                            "#define __UINT16_TYPE__ unsigned short\n"
                            "#define __INT32_TYPE__ int\n"
                            "#define __UINT32_TYPE__ unsigned int\n"
                            "#define __INT64_TYPE__ long\n"
                            "#define __UINT64_TYPE__ unsigned long\n"
                            "#define __INTMAX_TYPE__ long\n"
                            "#define __UINTMAX_TYPE__ unsigned long\n"
                            "#define __INTPTR_TYPE__ long\n"
                            "#define __UINTPTR_TYPE__ unsigned long\n";

static const char of_stdint[] = "#ifndef __HB_STDINT\n"
                                "#define __HB_STDINT\n"
                                "typedef signed char int8_t;\n"
                                "typedef unsigned char uint8_t;\n"
                                "typedef short int16_t;\n"
                                "typedef unsigned short uint16_t;\n"
                                "typedef int int32_t;\n"
                                "typedef unsigned uint32_t;\n"
                                "typedef long int64_t;\n"
                                "typedef unsigned long uint64_t;\n"
                                "typedef signed char int_least8_t;\n"
                                "typedef unsigned char uint_least8_t;\n"
                                "typedef short int_least16_t;\n"
                                "typedef unsigned short uint_least16_t;\n"
                                "typedef int int_least32_t;\n"
                                "typedef unsigned uint_least32_t;\n"
                                "typedef long int_least64_t;\n"
                                "typedef unsigned long uint_least64_t;\n"
                                "typedef signed char int_fast8_t;\n"
                                "typedef unsigned char uint_fast8_t;\n"
                                "typedef long int_fast16_t;\n"
                                "typedef unsigned long uint_fast16_t;\n"
                                "typedef long int_fast32_t;\n"
                                "typedef unsigned long uint_fast32_t;\n"
                                "typedef long int_fast64_t;\n"
                                "typedef unsigned long uint_fast64_t;\n"
                                "typedef long intptr_t;\n"
                                "typedef unsigned long uintptr_t;\n"
                                "typedef long intmax_t;\n"
                                "typedef unsigned long uintmax_t;\n"
                                "#define INT8_MIN (-128)\n"
                                "#define INT8_MAX 127\n"
                                "#define UINT8_MAX 255\n"
                                "#define INT16_MIN (-32768)\n"
                                "#define INT16_MAX 32767\n"
                                "#define UINT16_MAX 65535\n"
                                "#define INT32_MIN (-2147483647 - 1)\n"
                                "#define INT32_MAX 2147483647\n"
                                "#define UINT32_MAX 4294967295U\n"
                                "#define INT64_MIN (-9223372036854775807L - 1)\n"
                                "#define INT64_MAX 9223372036854775807L\n"
                                "#define UINT64_MAX 18446744073709551615UL\n"
                                "#define INT_LEAST8_MIN (-128)\n"
                                "#define INT_LEAST8_MAX 127\n"
                                "#define UINT_LEAST8_MAX 255\n"
                                "#define INT_LEAST16_MIN (-32768)\n"
                                "#define INT_LEAST16_MAX 32767\n"
                                "#define UINT_LEAST16_MAX 65535\n"
                                "#define INT_LEAST32_MIN (-2147483647 - 1)\n"
                                "#define INT_LEAST32_MAX 2147483647\n"
                                "#define UINT_LEAST32_MAX 4294967295U\n"
                                "#define INT_LEAST64_MIN (-9223372036854775807L - 1)\n"
                                "#define INT_LEAST64_MAX 9223372036854775807L\n"
                                "#define UINT_LEAST64_MAX 18446744073709551615UL\n"
                                "#define INT_FAST8_MIN (-128)\n"
                                "#define INT_FAST8_MAX 127\n"
                                "#define UINT_FAST8_MAX 255\n"
                                "#define INT_FAST16_MIN (-9223372036854775807L - 1)\n"
                                "#define INT_FAST16_MAX 9223372036854775807L\n"
                                "#define UINT_FAST16_MAX 18446744073709551615UL\n"
                                "#define INT_FAST32_MIN (-9223372036854775807L - 1)\n"
                                "#define INT_FAST32_MAX 9223372036854775807L\n"
                                "#define UINT_FAST32_MAX 18446744073709551615UL\n"
                                "#define INT_FAST64_MIN (-9223372036854775807L - 1)\n"
                                "#define INT_FAST64_MAX 9223372036854775807L\n"
                                "#define UINT_FAST64_MAX 18446744073709551615UL\n"
                                "#define INTPTR_MIN (-9223372036854775807L - 1)\n"
                                "#define INTPTR_MAX 9223372036854775807L\n"
                                "#define INTMAX_MIN (-9223372036854775807L - 1)\n"
                                "#define INTMAX_MAX 9223372036854775807L\n"
                                "#define PTRDIFF_MIN (-9223372036854775807L - 1)\n"
                                "#define PTRDIFF_MAX 9223372036854775807L\n"
                                "#define UINTPTR_MAX 18446744073709551615UL\n"
                                "#define UINTMAX_MAX 18446744073709551615UL\n"
                                "#define SIZE_MAX 18446744073709551615UL\n"
                                "#define SIG_ATOMIC_MIN (-2147483647 - 1)\n"
                                "#define SIG_ATOMIC_MAX 2147483647\n"
                                "#define WCHAR_MIN (-2147483647 - 1)\n"
                                "#define WCHAR_MAX 2147483647\n"
                                "#define WINT_MIN 0U\n"
                                "#define WINT_MAX 4294967295U\n"
                                "#define INT8_C(c) c\n"
                                "#define INT16_C(c) c\n"
                                "#define INT32_C(c) c\n"
                                "#define INT64_C(c) c ## L\n"
                                "#define UINT8_C(c) c\n"
                                "#define UINT16_C(c) c\n"
                                "#define UINT32_C(c) c ## U\n"
                                "#define UINT64_C(c) c ## UL\n"
                                "#define INTMAX_C(c) c ## L\n"
                                "#define UINTMAX_C(c) c ## UL\n"
                                "#endif\n";

static const char of_stdbool[] = "#define bool _Bool\n"
                                 "#define true 1\n"
                                 "#define false 0\n"
                                 "#define __bool_true_false_are_defined 1\n";

static const char of_stddef[]
    = "#ifndef __HB_STDDEF\n"
      "#define __HB_STDDEF\n"
      "typedef unsigned long size_t;\n"
      "typedef long ptrdiff_t;\n"
      "typedef int wchar_t;\n"
      "typedef struct { long long __hb_long; long double __hb_real; } max_align_t;\n"
      "#define NULL ((void *) 0)\n"
      "#define offsetof(type, member) __builtin_offsetof (type, member)\n"
      "#endif\n";

static const char of_limits[] = "#define CHAR_BIT 8\n"
                                "#define MB_LEN_MAX 16\n"
                                "#define SCHAR_MIN (-128)\n"
                                "#define SCHAR_MAX 127\n"
                                "#define UCHAR_MAX 255\n"
                                "#define CHAR_MIN (-128)\n"
                                "#define CHAR_MAX 127\n"
                                "#define SHRT_MIN (-32768)\n"
                                "#define SHRT_MAX 32767\n"
                                "#define USHRT_MAX 65535\n"
                                "#define INT_MIN (-2147483647 - 1)\n"
                                "#define INT_MAX 2147483647\n"
                                "#define UINT_MAX 4294967295U\n"
                                "#define LONG_MIN (-9223372036854775807L - 1)\n"
                                "#define LONG_MAX 9223372036854775807L\n"
                                "#define ULONG_MAX 18446744073709551615UL\n"
                                "#define LLONG_MIN (-9223372036854775807LL - 1)\n"
                                "#define LLONG_MAX 9223372036854775807LL\n"
                                "#define ULLONG_MAX 18446744073709551615ULL\n";

/* A call of assert is for those who read the tree; that it is a macro can be asked. */
static const char of_assert[] = "#define assert assert\n"
                                "#define static_assert _Static_assert\n";

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
