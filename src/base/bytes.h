/* Texts looked at eight bytes at a time.
 *
 * A loop over the bytes of a short word costs more than all of its work: nobody can foretell its last round, and a
 * processor that guessed wrong waits for some fifteen steps.  So eight bytes are taken as one number, the
 * first byte lowest, and all of them are compared at once; the answer has the highest bit of each byte that it
 * is true of (L. Lamport, Multiple byte processing with full-word instructions, Communications of the ACM
 * 18(8), 1975):
 *
 *     r  e  a  d     x  5  7      hb_bytes_between (bytes, 'a', 'z')
 *     80 80 80 80 00 80 00 00     hb_bytes_first of what is not in it: 4
 */
#ifndef HBKIT_BYTES_H
#define HBKIT_BYTES_H

#include <hbkit/base.h>

#include <endian.h>
#include <string.h>

#define HB_BYTES_EACH UINT64_C (0x0101010101010101)
#define HB_BYTES_HIGH UINT64_C (0x8080808080808080)

/* The eight bytes at TEXT. */
static inline uint64_t
hb_bytes_load (const char *text)
{
  uint64_t bytes;
  memcpy (&bytes, text, sizeof bytes);
  return le64toh (bytes);
}

/* The last eight bytes of a text, zeros in front of a shorter one; nothing else is read. */
static inline uint64_t
hb_bytes_tail (const char *text, size_t length)
{
  if (length >= 8)
    return hb_bytes_load (text + length - 8);
  uint64_t tail = 0;
  if (length >= 4)
    {
      uint32_t front, back; /* they overlap, and agree there */
      memcpy (&front, text, sizeof front);
      memcpy (&back, text + length - sizeof back, sizeof back);
      return (uint64_t)le32toh (front) << 8 * (8 - length) | (uint64_t)le32toh (back) << 32;
    }
  for (size_t i = 0; i < length; i++)
    tail = tail >> 8 | (uint64_t)(unsigned char)text[i] << 56;
  return tail;
}

/* Which bytes are LEAST to MOST?  Both are below 0x80. */
static inline uint64_t
hb_bytes_between (uint64_t bytes, unsigned char least, unsigned char most)
{
  uint64_t low = bytes & ~HB_BYTES_HIGH; /* no byte borrows from its neighbour in what follows */
  uint64_t enough = (low | HB_BYTES_HIGH) - HB_BYTES_EACH * least;
  uint64_t small = HB_BYTES_EACH * (0x80u + most) - low;
  return enough & small & ~bytes & HB_BYTES_HIGH;
}

/* The number of bytes before the first one of an answer that is not 0, and behind the last one. */
static inline unsigned int
hb_bytes_first (uint64_t answer)
{
  return (unsigned int)__builtin_ctzll (answer) / 8;
}

static inline unsigned int
hb_bytes_after (uint64_t answer)
{
  return (unsigned int)__builtin_clzll (answer) / 8;
}

/* The first byte from AT on of which ANSWER is true; there must be one, and seven more bytes behind it that may be read. */
static inline const char *
hb_bytes_next (const char *at, uint64_t (*answer) (uint64_t bytes))
{
  for (;; at += 8)
    {
      uint64_t here = answer (hb_bytes_load (at));
      if (here)
        return at + hb_bytes_first (here);
    }
}

/* The number that the last DIGITS of the bytes are, 1 to 8 of them; what stands before them does not matter.
 *
 *     7  5  2  3  1  7     each less '0'
 *       75 52 23 31 17     each with ten times the one before it; every second one by its power of 100 */
static inline uint32_t
hb_bytes_number (uint64_t bytes, unsigned int digits)
{
  const uint64_t every_fourth = UINT64_C (0x000000ff000000ff);
  unsigned int before = 64 - 8 * digits;
  uint64_t values = (bytes ^ HB_BYTES_EACH * '0') >> before << before;
  uint64_t tens = values * 10 + (values >> 8);
  return (uint32_t)(((tens & every_fourth) * (100 + (UINT64_C (1000000) << 32))
                     + (tens >> 16 & every_fourth) * (1 + (UINT64_C (10000) << 32)))
                    >> 32);
}

/* How many digits the bytes end in, up to 8. */
static inline unsigned int
hb_bytes_digits (uint64_t bytes)
{
  uint64_t others = hb_bytes_between (bytes, '0', '9') ^ HB_BYTES_HIGH;
  return others ? hb_bytes_after (others) : 8;
}

/* Which bytes may not stand in a name (base/names.h)? */
static inline uint64_t
hb_bytes_not_of_names (uint64_t bytes)
{
  uint64_t legal = hb_bytes_between (bytes | HB_BYTES_EACH * 0x20, 'a', 'z')
                   | hb_bytes_between (bytes, '0', ':') | hb_bytes_between (bytes, '-', '.')
                   | hb_bytes_between (bytes, '_', '_') | hb_bytes_between (bytes, '~', '~');
  return legal ^ HB_BYTES_HIGH;
}

#endif
