/* See show.h. */
#include "cmd/sweep/show.h"

#include "base/plural.h"

#include "cmd/sweep/slot.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* Instances whose commands are shown without -v. */
#define MOST_SHOWN 3

struct counts
{
  uint64_t known, unsolved,
      left; /* runs that have a row, those without a result, instances to do */
};

static void
show_commands (hb_output *output, const struct sweep_slot *slot)
{
  hb_putf (output, "%s %s, repetition %" PRIu64 ":\n", slot->instance.id, slot->instance.params,
           slot->instance.rep);
  for (size_t s = 0; s < slot->stages.size; s++)
    {
      char *command = sweep_stage_command (&slot->instance, s);
      hb_putf (output, "  %s%s\n", command, slot->stages.data[s].known.there ? "  # done" : "");
      hb_free (command);
    }
}

static void
count_slot (struct counts *counts, const struct sweep_slot *slot, bool has_next)
{
  for (size_t s = 0; s < slot->stages.size; s++)
    if (slot->stages.data[s].known.there)
      {
        counts->known++;
        counts->unsolved += strcmp (slot->stages.data[s].known.outcome, "solved") != 0;
      }
  counts->left += has_next;
}

bool
sweep_show (struct cli *cli, const struct sweep_points *points, const char *folder, unsigned retry)
{
  char *path = hb_format ("%s/sweep.db", folder);
  struct sweep_db *db = NULL;
  struct counts counts = { 0 };
  bool good = access (path, F_OK) || (db = sweep_db_open (path, SWEEP_DB_READ, cli->diag));
  hb_output *output = good ? cli_stdout (cli) : NULL;
  struct sweep_slot slot = { .folder = NULL };
  for (size_t i = 0; good && i < points->chosen.size; i++)
    {
      size_t stage;
      bool again;
      /* Without a database all is left. */
      if (!db && counts.left >= MOST_SHOWN && cli->verbosity <= 0)
        {
          counts.left = points->chosen.size;
          break;
        }
      good = sweep_slot_take (&slot, points, i, db, cli->diag);
      bool has_next = good && sweep_slot_next (&slot, retry, points->spec->repeat, &stage, &again);
      count_slot (&counts, &slot, has_next);
      if (has_next && (counts.left <= MOST_SHOWN || cli->verbosity > 0))
        show_commands (output, &slot);
      sweep_slot_release (&slot);
    }
  if (good)
    hb_putf (output,
             "%s, at most %s; %s done, %" PRIu64
             " of them without a result; %s ha%s something left\n",
             hb_many (points->chosen.size, "instance"), hb_many (points->runs, "run"),
             hb_many (counts.known, "run"), counts.unsolved, hb_many (counts.left, "instance"),
             counts.left == 1 ? "s" : "ve");
  vec_free (slot.stages);
  sweep_db_close (db);
  hb_free (path);
  if (good)
    return hb_output_commit (output);
  hb_output_discard (output);
  return false;
}
