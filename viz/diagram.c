/* See diagram.h.  A vertex is a box with round ends about its name; an edge is a curve between the middles of two, cut off where
 * it enters the boxes, round the boxes in between (bend.h). */
#include "viz/diagram.h"

#include "base/memory.h"
#include "viz/bend.h"
#include "viz/text.h"

#define UNIT 3.3       /* a distance in which neighbours have room, in sizes of the font */
#define HALF_HIGH 0.85 /* of a box, in the same */
#define CLEAR 0.5      /* of a box, of other edges */

struct vertex
{
  char *name;
  double x, y;
  enum hb_ink ink;
};

struct hb_diagram
{
  VEC (struct vertex) vertices;
  VEC (struct hb_diagram_edge) edges;
  char *caption;
};

hb_diagram *
hb_diagram_new (void)
{
  return hb_calloc (1, sizeof (hb_diagram));
}

void
hb_diagram_free (hb_diagram *diagram)
{
  if (!diagram)
    return;
  for (size_t i = 0; i < diagram->vertices.size; i++)
    hb_free (diagram->vertices.data[i].name);
  vec_free (diagram->vertices);
  vec_free (diagram->edges);
  hb_free (diagram->caption);
  hb_free (diagram);
}

hb_id
hb_diagram_vertex (hb_diagram *diagram, char *name, double x, double y, enum hb_ink ink)
{
  struct vertex vertex = { name, x, y, ink };
  vec_push (diagram->vertices, vertex);
  return (hb_id)diagram->vertices.size - 1;
}

void
hb_diagram_edge (hb_diagram *diagram, struct hb_diagram_edge edge)
{
  vec_push (diagram->edges, edge);
}

void
hb_diagram_caption (hb_diagram *diagram, char *text)
{
  hb_free (diagram->caption);
  diagram->caption = text;
}

/* --- places --- */

struct drawing
{
  const hb_diagram *diagram;
  hb_sketch sketch;
  struct hb_bend_box *boxes;
  VEC (struct hb_sketch_curve) curves;
};

static void
place_vertices (struct drawing *d)
{
  double font = d->sketch.sheet.font;
  for (size_t i = 0; i < d->diagram->vertices.size; i++)
    {
      const struct vertex *v = &d->diagram->vertices.data[i];
      char *name = hb_text_name (v->name, !d->sketch.options->plain_names, false);
      double half = hb_text_width (name, font) / 2 + 0.45 * font;
      double high = HALF_HIGH * font, wide = half > high ? half : high;
      d->boxes[i] = (struct hb_bend_box){
        { v->x * UNIT * font, v->y * UNIT * font }, wide, high, high, CLEAR
      };
      hb_free (name);
    }
}

static void
place_edge (struct drawing *d, const struct hb_diagram_edge *e)
{
  size_t count = d->diagram->vertices.size;
  struct hb_bend_edge edge = { e->from, e->to, e->head, e->tail, e->bend, e->ink, 0 };
  struct hb_sketch_curve curves[2];
  if (count * d->diagram->edges.size <= HB_BEND_MOST)
    hb_bend_clear (d->boxes, count, &edge, NULL, 0);
  size_t pieces = hb_bend_curves (d->boxes, &edge, curves);
  for (size_t i = 0; i < pieces; i++)
    vec_push (d->curves, curves[i]);
}

/* --- onto the sketch --- */

static void
reach (struct hb_point p, double wide, double high, struct hb_rect *all)
{
  all->x0 = p.x - wide < all->x0 ? p.x - wide : all->x0;
  all->y0 = p.y - high < all->y0 ? p.y - high : all->y0;
}

/* Moves all so that nothing is left of, or above, zero. */
static struct hb_point
shift_of (const struct drawing *d)
{
  struct hb_rect all = { 0, 0, 0, 0 };
  if (d->diagram->vertices.size)
    all = (struct hb_rect){ d->boxes[0].middle.x, d->boxes[0].middle.y, 0, 0 };
  for (size_t i = 0; i < d->diagram->vertices.size; i++)
    reach (d->boxes[i].middle, d->boxes[i].wide, d->boxes[i].high, &all);
  for (size_t i = 0; i < d->curves.size; i++)
    for (int k = 1; k < 8; k++)
      reach (hb_curve_at (&d->curves.data[i], k / 8.0), 1, 1, &all);
  return (struct hb_point){ -all.x0, -all.y0 };
}

static struct hb_point
moved (struct hb_point p, struct hb_point by)
{
  return (struct hb_point){ p.x + by.x, p.y + by.y };
}

static void
put_all (struct drawing *d)
{
  struct hb_point shift = shift_of (d);
  for (size_t i = 0; i < d->curves.size; i++)
    {
      struct hb_sketch_curve c = d->curves.data[i];
      c.from = moved (c.from, shift), c.by = moved (c.by, shift), c.to = moved (c.to, shift);
      hb_sketch_curve (&d->sketch, c);
    }
  for (size_t i = 0; i < d->diagram->vertices.size; i++)
    {
      const struct vertex *v = &d->diagram->vertices.data[i];
      const struct hb_bend_box *b = &d->boxes[i];
      struct hb_point m = moved (b->middle, shift);
      struct hb_rect place = { m.x - b->wide, m.y - b->high, m.x + b->wide, m.y + b->high };
      hb_id rect = hb_sketch_rect (&d->sketch, place, v->ink);
      d->sketch.rects.data[rect].round = b->high;
      hb_sketch_centred (&d->sketch, rect, d->sketch.sheet.font,
                         hb_text_name (v->name, !d->sketch.options->plain_names, false), v->ink);
    }
  if (d->diagram->caption && !d->sketch.options->no_caption)
    {
      double room = hb_sketch_room (&d->sketch);
      hb_sketch_caption (&d->sketch, hb_copy_text (d->diagram->caption),
                         d->sketch.width > room ? d->sketch.width : room);
    }
}

bool
hb_diagram_draw (const hb_diagram *diagram, const char *title,
                 const struct hb_draw_options *options, hb_output *output, hb_diag *diag)
{
  if (!diagram->vertices.size || diagram->vertices.size > HB_MOST_DIAGRAM
      || diagram->edges.size > HB_MOST_DIAGRAM)
    {
      hb_error (diag, NULL,
                "%zu vertices and %zu edges; a figure has 1 to %d vertices, and as many edges at "
                "most",
                diagram->vertices.size, diagram->edges.size, HB_MOST_DIAGRAM);
      return false;
    }
  struct drawing d = { .diagram = diagram };
  hb_sketch_init (&d.sketch, options, title);
  d.boxes = hb_calloc (diagram->vertices.size, sizeof *d.boxes);
  place_vertices (&d);
  for (size_t i = 0; i < diagram->edges.size; i++)
    place_edge (&d, &diagram->edges.data[i]);
  put_all (&d);
  bool good = hb_sketch_write (&d.sketch, output, diag);
  hb_free (d.boxes);
  vec_free (d.curves);
  hb_sketch_free (&d.sketch);
  return good;
}
