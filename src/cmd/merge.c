/* hbkit merge: joins the databases of shards. */
#include "cmd/frame/files.h"
#include "cmd/sweep/folder.h"
#include "cmd/sweep/merge.h"

#include "base/cleanup.h"
#include "base/path.h"
#include "base/plural.h"

#include <libgen.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct cli_option options[] = { OPTION_JSON, OPTION_END };

/* A folder stands for its database.  New. */
static char *
database_path (const char *path)
{
  struct stat status;
  bool folder = !stat (path, &status) && S_ISDIR (status.st_mode);
  return folder ? hb_format ("%s/sweep.db", path) : hb_copy_text (path);
}

static void
print_json (struct cli *cli, const struct sweep_merged *merged)
{
  hb_json *json = cli_json (cli);
  hb_json_member_unsigned (json, "runs", merged->runs);
  hb_json_member_unsigned (json, "added", merged->added);
  hb_json_member_unsigned (json, "replaced", merged->replaced);
  hb_json_member_unsigned (json, "conflicts", merged->conflicts);
  if (!hb_json_commit (json))
    cli_fail (cli);
}

/* Merges the databases into that at PATH, whose folder is locked. */
static bool
merge_all (struct cli *cli, const char *path, struct sweep_merged *merged)
{
  struct sweep_db *db = sweep_db_open (path, SWEEP_DB_CREATE, cli->diag);
  bool good = db;
  for (int i = 1; good && i < cli->operand_count; i++)
    {
      char *other = database_path (cli->operands[i]);
      good = sweep_merge (db, other, merged, cli->diag);
      hb_free (other);
    }
  sweep_db_close (db);
  return good;
}

/* The files of a database that is made here, and of the lock of a folder that is no sweep's: none of them stays if
 * nothing comes of it. */
#define DATABASE_FILES 4
struct fresh
{
  char *files[DATABASE_FILES + 1]; /* the last one is the lock */
  bool is_new[DATABASE_FILES + 1];
};

static struct fresh
fresh_begin (const char *path, const char *folder)
{
  static const char *const ends[DATABASE_FILES] = { "", "-journal", "-wal", "-shm" };
  struct fresh fresh;
  bool is_new = access (path, F_OK);
  for (int i = 0; i < DATABASE_FILES; i++)
    {
      fresh.files[i] = hb_format ("%s%s", path, ends[i]);
      fresh.is_new[i] = is_new;
    }
  fresh.files[DATABASE_FILES] = hb_format ("%s/lock", folder);
  fresh.is_new[DATABASE_FILES] = access (fresh.files[DATABASE_FILES], F_OK);
  for (int i = 0; i <= DATABASE_FILES; i++)
    if (fresh.is_new[i])
      hb_cleanup_remember (fresh.files[i], false);
  return fresh;
}

static void
fresh_end (struct fresh *fresh, bool stays, bool is_sweep)
{
  for (int i = 0; i <= DATABASE_FILES; i++)
    {
      bool kept = stays && (i < DATABASE_FILES || is_sweep);
      hb_cleanup_forget (fresh->files[i]);
      if (fresh->is_new[i] && !kept)
        unlink (fresh->files[i]);
      hb_free (fresh->files[i]);
    }
}

static int
run (struct cli *cli)
{
  char *path = database_path (cli->operands[0]), *copy = hb_copy_text (path);
  const char *folder = dirname (copy);
  struct sweep_merged merged = { 0 };
  struct fresh fresh = fresh_begin (path, folder);
  int lock = sweep_lock (folder, cli->diag);
  bool good = lock >= 0 && merge_all (cli, path, &merged);
  bool foreign = lock < 0; /* somebody else is at work there */
  fresh_end (&fresh, good || merged.added || foreign, foreign || hb_ends_in (path, "sweep.db"));
  if (good && cli_flag (cli, "json"))
    print_json (cli, &merged);
  else if (good && cli->verbosity >= 0)
    printf ("%llu run%s: %llu added, %llu replaced, %llu conflict%s; %s\n",
            (unsigned long long)merged.runs, HB_S (merged.runs), (unsigned long long)merged.added,
            (unsigned long long)merged.replaced, (unsigned long long)merged.conflicts,
            HB_S (merged.conflicts), cli_shown (path));
  if (lock >= 0)
    close (lock);
  hb_free (path);
  hb_free (copy);
  cli_fail (cli);
  return !good ? 2 : merged.conflicts ? 1 : 0;
}

const struct cli_command cmd_merge = {
  .name = "merge",
  .summary = "join the databases of a sweep's shards",
  .usage = "OUT DB...",
  .examples = "hbkit merge d d/shards/*/sweep.db       # into d/sweep.db\n"
              "hbkit merge all.db monday.db tuesday.db",
  .description
  = "OUT and DB are databases, or the folders that hold them. Runs that OUT does not have are "
    "added;\n"
    "one without a result (time, memory, ...) is replaced by the same run with one, and by a "
    "later\n"
    "attempt. To do it twice changes nothing. The same run with two different verdicts, or the\n"
    "same instance with two different contents, is a conflict: it is reported, OUT keeps what it\n"
    "has.\n"
    "\n"
    "Exit status: 0, 1 there were conflicts, 2 an error (then the database that was being added "
    "is\n"
    "left out as a whole).",
  .options = options,
  .least = 2,
  .most = -1,
  .run = run
};
