/* Reports as text, LaTeX, JSON and CSV.  See report_forms.h. */
#include "cmd/plot/report_forms.h"

#include "cmd/sweep/db.h"

#include "base/plural.h"
#include "base/escape.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

/* --- text --------------------------------------------------------------------------------------- */

/* A time in four characters or so. */
static void
put_time (hb_output *output, double seconds)
{
  if (isnan (seconds))
    hb_put (output, "         -");
  else if (seconds < 0.001)
    hb_putf (output, " %6.1f us", 1e6 * seconds);
  else if (seconds < 1)
    hb_putf (output, " %6.1f ms", 1e3 * seconds);
  else
    hb_putf (output, " %6.1f s ", seconds);
}

static void
put_tools (hb_output *output, const struct report_summary *summary)
{
  hb_putf (output, "%-8s %-14s %7s %7s %5s %6s %5s %5s %10s%10s%10s %9s\n", "stage", "tool", "runs",
           "solved", "time", "memory", "crash", "other", "median", "90 %", "most", "memory");
  for (size_t i = 0; i < summary->tools.size; i++)
    {
      const struct report_tool *t = &summary->tools.data[i];
      char *tool = hb_make_plain (hb_copy_text (t->tool));
      hb_putf (output, "%-8s %-14s %7llu %7llu %5llu %6llu %5llu %5llu", t->stage, tool,
               (unsigned long long)t->runs, (unsigned long long)t->solved,
               (unsigned long long)t->time, (unsigned long long)t->memory,
               (unsigned long long)t->crash, (unsigned long long)t->other);
      hb_free (tool);
      put_time (output, t->median);
      put_time (output, t->high);
      put_time (output, t->most);
      if (isnan (t->bytes))
        hb_put (output, "         -\n");
      else
        hb_putf (output, " %6.1f MB\n", t->bytes / 1e6);
    }
}

void
report_text (hb_output *output, const struct report_summary *s)
{
  hb_putf (output, "%llu instance%s: %llu %s, %llu %s, %llu not decided\n",
           (unsigned long long)s->instances, HB_S (s->instances), (unsigned long long)s->yes,
           s->formulas ? "satisfiable" : "consistent", (unsigned long long)s->no,
           s->formulas ? "unsatisfiable" : "inconsistent", (unsigned long long)s->unknown);
  if (s->certificates + s->refused)
    hb_putf (output, "%llu certificate%s verified, %llu refused\n",
             (unsigned long long)s->certificates, HB_S (s->certificates),
             (unsigned long long)s->refused);
  if (s->first)
    {
      hb_put (output, "runs started from ");
      hb_put_plain (output, s->first);
      hb_put (output, " to ");
      hb_put_plain (output, s->last);
      hb_put (output, " on\n");
    }
  for (size_t i = 0; i < s->machines.size; i++)
    {
      hb_put (output, "  ");
      hb_put_plain (output, s->machines.data[i]);
      hb_put_char (output, '\n');
    }
  hb_put_char (output, '\n');
  put_tools (output, s);
}

/* --- LaTeX -------------------------------------------------------------------------------------- */

static void
put_tex_number (hb_output *output, double number)
{
  if (isnan (number))
    hb_put (output, " & --");
  else
    hb_putf (output, " & %.3g", number);
}

/* The medians as a table: a row for each x, a column for each curve. */
static void
put_medians (hb_output *output, const struct hb_plot *plot, const struct plot_choice *choice)
{
  hb_put (output, "\n% ");
  hb_put_tex (output, plot->title);
  hb_putf (output, " Medians, %s.\n\\begin{tabular}{r", plot_value_labels[choice->value]);
  for (size_t i = 0; i < plot->series.size; i++)
    hb_put_char (output, 'r');
  hb_put (output, "}\n\\hline\n");
  hb_put_tex (output, plot->x_label);
  for (size_t i = 0; i < plot->series.size; i++)
    {
      hb_put (output, " & ");
      hb_put_tex (output, plot->series.data[i].label ? plot->series.data[i].label : "all");
    }
  hb_put (output, " \\\\\n\\hline\n");
  const struct hb_plot_series *first = &plot->series.data[0];
  for (size_t k = 0; k < first->points.size; k++)
    {
      hb_putf (output, "%g", first->points.data[k].x);
      for (size_t i = 0; i < plot->series.size; i++)
        {
          double found = NAN;
          const struct hb_plot_series *series = &plot->series.data[i];
          for (size_t p = 0; p < series->points.size; p++)
            if (fabs (series->points.data[p].x - first->points.data[k].x) < 1e-12)
              found = series->points.data[p].y;
          put_tex_number (output, found);
        }
      hb_put (output, " \\\\\n");
    }
  hb_put (output, "\\hline\n\\end{tabular}\n");
}

void
report_tex (hb_output *output, const struct report_summary *summary, const struct plot_rows *rows,
            const struct plot_choice *choice)
{
  hb_putf (
      output,
      "%% %llu instance%s: %llu satisfiable or consistent, %llu not, %llu not decided.  Times in "
      "seconds.\n\\begin{tabular}{llrrrrrr}\n\\hline\n"
      "stage & tool & runs & solved & not & median & 90\\,\\%% & most \\\\\n\\hline\n",
      (unsigned long long)summary->instances, HB_S (summary->instances),
      (unsigned long long)summary->yes, (unsigned long long)summary->no,
      (unsigned long long)summary->unknown);
  for (size_t i = 0; i < summary->tools.size; i++)
    {
      const struct report_tool *t = &summary->tools.data[i];
      hb_put_tex (output, t->stage);
      hb_put (output, " & ");
      hb_put_tex (output, t->tool);
      hb_putf (output, " & %llu & %llu & %llu", (unsigned long long)t->runs,
               (unsigned long long)t->solved, (unsigned long long)(t->runs - t->solved));
      put_tex_number (output, t->median);
      put_tex_number (output, t->high);
      put_tex_number (output, t->most);
      hb_put (output, " \\\\\n");
    }
  hb_put (output, "\\hline\n\\end{tabular}\n");
  for (const struct plot_kind *kind = plot_kinds; kind->name; kind++)
    {
      struct hb_plot *plot = strcmp (kind->name, "hardness") ? NULL : kind->make (rows, choice);
      if (plot)
        put_medians (output, plot, choice);
      hb_plot_free (plot);
    }
}

/* --- JSON --------------------------------------------------------------------------------------- */

static void
put_real (hb_json *json, const char *key, double number)
{
  hb_json_key (json, key);
  if (isnan (number))
    hb_json_null (json);
  else
    hb_json_double (json, number, 9);
}

static void
put_text (hb_json *json, const char *key, const char *text)
{
  hb_json_key (json, key);
  if (text)
    hb_json_string (json, text);
  else
    hb_json_null (json);
}

static void
put_tool (hb_json *json, const struct report_tool *t)
{
  hb_json_open_object (json);
  put_text (json, "stage", t->stage);
  put_text (json, "tool", t->tool);
  hb_json_member_unsigned (json, "runs", t->runs);
  hb_json_member_unsigned (json, "solved", t->solved);
  hb_json_member_unsigned (json, "time", t->time);
  hb_json_member_unsigned (json, "memory", t->memory);
  hb_json_member_unsigned (json, "crash", t->crash);
  hb_json_member_unsigned (json, "other", t->other);
  put_real (json, "median_cpu", t->median);
  put_real (json, "cpu_90", t->high);
  put_real (json, "most_cpu", t->most);
  put_real (json, "median_memory", t->bytes);
  hb_json_close (json);
}

void
report_json (hb_output *output, const struct report_summary *summary, const struct plot_rows *rows)
{
  hb_json *json = hb_json_new (output);
  hb_json_open_object (json);
  hb_json_member_unsigned (json, "instances", summary->instances);
  hb_json_member_unsigned (json, "satisfiable_or_consistent", summary->yes);
  hb_json_member_unsigned (json, "unsatisfiable_or_inconsistent", summary->no);
  hb_json_member_unsigned (json, "not_decided", summary->unknown);
  hb_json_member_unsigned (json, "runs", rows->runs.size);
  hb_json_member_unsigned (json, "certificates_verified", summary->certificates);
  hb_json_member_unsigned (json, "certificates_refused", summary->refused);
  put_text (json, "first_started", summary->first);
  put_text (json, "last_started", summary->last);
  hb_json_member_array (json, "machines");
  for (size_t i = 0; i < summary->machines.size; i++)
    hb_json_string (json, summary->machines.data[i]);
  hb_json_close (json);
  hb_json_member_array (json, "tools");
  for (size_t i = 0; i < summary->tools.size; i++)
    put_tool (json, &summary->tools.data[i]);
  hb_json_close (json);
  hb_json_close (json);
  hb_json_free (json);
}

/* --- CSV ---------------------------------------------------------------------------------------- */

bool
report_csv (hb_output *output, const char *folder, hb_diag *diag)
{
  struct sweep_db *db = plot_database (folder, diag);
  sqlite3_stmt *statement = NULL;
  if (!db)
    return false;
  int code = sqlite3_prepare_v2 (db->handle,
                                 "SELECT * FROM results ORDER BY instance, stage, tool, input", -1,
                                 &statement, NULL);
  int columns = sqlite3_column_count (statement);
  for (int i = 0; i < columns; i++)
    {
      hb_put (output, i ? "," : "");
      hb_put_csv (output, sqlite3_column_name (statement, i));
    }
  hb_put_char (output, '\n');
  while (code == SQLITE_OK || code == SQLITE_ROW)
    {
      code = sqlite3_step (statement);
      for (int i = 0; i < columns && code == SQLITE_ROW; i++)
        {
          hb_put (output, i ? "," : "");
          hb_put_csv (output, (const char *)sqlite3_column_text (statement, i));
        }
      if (code == SQLITE_ROW)
        hb_put_char (output, '\n');
    }
  sqlite3_finalize (statement);
  if (code != SQLITE_DONE)
    sweep_db_error (db, "reading the runs", diag);
  sweep_db_close (db);
  return code == SQLITE_DONE;
}
