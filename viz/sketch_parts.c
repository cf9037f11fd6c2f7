/* A sketch whose letters would be too small is written at the scale at which they can be read, in panels or parts as a
 * figure is (parts.c): windows onto one drawing, with the caption below, broken anew.  Names of rows stand at the left of each. */
#include "viz/sketch.h"

#include "viz/pages.h"
#include "viz/pen.h"
#include "viz/text.h"

#define GAP 2.5 /* between panels, in sizes of the font */

/* Does TEXT stand in the column of NAMES? */
static bool
is_name (const struct hb_sketch_text *text, double names)
{
  return text->x + hb_text_width (text->text, text->size) / 2 < names;
}

/* One of rectangles that touch: a cut between them cuts neither. */
static struct hb_solid
whole (const struct hb_rect *r)
{
  return (struct hb_solid){ { r->x0 + 0.1, r->y0 + 0.1, r->x1 - 0.1, r->y1 - 0.1 }, false };
}

/* Texts, and the rectangles around them, are whole. */
static hb_solids
solids_of (const hb_sketch *sketch, size_t texts, double names)
{
  hb_solids all = VEC_EMPTY;
  for (size_t i = 0; i < texts; i++)
    {
      const struct hb_sketch_text *t = &sketch->texts.data[i];
      double right = t->x + hb_text_width (t->text, t->size);
      struct hb_solid solid
          = { { t->x - 1, t->y - 0.85 * t->size, right + 1, t->y + 0.3 * t->size }, false };
      const struct hb_rect *around
          = t->inside == HB_NONE ? NULL : &sketch->rects.data[t->inside].place;
      if (is_name (t, names))
        continue;
      vec_push (all, solid);
      if (around && around->y1 - around->y0 < 3 * t->size
          && around->x1 - around->x0 < right - t->x + 8 * t->size)
        vec_push (all, whole (around));
    }
  return all;
}

/* New: TEXT once more, in no rectangle. */
static struct hb_sketch_text
copy_of (const struct hb_sketch_text *text)
{
  struct hb_sketch_text copy = *text;
  copy.text = hb_copy_text (text->text);
  copy.full = hb_copy_text (text->full);
  copy.inside = HB_NONE;
  return copy;
}

/* TEXT goes to the panel in which its middle lies, and is moved into it: no text is cut. */
static void
add_text (hb_sketch *to, const struct hb_sketch_text *text, const hb_panels_list *panels)
{
  double wide = hb_text_width (text->text, text->size), x = text->x + wide / 2,
         y = text->y - 0.3 * text->size;
  for (size_t i = 0; i < panels->size; i++)
    {
      const struct hb_figure_panel *p = &panels->data[i];
      const struct hb_rect *w = &p->window;
      if (x < w->x0 || x >= w->x1 || y < w->y0 || y >= w->y1)
        continue;
      struct hb_sketch_text moved = copy_of (text);
      moved.x = moved.x + wide > w->x1 ? w->x1 - wide : moved.x;
      moved.x = (moved.x < w->x0 ? w->x0 : moved.x) + p->x - w->x0;
      moved.y = moved.y + 0.25 * text->size > w->y1 ? w->y1 - 0.25 * text->size : moved.y;
      moved.y = (moved.y - 0.8 * text->size < w->y0 ? w->y0 + 0.8 * text->size : moved.y) + p->y
                - w->y0;
      vec_push (to->texts, moved);
      return;
    }
}

/* TEXT, which names a row, stands at the left of each panel in which its row is. */
static void
add_name (hb_sketch *to, const struct hb_sketch_text *text, const hb_panels_list *panels)
{
  for (size_t i = 0; i < panels->size; i++)
    {
      const struct hb_figure_panel *p = &panels->data[i];
      double y = text->y - 0.3 * text->size;
      if (y < p->window.y0 || y >= p->window.y1)
        continue;
      struct hb_sketch_text again = copy_of (text);
      again.y += p->y - p->window.y0;
      vec_push (to->texts, again);
    }
}

/* A sketch that has the legend of the panels alone: the caption and SENTENCE (stolen), below Y. */
static void
add_caption (hb_sketch *below, const hb_sketch *sketch, bool whole, char *sentence, double y)
{
  below->height = y;
  if (whole && sketch->caption)
    hb_sketch_caption (below, hb_copy_text (sketch->caption), below->width);
  hb_sketch_caption (below, sentence, below->width);
}

/* How high caption and sentence are. */
static double
caption_height (const hb_sketch *sketch, bool whole, double width)
{
  hb_sketch below;
  hb_sketch_init (&below, sketch->options, sketch->title);
  below.width = width;
  add_caption (&below, sketch, whole, hb_copy_text (hb_pages_longest), 0);
  double high = below.height;
  hb_sketch_free (&below);
  return high;
}

static void
put_panels (const hb_sketch *sketch, size_t texts, double names, const hb_panels_list *panels,
            hb_sketch *below, double scale, hb_output *out)
{
  bool tikz = sketch->options->format == HB_DRAW_TIKZ;
  const struct hb_sketch_pen *pen = tikz ? &hb_tikz_sketch_pen : &hb_svg_sketch_pen;
  const struct hb_figure_pen *windows = tikz ? &hb_tikz_figure_pen : &hb_svg_figure_pen;
  hb_sketch whole = *sketch;
  whole.texts.size = 0;
  for (size_t i = 0; i < texts; i++)
    {
      const struct hb_sketch_text *text = &sketch->texts.data[i];
      if (is_name (text, names))
        add_name (below, text, panels);
      else
        add_text (below, text, panels);
    }
  whole.width = below->width, whole.height = below->height;
  whole.texts = below->texts; /* what the part says */
  pen->open (out, &whole, scale);
  whole.texts.size = 0;
  windows->open_whole (out);
  hb_sketch_put (&whole, pen, out);
  windows->close_whole (out);
  for (size_t i = 0; i < panels->size; i++)
    windows->panel (out, NULL, &panels->data[i]);
  for (size_t i = 0; i < below->texts.size; i++)
    pen->text (out, below, i);
  pen->close (out);
}

/* A sketch with its parts, or without. */
struct parted
{
  const hb_sketch *sketch;
  double scale;
  double names; /* what those of rows take of each panel; 0: they are texts as others */
  struct hb_pages pages;
  hb_diag *diag; /* for warnings */
};

/* Texts that are not of the caption. */
static size_t
bare_texts (const hb_sketch *sketch)
{
  return sketch->caption ? sketch->caption_first : sketch->texts.size;
}

static void
cut (struct parted *p)
{
  const hb_sketch *sketch = p->sketch;
  double high = sketch->options->height * 72 / 2.54 - 2 * HB_MARGIN;
  double wide = hb_sketch_room (sketch) / p->scale;
  /* Names that take half of the page would leave too little of it for the panels. */
  p->names = sketch->names < wide / 2 ? sketch->names : 0;
  p->pages = (struct hb_pages){ .width = wide - p->names,
                                .height = sketch->options->height > 0 ? high / p->scale : 0,
                                .gap = GAP * sketch->sheet.font,
                                .all = { p->names, 0, sketch->width,
                                         sketch->caption ? sketch->bare : sketch->height } };
  double height = p->pages.height, first = caption_height (sketch, true, wide),
         other = caption_height (sketch, false, wide);
  hb_solids solids = solids_of (sketch, bare_texts (sketch), p->names);
  first = first < height / 2 ? first : other; /* a longer caption makes its page higher */
  hb_pages_cut (&p->pages, &solids, height > 0 ? height - first : 0,
                height > 0 ? height - other : 0);
  vec_free (solids);
}

static void
put_part (void *self, size_t part, hb_output *out)
{
  struct parted *p = self;
  const struct hb_pages *pages = &p->pages;
  hb_panels_list panels = VEC_EMPTY;
  hb_sketch below;
  struct hb_point size = hb_pages_panels (pages, part, &panels);
  double wide = pages->height > 0 && size.x < pages->width ? pages->width : size.x;
  for (size_t i = 0; i < panels.size; i++)
    panels.data[i].x += p->names;
  hb_sketch_init (&below, p->sketch->options, p->sketch->title);
  below.width = p->names + wide;
  add_caption (&below, p->sketch, part == 1, hb_pages_sentence (pages, part, pages->pages.size),
               size.y);
  hb_sketch_warn (&below, p->scale, p->diag);
  put_panels (p->sketch, bare_texts (p->sketch), p->names, &panels, &below, p->scale, out);
  hb_sketch_free (&below);
  vec_free (panels);
}

static void
put_whole (void *self, size_t part, hb_output *out)
{
  static const struct hb_sketch_pen *const pens[] = { [HB_DRAW_SVG] = &hb_svg_sketch_pen,
                                                      [HB_DRAW_TIKZ] = &hb_tikz_sketch_pen,
                                                      [HB_DRAW_DOT] = &hb_dot_sketch_pen };
  const struct parted *p = self;
  const struct hb_sketch_pen *pen = pens[p->sketch->options->format];
  (void)part;
  pen->open (out, p->sketch, p->scale);
  hb_sketch_put (p->sketch, pen, out);
  pen->close (out);
}

bool
hb_sketch_write (const hb_sketch *sketch, hb_output *out, hb_diag *diag)
{
  const struct hb_draw_options *options = sketch->options;
  struct parted p = { .sketch = sketch, .scale = hb_sketch_scale (sketch), .diag = diag };
  double least = (HB_LEAST_TYPE + 0.001) / hb_sketch_least (sketch);
  if (p.scale >= 1 || p.scale >= least || options->format == HB_DRAW_DOT)
    {
      hb_sketch_warn (sketch, p.scale, diag);
      return hb_pages_write (options, 1, "figure", "", put_whole, &p, out, diag);
    }
  p.scale = least < 1 ? least : 1;
  cut (&p);
  bool good = hb_pages_write (options, p.pages.pages.size, "figure", "", put_part, &p, out, diag);
  hb_pages_free (&p.pages);
  return good;
}
