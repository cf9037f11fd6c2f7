/* The figure of 3sat-subsetsum: the numbers as rows of a table, their digits in the columns of variables and clauses, the sum
 * below. */
#include "reduce/sat_subsetsum.h"

#include "base/memory.h"
#include "viz/sketch.h"
#include "viz/text.h"

#include <string.h>

#define MOST_CELLS 20000

struct table
{
  const struct hb_sum_columns *columns;
  hb_sketch sketch;
  double head, cell, high; /* widths of the names and of a column, height of a row */
};

/* The digits of column I in NUMBER, which may lack zeros in front; new. */
static char *
digits_at (const struct hb_sum_columns *c, const char *number, size_t i)
{
  size_t all = c->variables + c->wide * c->clauses, length = strlen (number);
  size_t first = i < c->variables ? i : c->variables + c->wide * (i - c->variables);
  size_t wide = i < c->variables ? 1 : c->wide;
  char *text = hb_calloc (wide + 1, 1);
  for (size_t k = 0; k < wide; k++)
    text[k] = first + k + length < all ? '0' : number[first + k + length - all];
  return text;
}

static void
put_cell (struct table *t, size_t column, double y, char *text, enum hb_ink ink)
{
  double x
      = t->head + t->cell * (double)column + (column >= t->columns->variables ? t->cell / 2 : 0);
  struct hb_rect place = { x, y, x + t->cell, y + t->high };
  bool zero = strspn (text, "0") == strlen (text);
  hb_id cell = hb_sketch_rect (&t->sketch, place, zero ? HB_INK_CELL : ink);
  hb_sketch_centred (&t->sketch, cell, t->sketch.sheet.font, text,
                     zero ? HB_INK_FAINT : HB_INK_ARROW);
}

static void
put_row (struct table *t, char *name, const char *number, double y, enum hb_ink ink)
{
  size_t columns = t->columns->variables + t->columns->clauses;
  hb_sketch_text (&t->sketch, 0, y + t->high / 2, t->sketch.sheet.font, name, HB_INK_ARROW,
                  HB_NONE);
  for (size_t i = 0; i < columns; i++)
    put_cell (t, i, y, digits_at (t->columns, number, i), ink);
}

static char *
named (const char *form, size_t number)
{
  char *plain = hb_format ("%s%zu", form, number), *name = hb_text_name (plain, true, false);
  hb_free (plain);
  return name;
}

static void
put_table (struct table *t, const hb_sums *sums)
{
  const struct hb_sum_columns *c = t->columns;
  double y = 0;
  for (size_t i = 0; i < c->variables + c->clauses; i++)
    {
      bool variable = i < c->variables;
      double x = t->head + t->cell * ((double)i + (variable ? 0.5 : 1));
      hb_sketch_middle (&t->sketch, x, t->high / 2, t->sketch.sheet.font,
                        variable ? named ("x", i + 1) : named ("c", i - c->variables + 1),
                        HB_INK_ARROW, HB_NONE);
    }
  y += t->high;
  size_t row = 0;
  for (; row < 2 * (size_t)c->cnf->variables; row++, y += t->high)
    put_row (t, named (row % 2 ? "~x" : "x", row / 2 + 1), sums->numbers.data[row], y,
             HB_INK_FIRST);
  for (size_t j = 0; j < c->clauses; j++)
    for (size_t i = 0; i < hb_sum_fills (c->cnf, j); i++, row++, y += t->high)
      put_row (t, named ("c", j + 1), sums->numbers.data[row], y, HB_INK_NEW);
  put_row (t, hb_copy_text ("sum"), sums->target, y + t->high / 3, HB_INK_WAITING);
}

bool
hb_sum_draw (const struct hb_sum_columns *columns, const hb_sums *sums, const char *name,
             const struct hb_draw_options *options, hb_output *output, hb_diag *diag)
{
  size_t wide = columns->variables + columns->clauses;
  if (!wide || (sums->numbers.size + 1) > MOST_CELLS / wide)
    {
      hb_error (diag, NULL, "%zu numbers with %zu columns; a figure has 1 to %d cells",
                sums->numbers.size, wide, MOST_CELLS);
      return false;
    }
  struct table t = { .columns = columns };
  hb_sketch_init (&t.sketch, options, name);
  double font = t.sketch.sheet.font;
  t.high = 1.6 * font;
  t.head = 3 * font;
  t.cell = font * (1.2 + 0.6 * (double)columns->wide);
  put_table (&t, sums);
  if (!options->no_caption)
    {
      double room = hb_sketch_room (&t.sketch);
      hb_sketch_caption (&t.sketch,
                         hb_format ("%s: %zu numbers; those chosen add up to the last row.", name,
                                    sums->numbers.size),
                         room);
    }
  bool good = hb_sketch_write (&t.sketch, output, diag);
  hb_sketch_free (&t.sketch);
  return good;
}
