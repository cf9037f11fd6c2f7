/* From a trace to a figure to a file; see draw.h. */
#include "viz/draw.h"

#include "base/failure.h"
#include "viz/figure.h"

#define CENTIMETRE (72 / 2.54)
#define TEXT_WIDTH 17.8
#define LEAST_TYPE 4.5  /* points, below which there is a warning */
#define TIGHT 0.62      /* for gutters of figures that do not fit */
#define MOST_ROUNDS 6   /* of making room for labels */
#define MANY_EDGES 1000 /* from then on there are fewer */

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

bool
hb_draw_figure (hb_figure *figure, const hb_trace *trace, const struct hb_draw_options *options,
                hb_diag *diag)
{
  double width = (options->width > 0 ? options->width : TEXT_WIDTH) * CENTIMETRE - 2 * HB_MARGIN;
  hb_figure_init (figure, options);
  if (!select_events (figure, trace, diag))
    return false;
  char why[HB_LONGEST_FAILURE];
  if (!hb_guarded (route, figure, why))
    {
      hb_error (diag, NULL, "%s", why);
      return false;
    }
  lay_out (figure);
  if (figure->width > width)
    {
      figure->tight = TIGHT;
      lay_out (figure);
    }
  hb_legend (figure);
  figure->scale = figure->width > width ? width / figure->width : 1;
  return true;
}

/* Says so if the type has become too small to be read. */
static void
warn_of_small_type (const hb_figure *figure, hb_diag *diag)
{
  double type = figure->scale * figure->sheet.font;
  if (type < LEAST_TYPE)
    hb_warning (diag, NULL,
                "to fit %.1f cm, the figure is drawn at %.0f %% and its type at %.1f pt; fewer "
                "handlers or events (--handlers, --messages, --around) or a larger --width make it "
                "readable",
                figure->options->width > 0 ? figure->options->width : TEXT_WIDTH,
                100 * figure->scale, type);
}

bool
hb_draw (const hb_trace *trace, const struct hb_draw_options *options, hb_output *output,
         hb_diag *diag)
{
  hb_figure figure;
  bool good = hb_draw_figure (&figure, trace, options, diag);
  if (good)
    {
      hb_figure_write (&figure, output);
      warn_of_small_type (&figure, diag);
    }
  hb_figure_free (&figure);
  return good;
}
