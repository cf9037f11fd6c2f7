/* See rows.h. */
#include "cmd/plot/rows.h"

#include "base/stats.h"
#include "cmd/sweep/db.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const plot_value_names[PLOT_VALUES]
    = { "cpu",    "wall",  "memory", "conflicts",       "deadlocks",
        "passes", "steps", "rounds", "solver-conflicts" };
const char *const plot_value_labels[PLOT_VALUES] = { "processor time (s)",
                                                     "time (s)",
                                                     "memory (bytes)",
                                                     "conflicts",
                                                     "deadlocks",
                                                     "passes over the trace",
                                                     "schedules until found",
                                                     "schedules of the family",
                                                     "conflicts of the solver inside" };

static const char query[]
    = "SELECT instance, source, family, params, truth, stage, tool, outcome, rerun, events, "
      "limit_cpu,"
      " coalesce (decide_cpu, cpu), coalesce (decide_wall, wall), coalesce (decide_memory, memory),"
      " conflicts, deadlocks, passes, steps, rounds, solver_conflicts FROM results ORDER BY "
      "instance, stage, tool, "
      "input";

static char *
text_of (sqlite3_stmt *statement, int column)
{
  const unsigned char *text = sqlite3_column_text (statement, column);
  return hb_copy_text (text ? (const char *)text : "");
}

static double
number_of (sqlite3_stmt *statement, int column)
{
  return sqlite3_column_type (statement, column) == SQLITE_NULL
             ? NAN
             : sqlite3_column_double (statement, column);
}

static void
take_instance (struct plot_rows *rows, sqlite3_stmt *statement)
{
  char *id = text_of (statement, 0);
  if (rows->instances.size && !strcmp (vec_top (rows->instances).id, id))
    {
      hb_free (id);
      return;
    }
  struct plot_instance instance = { .id = id,
                                    .source = text_of (statement, 1),
                                    .family = text_of (statement, 2),
                                    .params_text = text_of (statement, 3),
                                    .truth = -1 };
  instance.params = json_loads (instance.params_text, 0, NULL);
  if (sqlite3_column_type (statement, 4) != SQLITE_NULL)
    instance.truth = sqlite3_column_int (statement, 4);
  vec_push (rows->instances, instance);
}

static void
take_run (struct plot_rows *rows, sqlite3_stmt *statement)
{
  take_instance (rows, statement);
  struct plot_run run = { .instance = rows->instances.size - 1,
                          .stage = text_of (statement, 5),
                          .tool = text_of (statement, 6),
                          .outcome = text_of (statement, 7),
                          .rerun = text_of (statement, 8),
                          .events = number_of (statement, 9),
                          .limit = sqlite3_column_double (statement, 10) };
  run.solved = !strcmp (run.outcome, "solved");
  for (int i = 0; i < PLOT_VALUES; i++)
    run.values[i] = number_of (statement, 11 + i);
  /* An engine that counts passes and found the answer without running the trace made none. */
  if (run.solved && !strcmp (run.tool, "cds") && isnan (run.values[PLOT_PASSES]))
    run.values[PLOT_PASSES] = run.values[PLOT_DEADLOCKS] = 0;
  vec_push (rows->runs, run);
}

struct sweep_db *
plot_database (const char *folder, hb_diag *diag)
{
  struct stat about;
  bool is_folder = !stat (folder, &about) && S_ISDIR (about.st_mode);
  char *path = hb_format ("%s%s", folder, is_folder ? "/sweep.db" : "");
  struct sweep_db *db = sweep_db_open (path, SWEEP_DB_READ, diag);
  hb_free (path);
  return db;
}

bool
plot_rows_read (struct plot_rows *rows, const char *folder, hb_diag *diag)
{
  memset (rows, 0, sizeof *rows);
  struct sweep_db *db = plot_database (folder, diag);
  if (!db)
    return false;
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db->handle, query, -1, &statement, NULL);
  while (code == SQLITE_OK || code == SQLITE_ROW)
    {
      code = sqlite3_step (statement);
      if (code == SQLITE_ROW)
        take_run (rows, statement);
    }
  sqlite3_finalize (statement);
  if (code != SQLITE_DONE)
    sweep_db_error (db, "reading the runs", diag);
  sweep_db_close (db);
  return code == SQLITE_DONE;
}

void
plot_instance_free (struct plot_instance *instance)
{
  hb_free (instance->id);
  hb_free (instance->source);
  hb_free (instance->family);
  hb_free (instance->params_text);
  json_decref (instance->params);
}

void
plot_run_free (struct plot_run *run)
{
  hb_free (run->stage);
  hb_free (run->tool);
  hb_free (run->outcome);
  hb_free (run->rerun);
}

void
plot_rows_free (struct plot_rows *rows)
{
  for (size_t i = 0; i < rows->instances.size; i++)
    plot_instance_free (&rows->instances.data[i]);
  for (size_t i = 0; i < rows->runs.size; i++)
    plot_run_free (&rows->runs.data[i]);
  vec_free (rows->instances);
  vec_free (rows->runs);
}

double
plot_parameter (const struct plot_instance *instance, const char *name)
{
  const json_t *value = json_object_get (instance->params, name);
  if (json_is_number (value))
    return json_number_value (value);
  if (json_is_boolean (value))
    return json_is_true (value);
  if (json_is_string (value))
    {
      char *end;
      double number = strtod (json_string_value (value), &end);
      return *end ? NAN : number;
    }
  return NAN;
}

/* How many different numbers parameter NAME has. */
static size_t
count_values (const struct plot_rows *rows, const char *name)
{
  hb_numbers numbers = VEC_EMPTY;
  size_t different = 0;
  for (size_t i = 0; i < rows->instances.size; i++)
    {
      double value = plot_parameter (&rows->instances.data[i], name);
      if (!isnan (value))
        vec_push (numbers, value);
    }
  hb_numbers_sort (&numbers);
  for (size_t i = 0; i < numbers.size; i++)
    different += !i || numbers.data[i] > numbers.data[i - 1];
  vec_free (numbers);
  return different;
}

struct axis
{
  const char *name;
  size_t values;
};

static int
compare_axes (const void *left, const void *right)
{
  const struct axis *a = left, *b = right;
  if (a->values != b->values)
    return a->values > b->values ? -1 : 1;
  return strcmp (a->name, b->name);
}

const char **
plot_axes (const struct plot_rows *rows)
{
  VEC (struct axis) axes = VEC_EMPTY;
  for (size_t i = 0; i < rows->instances.size; i++)
    {
      const char *name;
      json_t *value;
      json_object_foreach (rows->instances.data[i].params, name, value)
      {
        bool known = false;
        for (size_t k = 0; k < axes.size; k++)
          known = known || !strcmp (axes.data[k].name, name);
        struct axis axis = { name, 0 };
        if (!known)
          vec_push (axes, axis);
      }
    }
  for (size_t k = 0; k < axes.size; k++)
    axes.data[k].values = count_values (rows, axes.data[k].name);
  if (axes.size)
    qsort (axes.data, axes.size, sizeof *axes.data, compare_axes);
  const char **names = hb_calloc (axes.size + 1, sizeof *names);
  for (size_t k = 0; k < axes.size && axes.data[k].values > 1; k++)
    names[k] = axes.data[k].name;
  vec_free (axes);
  return names;
}

static int
compare_names (const void *left, const void *right)
{
  return strcmp (*(const char *const *)left, *(const char *const *)right);
}

const char **
plot_tools (const struct plot_rows *rows, const char *stage)
{
  VEC (const char *) tools = VEC_EMPTY;
  for (size_t i = 0; i < rows->runs.size; i++)
    {
      const struct plot_run *run = &rows->runs.data[i];
      bool known = strcmp (run->stage, stage) != 0;
      for (size_t k = 0; k < tools.size && !known; k++)
        known = !strcmp (tools.data[k], run->tool);
      if (!known)
        vec_push (tools, run->tool);
    }
  if (tools.size)
    qsort (tools.data, tools.size, sizeof *tools.data, compare_names);
  vec_push (tools, NULL);
  return tools.data;
}
