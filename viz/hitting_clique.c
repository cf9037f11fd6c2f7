/* The clique that proves a bound; see hitting.h.  A triangle of cells: where the row of one tuple meets the column
 * of another stands why no schedule hits both, two members that one runs the one way and the other, perhaps by
 * what the poset asks for, the other way. */
#include "viz/hitting.h"

#include "viz/text.h"

#define MOST_TUPLES 40

struct clique
{
  const hb_poset *poset;
  const hb_id *tuples;
  size_t count;
  int d;
  hb_sketch sketch;
  double head, cell, row;
};

static bool
not_after (const hb_poset *poset, hb_id x, hb_id y)
{
  return x == y || hb_poset_before (poset, x, y);
}

/* "a<b": I runs a before b, and J one that is b or behind it before one that is a or before a.  New. */
static char *
reason (const struct clique *c, size_t i, size_t j)
{
  const hb_id *a = c->tuples + i * (size_t)c->d, *b = c->tuples + j * (size_t)c->d;
  for (int gap = 1; gap < c->d; gap++)
    for (int s = 0; s + gap < c->d; s++)
      for (int k = 0; k < c->d; k++)
        for (int l = k; l < c->d; l++)
          if (not_after (c->poset, a[s + gap], b[k]) && not_after (c->poset, b[l], a[s])
              && (k < l || a[s + gap] != b[k] || b[l] != a[s]))
            {
              char *from = hb_element_label (c->poset, a[s], c->sketch.options),
                   *to = hb_element_label (c->poset, a[s + gap], c->sketch.options);
              char *text = hb_format ("%s<%s", from, to);
              hb_free (from);
              hb_free (to);
              return text;
            }
  return hb_copy_text ("?");
}

static void
measure (struct clique *c)
{
  double size = c->sketch.sheet.font;
  c->row = 1.6 * size;
  c->cell = 1.8 * size;
  for (size_t i = 0; i < c->count; i++)
    {
      char *tuple
          = hb_tuple_label (c->poset, c->tuples + i * (size_t)c->d, c->d, c->sketch.options);
      double width = hb_text_width (tuple, size) + 3 * size;
      c->head = width > c->head ? width : c->head;
      hb_free (tuple);
      for (size_t j = 0; j < i; j++)
        {
          char *text = reason (c, i, j);
          width = hb_text_width (text, c->sketch.sheet.small) + 0.7 * size;
          c->cell = width > c->cell ? width : c->cell;
          hb_free (text);
        }
    }
}

static void
put_row (struct clique *c, size_t i)
{
  double size = c->sketch.sheet.font, top = (double)i * c->row;
  char *tuple = hb_tuple_label (c->poset, c->tuples + i * (size_t)c->d, c->d, c->sketch.options);
  hb_sketch_text (&c->sketch, 0, top + c->row / 2, size, hb_format ("%zu  %s", i + 1, tuple),
                  HB_INK_CELL, HB_NONE);
  hb_free (tuple);
  for (size_t j = 0; j <= i; j++)
    {
      struct hb_rect place = { c->head + (double)j * c->cell, top,
                               c->head + (double)(j + 1) * c->cell, top + c->row };
      hb_id rect = hb_sketch_rect (&c->sketch, place, i == j ? HB_INK_FIRST : HB_INK_LATER);
      hb_sketch_centred (&c->sketch, rect, c->sketch.sheet.small,
                         i == j ? hb_format ("%zu", i + 1) : reason (c, i, j), HB_INK_CELL);
    }
}

bool
hb_draw_clique (const hb_poset *poset, const hb_id *tuples, size_t count, int d,
                const struct hb_draw_options *options, hb_output *output, hb_diag *diag)
{
  if (!count || count > MOST_TUPLES)
    {
      hb_error (diag, NULL, "the clique has %zu tuples; from 1 to %d can be drawn", count,
                MOST_TUPLES);
      return false;
    }
  struct clique c = { .poset = poset, .tuples = tuples, .count = count, .d = d };
  hb_sketch_init (&c.sketch, options, "A clique that proves a bound");
  measure (&c);
  for (size_t i = 0; i < count; i++)
    put_row (&c, i);
  if (!options->no_caption)
    hb_sketch_caption (&c.sketch,
                       hb_format ("%zu tuples of which no schedule hits two, so %zu schedules are "
                                  "needed. A cell: what the row's tuple asks for and the column's, "
                                  "with the order itself, forbids.",
                                  count, count),
                       c.sketch.width > 240 ? c.sketch.width : 240);
  bool good = hb_sketch_write (&c.sketch, output, diag);
  hb_sketch_free (&c.sketch);
  return good;
}
