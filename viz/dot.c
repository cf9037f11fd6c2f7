/* The same picture as a dot file, by libcgraph: `neato -n2` takes the positions as they are.
 *
 * Boxes, names and texts are nodes of their own (b0, t0, ...), events n0, n1, ...; edges carry their routes
 * as splines.  dot has y upward. */
#include "viz/figure.h"

#include "viz/html.h"
#include "viz/text.h"

#include <graphviz/cgraph.h>
#include <pthread.h>

#define FONT "Liberation Sans,Arial,Helvetica"

struct writer
{
  const hb_figure *figure;
  Agraph_t *graph;
  hb_id texts; /* given out so far */
};

static double
flip (const struct writer *w, double y)
{
  return w->figure->height - y;
}

/* cgraph's functions take texts that they do not change, but do not say so. */
static void
set (void *object, const char *attribute, const char *value)
{
  char *name = hb_copy_text (attribute), *text = hb_copy_text (value), *empty = hb_copy_text ("");
  agsafeset (object, name, text, empty);
  hb_free (name);
  hb_free (text);
  hb_free (empty);
}

/* A length as svg.c writes it. */
static char *
length (double value)
{
  bool negative = value < 0;
  uint64_t thousandths = (uint64_t)((negative ? -value : value) * 1000 + 0.5);
  return hb_format ("%s%u.%03u", negative && thousandths ? "-" : "", (unsigned)(thousandths / 1000),
                    (unsigned)(thousandths % 1000));
}

static void
set_length (void *object, const char *attribute, double value)
{
  char *text = length (value);
  set (object, attribute, text);
  hb_free (text);
}

static Agnode_t *
add_node (struct writer *w, char kind, hb_id number, const struct hb_rect *r)
{
  char *name = hb_format ("%c%u", kind, number);
  Agnode_t *node = agnode (w->graph, name, 1);
  char *x = length ((r->x0 + r->x1) / 2), *y = length (flip (w, (r->y0 + r->y1) / 2));
  char *pos = hb_format ("%s,%s", x, y);
  set (node, "pos", pos);
  set_length (node, "width", (r->x1 - r->x0) / 72);
  set_length (node, "height", (r->y1 - r->y0) / 72);
  hb_free (pos);
  hb_free (x);
  hb_free (y);
  hb_free (name);
  return node;
}

/* --- Texts --- */

static void
set_html (struct writer *w, void *object, hb_chars *html)
{
  char name[] = "label";
  vec_push (*html, '\0');
  char *shared = agstrdup_html (w->graph, html->data);
  agset (object, name, shared);
  agstrfree (w->graph, shared);
  vec_free (*html);
}

static void
set_label (struct writer *w, void *object, const char *text)
{
  hb_chars html = hb_html (text);
  if (html.size)
    set_html (w, object, &html);
  else
    set (object, "label", "");
}

/* A text by itself, its rectangle being R. */
static Agnode_t *
add_text (struct writer *w, const struct hb_rect *r, double size, const char *text,
          const char *colour)
{
  Agnode_t *node = add_node (w, 't', w->texts++, r);
  set (node, "shape", "plaintext");
  set (node, "style", "");
  set_length (node, "fontsize", size);
  set (node, "fontcolor", colour);
  set_label (w, node, text);
  return node;
}

/* --- Routes as splines --- */

struct spline
{
  hb_chars text;
  const struct writer *w;
};

static void
spline_point (struct spline *s, double x, double y)
{
  char *left = length (x), *right = length (flip (s->w, y));
  char *both = hb_format (
      "%s%s,%s", s->text.size && s->text.data[s->text.size - 1] != ' ' ? " " : "", left, right);
  hb_chars_text (&s->text, both);
  hb_free (both);
  hb_free (left);
  hb_free (right);
}

/* A straight piece from P, which stands there already, to Q. */
static void
spline_line (struct spline *s, struct hb_point p, struct hb_point q)
{
  spline_point (s, p.x + (q.x - p.x) / 3, p.y + (q.y - p.y) / 3);
  spline_point (s, p.x + (q.x - p.x) * 2 / 3, p.y + (q.y - p.y) * 2 / 3);
  spline_point (s, q.x, q.y);
}

/* From P round the corner to OFF: the quadratic curve as a cubic one. */
static void
spline_corner (struct spline *s, const struct hb_corner *c)
{
  spline_point (s, c->in.x + (c->at.x - c->in.x) * 2 / 3, c->in.y + (c->at.y - c->in.y) * 2 / 3);
  spline_point (s, c->off.x + (c->at.x - c->off.x) * 2 / 3,
                c->off.y + (c->at.y - c->off.y) * 2 / 3);
  spline_point (s, c->off.x, c->off.y);
}

static void
set_route (struct writer *w, Agedge_t *edge, const struct hb_figure_edge *e)
{
  struct spline s = { VEC_EMPTY, w };
  const struct hb_point *tip = &vec_top (e->points);
  struct hb_point at = e->points.data[0];
  char *x = length (tip->x), *y = length (flip (w, tip->y));
  char *end = hb_format ("e,%s,%s", x, y);
  hb_chars_text (&s.text, end);
  spline_point (&s, at.x, at.y);
  for (size_t i = 1; i + 1 < e->points.size; i++)
    {
      struct hb_corner c = hb_corner (w->figure, e, i);
      spline_line (&s, at, c.in);
      spline_corner (&s, &c);
      at = c.off;
    }
  spline_line (&s, at, hb_towards (tip, tip - 1, hb_head_length (w->figure, e)));
  vec_push (s.text, '\0');
  set (edge, "pos", s.text.data);
  vec_free (s.text);
  hb_free (end);
  hb_free (x);
  hb_free (y);
}

static void
set_pen (struct writer *w, Agedge_t *edge, const struct hb_figure_edge *e)
{
  struct hb_pen pen = hb_pen (&w->figure->sheet, e->arrow, e->mark);
  set (edge, "color", pen.colour);
  set_length (edge, "penwidth", pen.width);
  set (edge, "style", pen.dash[0] <= 0 ? "solid" : pen.dash[0] < 2 ? "dotted" : "dashed");
  set_length (edge, "arrowsize", hb_head_length (w->figure, e) / 10);
}

static void
add_edge (struct writer *w, hb_id number)
{
  const hb_figure *figure = w->figure;
  const struct hb_figure_edge *e = &figure->edges.data[number];
  bool boxes = e->shape == HB_SHAPE_BOXES;
  char *from
      = hb_format ("%c%u", boxes ? 'b' : 'n', boxes ? figure->nodes.data[e->from].box : e->from);
  char *to = hb_format ("%c%u", boxes ? 'b' : 'n', boxes ? figure->nodes.data[e->to].box : e->to);
  char *key = hb_format ("%s%u", hb_arrow_name (e->arrow), number);
  Agedge_t *edge = agedge (w->graph, agnode (w->graph, from, 0), agnode (w->graph, to, 0), key, 1);
  set_pen (w, edge, e);
  set_route (w, edge, e);
  if (e->label && e->label_place.x1 > e->label_place.x0)
    {
      const struct hb_rect *r = &e->label_place;
      char *x = length ((r->x0 + r->x1) / 2), *y = length (flip (w, (r->y0 + r->y1) / 2));
      char *lp = hb_format ("%s,%s", x, y);
      set (edge, "label", e->label);
      set (edge, "lp", lp);
      set (edge, "fontcolor", hb_text_colour (&figure->sheet, e->arrow, e->mark));
      hb_free (lp);
      hb_free (x);
      hb_free (y);
    }
  hb_free (key);
  hb_free (from);
  hb_free (to);
}

/* --- The parts of a figure --- */

static void
add_boxes (struct writer *w)
{
  const hb_figure *figure = w->figure;
  for (size_t i = 0; i < figure->boxes.size; i++)
    {
      const struct hb_figure_box *b = &figure->boxes.data[i];
      Agnode_t *node = add_node (w, 'b', (hb_id)i, &b->place);
      set (node, "style", hb_has_frame (b) ? "filled,rounded" : "invis");
      set (node, "fillcolor", figure->sheet.box);
      set (node, "color", figure->sheet.border);
      set_label (w, node, "");
      if (hb_has_frame (b))
        add_text (w, &b->title, figure->sheet.small, b->name, figure->sheet.title);
      if (b->handler)
        add_text (w, &b->handler_place, figure->sheet.font, b->handler, "#000000");
    }
  for (size_t i = 0; i < figure->columns.size; i++)
    if (*figure->columns.data[i].name)
      add_text (w, &figure->columns.data[i].title, figure->sheet.font * 1.1,
                figure->columns.data[i].name, "#000000");
}

static void
add_events (struct writer *w)
{
  const hb_figure *figure = w->figure;
  for (size_t i = 0; i < figure->nodes.size; i++)
    {
      const struct hb_figure_node *n = &figure->nodes.data[i];
      Agnode_t *node = add_node (w, 'n', (hb_id)i, &n->place);
      bool dots = n->event == HB_NONE;
      char *text = dots ? hb_format ("\xe2\x8b\xae %s", n->text) : hb_copy_text (n->text);
      set_length (node, "fontsize", dots ? figure->sheet.small : figure->sheet.font);
      set (node, "fillcolor", "#ffffff");
      set (node, "style", dots ? "" : "filled");
      set (node, "shape", dots ? "plaintext" : "box");
      set (node, "color", n->mark == HB_STRONG ? "#202020" : "#9a9a9a");
      set_length (node, "penwidth", n->mark == HB_STRONG ? 0.9 : 0.5);
      set (node, "fontcolor", dots ? "#6a6a6a" : n->mark == HB_FAINT ? HB_FAINT_TEXT : "#000000");
      set_label (w, node, text);
      hb_free (text);
    }
}

/* The arrow of an entry of the legend, between two points that do not show. */
static void
add_arrow_sample (struct writer *w, hb_id number, const struct hb_legend_entry *entry)
{
  double size = w->figure->below, y = (entry->place.y0 + entry->place.y1) / 2;
  struct hb_point points[2] = { { entry->place.x0, y }, { entry->place.x0 + 2.6 * size, y } };
  struct hb_figure_edge sample = { .arrow = entry->arrow, .mark = entry->mark };
  sample.points.data = points;
  sample.points.size = 2;
  Agnode_t *ends[2];
  for (hb_id i = 0; i < 2; i++)
    {
      struct hb_rect r = { points[i].x, y, points[i].x, y };
      ends[i] = add_node (w, 's', 2 * number + i, &r);
      set (ends[i], "style", "invis");
      set_label (w, ends[i], "");
    }
  char key[] = "sample";
  Agedge_t *edge = agedge (w->graph, ends[0], ends[1], key, 1);
  set_pen (w, edge, &sample);
  set_route (w, edge, &sample);
}

static void
add_sample (struct writer *w, hb_id number, const struct hb_legend_entry *entry)
{
  double size = w->figure->below;
  struct hb_rect sample = entry->place, text = entry->place;
  sample.x1 = sample.x0 + 2.6 * size;
  text.x0 += 3.1 * size;
  if (entry->arrow == HB_LEGEND_HIDDEN)
    add_text (w, &sample, size, "\xe2\x8b\xae 14", "#6a6a6a");
  else
    add_arrow_sample (w, number, entry);
  add_text (w, &text, size, entry->text, "#303030");
}

/* The caption is one label, its lines flush left. */
static void
add_caption (struct writer *w)
{
  const hb_figure *figure = w->figure;
  double size = figure->below, right = 0;
  hb_chars all = VEC_EMPTY;
  if (!figure->lines.size)
    return;
  hb_chars_text (&all, "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"1\" CELLPADDING=\"0\">");
  for (size_t i = 0; i < figure->lines.size; i++)
    {
      const char *text = figure->lines.data[i].text;
      hb_chars html = hb_html (text);
      hb_chars_text (&all, "<TR><TD ALIGN=\"LEFT\">");
      hb_chars_append (&all, html.data, html.size);
      hb_chars_text (&all, "</TD></TR>");
      vec_free (html);
      if (hb_text_width (text, size) > right)
        right = hb_text_width (text, size);
    }
  hb_chars_text (&all, "</TABLE>");
  struct hb_rect r
      = { 0, figure->lines.data[0].y - 0.8 * size, right, vec_top (figure->lines).y + 0.2 * size };
  Agnode_t *node = add_text (w, &r, size, "", "#303030");
  set_html (w, node, &all);
}

static void
add_below (struct writer *w)
{
  for (size_t i = 0; i < w->figure->legend.size; i++)
    add_sample (w, (hb_id)i, &w->figure->legend.data[i]);
  add_caption (w);
}

static void
set_graph (struct writer *w)
{
  const hb_figure *figure = w->figure;
  char *width = length (figure->width), *height = length (figure->height);
  char *bb = hb_format ("0,0,%s,%s", width, height);
  set (w->graph, "bb", bb);
  hb_free (bb);
  hb_free (width);
  hb_free (height);
  if (figure->scale < 1)
    {
      width = length (figure->width * figure->scale / 72);
      height = length (figure->height * figure->scale / 72);
      char *size = hb_format ("%s,%s", width, height);
      set (w->graph, "size", size);
      hb_free (size);
      hb_free (width);
      hb_free (height);
    }
  set (w->graph, "outputorder", "nodesfirst");
  set (w->graph, "splines", "true");
}

/* Attributes that all nodes or edges share. */
static void
set_defaults (struct writer *w)
{
  static const struct
  {
    int kind;
    const char *name, *value;
  } defaults[] = { { AGNODE, "shape", "box" },    { AGNODE, "fixedsize", "shape" },
                   { AGNODE, "fontname", FONT },  { AGNODE, "margin", "0" },
                   { AGNODE, "penwidth", "0.5" }, { AGEDGE, "fontname", FONT },
                   { AGNODE, "label", "\\N" } };
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
    {
      char *name = hb_copy_text (defaults[i].name), *value = hb_copy_text (defaults[i].value);
      agattr (w->graph, defaults[i].kind, name, value);
      hb_free (name);
      hb_free (value);
    }
  char name[] = "fontsize", *size = length (w->figure->below);
  agattr (w->graph, AGEDGE, name, size);
  hb_free (size);
}

/* --- Writing through hb_output --- */

static int
put (void *channel, const char *text)
{
  hb_put (channel, text);
  return 0;
}

static int
flush (void *channel)
{
  (void)channel;
  return 0;
}

/* libcgraph keeps its defaults and its reader's state for the whole process. */
static pthread_mutex_t only_one = PTHREAD_MUTEX_INITIALIZER;

const bool hb_figure_has_dot = true;

void
hb_figure_dot (const hb_figure *figure, hb_output *output)
{
  pthread_mutex_lock (&only_one);
  Agiodisc_t io = { NULL, put, flush };
  Agdisc_t disc = { &AgMemDisc, &AgIdDisc, &io };
  char name[] = "hbkit";
  struct writer w = { .figure = figure, .graph = agopen (name, Agdirected, &disc) };
  set_graph (&w);
  set_defaults (&w);
  add_boxes (&w);
  add_events (&w);
  for (hb_id i = 0; i < figure->edges.size; i++)
    add_edge (&w, i);
  add_below (&w);
  agwrite (w.graph, output);
  agclose (w.graph);
  pthread_mutex_unlock (&only_one);
}
