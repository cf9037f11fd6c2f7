/* Plots of tools: how their time grows, how many instances they decide, one against another. */
#include "cmd/plot/common.h"
#include "cmd/plot/tools.h"

#include "base/memory.h"
#include "base/plural.h"
#include "base/stats.h"

#include <math.h>
#include <string.h>

/* --- scaling ------------------------------------------------------------------------------------ */

/* The runs of TOOL as marks, and a power of the events through them. */
static void
add_scaling (struct hb_plot *plot, const struct plot_rows *rows, const char *tool)
{
  hb_numbers events = VEC_EMPTY, times = VEC_EMPTY;
  struct hb_fit fit;
  size_t marks = hb_plot_add (plot, tool, HB_PLOT_MARKS);
  plot->series.data[marks].colour = plot_tool_colour (rows, tool);
  for (size_t i = 0; i < rows->runs.size; i++)
    {
      const struct plot_run *run = &rows->runs.data[i];
      if (strcmp (run->stage, "check") != 0 || strcmp (run->tool, tool) != 0 || !run->solved
          || !(run->events > 0) || !(run->values[PLOT_CPU] > 0))
        continue;
      vec_push (events, run->events);
      vec_push (times, run->values[PLOT_CPU]);
      hb_plot_point (plot, marks, run->events, run->values[PLOT_CPU])->note
          = hb_copy_text (rows->instances.data[run->instance].id);
    }
  if (hb_fit_power (&events, &times, &fit))
    {
      hb_numbers_sort (&events);
      char *label = hb_format ("%s: events^%.2f (R^2 %.2f)", tool, fit.b, fit.r2);
      size_t line = hb_plot_add (plot, label, HB_PLOT_LINE);
      plot->series.data[line].like = marks;
      plot->series.data[line].colour = plot_tool_colour (rows, tool);
      char *said = *plot->title ? hb_format ("%s, %s events^%.2f", plot->title, tool, fit.b)
                                : hb_format ("Time grows as events^%.2f for %s", fit.b, tool);
      plot_set_title (plot, said);
      double ends[] = { events.data[0], vec_top (events) };
      for (int i = 0; i < 2; i++)
        hb_plot_point (plot, line, ends[i], exp (fit.a + fit.b * log (ends[i])));
      hb_free (label);
    }
  vec_free (events);
  vec_free (times);
}

/* What one pass over the trace takes, by the runs of engines that count them. */
static void
add_one_pass (struct hb_plot *plot, const struct plot_rows *rows)
{
  hb_numbers costs = VEC_EMPTY;
  double least = INFINITY, most = 0;
  for (size_t i = 0; i < rows->runs.size; i++)
    {
      const struct plot_run *run = &rows->runs.data[i];
      double passes = run->values[PLOT_PASSES];
      if (strcmp (run->stage, "check") != 0 || !run->solved || !(passes > 0) || !(run->events > 0)
          || !(run->values[PLOT_CPU] > 0))
        continue;
      vec_push (costs, run->values[PLOT_CPU] / passes / run->events);
      least = run->events < least ? run->events : least;
      most = run->events > most ? run->events : most;
    }
  if (costs.size)
    {
      hb_numbers_sort (&costs);
      double cost = hb_quantile (&costs, 0.5);
      char *label = hb_format ("one pass: %.0f ns an event", 1e9 * cost);
      size_t line = hb_plot_add (plot, label, HB_PLOT_LINE);
      hb_plot_point (plot, line, least, cost * least);
      hb_plot_point (plot, line, most, cost * most);
      hb_free (label);
    }
  vec_free (costs);
}

static size_t
points_in (const struct hb_plot *plot)
{
  size_t count = 0;
  for (size_t i = 0; i < plot->series.size; i++)
    if (plot->series.data[i].style != HB_PLOT_LINE)
      count += plot->series.data[i].points.size;
  return count;
}

/* PLOT, or NULL (freed) if it shows nothing. */
static struct hb_plot *
if_not_empty (struct hb_plot *plot)
{
  if (points_in (plot))
    return plot;
  hb_plot_free (plot);
  return NULL;
}

struct hb_plot *
plot_scaling (const struct plot_rows *rows, const struct plot_choice *choice)
{
  (void)choice;
  struct hb_plot *plot
      = hb_plot_new ("scaling", "", "events of the trace", plot_value_labels[PLOT_CPU]);
  const char **tools = plot_tools (rows, "check");
  plot->log_x = plot->log_y = true;
  for (size_t i = 0; tools[i]; i++)
    add_scaling (plot, rows, tools[i]);
  add_one_pass (plot, rows);
  char *limit = plot_limit_note (rows);
  plot->note = hb_format ("%zu run%s that came to an end; lines: least squares of the logarithms%s",
                          points_in (plot), HB_S (points_in (plot)), limit);
  hb_free (limit);
  if (!*plot->title)
    plot_set_title (plot, hb_format ("Time of %zu run%s against events", points_in (plot),
                                     HB_S (points_in (plot))));
  hb_free (tools);
  return if_not_empty (plot);
}

/* --- cactus ------------------------------------------------------------------------------------- */

static void
add_cactus (struct hb_plot *plot, const struct plot_rows *rows, const char *stage, const char *tool)
{
  hb_numbers times = VEC_EMPTY;
  for (size_t i = 0; i < rows->runs.size; i++)
    {
      const struct plot_run *run = &rows->runs.data[i];
      if (!strcmp (run->stage, stage) && !strcmp (run->tool, tool) && run->solved
          && run->values[PLOT_CPU] >= 0)
        vec_push (times, run->values[PLOT_CPU] > 1e-6 ? run->values[PLOT_CPU] : 1e-6);
    }
  hb_numbers_sort (&times);
  char *label = hb_format ("%s (%zu)", tool, times.size);
  size_t steps = hb_plot_add (plot, label, HB_PLOT_STEPS);
  plot->series.data[steps].colour = plot_tool_colour (rows, tool);
  for (size_t i = 0; i < times.size; i++)
    hb_plot_point (plot, steps, (double)(i + 1), times.data[i]);
  hb_free (label);
  vec_free (times);
}

/* Who decides most, of ALL. */
static void
tell_cactus (struct hb_plot *plot, size_t all)
{
  size_t most = 0, who = 0, least = SIZE_MAX;
  for (size_t i = 0; i < plot->series.size; i++)
    {
      size_t count = plot->series.data[i].points.size;
      least = count < least ? count : least;
      if (count > most)
        most = count, who = i;
    }
  if (!plot->series.size)
    return;
  const char *label = plot->series.data[who].label;
  size_t name = strcspn (label, "("); /* without how many it decides */
  while (name && label[name - 1] == ' ')
    name--;
  plot_set_title (plot, least == most ? hb_format ("Every tool decides %zu of %s", most,
                                                   hb_many (all, "instance"))
                                      : hb_format ("%.*s decides most: %zu of %s", (int)name, label,
                                                   most, hb_many (all, "instance")));
}

struct hb_plot *
plot_cactus (const struct plot_rows *rows, const struct plot_choice *choice)
{
  static const char *const stages[] = { "check", "solve" };
  (void)choice;
  struct hb_plot *plot
      = hb_plot_new ("cactus", "", "instances decided", plot_value_labels[PLOT_CPU]);
  plot->log_y = true;
  char *limit = plot_limit_note (rows);
  plot->note
      = hb_format ("%s; each curve sorted by itself; times below a microsecond count as one%s",
                   hb_many (rows->instances.size, "instance"), limit);
  hb_free (limit);
  for (size_t s = 0; s < 2; s++)
    {
      const char **tools = plot_tools (rows, stages[s]);
      for (size_t i = 0; tools[i]; i++)
        add_cactus (plot, rows, stages[s], tools[i]);
      hb_free (tools);
    }
  tell_cactus (plot, rows->instances.size);
  return if_not_empty (plot);
}

/* --- scatter ------------------------------------------------------------------------------------ */

/* The time of TOOL on the instance of the runs from FIRST on; its limit where it hit that; NaN. */
static double
time_of (const struct plot_rows *rows, size_t first, const char *tool)
{
  size_t instance = rows->runs.data[first].instance;
  for (size_t i = first; i < rows->runs.size && rows->runs.data[i].instance == instance; i++)
    {
      const struct plot_run *run = &rows->runs.data[i];
      bool decides = !strcmp (run->stage, "check") || !strcmp (run->stage, "solve");
      if (decides && !strcmp (run->tool, tool))
        return plot_value_of (run, PLOT_CPU);
    }
  return NAN;
}

struct hb_plot *
plot_scatter (const struct plot_rows *rows, const struct plot_choice *choice)
{
  if (!choice->tools[0] || !choice->tools[1])
    return NULL;
  char *x = hb_format ("%s: %s", choice->tools[0], plot_value_labels[PLOT_CPU]);
  char *y = hb_format ("%s: %s", choice->tools[1], plot_value_labels[PLOT_CPU]);
  struct hb_plot *plot = hb_plot_new ("scatter", "", x, y);
  static const char *const labels[] = { "unsatisfiable, inconsistent", "satisfiable, consistent" };
  double least = INFINITY, most = 0, hit = plot_limit_hit (rows);
  size_t faster = 0;
  plot->log_x = plot->log_y = plot->square = true;
  for (size_t s = 0; s < 2; s++)
    hb_plot_add (plot, labels[s], HB_PLOT_MARKS);
  for (size_t i = 0; i < rows->runs.size; i++)
    {
      size_t instance = rows->runs.data[i].instance;
      if (i && rows->runs.data[i - 1].instance == instance)
        continue;
      double a = time_of (rows, i, choice->tools[0]), b = time_of (rows, i, choice->tools[1]);
      if (!(a > 0) || !(b > 0))
        continue;
      least = fmin (least, fmin (a, b)), most = fmax (most, fmax (a, b));
      faster += a < b;
      struct hb_plot_point *p
          = hb_plot_point (plot, rows->instances.data[instance].truth > 0, a, b);
      p->note = hb_copy_text (rows->instances.data[instance].id);
      p->censored = hit > 0 && (a >= hit || b >= hit);
    }
  size_t line = hb_plot_add (plot, NULL, HB_PLOT_LINE);
  if (most > 0)
    {
      hb_plot_point (plot, line, least, least);
      hb_plot_point (plot, line, most, most);
    }
  char *limit = plot_limit_note (rows);
  plot->note = hb_format ("%zu instance%s%s%s", points_in (plot), HB_S (points_in (plot)), limit,
                          hit > 0 ? "; a run that hit it stands at it" : "");
  hb_free (limit);
  plot_set_title (plot, hb_format ("%s is faster than %s on %zu of %zu instances", choice->tools[0],
                                   choice->tools[1], faster, points_in (plot)));
  hb_free (x);
  hb_free (y);
  return if_not_empty (plot);
}
