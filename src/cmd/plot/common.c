/* See common.h. */
#include "cmd/plot/common.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

size_t
plot_tool_colour (const struct plot_rows *rows, const char *tool)
{
  static const char *const stages[] = { "check", "solve" };
  size_t place = 0;
  for (int s = 0; s < 2; s++)
    {
      const char **tools = plot_tools (rows, stages[s]);
      size_t i = 0;
      while (tools[i] && strcmp (tools[i], tool) != 0)
        i++;
      bool found = tools[i];
      hb_free (tools);
      place += i;
      if (found)
        return place;
    }
  return place;
}

double
plot_limit_hit (const struct plot_rows *rows)
{
  double least = 0;
  for (size_t i = 0; i < rows->runs.size; i++)
    {
      const struct plot_run *run = &rows->runs.data[i];
      if (!run->solved && run->limit > 0 && !strcmp (run->outcome, "time")
          && (!(least > 0) || run->limit < least))
        least = run->limit;
    }
  return least;
}

char *
plot_limit_note (const struct plot_rows *rows)
{
  for (size_t i = 0; i < rows->runs.size; i++)
    if (rows->runs.data[i].limit > 0)
      return hb_format ("; limit %g s", rows->runs.data[i].limit);
  return hb_copy_text ("; no limit of time");
}

void
plot_set_title (struct hb_plot *plot, char *text)
{
  hb_free (plot->title);
  plot->title = text;
}

void
plot_mark_values (struct hb_plot *plot, const struct plot_choice *choice, bool level)
{
  double least = plot->y_low, most = plot->y_high;
  if (level || !(most > least))
    hb_plot_range (plot, !level, &least, &most);
  for (size_t i = 0; i < choice->at.size; i++)
    {
      double value = choice->at.data[i];
      char *label = hb_format ("at %.4g", value);
      size_t line = hb_plot_add (plot, label, HB_PLOT_LINE);
      hb_plot_point (plot, line, level ? least : value, level ? value : least);
      hb_plot_point (plot, line, level ? most : value, level ? value : most);
      hb_free (label);
    }
}

double
plot_value_of (const struct plot_run *run, enum plot_value value)
{
  if (run->solved)
    return run->values[value];
  bool is_time = value == PLOT_CPU || value == PLOT_WALL;
  return is_time && run->limit > 0 && !strcmp (run->outcome, "time") ? run->limit : NAN;
}
