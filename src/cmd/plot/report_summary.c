/* See report_summary.h. */
#include "cmd/plot/report_summary.h"

#include "base/stats.h"
#include "cmd/sweep/db.h"

#include <math.h>
#include <string.h>

static void
count_outcome (struct report_tool *tool, const char *outcome)
{
  tool->runs++;
  if (!strcmp (outcome, "solved"))
    tool->solved++;
  else if (!strcmp (outcome, "time"))
    tool->time++;
  else if (!strcmp (outcome, "memory"))
    tool->memory++;
  else if (!strcmp (outcome, "crash"))
    tool->crash++;
  else
    tool->other++;
}

static void
summarise_tool (struct report_tool *tool, const struct plot_rows *rows)
{
  hb_numbers times = VEC_EMPTY, bytes = VEC_EMPTY;
  for (size_t i = 0; i < rows->runs.size; i++)
    {
      const struct plot_run *run = &rows->runs.data[i];
      if (strcmp (run->stage, tool->stage) != 0 || strcmp (run->tool, tool->tool) != 0)
        continue;
      count_outcome (tool, run->outcome);
      if (run->solved && !isnan (run->values[PLOT_CPU]))
        vec_push (times, run->values[PLOT_CPU]);
      if (run->solved && !isnan (run->values[PLOT_MEMORY]))
        vec_push (bytes, run->values[PLOT_MEMORY]);
    }
  hb_numbers_sort (&times);
  hb_numbers_sort (&bytes);
  tool->median = times.size ? hb_quantile (&times, 0.5) : NAN;
  tool->high = times.size ? hb_quantile (&times, 0.9) : NAN;
  tool->most = times.size ? vec_top (times) : NAN;
  tool->bytes = bytes.size ? hb_quantile (&bytes, 0.5) : NAN;
  vec_free (times);
  vec_free (bytes);
}

static void
summarise_tools (struct report_summary *summary, const struct plot_rows *rows)
{
  static const char *const stages[] = { "gen", "reduce", "shuffle", "solve", "check", "certify" };
  for (size_t s = 0; s < sizeof stages / sizeof *stages; s++)
    {
      const char **tools = plot_tools (rows, stages[s]);
      for (size_t i = 0; tools[i]; i++)
        {
          struct report_tool tool = { .stage = stages[s], .tool = tools[i] };
          summarise_tool (&tool, rows);
          vec_push (summary->tools, tool);
        }
      hb_free (tools);
    }
}

/* The texts in the only column of what QUERY finds. */
static bool
read_texts (struct sweep_db *db, const char *query, struct report_summary *summary, hb_diag *diag)
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db->handle, query, -1, &statement, NULL);
  while (code == SQLITE_OK || code == SQLITE_ROW)
    {
      code = sqlite3_step (statement);
      if (code == SQLITE_ROW)
        {
          const char *text = (const char *)sqlite3_column_text (statement, 0);
          vec_push (summary->machines, hb_copy_text (text ? text : "?"));
        }
    }
  sqlite3_finalize (statement);
  if (code != SQLITE_DONE)
    sweep_db_error (db, "reading the machines", diag);
  return code == SQLITE_DONE;
}

static bool
read_numbers (struct sweep_db *db, struct report_summary *summary, hb_diag *diag)
{
  static const char query[]
      = "SELECT min (started), max (started), sum (stage = 'certify' AND verdict = 'VERIFIED'),"
        " sum (stage = 'certify' AND verdict = 'NOT VERIFIED') FROM runs";
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db->handle, query, -1, &statement, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_step (statement);
  if (code == SQLITE_ROW && sqlite3_column_text (statement, 0))
    {
      summary->first = hb_copy_text ((const char *)sqlite3_column_text (statement, 0));
      const char *last = (const char *)sqlite3_column_text (statement, 1);
      summary->last = hb_copy_text (last ? last : "?");
      summary->certificates = (uint64_t)sqlite3_column_int64 (statement, 2);
      summary->refused = (uint64_t)sqlite3_column_int64 (statement, 3);
    }
  sqlite3_finalize (statement);
  if (code != SQLITE_ROW)
    sweep_db_error (db, "reading the runs", diag);
  return code == SQLITE_ROW;
}

bool
report_summarise (struct report_summary *summary, const struct plot_rows *rows, const char *folder,
                  hb_diag *diag)
{
  memset (summary, 0, sizeof *summary);
  summary->instances = rows->instances.size;
  for (size_t i = 0; i < rows->instances.size; i++)
    {
      int truth = rows->instances.data[i].truth;
      summary->yes += truth > 0;
      summary->no += !truth;
      summary->unknown += truth < 0;
      summary->formulas = summary->formulas || !strcmp (rows->instances.data[i].source, "cnf");
    }
  summarise_tools (summary, rows);
  struct sweep_db *db = plot_database (folder, diag);
  bool good
      = db
        && read_texts (db,
                       "SELECT host || ', ' || cpu_model || ', hbkit ' || hbkit_version || ' (' "
                       "|| hbkit_commit || ')' FROM runs GROUP BY 1 ORDER BY 1",
                       summary, diag)
        && read_numbers (db, summary, diag);
  sweep_db_close (db);
  return good;
}

void
report_summary_free (struct report_summary *summary)
{
  for (size_t i = 0; i < summary->machines.size; i++)
    hb_free (summary->machines.data[i]);
  vec_free (summary->machines);
  vec_free (summary->tools);
  hb_free (summary->first);
  hb_free (summary->last);
}
