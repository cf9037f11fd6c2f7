/* Arithmetic on words; see bits.h. */
#include "sat/bits.h"
#include "sat/bits_private.h"

hb_word
hb_word_of (hb_bits *bits, const hb_lit *literals, unsigned width)
{
  hb_lit *out = hb_bits_room (bits, width);
  for (unsigned i = 0; i < width; i++)
    out[i] = literals[i];
  return (hb_word){ width, out };
}

hb_word
hb_word_number (hb_bits *bits, unsigned width, uint64_t number)
{
  hb_lit *out = hb_bits_room (bits, width);
  for (unsigned i = 0; i < width; i++)
    out[i] = i < 64 && (number >> i & 1) ? HB_TRUE : HB_FALSE;
  return (hb_word){ width, out };
}

hb_word
hb_word_input (hb_bits *bits, unsigned width)
{
  hb_lit *out = hb_bits_room (bits, width);
  for (unsigned i = 0; i < width; i++)
    out[i] = hb_bits_input (bits);
  return (hb_word){ width, out };
}

bool
hb_word_constant (hb_word word, uint64_t *number)
{
  *number = 0;
  for (unsigned i = 0; i < word.width; i++)
    {
      if (word.bits[i] > HB_TRUE)
        return false;
      if (i < 64)
        *number |= (uint64_t)word.bits[i] << i;
    }
  return true;
}

bool
hb_word_same (hb_word a, hb_word b)
{
  if (a.width != b.width)
    return false;
  for (unsigned i = 0; i < a.width; i++)
    if (a.bits[i] != b.bits[i])
      return false;
  return true;
}

hb_word
hb_word_ite (hb_bits *bits, hb_lit condition, hb_word then, hb_word otherwise)
{
  if (condition == HB_TRUE || hb_word_same (then, otherwise))
    return then;
  if (condition == HB_FALSE)
    return otherwise;
  hb_lit *out = hb_bits_room (bits, then.width);
  for (unsigned i = 0; i < then.width; i++)
    out[i] = hb_ite (bits, condition, then.bits[i], otherwise.bits[i]);
  return (hb_word){ then.width, out };
}

hb_word
hb_word_not (hb_bits *bits, hb_word a)
{
  hb_lit *out = hb_bits_room (bits, a.width);
  for (unsigned i = 0; i < a.width; i++)
    out[i] = hb_not (a.bits[i]);
  return (hb_word){ a.width, out };
}

static hb_word
bitwise (hb_bits *bits, hb_word a, hb_word b, hb_lit (*gate) (hb_bits *, hb_lit, hb_lit))
{
  hb_lit *out = hb_bits_room (bits, a.width);
  for (unsigned i = 0; i < a.width; i++)
    out[i] = gate (bits, a.bits[i], b.bits[i]);
  return (hb_word){ a.width, out };
}

hb_word
hb_word_and (hb_bits *bits, hb_word a, hb_word b)
{
  return bitwise (bits, a, b, hb_and);
}

hb_word
hb_word_or (hb_bits *bits, hb_word a, hb_word b)
{
  return bitwise (bits, a, b, hb_or);
}

hb_word
hb_word_xor (hb_bits *bits, hb_word a, hb_word b)
{
  return bitwise (bits, a, b, hb_xor);
}

/* a + b + carry, with the last carry into *CARRY. */
static hb_word
sum (hb_bits *bits, hb_word a, hb_word b, hb_lit *carry)
{
  hb_lit *out = hb_bits_room (bits, a.width);
  for (unsigned i = 0; i < a.width; i++)
    {
      hb_lit x = a.bits[i], y = b.bits[i], c = *carry, half = hb_xor (bits, x, y);
      out[i] = hb_xor (bits, half, c);
      *carry = hb_or (bits, hb_and (bits, x, y), hb_and (bits, half, c));
    }
  return (hb_word){ a.width, out };
}

hb_word
hb_word_add (hb_bits *bits, hb_word a, hb_word b)
{
  hb_lit carry = HB_FALSE;
  return sum (bits, a, b, &carry);
}

hb_word
hb_word_subtract (hb_bits *bits, hb_word a, hb_word b)
{
  hb_lit carry = HB_TRUE;
  return sum (bits, a, hb_word_not (bits, b), &carry);
}

hb_word
hb_word_negate (hb_bits *bits, hb_word a)
{
  return hb_word_subtract (bits, hb_word_number (bits, a.width, 0), a);
}

/* A choice between two constants: all bits are constants, or one literal or its negation. */
static bool
is_choice (hb_word a, hb_lit *condition, uint64_t *then, uint64_t *otherwise)
{
  *condition = HB_FALSE;
  *then = *otherwise = 0;
  if (a.width > 64)
    return false;
  for (unsigned i = 0; i < a.width; i++)
    {
      hb_lit bit = a.bits[i], sign = bit & 1;
      if (bit > HB_TRUE && *condition && *condition != (bit & ~(hb_lit)1))
        return false;
      if (bit > HB_TRUE)
        *condition = bit & ~(hb_lit)1;
      *then |= (uint64_t)(bit > HB_TRUE ? !sign : sign) << i;
      *otherwise |= (uint64_t)sign << i;
    }
  return true;
}

bool
hb_word_is_choice (hb_word word)
{
  hb_lit condition;
  uint64_t then, otherwise;
  return is_choice (word, &condition, &then, &otherwise);
}

/* a times the constant: one sum a digit of its signed binary form without neighbours. */
static hb_word
times (hb_bits *bits, hb_word a, uint64_t number)
{
  hb_word total = hb_word_number (bits, a.width, 0);
  for (unsigned i = 0; i < a.width && number; i++, number >>= 1)
    if (number & 1)
      {
        hb_lit *shifted = hb_bits_room (bits, a.width);
        for (unsigned k = 0; k < a.width; k++)
          shifted[k] = k < i ? HB_FALSE : a.bits[k - i];
        hb_word term = { a.width, shifted };
        bool minus = (number & 3) == 3;
        total = minus ? hb_word_subtract (bits, total, term) : hb_word_add (bits, total, term);
        number += minus ? 1 : 0;
        number &= ~(uint64_t)1;
      }
  return total;
}

hb_word
hb_word_multiply (hb_bits *bits, hb_word a, hb_word b)
{
  hb_lit condition;
  uint64_t then, otherwise;
  for (int side = 0; side < 2; side++)
    if (is_choice (side ? b : a, &condition, &then, &otherwise))
      {
        hb_word other = side ? a : b;
        if (!condition)
          return times (bits, other, then);
        return hb_word_ite (bits, condition, times (bits, other, then),
                            times (bits, other, otherwise));
      }
  hb_word total = hb_word_number (bits, a.width, 0);
  for (unsigned i = 0; i < a.width; i++)
    {
      hb_lit *term = hb_bits_room (bits, a.width);
      for (unsigned k = 0; k < a.width; k++)
        term[k] = k < i ? HB_FALSE : hb_and (bits, a.bits[i], b.bits[k - i]);
      total = hb_word_add (bits, total, (hb_word){ a.width, term });
    }
  return total;
}

/* Without sign: the rest, shifted in bit by bit, less the divisor wherever it fits. */
static hb_word
divide (hb_bits *bits, hb_word a, hb_word b, hb_word *rest)
{
  unsigned width = a.width;
  hb_lit *quotient = hb_bits_room (bits, width);
  hb_word part = hb_word_number (bits, width + 1, 0),
          divisor = hb_word_resize (bits, b, width + 1, false);
  for (unsigned i = width; i-- > 0;)
    {
      hb_lit *shifted = hb_bits_room (bits, width + 1);
      shifted[0] = a.bits[i];
      for (unsigned k = 1; k <= width; k++)
        shifted[k] = part.bits[k - 1];
      part = (hb_word){ width + 1, shifted };
      quotient[i] = hb_not (hb_word_less (bits, part, divisor, false));
      part = hb_word_ite (bits, quotient[i], hb_word_subtract (bits, part, divisor), part);
    }
  *rest = hb_word_resize (bits, part, width, false);
  return (hb_word){ width, quotient };
}

hb_word
hb_word_divide (hb_bits *bits, hb_word a, hb_word b, bool is_signed, hb_word *rest)
{
  hb_lit minus_a = is_signed ? a.bits[a.width - 1] : HB_FALSE;
  hb_lit minus_b = is_signed ? b.bits[b.width - 1] : HB_FALSE;
  hb_word own, size_a = hb_word_ite (bits, minus_a, hb_word_negate (bits, a), a);
  hb_word size_b = hb_word_ite (bits, minus_b, hb_word_negate (bits, b), b);
  hb_word quotient = divide (bits, size_a, size_b, &own);
  if (rest)
    *rest = hb_word_ite (bits, minus_a, hb_word_negate (bits, own), own);
  return hb_word_ite (bits, hb_xor (bits, minus_a, minus_b), hb_word_negate (bits, quotient),
                      quotient);
}

hb_word
hb_word_shift (hb_bits *bits, hb_word a, hb_word by, bool right, bool is_signed)
{
  hb_lit fill = right && is_signed ? a.bits[a.width - 1] : HB_FALSE, far = HB_FALSE;
  for (unsigned step = 0; step < by.width; step++)
    {
      unsigned distance = step < 16 ? 1u << step : a.width;
      if (distance >= a.width)
        {
          far = hb_or (bits, far, by.bits[step]);
          continue;
        }
      hb_lit *moved = hb_bits_room (bits, a.width);
      for (unsigned i = 0; i < a.width; i++)
        {
          hb_lit from = right ? (i + distance < a.width ? a.bits[i + distance] : fill)
                              : (i >= distance ? a.bits[i - distance] : HB_FALSE);
          moved[i] = hb_ite (bits, by.bits[step], from, a.bits[i]);
        }
      a = (hb_word){ a.width, moved };
    }
  hb_lit *out = hb_bits_room (bits, a.width);
  for (unsigned i = 0; i < a.width; i++)
    out[i] = hb_ite (bits, far, fill, a.bits[i]);
  return (hb_word){ a.width, out };
}

hb_lit
hb_word_equal (hb_bits *bits, hb_word a, hb_word b)
{
  hb_lit all = HB_TRUE;
  for (unsigned i = 0; i < a.width; i++)
    all = hb_and (bits, all, hb_not (hb_xor (bits, a.bits[i], b.bits[i])));
  return all;
}

hb_lit
hb_word_less (hb_bits *bits, hb_word a, hb_word b, bool is_signed)
{
  hb_lit less = HB_FALSE;
  for (unsigned i = 0; i < a.width; i++)
    {
      /* The highest bit of a signed number counts the other way. */
      bool swap = is_signed && i + 1 == a.width;
      hb_lit x = swap ? b.bits[i] : a.bits[i], y = swap ? a.bits[i] : b.bits[i];
      less = hb_ite (bits, hb_xor (bits, x, y), y, less);
    }
  return less;
}

hb_lit
hb_word_any (hb_bits *bits, hb_word a)
{
  hb_lit any = HB_FALSE;
  for (unsigned i = 0; i < a.width; i++)
    any = hb_or (bits, any, a.bits[i]);
  return any;
}

hb_word
hb_word_resize (hb_bits *bits, hb_word a, unsigned width, bool is_signed)
{
  if (width == a.width)
    return a;
  hb_lit *out = hb_bits_room (bits, width);
  for (unsigned i = 0; i < width; i++)
    out[i] = i < a.width ? a.bits[i] : is_signed && a.width ? a.bits[a.width - 1] : HB_FALSE;
  return (hb_word){ width, out };
}
