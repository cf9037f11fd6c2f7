/* See figure_checks.h. */
#include "figure_checks.h"

#include "viz/text.h"

#define TOUCH 0.05 /* overlaps below this do not show */

char figure_wrong[200];

static bool
overlap (const struct hb_rect *a, const struct hb_rect *b)
{
  return a->x0 + TOUCH < b->x1 && b->x0 + TOUCH < a->x1 && a->y0 + TOUCH < b->y1
         && b->y0 + TOUCH < a->y1;
}

static bool
near (double a, double b)
{
  return a - b < TOUCH && b - a < TOUCH;
}

static double
low (double a, double b)
{
  return a < b ? a : b;
}

static double
high (double a, double b)
{
  return a < b ? b : a;
}

/* The straight part I of an edge, as a rectangle HALF the pen's width around it. */
static struct hb_rect
part (const struct hb_figure_edge *e, size_t i, double half)
{
  const struct hb_point *p = &e->points.data[i], *q = p + 1;
  return (struct hb_rect){ low (p->x, q->x) - half, low (p->y, q->y) - half,
                           high (p->x, q->x) + half, high (p->y, q->y) + half };
}

static struct hb_rect
arrowhead (const hb_figure *f, const struct hb_figure_edge *e)
{
  const struct hb_point *tip = &vec_top (e->points);
  double length = hb_head_length (f, e), wide = HB_HEAD_SLIM * length;
  struct hb_point back = hb_towards (tip, tip - 1, length);
  bool level = !near (back.x, tip->x);
  return (struct hb_rect){ low (tip->x, back.x) - (level ? 0 : wide),
                           low (tip->y, back.y) - (level ? wide : 0),
                           high (tip->x, back.x) + (level ? 0 : wide),
                           high (tip->y, back.y) + (level ? wide : 0) };
}

static bool
is_placed (const struct hb_figure_edge *e)
{
  return e->label && e->label_place.x1 > e->label_place.x0;
}

static bool
on_border (const struct hb_rect *r, const struct hb_point *p)
{
  bool x = near (p->x, r->x0) || near (p->x, r->x1), y = near (p->y, r->y0) || near (p->y, r->y1);
  bool in_x = p->x > r->x0 - TOUCH && p->x < r->x1 + TOUCH;
  bool in_y = p->y > r->y0 - TOUCH && p->y < r->y1 + TOUCH;
  return (x && in_y) || (y && in_x);
}

static const struct hb_rect *
end_of (const hb_figure *f, const struct hb_figure_edge *e, hb_id node)
{
  return e->shape == HB_SHAPE_BOXES ? &f->boxes.data[f->nodes.data[node].box].place
                                    : &f->nodes.data[node].place;
}

static bool
check_edge (const hb_figure *f, const struct hb_figure_edge *e)
{
  if (e->points.size < 2)
    return FIGURE_WRONG ("an edge without a line");
  if (!on_border (end_of (f, e, e->from), &e->points.data[0])
      || !on_border (end_of (f, e, e->to), &vec_top (e->points)))
    return FIGURE_WRONG ("%s does not touch its ends", hb_arrow_name (e->arrow));
  for (size_t i = 0; i + 1 < e->points.size; i++)
    {
      const struct hb_point *p = &e->points.data[i], *q = p + 1;
      if (!near (p->x, q->x) && !near (p->y, q->y))
        return FIGURE_WRONG ("%s is oblique", hb_arrow_name (e->arrow));
      struct hb_rect line = part (e, i, 0.1);
      for (size_t v = 0; v < f->nodes.size; v++)
        {
          struct hb_rect inner = f->nodes.data[v].place;
          inner.x0 += 0.2, inner.y0 += 0.2, inner.x1 -= 0.2, inner.y1 -= 0.2;
          if (overlap (&line, &inner))
            return FIGURE_WRONG ("%s runs through a node", hb_arrow_name (e->arrow));
        }
      for (size_t b = 0; b < f->boxes.size; b++)
        if (f->boxes.data[b].name && overlap (&line, &f->boxes.data[b].title))
          return FIGURE_WRONG ("%s runs through the name of a message", hb_arrow_name (e->arrow));
        else if (f->boxes.data[b].name && b != f->nodes.data[e->from].box
                 && b != f->nodes.data[e->to].box && overlap (&line, &f->boxes.data[b].place))
          return FIGURE_WRONG ("%s runs through a message that is not its end",
                               hb_arrow_name (e->arrow));
      for (size_t c = 0; c < f->columns.size; c++)
        if (overlap (&line, &f->columns.data[c].title))
          return FIGURE_WRONG ("%s runs through the name of a handler", hb_arrow_name (e->arrow));
    }
  return true;
}

/* Do two edges lie on one another for a stretch that shows? */
static bool
check_pair (const hb_figure *f, const struct hb_figure_edge *e, const struct hb_figure_edge *o)
{
  for (size_t i = 0; i + 1 < e->points.size; i++)
    for (size_t k = 0; k + 1 < o->points.size; k++)
      {
        struct hb_rect a = part (e, i, 0.2), b = part (o, k, 0.2);
        if (overlap (&a, &b) && low (a.x1, b.x1) - high (a.x0, b.x0) > 1.5)
          return FIGURE_WRONG ("%s lies on %s, level", hb_arrow_name (e->arrow),
                               hb_arrow_name (o->arrow));
        if (overlap (&a, &b) && low (a.y1, b.y1) - high (a.y0, b.y0) > 1.5)
          return FIGURE_WRONG ("%s lies on %s, upright", hb_arrow_name (e->arrow),
                               hb_arrow_name (o->arrow));
      }
  struct hb_rect a = arrowhead (f, e), b = arrowhead (f, o);
  if (overlap (&a, &b))
    return FIGURE_WRONG ("two arrowheads overlap");
  return true;
}

static bool
check_label (const hb_figure *f, const struct hb_figure_edge *e)
{
  const struct hb_rect *r = &e->label_place;
  /* In panels the figure has another size than what they show. */
  double width = f->width > f->bare.x ? f->width : f->bare.x,
         height = f->height > f->bare.y ? f->height : f->bare.y;
  if (r->x0 < 0 || r->y0 < 0 || r->x1 > width || r->y1 > height)
    return FIGURE_WRONG ("label %s outside the figure", e->label);
  for (size_t v = 0; v < f->nodes.size; v++)
    if (overlap (r, &f->nodes.data[v].place))
      return FIGURE_WRONG ("label %s on a node", e->label);
  for (size_t b = 0; b < f->boxes.size; b++)
    if (f->boxes.data[b].name && overlap (r, &f->boxes.data[b].place))
      return FIGURE_WRONG ("label %s on a message", e->label);
  for (size_t c = 0; c < f->columns.size; c++)
    if (overlap (r, &f->columns.data[c].title))
      return FIGURE_WRONG ("label %s on the name of a handler", e->label);
  for (size_t i = 0; i < f->edges.size; i++)
    {
      const struct hb_figure_edge *o = &f->edges.data[i];
      double half = hb_pen (&f->sheet, o->arrow, o->mark).width / 2;
      struct hb_rect head = arrowhead (f, o);
      if (o != e && is_placed (o) && overlap (r, &o->label_place))
        return FIGURE_WRONG ("label %s on label %s", e->label, o->label);
      if (overlap (r, &head))
        return FIGURE_WRONG ("label %s on an arrowhead", e->label);
      for (size_t k = 0; k + 1 < o->points.size; k++)
        {
          struct hb_rect line = part (o, k, half);
          if (overlap (r, &line))
            return FIGURE_WRONG ("label %s on a line of %s", e->label, hb_arrow_name (o->arrow));
        }
    }
  return true;
}

static bool
check_nodes (const hb_figure *f)
{
  for (size_t v = 0; v < f->nodes.size; v++)
    {
      const struct hb_rect *r = &f->nodes.data[v].place;
      const struct hb_rect *box = &f->boxes.data[f->nodes.data[v].box].place;
      double text = hb_text_width (f->nodes.data[v].text, f->sheet.font);
      if (f->nodes.data[v].event != HB_NONE && text > r->x1 - r->x0)
        return FIGURE_WRONG ("%s is wider than its node", f->nodes.data[v].text);
      if (r->x0 < box->x0 || r->x1 > box->x1 || r->y0 < box->y0 || r->y1 > box->y1)
        return FIGURE_WRONG ("a node outside its message");
      for (size_t w = 0; w < v; w++)
        if (overlap (r, &f->nodes.data[w].place))
          return FIGURE_WRONG ("two nodes overlap");
    }
  for (size_t a = 0; a < f->boxes.size; a++)
    for (size_t b = 0; b < a; b++)
      if (overlap (&f->boxes.data[a].place, &f->boxes.data[b].place))
        return FIGURE_WRONG ("two messages overlap");
  return true;
}

bool
figure_is_right (const hb_figure *f, struct figure_census *census)
{
  if (!check_nodes (f))
    return false;
  for (size_t i = 0; i < f->edges.size; i++)
    {
      const struct hb_figure_edge *e = &f->edges.data[i];
      if (!check_edge (f, e) || (is_placed (e) && !check_label (f, e)))
        return false;
      census->labels += e->label != NULL;
      census->unplaced += e->label && !is_placed (e) && e->mark != HB_FAINT;
      if (e->label && !is_placed (e) && e->mark == HB_STRONG)
        return FIGURE_WRONG ("label %s has no place", e->label);
      for (size_t k = 0; k < i; k++)
        if (!check_pair (f, e, &f->edges.data[k]))
          return false;
    }
  census->figures++;
  return true;
}

bool
figure_runs_down (const hb_figure *f)
{
  for (size_t i = 0; i < f->edges.size; i++)
    {
      const struct hb_figure_edge *e = &f->edges.data[i];
      hb_id from = f->nodes.data[e->from].row, to = f->nodes.data[e->to].row;
      if (!e->upward && from > to)
        return FIGURE_WRONG ("%s points up", hb_arrow_name (e->arrow));
      if (e->arrow == HB_PO && !e->between_boxes
          && f->nodes.data[e->from].place.y1 >= f->nodes.data[e->to].place.y0)
        return FIGURE_WRONG ("po points up");
    }
  return true;
}
