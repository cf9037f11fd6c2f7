/* What bits.c, bits_words.c and bits_tseitin.c share. */
#ifndef HBKIT_SAT_BITS_PRIVATE_H
#define HBKIT_SAT_BITS_PRIVATE_H

#include "sat/bits.h"

struct hb_gate
{
  hb_lit a, b; /* a < b; both HB_NONE: an input, or the constant */
};

struct hb_bits
{
  VEC (struct hb_gate) nodes;
  VEC (hb_id) table;     /* gates by their literals, 0: free; its size is a power of two */
  VEC (hb_lit *) blocks; /* memory of words */
  size_t used, room;
};

/* Room for COUNT literals that lives as long as BITS. */
hb_lit *hb_bits_room (hb_bits *bits, size_t count);

#endif
