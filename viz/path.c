/* The shape of routes: straight parts along rows, lanes and gutters, joined by round corners. */
#include "viz/figure.h"

#define CORNER 0.44 /* radius, in sizes of the nodes' font */

static double
smaller (double a, double b)
{
  return a < b ? a : b;
}

static double
distance (const struct hb_point *p, const struct hb_point *q)
{
  double x = p->x - q->x, y = p->y - q->y;
  return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

struct hb_point
hb_towards (const struct hb_point *p, const struct hb_point *q, double d)
{
  struct hb_point r = *p;
  if (q->x > p->x || q->x < p->x)
    r.x += q->x > p->x ? d : -d;
  else
    r.y += q->y > p->y ? d : -d;
  return r;
}

struct hb_corner
hb_corner (const hb_figure *figure, const struct hb_figure_edge *edge, size_t i)
{
  const struct hb_point *p = &edge->points.data[i];
  double room = smaller (distance (p - 1, p), distance (p, p + 1)) / 2;
  double radius = smaller (CORNER * figure->sheet.font, room);
  return (struct hb_corner){ hb_towards (p, p - 1, radius), *p, hb_towards (p, p + 1, radius) };
}
