/* The figure of 3sat-nae: for each clause its literals, the constraints that they and the fresh variables stand in, and s below
 * all of them. */
#include "reduce/sat_nae.h"

#include "base/memory.h"
#include "viz/diagram.h"

#include <stdlib.h>

struct drawing
{
  hb_diagram *diagram;
  hb_id s;
  double x; /* where the next literal stands */
};

static void
join (struct drawing *d, hb_id a, hb_id b, enum hb_ink ink)
{
  struct hb_diagram_edge edge = { .from = a, .to = b, .ink = ink };
  hb_diagram_edge (d->diagram, edge);
}

/* The literal in column X; gives its vertex. */
static hb_id
literal_at (struct drawing *d, int literal, double x, double y, char letter, enum hb_ink ink)
{
  char *name = hb_format ("%s%c%d", literal < 0 ? "~" : "", letter, abs (literal));
  return hb_diagram_vertex (d->diagram, name, x, y, ink);
}

static hb_id
constraint_at (struct drawing *d, double x)
{
  return hb_diagram_vertex (d->diagram, hb_copy_text ("NAE"), x, 1.7, HB_INK_NEW);
}

/* A clause from column d->x on; *Y is the last fresh variable, numbered from 1. */
static void
draw_clause (struct drawing *d, const int *literals, size_t size, int *y)
{
  size_t fresh = size > 2 ? size - 2 : 0;
  double x = d->x + 0.7, step = 3.4;
  hb_id constraint = constraint_at (d, x);
  for (size_t k = 0; k < size; k++)
    {
      double at = k < 2 ? d->x + 1.4 * (double)k : x;
      hb_id literal = literal_at (d, literals[k], at, 0, 'x', HB_INK_FIRST);
      join (d, literal, constraint, HB_INK_ARROW);
      if (!k || k > fresh)
        continue;
      hb_id yes = literal_at (d, ++*y, x + 0.34 * step, 1.7, 'y', HB_INK_CELL);
      hb_id no = literal_at (d, -*y, x + 0.66 * step, 1.7, 'y', HB_INK_CELL);
      join (d, constraint, yes, HB_INK_ARROW);
      join (d, yes, no, HB_INK_PANEL);
      x += step;
      constraint = constraint_at (d, x);
      join (d, no, constraint, HB_INK_ARROW);
    }
  join (d, constraint, d->s, HB_INK_ARROW);
  d->x = x + 2;
}

bool
hb_nae_draw (const struct hb_reduction *self, const hb_instance *source,
             const struct hb_draw_options *options, hb_output *output, hb_diag *diag)
{
  const hb_cnf *cnf = hb_cnf_of (source);
  size_t chosen = options->what == HB_DRAW_GADGET ? options->clause : 0;
  if (chosen > hb_cnf_clauses (cnf))
    {
      hb_error (diag, NULL, "no clause %zu; the formula has %zu", chosen, hb_cnf_clauses (cnf));
      return false;
    }
  struct drawing d = { .diagram = hb_diagram_new () };
  double wide = 0;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      hb_cnf_clause (cnf, j, &size);
      if (!chosen || chosen == j + 1)
        wide += 2.7 + 3.4 * (double)(size > 2 ? size - 2 : 0);
    }
  d.s = hb_diagram_vertex (d.diagram, hb_copy_text ("s"), wide / 2 - 0.65, 3.6, HB_INK_WAITING);
  int y = 0;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      if (!chosen || chosen == j + 1)
        draw_clause (&d, literals, size, &y);
      else
        y += (int)(size > 2 ? size - 2 : 0);
    }
  hb_diagram_caption (
      d.diagram,
      hb_format ("%s: of what is joined to each NAE one is true and one is false.", self->name));
  bool good = hb_diagram_draw (d.diagram, self->name, options, output, diag);
  hb_diagram_free (d.diagram);
  return good;
}
