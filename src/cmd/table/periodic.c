/* hbkit table periodic DIR: Table I of Chaki, Gurfinkel and Sinha, "Efficient verification of periodic programs using
 * sequential consistency and snapshots" (FMCAD 2014), measured again beside what they published.
 *
 * Programs are found by the names of their sources: those that #line announces, else the file's.  nxt and aso run one and
 * four hyper-periods with deadlines, ctm until its own bound with response times.  Private globals are treated like
 * shared ones, as there, but by `position` once more as they are by default (chain).
 *
 * |W| counts what theirs counts: writes and snapshots of scalar globals whose values are no floating ones, a start and an
 * end for each job, and the actions of locks. */
#include "cmd/table/table.h"

#include "cmd/table/files.h"
#include "periodic/decide.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum
{
  SNAPSHOTS = 3
};

struct published
{
  const char *name;
  int periods; /* hyper-periods; 0: the program's own bound */
  double seconds[SNAPSHOTS], variables[SNAPSHOTS], clauses[SNAPSHOTS], average[SNAPSHOTS],
      writes[SNAPSHOTS]; /* none, all, mod; -1: out of memory or time */
};

/* Table I, without REKH. */
static const struct published published[] = {
  { "nxt.bug1",
    1,
    { 33, 9, 7 },
    { 612, 234, 223 },
    { 3252, 1029, 985 },
    { 25.6, 2.9, 2.9 },
    { 298, 455, 416 } },
  { "nxt.bug2",
    1,
    { 32, 10, 7 },
    { 642, 250, 235 },
    { 3394, 1091, 1030 },
    { 26.5, 3.1, 3.2 },
    { 310, 492, 429 } },
  { "nxt.ok1",
    1,
    { 19, 7, 8 },
    { 612, 234, 223 },
    { 3252, 1030, 986 },
    { 25.6, 2.9, 2.9 },
    { 298, 455, 416 } },
  { "nxt.ok2",
    1,
    { 20, 7, 6 },
    { 611, 234, 223 },
    { 3246, 1029, 985 },
    { 25.4, 3.0, 2.9 },
    { 298, 454, 415 } },
  { "nxt.ok3",
    1,
    { 30, 8, 6 },
    { 642, 250, 235 },
    { 3394, 1091, 1030 },
    { 26.5, 3.1, 3.2 },
    { 310, 492, 429 } },
  { "aso.bug1",
    1,
    { 29, 9, 9 },
    { 636, 274, 249 },
    { 3346, 1198, 1090 },
    { 26.0, 3.6, 3.6 },
    { 304, 512, 427 } },
  { "aso.bug2",
    1,
    { 28, 10, 9 },
    { 646, 277, 251 },
    { 3399, 1211, 1100 },
    { 26.4, 3.7, 3.7 },
    { 308, 516, 431 } },
  { "aso.bug3",
    1,
    { 29, 13, 11 },
    { 690, 305, 270 },
    { 3608, 1324, 1171 },
    { 25.5, 3.6, 3.5 },
    { 355, 615, 504 } },
  { "aso.bug4",
    1,
    { 32, 17, 9 },
    { 649, 306, 265 },
    { 3412, 1357, 1168 },
    { 26.5, 4.6, 4.4 },
    { 309, 543, 434 } },
  { "aso.ok1",
    1,
    { 32, 11, 10 },
    { 658, 286, 261 },
    { 3458, 1255, 1148 },
    { 27.1, 4.1, 4.2 },
    { 311, 519, 434 } },
  { "aso.ok2",
    1,
    { 38, 29, 17 },
    { 651, 307, 265 },
    { 3421, 1360, 1170 },
    { 26.5, 4.6, 4.4 },
    { 311, 545, 436 } },
  { "nxt.bug1",
    4,
    { -1, 119, 74 },
    { -1, 1096, 1046 },
    { -1, 4897, 4681 },
    { 99.5, 3.0, 3.0 },
    { 1192, 1835, 1676 } },
  { "nxt.bug2",
    4,
    { -1, 172, 92 },
    { -1, 1177, 1105 },
    { -1, 5214, 4916 },
    { 102.9, 3.1, 3.2 },
    { 1240, 1989, 1731 } },
  { "nxt.ok1",
    4,
    { -1, 89, 49 },
    { -1, 1096, 1046 },
    { -1, 4898, 4682 },
    { 99.5, 3.0, 3.0 },
    { 1192, 1835, 1676 } },
  { "nxt.ok2",
    4,
    { -1, 125, 49 },
    { -1, 1096, 1046 },
    { -1, 4897, 4682 },
    { 99.3, 3.0, 3.0 },
    { 1192, 1834, 1675 } },
  { "nxt.ok3",
    4,
    { -1, 358, 133 },
    { -1, 1177, 1105 },
    { -1, 5213, 4916 },
    { 102.9, 3.1, 3.2 },
    { 1240, 1989, 1731 } },
  { "aso.bug1",
    4,
    { -1, 128, 92 },
    { -1, 1301, 1177 },
    { -1, 5773, 5231 },
    { 99.9, 3.6, 3.6 },
    { 1216, 2072, 1723 } },
  { "aso.bug2",
    4,
    { -1, 147, 74 },
    { -1, 1316, 1189 },
    { -1, 5840, 5283 },
    { 101.6, 3.7, 3.7 },
    { 1232, 2088, 1739 } },
  { "aso.bug3",
    4,
    { -1, 209, 136 },
    { -1, 1452, 1280 },
    { -1, 6408, 5647 },
    { 98.3, 3.6, 3.5 },
    { 1420, 2490, 2034 } },
  { "aso.bug4",
    4,
    { -1, 329, 152 },
    { -1, 1465, 1261 },
    { -1, 6579, 5645 },
    { 100.4, 4.6, 4.4 },
    { 1236, 2199, 1751 } },
  { "aso.ok1",
    4,
    { -1, 270, 210 },
    { -1, 1359, 1237 },
    { -1, 6061, 5523 },
    { 103.2, 4.1, 4.2 },
    { 1244, 2100, 1751 } },
  { "aso.ok2",
    4,
    { -1, -1, 1312 },
    { -1, 1469, 1264 },
    { -1, 6597, 5659 },
    { 100.1, 4.6, 4.4 },
    { 1244, 2207, 1759 } },
  { "ctm.bug2",
    0,
    { 36, 29, 21 },
    { 656, 429, 336 },
    { 3253, 1822, 1448 },
    { 17.9, 4.1, 4.5 },
    { 512, 1052, 683 } },
  { "ctm.bug3",
    0,
    { -1, 124, 59 },
    { -1, 705, 554 },
    { -1, 3066, 2439 },
    { 26.6, 4.1, 4.5 },
    { 768, 1588, 1033 } },
  { "ctm.ok1",
    0,
    { 23, 37, 21 },
    { 668, 434, 341 },
    { 3309, 1839, 1466 },
    { 18.6, 4.1, 4.6 },
    { 512, 1052, 684 } },
  { "ctm.ok2",
    0,
    { 28, 26, 17 },
    { 657, 431, 338 },
    { 3261, 1829, 1455 },
    { 18.1, 4.1, 4.5 },
    { 512, 1052, 683 } },
  { "ctm.ok3",
    0,
    { -1, 116, 53 },
    { -1, 714, 567 },
    { -1, 3106, 2497 },
    { 27.9, 4.1, 4.5 },
    { 780, 1600, 1057 } },
  { "ctm.ok4",
    0,
    { -1, 320, 143 },
    { -1, 959, 760 },
    { -1, 4184, 3356 },
    { 36.4, 4.2, 4.7 },
    { 1040, 2140, 1400 } },
};

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
put_row (table *t, struct cli *cli, const hb_periodic_program *program, const struct published *row,
         int s)
{
  struct hb_periodic_options how
      = { .time = row->periods ? row->periods * hb_hyper_period (program) : program->time,
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

/* The name of the source: "ctm.ok4" of src/ctm.ok4.c. */
static bool
is_called (const hb_periodic_program *program, const char *name)
{
  struct hb_place place = hb_c_place (program->unit, program->tasks.data[0].function->spot);
  const char *slash = strrchr (place.file, '/'), *base = slash ? slash + 1 : place.file;
  size_t length = strlen (name);
  return !strncmp (base, name, length) && base[length] == '.' && base[length + 1] == 'c';
}

/* The program of DIR that is called NAME; NULL: there is none. */
static hb_periodic_program *
find_program (const char *dir, char *const *files, size_t count, const char *name)
{
  for (size_t i = 0; i < count; i++)
    {
      hb_diag *quiet = hb_diag_new ();
      char *path = hb_format ("%s/%s", dir, files[i]);
      hb_periodic_program *program = hb_periodic_read (path, quiet);
      hb_free (path);
      hb_diag_free (quiet);
      if (program && is_called (program, name))
        return program;
      hb_periodic_free (program);
    }
  return NULL;
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
  size_t found = 0, total = sizeof published / sizeof *published;
  bool good = true;
  for (size_t i = 0; i < total && good; i++)
    {
      hb_periodic_program *program = find_program (dir, files.data, files.size, published[i].name);
      cli_progress (cli, (double)i / (double)total, "%s", published[i].name);
      found += program != NULL;
      for (int s = 0; s < SNAPSHOTS && program && good; s++)
        good = put_row (t, cli, program, &published[i], s);
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
