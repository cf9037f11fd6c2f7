/* From a trace to a figure to a file; see draw.h. */
#include "viz/draw.h"

#include "base/failure.h"
#include "viz/figure.h"
#include "viz/pages.h"
#include "viz/text.h"

#include <math.h>
#include <string.h>

#define CENTIMETRE (72 / 2.54)
#define TEXT_WIDTH 17.8
#define TIGHT 0.62     /* for gutters of figures that do not fit */
#define MOST_ROUNDS 6  /* of making room for labels */
#define LEAST_FOLDED 8 /* handlers: columns of fewer are easier to follow than names that change */
#define MOST_FOLDED 1500 /* nodes: more are not readable on any page */
#define MANY_EDGES 1000  /* from then on there are fewer */

struct hb_draw_options
hb_draw_defaults (void)
{
  return (struct hb_draw_options){ .format = HB_DRAW_SVG, .what = HB_DRAW_TRACE };
}

static bool
select_events (hb_figure *figure, const hb_trace *trace, hb_diag *diag)
{
  switch (figure->options->what)
    {
    case HB_DRAW_CYCLE:
      return hb_select_cycle (figure, trace, diag);
    case HB_DRAW_GADGET:
      if (!figure->options->gadget_handler && hb_trace_find_handler (trace, "hW") == HB_NONE)
        return hb_select_clause (figure, trace, diag);
      return hb_select_gadget (figure, trace, diag);
    case HB_DRAW_ROW:
      return hb_select_row (figure, trace, diag);
    default:
      return hb_select_trace (figure, trace, diag);
    }
}

static void
lay_out (hb_figure *figure)
{
  vec_clear (figure->gutter_extra);
  vec_clear (figure->row_extra);
  int rounds = figure->edges.size < MANY_EDGES ? MOST_ROUNDS : 3;
  for (int round = 0; round < rounds; round++)
    {
      hb_place (figure);
      if (hb_label (figure))
        break;
    }
}

static void
route (void *figure)
{
  hb_route (figure);
}

/* --- Fitting the page ------------------------------------------------------------------------- */

static double
room (double centimetres, double otherwise)
{
  return (centimetres > 0 ? centimetres : otherwise) * CENTIMETRE - 2 * HB_MARGIN;
}

static void
scale_to (hb_figure *figure, double scale)
{
  figure->scale = scale;
  figure->below = figure->sheet.small / scale;
}

/* As it was placed, without panels, legend and caption. */
static void
take_back (hb_figure *figure)
{
  vec_clear (figure->panels);
  hb_legend_clear (figure);
  figure->width = figure->bare.x, figure->height = figure->bare.y;
}

/* Cuts a figure that has been made smaller to fit the height into panels side by side instead, if that leaves it larger. */
static void
fit_panels (hb_figure *figure, double width, double height)
{
  double alone = figure->scale, below = alone * (figure->height - figure->bare.y);
  char *caption = figure->caption;
  figure->caption = hb_format ("%s%sWhere a dashed line ends it the figure goes on at the right.",
                               caption ? caption : "", caption ? "\n" : "");
  for (int round = 0; round < 4; round++)
    {
      take_back (figure);
      scale_to (figure, alone);
      double scale = hb_panels (figure, width, height - below, alone), graph = figure->height;
      if (!(scale > 0))
        break;
      scale_to (figure, scale);
      hb_legend (figure);
      if (scale * figure->height <= height && scale * figure->width <= width * 1.001)
        {
          figure->alone = caption ? caption : hb_copy_text ("");
          return;
        }
      below = scale * (figure->height - graph) + 2;
    }
  hb_free (figure->caption);
  figure->caption = caption;
  take_back (figure);
  scale_to (figure, alone);
  hb_legend (figure);
}

/* Legend and caption, which keep their size, below a figure that is made as small as the page wants it. */
static void
fit (hb_figure *figure)
{
  double wide = figure->width, high = figure->height;
  figure->bare = (struct hb_point){ wide, high };
  double width = room (figure->options->width, TEXT_WIDTH),
         height = figure->options->height > 0 ? room (figure->options->height, 0) : 0;
  scale_to (figure, wide > width ? width / wide : 1);
  hb_legend (figure);
  for (int round = 0; round < 8 && height > 0 && figure->scale * figure->height > height; round++)
    {
      double left = height - figure->scale * (figure->height - high);
      double scale = left > height / 8 ? left / high : height / 8 / high;
      take_back (figure);
      scale_to (figure, scale < figure->scale ? scale : figure->scale * 0.97);
      hb_legend (figure);
    }
  if (height > 0 && figure->scale < 1 && figure->options->format != HB_DRAW_DOT)
    fit_panels (figure, width, height);
  if (figure->scale * figure->width > width * 1.001) /* a word that cannot be broken */
    figure->scale = width / figure->width;
}

/* Adds SENTENCE (stolen) to the caption. */
static void
tell (hb_figure *figure, char *sentence)
{
  char *longer = hb_format ("%s%s%s", figure->caption ? figure->caption : "",
                            figure->caption ? "\n" : "", sentence);
  hb_free (figure->caption);
  hb_free (sentence);
  figure->caption = longer;
}

/* Selects, folds into MOST columns unless that is 0, routes and places.  False after an error. */
static bool
make (hb_figure *figure, const hb_trace *trace, size_t most, hb_diag *diag)
{
  char why[HB_LONGEST_FAILURE];
  if (!select_events (figure, trace, diag))
    return false;
  if (most)
    hb_fold (figure, most);
  if (!hb_guarded (route, figure, why))
    {
      hb_error (diag, NULL, "%s", why);
      return false;
    }
  lay_out (figure);
  if (figure->width <= room (figure->options->width, TEXT_WIDTH))
    return true;
  figure->tight = TIGHT;
  lay_out (figure);
  return true;
}

/* Has the figure names that are longer than MOST bytes? */
static bool
has_longer (const hb_figure *figure, const hb_trace *trace, size_t most)
{
  for (size_t c = 0; c < figure->columns.size; c++)
    if (strlen (hb_handler_name (trace, figure->columns.data[c].handler)) > most)
      return true;
  for (size_t b = 0; b < figure->boxes.size; b++)
    if (strlen (hb_message_name (trace, figure->boxes.data[b].message)) > most)
      return true;
  for (size_t v = 0; v < figure->nodes.size; v++)
    {
      hb_id e = figure->nodes.data[v].event;
      const struct hb_event *event = e == HB_NONE ? NULL : &trace->events.data[e];
      if (event && event->kind != HB_GET
          && strlen (event->kind == HB_POST ? hb_message_name (trace, event->object)
                                            : hb_variable_name (trace, event->object))
                 > most)
        return true;
    }
  return false;
}

/* The size of the smallest letters on paper. */
static double
smallest_type (const hb_figure *figure)
{
  double size = figure->sheet.small;
  for (size_t v = 0; v < figure->nodes.size; v++)
    if (strchr (figure->nodes.data[v].text, *HB_SUB) && HB_SUB_SCALE * figure->sheet.font < size)
      size = HB_SUB_SCALE * figure->sheet.font;
  for (size_t b = 0; b < figure->boxes.size; b++)
    if (figure->boxes.data[b].name && strchr (figure->boxes.data[b].name, *HB_SUB))
      size = HB_SUB_SCALE * figure->sheet.small;
  return figure->scale * size;
}

/* Is what is SHOWN less than all, FULL? */
static bool
is_shortened (const char *shown, const char *full)
{
  return shown && full && strstr (shown, HB_DOTS);
}

static bool
has_shortened (const hb_figure *figure)
{
  bool found = false;
  for (size_t c = 0; c < figure->columns.size; c++)
    found = found || is_shortened (figure->columns.data[c].name, figure->columns.data[c].full);
  for (size_t b = 0; b < figure->boxes.size; b++)
    found = found || is_shortened (figure->boxes.data[b].name, figure->boxes.data[b].full)
            || is_shortened (figure->boxes.data[b].handler, figure->boxes.data[b].handler_full);
  for (size_t v = 0; v < figure->nodes.size; v++)
    found = found || is_shortened (figure->nodes.data[v].text, figure->nodes.data[v].full);
  return found;
}

/* Says what was done to make the figure fit, and fits it. */
static void
tell_and_fit (hb_figure *figure)
{
  if (figure->folded)
    tell (figure, hb_format ("%zu handlers in %zu columns: those whose messages need not run at "
                             "once share one, each run "
                             "of messages under its handler's name.",
                             figure->folded, figure->columns.size));
  if (figure->longest || has_shortened (figure))
    tell (figure, hb_format (HB_NAMES_SHORTENED,
                             figure->longest ? figure->longest : (size_t)HB_LONGEST_SHOWN));
  fit (figure);
}

/* Cuts a figure whose smallest letters are still too small into parts in which they are not. */
static void
fit_parts (hb_figure *figure)
{
  const struct hb_draw_options *options = figure->options;
  double scale = figure->scale * (HB_LEAST_TYPE + 0.001) / smallest_type (figure);
  if (scale <= figure->scale || options->format == HB_DRAW_DOT)
    return;
  scale = scale < 1 ? scale : 1;
  take_back (figure);
  if (figure->alone)
    {
      hb_free (figure->caption);
      figure->caption = *figure->alone ? figure->alone : NULL;
      if (!figure->caption)
        hb_free (figure->alone);
      figure->alone = NULL;
    }
  scale_to (figure, scale);
  hb_parts (figure, room (options->width, TEXT_WIDTH) / scale,
            options->height > 0 ? room (options->height, 0) / scale : 0);
}

/* Lets handlers share columns, if the smallest letters are too small and become large enough by it: as few columns as that takes.
 * WIDE is the figure's width without its legend. */
static bool
fold (hb_figure *figure, const hb_trace *trace, double wide, hb_diag *diag)
{
  const struct hb_draw_options *options = figure->options;
  size_t count = figure->columns.size;
  double share = room (options->width, TEXT_WIDTH) / wide * figure->sheet.small / HB_LEAST_TYPE;
  size_t most = share < 1 ? (size_t)(share * (double)count) + 1 : count;
  if ((options->what != HB_DRAW_TRACE && options->what != HB_DRAW_CYCLE) || count < LEAST_FOLDED
      || figure->nodes.size > MOST_FOLDED)
    return true;
  most = most < count ? most : count - 1;
  for (; most && smallest_type (figure) < HB_LEAST_TYPE; most -= 1 + most / 8)
    {
      hb_figure other;
      hb_figure_init (&other, options);
      other.longest = figure->longest;
      if (!make (&other, trace, most, diag))
        {
          hb_figure_free (&other);
          return false;
        }
      tell_and_fit (&other);
      bool large = smallest_type (&other) >= HB_LEAST_TYPE || options->format == HB_DRAW_DOT;
      if (large && smallest_type (&other) > smallest_type (figure) && other.columns.size < count)
        {
          hb_figure_free (figure);
          *figure = other;
        }
      else
        hb_figure_free (&other);
    }
  return true;
}

bool
hb_draw_figure (hb_figure *figure, const hb_trace *trace, const struct hb_draw_options *options,
                hb_diag *diag)
{
  static const size_t shorter[] = { 16, 10 };
  hb_figure_init (figure, options);
  if (!make (figure, trace, 0, diag))
    return false;
  for (size_t i = 0; i < sizeof shorter / sizeof *shorter; i++)
    {
      if (figure->width <= room (options->width, TEXT_WIDTH)
          || !has_longer (figure, trace, shorter[i]))
        continue;
      hb_figure_free (figure);
      hb_figure_init (figure, options);
      figure->longest = shorter[i];
      if (!make (figure, trace, 0, diag))
        return false;
    }
  double wide = figure->width;
  tell_and_fit (figure);
  if (!fold (figure, trace, wide, diag))
    return false;
  fit_parts (figure);
  if (figure->pages && options->page <= figure->parts)
    hb_take_part (figure, options->page ? options->page : 1);
  return true;
}

/* Says so if the type has become too small to be read, or the figure too high for a page. */
static void
warn (const hb_figure *figure, hb_diag *diag)
{
  double type = smallest_type (figure), wide = figure->options->width,
         high = figure->scale * (figure->height + 2 * HB_MARGIN) / CENTIMETRE,
         most = figure->options->height > 0 ? figure->options->height : HB_PAGE_HEIGHT;
  if (type < HB_LEAST_TYPE)
    hb_warning (diag, NULL,
                "to fit %.1f cm%s, the figure is drawn at %.0f %% and its smallest letters at %.1f "
                "pt; fewer handlers or events (--handlers, --messages, --around, --core) or a "
                "larger --width make it readable",
                wide > 0 ? wide : TEXT_WIDTH, figure->options->height > 0 ? " and its height" : "",
                100 * figure->scale, type);
  if (high > most + 0.05)
    hb_warning (
        diag, NULL,
        "the figure is %.1f cm high, more than the %.1f cm of a page; --height or --page make it "
        "smaller or divide it, --handlers, --messages, --around and --core show less, --timeline "
        "what fits",
        high, most);
}

/* A figure, and whom to warn. */
struct drawing
{
  hb_figure figure;
  hb_diag *diag;
};

static void
put (void *self, size_t part, hb_output *output)
{
  struct drawing *drawing = self;
  if (drawing->figure.pages)
    hb_take_part (&drawing->figure, part);
  hb_figure_write (&drawing->figure, output);
  warn (&drawing->figure, drawing->diag);
}

/* What FIGURE takes: its parts, or what its height comes to. */
static size_t
count_pages (const hb_figure *figure)
{
  double high = figure->scale * figure->height / CENTIMETRE;
  if (figure->options->format == HB_DRAW_DOT)
    return 1;
  return figure->pages && figure->options->height > 0 ? figure->parts
                                                      : (size_t)ceil (high / HB_PAGE_HEIGHT);
}

bool
hb_draw_within (const hb_trace *trace, const struct hb_draw_options *options, size_t most,
                size_t *pages, hb_output *output, hb_diag *diag)
{
  struct drawing drawing = { .diag = diag };
  hb_figure *figure = &drawing.figure;
  if (options->format == HB_DRAW_DOT && !hb_figure_has_dot)
    {
      hb_error (diag, NULL,
                "this hbkit was built without libcgraph, which writes dot; expected svg or tikz");
      return false;
    }
  bool good = hb_draw_figure (figure, trace, options, diag);
  *pages = good ? count_pages (figure) : 0;
  if (good && *pages <= most)
    good = hb_pages_write (options, figure->pages ? figure->parts : 1, "figure",
                           "; --hide, --handlers, --messages, --around and --core show less, "
                           "--timeline all of a run on a page",
                           put, &drawing, output, diag);
  hb_figure_free (figure);
  return good;
}

bool
hb_draw (const hb_trace *trace, const struct hb_draw_options *options, hb_output *output,
         hb_diag *diag)
{
  size_t pages;
  return hb_draw_within (trace, options, SIZE_MAX, &pages, output, diag);
}
