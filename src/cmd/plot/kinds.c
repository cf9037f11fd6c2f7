/* See kinds.h. */
#include "cmd/plot/common.h"
#include "cmd/plot/coverage.h"
#include "cmd/plot/groups.h"
#include "cmd/plot/threshold.h"
#include "cmd/plot/tools.h"

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
  uint64_t good = 0;
  for (size_t i = 0; i < all.size; i++)
    good += plot_group_good (&all.data[i]);
  plot_set_title (plot, hb_format ("%llu of %zu %s are %s", (unsigned long long)good,
                                   plot_groups_numbers (&all), formulas ? "formulas" : "traces",
                                   formulas ? "satisfiable" : "consistent"));
  plot_mark_values (plot, choice, false);
  plot_groups_free (&all);
  return plot;
}

/* --- hardness and heat -------------------------------------------------------------------------- */

static void
collect_values (const struct plot_rows *rows, const struct plot_choice *choice, plot_groups *all)
{
  bool any_tool = choice->by && !strcmp (choice->by, "tool");
  for (size_t i = 0; i < rows->runs.size && choice->x && choice->tool; i++)
    {
      const struct plot_run *run = &rows->runs.data[i];
      const struct plot_instance *instance = &rows->instances.data[run->instance];
      bool decides = !strcmp (run->stage, "check") || !strcmp (run->stage, "solve");
      double x = plot_parameter (instance, choice->x), value = plot_value_of (run, choice->value);
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
  char *label = hb_format ("median %s", plot_value_labels[choice->value]);
  struct hb_plot *plot = hb_plot_new ("hardness", "", plot_axis_label (choice->x), label);
  bool has_zeros = !plot_groups_positive (&all), counts = choice->value >= PLOT_CONFLICTS;
  plot->log_y = !has_zeros || (counts && plot_groups_most (&all) > 50);
  plot->log_x = plot_groups_wide (&all);
  plot->log_floor = plot->log_y && has_zeros ? 0.5 : 0;
  char *limit = plot_limit_note (rows);
  double hit = choice->value == PLOT_CPU || choice->value == PLOT_WALL ? plot_limit_hit (rows) : 0;
  size_t hardest = 0, hardest_curve = 0;
  plot->note = hb_format (
      "%zu run%s; medians, bands %s%s%s%s", plot_groups_numbers (&all),
      HB_S (plot_groups_numbers (&all)),
      choice->sure ? "are their 95 % intervals" : "from the first to the third quartile", limit,
      hit > 0 ? "; a run that hit it counts with it" : "", zero_note (plot, &all));
  for (size_t i = 0; i < all.size; i++)
    {
      const hb_numbers *numbers = &all.data[i].numbers;
      size_t curve = plot_groups_curve (plot, &all, i, choice);
      struct hb_plot_point *p
          = hb_plot_point (plot, curve, all.data[i].x, hb_quantile (numbers, 0.5));
      p->low = hb_quantile (numbers, 0.25);
      p->high = hb_quantile (numbers, 0.75);
      if (choice->sure)
        hb_median_interval (numbers, &p->low, &p->high);
      p->count = numbers->size;
      p->censored = hit > 0 && p->y >= hit;
      plot->series.data[curve].colour = any_tool ? plot_tool_colour (rows, all.data[i].by) : curve;
      if (p->y > hb_quantile (&all.data[hardest].numbers, 0.5))
        hardest = i, hardest_curve = curve;
    }
  const char *where = plot->series.data[hardest_curve].label;
  plot_set_title (plot, hb_format ("Hardest%s%s: %s = %g%s%s", any_tool ? "" : " for ",
                                   any_tool ? "" : choice->tool, choice->x, all.data[hardest].x,
                                   where ? ", " : "", where ? where : ""));
  plot_groups_free (&all);
  hb_free (limit);
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
  size_t hardest = 0;
  struct hb_plot *plot
      = hb_plot_new ("heat", "", plot_axis_label (choice->x), plot_axis_label (choice->by));
  plot->z_label = hb_format ("median %s", plot_value_labels[choice->value]);
  plot->log_z = plot_groups_positive (&all);
  char *limit = plot_limit_note (rows);
  plot->note = hb_format ("%zu run%s%s", plot_groups_numbers (&all),
                          HB_S (plot_groups_numbers (&all)), limit);
  hb_free (limit);
  size_t cells = hb_plot_add (plot, NULL, HB_PLOT_CELLS);
  for (size_t i = 0; i < all.size; i++)
    {
      struct hb_plot_point *p
          = hb_plot_point (plot, cells, all.data[i].x, strtod (all.data[i].by, NULL));
      p->z = hb_quantile (&all.data[i].numbers, 0.5);
      p->count = all.data[i].numbers.size;
      if (p->z > hb_quantile (&all.data[hardest].numbers, 0.5))
        hardest = i;
    }
  plot_set_title (plot, hb_format ("Hardest for %s: %s = %g, %s = %s", choice->tool, choice->x,
                                   all.data[hardest].x, choice->by, all.data[hardest].by));
  plot_groups_free (&all);
  return plot;
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
        { "scaling", "the time of each engine against the events, with fits", plot_scaling },
        { "cactus", "how many instances each tool decides in how much time", plot_cactus },
        { "scatter", "two tools against each other, instance by instance", plot_scatter },
        { "heat", "median time or conflicts over two parameters", make_heat },
        { "coverage", "the share of seeded bugs found after so many schedules", plot_coverage },
        { NULL, NULL, NULL } };
