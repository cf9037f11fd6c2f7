/* See diagram.h.  A vertex is a box with round ends about its name; an edge is a curve of second degree between the middles of
 * two, cut off where it enters the boxes. */
#include "viz/diagram.h"

#include "base/memory.h"
#include "viz/text.h"

#include <math.h>

#define UNIT 3.3           /* a distance in which neighbours have room, in sizes of the font */
#define HALF_HIGH 0.85     /* of a box, in the same */
#define HALVINGS 24        /* when an edge's end is looked for */
#define SAMPLES 32         /* of an edge, when boxes in its way are */
#define MOST_BULGE 1.2     /* to pass them by, in the unit above */
#define MOST_LOOKED 300000 /* vertices times edges, up to which they are */

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

/* A box: its middle, half of its width and height. */
struct box
{
  struct hb_point middle;
  double wide, high;
};

struct drawing
{
  const hb_diagram *diagram;
  hb_sketch sketch;
  struct box *boxes;
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
      d->boxes[i] = (struct box){ { v->x * UNIT * font, v->y * UNIT * font }, wide, high };
      hb_free (name);
    }
}

static struct hb_point
between (struct hb_point a, struct hb_point b, double t)
{
  return (struct hb_point){ a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) };
}

static struct hb_point
point_at (const struct hb_sketch_curve *c, double t)
{
  return between (between (c->from, c->by, t), between (c->by, c->to, t), t);
}

/* Is P inside BOX, whose ends are half circles, or less than GAP away? */
static bool
is_inside (const struct box *box, struct hb_point p, double gap)
{
  double straight = box->wide - box->high, x = fabs (p.x - box->middle.x) - straight;
  double y = p.y - box->middle.y, r = box->high + gap;
  x = x > 0 ? x : 0;
  return x * x + y * y < r * r;
}

/* Where the curve leaves BOX, from its start (or backwards, from its end). */
static double
leaving (const struct hb_sketch_curve *c, const struct box *box, bool backwards, double gap)
{
  double in = 0, out = 1;
  for (int i = 0; i < HALVINGS; i++)
    {
      double t = (in + out) / 2;
      if (is_inside (box, point_at (c, backwards ? 1 - t : t), gap))
        in = t;
      else
        out = t;
    }
  return backwards ? 1 - out : out;
}

/* The part of the curve from S to T. */
static void
cut (struct hb_sketch_curve *c, double s, double t)
{
  struct hb_point a = point_at (c, s), b = point_at (c, t);
  struct hb_point by = between (between (c->from, c->by, s), between (c->by, c->to, s), t);
  c->from = a, c->to = b, c->by = by;
}

/* The edge, bent by BEND, between the middles of its boxes. */
static struct hb_sketch_curve
bent (const struct drawing *d, const struct hb_diagram_edge *e, double bend)
{
  struct hb_point a = d->boxes[e->from].middle, b = d->boxes[e->to].middle;
  struct hb_point by = between (a, b, 0.5);
  by.x += 2 * bend * (b.y - a.y);
  by.y -= 2 * bend * (b.x - a.x);
  return (struct hb_sketch_curve){ a, by, b, e->head, e->tail, e->ink };
}

/* How many boxes of other vertices the curve of E runs through. */
static size_t
in_the_way (const struct drawing *d, const struct hb_diagram_edge *e,
            const struct hb_sketch_curve *c)
{
  size_t count = 0;
  for (hb_id v = 0; v < d->diagram->vertices.size; v++)
    {
      bool through = false;
      for (int k = 1; v != e->from && v != e->to && k < SAMPLES && !through; k++)
        through = is_inside (&d->boxes[v], point_at (c, (double)k / SAMPLES), 0.5);
      count += through;
    }
  return count;
}

/* The bend of E that is wished, or one near it that leads through fewer boxes. */
static double
clear_bend (const struct drawing *d, const struct hb_diagram_edge *e)
{
  static const double more[] = { 0,     0.03, -0.03, 0.06, -0.06, 0.09, -0.09, 0.13,
                                 -0.13, 0.18, -0.18, 0.25, -0.25, 0.33, -0.33 };
  struct hb_point a = d->boxes[e->from].middle, b = d->boxes[e->to].middle;
  double far = MOST_BULGE * UNIT * d->sketch.sheet.font / hypot (b.x - a.x, b.y - a.y);
  size_t least = SIZE_MAX;
  double best = e->bend;
  if (d->diagram->vertices.size * d->diagram->edges.size > MOST_LOOKED)
    return best;
  for (size_t i = 0; i < sizeof more / sizeof *more && least; i++)
    {
      if (fabs (more[i]) > far)
        continue;
      struct hb_sketch_curve curve = bent (d, e, e->bend + more[i]);
      size_t here = in_the_way (d, e, &curve);
      if (here < least)
        {
          least = here;
          best = e->bend + more[i];
        }
    }
  return best;
}

static void
place_edge (struct drawing *d, const struct hb_diagram_edge *e)
{
  struct hb_sketch_curve curve = bent (d, e, clear_bend (d, e));
  double s = leaving (&curve, &d->boxes[e->from], false, e->tail ? 1 : 0);
  double t = leaving (&curve, &d->boxes[e->to], true, e->head ? 1 : 0);
  if (s >= t)
    return;
  cut (&curve, s, t);
  vec_push (d->curves, curve);
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
      reach (point_at (&d->curves.data[i], k / 8.0), 1, 1, &all);
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
      const struct box *b = &d->boxes[i];
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
