/* A plot as a script for gnuplot 5.  See plot.h.
 *
 *     set terminal ...            size, font
 *     $s0 << END ... END          the data of each series
 *     plot $s0 ... band, $s0 ... line and marks, ...
 *
 * Texts stand in single quotes and with `noenhanced`, so that nothing in them is a command; only the
 * numbers at logarithmic axes need it.  Sizes are in points of a page WIDTH centimetres wide. */
#include "viz/plot/plot.h"

#include <string.h>

static const int dashes[] = { 1, 2, 4, 5, 6, 3 };
static const int marks[] = { 7, 9, 5, 11, 13, 6, 4 };
/* Open ones, which do not hide each other: circle, triangle, square, ... */
static const int open_marks[] = { 6, 8, 4, 10, 12, 1, 2 };

/* TEXT in single quotes: between them gnuplot runs no `command`, expands no @macro and knows no escapes but
 * the doubled quote, which gnuplot 5.4 misreads at the front of a text: a quote becomes a typographic one.
 * A statement ends with its line, so control characters become blanks. */
static void
put_text (hb_output *output, const char *text)
{
  hb_put_char (output, '\'');
  for (; *text; text++)
    {
      bool control = (unsigned char)*text < ' ' || *text == 0x7f;
      if (*text == '\'')
        hb_put (output, "\xe2\x80\x99");
      else
        hb_put_char (output, control ? ' ' : *text);
    }
  hb_put_char (output, '\'');
}

static void
put_terminal (hb_output *output, const struct hb_plot *plot, enum hb_plot_format format,
              double width)
{
  double height = width * (hb_plot_key_below (plot) ? 0.72 : 0.62);
  switch (format)
    {
    case HB_PLOT_SVG:
      hb_putf (
          output,
          "set terminal svg size %.0f,%.0f font \"Helvetica,%d\" enhanced background '#ffffff'\n",
          width / 2.54 * 96, height / 2.54 * 96, width < 12 ? 10 : 12);
      break;
    case HB_PLOT_PDF:
      hb_putf (output, "set terminal pdfcairo size %.2fcm,%.2fcm font \"Helvetica,%d\" enhanced\n",
               width, height, width < 12 ? 7 : 9);
      break;
    case HB_PLOT_PNG:
      hb_putf (output, "set terminal pngcairo size %.0f,%.0f font \"Helvetica,%d\" enhanced\n",
               width / 2.54 * 192, height / 2.54 * 192, width < 12 ? 14 : 18);
      break;
    }
}

/* A logarithmic x axis that ends with the data instead of the next power of ten, in plain numbers if they are
 * short. */
static void
put_log_x (hb_output *output, const struct hb_plot *plot)
{
  double least = 0, most = 0;
  for (size_t i = 0; i < plot->series.size; i++)
    for (size_t k = 0; k < plot->series.data[i].points.size; k++)
      {
        double x = plot->series.data[i].points.data[k].x;
        least = x > 0 && (!(least > 0) || x < least) ? x : least;
        most = x > most ? x : most;
      }
  bool plain = least >= 0.0001 && most < 1e6 && (least >= 1 || most <= 1);
  hb_putf (output, "set logscale x\nset format x '%s'\n", plain ? "%g" : "10^{%T}");
  if (least > 0 && most > least)
    hb_putf (output, "set xrange [%.9g:%.9g]\n", least / 1.1, most * 1.1);
}

static void
put_frame (hb_output *output, const struct hb_plot *plot)
{
  hb_put (output, "set encoding utf8\nset title ");
  put_text (output, plot->title);
  hb_put (output, " noenhanced\nset xlabel ");
  put_text (output, plot->x_label);
  hb_put (output, " noenhanced\nset ylabel ");
  put_text (output, plot->y_label);
  hb_putf (output,
           " noenhanced\nset grid lc rgb '#dddddd'\nset border 3\nset tics nomirror\n"
           "set key %s Left reverse samplen 3 noenhanced\n",
           hb_plot_key_below (plot) ? "outside below center horizontal maxcols 2 height 1"
                                    : "outside right top vertical");
  if (!plot->log_x && !plot->z_label)
    hb_put (output, "set autoscale xfix\nset offsets graph 0.02, graph 0.02, 0, 0\n");
  if (plot->log_x)
    put_log_x (output, plot);
  if (plot->log_y)
    hb_put (output, "set logscale y\nset format y '10^{%T}'\n");
  if (plot->y_low < plot->y_high)
    hb_putf (output, "set yrange [%g:%g]\n", plot->y_low, plot->y_high);
  if (plot->z_label)
    {
      hb_put (output, "set cblabel ");
      put_text (output, plot->z_label);
      hb_put (output, " noenhanced\nset palette defined (0 '#f7fbff', 1 '#6baed6', 2 '#08306b')\n");
      if (plot->log_z)
        hb_put (output, "set logscale cb\nset format cb '10^{%T}'\n");
    }
}

static void
put_data (hb_output *output, const struct hb_plot *plot)
{
  for (size_t i = 0; i < plot->series.size; i++)
    {
      const struct hb_plot_series *series = &plot->series.data[i];
      hb_putf (output, "$s%zu << END\n", i);
      for (size_t k = 0; k < series->points.size; k++)
        {
          const struct hb_plot_point *p = &series->points.data[k];
          hb_putf (output, "%.9g %.9g %.9g %.9g %.9g\n", p->x, hb_plot_shown (plot, p->y),
                   hb_plot_shown (plot, p->low), hb_plot_shown (plot, p->high), p->z);
        }
      hb_put (output, "END\n");
    }
}

/* Half of the smallest difference between two x (or y) of the points: a cell's half width. */
static double
half_step (const struct hb_plot_series *series, bool of_y)
{
  double least = 0;
  for (size_t i = 0; i < series->points.size; i++)
    for (size_t k = 0; k < i; k++)
      {
        const struct hb_plot_point *a = &series->points.data[i], *b = &series->points.data[k];
        double step = of_y ? a->y - b->y : a->x - b->x;
        step = step < 0 ? -step : step;
        least = step > 0 && (!(least > 0) || step < least) ? step : least;
      }
  return least > 0 ? 0.48 * least : 0.5;
}

static void
put_title (hb_output *output, const char *label)
{
  if (!label)
    {
      hb_put (output, " notitle");
      return;
    }
  hb_put (output, " title ");
  put_text (output, label);
}

static void
put_series (hb_output *output, const struct hb_plot_series *series, size_t i)
{
  const char *colour = hb_plot_colour (i);
  int dash = dashes[i % (sizeof dashes / sizeof *dashes)];
  int mark = marks[i % (sizeof marks / sizeof *marks)];
  switch (series->style)
    {
    case HB_PLOT_CURVE:
      hb_putf (output, "$s%zu using 1:2 with linespoints lw 1.5 dt %d pt %d ps 0.7 lc rgb '#%s'", i,
               dash, mark, colour);
      break;
    case HB_PLOT_MARKS:
      hb_putf (output, "$s%zu using 1:2 with points pt %d ps 0.7 lw 1.2 lc rgb '#%s'", i,
               open_marks[i % (sizeof open_marks / sizeof *open_marks)], colour);
      break;
    case HB_PLOT_STEPS:
      hb_putf (output, "$s%zu using 1:2 with steps lw 1.5 dt %d lc rgb '#%s'", i, dash, colour);
      break;
    case HB_PLOT_LINE:
      hb_putf (output, "$s%zu using 1:2 with lines lw 1.5 dt %d lc rgb '#%s'", i, dash,
               series->like == i ? "333333" : hb_plot_colour (series->like));
      break;
    case HB_PLOT_CELLS:
      hb_putf (output,
               "$s%zu using 1:2:(%.9g):(%.9g):5 with boxxyerror fs solid noborder lc palette", i,
               half_step (series, false), half_step (series, true));
      break;
    }
  put_title (output, series->label);
}

void
hb_plot_gnuplot (hb_output *output, const struct hb_plot *plot, enum hb_plot_format format,
                 double width)
{
  put_terminal (output, plot, format, width);
  put_frame (output, plot);
  put_data (output, plot);
  const char *separator = "plot ";
  for (size_t i = 0; i < plot->series.size; i++)
    if (hb_plot_has_band (&plot->series.data[i]))
      {
        hb_putf (output,
                 "%s$s%zu using 1:3:4 with filledcurves fs transparent solid 0.15 lc rgb '#%s' "
                 "notitle",
                 separator, i, hb_plot_colour (i));
        separator = ", \\\n     ";
      }
  for (size_t i = 0; i < plot->series.size; i++)
    {
      if (!plot->series.data[i].points.size)
        continue;
      hb_put (output, separator);
      put_series (output, &plot->series.data[i], i);
      separator = ", \\\n     ";
    }
  hb_put_char (output, '\n');
}
