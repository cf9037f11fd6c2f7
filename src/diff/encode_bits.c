/* What the bits of a variable can be, from what is written to it; see encode_private.h.
 *
 * Most flags are only ever 0 or 1: of 32 bits one is free.  The words that are written are looked at bit by bit: a
 * bit that is the same constant in all is that constant; bits that are the same literal (or inverses) in each word are
 * one.  Starting from free bits, each round is sound if the one before was; a few are enough. */
#include "diff/encode_private.h"

#include <string.h>

hb_word
diff_encode_initial (diff_encoding *e, hb_id variable)
{
  const struct diff_variable *v = &e->program->variables.data[variable];
  return hb_word_number (e->bits, v->type.width, e->matters[variable] ? v->initial : 0);
}

/* The words that VARIABLE can hold: initial value first. */
static size_t
words_of (diff_encoding *e, hb_id variable, hb_word *words)
{
  size_t count = 0;
  words[count++] = diff_encode_initial (e, variable);
  for (size_t i = 0; i < e->accesses.size; i++)
    if (e->accesses.data[i].write && e->accesses.data[i].variable == variable)
      words[count++] = e->accesses.data[i].value;
  return count;
}

/* Is bit A of all words bit B, or its inverse (FLIP)? */
static bool
same_bits (const hb_word *words, size_t count, unsigned a, unsigned b, hb_lit flip)
{
  for (size_t i = 0; i < count; i++)
    if (words[i].bits[a] != (words[i].bits[b] ^ flip))
      return false;
  return true;
}

static struct diff_shape
shape_of (const hb_word *words, size_t count)
{
  struct diff_shape shape = { .width = words[0].width };
  unsigned first[64], classes = 0;
  for (unsigned b = 0; b < shape.width; b++)
    {
      bool constant = words[0].bits[b] <= HB_TRUE;
      for (size_t i = 1; i < count && constant; i++)
        constant = words[i].bits[b] == words[0].bits[b];
      if (constant)
        {
          shape.bits[b] = words[0].bits[b];
          continue;
        }
      unsigned c = 0;
      hb_lit flip = 0;
      for (; c < classes; c++)
        if (same_bits (words, count, b, first[c], flip = 0)
            || same_bits (words, count, b, first[c], flip = 1))
          break;
      if (c == classes)
        {
          flip = 0;
          first[classes++] = b;
        }
      shape.bits[b] = 2 * (c + 1) + flip;
    }
  return shape;
}

bool
diff_encode_shapes (diff_encoding *e)
{
  hb_word *words = hb_calloc (e->accesses.size + 1, sizeof *words);
  bool changed = false;
  for (hb_id v = 0; v < e->program->variables.size; v++)
    {
      struct diff_shape shape = shape_of (words, words_of (e, v, words));
      changed = changed || memcmp (&shape, &e->shapes.data[v], sizeof shape);
      e->shapes.data[v] = shape;
    }
  hb_free (words);
  return changed;
}

hb_word
diff_encode_shaped (diff_encoding *e, hb_id variable)
{
  const struct diff_shape *shape = &e->shapes.data[variable];
  hb_lit inputs[65], bits[64];
  for (unsigned i = 0; i <= 64; i++)
    inputs[i] = HB_NONE;
  for (unsigned b = 0; b < shape->width; b++)
    {
      hb_lit is = shape->bits[b];
      if (is > HB_TRUE && inputs[is / 2] == HB_NONE)
        inputs[is / 2] = hb_bits_input (e->bits);
      bits[b] = is <= HB_TRUE ? is : inputs[is / 2] ^ (is & 1);
    }
  return hb_word_of (e->bits, bits, shape->width);
}
