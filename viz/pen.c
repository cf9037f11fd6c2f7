/* The ways through figures and sketches; see pen.h.
 *
 * Order of drawing: of a figure pale boxes, names, grey edges, plain ones, strong ones, nodes, labels, the legend, the
 * caption; of a sketch lines, curves, rectangles, arrows, texts. */
#include "viz/pen.h"

/* --- figures --- */

static void
begin (const struct hb_figure_pen *pen, hb_output *out, enum hb_figure_part part)
{
  if (pen->begin)
    pen->begin (out, part);
}

static void
end (const struct hb_figure_pen *pen, hb_output *out)
{
  if (pen->end)
    pen->end (out);
}

/* Is the figure whole, or does a panel of it show something of R? */
static bool
is_shown (const hb_figure *figure, const struct hb_rect *r)
{
  for (size_t i = 0; i < figure->panels.size; i++)
    {
      const struct hb_rect *w = &figure->panels.data[i].window;
      if (r->x1 >= w->x0 - 1 && r->x0 <= w->x1 + 1 && r->y1 >= w->y0 - 1 && r->y0 <= w->y1 + 1)
        return true;
    }
  return !figure->panels.size && !figure->pages;
}

static void
boxes (const struct hb_figure_pen *pen, hb_output *out, const hb_figure *figure)
{
  for (size_t i = 0; i < figure->boxes.size; i++)
    if (hb_has_frame (&figure->boxes.data[i]) && is_shown (figure, &figure->boxes.data[i].place))
      pen->message (out, figure, &figure->boxes.data[i]);
}

/* The name of the run of boxes of COLUMN that goes on below Y without it, as that of the column. */
static void
name_run (const hb_figure *figure, struct hb_figure_column *column, double y)
{
  const struct hb_figure_box *run = NULL;
  for (size_t i = 0; i < column->boxes.size; i++)
    {
      const struct hb_figure_box *box = &figure->boxes.data[column->boxes.data[i]];
      if (box->handler)
        run = box->handler_place.y0 < y ? box : NULL;
      if (run && box->place.y1 > y)
        {
          column->name = run->handler, column->full = run->handler_full;
          return;
        }
    }
}

/* The names of the handlers, in PANEL of the figure or, if that is NULL, above all of it. */
static void
handlers (const struct hb_figure_pen *pen, hb_output *out, const hb_figure *figure,
          const struct hb_figure_panel *panel)
{
  begin (pen, out, HB_PART_HANDLERS);
  for (size_t i = 0; i < figure->columns.size; i++)
    {
      struct hb_figure_column column = figure->columns.data[i];
      if (panel && (column.x < panel->window.x0 || column.x > panel->window.x1))
        continue;
      if (panel && figure->folded)
        name_run (figure, &column, panel->window.y0);
      if (panel)
        {
          column.x += panel->x - panel->window.x0;
          column.title.y0 += panel->y;
          column.title.y1 += panel->y;
        }
      if (*column.name)
        pen->handler (out, figure, &column);
    }
  end (pen, out);
}

/* The names above runs of boxes, where handlers share columns. */
static void
runs (const struct hb_figure_pen *pen, hb_output *out, const hb_figure *figure)
{
  begin (pen, out, HB_PART_HANDLERS);
  for (size_t i = 0; i < figure->boxes.size; i++)
    {
      const struct hb_figure_box *box = &figure->boxes.data[i];
      struct hb_figure_column column = { .name = box->handler,
                                         .full = box->handler_full,
                                         .x = figure->columns.data[box->column].x,
                                         .title = box->handler_place };
      if (box->handler && is_shown (figure, &box->handler_place))
        pen->handler (out, figure, &column);
    }
  end (pen, out);
}

/* What the line of an edge takes, with its head. */
static struct hb_rect
extent (const hb_figure *figure, const struct hb_figure_edge *e)
{
  double more = figure->sheet.arrow;
  struct hb_rect all
      = { e->points.data[0].x, e->points.data[0].y, e->points.data[0].x, e->points.data[0].y };
  for (size_t i = 1; i < e->points.size; i++)
    {
      const struct hb_point *p = &e->points.data[i];
      all.x0 = p->x < all.x0 ? p->x : all.x0;
      all.x1 = p->x > all.x1 ? p->x : all.x1;
      all.y0 = p->y < all.y0 ? p->y : all.y0;
      all.y1 = p->y > all.y1 ? p->y : all.y1;
    }
  return (struct hb_rect){ all.x0 - more, all.y0 - more, all.x1 + more, all.y1 + more };
}

static bool
edge_is_shown (const hb_figure *figure, const struct hb_figure_edge *e)
{
  struct hb_rect all = extent (figure, e);
  return is_shown (figure, &all);
}

static void
edges (const struct hb_figure_pen *pen, hb_output *out, const hb_figure *figure)
{
  begin (pen, out, HB_PART_EDGES);
  for (int mark = HB_FAINT; mark <= HB_STRONG; mark++)
    for (size_t i = 0; i < figure->edges.size; i++)
      if ((int)figure->edges.data[i].mark == mark && edge_is_shown (figure, &figure->edges.data[i]))
        pen->edge (out, figure, &figure->edges.data[i]);
  end (pen, out);
}

static void
labels (const struct hb_figure_pen *pen, hb_output *out, const hb_figure *figure)
{
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      if (e->label && e->label_place.x1 > e->label_place.x0 && is_shown (figure, &e->label_place))
        pen->label (out, figure, e);
    }
}

/* The arrow of an entry of the legend. */
static void
sample (const struct hb_figure_pen *pen, hb_output *out, const hb_figure *figure,
        const struct hb_legend_entry *entry, double x, double y)
{
  struct hb_point points[2] = { { x, y }, { x + 2.6 * figure->below, y } };
  struct hb_figure_edge arrow = { .arrow = entry->arrow, .mark = entry->mark };
  arrow.points.data = points;
  arrow.points.size = 2;
  begin (pen, out, HB_PART_EDGES);
  pen->edge (out, figure, &arrow);
  end (pen, out);
}

static void
below (const struct hb_figure_pen *pen, hb_output *out, const hb_figure *figure)
{
  double size = figure->below;
  begin (pen, out, HB_PART_LEGEND);
  for (size_t i = 0; i < figure->legend.size; i++)
    {
      const struct hb_legend_entry *entry = &figure->legend.data[i];
      double y = (entry->place.y0 + entry->place.y1) / 2, x = entry->place.x0;
      if (entry->arrow == HB_LEGEND_HIDDEN)
        {
          pen->dots (out, figure, x + 1.1 * size, y);
          pen->text (out, figure, x + 1.5 * size, y, "14", true);
        }
      else
        sample (pen, out, figure, entry, x, y);
      pen->text (out, figure, x + 3.1 * size, y, entry->text, false);
    }
  end (pen, out);
  begin (pen, out, HB_PART_CAPTION);
  for (size_t i = 0; i < figure->lines.size; i++)
    pen->line (out, figure, &figure->lines.data[i]);
  end (pen, out);
}

void
hb_figure_write (const hb_figure *figure, hb_output *out)
{
  const struct hb_figure_pen *pen
      = figure->options->format == HB_DRAW_TIKZ ? &hb_tikz_figure_pen : &hb_svg_figure_pen;
  if (figure->options->format == HB_DRAW_DOT)
    {
      hb_figure_dot (figure, out);
      return;
    }
  pen->open (out, figure);
  if (figure->panels.size)
    pen->open_whole (out);
  boxes (pen, out, figure);
  if (!figure->panels.size && !figure->folded && !figure->pages)
    handlers (pen, out, figure, NULL);
  if (figure->folded)
    runs (pen, out, figure);
  for (size_t i = 0; i < figure->groups.size; i++)
    if (is_shown (figure, &figure->groups.data[i].place))
      pen->group (out, figure, &figure->groups.data[i]);
  edges (pen, out, figure);
  for (size_t i = 0; i < figure->nodes.size; i++)
    if (is_shown (figure, &figure->nodes.data[i].place))
      pen->node (out, figure, &figure->nodes.data[i]);
  labels (pen, out, figure);
  if (figure->panels.size)
    pen->close_whole (out);
  for (size_t i = 0; i < figure->panels.size; i++)
    {
      handlers (pen, out, figure, &figure->panels.data[i]);
      pen->panel (out, figure, &figure->panels.data[i]);
    }
  below (pen, out, figure);
  pen->close (out);
}

/* --- sketches --- */

void
hb_sketch_put (const hb_sketch *sketch, const struct hb_sketch_pen *pen, hb_output *out)
{
  for (size_t i = 0; i < sketch->grounds; i++)
    pen->rect (out, sketch, i);
  for (size_t i = 0; i < sketch->lines.size; i++)
    pen->line (out, sketch, i);
  for (size_t i = 0; i < sketch->curves.size; i++)
    pen->curve (out, sketch, i);
  for (size_t i = sketch->grounds; i < sketch->rects.size; i++)
    pen->rect (out, sketch, i);
  for (size_t i = 0; i < sketch->arrows.size; i++)
    pen->arrow (out, sketch, i);
  for (size_t i = 0; i < sketch->texts.size; i++)
    pen->text (out, sketch, i);
}
