/* See run.h.
 *
 * One process, without threads: it starts children (one a worker), sleeps until one of them ends or a
 * limit is due, writes the row, starts the next.  So there is one writer, and what a kill -9 can lose
 * are the children that run, which die with it. */
#include "cmd/sweep/run.h"
#include "base/path.h"

#include "cmd/sweep/folder.h"
#include "cmd/sweep/slot.h"

#include "base/plural.h"
#include "sat/solver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Seconds between two looks at the children, at most. */
#define PERIOD 0.05

struct sweep
{
  struct cli *cli;
  const struct sweep_job *job;
  struct sweep_done *done;
  struct sweep_machine machine;
  struct sweep_db *db;
  int lock;
  char *work; /* absolute */
  VEC (struct sweep_slot) slots;
  size_t next;     /* the instance to be taken next */
  uint64_t passed; /* runs behind us, those of former sweeps as well */
  double start;
  int code; /* other than -1: stop */
};

/* --- beginning and end ------------------------------------------------------------------------- */

static struct sweep_db *
open_database (const char *folder, hb_diag *diag)
{
  char *path = hb_format ("%s/sweep.db", folder);
  struct sweep_db *db = sweep_db_open (path, SWEEP_DB_CREATE, diag);
  hb_free (path);
  return db;
}

static bool
make_slots (struct sweep *sweep, hb_diag *diag)
{
  for (uint64_t i = 0; i < sweep->job->workers; i++)
    {
      struct sweep_slot slot
          = { .folder = hb_format ("%s/%llu", sweep->work, (unsigned long long)i),
              .pin = sweep->machine.pins.size ? sweep->machine.pins.data[i] + 1 : 0 };
      bool good = hb_make_folder (slot.folder, diag);
      vec_push (sweep->slots, slot);
      if (!good)
        return false;
    }
  return true;
}

/* What disagreed is asked again. */
static bool
forget_disagreements (struct sweep_db *db, hb_diag *diag)
{
  return sweep_db_execute (
      db,
      "DELETE FROM runs WHERE stage NOT IN ('gen', 'reduce', 'shuffle') AND instance IN "
      "(SELECT instance FROM truths WHERE disputed UNION "
      "SELECT instance FROM runs WHERE verdict = 'NOT VERIFIED');"
      "DELETE FROM timings WHERE run NOT IN (SELECT id FROM runs)",
      diag);
}

/* Remembers what is swept, where, and with what. */
static bool
put_circumstances (struct sweep *sweep, hb_diag *diag)
{
  const struct sweep_points *points = sweep->job->points;
  struct sweep_machine *machine = &sweep->machine;
  for (size_t b = 0; b < points->spec->blocks.size; b++)
    {
      const sweep_stages *stages = &points->spec->blocks.data[b].pipeline;
      for (size_t s = 0; s < stages->size; s++)
        if (stages->data[s].solver && hb_solver_is_outside (stages->data[s].solver))
          sweep_tool_look (&machine->tools, stages->data[s].solver, diag);
    }
  struct sweep_machine_row row = { .id = machine->id,
                                   .host = machine->host,
                                   .cpu_model = machine->cpu_model,
                                   .kernel = machine->kernel,
                                   .system = machine->system,
                                   .governor = machine->governor,
                                   .virtual = machine->virtual,
                                   .cores = machine->cores,
                                   .memory = machine->memory };
  char now[32], *text = sweep_spec_text (points->spec);
  sweep_write_time (now, sizeof now);
  bool good
      = sweep_db_put_machine (sweep->db, &row, diag)
        && sweep_db_put_spec (sweep->db, points->spec_id, points->spec_sha256, text, now, diag);
  hb_free (text);
  return good;
}

/* Says at once that times will be longer than they are elsewhere. */
static void
warn_if_busy (const struct sweep *sweep)
{
  struct cli *cli = sweep->cli;
  double load = sweep_machine_load ();
  if (cli->verbosity < 0
      || load + (double)sweep->job->workers <= (double)sweep->machine.cores + 0.5)
    return;
  hb_warning (
      cli->diag, NULL,
      "the machine is busy: %.1f processes want to run on %lld core%s, and %llu worker%s of "
      "this sweep; times will be longer than on a quiet one (column load)",
      load, (long long)sweep->machine.cores, HB_S (sweep->machine.cores),
      (unsigned long long)sweep->job->workers, HB_S (sweep->job->workers));
  cli_fail (cli);
  hb_diag_clear (cli->diag);
}

static bool
open_sweep (struct sweep *sweep)
{
  hb_diag *diag = sweep->cli->diag;
  const char *folder = sweep->job->folder;
  if (!sweep_machine_look (&sweep->machine, diag) || !hb_make_folder (folder, diag)
      || (sweep->lock = sweep_lock (folder, diag)) < 0)
    return false;
  char *path = realpath (folder, NULL);
  if (!path)
    {
      hb_error (diag, &(struct hb_place){ .file = folder }, "cannot be found: %s",
                strerror (errno));
      return false;
    }
  sweep->machine.groups = hb_cgroups_open ();
  sweep->work = hb_format ("%s/work", path);
  free (path);
  sweep->db = open_database (folder, diag);
  if (!sweep->db)
    return false;
  if (sweep->job->retry & SWEEP_RETRY_DISAGREEMENT && !forget_disagreements (sweep->db, diag))
    return false;
  /* What a sweep that was killed left. */
  sweep_remove_folders (sweep->work);
  if ((sweep->job->pin && !sweep_machine_pin (&sweep->machine, sweep->job->workers, diag))
      || !put_circumstances (sweep, diag))
    return false;
  warn_if_busy (sweep);
  return make_slots (sweep, diag) && sweep_db_disagreement (sweep->db, sweep->done->disputed, diag);
}

static void
close_sweep (struct sweep *sweep)
{
  for (size_t i = 0; i < sweep->slots.size; i++)
    {
      struct sweep_slot *slot = &sweep->slots.data[i];
      if (slot->busy)
        hb_child_kill (&slot->child);
      sweep_slot_release (slot);
      vec_free (slot->stages);
      hb_free (slot->folder);
    }
  vec_free (sweep->slots);
  if (sweep->work && sweep->lock >= 0)
    sweep_remove_folders (sweep->work);
  sweep_db_close (sweep->db);
  sweep_machine_free (&sweep->machine);
  hb_free (sweep->work);
  if (sweep->lock >= 0)
    close (sweep->lock);
}

/* --- the work ---------------------------------------------------------------------------------- */

/* The instance is done with. */
static void
leave (struct sweep *sweep, struct sweep_slot *slot)
{
  sweep->passed += slot->instance.block->pipeline.size;
  sweep_slot_release (slot);
}

/* Starts the slot's next stage; false: it has none, or an error came. */
static bool
go_on (struct sweep *sweep, struct sweep_slot *slot)
{
  size_t stage;
  bool again;
  if (!sweep_slot_next (slot, sweep->job->retry, sweep->job->points->spec->repeat, &stage, &again))
    return false;
  if (!sweep_slot_start (slot, &sweep->machine, &sweep->job->points->spec->limits, stage, again,
                         sweep->cli->diag))
    sweep->code = 2;
  return sweep->code < 0;
}

/* Gives an idle slot something to do, if there is anything left. */
static void
employ (struct sweep *sweep, struct sweep_slot *slot)
{
  const struct sweep_points *points = sweep->job->points;
  while (sweep->code < 0 && !hb_interrupted () && sweep->next < points->chosen.size)
    {
      sweep_empty_folder (slot->folder);
      if (!sweep_slot_take (slot, points, sweep->next++, sweep->db, sweep->cli->diag))
        sweep->code = 2;
      else if (go_on (sweep, slot))
        return;
      leave (sweep, slot);
    }
}

/* Keeps what runs disagree about, for people to look at. */
static void
keep_instance (struct sweep *sweep, struct sweep_slot *slot)
{
  char *all = hb_format ("%s/disagreements", sweep->job->folder);
  char *place = hb_format ("%s/%s", all, slot->instance.id);
  if (hb_make_folder (all, sweep->cli->diag))
    {
      sweep_empty_folder (place);
      rmdir (place);
      if (rename (slot->folder, place))
        hb_error (sweep->cli->diag, &(struct hb_place){ .file = place },
                  "cannot keep the instance: %s", strerror (errno));
    }
  hb_free (all);
  hb_free (place);
}

static void
look_for_disagreement (struct sweep *sweep, struct sweep_slot *slot)
{
  struct sweep_answers answers;
  if (!sweep_db_answers (sweep->db, slot->instance.id, &answers, sweep->cli->diag))
    sweep->code = 2;
  else if (answers.refused || (answers.yes && answers.no))
    {
      memcpy (sweep->done->disputed, slot->instance.id, SWEEP_ID);
      keep_instance (sweep, slot);
      sweep->code = 1;
    }
}

/* What came is no fact about the instance: nothing is written, and the sweep ends. */
static void
refuse (struct sweep *sweep, const struct sweep_slot *slot, const struct sweep_outcome *outcome)
{
  char *command = sweep_stage_command (&slot->instance, slot->running);
  hb_error (sweep->cli->diag, NULL, "%s: %s%s", command, outcome->detail,
            outcome->no_space
                ? "; what was written stands: make room on the disk and give the same "
                  "command again"
                : "");
  hb_free (command);
  sweep->code = 2;
}

/* The slot's child is over. */
static void
take_result (struct sweep *sweep, struct sweep_slot *slot)
{
  const struct sweep_stage *stage = &slot->instance.block->pipeline.data[slot->running];
  struct sweep_outcome outcome = sweep_outcome_read (stage, &slot->child, slot->folder);
  bool again = slot->again;
  if (outcome.no_space || outcome.wrong_usage || outcome.unread)
    {
      slot->busy = false;
      refuse (sweep, slot, &outcome);
    }
  else if (!sweep_slot_finish (slot, &outcome, sweep->job->points, &sweep->machine, sweep->db,
                               sweep->cli->diag))
    sweep->code = 2;
  else if (!again)
    {
      sweep->done->runs++;
      sweep->done->unsolved += strcmp (outcome.name, "solved") != 0;
      if (outcome.verdict)
        look_for_disagreement (sweep, slot);
    }
  hb_free (outcome.detail);
}

static void
show_progress (const struct sweep *sweep, size_t busy)
{
  double spent = hb_now () - sweep->start;
  double rate = spent > 0 ? (double)sweep->done->runs / spent : 0;
  uint64_t all = sweep->job->points->runs;
  double left = rate > 0 ? (double)(all - sweep->passed) / rate : 0;
  cli_progress (sweep->cli, -1,
                "%llu of %llu runs, %llu without a result; %.1f a second, %zu at work, "
                "%.0f s left",
                (unsigned long long)sweep->passed, (unsigned long long)all,
                (unsigned long long)sweep->done->unsolved, rate, busy, left);
}

/* One round: everyone who is idle gets work, everyone who is done is heard.  How many are busy. */
static size_t
one_round (struct sweep *sweep)
{
  size_t busy = 0;
  for (size_t i = 0; sweep->code < 0 && i < sweep->slots.size; i++)
    {
      struct sweep_slot *slot = &sweep->slots.data[i];
      if (slot->busy && hb_child_over (&slot->child))
        {
          take_result (sweep, slot);
          if (sweep->code < 0 && (hb_interrupted () || !go_on (sweep, slot)))
            leave (sweep, slot);
        }
      if (!slot->busy)
        employ (sweep, slot);
      busy += slot->busy;
    }
  return busy;
}

static void
add_count (void *context, const char *outcome, int64_t rows)
{
  struct sweep_done *done = context;
  struct sweep_count count = { .rows = (uint64_t)rows };
  snprintf (count.outcome, sizeof count.outcome, "%s", outcome);
  vec_push (done->counts, count);
}

int
sweep_run (struct cli *cli, const struct sweep_job *job, struct sweep_done *done)
{
  struct sweep sweep
      = { .cli = cli, .job = job, .done = done, .lock = -1, .code = -1, .start = hb_now () };
  *done = (struct sweep_done){ 0 };
  cli_interrupts_are_graceful (true);
  if (!open_sweep (&sweep))
    sweep.code = 2;
  else if (*done->disputed)
    sweep.code = 1;
  hb_child_wait (0);
  size_t busy;
  while (sweep.code < 0 && !hb_interrupted () && (busy = one_round (&sweep)))
    {
      show_progress (&sweep, busy);
      hb_child_wait (PERIOD);
    }
  cli_progress_end ();
  if (sweep.db)
    sweep_db_outcomes (sweep.db, add_count, done, cli->diag);
  close_sweep (&sweep);
  done->seconds = hb_now () - sweep.start;
  return sweep.code >= 0 ? sweep.code : 0;
}
