/* Which instances are plotted, and what their parameters are called.  See rows.h. */
#include "cmd/plot/rows.h"

#include "base/memory.h"

#include <string.h>

char *
plot_parameter_text (const struct plot_instance *instance, const char *name)
{
  const json_t *value = json_object_get (instance->params, name);
  if (json_is_string (value))
    return hb_copy_text (json_string_value (value));
  if (json_is_number (value))
    return hb_format ("%.10g", json_number_value (value));
  return hb_copy_text (json_is_true (value) ? "yes" : "no");
}

bool
plot_is_parameter (const struct plot_rows *rows, const char *name)
{
  for (size_t i = 0; i < rows->instances.size; i++)
    if (json_object_get (rows->instances.data[i].params, name))
      return true;
  return false;
}

/* Keeps the runs of the instances that KEPT says, and them; the others are freed. */
static void
keep (struct plot_rows *rows, const bool *kept)
{
  size_t *place = hb_calloc (rows->instances.size + 1, sizeof *place);
  size_t instances = 0, runs = 0;
  for (size_t i = 0; i < rows->instances.size; i++)
    {
      place[i] = instances;
      if (kept[i])
        rows->instances.data[instances++] = rows->instances.data[i];
      else
        plot_instance_free (&rows->instances.data[i]);
    }
  for (size_t i = 0; i < rows->runs.size; i++)
    {
      struct plot_run run = rows->runs.data[i];
      if (!kept[run.instance])
        {
          plot_run_free (&run);
          continue;
        }
      run.instance = place[run.instance];
      rows->runs.data[runs++] = run;
    }
  rows->instances.size = instances;
  rows->runs.size = runs;
  hb_free (place);
}

static bool
keep_one (struct plot_rows *rows, const char *name, const char *wanted)
{
  if (!plot_is_parameter (rows, name))
    return false;
  bool *kept = hb_calloc (rows->instances.size + 1, sizeof *kept);
  for (size_t i = 0; i < rows->instances.size; i++)
    {
      char *text = plot_parameter_text (&rows->instances.data[i], name);
      kept[i] = !strcmp (text, wanted);
      hb_free (text);
    }
  keep (rows, kept);
  hb_free (kept);
  return true;
}

bool
plot_rows_keep (struct plot_rows *rows, const char *where, char **mistake)
{
  for (const char *at = where; *at; at += strcspn (at, ","), at += *at == ',')
    {
      char *item = hb_format ("%.*s", (int)strcspn (at, ","), at);
      char *equals = strchr (item, '=');
      if (equals)
        *equals = 0;
      if (!equals || !keep_one (rows, item, equals + 1))
        {
          *mistake = item;
          return false;
        }
      hb_free (item);
    }
  return true;
}

const char *
plot_axis_label (const char *name)
{
  static const char *const labels[][2] = { { "twos", "share of 2-clauses" },
                                           { "ratio", "clauses per variable" },
                                           { "stale", "share of stale reads" },
                                           { "depth", "depth of nested posts" },
                                           { "inside", "share of clauses inside communities" } };
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
    if (!strcmp (labels[i][0], name))
      return labels[i][1];
  return name;
}
