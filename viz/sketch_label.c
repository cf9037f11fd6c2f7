/* Labels of the curves of a sketch: beside their curve, on no text, no rectangle and close to no other curve, if there is room.
 *
 * Tried are places outside of the bend, then inside, the middle of the curve first.  Where none is free the label stands on
 * its curve, on a ground of its own, so that nobody takes it for another's: where it lies on the fewest others, a text or
 * rectangle counting as much as many curves.  A curve that is too short to be seen on both sides of its label has it
 * somewhat further away instead. */
#include "viz/sketch.h"

#include "viz/text.h"

#include <math.h>

#define WAYS 9
#define FAR 4     /* rounds beside a short curve */
#define LONG 3    /* widths of its label from which on a curve is not short */
#define APART 3   /* that a label is nearer to its own curve than to any other */
#define HEAD 8    /* of a curve's end, which a label on it leaves free for the arrow's head */
#define STEPS 76  /* places on a curve, */
#define STEP .01  /* of its way from one to the next */
#define SOLID 100 /* a text or rectangle against one curve */
#define PIECES 32 /* straight ones that a curve is looked at as */

static bool
meet (const struct hb_rect *a, const struct hb_rect *b)
{
  return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

/* The point of the curve at T of its way. */
static struct hb_point
point_at (const struct hb_sketch_curve *c, double t)
{
  double a = (1 - t) * (1 - t), b = 2 * t * (1 - t), e = t * t;
  return (struct hb_point){ a * c->from.x + b * c->by.x + e * c->to.x,
                            a * c->from.y + b * c->by.y + e * c->to.y };
}

static double
least_of (double a, double b, double c)
{
  return fmin (a, fmin (b, c));
}

/* Does the curve go through R?  Its pieces are short against a label. */
static bool
crosses (const struct hb_sketch_curve *c, const struct hb_rect *r)
{
  struct hb_rect around
      = { least_of (c->from.x, c->by.x, c->to.x), least_of (c->from.y, c->by.y, c->to.y),
          -least_of (-c->from.x, -c->by.x, -c->to.x) + 0.1,
          -least_of (-c->from.y, -c->by.y, -c->to.y) + 0.1 };
  if (!meet (&around, r))
    return false;
  struct hb_point last = c->from;
  for (int i = 1; i <= PIECES; i++)
    {
      struct hb_point next = point_at (c, (double)i / PIECES);
      struct hb_rect piece = { fmin (last.x, next.x), fmin (last.y, next.y),
                               fmax (last.x, next.x) + 0.1, fmax (last.y, next.y) + 0.1 };
      if (meet (&piece, r))
        return true;
      last = next;
    }
  return false;
}

static bool
is_same (const struct hb_sketch_curve *a, const struct hb_sketch_curve *b)
{
  return a->from.x == b->from.x && a->from.y == b->from.y && a->by.x == b->by.x
         && a->by.y == b->by.y && a->to.x == b->to.x && a->to.y == b->to.y;
}

/* What is lost if R is covered, OWN apart (NULL: nothing is); other curves count if they come as close as that. */
static size_t
covered (const hb_sketch *sketch, const struct hb_rect *r, const struct hb_sketch_curve *own,
         double apart)
{
  const struct hb_rect around = { r->x0 - apart, r->y0 - apart, r->x1 + apart, r->y1 + apart };
  size_t count = 0;
  for (size_t i = 0; i < sketch->rects.size; i++)
    count += SOLID * meet (r, &sketch->rects.data[i].place);
  for (size_t i = 0; i < sketch->texts.size; i++)
    {
      const struct hb_sketch_text *t = &sketch->texts.data[i];
      struct hb_rect place = { t->x, t->y - 0.8 * t->size, t->x + hb_text_width (t->text, t->size),
                               t->y + 0.25 * t->size };
      count += SOLID * meet (r, &place);
    }
  for (size_t i = 0; i < sketch->curves.size; i++)
    if (!own || !is_same (&sketch->curves.data[i], own))
      count += crosses (&sketch->curves.data[i], &around);
  return count;
}

/* From AT to the curve. */
static double
distance (const struct hb_sketch_curve *c, struct hb_point at)
{
  double least = INFINITY;
  for (int i = 0; i <= PIECES; i++)
    {
      struct hb_point p = point_at (c, (double)i / PIECES);
      least = fmin (least, hypot (p.x - at.x, p.y - at.y));
    }
  return least;
}

/* Is it clear that what stands at AT belongs to the curve, every other one being further away? */
static bool
is_nearest (const hb_sketch *sketch, const struct hb_sketch_curve *own, struct hb_point at)
{
  double mine = distance (own, at);
  for (size_t i = 0; i < sketch->curves.size; i++)
    if (!is_same (&sketch->curves.data[i], own)
        && distance (&sketch->curves.data[i], at) < APART + mine)
      return false;
  return true;
}

/* Where a label stands, and what it lies on. */
struct choice
{
  struct hb_point at;
  size_t loss;
};

static struct hb_rect
around_label (struct hb_point at, double half, double size)
{
  return (struct hb_rect){ at.x - half - 1, at.y - 0.5 * size, at.x + half + 1, at.y + 0.6 * size };
}

/* Away from the curve at T of its way, one long: out of its bend; of a straight one to the side to which it leans. */
static struct hb_point
outwards (const struct hb_sketch_curve *c, double t)
{
  struct hb_point along = { (1 - t) * (c->by.x - c->from.x) + t * (c->to.x - c->by.x),
                            (1 - t) * (c->by.y - c->from.y) + t * (c->to.y - c->by.y) };
  struct hb_point bend = { 2 * c->by.x - c->from.x - c->to.x, 2 * c->by.y - c->from.y - c->to.y };
  struct hb_point away = { along.y, -along.x };
  double length = hypot (away.x, away.y) + 1e-9, bent = away.x * bend.x + away.y * bend.y;
  double side = fabs (bent) > 1e-6 ? bent : c->to.x < c->from.x ? -1 : 1;
  length = side < 0 ? -length : length;
  return (struct hb_point){ away.x / length, away.y / length };
}

/* Beside the curve, up to ROUNDS times as far away as near it. */
static struct choice
beside (const hb_sketch *sketch, const struct hb_sketch_label *label, double half, size_t rounds)
{
  static const double ways[WAYS] = { 0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82 };
  const struct hb_sketch_curve *curve = &label->curve;
  struct choice best = { point_at (curve, 0.5), SIZE_MAX };
  for (size_t i = 0; i < 2 * rounds * WAYS && best.loss; i++)
    {
      double side = i / WAYS % 2 ? -1 : 1, far = 1 + (double)(i / WAYS / 2);
      struct hb_point at = point_at (curve, ways[i % WAYS]), out = outwards (curve, ways[i % WAYS]);
      at.x += side * out.x * (half * (far > 1 ? 1.5 : 1) + 4 * far);
      at.y += side * out.y * 7 * far;
      struct hb_rect r = around_label (at, half, label->size);
      size_t loss = covered (sketch, &r, NULL, 0);
      if (!loss && rounds == 1)
        loss = !is_nearest (sketch, curve, at);
      if (loss < best.loss)
        best = (struct choice){ at, loss };
    }
  return best;
}

/* On the curve, as near its middle as can be. */
static struct choice
on_curve (const hb_sketch *sketch, const struct hb_sketch_label *label, double half)
{
  struct choice best = { point_at (&label->curve, 0.5), SIZE_MAX };
  for (int i = 0; i < STEPS && best.loss; i++)
    {
      double away = (i + 1) / 2 * STEP;
      struct hb_point at = point_at (&label->curve, i % 2 ? 0.5 - away : 0.5 + away);
      struct hb_rect r = around_label (at, half, label->size);
      if (hypot (at.x - label->curve.to.x, at.y - label->curve.to.y) < half + HEAD)
        continue;
      size_t loss = covered (sketch, &r, &label->curve, 1);
      if (loss < best.loss)
        best = (struct choice){ at, loss };
    }
  return best;
}

/* Adds LABEL, whose text becomes the sketch's. */
static void
place (hb_sketch *sketch, const struct hb_sketch_label *label)
{
  const struct hb_sketch_curve *c = &label->curve;
  double half = hb_text_width (label->text, label->size) / 2;
  bool is_long = hypot (c->to.x - c->from.x, c->to.y - c->from.y) > LONG * 2 * half;
  struct choice best = beside (sketch, label, half, is_long ? 1 : FAR);
  if (!best.loss || !is_long)
    {
      hb_sketch_middle (sketch, best.at.x, best.at.y, label->size, label->text, c->ink, HB_NONE);
      return;
    }
  best = on_curve (sketch, label, half);
  hb_id ground = hb_sketch_rect (sketch, around_label (best.at, half, label->size), HB_INK_GROUND);
  hb_sketch_middle (sketch, best.at.x, best.at.y, label->size, label->text, c->ink, ground);
}

void
hb_sketch_beside (hb_sketch *sketch, const struct hb_sketch_curve *curve, double size, char *label)
{
  struct hb_sketch_label noted = { label, size, *curve };
  vec_push (sketch->labels, noted);
}

void
hb_sketch_labels (hb_sketch *sketch)
{
  for (size_t i = 0; i < sketch->labels.size; i++)
    place (sketch, &sketch->labels.data[i]);
  vec_clear (sketch->labels);
}
