/* hbkit table diff FOLDER: Table 1 of the semantic diffing paper, measured again (doc/semantic-diffing.md).
 *
 * The folder has the programs of ConcurrencySwapper (ex1.c, ex1-corrected.c, ...) or ours (r8169-1-old.c,
 * r8169-1-new.c, ...).  Sets and differences are counted up to each rank, differences of the old version alone. */
#include "cmd/table/table.h"

#include "diff/engine.h"

#include <sys/stat.h>

static const struct row
{
  const char *name, *theirs, *ours; /* files without their endings */
  hb_id rank, unroll;
  bool no_assert;
  const char *possible, *difference; /* published */
} rows[] = { { "r8169-1", "ex1", "r8169-1", 3, 1, false, "6/21/41", "1/5/11" },
             { "r8169-2", "ex2", "r8169-2", 3, 1, false, "6/21/41", "1/5/11" },
             { "r8169-3", "ex3", "r8169-3", 3, 1, false, "3/6/7", "1/3/3" },
             { "i2c-hid", "ex5", "i2c-hid", 1, 1, false, "27", "2" },
             { "i2c-hid-noA", "ex5", "i2c-hid", 2, 2, true, "27/237", "0/4" },
             { "rtl8169", "ex_driver", "rtl8169", 1, 1, false, "94", "3" } };

/* The files of a row in FOLDER, new; false if they are not there. */
static bool
find_files (const char *folder, const struct row *row, char *paths[2])
{
  struct stat status;
  paths[0] = hb_format ("%s/%s.c", folder, row->theirs);
  paths[1] = hb_format ("%s/%s-corrected.c", folder, row->theirs);
  if (!stat (paths[0], &status) && !stat (paths[1], &status))
    return true;
  hb_free (paths[0]);
  hb_free (paths[1]);
  paths[0] = hb_format ("%s/%s-old.c", folder, row->ours);
  paths[1] = hb_format ("%s/%s-new.c", folder, row->ours);
  return !stat (paths[0], &status) && !stat (paths[1], &status);
}

/* "6/21/41": how many sets of at most 1, 2, ... of COUNT there are, the empty one left out. */
static char *
sets_text (uint64_t count, hb_id rank)
{
  char *text = hb_copy_text ("");
  uint64_t all = 0, of_rank = 1;
  for (hb_id r = 1; r <= rank; r++)
    {
      of_rank = of_rank * (count + 1 - r) / r;
      all += count + 1 > r ? of_rank : 0;
      char *more = hb_format ("%s%s%llu", text, r > 1 ? "/" : "", (unsigned long long)all);
      hb_free (text);
      text = more;
    }
  return text;
}

static char *
differences_text (const struct diff_family families[2], int side, hb_id rank)
{
  char *text = hb_copy_text ("");
  size_t all = 0;
  for (hb_id r = 1; r <= rank; r++)
    {
      all += diff_family_beyond (&families[side], &families[!side], r, false, NULL);
      char *more = hb_format ("%s%s%zu", text, r > 1 ? "/" : "", all);
      hb_free (text);
      text = more;
    }
  return text;
}

/* Both families; false after errors, or if a limit was hit. */
static bool
measure (struct cli *cli, const diff_scope *scope, hb_id rank, struct hb_limits *limits,
         struct diff_family families[2])
{
  struct diff_engine_options how = { .kind = DIFF_ENGINE_SAT, .limits = limits };
  bool good = true;
  for (int side = 0; side < 2 && good; side++)
    {
      diff_engine *engine = diff_engine_new (scope, side, &how, cli->diag);
      good
          = engine
            && diff_family_find (&families[side], rank, scope->facts.size, diff_engine_ask, engine);
      diff_engine_free (engine);
    }
  return good;
}

static void
tell (table *t, const struct row *row, const diff_scope *scope,
      const struct diff_family families[2], double seconds)
{
  char *possible = sets_text (diff_possible (scope), row->rank);
  char *old = differences_text (families, 0, row->rank);
  char *new = differences_text (families, 1, row->rank);
  table_text (t, "%s", row->name);
  table_number (t, scope->programs[0]->threads.size);
  table_text (t, "%u", row->unroll);
  table_text (t, "%s", possible);
  table_text (t, "%s", row->possible);
  table_text (t, "%s", old);
  table_text (t, "%s", row->difference);
  table_text (t, "%s", new);
  table_seconds (t, seconds);
  hb_free (possible);
  hb_free (old);
  hb_free (new);
}

/* False after errors. */
static bool
add_row (struct cli *cli, table *t, const struct row *row, char *const paths[2])
{
  struct diff_options reading = { .unroll = row->unroll, .no_assert = row->no_assert };
  struct hb_limits limits = hb_limits_new (cli_double (cli, "engine-timeout", 120), 0);
  struct diff_family families[2] = { { 0 }, { 0 } };
  double start = hb_now ();
  diff_program *programs[2] = { NULL, NULL };
  for (int side = 0; side < 2; side++)
    programs[side] = diff_read (paths[side], &reading, cli->diag);
  const diff_program *const both[2] = { programs[0], programs[1] };
  diff_scope *scope = programs[0] && programs[1] ? diff_scope_new (both, NULL, cli->diag) : NULL;
  if (scope && measure (cli, scope, row->rank, &limits, families))
    tell (t, row, scope, families, hb_now () - start);
  else if (scope)
    table_note (t, "%s: not finished in time", row->name);
  for (int side = 0; side < 2; side++)
    diff_family_free (&families[side]);
  diff_scope_free (scope);
  for (int side = 0; side < 2; side++)
    diff_program_free (programs[side]);
  return scope;
}

static int
run (struct cli *cli)
{
  static const struct table_column columns[] = { { "row", "row" },
                                                 { "threads", "threads" },
                                                 { "iterations", "iterations" },
                                                 { "possible", "possible" },
                                                 { "published", "possible_published" },
                                                 { "old only", "old_only" },
                                                 { "published", "difference_published" },
                                                 { "new only", "new_only" },
                                                 { "s", "seconds" },
                                                 { NULL, NULL } };
  if (cli->operand_count != 2)
    cli_usage_error (cli, "expected one folder with the programs of Table 1");
  table *t = table_new ("Semantic differences", columns);
  bool good = true;
  size_t found = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows && good; i++)
    {
      char *paths[2];
      if (find_files (cli->operands[1], &rows[i], paths))
        {
          found++;
          good = add_row (cli, t, &rows[i], paths);
        }
      else
        table_note (t, "%s: its programs are not there", rows[i].name);
      hb_free (paths[0]);
      hb_free (paths[1]);
    }
  if (good && !found)
    {
      hb_error (cli->diag, NULL, "%s has none of the programs of Table 1 (ex1.c or r8169-1-old.c)",
                cli->operands[1]);
      good = false;
    }
  table_note (t,
              "sets of at most 1/2/3 dependencies, pairs of writes counted once; differences up to "
              "the rank");
  int code = good ? table_write (t, cli) : cli_fail (cli);
  table_free (t);
  return code;
}

const struct table_subject table_diff = { "diff", run };
