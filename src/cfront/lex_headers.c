/* The headers of the system that programs of the subset include: what the subset needs of them, as text.  <assert.h> is
 * empty, since assert is a word of those who read the tree.  A file of the same name beside the program goes first. */
#include "cfront/lex_private.h"

#include <string.h>

static const char of_stdint[]
    = "#ifndef __HB_STDINT\n#define __HB_STDINT\n"
      "typedef signed char int8_t;\ntypedef short int16_t;\ntypedef int int32_t;\ntypedef long "
      "int64_t;\n"
      "typedef unsigned char uint8_t;\ntypedef unsigned short uint16_t;\n"
      "typedef unsigned int uint32_t;\ntypedef unsigned long uint64_t;\n"
      "typedef long intptr_t;\ntypedef unsigned long uintptr_t;\n"
      "#define INT8_MIN (-128)\n#define INT8_MAX 127\n#define UINT8_MAX 255\n"
      "#define INT16_MIN (-32768)\n#define INT16_MAX 32767\n#define UINT16_MAX 65535\n"
      "#define INT32_MIN (-2147483647 - 1)\n#define INT32_MAX 2147483647\n#define UINT32_MAX "
      "4294967295U\n"
      "#define INT64_MAX 9223372036854775807L\n#define INT64_MIN (-9223372036854775807L - 1)\n"
      "#define UINT64_MAX 18446744073709551615UL\n#endif\n";

static const char of_stdbool[] = "#define bool _Bool\n#define true 1\n#define false 0\n";

static const char of_stddef[] = "#ifndef __HB_STDDEF\n#define __HB_STDDEF\n"
                                "typedef unsigned long size_t;\ntypedef long ptrdiff_t;\n"
                                "#define NULL ((void *) 0)\n"
                                "#define offsetof(type, member) __builtin_offsetof (type, member)\n"
                                "#endif\n";

static const char of_limits[]
    = "#define CHAR_BIT 8\n#define SCHAR_MIN (-128)\n#define SCHAR_MAX 127\n#define UCHAR_MAX 255\n"
      "#define CHAR_MIN (-128)\n#define CHAR_MAX 127\n"
      "#define SHRT_MIN (-32768)\n#define SHRT_MAX 32767\n#define USHRT_MAX 65535\n"
      "#define INT_MIN (-2147483647 - 1)\n#define INT_MAX 2147483647\n#define UINT_MAX "
      "4294967295U\n"
      "#define LONG_MAX 9223372036854775807L\n#define LONG_MIN (-9223372036854775807L - 1)\n"
      "#define ULONG_MAX 18446744073709551615UL\n";

const char *
hb_c_lex_header (const char *name, size_t length)
{
  static const struct
  {
    const char *name, *text;
  } headers[] = { { "assert.h", "#define static_assert _Static_assert\n" },
                  { "stdint.h", of_stdint },
                  { "inttypes.h", of_stdint },
                  { "stdbool.h", of_stdbool },
                  { "stddef.h", of_stddef },
                  { "limits.h", of_limits } };
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    if (strlen (headers[i].name) == length && !memcmp (headers[i].name, name, length))
      return headers[i].text;
  return NULL;
}
