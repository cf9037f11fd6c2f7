/* hbkit table periodic DIR: Table I of Chaki, Gurfinkel and Sinha, "Efficient verification of periodic programs using
 * sequential consistency and snapshots" (FMCAD 2014), measured again beside what they published.
 *
 * Programs are found by their names: the file's, that which #line announces, or that of what CIL merged.  Rows without a
 * program have what was published.  nxt and aso run one and
 * four hyper-periods with deadlines, ctm until its own bound with response times.  Private globals are treated like
 * shared ones, as there, but by `position` once more as they are by default (chain).
 *
 * |W| counts what theirs counts: writes and snapshots of scalar globals whose values are no floating ones, a start and an
 * end for each job, and the actions of locks. */
#include "cmd/table/table.h"

#include "cmd/table/files.h"
#include "cmd/table/periodic_rows.h"
#include "periodic/decide.h"

#include "base/input.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static const char *const snapshot_names[SNAPSHOTS] = { "none", "all", "mod" };

static const struct table_column columns[] = { { "Program", "program" },
                                               { "T", "time" },
                                               { "Snapshots", "snapshots" },
                                               { "Verdict", "verdict" },
                                               { "chain (s)", "chain_seconds" },
                                               { "kClauses", "chain_clauses" },
                                               { "position (s)", "position_seconds" },
                                               { "kVars", "position_variables" },
                                               { "kClauses", "position_clauses" },
                                               { "rounds (s)", "rounds_seconds" },
                                               { "kVars", "rounds_variables" },
                                               { "kClauses", "rounds_clauses" },
                                               { "LLREK (s)", "published_seconds" },
                                               { "kVars", "published_variables" },
                                               { "kClauses", "published_clauses" },
                                               { "AvgObs", "average" },
                                               { "LLREK", "published_average" },
                                               { "|W|", "writes" },
                                               { "LLREK", "published_writes" },
                                               { NULL, NULL } };

/* --- |W| --- */

/* Is this the cell of a scalar global, none of whose writes is of a floating value? */
static bool *
counted_cells (const hb_unfolding *u)
{
  const hb_periodic_program *program = u->jobs->program;
  bool *counted = hb_calloc (program->cells.size + 1, sizeof *counted);
  bool *floats = hb_calloc (hb_bits_nodes (u->bits), sizeof *floats);
  for (size_t i = 0; i < u->choices.size; i++)
    for (unsigned b = 0; u->choices.data[i].refusal && b < u->choices.data[i].value.width; b++)
      floats[u->choices.data[i].value.bits[b] >> 1] = true;
  for (size_t c = 0; c < program->cells.size; c++)
    {
      enum hb_c_kind kind = program->cells.data[c].symbol->type->kind;
      counted[c] = kind == C_INTEGER && program->cells.data[c].kind != HB_CELL_CONSTANT;
    }
  for (size_t i = 0; i < u->actions.size; i++)
    {
      const struct hb_action *a = &u->actions.data[i];
      for (unsigned b = 0; a->kind == HB_ACT_WRITE && b < a->value.width; b++)
        if (floats[a->value.bits[b] >> 1])
          counted[a->cell] = false;
    }
  hb_free (floats);
  return counted;
}

static size_t
count_writes (const hb_unfolding *u, enum hb_snapshots snapshots)
{
  size_t cells = u->jobs->program->cells.size, jobs = u->jobs->jobs.size, sum = 2 * jobs, all = 0;
  bool *counted = counted_cells (u), *written = hb_calloc (cells + 1, sizeof *written);
  for (size_t i = 0; i < u->actions.size; i++)
    {
      const struct hb_action *a = &u->actions.data[i];
      bool is_write = a->kind == HB_ACT_WRITE && counted[a->cell];
      sum += is_write || a->kind == HB_ACT_LOCK || a->kind == HB_ACT_UNLOCK;
      if (is_write)
        written[a->cell] = true;
    }
  for (size_t c = 0; c < cells; c++)
    all += written[c];
  /* After the last job nobody looks. */
  for (size_t j = 0; j + 1 < jobs && snapshots != HB_SNAPSHOTS_NONE; j++)
    {
      memset (written, 0, cells);
      size_t own = 0;
      for (hb_id i = u->first.data[j]; i < u->first.data[j + 1]; i++)
        {
          const struct hb_action *a = &u->actions.data[i];
          if (a->kind != HB_ACT_WRITE || !counted[a->cell])
            continue;
          own += !written[a->cell];
          written[a->cell] = true;
        }
      sum += snapshots == HB_SNAPSHOTS_ALL ? all : own;
    }
  hb_free (counted);
  hb_free (written);
  return sum;
}

/* |W| for the program; 0 after an error. */
static size_t
writes_of (const hb_periodic_program *program, const struct hb_periodic_options *how, hb_diag *diag)
{
  struct hb_unfold_options options = { .private_shared = true };
  hb_jobs *jobs = hb_jobs_new (program, how->time, how->departure, 0, diag);
  hb_unfolding *unfolding = jobs ? hb_unfold (jobs, &options, diag) : NULL;
  size_t count = unfolding ? count_writes (unfolding, how->formula.snapshots) : 0;
  hb_unfolding_free (unfolding);
  hb_jobs_free (jobs);
  return count;
}

/* --- rows --- */

static void
put_number (table *t, double number)
{
  if (number < 0)
    table_text (t, "-");
  else
    table_text (t, number < 100 && number != (double)(int64_t)number ? "%.1f" : "%.0f", number);
}

/* Decides and fills seconds, thousands of variables (if asked) and clauses; the result stays in *RESULT. */
static bool
put_run (table *t, struct cli *cli, const hb_periodic_program *program,
         const struct hb_periodic_options *how, bool variables, struct hb_periodic_result *result)
{
  struct hb_limits limits = hb_limits_new (cli_double (cli, "engine-timeout", 12), 0);
  struct hb_periodic_options own = *how;
  own.limits = &limits;
  bool good = hb_periodic_decide (program, &own, result, cli->diag);
  double seconds = result->unfold_seconds + result->formula_seconds + result->solve_seconds;
  table_seconds (t, good && result->answer ? seconds : -1);
  if (variables)
    put_number (t, (double)result->sizes.variables / 1000);
  put_number (t, (double)result->sizes.clauses / 1000);
  return good;
}

static bool
put_row (table *t, struct cli *cli, const hb_periodic_program *program,
         const struct periodic_row *row, int s)
{
  struct hb_periodic_options how
      = { .time = row->periods    ? row->periods * hb_hyper_period (program)
                  : program->time ? program->time
                                  : hb_hyper_period (program),
          .departure = row->periods ? HB_DEPARTURE_DEADLINE : HB_DEPARTURE_RTA,
          .formula = { .semantics = HB_SEMANTICS_PAPER, .snapshots = (enum hb_snapshots)s } };
  struct hb_periodic_result chain, position, rounds = { .answer = HB_PERIODIC_UNKNOWN };
  table_text (t, "%s", row->name);
  table_number (t, (uint64_t)how.time);
  table_text (t, "%s", snapshot_names[s]);
  struct hb_limits limits = hb_limits_new (cli_double (cli, "engine-timeout", 12), 0);
  struct hb_periodic_options first = how;
  first.limits = &limits;
  bool good = hb_periodic_decide (program, &first, &chain, cli->diag);
  table_text (t, "%s",
              chain.answer == HB_PERIODIC_SAFE       ? "safe"
              : chain.answer == HB_PERIODIC_VIOLATED ? "violated"
                                                     : "unknown");
  table_seconds (
      t, chain.answer ? chain.unfold_seconds + chain.formula_seconds + chain.solve_seconds : -1);
  put_number (t, (double)chain.sizes.clauses / 1000);
  how.unfold.private_shared = true;
  good = good && put_run (t, cli, program, &how, true, &position);
  bool with_rounds = good && row->periods == 1;
  how.formula.encoding = HB_ENCODING_ROUNDS;
  if (with_rounds)
    good = put_run (t, cli, program, &how, true, &rounds);
  for (int i = 0; i < 3 && good && !with_rounds; i++)
    table_text (t, "-");
  put_number (t, row->seconds[s]);
  put_number (t, row->variables[s]);
  put_number (t, row->clauses[s]);
  put_number (t, good && position.sizes.writes
                     ? (double)position.sizes.observers / (double)position.sizes.writes
                     : -1);
  put_number (t, row->average[s]);
  table_number (t, writes_of (program, &how, cli->diag));
  put_number (t, row->writes[s]);
  hb_periodic_result_free (&chain);
  if (good)
    hb_periodic_result_free (&position);
  hb_periodic_result_free (&rounds);
  return good && !hb_diag_errors (cli->diag);
}

/* Is TEXT the file NAME.c or NAME.i, in whatever folder? */
static bool
is_file (const char *text, const char *name)
{
  const char *slash = strrchr (text, '/'), *base = slash ? slash + 1 : text;
  size_t length = strlen (name);
  return !strncmp (base, name, length) && base[length] == '.'
         && (base[length + 1] == 'c' || base[length + 1] == 'i');
}

/* Does a line '#pragma merger(0,"FOLDER/NAME.i",...)' in the file at PATH say that it was made of NAME? */
static bool
is_made_of (const char *path, const char *name)
{
  hb_diag *quiet = hb_diag_new ();
  hb_input *input = hb_input_open (path, quiet);
  const char *line, *start = NULL, *end;
  bool found = false;
  for (size_t length; input && !start && hb_input_line (input, &line, &length);)
    {
      char *text = hb_copy_bytes (line, length);
      start = strncmp (text, "#pragma merger", 14) ? NULL : strchr (text, '"');
      end = start ? strchr (start + 1, '"') : NULL;
      if (end)
        {
          text[end - text] = '\0';
          found = is_file (start + 1, name);
        }
      hb_free (text);
    }
  if (input)
    hb_input_close (input);
  hb_diag_free (quiet);
  return found;
}

/* By the file's own name, by that of the source that #line tells ("src/ctm.ok4.c"), or by what CIL merged: how well, from 3
 * on down; 0: it is another. */
static int
is_called (const hb_periodic_program *program, const char *path, const char *name)
{
  struct hb_place place = hb_c_place (program->unit, program->tasks.data[0].function->spot);
  return is_file (path, name) ? 3 : is_file (place.file, name) ? 2 : is_made_of (path, name);
}

/* The program of DIR that is called NAME best; NULL: there is none. */
static hb_periodic_program *
find_program (const char *dir, char *const *files, size_t count, const char *name)
{
  hb_periodic_program *best = NULL;
  int most = 0;
  for (size_t i = 0; i < count && most < 3; i++)
    {
      hb_diag *quiet = hb_diag_new ();
      char *path = hb_format ("%s/%s", dir, files[i]);
      hb_periodic_program *program = hb_periodic_read (path, quiet);
      int well = program ? is_called (program, path, name) : 0;
      hb_free (path);
      hb_diag_free (quiet);
      if (well > most)
        {
          hb_periodic_free (best);
          best = program;
          most = well;
        }
      else
        hb_periodic_free (program);
    }
  return best;
}

/* A row of which there is no program here: what was published. */
static void
put_published (table *t, const struct periodic_row *row, int s)
{
  const double told[] = { row->seconds[s], row->variables[s], row->clauses[s] };
  table_text (t, "%s", row->name);
  table_text (t, "-");
  table_text (t, "%s", snapshot_names[s]);
  for (int i = 0; i < 9; i++)
    table_text (t, "-");
  for (int i = 0; i < 3; i++)
    put_number (t, told[i]);
  table_text (t, "-");
  put_number (t, row->average[s]);
  table_text (t, "-");
  put_number (t, row->writes[s]);
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static int
run (struct cli *cli)
{
  const char *dir = cli->operand_count == 2 ? cli->operands[1] : NULL;
  if (!dir)
    cli_usage_error (cli, "expected a folder of programs");
  VEC (char *) files = VEC_EMPTY;
  DIR *folder = opendir (dir);
  if (!folder)
    {
      hb_error (cli->diag, NULL, "cannot open the folder %s", dir);
      return cli_fail (cli);
    }
  for (struct dirent *entry; (entry = readdir (folder));)
    if (strstr (entry->d_name, ".c"))
      vec_push (files, hb_copy_text (entry->d_name));
  closedir (folder);
  if (files.size)
    qsort (files.data, files.size, sizeof *files.data, compare_names);
  table *t = table_new ("Periodic programs, Table I", columns);
  size_t found = 0, total = 0, at = 0;
  bool good = true;
  while (periodic_rows[total].name)
    total++;
  for (const struct periodic_row *row = periodic_rows; row->name && good; row++, at++)
    {
      hb_periodic_program *program = find_program (dir, files.data, files.size, row->name);
      cli_progress (cli, (double)at / (double)total, "%s", row->name);
      found += program != NULL;
      for (int s = 0; s < SNAPSHOTS && good; s++)
        if (program)
          good = put_row (t, cli, program, row, s);
        else
          put_published (t, row, s);
      hb_periodic_free (program);
    }
  cli_progress_end ();
  for (size_t i = 0; i < files.size; i++)
    hb_free (files.data[i]);
  vec_free (files);
  table_note (t, "%zu of %zu rows have a program here. LLREK: as published, another machine.",
              found, total);
  table_note (t,
              "rounds where T is one hyper-period; position and rounds: private globals by events, "
              "as LLREK; chain: handed on.");
  int code = good ? table_write (t, cli) : cli_fail (cli);
  table_free (t);
  return code;
}

const struct table_subject table_periodic = { "periodic", run };
