/* See slot.h. */
#include "cmd/sweep/slot.h"

#include "cmd/frame/commit.h"

#include "base/version.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

static const struct sweep_stage *
stage_at (const struct sweep_slot *slot, size_t stage)
{
  return &slot->instance.block->pipeline.data[stage];
}

bool
sweep_slot_take (struct sweep_slot *slot, const struct sweep_points *points, size_t i,
                 struct sweep_db *db, hb_diag *diag)
{
  slot->instance = sweep_instance_new (points, i);
  vec_clear (slot->stages);
  for (size_t s = 0; s < slot->instance.block->pipeline.size; s++)
    {
      struct sweep_progress_of_stage stage = { .sizes = sweep_no_sizes () };
      char id[SWEEP_ID];
      sweep_run_id (&slot->instance, s, id);
      if (db && !sweep_db_find_run (db, id, &stage.known, diag))
        return false;
      vec_push (slot->stages, stage);
    }
  return true;
}

void
sweep_slot_release (struct sweep_slot *slot)
{
  sweep_instance_free (&slot->instance);
  slot->instance = (struct sweep_instance){ .block = NULL };
  slot->busy = false;
}

/* --- what is next ------------------------------------------------------------------------------ */

static bool
is_solved (const struct sweep_slot *slot, size_t stage)
{
  const struct sweep_known *known = &slot->stages.data[stage].known;
  return known->there && !strcmp (known->outcome, "solved");
}

/* Is there something for the stage to work on? */
static bool
is_possible (const struct sweep_slot *slot, size_t stage)
{
  const struct sweep_stage *s = stage_at (slot, stage);
  if (s->kind == SWEEP_GEN)
    return true;
  if (!is_solved (slot, s->from))
    return false;
  return s->kind != SWEEP_CERTIFY
         || (is_solved (slot, s->checked) && *slot->stages.data[s->checked].known.output_sha256);
}

/* Is it timed, and not often enough? */
static bool
is_to_repeat (const struct sweep_slot *slot, size_t stage, uint64_t repeat)
{
  return sweep_stage_decides (stage_at (slot, stage)) && is_solved (slot, stage) && repeat > 1
         && (uint64_t)slot->stages.data[stage].known.timings < repeat;
}

static bool
is_to_do (const struct sweep_slot *slot, size_t stage, unsigned retry)
{
  static const char *const outcomes[] = { "time", "memory", "crash", "error", "unknown" };
  const struct sweep_progress_of_stage *s = &slot->stages.data[stage];
  if (s->fresh)
    return false;
  if (!s->known.there)
    return true;
  for (unsigned i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
    if (retry >> i & 1 && !strcmp (s->known.outcome, outcomes[i]))
      return true;
  return false;
}

/* The first stage that has to be carried out again before that one can be; the stage itself if none. */
static size_t
first_missing (const struct sweep_slot *slot, size_t stage)
{
  const struct sweep_stage *s = stage_at (slot, stage);
  if (s->kind == SWEEP_GEN)
    return stage;
  if (!slot->stages.data[s->from].made)
    return first_missing (slot, s->from);
  if (s->kind == SWEEP_CERTIFY && !slot->stages.data[s->checked].made)
    return s->checked;
  return stage;
}

bool
sweep_slot_next (const struct sweep_slot *slot, unsigned retry, uint64_t repeat, size_t *stage,
                 bool *again)
{
  for (size_t i = 0; i < slot->stages.size; i++)
    if ((is_to_do (slot, i, retry) && is_possible (slot, i)) || is_to_repeat (slot, i, repeat))
      {
        *stage = first_missing (slot, i);
        *again = *stage != i;
        return true;
      }
  return false;
}

/* --- carrying it out --------------------------------------------------------------------------- */

void
sweep_write_time (char *text, size_t size)
{
  struct timeval now;
  struct tm parts;
  char head[24];
  gettimeofday (&now, NULL);
  gmtime_r (&now.tv_sec, &parts);
  strftime (head, sizeof head, "%Y-%m-%dT%H:%M:%S", &parts);
  snprintf (text, size, "%s.%03dZ", head, (int)(now.tv_usec / 1000));
}

bool
sweep_slot_start (struct sweep_slot *slot, const struct sweep_machine *machine,
                  const struct hb_child_limits *limits, size_t stage, bool again, hb_diag *diag)
{
  char program[32];
  sweep_argv arguments = sweep_argv_new (&slot->instance, stage);
  struct hb_child_start start = { .program = program,
                                  .arguments = arguments.data,
                                  .folder = slot->folder,
                                  .output = SWEEP_STDOUT,
                                  .errors = SWEEP_STDERR,
                                  .groups = machine->groups,
                                  .pin = slot->pin };
  slot->load = sweep_machine_load ();
  snprintf (program, sizeof program, "/proc/self/fd/%d", machine->image);
  slot->running = stage;
  slot->again = again;
  sweep_write_time (slot->started, sizeof slot->started);
  /* What was done in time once is not to fail now because the machine is busy. */
  struct hb_child_limits patient = { .memory = limits->memory };
  slot->busy = hb_child_start (&slot->child, &start, again ? &patient : limits, diag);
  sweep_argv_free (&arguments);
  return slot->busy;
}

/* --- writing it down --------------------------------------------------------------------------- */

static bool
put_instance (const struct sweep_slot *slot, const struct sweep_outcome *outcome,
              uint64_t sweep_seed, struct sweep_db *db, hb_diag *diag)
{
  const struct sweep_instance *instance = &slot->instance;
  struct sweep_instance_row row
      = { .id = instance->id,
          .source = instance->block->source,
          .family = instance->family,
          .params = instance->params,
          .command = instance->command,
          .sha256 = *outcome->output_sha256 ? outcome->output_sha256 : NULL,
          .sweep_seed = (int64_t)sweep_seed,
          .rep = (int64_t)instance->rep,
          .seed = (int64_t)instance->seed,
          .sizes = outcome->made };
  return sweep_db_put_instance (db, &row, diag);
}

static const char *
tool_version (const struct sweep_stage *stage, const struct sweep_machine *machine)
{
  if (stage->problem)
    return NULL;
  if (stage->kind != SWEEP_SOLVE
      && (stage->kind != SWEEP_CHECK || strcmp (stage->engine, "sat") != 0))
    return NULL;
  if (!stage->solver || !strcmp (stage->solver, "cadical"))
    return machine->cadical;
  if (!strcmp (stage->solver, "picosat"))
    return machine->picosat;
  const struct sweep_tool *tool = sweep_tool_find (&machine->tools, stage->solver);
  return tool ? tool->version : NULL;
}

/* Which file did it: the outside solver's, or this program's. */
static void
fill_tool (struct sweep_run_row *row, const struct sweep_stage *stage,
           const struct sweep_machine *machine)
{
  const struct sweep_tool *tool
      = stage->solver ? sweep_tool_find (&machine->tools, stage->solver) : NULL;
  row->tool_version = tool_version (stage, machine);
  row->tool_file = tool ? tool->file : machine->program;
  row->tool_sha256 = tool ? *tool->sha256 ? tool->sha256 : NULL : machine->sha256;
}

/* To a multiple of a microsecond. */
static double
rounded (double seconds)
{
  return round (seconds * 1e6) / 1e6;
}

static void
fill_measured (struct sweep_run_row *row, const struct sweep_outcome *outcome,
               const struct hb_child *child)
{
  row->cpu = rounded (child->cpu);
  row->wall = rounded (child->wall);
  row->memory = (int64_t)child->memory;
  row->decide_cpu = outcome->decide_cpu;
  row->decide_wall = outcome->decide_wall;
  row->decide_memory = outcome->decide_memory;
  row->pairs = outcome->pairs;
  row->rounds = outcome->rounds;
  row->conflicts = outcome->conflicts;
  row->solver_conflicts = outcome->solver_conflicts;
  row->deadlocks = outcome->deadlocks;
  row->steps = outcome->steps;
  row->passes = outcome->passes;
  row->limit_cpu = child->limits.cpu > 0 ? child->limits.cpu : SWEEP_NO_REAL;
  row->limit_wall = child->limits.wall > 0 ? child->limits.wall : SWEEP_NO_REAL;
  row->limit_memory = child->limits.memory ? (int64_t)child->limits.memory : SWEEP_NO_NUMBER;
}

static bool
put_run (const struct sweep_slot *slot, const struct sweep_outcome *outcome,
         const struct sweep_points *points, const struct sweep_machine *machine,
         struct sweep_db *db, hb_diag *diag)
{
  const struct sweep_stage *stage = stage_at (slot, slot->running);
  const struct sweep_progress_of_stage *progress = &slot->stages.data[slot->running];
  const struct sweep_progress_of_stage *from = &slot->stages.data[stage->from];
  bool reads = stage->kind != SWEEP_GEN, makes = stage->output && !sweep_stage_decides (stage);
  char id[SWEEP_ID];
  char *command = sweep_stage_command (&slot->instance, slot->running);
  char *setup = sweep_stage_setup (&slot->instance, slot->running);
  sweep_run_id (&slot->instance, slot->running, id);
  struct sweep_run_row row
      = { .id = id,
          .instance = slot->instance.id,
          .stage = sweep_kind_name (stage->kind),
          .tool = stage->tool,
          .input = stage->input,
          .command = command,
          .setup = setup,
          .hbkit_version = HBKIT_VERSION,
          .hbkit_commit = hbkit_commit,
          .input_sha256 = reads ? from->known.output_sha256 : NULL,
          .output_sha256 = *outcome->output_sha256 ? outcome->output_sha256 : NULL,
          .sizes = makes ? outcome->made : from->sizes,
          .outcome = outcome->name,
          .detail = outcome->detail,
          .exit_code = slot->child.end == HB_CHILD_EXITED ? slot->child.code : SWEEP_NO_NUMBER,
          .signal = slot->child.end == HB_CHILD_CRASHED ? slot->child.code : SWEEP_NO_NUMBER,
          .verdict = outcome->verdict,
          .answer = outcome->answer,
          .host = machine->host,
          .cpu_model = machine->cpu_model,
          .started = slot->started,
          .attempt = progress->known.attempt + 1,
          .spec = points->spec_id,
          .machine = machine->id,
          .core = slot->pin ? slot->pin - 1 : SWEEP_NO_NUMBER,
          .load = slot->load };
  fill_tool (&row, stage, machine);
  fill_measured (&row, outcome, &slot->child);
  bool good = sweep_db_put_run (db, &row, diag);
  hb_free (command);
  hb_free (setup);
  return good;
}

/* Writes down the K-th time of the stage that ran, and what follows for its row. */
static bool
put_timing (const struct sweep_slot *slot, const struct sweep_outcome *outcome, int64_t k,
            const struct sweep_machine *machine, struct sweep_db *db, hb_diag *diag)
{
  char id[SWEEP_ID];
  sweep_run_id (&slot->instance, slot->running, id);
  struct sweep_timing_row row = { .run = id,
                                  .outcome = outcome->name,
                                  .machine = machine->id,
                                  .started = slot->started,
                                  .k = k,
                                  .memory = (int64_t)slot->child.memory,
                                  .core = slot->pin ? slot->pin - 1 : SWEEP_NO_NUMBER,
                                  .cpu = rounded (slot->child.cpu),
                                  .wall = rounded (slot->child.wall),
                                  .decide_cpu = outcome->decide_cpu,
                                  .decide_wall = outcome->decide_wall,
                                  .load = slot->load };
  return sweep_db_put_timing (db, &row, diag) && sweep_db_settle_times (db, id, diag);
}

/* The stage that ran has a row already: this is another time of it, which must have come to the same answer if it
 * came to one. */
static bool
finish_repetition (struct sweep_slot *slot, const struct sweep_outcome *outcome,
                   const struct sweep_machine *machine, struct sweep_db *db, hb_diag *diag)
{
  struct sweep_known *known = &slot->stages.data[slot->running].known;
  if (!strcmp (outcome->name, "solved") && outcome->answer != known->answer)
    {
      hb_error (diag, NULL, "instance %s: '%s %s' gives another answer when it is run again",
                slot->instance.id, sweep_kind_name (stage_at (slot, slot->running)->kind),
                stage_at (slot, slot->running)->tool);
      return false;
    }
  return put_timing (slot, outcome, ++known->timings, machine, db, diag);
}

/* What was carried out again must have come out as before. */
static bool
is_as_before (const struct sweep_slot *slot, const struct sweep_outcome *outcome, hb_diag *diag)
{
  const struct sweep_stage *stage = stage_at (slot, slot->running);
  const struct sweep_known *known = &slot->stages.data[slot->running].known;
  bool same = sweep_stage_decides (stage) ? *outcome->output_sha256 != '\0'
                                          : !strcmp (outcome->output_sha256, known->output_sha256);
  if (!strcmp (outcome->name, "solved") && same)
    return true;
  hb_error (
      diag, NULL,
      "instance %s: '%s %s' does not come out as it did before (%s%s%s); has hbkit changed? Use "
      "another folder",
      slot->instance.id, sweep_kind_name (stage->kind), stage->tool, outcome->name,
      outcome->detail ? ": " : "", outcome->detail ? outcome->detail : "");
  return false;
}

bool
sweep_slot_finish (struct sweep_slot *slot, const struct sweep_outcome *outcome,
                   const struct sweep_points *points, const struct sweep_machine *machine,
                   struct sweep_db *db, hb_diag *diag)
{
  struct sweep_progress_of_stage *progress = &slot->stages.data[slot->running];
  bool solved = !strcmp (outcome->name, "solved");
  slot->busy = false;
  progress->made = solved && *outcome->output_sha256;
  progress->sizes = outcome->made;
  if (slot->again)
    return is_as_before (slot, outcome, diag);
  if (is_solved (slot, slot->running))
    return finish_repetition (slot, outcome, machine, db, diag);
  if (stage_at (slot, slot->running)->kind == SWEEP_GEN
      && !put_instance (slot, outcome, points->spec->seed, db, diag))
    return false;
  if (!put_run (slot, outcome, points, machine, db, diag))
    return false;
  if (sweep_stage_decides (stage_at (slot, slot->running)))
    {
      progress->known.timings = solved;
      progress->known.answer = outcome->answer;
      if (solved && !put_timing (slot, outcome, 1, machine, db, diag))
        return false;
    }
  progress->fresh = true;
  progress->known.there = true;
  progress->known.attempt++;
  snprintf (progress->known.outcome, sizeof progress->known.outcome, "%s", outcome->name);
  memcpy (progress->known.output_sha256, outcome->output_sha256,
          sizeof progress->known.output_sha256);
  return true;
}
