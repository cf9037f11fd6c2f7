/* Operations on words of bits as C's integers have them: what circuits are compared with. */
#ifndef HBKIT_TESTS_PLAIN_WORDS_H
#define HBKIT_TESTS_PLAIN_WORDS_H

#include <stdbool.h>
#include <stdint.h>

enum plain_op
{
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE,
  REST,
  LEFT,
  RIGHT,
  AND,
  OR,
  XOR,
  EQUAL, /* these three have a bit for a result */
  LESS,
  ANY,
  PLAIN_OPS
};

/* The last WIDTH bits of VALUE, from 1 to 64. */
uint64_t plain_cut (uint64_t value, unsigned width);

/* The number with sign that these bits are. */
int64_t plain_extend (uint64_t value, unsigned width);

/* A OP B, of WIDTH bits each.  B is not 0 for DIVIDE and REST. */
uint64_t plain_word (enum plain_op op, unsigned width, uint64_t a, uint64_t b, bool is_signed);

#endif
