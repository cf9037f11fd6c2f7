/* A plot as a script for gnuplot 5.  See plot.h.
 *
 *     set terminal ...            size, font
 *     $s0 << END ... END          the data of each series
 *     plot $s0 ... band, $s0 ... line and marks, ...
 *
 * Texts stand in single quotes and with `noenhanced`, so that nothing in them is a command; only the
 * numbers at logarithmic axes need it.  Sizes are in points of a page WIDTH centimetres wide. */
#include "viz/plot/plot.h"

#include "base/memory.h"
#include "base/plain.h"

#include <math.h>
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
  while (*text)
    {
      size_t control = hb_control_length (text, strnlen (text, 3));
      if (*text == '\'')
        hb_put (output, "\xe2\x80\x99");
      else
        hb_put_char (output, control ? ' ' : *text);
      text += control ? control : 1;
    }
  hb_put_char (output, '\'');
}

#define NOTE_INDENT 2.0 /* centimetres left of the note, which starts with the graph */

/* The size of letters in print, whatever the format. */
static int
letters_of (double width)
{
  return width < 12 ? 8 : 9;
}

static void
put_terminal (hb_output *output, const struct hb_plot *plot, enum hb_plot_format format,
              double width)
{
  double height = plot->square               ? width * 0.86
                  : hb_plot_key_below (plot) ? width * 0.76
                                             : width * 0.66;
  int points = letters_of (width);
  switch (format)
    {
    case HB_PLOT_SVG:
      hb_putf (output,
               "set terminal svg size %.0f,%.0f font \"Liberation Sans,%.1f\" enhanced background "
               "'#ffffff'\n",
               width / 2.54 * 96, height / 2.54 * 96, points * 96 / 72.0);
      break;
    case HB_PLOT_PDF: /* its own scale of fonts is one half */
      hb_putf (output,
               "set terminal pdfcairo size %.2fcm,%.2fcm font \"Liberation Sans,%d\" fontscale 1 "
               "enhanced\n",
               width, height, points);
      break;
    case HB_PLOT_PNG:
      hb_putf (output,
               "set terminal pngcairo size %.0f,%.0f font \"Liberation Sans,%.1f\" fontscale 1 "
               "enhanced\n",
               width / 2.54 * 192, height / 2.54 * 192, points * 192 / 96.0);
      break;
    }
}

/* The note above the picture, broken to lines, and the title above that. */
static void
put_heading (hb_output *output, const struct hb_plot *plot, double width)
{
  size_t most = (size_t)((width - NOTE_INDENT) / 2.54 * 72 / (0.5 * letters_of (width))), lines = 0;
  const char *note = plot->note ? plot->note : "", *starts[6];
  size_t lengths[6];
  while (*note && lines < 6)
    {
      size_t length = strlen (note);
      if (length > most)
        for (length = most; length > most / 2 && note[length] != ' ';)
          length--;
      starts[lines] = note;
      lengths[lines++] = length;
      note += length;
      note += strspn (note, " ");
    }
  for (size_t i = 0; i < lines; i++)
    {
      char *line = hb_format ("%.*s", (int)lengths[i], starts[i]);
      hb_putf (output, "set label %zu ", i + 1);
      put_text (output, line);
      hb_putf (
          output,
          " at graph 0, graph 1 offset character 0, character %.2f left noenhanced textcolor rgb "
          "'#555555'\n",
          0.75 + (double)(lines - 1 - i));
      hb_free (line);
    }
  hb_putf (output, "set tmargin %zu\nset encoding utf8\nset title ", lines + 3);
  put_text (output, plot->title);
  hb_putf (output, " offset character 0, character %zu noenhanced\n", lines);
}

/* A logarithmic axis, in plain numbers if those of both are short; x ends with the data, not the next power of ten. */
static void
put_log (hb_output *output, const struct hb_plot *plot, char axis)
{
  double least, most;
  hb_plot_range (plot, axis == 'y', &least, &most);
  hb_putf (output, "set logscale %c\nset format %c '%s'\n", axis, axis,
           hb_plot_is_plain (plot) ? "%g" : "10^{%T}");
  if (axis == 'x' && !plot->square && least > 0 && most > least)
    hb_putf (output, "set xrange [%.9g:%.9g]\n", least / 1.1, most * 1.1);
  if (axis == 'y' && plot->log_floor > 0)
    hb_putf (output, "set yrange [%.9g:*]\nset ytics add ('0' %.9g)\n", plot->log_floor / 1.4,
             plot->log_floor);
}

static void
put_square (hb_output *output, const struct hb_plot *plot)
{
  double least, most;
  hb_plot_square_range (plot, &least, &most);
  hb_putf (output, "set size square\nset xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", least, most,
           least, most);
}

/* Ticks in the middle of the cells. */
static void
put_ticks (hb_output *output, const struct hb_plot *plot, char axis)
{
  char *ticks = hb_plot_ticks (plot, axis == 'y');
  if (ticks)
    hb_putf (output, "set %ctics (%s)\n", axis, ticks);
  hb_free (ticks);
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
  return least > 0 ? least / 2 : 0.5;
}

/* An axis that ends where the outermost cells do; by itself it would go on to the next round number. */
static void
put_cell_range (hb_output *output, const struct hb_plot *plot, bool of_y)
{
  const struct hb_plot_series *series = &plot->series.data[0];
  double least = INFINITY, most = -INFINITY, half = half_step (series, of_y);
  for (size_t i = 0; i < series->points.size; i++)
    {
      double at = of_y ? series->points.data[i].y : series->points.data[i].x;
      least = fmin (least, at), most = fmax (most, at);
    }
  hb_putf (output, "set %crange [%.9g:%.9g]\n", of_y ? 'y' : 'x', least - half, most + half);
}

/* The greatest of 1, 2 and 5 times a power of ten up to X > 0. */
static double
round_number (double x)
{
  double power = pow (10, floor (log10 (x)));
  return power * (x >= 5 * power ? 5 : x >= 2 * power ? 2 : 1);
}

/* The one after ROUND. */
static double
next_round (double round)
{
  return round_number (2.5 * round);
}

/* Logarithmic colours, from one round number to another: of less than two decades gnuplot would give few numbers or none. */
static void
put_log_colours (hb_output *output, const struct hb_plot_series *series)
{
  double least = INFINITY, most = 0;
  for (size_t i = 0; i < series->points.size; i++)
    if (series->points.data[i].z > 0)
      {
        least = fmin (least, series->points.data[i].z);
        most = fmax (most, series->points.data[i].z);
      }
  hb_put (output, "set logscale cb\n");
  if (most >= 100 * least || most <= 0)
    {
      hb_put (output, "set format cb '10^{%T}'\n");
      return;
    }
  double low = round_number (least * (1 + 1e-9)), tick = low;
  hb_putf (output, "set cbtics (%.9g", low);
  while (tick < most * (1 - 1e-9))
    hb_putf (output, ", %.9g", tick = next_round (tick));
  hb_putf (output, ")\nset cbrange [%.9g:%.9g]\n", low, tick > low ? tick : next_round (low));
}

static void
put_heat (hb_output *output, const struct hb_plot *plot)
{
  put_ticks (output, plot, 'x');
  put_ticks (output, plot, 'y');
  bool any = plot->series.size && plot->series.data[0].points.size;
  if (any && !plot->log_x)
    put_cell_range (output, plot, false);
  if (any && !plot->log_y)
    put_cell_range (output, plot, true);
  hb_put (output, "set cblabel ");
  put_text (output, plot->z_label);
  hb_put (output, " noenhanced\nset palette defined (0 '#f7fbff', 1 '#6baed6', 2 '#08306b')\n");
  if (plot->log_z && any)
    put_log_colours (output, &plot->series.data[0]);
}

static void
put_frame (hb_output *output, const struct hb_plot *plot)
{
  hb_put (output, "set xlabel ");
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
    put_log (output, plot, 'x');
  if (plot->log_y)
    put_log (output, plot, 'y');
  if (plot->square)
    put_square (output, plot);
  if (plot->y_low < plot->y_high)
    hb_putf (output, "set yrange [%g:%g]\n", plot->y_low, plot->y_high);
  if (plot->z_label)
    put_heat (output, plot);
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
  size_t c = series->colour;
  const char *colour = hb_plot_colour (c);
  int dash = dashes[c % (sizeof dashes / sizeof *dashes)];
  int mark = marks[c % (sizeof marks / sizeof *marks)];
  switch (series->style)
    {
    case HB_PLOT_CURVE:
      hb_putf (output, "$s%zu using 1:2 with linespoints lw 1.5 dt %d pt %d ps 0.7 lc rgb '#%s'", i,
               dash, mark, colour);
      break;
    case HB_PLOT_MARKS:
      hb_putf (output, "$s%zu using 1:2 with points pt %d ps 0.7 lw 1.2 lc rgb '#%s'", i,
               open_marks[c % (sizeof open_marks / sizeof *open_marks)], colour);
      break;
    case HB_PLOT_STEPS:
      hb_putf (output, "$s%zu using 1:2 with steps lw 1.5 dt %d lc rgb '#%s'", i, dash, colour);
      break;
    case HB_PLOT_LINE:
      hb_putf (output, "$s%zu using 1:2 with lines lw 1.5 dt %d lc rgb '#%s'", i, dash,
               series->like == i ? "333333" : colour);
      break;
    case HB_PLOT_CELLS:
      hb_putf (output,
               "$s%zu using 1:2:(%.9g):(%.9g):5 with boxxyerror fs solid noborder lc palette", i,
               0.96 * half_step (series, false), 0.96 * half_step (series, true));
      break;
    }
  put_title (output, series->label);
}

/* Is point P drawn as one that is not where it seems: at a limit, or (not CENSORED) a 0 on a logarithmic axis? */
static bool
is_special (const struct hb_plot *plot, const struct hb_plot_point *p, bool censored)
{
  return censored ? p->censored : plot->log_y && plot->log_floor > 0 && p->y < plot->log_floor;
}

static bool
has_special (const struct hb_plot *plot, size_t i, bool censored)
{
  for (size_t k = 0; k < plot->series.data[i].points.size; k++)
    if (is_special (plot, &plot->series.data[i].points.data[k], censored))
      return true;
  return false;
}

/* Marks over those points: white in the middle for 0, a triangle that points on for a limit. */
static void
put_special (hb_output *output, const struct hb_plot *plot, bool censored)
{
  bool any = false;
  for (size_t i = 0; i < plot->series.size; i++)
    {
      if (!has_special (plot, i, censored))
        continue;
      any = true;
      hb_putf (
          output, ", \\\n     '-' using 1:2 with points pt %d ps %s lw 1.5 lc rgb '#%s' notitle",
          censored ? 8 : 6, censored ? "1.3" : "0.9", hb_plot_colour (plot->series.data[i].colour));
    }
  if (any)
    hb_putf (output, ", \\\n     keyentry with points pt %d ps 1 lc rgb '#333333' title '%s'",
             censored ? 8 : 6, censored ? "at the limit" : "0");
}

static void
put_special_data (hb_output *output, const struct hb_plot *plot, bool censored)
{
  for (size_t i = 0; i < plot->series.size; i++)
    {
      if (!has_special (plot, i, censored))
        continue;
      for (size_t k = 0; k < plot->series.data[i].points.size; k++)
        {
          const struct hb_plot_point *p = &plot->series.data[i].points.data[k];
          if (is_special (plot, p, censored))
            hb_putf (output, "%.9g %.9g\n", p->x, hb_plot_shown (plot, p->y));
        }
      hb_put (output, "e\n");
    }
}

void
hb_plot_gnuplot (hb_output *output, const struct hb_plot *plot, enum hb_plot_format format,
                 double width)
{
  put_terminal (output, plot, format, width);
  put_heading (output, plot, width);
  put_frame (output, plot);
  put_data (output, plot);
  const char *separator = "plot ";
  for (size_t i = 0; i < plot->series.size; i++)
    if (hb_plot_has_band (&plot->series.data[i]))
      {
        hb_putf (output,
                 "%s$s%zu using 1:3:4 with filledcurves fs transparent solid 0.15 lc rgb '#%s' "
                 "notitle",
                 separator, i, hb_plot_colour (plot->series.data[i].colour));
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
  put_special (output, plot, false);
  put_special (output, plot, true);
  hb_put_char (output, '\n');
  put_special_data (output, plot, false);
  put_special_data (output, plot, true);
}
