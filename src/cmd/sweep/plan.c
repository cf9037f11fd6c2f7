/* See plan.h. */
#include "cmd/sweep/plan.h"
#include "base/path.h"

#include "base/escape.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

/* The longest time that is asked of Slurm, in minutes: a week.  What is not done by then is done when
 * the array is submitted again. */
#define MOST_MINUTES (7 * 24 * 60)

/* Megabytes for hbkit itself, beside its children. */
#define OWN_MEGABYTES 256

/* A line of #SBATCH is no shell's: a name stands there in quotes, in which few characters are safe; and
 * GNU parallel takes every line for a command.  What neither can hold is refused. */
static bool
fits (const char *folder, const char *harmful, const char *where, hb_diag *diag)
{
  for (const char *c = folder; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 0x7f || strchr (harmful, *c))
      {
        hb_error (diag, &(struct hb_place){ .file = folder },
                  "%s cannot hold the '%c' of this name; expected another folder", where, *c);
        return false;
      }
  return true;
}

/* --- GNU parallel ------------------------------------------------------------------------------ */

bool
sweep_plan_print (struct cli *cli, const struct sweep_plan *plan)
{
  if (!fits (plan->folder, "", "a list of commands", cli->diag)
      || !fits (plan->program, "", "a list of commands", cli->diag))
    return false;
  hb_output *output = cli_stdout (cli);
  char *program = hb_shell_word (plan->program), *folder = hb_shell_word (plan->folder);
  for (uint64_t i = 1; i <= plan->shards; i++)
    hb_putf (output,
             "%s sweep %s/sweep.spec -q -o %s --shard %" PRIu64 "/%" PRIu64 " -j %" PRIu64 "%s\n",
             program, folder, folder, i, plan->shards, plan->workers, plan->options);
  hb_free (program);
  hb_free (folder);
  return hb_output_commit (output);
}

/* --- Slurm ------------------------------------------------------------------------------------- */

/* Minutes that a shard takes if all its runs take all their time. */
static uint64_t
most_minutes (const struct sweep_spec *spec, const struct sweep_plan *plan)
{
  double runs = (double)plan->runs / (double)plan->shards / (double)plan->workers + 1;
  double minutes = runs * spec->limits.wall / 60 * 1.1 + 5;
  return spec->limits.wall > 0 && minutes < MOST_MINUTES ? (uint64_t)minutes + 1 : MOST_MINUTES;
}

static void
write_array (hb_output *output, const struct sweep_spec *spec, const struct sweep_plan *plan)
{
  char *program = hb_shell_word (plan->program), *folder = hb_shell_word (plan->folder);
  hb_putf (output,
           "#!/bin/sh\n"
           "#SBATCH --job-name=hbkit-sweep\n"
           "#SBATCH --array=1-%" PRIu64 "\n"
           "#SBATCH --ntasks=1\n"
           "#SBATCH --cpus-per-task=%" PRIu64 "\n",
           plan->shards, plan->workers);
  if (spec->limits.memory)
    hb_putf (output, "#SBATCH --mem=%" PRIu64 "M\n",
             (spec->limits.memory >> 20) * plan->workers + OWN_MEGABYTES);
  hb_putf (
      output,
      "#SBATCH --time=%" PRIu64 "\n"
      "#SBATCH --requeue\n"
      "#SBATCH --output=\"%s/slurm/%%a.log\"\n"
      "# Each run has the limits of sweep.spec; hbkit keeps them itself.  The memory asked for "
      "above\n"
      "# is theirs for each worker, and some; the time is enough if every run takes all of its\n"
      "# own (a week at most).  A shard that is submitted again goes on where it stopped.\n"
      "exec %s sweep %s/sweep.spec -q -o %s --shard \"$SLURM_ARRAY_TASK_ID/%" PRIu64
      "\" -j %" PRIu64 "%s\n",
      most_minutes (spec, plan), plan->folder, program, folder, folder, plan->shards, plan->workers,
      plan->options);
  hb_free (program);
  hb_free (folder);
}

static void
write_merge (hb_output *output, const struct sweep_plan *plan)
{
  char *program = hb_shell_word (plan->program), *folder = hb_shell_word (plan->folder);
  hb_putf (output,
           "#!/bin/sh\n"
           "#SBATCH --job-name=hbkit-merge\n"
           "#SBATCH --ntasks=1\n"
           "#SBATCH --mem=%dM\n"
           "#SBATCH --time=60\n"
           "#SBATCH --output=\"%s/slurm/merge.log\"\n"
           "exec %s merge %s %s/shards/*/sweep.db\n",
           2 * OWN_MEGABYTES, plan->folder, program, folder, folder);
  hb_free (program);
  hb_free (folder);
}

static void
write_readme (hb_output *output, const struct sweep_plan *plan)
{
  char *folder = hb_shell_word (plan->folder), *program = hb_shell_word (plan->program);
  hb_putf (
      output,
      "This sweep on Slurm, in three commands:\n"
      "\n"
      "    job=$(sbatch --parsable %s/slurm/array.sh)\n"
      "    sbatch --dependency=afterany:$job %s/slurm/merge.sh\n"
      "    squeue -u $USER\n"
      "\n"
      "The first runs the %" PRIu64
      " shards, each with a database of its own under shards/.  The second\n"
      "joins them into sweep.db once the last shard has ended.  The third shows how far they are;\n"
      "slurm/*.log hold what they say.\n"
      "\n"
      "If shards failed or ran out of time, give the first two commands again: shards go on where\n"
      "they stopped, and joining twice changes nothing.  The folder and %s must be\n"
      "visible on all nodes under the same names.  Options of your site (--partition, --account)\n"
      "stand behind sbatch.\n",
      folder, folder, plan->shards, program);
  hb_free (folder);
  hb_free (program);
}

static hb_output *
open_in (const char *folder, const char *name, hb_diag *diag)
{
  char *path = hb_format ("%s/%s", folder, name);
  hb_output *output = hb_output_open (path, diag);
  hb_free (path);
  return output;
}

bool
sweep_plan_slurm (const struct sweep_spec *spec, const struct sweep_plan *plan, hb_diag *diag)
{
  if (!fits (plan->folder, "\"'\\%", "an #SBATCH line", diag)
      || !fits (plan->program, "", "a script's README", diag))
    return false;
  char *folder = hb_format ("%s/slurm", plan->folder);
  bool good = hb_make_folder (folder, diag);
  hb_output *output;
  if (good && (good = (output = open_in (folder, "array.sh", diag))))
    {
      write_array (output, spec, plan);
      good = hb_output_commit (output);
    }
  if (good && (good = (output = open_in (folder, "merge.sh", diag))))
    {
      write_merge (output, plan);
      good = hb_output_commit (output);
    }
  if (good && (good = (output = open_in (folder, "README", diag))))
    {
      write_readme (output, plan);
      good = hb_output_commit (output);
    }
  hb_free (folder);
  return good;
}
