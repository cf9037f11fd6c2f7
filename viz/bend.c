/* See bend.h.  Bends are tried from the one that is wished outwards, to both sides in turn; before those that go far out,
 * shapes like an S, which lead between two rows of boxes or two columns. */
#include "viz/bend.h"

#include <math.h>

#define HALVINGS 24 /* when an edge's end is looked for */
#define LEAST_SAMPLES 32
#define MOST_SAMPLES 400
#define APART 2.0    /* from one sample to the next, at most, unless that takes too many */
#define NEAR 32.0    /* a bulge that is preferred to an S */
#define SAME_WAY 10. /* nearer than this, in their middles, curves are taken for one */

static struct hb_point
between (struct hb_point a, struct hb_point b, double t)
{
  return (struct hb_point){ a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) };
}

struct hb_point
hb_curve_at (const struct hb_sketch_curve *c, double t)
{
  return between (between (c->from, c->by, t), between (c->by, c->to, t), t);
}

void
hb_bend_walls (struct hb_bend_box walls[HB_BEND_WALLS], const struct hb_rect *drawing)
{
  double wide = drawing->x1 - drawing->x0, high = drawing->y1 - drawing->y0;
  struct hb_point middle = { (drawing->x0 + drawing->x1) / 2, (drawing->y0 + drawing->y1) / 2 };
  /* As thick as the drawing and more: no bend goes round one. */
  double thick = wide + high;
  for (int i = 0; i < HB_BEND_WALLS; i++)
    {
      double side = i % 2 ? 1 : -1;
      bool upright = i / 2 % 2;
      struct hb_point at = middle;
      if (upright)
        at.x += side * (wide / 2 + thick);
      else
        at.y += side * (high / 2 + thick);
      walls[i] = (struct hb_bend_box){ at, upright ? thick : wide / 2 + 2 * thick,
                                       upright ? high / 2 : thick, 0, 0 };
    }
}

/* Is P inside BOX, or less than GAP away? */
static bool
is_inside (const struct hb_bend_box *box, struct hb_point p, double gap)
{
  double x = fabs (p.x - box->middle.x) - (box->wide - box->round);
  double y = fabs (p.y - box->middle.y) - (box->high - box->round), r = box->round + gap;
  x = x > 0 ? x : 0;
  y = y > 0 ? y : 0;
  return x * x + y * y < r * r;
}

/* Where the curve leaves BOX, from its start (or backwards, from its end). */
static double
leaving (const struct hb_sketch_curve *c, const struct hb_bend_box *box, bool backwards, double gap)
{
  double in = 0, out = 1;
  for (int i = 0; i < HALVINGS; i++)
    {
      double t = (in + out) / 2;
      if (is_inside (box, hb_curve_at (c, backwards ? 1 - t : t), gap))
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
  struct hb_point a = hb_curve_at (c, s), b = hb_curve_at (c, t);
  struct hb_point by = between (between (c->from, c->by, s), between (c->by, c->to, s), t);
  c->from = a, c->to = b, c->by = by;
}

/* An S starts towards this part of the way to its end, in x and in y, and ends as it started; the first is none. */
static const struct hb_point sways[]
    = { { 0, 0 }, { 0.15, 0.38 }, { 0.38, 0.15 }, { 0.06, 0.46 }, { 0.46, 0.06 } };
#define SWAYS (sizeof sways / sizeof *sways)

/* The edge between the middles of its boxes: its curves, how many. */
static size_t
shape (const struct hb_bend_box *boxes, const struct hb_bend_edge *e,
       struct hb_sketch_curve curves[2])
{
  struct hb_point a = boxes[e->from].middle, b = boxes[e->to].middle, middle = between (a, b, 0.5);
  double dx = b.x - a.x, dy = b.y - a.y;
  if (!e->sway)
    {
      struct hb_point by = { middle.x + 2 * e->bend * dy, middle.y - 2 * e->bend * dx };
      curves[0] = (struct hb_sketch_curve){ a, by, b, e->head, e->tail, e->ink };
      return 1;
    }
  double x = sways[e->sway].x * dx, y = sways[e->sway].y * dy;
  curves[0] = (struct hb_sketch_curve){ a, { a.x + x, a.y + y }, middle, false, e->tail, e->ink };
  curves[1] = (struct hb_sketch_curve){ middle, { b.x - x, b.y - y }, b, e->head, false, e->ink };
  return 2;
}

size_t
hb_bend_curves (const struct hb_bend_box *boxes, const struct hb_bend_edge *e,
                struct hb_sketch_curve curves[2])
{
  size_t count = shape (boxes, e, curves);
  struct hb_sketch_curve *last = &curves[count - 1];
  double s = leaving (&curves[0], &boxes[e->from], false, e->tail ? 1 : 0);
  double t = leaving (last, &boxes[e->to], true, e->head ? 1 : 0);
  if (count == 1 && s >= t)
    return 0;
  cut (&curves[0], s, count == 1 ? t : 1);
  if (count == 2)
    cut (last, 0, t);
  return count;
}

/* Can the curve come near BOX at all?  It stays within its three points. */
static bool
may_meet (const struct hb_bend_box *box, const struct hb_sketch_curve *c)
{
  double wide = box->wide + box->clear, high = box->high + box->clear;
  double left = box->middle.x - wide, right = box->middle.x + wide;
  double above = box->middle.y - high, below = box->middle.y + high;
  return !((c->from.x < left && c->by.x < left && c->to.x < left)
           || (c->from.x > right && c->by.x > right && c->to.x > right)
           || (c->from.y < above && c->by.y < above && c->to.y < above)
           || (c->from.y > below && c->by.y > below && c->to.y > below));
}

/* Does the curve run through BOX? */
static bool
runs_through (const struct hb_sketch_curve *c, const struct hb_bend_box *box)
{
  double length = hypot (c->by.x - c->from.x, c->by.y - c->from.y)
                  + hypot (c->to.x - c->by.x, c->to.y - c->by.y);
  double samples = length / APART;
  int steps = samples < LEAST_SAMPLES  ? LEAST_SAMPLES
              : samples > MOST_SAMPLES ? MOST_SAMPLES
                                       : (int)samples;
  bool through = false;
  if (may_meet (box, c))
    for (int k = 0; k <= steps && !through; k++)
      through = is_inside (box, hb_curve_at (c, (double)k / steps), box->clear);
  return through;
}

/* The edge that is looked for, and what is in the way of the best so far. */
struct search
{
  const struct hb_bend_box *boxes;
  size_t count;
  const struct hb_bend_edge *drawn;
  size_t drawn_count, least;
  double length; /* from middle to middle */
  struct hb_bend_edge best;
};

/* How many of the other boxes E runs through. */
static size_t
in_the_way (const struct search *s, const struct hb_bend_edge *e)
{
  struct hb_sketch_curve curves[2];
  size_t found = 0, pieces = shape (s->boxes, e, curves);
  for (hb_id v = 0; v < s->count; v++)
    if (v != e->from && v != e->to)
      found += runs_through (&curves[0], &s->boxes[v])
               || (pieces == 2 && runs_through (&curves[1], &s->boxes[v]));
  return found;
}

/* How many of the drawn edges between the same boxes run where E does. */
static size_t
on_one_way (const struct search *s, const struct hb_bend_edge *e)
{
  size_t found = 0;
  for (size_t i = 0; i < s->drawn_count; i++)
    {
      const struct hb_bend_edge *d = &s->drawn[i];
      bool same = d->from == e->from && d->to == e->to,
           turned = d->from == e->to && d->to == e->from;
      double apart = e->bend - (turned ? -d->bend : d->bend);
      found += (same || turned) && d->sway == e->sway
               && (e->sway || fabs (apart) * s->length < SAME_WAY);
    }
  return found;
}

static void
consider (struct search *s, double bend, size_t sway)
{
  struct hb_bend_edge edge = s->best;
  edge.bend = bend, edge.sway = sway;
  size_t here = s->least ? in_the_way (s, &edge) + on_one_way (s, &edge) : 1;
  if (here >= s->least)
    return;
  s->least = here;
  s->best = edge;
}

void
hb_bend_clear (const struct hb_bend_box *boxes, size_t count, struct hb_bend_edge *edge,
               const struct hb_bend_edge *drawn, size_t drawn_count)
{
  static const double more[]
      = { 0, 0.03, 0.06, 0.09, 0.13, 0.18, 0.25, 0.33, 0.42, 0.52, 0.64, 0.78, 0.95 };
  const size_t bends = sizeof more / sizeof *more;
  struct hb_point a = boxes[edge->from].middle, b = boxes[edge->to].middle;
  struct search s
      = { boxes, count, drawn, drawn_count, SIZE_MAX, hypot (b.x - a.x, b.y - a.y), *edge };
  for (size_t i = 0; i < bends; i++)
    if (more[i] * s.length <= NEAR)
      {
        consider (&s, edge->bend + more[i], 0);
        consider (&s, edge->bend - more[i], 0);
      }
  for (size_t i = 1; i < SWAYS; i++)
    consider (&s, 0, i);
  for (size_t i = 0; i < bends; i++)
    {
      consider (&s, edge->bend + more[i], 0);
      consider (&s, edge->bend - more[i], 0);
    }
  *edge = s.best;
}
