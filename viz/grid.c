/* See grid.h.  A variable that stands in a clause twice is counted once, at its first place; only
 * the variables that occur have rows. */
#include "viz/grid.h"

#include "base/buffer.h"
#include "viz/grid_place.h"
#include "viz/text.h"

#include <stdlib.h>

#define MOST_CELLS 200000
#define MOST_IN_WORDS 8 /* clauses that the caption spells out */

struct mark
{
  hb_id row;        /* of the variable, among those that occur */
  hb_id occurrence; /* u, from 1 */
  hb_id place;      /* v, from 1 */
  bool negated;
};

struct grid
{
  const hb_cnf *cnf;
  VEC (int) variables; /* row -> variable */
  VEC (struct mark) marks;
  VEC (size_t) starts; /* clause -> its first mark; and the end */
};

static bool
is_repeated (const hb_cnf *cnf, size_t first, size_t k)
{
  for (size_t i = first; i < k; i++)
    if (abs (cnf->literals.data[i]) == abs (cnf->literals.data[k]))
      return true;
  return false;
}

static void
find_marks (struct grid *grid, const hb_cnf *cnf)
{
  hb_id *row = hb_calloc ((size_t)cnf->variables + 1, sizeof *row);
  hb_id *seen = hb_calloc ((size_t)cnf->variables + 1, sizeof *seen);
  *grid = (struct grid){ .cnf = cnf };
  for (size_t i = 0; i < cnf->literals.size; i++)
    row[abs (cnf->literals.data[i])] = 1;
  for (int v = 1; v <= cnf->variables; v++)
    if (row[v])
      {
        row[v] = (hb_id)grid->variables.size;
        vec_push (grid->variables, v);
      }
  for (size_t j = 0, k = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t first = k;
      hb_id place = 0;
      vec_push (grid->starts, grid->marks.size);
      for (; k < cnf->ends.data[j]; k++)
        if (!is_repeated (cnf, first, k))
          {
            int literal = cnf->literals.data[k];
            struct mark mark = { row[abs (literal)], ++seen[abs (literal)], ++place, literal < 0 };
            vec_push (grid->marks, mark);
          }
    }
  vec_push (grid->starts, grid->marks.size);
  hb_free (row);
  hb_free (seen);
}

static void
free_marks (struct grid *grid)
{
  vec_free (grid->variables);
  vec_free (grid->marks);
  vec_free (grid->starts);
}

/* --- Places --- */

struct placing
{
  const struct grid *grid;
  hb_sketch *sketch;
  double cell, head, height; /* widths of a cell and of the rows' names; height of a row */
};

/* A literal as papers write it.  New. */
static char *
literal_name (int literal)
{
  char *plain = hb_format ("%sx%d", literal < 0 ? "~" : "", abs (literal));
  char *name = hb_text_name (plain, true, false);
  hb_free (plain);
  return name;
}

static char *
mark_text (const struct mark *mark)
{
  return hb_format ("(%u,%u)", mark->occurrence, mark->place);
}

static void
measure (struct placing *p)
{
  double size = p->sketch->sheet.font;
  p->height = 1.7 * size;
  char *last = hb_format ("%zu", hb_cnf_clauses (p->grid->cnf));
  p->cell = 1.6 * size + hb_text_width (last, size * HB_SUB_SCALE);
  p->head = 2 * size;
  hb_free (last);
  for (size_t i = 0; i < p->grid->marks.size; i++)
    {
      char *text = mark_text (&p->grid->marks.data[i]);
      double width = hb_text_width (text, size) + 0.8 * size;
      p->cell = width > p->cell ? width : p->cell;
      hb_free (text);
    }
  for (size_t i = 0; i < p->grid->variables.size; i++)
    {
      char *text = literal_name (-p->grid->variables.data[i]);
      double width = hb_text_width (text, size) + size;
      p->head = width > p->head ? width : p->head;
      hb_free (text);
    }
}

static void
place_mark (struct placing *p, const struct mark *mark, double x, double y)
{
  for (int negative = 0; negative < 2; negative++)
    {
      double top = y + (2 * mark->row + (unsigned)negative + 1) * p->height;
      struct hb_rect place = { x, top, x + p->cell, top + p->height };
      enum hb_ink ink = mark->occurrence == 1 ? HB_INK_FIRST : HB_INK_LATER;
      hb_id rect = hb_sketch_rect (p->sketch, place, ink);
      hb_sketch_centred (p->sketch, rect, p->sketch->sheet.font, mark_text (mark), ink);
      vec_top (p->sketch->texts).over = (negative == 1) != mark->negated;
    }
}

static void
place_names (struct placing *p, double y)
{
  double size = p->sketch->sheet.font;
  for (size_t i = 0; i < 2 * p->grid->variables.size; i++)
    {
      int variable = p->grid->variables.data[i / 2];
      double top = y + ((double)i + 1) * p->height;
      hb_sketch_text (p->sketch, 0, top + p->height / 2, size,
                      literal_name (i % 2 ? -variable : variable), HB_INK_ARROW, HB_NONE);
    }
}

/* Columns FIRST .. LAST - 1 with the names of the rows, at Y. */
static void
place_band (struct placing *p, size_t first, size_t last, double y)
{
  double size = p->sketch->sheet.font;
  double rows = 2 * (double)p->grid->variables.size;
  struct hb_rect ground = { p->head, y + p->height, p->head + (double)(last - first) * p->cell,
                            y + (rows + 1) * p->height };
  hb_sketch_rect (p->sketch, ground, HB_INK_PANEL);
  for (size_t i = 1; i < p->grid->variables.size; i += 2)
    {
      double top = y + (2 * (double)i + 1) * p->height;
      struct hb_rect pair = { ground.x0, top, ground.x1, top + 2 * p->height };
      hb_sketch_rect (p->sketch, pair, HB_INK_COLUMN);
    }
  place_names (p, y);
  for (size_t j = first; j < last; j++)
    {
      double x = p->head + (double)(j - first) * p->cell;
      char *name = hb_format (HB_ITALIC "C" HB_ITALIC_END HB_SUB "%zu" HB_SUB_END, j + 1);
      hb_sketch_middle (p->sketch, x + p->cell / 2, y + p->height / 2, size, name, HB_INK_ARROW,
                        HB_NONE);
      for (size_t k = p->grid->starts.data[j]; k < p->grid->starts.data[j + 1]; k++)
        place_mark (p, &p->grid->marks.data[k], x, y);
    }
}

/* --- Caption --- */

/* The clauses in words.  New. */
static char *
spell (const struct grid *grid)
{
  const hb_cnf *cnf = grid->cnf;
  hb_buffer text = VEC_EMPTY;
  for (size_t j = 0, k = 0; j < hb_cnf_clauses (cnf); j++)
    {
      hb_buffer_add (&text, "%s" HB_ITALIC "C" HB_ITALIC_END HB_SUB "%zu" HB_SUB_END " =",
                     j ? ", " : "", j + 1);
      if (k == cnf->ends.data[j])
        hb_buffer_add (&text, " false");
      for (size_t first = k; k < cnf->ends.data[j]; k++)
        {
          char *name = literal_name (cnf->literals.data[k]);
          hb_buffer_add (&text, "%s%s", k > first ? " \xe2\x88\xa8 " : " ", name);
          hb_free (name);
        }
    }
  return hb_buffer_take (&text);
}

static void
caption (const struct grid *grid, hb_sketch *sketch)
{
  bool few = hb_cnf_clauses (grid->cnf) <= MOST_IN_WORDS;
  char *clauses = few ? spell (grid) : hb_copy_text ("");
  char *text = hb_format (
      "(" HB_ITALIC "u" HB_ITALIC_END "," HB_ITALIC "v" HB_ITALIC_END "): the " HB_ITALIC
      "u" HB_ITALIC_END "-th occurrence of the variable, the " HB_ITALIC "v" HB_ITALIC_END
      "-th variable of the clause; with a bar where the row's literal is not the "
      "clause's. Shaded: first occurrences.%s%s%s",
      few ? "\n" : "", clauses, few ? "." : "");
  hb_sketch_caption_below (sketch, text);
  hb_free (clauses);
}

void
hb_grid_sketch (const hb_cnf *cnf, const struct hb_draw_options *options, hb_sketch *sketch)
{
  struct grid grid;
  hb_sketch_init (sketch, options, "Which variables occur in which clauses");
  find_marks (&grid, cnf);
  struct placing p = { .grid = &grid, .sketch = sketch };
  measure (&p);
  size_t columns = hb_cnf_clauses (cnf);
  double fitting = (hb_sketch_room (sketch) - p.head) / p.cell, y = 0;
  size_t most = fitting < 1 ? 1 : (size_t)fitting, bands = (columns + most - 1) / most;
  size_t a_band = (columns + bands - 1) / bands;
  for (size_t first = 0; first < columns; first += a_band)
    {
      place_band (&p, first, first + a_band < columns ? first + a_band : columns, y);
      y = sketch->height + p.height;
    }
  if (!options->no_caption)
    caption (&grid, sketch);
  free_marks (&grid);
}

bool
hb_draw_grid (const hb_cnf *cnf, const struct hb_draw_options *options, hb_output *output,
              hb_diag *diag)
{
  if (!hb_cnf_clauses (cnf))
    {
      hb_error (diag, NULL, "there is nothing to draw: the formula has no clauses");
      return false;
    }
  if (cnf->literals.size > MOST_CELLS)
    {
      hb_error (diag, NULL, "the grid has more than %d cells, too many for a figure", MOST_CELLS);
      return false;
    }
  hb_sketch sketch;
  hb_grid_sketch (cnf, options, &sketch);
  bool good = hb_sketch_write (&sketch, output, diag);
  hb_sketch_free (&sketch);
  return good;
}
