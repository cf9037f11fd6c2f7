/* Words of gates; see gates.h. */
#include "proof/periodic/gates.h"

#include <string.h>

#define BLOCK ((size_t)1 << 14)

static hb_wire *
room (struct hb_gates *gates, unsigned width)
{
  if (gates->room - gates->used < width)
    {
      vec_push (gates->blocks, hb_calloc (BLOCK, sizeof (hb_wire)));
      gates->room = BLOCK;
      gates->used = 0;
    }
  hb_wire *at = gates->blocks.data[gates->blocks.size - 1] + gates->used;
  gates->used += width;
  return at;
}

struct hb_wires
hb_wires_of (struct hb_gates *gates, const hb_wire *bits, unsigned width)
{
  hb_wire *own = room (gates, width);
  memcpy (own, bits, width * sizeof *own);
  return (struct hb_wires){ width, own };
}

struct hb_wires
hb_wires_free (struct hb_gates *gates, unsigned width)
{
  hb_wire *own = room (gates, width);
  for (unsigned i = 0; i < width; i++)
    own[i] = hb_wire_free (gates);
  return (struct hb_wires){ width, own };
}

struct hb_wires
hb_wires_number (struct hb_gates *gates, unsigned width, uint64_t number)
{
  hb_wire *own = room (gates, width);
  for (unsigned i = 0; i < width; i++)
    own[i] = i < 64 && number >> i & 1 ? HB_WIRE_YES : HB_WIRE_NO;
  return (struct hb_wires){ width, own };
}

bool
hb_wires_constant (struct hb_wires a, uint64_t *number)
{
  *number = 0;
  for (unsigned i = 0; i < a.width; i++)
    if (a.bits[i] > HB_WIRE_YES)
      return false;
    else
      *number |= (uint64_t)a.bits[i] << i;
  return true;
}

struct hb_wires
hb_wires_choice (struct hb_gates *gates, hb_wire which, struct hb_wires yes, struct hb_wires no)
{
  hb_wire *own = room (gates, yes.width);
  for (unsigned i = 0; i < yes.width; i++)
    own[i] = hb_wire_choice (gates, which, yes.bits[i], no.bits[i]);
  return (struct hb_wires){ yes.width, own };
}

struct hb_wires
hb_wires_not (struct hb_gates *gates, struct hb_wires a)
{
  hb_wire *own = room (gates, a.width);
  for (unsigned i = 0; i < a.width; i++)
    own[i] = a.bits[i] ^ 1;
  return (struct hb_wires){ a.width, own };
}

struct hb_wires
hb_wires_bitwise (struct hb_gates *gates, hb_wire (*gate) (struct hb_gates *, hb_wire, hb_wire),
                  struct hb_wires a, struct hb_wires b)
{
  hb_wire *own = room (gates, a.width);
  for (unsigned i = 0; i < a.width; i++)
    own[i] = gate (gates, a.bits[i], b.bits[i]);
  return (struct hb_wires){ a.width, own };
}

/* a + b + CARRY; the carry out into *OUT, which may be NULL. */
static struct hb_wires
sum (struct hb_gates *gates, struct hb_wires a, struct hb_wires b, hb_wire carry, hb_wire *out)
{
  hb_wire *own = room (gates, a.width);
  for (unsigned i = 0; i < a.width; i++)
    {
      hb_wire differ = hb_wire_xor (gates, a.bits[i], b.bits[i]);
      own[i] = hb_wire_xor (gates, differ, carry);
      carry = hb_wire_choice (gates, differ, carry, a.bits[i]);
    }
  if (out)
    *out = carry;
  return (struct hb_wires){ a.width, own };
}

struct hb_wires
hb_wires_add (struct hb_gates *gates, struct hb_wires a, struct hb_wires b)
{
  return sum (gates, a, b, HB_WIRE_NO, NULL);
}

struct hb_wires
hb_wires_negate (struct hb_gates *gates, struct hb_wires a)
{
  return sum (gates, hb_wires_not (gates, a), hb_wires_number (gates, a.width, 0), HB_WIRE_YES,
              NULL);
}

/* The literal that chooses between two constants, if A is such a choice; else HB_WIRE_NO. */
static hb_wire
chooser (struct hb_wires a)
{
  hb_wire one = HB_WIRE_NO;
  for (unsigned i = 0; i < a.width; i++)
    if (a.bits[i] > HB_WIRE_YES)
      {
        if (one && (one >> 1) != a.bits[i] >> 1)
          return HB_WIRE_NO;
        one = a.bits[i] & ~(hb_wire)1;
      }
  return one;
}

struct hb_wires
hb_wires_multiply (struct hb_gates *gates, struct hb_wires a, struct hb_wires b)
{
  hb_wire which = chooser (b);
  if (!which && chooser (a))
    return hb_wires_multiply (gates, b, a);
  if (which)
    {
      /* The choice is taken outside, so that both factors are constants there. */
      hb_wire yes[64], no[64];
      for (unsigned i = 0; i < b.width; i++)
        {
          bool same = b.bits[i] >> 1 == which >> 1;
          yes[i] = same ? (b.bits[i] ^ 1) & 1 : b.bits[i];
          no[i] = same ? b.bits[i] & 1 : b.bits[i];
        }
      struct hb_wires first = hb_wires_multiply (gates, a, (struct hb_wires){ b.width, yes });
      return hb_wires_choice (gates, which, first,
                              hb_wires_multiply (gates, a, (struct hb_wires){ b.width, no }));
    }
  struct hb_wires all = hb_wires_number (gates, a.width, 0);
  for (unsigned i = 0; i < b.width; i++)
    {
      if (b.bits[i] == HB_WIRE_NO)
        continue;
      hb_wire *row = room (gates, a.width);
      for (unsigned k = 0; k < a.width; k++)
        row[k] = k < i ? HB_WIRE_NO : hb_wire_and (gates, a.bits[k - i], b.bits[i]);
      all = hb_wires_add (gates, all, (struct hb_wires){ a.width, row });
    }
  return all;
}

static struct hb_wires
magnitude (struct hb_gates *gates, struct hb_wires a)
{
  return hb_wires_choice (gates, a.bits[a.width - 1], hb_wires_negate (gates, a), a);
}

struct hb_wires
hb_wires_divide (struct hb_gates *gates, struct hb_wires a, struct hb_wires b, bool is_signed,
                 struct hb_wires *rest)
{
  unsigned width = a.width;
  struct hb_wires x = is_signed ? magnitude (gates, a) : a,
                  y = is_signed ? magnitude (gates, b) : b;
  struct hb_wires wide = hb_wires_resize (gates, y, width + 1, false),
                  left = hb_wires_number (gates, width, 0);
  hb_wire *whole = room (gates, width);
  for (unsigned i = width; i-- > 0;)
    {
      hb_wire *down = room (gates, width + 1), fits;
      down[0] = x.bits[i];
      memcpy (down + 1, left.bits, width * sizeof *down);
      struct hb_wires more = { width + 1, down };
      struct hb_wires less = sum (gates, more, hb_wires_not (gates, wide), HB_WIRE_YES, &fits);
      whole[i] = fits;
      left = hb_wires_choice (gates, fits, less, more);
    }
  struct hb_wires quotient = { width, whole }, over = hb_wires_resize (gates, left, width, false);
  if (is_signed)
    {
      hb_wire sign = a.bits[width - 1], differ = hb_wire_xor (gates, sign, b.bits[width - 1]);
      quotient = hb_wires_choice (gates, differ, hb_wires_negate (gates, quotient), quotient);
      over = hb_wires_choice (gates, sign, hb_wires_negate (gates, over), over);
    }
  if (rest)
    *rest = over;
  return quotient;
}

struct hb_wires
hb_wires_shift (struct hb_gates *gates, struct hb_wires a, struct hb_wires by, bool right,
                bool is_signed)
{
  hb_wire fill = right && is_signed ? a.bits[a.width - 1] : HB_WIRE_NO;
  for (unsigned k = 0; k < by.width; k++)
    {
      uint64_t distance = k < 32 ? UINT64_C (1) << k : UINT64_MAX;
      hb_wire *own = room (gates, a.width);
      for (unsigned i = 0; i < a.width; i++)
        {
          bool inside = right ? distance < a.width - i : distance <= i;
          hb_wire moved = inside ? a.bits[right ? i + distance : i - distance] : fill;
          own[i] = hb_wire_choice (gates, by.bits[k], moved, a.bits[i]);
        }
      a.bits = own;
    }
  return a;
}

hb_wire
hb_wires_any (struct hb_gates *gates, struct hb_wires a)
{
  hb_wire any = HB_WIRE_NO;
  for (unsigned i = 0; i < a.width; i++)
    any = hb_wire_or (gates, any, a.bits[i]);
  return any;
}

hb_wire
hb_wires_equal (struct hb_gates *gates, struct hb_wires a, struct hb_wires b)
{
  return hb_wires_any (gates, hb_wires_bitwise (gates, hb_wire_xor, a, b)) ^ 1;
}

hb_wire
hb_wires_less (struct hb_gates *gates, struct hb_wires a, struct hb_wires b, bool is_signed)
{
  hb_wire less = HB_WIRE_NO;
  for (unsigned i = 0; i < a.width; i++)
    {
      bool sign = is_signed && i == a.width - 1;
      less = hb_wire_choice (gates, hb_wire_xor (gates, a.bits[i], b.bits[i]),
                             sign ? a.bits[i] : b.bits[i], less);
    }
  return less;
}

struct hb_wires
hb_wires_resize (struct hb_gates *gates, struct hb_wires a, unsigned width, bool is_signed)
{
  if (a.width == width)
    return a;
  hb_wire *own = room (gates, width);
  for (unsigned i = 0; i < width; i++)
    own[i] = i < a.width ? a.bits[i] : is_signed && a.width ? a.bits[a.width - 1] : HB_WIRE_NO;
  return (struct hb_wires){ width, own };
}
