/* A plot for LaTeX, by pgfplots.  See plot.h.
 *
 * The file has its own preamble, which a paper that has \input it skips: what stands between
 * \begin{document} and \end{document} of class standalone. */
#include "viz/plot/plot.h"

#include "base/escape.h"
#include "base/memory.h"

static const char *const dashes[]
    = { "solid", "dashed", "dash dot", "densely dotted", "loosely dashed" };
static const char *const marks[] = { "*", "triangle*", "square*", "diamond*", "o", "x" };

static void
put_key (hb_output *output, const char *key, const char *text)
{
  hb_putf (output, "  %s={", key);
  hb_put_tex (output, text);
  hb_put (output, "},\n");
}

static void
put_square (hb_output *output, const struct hb_plot *plot)
{
  double least, most;
  hb_plot_square_range (plot, &least, &most);
  hb_putf (output, "  scale only axis, xmin=%.9g, xmax=%.9g, ymin=%.9g, ymax=%.9g,\n", least, most,
           least, most);
}

/* Ticks in the middle of the cells. */
static void
put_ticks (hb_output *output, const struct hb_plot *plot, bool of_y)
{
  char *ticks = hb_plot_ticks (plot, of_y);
  if (ticks)
    hb_putf (output, "  %ctick={%s},\n", of_y ? 'y' : 'x', ticks);
  hb_free (ticks);
}

static void
put_axis (hb_output *output, const struct hb_plot *plot, double width)
{
  double inside = plot->square ? width * 0.62 : width;
  hb_putf (output, "\\begin{axis}[width=%.2fcm, height=%.2fcm,\n", inside, width * 0.62);
  hb_put (output, "  title={\\parbox{\\linewidth}{\\centering ");
  hb_put_tex (output, plot->title);
  if (plot->note)
    {
      hb_put (output, "\\\\ {\\footnotesize ");
      hb_put_tex (output, plot->note);
      hb_put_char (output, '}');
    }
  hb_put (output, "}},\n");
  put_key (output, "xlabel", plot->x_label);
  put_key (output, "ylabel", plot->y_label);
  if (plot->log_x)
    hb_put (output, "  xmode=log,\n");
  if (plot->log_y)
    hb_put (output, "  ymode=log,\n");
  if ((plot->log_x || plot->log_y) && hb_plot_is_plain (plot))
    hb_put (output, "  log ticks with fixed point,\n");
  if (plot->square)
    put_square (output, plot);
  if (plot->log_y && plot->log_floor > 0)
    hb_putf (output, "  extra y ticks={%g}, extra y tick labels={0},\n", plot->log_floor);
  for (int of_y = 0; of_y < 2 && plot->z_label; of_y++)
    put_ticks (output, plot, of_y);
  if (plot->y_low < plot->y_high)
    hb_putf (output, "  ymin=%g, ymax=%g,\n", plot->y_low, plot->y_high);
  bool below = hb_plot_key_below (plot);
  hb_putf (
      output,
      "  title style={font=\\small}, label style={font=\\small},\n"
      "  tick label style={font=\\footnotesize}, legend style={font=\\footnotesize, draw=none%s},\n"
      "  %slegend cell align=left, grid=major,\n"
      "  grid style={gray!25}, axis lines=left, enlargelimits=0.04",
      below ? ", at={(0.5,-0.22)}, anchor=north, legend columns=2" : "",
      below ? "" : "legend pos=outer north east, ");
  if (plot->z_label)
    {
      hb_put (output, ",\n  colorbar, point meta=explicit, colormap={hbkit}{rgb255=(247,251,255) "
                      "rgb255=(107,174,214) rgb255=(8,48,107)},\n  colorbar style={ylabel={");
      hb_put_tex (output, plot->z_label);
      hb_put (output, "}}");
    }
  hb_put (output, "]\n");
}

static void
put_points (hb_output *output, const struct hb_plot *plot, const struct hb_plot_series *series,
            int what)
{
  bool cells = series->style == HB_PLOT_CELLS;
  hb_put (output, " coordinates {");
  for (size_t k = 0; k < series->points.size; k++)
    {
      const struct hb_plot_point *p = &series->points.data[k];
      hb_putf (output, "%s(%.9g,%.9g)", k % 6 ? " " : "\n  ", p->x,
               hb_plot_shown (plot, what < 0   ? p->low
                                    : what > 0 ? p->high
                                               : p->y));
      if (cells)
        hb_putf (output, " [%.9g]", p->z);
    }
  hb_put (output, "\n};\n");
}

/* The band as two invisible curves and what lies between. */
static void
put_band (hb_output *output, const struct hb_plot *plot, const struct hb_plot_series *series,
          size_t i)
{
  hb_putf (output, "\\addplot[name path=low%zu, draw=none, forget plot]", i);
  put_points (output, plot, series, -1);
  hb_putf (output, "\\addplot[name path=high%zu, draw=none, forget plot]", i);
  put_points (output, plot, series, 1);
  hb_putf (
      output,
      "\\addplot[hbseries%zu, opacity=0.15, forget plot] fill between[of=low%zu and high%zu];\n",
      series->colour % 7, i, i);
}

static void
put_series (hb_output *output, const struct hb_plot *plot, const struct hb_plot_series *series,
            size_t i)
{
  size_t c = series->colour;
  const char *dash = dashes[c % (sizeof dashes / sizeof *dashes)];
  const char *mark = marks[c % (sizeof marks / sizeof *marks)];
  const char *forget = series->label ? "" : ", forget plot";
  if (hb_plot_has_band (series))
    put_band (output, plot, series, i);
  switch (series->style)
    {
    case HB_PLOT_CURVE:
      hb_putf (
          output,
          "\\addplot[hbseries%zu, thick, %s, mark=%s, mark size=1.2pt, mark options={solid}%s]",
          c % 7, dash, mark, forget);
      break;
    case HB_PLOT_MARKS:
      hb_putf (output, "\\addplot[hbseries%zu, only marks, mark=%s, mark size=1.2pt%s]", c % 7,
               mark, forget);
      break;
    case HB_PLOT_STEPS:
      hb_putf (output, "\\addplot[hbseries%zu, thick, const plot, no marks, %s%s]", c % 7, dash,
               forget);
      break;
    case HB_PLOT_LINE:
      if (series->like == i)
        hb_putf (output, "\\addplot[black!80, thin, %s, no marks%s]", dash, forget);
      else
        hb_putf (output, "\\addplot[hbseries%zu, thick, %s, no marks%s]", c % 7, dash, forget);
      break;
    case HB_PLOT_CELLS:
      hb_put (output, "\\addplot[scatter, only marks, mark=square*, mark size=5pt]");
      break;
    }
  put_points (output, plot, series, 0);
  if (series->label)
    {
      hb_put (output, "\\addlegendentry{");
      hb_put_tex (output, series->label);
      hb_put (output, "}\n");
    }
}

/* Marks over the points that stand at a limit, and over 0 on a logarithmic axis. */
static void
put_special (hb_output *output, const struct hb_plot *plot, const struct hb_plot_series *series,
             bool censored)
{
  bool any = false;
  for (size_t k = 0; k < series->points.size; k++)
    {
      const struct hb_plot_point *p = &series->points.data[k];
      if (censored ? !p->censored : !(plot->log_y && plot->log_floor > 0 && p->y < plot->log_floor))
        continue;
      if (!any)
        hb_putf (
            output,
            "\\addplot[hbseries%zu, only marks, mark=%s, mark size=%s, forget plot] coordinates {",
            series->colour % 7, censored ? "triangle" : "o", censored ? "2.4pt" : "2pt");
      any = true;
      hb_putf (output, "(%.9g,%.9g) ", p->x, hb_plot_shown (plot, p->y));
    }
  if (any)
    hb_put (output, "};\n");
}

void
hb_plot_tex (hb_output *output, const struct hb_plot *plot, double width)
{
  hb_put (output, "\\documentclass[border=2pt]{standalone}\n"
                  "\\usepackage{pgfplots}\n"
                  "\\pgfplotsset{compat=1.17}\n"
                  "\\usepgfplotslibrary{fillbetween}\n"
                  "\\begin{document}\n");
  for (size_t i = 0; i < 7; i++)
    hb_putf (output,
             "\\definecolor{hbcolour%zu}{HTML}{%s}\\pgfplotsset{hbseries%zu/"
             ".style={color=hbcolour%zu}}\n",
             i, hb_plot_colour (i), i, i);
  hb_put (output, "\\begin{tikzpicture}\n");
  put_axis (output, plot, width);
  for (size_t i = 0; i < plot->series.size; i++)
    if (plot->series.data[i].points.size)
      {
        put_series (output, plot, &plot->series.data[i], i);
        put_special (output, plot, &plot->series.data[i], false);
        put_special (output, plot, &plot->series.data[i], true);
      }
  hb_put (output, "\\end{axis}\n\\end{tikzpicture}\n\\end{document}\n");
}
