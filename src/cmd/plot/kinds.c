/* See kinds.h. */
#include "cmd/plot/coverage.h"
#include "cmd/plot/groups.h"
#include "cmd/plot/threshold.h"

#include "base/plural.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- phase -------------------------------------------------------------------------------------- */

/* What is lost where the x axis is logarithmic. */
static const char *
zero_note (const struct hb_plot *plot, const plot_groups *all)
{
  for (size_t i = 0; i < all->size && plot->log_x; i++)
    if (!(all->data[i].x > 0))
      return "; 0 on the x axis is left out of the picture";
  return "";
}

static struct hb_plot *
make_phase (const struct plot_rows *rows, const struct plot_choice *choice)
{
  plot_groups all = VEC_EMPTY;
  plot_groups_truths (&all, rows, choice);
  if (!all.size)
    return NULL;
  bool formulas = !strcmp (rows->instances.data[0].source, "cnf");
  struct hb_plot *plot = hb_plot_new (
      "phase", formulas ? "Where are formulas satisfiable?" : "Where are traces consistent?",
      plot_axis_label (choice->x),
      formulas ? "probability of satisfiability" : "probability of consistency");
  plot->y_high = 1;
  plot->log_x = plot_groups_wide (&all);
  plot->note
      = hb_format ("%zu instance%s; bands: 95 %% intervals (Wilson)%s", plot_groups_numbers (&all),
                   HB_S (plot_groups_numbers (&all)), zero_note (plot, &all));
  for (size_t i = 0; i < all.size; i++)
    {
      const hb_numbers *numbers = &all.data[i].numbers;
      uint64_t good = plot_group_good (&all.data[i]);
      struct hb_plot_point *p = hb_plot_point (plot, plot_groups_curve (plot, &all, i, choice),
                                               all.data[i].x, (double)good / (double)numbers->size);
      hb_wilson (good, numbers->size, &p->low, &p->high);
      p->count = numbers->size;
    }
  plot_groups_free (&all);
  return plot;
}

/* --- hardness and heat -------------------------------------------------------------------------- */

/* The value of a run; where it hit a limit, the limit for times, and nothing for others. */
static double
value_of (const struct plot_run *run, enum plot_value value)
{
  if (run->solved)
    return run->values[value];
  bool is_time = value == PLOT_CPU || value == PLOT_WALL;
  return is_time && run->limit > 0 && !strcmp (run->outcome, "time") ? run->limit : NAN;
}

static void
collect_values (const struct plot_rows *rows, const struct plot_choice *choice, plot_groups *all)
{
  bool any_tool = choice->by && !strcmp (choice->by, "tool");
  for (size_t i = 0; i < rows->runs.size && choice->x && choice->tool; i++)
    {
      const struct plot_run *run = &rows->runs.data[i];
      const struct plot_instance *instance = &rows->instances.data[run->instance];
      bool decides = !strcmp (run->stage, "check") || !strcmp (run->stage, "solve");
      double x = plot_parameter (instance, choice->x), value = value_of (run, choice->value);
      char *by = plot_by_of (instance, run, choice);
      if (decides && (any_tool || !strcmp (run->tool, choice->tool)) && !isnan (x)
          && !isnan (value))
        plot_groups_add (all, by, x, value);
      hb_free (by);
    }
  plot_groups_sort (all);
}

static struct hb_plot *
make_hardness (const struct plot_rows *rows, const struct plot_choice *choice)
{
  plot_groups all = VEC_EMPTY;
  collect_values (rows, choice, &all);
  if (!all.size)
    return NULL;
  bool any_tool = choice->by && !strcmp (choice->by, "tool");
  char *title = hb_format ("How hard are they for %s?", any_tool ? "each tool" : choice->tool);
  char *label = hb_format ("median %s", plot_value_labels[choice->value]);
  struct hb_plot *plot = hb_plot_new ("hardness", title, plot_axis_label (choice->x), label);
  bool has_zeros = !plot_groups_positive (&all), counts = choice->value >= PLOT_CONFLICTS;
  plot->log_y = !has_zeros || (counts && plot_groups_most (&all) > 50);
  plot->log_x = plot_groups_wide (&all);
  plot->log_floor = plot->log_y && has_zeros ? 0.5 : 0;
  plot->note = hb_format (
      "%zu run%s; medians, bands %s; a run that hit the limit counts with it%s%s",
      plot_groups_numbers (&all), HB_S (plot_groups_numbers (&all)),
      choice->sure ? "are their 95 % intervals" : "from the first to the third quartile",
      plot->log_floor > 0 ? "; 0 is drawn at 0.5" : "", zero_note (plot, &all));
  for (size_t i = 0; i < all.size; i++)
    {
      const hb_numbers *numbers = &all.data[i].numbers;
      struct hb_plot_point *p = hb_plot_point (plot, plot_groups_curve (plot, &all, i, choice),
                                               all.data[i].x, hb_quantile (numbers, 0.5));
      p->low = hb_quantile (numbers, 0.25);
      p->high = hb_quantile (numbers, 0.75);
      if (choice->sure)
        hb_median_interval (numbers, &p->low, &p->high);
      p->count = numbers->size;
    }
  plot_groups_free (&all);
  hb_free (title);
  hb_free (label);
  return plot;
}

static struct hb_plot *
make_heat (const struct plot_rows *rows, const struct plot_choice *choice)
{
  plot_groups all = VEC_EMPTY;
  if (choice->by)
    collect_values (rows, choice, &all);
  if (!all.size)
    return NULL;
  char *title = hb_format ("Where are the hard ones for %s?", choice->tool);
  struct hb_plot *plot
      = hb_plot_new ("heat", title, plot_axis_label (choice->x), plot_axis_label (choice->by));
  plot->z_label = hb_format ("median %s", plot_value_labels[choice->value]);
  plot->log_z = plot_groups_positive (&all);
  plot->note
      = hb_format ("%zu run%s", plot_groups_numbers (&all), HB_S (plot_groups_numbers (&all)));
  size_t cells = hb_plot_add (plot, NULL, HB_PLOT_CELLS);
  for (size_t i = 0; i < all.size; i++)
    {
      struct hb_plot_point *p
          = hb_plot_point (plot, cells, all.data[i].x, strtod (all.data[i].by, NULL));
      p->z = hb_quantile (&all.data[i].numbers, 0.5);
      p->count = all.data[i].numbers.size;
    }
  plot_groups_free (&all);
  hb_free (title);
  return plot;
}

/* --- scaling ------------------------------------------------------------------------------------ */

/* The runs of TOOL as marks, and a power of the events through them. */
static void
add_scaling (struct hb_plot *plot, const struct plot_rows *rows, const char *tool)
{
  hb_numbers events = VEC_EMPTY, times = VEC_EMPTY;
  struct hb_fit fit;
  size_t marks = hb_plot_add (plot, tool, HB_PLOT_MARKS);
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

static struct hb_plot *
make_scaling (const struct plot_rows *rows, const struct plot_choice *choice)
{
  (void)choice;
  struct hb_plot *plot = hb_plot_new ("scaling", "How does the time grow with the trace?",
                                      "events of the trace", plot_value_labels[PLOT_CPU]);
  const char **tools = plot_tools (rows, "check");
  plot->log_x = plot->log_y = true;
  for (size_t i = 0; tools[i]; i++)
    add_scaling (plot, rows, tools[i]);
  add_one_pass (plot, rows);
  plot->note = hb_format ("%zu run%s that came to an end; lines: least squares of the logarithms",
                          points_in (plot), HB_S (points_in (plot)));
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
  for (size_t i = 0; i < times.size; i++)
    hb_plot_point (plot, steps, (double)(i + 1), times.data[i]);
  hb_free (label);
  vec_free (times);
}

static struct hb_plot *
make_cactus (const struct plot_rows *rows, const struct plot_choice *choice)
{
  static const char *const stages[] = { "check", "solve" };
  (void)choice;
  struct hb_plot *plot = hb_plot_new ("cactus", "How many are decided in how much time each?",
                                      "instances decided", plot_value_labels[PLOT_CPU]);
  plot->log_y = true;
  plot->note = hb_copy_text ("each curve sorted by itself; times below a microsecond count as one");
  for (size_t s = 0; s < 2; s++)
    {
      const char **tools = plot_tools (rows, stages[s]);
      for (size_t i = 0; tools[i]; i++)
        add_cactus (plot, rows, stages[s], tools[i]);
      hb_free (tools);
    }
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
        return value_of (run, PLOT_CPU);
    }
  return NAN;
}

static struct hb_plot *
make_scatter (const struct plot_rows *rows, const struct plot_choice *choice)
{
  if (!choice->tools[0] || !choice->tools[1])
    return NULL;
  char *title
      = hb_format ("Which is faster on which, %s or %s?", choice->tools[0], choice->tools[1]);
  char *x = hb_format ("%s: %s", choice->tools[0], plot_value_labels[PLOT_CPU]);
  char *y = hb_format ("%s: %s", choice->tools[1], plot_value_labels[PLOT_CPU]);
  struct hb_plot *plot = hb_plot_new ("scatter", title, x, y);
  static const char *const labels[] = { "unsatisfiable, inconsistent", "satisfiable, consistent" };
  double least = INFINITY, most = 0;
  plot->log_x = plot->log_y = true;
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
      hb_plot_point (plot, rows->instances.data[instance].truth > 0, a, b)->note
          = hb_copy_text (rows->instances.data[instance].id);
    }
  size_t line = hb_plot_add (plot, NULL, HB_PLOT_LINE);
  if (most > 0)
    {
      hb_plot_point (plot, line, least, least);
      hb_plot_point (plot, line, most, most);
    }
  plot->note = hb_format ("%zu instance%s; a run that hit the limit stands at the limit",
                          points_in (plot), HB_S (points_in (plot)));
  hb_free (title);
  hb_free (x);
  hb_free (y);
  return if_not_empty (plot);
}

/* --- choosing ----------------------------------------------------------------------------------- */

void
plot_choose (const struct plot_rows *rows, struct plot_choice *choice)
{
  const char **axes = plot_axes (rows);
  const char **engines = plot_tools (rows, "check"), **solvers = plot_tools (rows, "solve");
  if (!choice->x)
    choice->x = axes[0];
  for (size_t i = 0; axes[i] && !choice->by; i++)
    if (strcmp (axes[i], choice->x) != 0)
      choice->by = axes[i];
  const char **tools = engines[0] ? engines : solvers;
  if (!choice->tool)
    choice->tool = tools[0];
  for (size_t i = 0, found = 0; tools[i] && !choice->tools[1] && found < 2; i++)
    choice->tools[found++] = tools[i];
  hb_free (axes);
  hb_free (engines);
  hb_free (solvers);
}

const struct plot_kind plot_kinds[]
    = { { "phase", "the probability of satisfiability (consistency) over a parameter", make_phase },
        { "threshold", "where the probability falls to 0.8, 0.5 and 0.2, for each size",
          plot_threshold },
        { "hardness", "median time or conflicts over a parameter", make_hardness },
        { "scaling", "the time of each engine against the events, with fits", make_scaling },
        { "cactus", "how many instances each tool decides in how much time", make_cactus },
        { "scatter", "two tools against each other, instance by instance", make_scatter },
        { "heat", "median time or conflicts over two parameters", make_heat },
        { "coverage", "the share of seeded bugs found after so many schedules", plot_coverage },
        { NULL, NULL, NULL } };
