/* See plain_words.h. */
#include "plain_words.h"

uint64_t
plain_cut (uint64_t value, unsigned width)
{
  return width < 64 ? value & (((uint64_t)1 << width) - 1) : value;
}

int64_t
plain_extend (uint64_t value, unsigned width)
{
  uint64_t sign = (uint64_t)1 << (width - 1);
  return (int64_t)(value & sign ? value | ~plain_cut (UINT64_MAX, width) : value);
}

uint64_t
plain_word (enum plain_op op, unsigned width, uint64_t a, uint64_t b, bool is_signed)
{
  int64_t x = plain_extend (a, width), y = plain_extend (b, width);
  switch (op)
    {
    case ADD:
      return plain_cut (a + b, width);
    case SUBTRACT:
      return plain_cut (a - b, width);
    case MULTIPLY:
      return plain_cut (a * b, width);
    case DIVIDE:
    case REST:
      if (is_signed && y == -1)
        return op == DIVIDE ? plain_cut (0 - a, width) : 0;
      if (is_signed)
        return plain_cut ((uint64_t)(op == DIVIDE ? x / y : x % y), width);
      return op == DIVIDE ? a / b : a % b;
    case LEFT:
      return b >= width ? 0 : plain_cut (a << b, width);
    case RIGHT:
      if (b >= width)
        return is_signed && x < 0 ? plain_cut (UINT64_MAX, width) : 0;
      return is_signed ? plain_cut ((uint64_t)(x >> b), width) : a >> b;
    case AND:
      return a & b;
    case OR:
      return a | b;
    case XOR:
      return a ^ b;
    case EQUAL:
      return a == b;
    case LESS:
      return is_signed ? x < y : a < b;
    default:
      return a != 0;
    }
}
