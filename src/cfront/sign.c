/* See sign.h. */
#include "cfront/sign.h"

static const struct
{
  const char *sign;
  unsigned level;
} operators[] = { [C_NEGATE] = { "-", C_LEVEL_PREFIX },
                  [C_INVERT] = { "~", C_LEVEL_PREFIX },
                  [C_NOT] = { "!", C_LEVEL_PREFIX },
                  [C_CONTENT] = { "*", C_LEVEL_PREFIX },
                  [C_ADDRESS] = { "&", C_LEVEL_PREFIX },
                  [C_ADD] = { "+", 9 },
                  [C_SUBTRACT] = { "-", 9 },
                  [C_MULTIPLY] = { "*", 10 },
                  [C_DIVIDE] = { "/", 10 },
                  [C_REST] = { "%", 10 },
                  [C_LEFT] = { "<<", 8 },
                  [C_RIGHT] = { ">>", 8 },
                  [C_AND] = { "&", 5 },
                  [C_OR] = { "|", 3 },
                  [C_XOR] = { "^", 4 },
                  [C_LESS] = { "<", 7 },
                  [C_LESS_EQUAL] = { "<=", 7 },
                  [C_EQUAL] = { "==", 6 },
                  [C_UNEQUAL] = { "!=", 6 },
                  [C_GREATER] = { ">", 7 },
                  [C_GREATER_EQUAL] = { ">=", 7 },
                  [C_BOTH] = { "&&", 2 },
                  [C_EITHER] = { "||", 1 },
                  [C_COMMA] = { ",", 0 },
                  [C_LIST] = { NULL, 0 } };

const char *
hb_c_sign (enum hb_c_operation op)
{
  return operators[op].sign ? operators[op].sign : "";
}

unsigned
hb_c_level (enum hb_c_operation op)
{
  return operators[op].level;
}
