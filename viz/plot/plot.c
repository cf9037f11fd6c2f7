/* The data of a plot, and its CSV.  See plot.h. */
#include "viz/plot/plot.h"

#include "base/buffer.h"
#include "base/escape.h"
#include "base/memory.h"

#include <string.h>

struct hb_plot *
hb_plot_new (const char *name, const char *title, const char *x_label, const char *y_label)
{
  struct hb_plot *plot = hb_calloc (1, sizeof *plot);
  plot->name = hb_copy_text (name);
  plot->title = hb_copy_text (title);
  plot->x_label = hb_copy_text (x_label);
  plot->y_label = hb_copy_text (y_label);
  return plot;
}

void
hb_plot_free (struct hb_plot *plot)
{
  if (!plot)
    return;
  for (size_t i = 0; i < plot->series.size; i++)
    {
      struct hb_plot_series *series = &plot->series.data[i];
      for (size_t k = 0; k < series->points.size; k++)
        hb_free (series->points.data[k].note);
      vec_free (series->points);
      hb_free (series->label);
    }
  vec_free (plot->series);
  hb_free (plot->name);
  hb_free (plot->title);
  hb_free (plot->note);
  hb_free (plot->x_label);
  hb_free (plot->y_label);
  hb_free (plot->z_label);
  hb_free (plot);
}

size_t
hb_plot_add (struct hb_plot *plot, const char *label, enum hb_plot_style style)
{
  struct hb_plot_series series = { .label = label ? hb_copy_text (label) : NULL,
                                   .style = style,
                                   .like = plot->series.size,
                                   .colour = plot->series.size };
  vec_push (plot->series, series);
  return plot->series.size - 1;
}

struct hb_plot_point *
hb_plot_point (struct hb_plot *plot, size_t series, double x, double y)
{
  struct hb_plot_point point = { .x = x, .y = y, .low = y, .high = y, .count = 1 };
  vec_push (plot->series.data[series].points, point);
  return &vec_top (plot->series.data[series].points);
}

bool
hb_plot_key_below (const struct hb_plot *plot)
{
  for (size_t i = 0; i < plot->series.size; i++)
    if (plot->series.data[i].label && strlen (plot->series.data[i].label) > 16)
      return true;
  return false;
}

double
hb_plot_shown (const struct hb_plot *plot, double y)
{
  return plot->log_y && y < plot->log_floor ? plot->log_floor : y;
}

const char *
hb_plot_colour (size_t i)
{
  /* Okabe and Ito, from dark to light, yellow left out: it does not show on white. */
  static const char *const colours[]
      = { "0072b2", "d55e00", "009e73", "cc79a7", "e69f00", "56b4e9", "000000" };
  return colours[i % (sizeof colours / sizeof *colours)];
}

void
hb_plot_range (const struct hb_plot *plot, bool of_y, double *least, double *most)
{
  *least = *most = 0;
  for (size_t i = 0; i < plot->series.size; i++)
    for (size_t k = 0; k < plot->series.data[i].points.size; k++)
      {
        const struct hb_plot_point *p = &plot->series.data[i].points.data[k];
        const double all[] = { of_y ? hb_plot_shown (plot, p->y) : p->x,
                               of_y ? hb_plot_shown (plot, p->low) : p->x,
                               of_y ? hb_plot_shown (plot, p->high) : p->x };
        for (int j = 0; j < 3; j++)
          {
            *least = all[j] > 0 && (!(*least > 0) || all[j] < *least) ? all[j] : *least;
            *most = all[j] > *most ? all[j] : *most;
          }
      }
}

void
hb_plot_square_range (const struct hb_plot *plot, double *least, double *most)
{
  double low[2], high[2];
  for (int of_y = 0; of_y < 2; of_y++)
    hb_plot_range (plot, of_y, &low[of_y], &high[of_y]);
  *least = (low[0] < low[1] ? low[0] : low[1]) / 1.3;
  *most = (high[0] > high[1] ? high[0] : high[1]) * 1.3;
}

bool
hb_plot_is_plain (const struct hb_plot *plot)
{
  for (int of_y = 0; of_y < 2; of_y++)
    {
      double least, most;
      hb_plot_range (plot, of_y, &least, &most);
      if ((of_y ? plot->log_y : plot->log_x)
          && !(least >= 0.0001 && most < 1e6 && (least >= 0.5 || most <= 1)))
        return false;
    }
  return true;
}

#define MOST_TICKS 12

char *
hb_plot_ticks (const struct hb_plot *plot, bool of_y)
{
  double ticks[MOST_TICKS];
  size_t count = 0;
  const struct hb_plot_series *series = &plot->series.data[0];
  for (size_t k = 0; k < series->points.size; k++)
    {
      double at = of_y ? series->points.data[k].y : series->points.data[k].x;
      size_t i = 0;
      while (i < count && (ticks[i] < at || ticks[i] > at))
        i++;
      if (i < count)
        continue;
      if (count == MOST_TICKS)
        return NULL;
      ticks[count++] = at;
    }
  hb_buffer text = VEC_EMPTY;
  for (size_t i = 0; i < count; i++)
    hb_buffer_add (&text, "%s%.9g", i ? ", " : "", ticks[i]);
  return count ? hb_buffer_take (&text) : NULL;
}

bool
hb_plot_has_band (const struct hb_plot_series *series)
{
  for (size_t k = 0; k < series->points.size; k++)
    if (series->points.data[k].low < series->points.data[k].high)
      return true;
  return false;
}

static void
put_number (hb_output *output, double number)
{
  hb_putf (output, ",%.9g", number);
}

void
hb_plot_csv (hb_output *output, const struct hb_plot *plot)
{
  hb_put (output, "series,");
  hb_put_csv (output, plot->x_label);
  hb_put_char (output, ',');
  hb_put_csv (output, plot->y_label);
  hb_put (output, ",low,high,count,");
  hb_put_csv (output, plot->z_label ? plot->z_label : "z");
  hb_put (output, ",note\n");
  for (size_t i = 0; i < plot->series.size; i++)
    {
      const struct hb_plot_series *series = &plot->series.data[i];
      for (size_t k = 0; k < series->points.size; k++)
        {
          const struct hb_plot_point *p = &series->points.data[k];
          hb_put_csv (output, series->label);
          put_number (output, p->x);
          put_number (output, p->y);
          put_number (output, p->low);
          put_number (output, p->high);
          hb_putf (output, ",%llu", (unsigned long long)p->count);
          if (series->style == HB_PLOT_CELLS)
            put_number (output, p->z);
          else
            hb_put_char (output, ',');
          hb_put_char (output, ',');
          hb_put_csv (output, p->note);
          hb_put_char (output, '\n');
        }
    }
}
