/* Labels: beside their edge, on nothing else.
 *
 * Every label tries places along its edge, the best first, and takes the first one where it touches no
 * node, name, line, arrowhead or other label.  If there is none, the gutter beside it is made wider
 * and all is placed again; after some rounds the label is left out: the legend names the colour. */
#include "viz/figure.h"

#include "viz/text.h"

#define CELL_HIGH 48.0 /* of the cells by which things are found */
#define CELL_WIDE 160.0

struct thing
{
  struct hb_rect place;
};

typedef VEC (struct thing) things;

struct labeller
{
  hb_figure *figure;
  things *cells; /* row by row */
  size_t high, wide;
};

/* The cell row or column of coordinate X, of COUNT that are SIZE wide. */
static size_t
cell_of (double x, double size, size_t count)
{
  size_t cell = x < 0 ? 0 : (size_t)(x / size);
  return cell < count ? cell : count - 1;
}

/* The cells that a rectangle touches, ends included. */
struct cells
{
  size_t row0, row1, column0, column1;
};

static struct cells
cells_of (const struct labeller *l, const struct hb_rect *r)
{
  return (struct cells){ cell_of (r->y0, CELL_HIGH, l->high), cell_of (r->y1, CELL_HIGH, l->high),
                         cell_of (r->x0, CELL_WIDE, l->wide), cell_of (r->x1, CELL_WIDE, l->wide) };
}

static void
add (struct labeller *l, double x0, double y0, double x1, double y1)
{
  struct thing thing
      = { { x0 < x1 ? x0 : x1, y0 < y1 ? y0 : y1, x0 < x1 ? x1 : x0, y0 < y1 ? y1 : y0 } };
  struct cells c = cells_of (l, &thing.place);
  for (size_t row = c.row0; row <= c.row1; row++)
    for (size_t column = c.column0; column <= c.column1; column++)
      vec_push (l->cells[row * l->wide + column], thing);
}

static void
add_rect (struct labeller *l, const struct hb_rect *r)
{
  add (l, r->x0, r->y0, r->x1, r->y1);
}

/* The lines and the arrowhead of an edge. */
static void
add_edge (struct labeller *l, const struct hb_figure_edge *e)
{
  double half = hb_pen (&l->figure->sheet, e->arrow, e->mark).width / 2 + 0.2;
  size_t last = e->points.size - 1;
  for (size_t i = 0; i < last; i++)
    {
      const struct hb_point *p = &e->points.data[i], *q = &e->points.data[i + 1];
      double x0 = p->x < q->x ? p->x : q->x, x1 = p->x < q->x ? q->x : p->x;
      double y0 = p->y < q->y ? p->y : q->y, y1 = p->y < q->y ? q->y : p->y;
      add (l, x0 - half, y0 - half, x1 + half, y1 + half);
    }
  const struct hb_point tip = e->points.data[last], *before = &e->points.data[last - 1];
  double length = hb_head_length (l->figure, e), wide = length * HB_HEAD_SLIM + 0.3;
  if (tip.y > before->y || tip.y < before->y)
    add (l, tip.x - wide, tip.y, tip.x + wide, tip.y + (tip.y > before->y ? -length : length));
  else
    add (l, tip.x, tip.y - wide, tip.x + (tip.x > before->x ? -length : length), tip.y + wide);
}

static void
start (struct labeller *l, hb_figure *figure)
{
  l->figure = figure;
  l->high = (size_t)(figure->height / CELL_HIGH) + 1;
  l->wide = (size_t)(figure->width / CELL_WIDE) + 1;
  l->cells = hb_calloc (l->high * l->wide, sizeof *l->cells);
  for (size_t i = 0; i < figure->nodes.size; i++)
    add_rect (l, &figure->nodes.data[i].place);
  for (size_t i = 0; i < figure->columns.size; i++)
    add_rect (l, &figure->columns.data[i].title);
  for (size_t i = 0; i < figure->groups.size; i++)
    add_rect (l, &figure->groups.data[i].place);
  for (size_t i = 0; i < figure->boxes.size; i++)
    {
      if (hb_has_frame (&figure->boxes.data[i]))
        add_rect (l, &figure->boxes.data[i].place);
      if (figure->boxes.data[i].handler)
        add_rect (l, &figure->boxes.data[i].handler_place);
    }
  for (size_t i = 0; i < figure->edges.size; i++)
    add_edge (l, &figure->edges.data[i]);
}

static bool
is_free_in (const things *cell, const struct hb_rect *r)
{
  for (size_t i = 0; i < cell->size; i++)
    {
      const struct hb_rect *o = &cell->data[i].place;
      if (o->x0 < r->x1 && r->x0 < o->x1 && o->y0 < r->y1 && r->y0 < o->y1)
        return false;
    }
  return true;
}

static bool
is_free (const struct labeller *l, const struct hb_rect *r)
{
  if (r->x0 < 0 || r->y0 < 0 || r->x1 > l->figure->width || r->y1 > l->figure->height)
    return false;
  struct cells c = cells_of (l, r);
  for (size_t row = c.row0; row <= c.row1; row++)
    for (size_t column = c.column0; column <= c.column1; column++)
      if (!is_free_in (&l->cells[row * l->wide + column], r))
        return false;
  return true;
}

/* --- Places for one label --- */

struct search
{
  struct labeller *l;
  struct hb_figure_edge *edge;
  double width, height, gap;
  double clear; /* kept around the label */
};

static bool
try_at (struct search *s, double x, double y)
{
  struct hb_rect r = { x, y, x + s->width, y + s->height };
  struct hb_rect around = { r.x0 - s->clear, r.y0, r.x1 + s->clear, r.y1 };
  if (!is_free (s->l, &around))
    return false;
  s->edge->label_place = r;
  add_rect (s->l, &r);
  return true;
}

/* Above or below the level line at Y, its middle at X. */
static bool
try_level (struct search *s, double x, double y)
{
  return try_at (s, x - s->width / 2, y - s->gap - s->height)
         || try_at (s, x - s->width / 2, y + s->gap);
}

static bool
try_upright (struct search *s, double x, double y)
{
  return try_at (s, x + s->gap + s->clear, y - s->height / 2)
         || try_at (s, x - s->gap - s->clear - s->width, y - s->height / 2);
}

static const double fractions[] = { 0.5, 0.38, 0.62, 0.26, 0.74, 0.14, 0.86, 0.06, 0.94 };
#define FRACTIONS (sizeof fractions / sizeof *fractions)

/* In the middle of the gutters that the level line from P to Q crosses, those at its ends first. */
static bool
try_gutters (struct search *s, const struct hb_point *p, const struct hb_point *q)
{
  const hb_figure *figure = s->l->figure;
  double low = p->x < q->x ? p->x : q->x, high = p->x < q->x ? q->x : p->x;
  size_t count = figure->columns.size;
  for (size_t i = 1; i < count; i++)
    {
      size_t g = q->x > p->x ? count - i : i; /* from the arrowhead back */
      double left = figure->columns.data[g - 1].x + figure->columns.data[g - 1].half;
      double right = figure->columns.data[g].x - figure->columns.data[g].half;
      double middle = (left + right) / 2;
      if (low < middle && middle < high && try_level (s, middle, p->y))
        return true;
    }
  return false;
}

static bool
try_segment (struct search *s, const struct hb_point *p, const struct hb_point *q)
{
  bool level = !(p->y < q->y || p->y > q->y);
  if (level && try_gutters (s, p, q))
    return true;
  for (size_t i = 0; i < FRACTIONS; i++)
    {
      double x = p->x + fractions[i] * (q->x - p->x), y = p->y + fractions[i] * (q->y - p->y);
      if (level ? try_level (s, x, y) : try_upright (s, x, y))
        return true;
    }
  return false;
}

/* In gutters first: nothing else comes there.  Upright parts before level ones. */
static bool
try_edge (struct search *s)
{
  const struct hb_figure_edge *e = s->edge;
  for (int level = 0; level < 2; level++)
    for (size_t i = 0; i + 1 < e->points.size; i++)
      {
        const struct hb_point *p = &e->points.data[i], *q = &e->points.data[i + 1];
        bool is_level = !(p->y < q->y || p->y > q->y);
        if (is_level == (level == 1) && try_segment (s, p, q))
          return true;
      }
  return false;
}

static bool
find_place (struct labeller *l, struct hb_figure_edge *e)
{
  double size = l->figure->sheet.small;
  struct search s = { .l = l,
                      .edge = e,
                      .width = hb_text_width (e->label, size),
                      .height = size * 0.92,
                      .gap = 0.8 + hb_pen (&l->figure->sheet, e->arrow, e->mark).width / 2,
                      .clear = size * 0.3 };
  if (try_edge (&s))
    return true;
  s.clear = 0;
  return try_edge (&s);
}

/* Makes room beside E: in the gutters that it uses, or, between two boxes, above the lower one. */
static void
widen (hb_figure *figure, const struct hb_figure_edge *e)
{
  double more = figure->sheet.font * 0.9;
  hb_id from = hb_column_of (figure, e->from), to = hb_column_of (figure, e->to);
  vec_resize (figure->gutter_extra, figure->columns.size + 1, 0);
  vec_resize (figure->row_extra, figure->rows, 0);
  if (e->shape == HB_SHAPE_BOXES)
    figure->row_extra.data[figure->nodes.data[e->to].row] += more;
  else if (e->shape == HB_SHAPE_LEVEL)
    figure->gutter_extra.data[to > from ? to : to + 1] += more;
  for (size_t k = 1; k < e->legs.size; k += 2)
    figure->gutter_extra.data[e->legs.data[k].at] += more;
}

bool
hb_label (hb_figure *figure)
{
  struct labeller l;
  bool all = true;
  start (&l, figure);
  for (int mark = HB_STRONG; mark >= HB_FAINT; mark--)
    for (size_t i = 0; i < figure->edges.size; i++)
      {
        struct hb_figure_edge *e = &figure->edges.data[i];
        if ((int)e->mark != mark)
          continue;
        e->label_place = (struct hb_rect){ 0, 0, -1, -1 };
        if (!e->label || find_place (&l, e))
          continue;
        if (e->mark != HB_FAINT)
          widen (figure, e);
        all = all && e->mark == HB_FAINT;
      }
  for (size_t i = 0; i < l.high * l.wide; i++)
    vec_free (l.cells[i]);
  hb_free (l.cells);
  return all;
}
