/* See merge.h.  It is done in SQL, on the other database attached. */
#include "cmd/sweep/merge.h"

#define MOST_REPORTED 20

/* The same instance came out different, or the same run has another verdict. */
static const char conflicts[]
    = "SELECT 'instance ' || i.id || ' has the contents ' || coalesce (i.sha256, 'none') || ' and '"
      " || coalesce (o.sha256, 'none') FROM main.instances i JOIN other.instances o USING (id)"
      " WHERE i.sha256 <> o.sha256 "
      "UNION ALL "
      "SELECT 'run ' || r.id || ' (' || r.stage || ' ' || r.tool || ' on instance ' || r.instance "
      "||"
      " ') has the verdicts ' || r.verdict || ' and ' || o.verdict"
      " FROM main.runs r JOIN other.runs o USING (id) WHERE r.verdict <> o.verdict";

/* What a conflict of contents touches is left out altogether. */
#define NO_CONFLICT                                                                                \
  " NOT EXISTS (SELECT 1 FROM main.instances x JOIN other.instances y USING (id)"                  \
  "  WHERE x.id = o.instance AND x.sha256 <> y.sha256)"

static const char find_better[]
    = "CREATE TEMP TABLE better AS SELECT o.id FROM other.runs o JOIN main.runs r USING (id)"
      " WHERE r.outcome <> 'solved' AND (o.outcome = 'solved' OR o.attempt > r.attempt) "
      "AND" NO_CONFLICT
      "; CREATE TEMP TABLE fresh AS SELECT id FROM better UNION SELECT id FROM other.runs o"
      " WHERE id NOT IN (SELECT id FROM main.runs) AND" NO_CONFLICT;

/* An instance that could not be generated gives way to one that could.  A run comes with all its timings. */
static const char join[]
    = "INSERT OR REPLACE INTO main.runs SELECT * FROM other.runs WHERE id IN (SELECT id FROM "
      "fresh);"
      "DELETE FROM main.timings WHERE run IN (SELECT id FROM fresh);"
      "INSERT INTO main.timings SELECT * FROM other.timings WHERE run IN (SELECT id FROM fresh);"
      "INSERT OR IGNORE INTO main.machines SELECT * FROM other.machines;"
      "INSERT OR IGNORE INTO main.specs SELECT * FROM other.specs;"
      "INSERT OR REPLACE INTO main.instances SELECT o.* FROM other.instances o LEFT JOIN "
      "main.instances i"
      " USING (id) WHERE i.sha256 IS NULL;";

static bool
count (struct sweep_db *db, const char *query, uint64_t *number, hb_diag *diag)
{
  sqlite3_stmt *statement = NULL;
  bool good = sqlite3_prepare_v2 (db->handle, query, -1, &statement, NULL) == SQLITE_OK
              && sqlite3_step (statement) == SQLITE_ROW;
  if (good)
    *number += (uint64_t)sqlite3_column_int64 (statement, 0);
  else
    sweep_db_error (db, "read", diag);
  sqlite3_finalize (statement);
  return good;
}

static bool
report_conflicts (struct sweep_db *db, const char *path, struct sweep_merged *merged, hb_diag *diag)
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db->handle, conflicts, -1, &statement, NULL);
  while (code == SQLITE_OK || code == SQLITE_ROW)
    if ((code = sqlite3_step (statement)) == SQLITE_ROW && merged->conflicts++ < MOST_REPORTED)
      hb_warning (diag, &(struct hb_place){ .file = path }, "conflict: %s",
                  (const char *)sqlite3_column_text (statement, 0));
  if (code != SQLITE_DONE)
    sweep_db_error (db, "read", diag);
  sqlite3_finalize (statement);
  return code == SQLITE_DONE;
}

/* In a transaction. */
static bool
join_attached (struct sweep_db *db, const char *path, struct sweep_merged *merged, hb_diag *diag)
{
  uint64_t before = 0, after = 0;
  bool good = report_conflicts (db, path, merged, diag) && sweep_db_execute (db, find_better, diag)
              && count (db, "SELECT count (*) FROM other.runs", &merged->runs, diag)
              && count (db, "SELECT count (*) FROM better", &merged->replaced, diag)
              && count (db, "SELECT count (*) FROM main.runs", &before, diag)
              && sweep_db_execute (db, join, diag)
              && count (db, "SELECT count (*) FROM main.runs", &after, diag)
              && sweep_db_execute (db, "DROP TABLE better; DROP TABLE fresh", diag);
  merged->added += after - before;
  return good;
}

bool
sweep_merge (struct sweep_db *db, const char *path, struct sweep_merged *merged, hb_diag *diag)
{
  /* Is it one of ours, of this version?  It is read; only one of an earlier version is brought up to date. */
  hb_diag *ignored = hb_diag_new ();
  struct sweep_db *other = sweep_db_open (path, SWEEP_DB_READ, ignored);
  hb_diag_free (ignored);
  if (!other && !(other = sweep_db_open (path, SWEEP_DB_WRITE, diag)))
    return false;
  char *attach = sqlite3_mprintf ("ATTACH %Q AS other", other->uri ? other->uri : path);
  bool good = sweep_db_execute (db, attach, diag);
  sqlite3_free (attach);
  if (!good)
    {
      sweep_db_close (other);
      return false;
    }
  good = sweep_db_execute (db, "BEGIN IMMEDIATE", diag) && join_attached (db, path, merged, diag)
         && sweep_db_execute (db, "COMMIT", diag);
  if (!good)
    sqlite3_exec (db->handle, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_exec (db->handle, "DETACH other", NULL, NULL, NULL);
  sweep_db_close (other);
  return good;
}
