/* The database of a sweep: one SQLite file, tables and columns as doc/sweep.md describes them.
 *
 * There is one writer at a time (sweep_lock.h); readers may look at any time (write-ahead logging).
 * Every run is a transaction of its own and on the disk before the next one counts as written. */
#ifndef HBKIT_SWEEP_DB_H
#define HBKIT_SWEEP_DB_H

#include "base/diag.h"

#include <sqlite3.h>

/* "hbkt", in the header of the file. */
#define SWEEP_DB_APPLICATION 0x68626b74

/* The version of the tables that this hbkit reads and writes. */
#define SWEEP_DB_VERSION 4

struct sweep_db
{
  sqlite3 *handle;
  char *path;
  sqlite3_stmt *put_run, *put_instance, *find_run, *find_answers;
  char *uri, *copy; /* read only: where it is read, and the folder of a copy */
};

enum sweep_db_mode
{
  SWEEP_DB_READ,  /* must exist; is not changed */
  SWEEP_DB_WRITE, /* must exist; an older version is migrated */
  SWEEP_DB_CREATE /* may exist */
};

/* Opens the database at PATH.  NULL after an error in DIAG: no such file, another program's, one of a
 * later version, (SWEEP_DB_READ) one of an earlier version.  New. */
struct sweep_db *sweep_db_open (const char *path, enum sweep_db_mode mode, hb_diag *diag);

/* NULL is legal. */
void sweep_db_close (struct sweep_db *db);

/* Says in DIAG what went wrong last, DOING being what was done; a full disk with what to do. */
void sweep_db_error (struct sweep_db *db, const char *doing, hb_diag *diag);

/* Executes statements without results.  False after an error in DIAG. */
bool sweep_db_execute (struct sweep_db *db, const char *statements, hb_diag *diag);

/* A value that may be missing (NULL in the table). */
#define SWEEP_NO_NUMBER INT64_MIN
#define SWEEP_NO_REAL (-1.0)

struct sweep_sizes
{
  int64_t bytes;
  int64_t variables, clauses, literals, twos; /* of a formula */
  int64_t events, messages, handlers;         /* of a trace */
};

/* All SWEEP_NO_NUMBER. */
struct sweep_sizes sweep_no_sizes (void);

/* A row of `instances`.  Texts are borrowed, NULL being NULL. */
struct sweep_instance_row
{
  const char *id, *source, *family, *params, *command, *sha256;
  int64_t sweep_seed, rep, seed;
  struct sweep_sizes sizes;
};

/* A row of `runs`. */
struct sweep_run_row
{
  const char *id, *instance, *stage, *tool, *input;
  const char *command, *setup;
  const char *hbkit_version, *hbkit_commit, *tool_version;
  const char *input_sha256, *output_sha256;
  struct sweep_sizes sizes;
  const char *outcome, *detail;
  int64_t exit_code, signal;
  const char *verdict;
  int64_t answer;
  double cpu, wall;
  int64_t memory;
  double decide_cpu, decide_wall;
  int64_t decide_memory;
  int64_t pairs, rounds, conflicts, solver_conflicts, deadlocks, steps;
  double passes;
  double limit_cpu, limit_wall;
  int64_t limit_memory;
  const char *host, *cpu_model, *started;
  int64_t attempt;
  const char *spec, *machine, *tool_file, *tool_sha256; /* or NULL */
  int64_t core;
  double load;
};

/* Write or replace; false after an error in DIAG. */
bool sweep_db_put_instance (struct sweep_db *db, const struct sweep_instance_row *row,
                            hb_diag *diag);
bool sweep_db_put_run (struct sweep_db *db, const struct sweep_run_row *row, hb_diag *diag);

/* A row of `timings`: repetition K, from 1, of run RUN. */
struct sweep_timing_row
{
  const char *run, *outcome, *machine, *started;
  int64_t k, memory, core;
  double cpu, wall, decide_cpu, decide_wall, load;
};
bool sweep_db_put_timing (struct sweep_db *db, const struct sweep_timing_row *row, hb_diag *diag);

/* The times of run ID become the medians of its timings, with their number and their extremes.  False after an error
 * in DIAG. */
bool sweep_db_settle_times (struct sweep_db *db, const char *id, hb_diag *diag);

/* Remembers a specification, with TEXT and its SHA-256; it counts as the last one. */
bool sweep_db_put_spec (struct sweep_db *db, const char *id, const char *sha256, const char *text,
                        const char *added, hb_diag *diag);

/* The text of the last one.  New; NULL if there is none, or after an error in DIAG. */
char *sweep_db_last_spec (struct sweep_db *db, hb_diag *diag);

/* A row of `machines`; texts may be NULL but for the first three. */
struct sweep_machine_row
{
  const char *id, *host, *cpu_model, *kernel, *system, *governor, *virtual;
  int64_t cores, memory;
};
bool sweep_db_put_machine (struct sweep_db *db, const struct sweep_machine_row *row, hb_diag *diag);

/* What is known of a run. */
struct sweep_known
{
  int64_t timings; /* how often it was timed */
  int64_t answer;
  bool there;
  char outcome[16];
  char output_sha256[65]; /* "" if none */
  int64_t attempt;
};

/* Binds values to the places of a statement, one after another. */
struct sweep_binder
{
  sqlite3_stmt *statement;
  int place;
};
void sweep_bind_text (struct sweep_binder *b, const char *text);
void sweep_bind_number (struct sweep_binder *b, int64_t number);
void sweep_bind_real (struct sweep_binder *b, double number);

/* Prepares the statement TEXT for values; then runs it and lets go of it.  False after an error in DIAG. */
bool sweep_db_begin (struct sweep_db *db, struct sweep_binder *b, const char *text, hb_diag *diag);
bool sweep_db_finish (struct sweep_db *db, struct sweep_binder *b, hb_diag *diag);

/* Looks run ID up.  False after an error in DIAG. */
bool sweep_db_find_run (struct sweep_db *db, const char *id, struct sweep_known *known,
                        hb_diag *diag);

/* How many runs of the instance answered yes and no, and how many of its certificates were refused. */
struct sweep_answers
{
  int64_t yes, no, refused;
};
bool sweep_db_answers (struct sweep_db *db, const char *instance, struct sweep_answers *answers,
                       hb_diag *diag);

/* The first instance about which runs disagree, into ID (17 bytes); "" if there is none. */
bool sweep_db_disagreement (struct sweep_db *db, char *id, hb_diag *diag);

/* Runs by outcome, for a summary: calls TELL for each.  False after an error in DIAG. */
bool sweep_db_outcomes (struct sweep_db *db,
                        void (*tell) (void *context, const char *outcome, int64_t count),
                        void *context, hb_diag *diag);

#endif
