/* See db.h: rows in and out. */
#include "cmd/sweep/db.h"

#include <stdio.h>

struct sweep_sizes
sweep_no_sizes (void)
{
  const int64_t no = SWEEP_NO_NUMBER;
  return (struct sweep_sizes){ no, no, no, no, no, no, no, no };
}

void
sweep_bind_text (struct sweep_binder *b, const char *text)
{
  b->place++;
  if (text)
    sqlite3_bind_text (b->statement, b->place, text, -1, SQLITE_STATIC);
  else
    sqlite3_bind_null (b->statement, b->place);
}

void
sweep_bind_number (struct sweep_binder *b, int64_t number)
{
  b->place++;
  if (number != SWEEP_NO_NUMBER)
    sqlite3_bind_int64 (b->statement, b->place, number);
  else
    sqlite3_bind_null (b->statement, b->place);
}

void
sweep_bind_real (struct sweep_binder *b, double number)
{
  b->place++;
  if (number >= 0)
    sqlite3_bind_double (b->statement, b->place, number);
  else
    sqlite3_bind_null (b->statement, b->place);
}

static void
bind_sizes (struct sweep_binder *b, const struct sweep_sizes *sizes)
{
  sweep_bind_number (b, sizes->bytes);
  sweep_bind_number (b, sizes->variables);
  sweep_bind_number (b, sizes->clauses);
  sweep_bind_number (b, sizes->literals);
  sweep_bind_number (b, sizes->twos);
  sweep_bind_number (b, sizes->events);
  sweep_bind_number (b, sizes->messages);
  sweep_bind_number (b, sizes->handlers);
}

/* The statement, prepared once and rewound; NULL after an error in DIAG. */
static sqlite3_stmt *
prepare (struct sweep_db *db, sqlite3_stmt **statement, const char *text, hb_diag *diag)
{
  if (*statement)
    sqlite3_reset (*statement);
  else if (sqlite3_prepare_v2 (db->handle, text, -1, statement, NULL) != SQLITE_OK)
    {
      sweep_db_error (db, "write", diag);
      return NULL;
    }
  return *statement;
}

static bool
finish (struct sweep_db *db, sqlite3_stmt *statement, hb_diag *diag)
{
  bool good = sqlite3_step (statement) == SQLITE_DONE;
  if (!good)
    sweep_db_error (db, "write", diag);
  sqlite3_reset (statement);
  return good;
}

/* --- writing ----------------------------------------------------------------------------------- */

bool
sweep_db_put_instance (struct sweep_db *db, const struct sweep_instance_row *row, hb_diag *diag)
{
  struct sweep_binder b
      = { prepare (db, &db->put_instance,
                   "INSERT OR REPLACE INTO instances (id, source, family, params, rep, "
                   "seed, sweep_seed, command, sha256, bytes, variables, clauses, "
                   "literals, twos, events, messages, handlers) VALUES "
                   "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   diag),
          0 };
  if (!b.statement)
    return false;
  sweep_bind_text (&b, row->id);
  sweep_bind_text (&b, row->source);
  sweep_bind_text (&b, row->family);
  sweep_bind_text (&b, row->params);
  sweep_bind_number (&b, row->rep);
  sweep_bind_number (&b, row->seed);
  sweep_bind_number (&b, row->sweep_seed);
  sweep_bind_text (&b, row->command);
  sweep_bind_text (&b, row->sha256);
  bind_sizes (&b, &row->sizes);
  return finish (db, b.statement, diag);
}

static const char insert_run[]
    = "INSERT OR REPLACE INTO runs (id, instance, stage, tool, input, command, setup, "
      "hbkit_version, "
      "hbkit_commit, tool_version, input_sha256, output_sha256, bytes, variables, clauses, "
      "literals, "
      "twos, events, messages, handlers, outcome, detail, exit_code, signal, verdict, answer, cpu, "
      "wall, "
      "memory, decide_cpu, decide_wall, decide_memory, pairs, rounds, conflicts, deadlocks, steps, "
      "passes, limit_cpu, limit_wall, limit_memory, host, cpu_model, started, attempt, "
      "spec, machine, tool_file, tool_sha256, core, load, solver_conflicts) VALUES "
      "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
      "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

static void
bind_measured (struct sweep_binder *b, const struct sweep_run_row *row)
{
  sweep_bind_real (b, row->cpu);
  sweep_bind_real (b, row->wall);
  sweep_bind_number (b, row->memory);
  sweep_bind_real (b, row->decide_cpu);
  sweep_bind_real (b, row->decide_wall);
  sweep_bind_number (b, row->decide_memory);
  sweep_bind_number (b, row->pairs);
  sweep_bind_number (b, row->rounds);
  sweep_bind_number (b, row->conflicts);
  sweep_bind_number (b, row->deadlocks);
  sweep_bind_number (b, row->steps);
  sweep_bind_real (b, row->passes);
  sweep_bind_real (b, row->limit_cpu);
  sweep_bind_real (b, row->limit_wall);
  sweep_bind_number (b, row->limit_memory);
}

bool
sweep_db_put_run (struct sweep_db *db, const struct sweep_run_row *row, hb_diag *diag)
{
  struct sweep_binder b = { prepare (db, &db->put_run, insert_run, diag), 0 };
  if (!b.statement)
    return false;
  sweep_bind_text (&b, row->id);
  sweep_bind_text (&b, row->instance);
  sweep_bind_text (&b, row->stage);
  sweep_bind_text (&b, row->tool);
  sweep_bind_text (&b, row->input);
  sweep_bind_text (&b, row->command);
  sweep_bind_text (&b, row->setup);
  sweep_bind_text (&b, row->hbkit_version);
  sweep_bind_text (&b, row->hbkit_commit);
  sweep_bind_text (&b, row->tool_version);
  sweep_bind_text (&b, row->input_sha256);
  sweep_bind_text (&b, row->output_sha256);
  bind_sizes (&b, &row->sizes);
  sweep_bind_text (&b, row->outcome);
  sweep_bind_text (&b, row->detail);
  sweep_bind_number (&b, row->exit_code);
  sweep_bind_number (&b, row->signal);
  sweep_bind_text (&b, row->verdict);
  sweep_bind_number (&b, row->answer);
  bind_measured (&b, row);
  sweep_bind_text (&b, row->host);
  sweep_bind_text (&b, row->cpu_model);
  sweep_bind_text (&b, row->started);
  sweep_bind_number (&b, row->attempt);
  sweep_bind_text (&b, row->spec);
  sweep_bind_text (&b, row->machine);
  sweep_bind_text (&b, row->tool_file);
  sweep_bind_text (&b, row->tool_sha256);
  sweep_bind_number (&b, row->core);
  sweep_bind_real (&b, row->load);
  sweep_bind_number (&b, row->solver_conflicts);
  return finish (db, b.statement, diag);
}

/* --- reading ----------------------------------------------------------------------------------- */

static void
copy_column (sqlite3_stmt *statement, int column, char *to, size_t size)
{
  const unsigned char *text = sqlite3_column_text (statement, column);
  snprintf (to, size, "%s", text ? (const char *)text : "");
}

/* A row, or the end of them; false after an error in DIAG. */
static bool
next_row (struct sweep_db *db, sqlite3_stmt *statement, bool *row, hb_diag *diag)
{
  int code = sqlite3_step (statement);
  *row = code == SQLITE_ROW;
  if (code == SQLITE_ROW || code == SQLITE_DONE)
    return true;
  sweep_db_error (db, "read", diag);
  return false;
}

bool
sweep_db_find_run (struct sweep_db *db, const char *id, struct sweep_known *known, hb_diag *diag)
{
  *known = (struct sweep_known){ .there = false };
  sqlite3_stmt *statement = prepare (db, &db->find_run,
                                     "SELECT outcome, output_sha256, attempt, (SELECT count (*) "
                                     "FROM timings WHERE run = runs.id), answer"
                                     " FROM runs WHERE id = ?",
                                     diag);
  if (!statement)
    return false;
  sqlite3_bind_text (statement, 1, id, -1, SQLITE_STATIC);
  bool good = next_row (db, statement, &known->there, diag);
  if (known->there)
    {
      copy_column (statement, 0, known->outcome, sizeof known->outcome);
      copy_column (statement, 1, known->output_sha256, sizeof known->output_sha256);
      known->attempt = sqlite3_column_int64 (statement, 2);
      known->timings = sqlite3_column_int64 (statement, 3);
      known->answer = sqlite3_column_type (statement, 4) == SQLITE_NULL
                          ? SWEEP_NO_NUMBER
                          : sqlite3_column_int64 (statement, 4);
    }
  sqlite3_reset (statement);
  return good;
}

bool
sweep_db_answers (struct sweep_db *db, const char *instance, struct sweep_answers *answers,
                  hb_diag *diag)
{
  bool row = false;
  *answers = (struct sweep_answers){ 0 };
  sqlite3_stmt *statement = prepare (db, &db->find_answers,
                                     "SELECT total (answer = 1), total (answer = 0), total "
                                     "(verdict = 'NOT VERIFIED') FROM runs WHERE "
                                     "instance = ?",
                                     diag);
  if (!statement)
    return false;
  sqlite3_bind_text (statement, 1, instance, -1, SQLITE_STATIC);
  bool good = next_row (db, statement, &row, diag);
  if (row)
    *answers = (struct sweep_answers){ sqlite3_column_int64 (statement, 0),
                                       sqlite3_column_int64 (statement, 1),
                                       sqlite3_column_int64 (statement, 2) };
  sqlite3_reset (statement);
  return good;
}

bool
sweep_db_disagreement (struct sweep_db *db, char *id, hb_diag *diag)
{
  sqlite3_stmt *statement = NULL;
  bool row = false;
  *id = '\0';
  if (!prepare (db, &statement,
                "SELECT instance FROM truths WHERE disputed UNION ALL "
                "SELECT instance FROM runs WHERE verdict = 'NOT VERIFIED' LIMIT 1",
                diag))
    return false;
  bool good = next_row (db, statement, &row, diag);
  if (row)
    copy_column (statement, 0, id, 17);
  sqlite3_finalize (statement);
  return good;
}

bool
sweep_db_outcomes (struct sweep_db *db,
                   void (*tell) (void *context, const char *outcome, int64_t count), void *context,
                   hb_diag *diag)
{
  sqlite3_stmt *statement = NULL;
  bool row = true, good = true;
  if (!prepare (db, &statement,
                "SELECT outcome, count (*) FROM runs GROUP BY outcome ORDER BY outcome", diag))
    return false;
  while (row && (good = next_row (db, statement, &row, diag)))
    if (row)
      tell (context, (const char *)sqlite3_column_text (statement, 0),
            sqlite3_column_int64 (statement, 1));
  sqlite3_finalize (statement);
  return good;
}
