/* Coverage: the share of seeded bugs that each scheduler has found after so many schedules, these counted in sizes of the
 * instance's hitting family. */
#include "cmd/plot/coverage.h"

#include "base/plural.h"
#include "base/memory.h"
#include "base/stats.h"

#include <math.h>
#include <string.h>

static const double stops[] = { 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10 };
#define STOPS (sizeof stops / sizeof *stops)

/* The largest family of the instance of runs from FIRST on: what --by minimal has is smaller. */
static double
family_of (const struct plot_rows *rows, size_t first)
{
  double most = 0;
  size_t instance = rows->runs.data[first].instance;
  for (size_t i = first; i < rows->runs.size && rows->runs.data[i].instance == instance; i++)
    if (!strcmp (rows->runs.data[i].stage, "hunt") && rows->runs.data[i].values[PLOT_ROUNDS] > most)
      most = rows->runs.data[i].values[PLOT_ROUNDS];
  return most;
}

/* The curve of TOOL; how many bugs it looked for. */
static size_t
add_curve (struct hb_plot *plot, const struct plot_rows *rows, const char *tool)
{
  hb_numbers found = VEC_EMPTY; /* in sizes of the family; infinite: it was not */
  double family = 0;
  for (size_t i = 0; i < rows->runs.size; i++)
    {
      const struct plot_run *run = &rows->runs.data[i];
      if (!i || rows->runs.data[i - 1].instance != run->instance)
        family = family_of (rows, i);
      if (strcmp (run->stage, "hunt") || strcmp (run->tool, tool) || !run->solved || !(family > 0))
        continue;
      double steps = run->values[PLOT_STEPS];
      vec_push (found, isnan (steps) ? INFINITY : steps / family);
    }
  size_t bugs = found.size;
  if (bugs)
    {
      char *label = hb_format ("%s (%zu)", tool, bugs);
      size_t curve = hb_plot_add (plot, label, HB_PLOT_CURVE);
      for (size_t k = 0; k < STOPS; k++)
        {
          uint64_t good = 0;
          for (size_t i = 0; i < bugs; i++)
            good += found.data[i] <= stops[k];
          struct hb_plot_point *p
              = hb_plot_point (plot, curve, stops[k], (double)good / (double)bugs);
          hb_wilson (good, bugs, &p->low, &p->high);
          p->count = bugs;
        }
      hb_free (label);
    }
  vec_free (found);
  return bugs;
}

struct hb_plot *
plot_coverage (const struct plot_rows *rows, const struct plot_choice *choice)
{
  (void)choice;
  const char **tools = plot_tools (rows, "hunt");
  struct hb_plot *plot
      = hb_plot_new ("coverage", "Share of seeded bugs found after so many schedules",
                     "schedules, in sizes of the hitting family", "share of bugs found");
  size_t hunts = 0;
  plot->y_high = 1;
  plot->log_x = true;
  for (size_t i = 0; tools[i]; i++)
    hunts += add_curve (plot, rows, tools[i]);
  plot->note = hb_format ("%zu hunt%s; bands: 95 %% intervals (Wilson)", hunts, HB_S (hunts));
  hb_free (tools);
  if (hunts)
    return plot;
  hb_plot_free (plot);
  return NULL;
}
