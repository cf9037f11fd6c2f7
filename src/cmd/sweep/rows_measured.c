/* See db.h: what a sweep writes about itself: specifications, machines, repeated times.
 *
 * Runs that are timed more than once keep every time in `timings`; the row of the run has the medians, so that whoever
 * looks at `runs` alone sees one honest number, and the lowest and highest beside them. */
#include "cmd/sweep/db.h"

#include "base/buffer.h"
#include "base/memory.h"

bool
sweep_db_begin (struct sweep_db *db, struct sweep_binder *b, const char *text, hb_diag *diag)
{
  b->place = 0;
  if (sqlite3_prepare_v2 (db->handle, text, -1, &b->statement, NULL) == SQLITE_OK)
    return true;
  sweep_db_error (db, "write", diag);
  return false;
}

bool
sweep_db_finish (struct sweep_db *db, struct sweep_binder *b, hb_diag *diag)
{
  bool good = sqlite3_step (b->statement) == SQLITE_DONE;
  if (!good)
    sweep_db_error (db, "write", diag);
  sqlite3_finalize (b->statement);
  return good;
}

bool
sweep_db_put_timing (struct sweep_db *db, const struct sweep_timing_row *row, hb_diag *diag)
{
  struct sweep_binder b;
  if (!sweep_db_begin (
          db, &b,
          "INSERT OR REPLACE INTO timings (run, k, outcome, cpu, wall, memory, decide_cpu,"
          " decide_wall, machine, core, load, started) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?,"
          " ?, ?, ?)",
          diag))
    return false;
  sweep_bind_text (&b, row->run);
  sweep_bind_number (&b, row->k);
  sweep_bind_text (&b, row->outcome);
  sweep_bind_real (&b, row->cpu);
  sweep_bind_real (&b, row->wall);
  sweep_bind_number (&b, row->memory);
  sweep_bind_real (&b, row->decide_cpu);
  sweep_bind_real (&b, row->decide_wall);
  sweep_bind_text (&b, row->machine);
  sweep_bind_number (&b, row->core);
  sweep_bind_real (&b, row->load);
  sweep_bind_text (&b, row->started);
  return sweep_db_finish (db, &b, diag);
}

/* Appends "COLUMN = the median of it over the solved timings of run ?1": of an even number, the mean of the middle
 * two. */
static void
add_median (hb_buffer *text, const char *column)
{
  static const char of_run[] = "FROM timings WHERE run = ?1 AND outcome = 'solved'";
  hb_buffer_add (text, "%s = (SELECT avg (x) FROM (SELECT %s AS x %s ORDER BY 1", column, column,
                 of_run);
  hb_buffer_add (text, " LIMIT 2 - (SELECT count (*) %s) %% 2", of_run);
  hb_buffer_add (text, " OFFSET ((SELECT count (*) %s) - 1) / 2)), ", of_run);
}

/* Appends "COLUMN = WHICH (OF) over them". */
static void
add_extreme (hb_buffer *text, const char *column, const char *which, const char *of)
{
  hb_buffer_add (text, "%s = (SELECT %s (%s) FROM timings WHERE run = ?1 AND outcome = 'solved'), ",
                 column, which, of);
}

bool
sweep_db_settle_times (struct sweep_db *db, const char *id, hb_diag *diag)
{
  static const char *const medians[] = { "cpu", "wall", "decide_cpu", "decide_wall" };
  hb_buffer text = VEC_EMPTY;
  struct sweep_binder b;
  hb_buffer_add (&text, "UPDATE runs SET ");
  for (size_t i = 0; i < sizeof medians / sizeof *medians; i++)
    add_median (&text, medians[i]);
  add_extreme (&text, "cpu_low", "min", "cpu");
  add_extreme (&text, "cpu_high", "max", "cpu");
  add_extreme (&text, "decide_cpu_low", "min", "decide_cpu");
  add_extreme (&text, "decide_cpu_high", "max", "decide_cpu");
  add_extreme (&text, "memory", "max", "memory");
  add_extreme (&text, "repeats", "count", "cpu");
  hb_buffer_add (&text, "id = id WHERE id = ?1");
  char *statement = hb_buffer_take (&text);
  bool good = sweep_db_begin (db, &b, statement, diag);
  if (good)
    {
      sweep_bind_text (&b, id);
      good = sweep_db_finish (db, &b, diag);
    }
  hb_free (statement);
  return good;
}

bool
sweep_db_put_spec (struct sweep_db *db, const char *id, const char *sha256, const char *text,
                   const char *added, hb_diag *diag)
{
  struct sweep_binder b;
  if (!sweep_db_begin (db, &b,
                       "INSERT OR REPLACE INTO specs (id, sha256, text, added) VALUES (?, ?, ?, ?)",
                       diag))
    return false;
  sweep_bind_text (&b, id);
  sweep_bind_text (&b, sha256);
  sweep_bind_text (&b, text);
  sweep_bind_text (&b, added);
  return sweep_db_finish (db, &b, diag);
}

char *
sweep_db_last_spec (struct sweep_db *db, hb_diag *diag)
{
  struct sweep_binder b;
  char *text = NULL;
  if (!sweep_db_begin (db, &b, "SELECT text FROM specs ORDER BY added DESC, rowid DESC LIMIT 1",
                       diag))
    return NULL;
  int code = sqlite3_step (b.statement);
  if (code == SQLITE_ROW && sqlite3_column_text (b.statement, 0))
    text = hb_copy_text ((const char *)sqlite3_column_text (b.statement, 0));
  else if (code != SQLITE_ROW && code != SQLITE_DONE)
    sweep_db_error (db, "read", diag);
  sqlite3_finalize (b.statement);
  return text;
}

bool
sweep_db_put_machine (struct sweep_db *db, const struct sweep_machine_row *row, hb_diag *diag)
{
  struct sweep_binder b;
  if (!sweep_db_begin (
          db, &b,
          "INSERT OR REPLACE INTO machines (id, host, cpu_model, cores, memory, kernel,"
          " system, governor, virtual) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
          diag))
    return false;
  sweep_bind_text (&b, row->id);
  sweep_bind_text (&b, row->host);
  sweep_bind_text (&b, row->cpu_model);
  sweep_bind_number (&b, row->cores);
  sweep_bind_number (&b, row->memory);
  sweep_bind_text (&b, row->kernel);
  sweep_bind_text (&b, row->system);
  sweep_bind_text (&b, row->governor);
  sweep_bind_text (&b, row->virtual);
  return sweep_db_finish (db, &b, diag);
}
