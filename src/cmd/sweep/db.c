/* See db.h: opening, versions, errors. */
#include "cmd/sweep/db.h"

#include "cmd/sweep/db_place.h"
#include "cmd/sweep/schema.h"

#include "base/memory.h"
#include "base/temporary.h"

#include <string.h>
#include <sys/stat.h>

/* How long to wait for a reader that blocks a checkpoint, in milliseconds. */
#define PATIENCE 10000

void
sweep_db_error (struct sweep_db *db, const char *doing, hb_diag *diag)
{
  struct hb_place place = { .file = db->path };
  int code = db->handle ? sqlite3_errcode (db->handle) : SQLITE_NOMEM;
  const char *text = db->handle ? sqlite3_errmsg (db->handle) : "out of memory";
  if (code == SQLITE_FULL || code == SQLITE_IOERR)
    hb_error (
        diag, &place,
        "cannot %s: %s; what was written stands: make room on the disk and give the same command "
        "again",
        doing, text);
  else if (code == SQLITE_NOTADB)
    hb_error (diag, &place, "is no database of hbkit");
  else
    hb_error (diag, &place, "cannot %s: %s", doing, text);
}

bool
sweep_db_execute (struct sweep_db *db, const char *statements, hb_diag *diag)
{
  if (sqlite3_exec (db->handle, statements, NULL, NULL, NULL) == SQLITE_OK)
    return true;
  sweep_db_error (db, "write", diag);
  return false;
}

/* The number that a pragma says, or -1 after an error in DIAG. */
static int64_t
pragma (struct sweep_db *db, const char *name, hb_diag *diag)
{
  sqlite3_stmt *statement = NULL;
  char *text = hb_format ("PRAGMA %s", name);
  int64_t number = -1;
  if (sqlite3_prepare_v2 (db->handle, text, -1, &statement, NULL) == SQLITE_OK
      && sqlite3_step (statement) == SQLITE_ROW)
    number = sqlite3_column_int64 (statement, 0);
  else
    sweep_db_error (db, "read", diag);
  sqlite3_finalize (statement);
  hb_free (text);
  return number;
}

/* Brings the tables from VERSION up to ours, all or nothing. */
static bool
migrate (struct sweep_db *db, int64_t version, hb_diag *diag)
{
  bool good = sweep_db_execute (db, "BEGIN IMMEDIATE", diag);
  for (int64_t step = version; good && step < SWEEP_DB_VERSION; step++)
    good = sweep_db_execute (db, sweep_schema_steps[step], diag);
  good = good && sweep_db_execute (db, sweep_schema_views, diag);
  char *mark = hb_format ("PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
                          SWEEP_DB_APPLICATION, SWEEP_DB_VERSION);
  good = good && sweep_db_execute (db, mark, diag);
  if (!good)
    sqlite3_exec (db->handle, "ROLLBACK", NULL, NULL, NULL);
  hb_free (mark);
  return good;
}

/* Is it ours, and of what version? */
static bool
check_version (struct sweep_db *db, enum sweep_db_mode mode, hb_diag *diag)
{
  struct hb_place place = { .file = db->path };
  int64_t application = pragma (db, "application_id", diag);
  int64_t version = application < 0 ? -1 : pragma (db, "user_version", diag);
  int64_t changes = version < 0 ? -1 : pragma (db, "schema_version", diag);
  if (changes < 0)
    return false;
  bool empty = !application && !version && !changes;
  if (application != SWEEP_DB_APPLICATION && !(empty && mode == SWEEP_DB_CREATE))
    {
      hb_error (diag, &place, empty ? "is an empty database" : "is another program's database");
      return false;
    }
  if (version > SWEEP_DB_VERSION)
    {
      hb_error (
          diag, &place,
          "was written by a later hbkit (version %lld of the tables; this one knows up to %d): use "
          "that hbkit, or another folder",
          (long long)version, SWEEP_DB_VERSION);
      return false;
    }
  if (version == SWEEP_DB_VERSION)
    return true;
  if (mode != SWEEP_DB_READ)
    return migrate (db, version, diag);
  hb_error (
      diag, &place,
      "was written by an earlier hbkit (version %lld of the tables, this one has %d); any 'hbkit "
      "sweep' or 'hbkit merge' on it brings it up to date",
      (long long)version, SWEEP_DB_VERSION);
  return false;
}

/* A database may come from anybody: its views and triggers call no function and no table with effects
 * beyond it, and its pages are looked at before they are used. */
static void
distrust (struct sweep_db *db)
{
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_exec (db->handle, "PRAGMA cell_size_check = ON", NULL, NULL, NULL);
}

struct sweep_db *
sweep_db_open (const char *path, enum sweep_db_mode mode, hb_diag *diag)
{
  static const int flags[]
      = { SQLITE_OPEN_READONLY, SQLITE_OPEN_READWRITE, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE };
  struct sweep_db *db = hb_calloc (1, sizeof *db);
  struct stat status;
  db->path = hb_copy_text (path);
  bool good = mode == SWEEP_DB_CREATE || !stat (path, &status);
  if (!good)
    hb_error (diag, &(struct hb_place){ .file = path },
              "no such database; expected the folder of a sweep, or its sweep.db");
  if (good && mode == SWEEP_DB_READ)
    good = (db->uri = sweep_db_place (path, &db->copy, diag));
  if (good)
    {
      /* With URIs, for ATTACH; a path is never taken for one. */
      char *plain = hb_format ("%s%s", strncmp (path, "file:", 5) ? "" : "./", path);
      int code = sqlite3_open_v2 (db->uri ? db->uri : plain, &db->handle,
                                  flags[mode] | SQLITE_OPEN_URI, NULL);
      hb_free (plain);
      if ((good = code == SQLITE_OK))
        {
          sqlite3_busy_timeout (db->handle, PATIENCE);
          distrust (db);
        }
      else
        sweep_db_error (db, "open", diag);
    }
  good = good && check_version (db, mode, diag);
  if (good && mode != SWEEP_DB_READ)
    good = sweep_db_execute (db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", diag);
  if (good)
    return db;
  sweep_db_close (db);
  return NULL;
}

void
sweep_db_close (struct sweep_db *db)
{
  if (!db)
    return;
  sqlite3_finalize (db->put_run);
  sqlite3_finalize (db->put_instance);
  sqlite3_finalize (db->find_run);
  sqlite3_finalize (db->find_answers);
  sqlite3_close (db->handle);
  hb_temporary_remove (db->copy);
  hb_free (db->uri);
  hb_free (db->path);
  hb_free (db);
}
