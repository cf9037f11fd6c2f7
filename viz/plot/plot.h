/* Plots of measurements: curves with bands, points, steps, heat maps, as data that several writers
 * turn into files.
 *
 *     database ──▶ struct hb_plot ──▶ CSV, a gnuplot script, pgfplots
 *
 * gnuplot draws SVG, PDF and PNG; LaTeX draws the pgfplots file.  Series are told apart by colour
 * (Okabe and Ito's), dash and mark, so that they can be told apart in greyscale as well. */
#ifndef HBKIT_PLOT_H
#define HBKIT_PLOT_H

#include "base/output.h"
#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_plot_point
{
  double x, y;
  double low, high; /* of the band; both y: none */
  uint64_t count;   /* how many measurements it stands for */
  double z;         /* heat maps: the value of the cell (x, y) */
  char *note;       /* what the point is, for the CSV; NULL: nothing; owned */
  bool censored;    /* it stands at a limit: the value is at least that */
};

enum hb_plot_style
{
  HB_PLOT_CURVE, /* line with marks, and the band around it */
  HB_PLOT_MARKS,
  HB_PLOT_STEPS,
  HB_PLOT_LINE, /* a fit, a diagonal: thin, without marks */
  HB_PLOT_CELLS /* a heat map, the only series of its plot */
};

struct hb_plot_series
{
  char *label; /* owned; NULL: not in the key */
  enum hb_plot_style style;
  size_t like;   /* lines: the series whose colour they have; its own index: dark grey */
  size_t colour; /* number of its colour, dashes and mark; its own index unless it is set */
  VEC (struct hb_plot_point) points;
};

struct hb_plot
{
  char *name;                        /* of its files, without suffix; owned */
  char *title;                       /* what it shows, as a statement; owned */
  char *note;                        /* what was measured, how many, what bands are; owned */
  char *x_label, *y_label, *z_label; /* owned; z of heat maps */
  bool log_x, log_y, log_z;
  double
      log_floor; /* with log_y: what is below is drawn here, open, at a tick "0"; 0: nothing is */
  bool square;   /* both axes are as long and have the same range */
  double y_low, y_high; /* fixed ends of the axis; both 0: what the data want */
  VEC (struct hb_plot_series) series;
};

/* New, empty; texts are copied. */
struct hb_plot *hb_plot_new (const char *name, const char *title, const char *x_label,
                             const char *y_label);
void hb_plot_free (struct hb_plot *plot);

/* Adds a series (LABEL is copied, may be NULL); its index. */
size_t hb_plot_add (struct hb_plot *plot, const char *label, enum hb_plot_style style);

/* Adds a point, and returns it, borrowed until the next one. */
struct hb_plot_point *hb_plot_point (struct hb_plot *plot, size_t series, double x, double y);

/* The data, one row a point: series, x, y, low, high, count, z, note; the column of x is called by the
   * plot's label.  One header line. */
void hb_plot_csv (hb_output *output, const struct hb_plot *plot);

enum hb_plot_format
{
  HB_PLOT_SVG,
  HB_PLOT_PDF,
  HB_PLOT_PNG
};

/* A script for gnuplot 5 that writes the picture to its standard output.  WIDTH in centimetres. */
void hb_plot_gnuplot (hb_output *output, const struct hb_plot *plot, enum hb_plot_format format,
                      double width);

/* A LaTeX file for pgfplots: compiles alone (class standalone) and by \input inside a paper.  WIDTH in
   * centimetres. */
void hb_plot_tex (hb_output *output, const struct hb_plot *plot, double width);

/* Long labels belong below the plot: at its side they leave no room. */
bool hb_plot_key_below (const struct hb_plot *plot);

/* Least and most of what is drawn along x or (OF_Y) y, bands too, positive alone; both 0: nothing is. */
void hb_plot_range (const struct hb_plot *plot, bool of_y, double *least, double *most);

/* The range of both axes of a plot whose sides are equal: what is drawn, and some room at both ends. */
void hb_plot_square_range (const struct hb_plot *plot, double *least, double *most);

/* Are the numbers at the logarithmic axes, both of them, short enough to be written without powers of ten? */
bool hb_plot_is_plain (const struct hb_plot *plot);

/* The different x (y) of the cells of a heat map, with commas between, if they are at most 12: where ticks belong.  New;
 * NULL if they are more, or none. */
char *hb_plot_ticks (const struct hb_plot *plot, bool of_y);

/* Where Y is drawn: at `log_floor` if it is below. */
double hb_plot_shown (const struct hb_plot *plot, double y);

/* Has SERIES a band that can be seen? */
bool hb_plot_has_band (const struct hb_plot_series *series);

/* Colour of series I as RRGGBB. */
const char *hb_plot_colour (size_t i);

#ifdef __cplusplus
}
#endif
#endif
