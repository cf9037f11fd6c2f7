/* The judge of runs; see run.h.  It knows bodies through interpret.h, jobs and relations through jobs.h. */
#include "periodic/interpret.h"
#include "periodic/run.h"
#include "periodic/replay_private.h"

#include <stdio.h>

/* One job being interpreted against the steps that the run has of it. */
struct judge
{
  const hb_jobs *jobs;
  const hb_periodic_run *run;
  hb_diag *diag;
  hb_periodic_run_failures *failures;
  hb_id job;
  hb_id start;       /* the step with which it starts, or HB_NONE */
  VEC (hb_id) steps; /* of the job, without its start */
  size_t next;
  hb_id choices;
};

static bool
against (struct judge *j, struct hb_c_spot spot, const char *what)
{
  char name[200];
  hb_replay_job_name (j->jobs, j->job, name, sizeof name);
  hb_periodic_error (j->jobs->program, j->diag, spot, "job %s: %s", name, what);
  return false;
}

/* The job does something: it must be the next step that the run has of it. */
static const struct hb_periodic_run_step *
expect (struct judge *j, enum hb_action_kind kind, hb_id cell, struct hb_c_spot spot)
{
  const struct hb_periodic_run_step *step
      = j->next < j->steps.size ? &j->run->steps.data[j->steps.data[j->next]] : NULL;
  if (step && step->kind == kind && step->cell == cell)
    {
      j->next++;
      return step;
    }
  against (j, spot,
           step ? "the run has another step here" : "the run has no step for what happens here");
  return NULL;
}

static bool
on_read (void *context, hb_id cell, struct hb_c_spot spot, uint64_t *value)
{
  struct judge *j = context;
  const struct hb_periodic_run_step *step = expect (j, HB_ACT_READ, cell, spot);
  if (step)
    *value = step->value;
  return step;
}

static bool
on_write (void *context, hb_id cell, struct hb_c_spot spot, uint64_t value)
{
  struct judge *j = context;
  const struct hb_periodic_run_step *step = expect (j, HB_ACT_WRITE, cell, spot);
  if (step && step->value != value)
    {
      char text[200];
      snprintf (text, sizeof text, "%lld is written to %s, not %lld as the run says",
                (long long)value, j->jobs->program->cells.data[cell].name, (long long)step->value);
      return against (j, spot, text);
    }
  return step;
}

static bool
on_lock (void *context, hb_id lock, bool take, struct hb_c_spot spot)
{
  return expect (context, take ? HB_ACT_LOCK : HB_ACT_UNLOCK, lock, spot);
}

static bool
on_choice (void *context, unsigned width, uint64_t *value)
{
  (void)width;
  struct judge *j = context;
  for (size_t i = 0; i < j->run->choices.size; i++)
    if (j->run->choices.data[i].job == j->job && j->run->choices.data[i].number == j->choices)
      *value = j->run->choices.data[i].value;
  j->choices++;
  return true;
}

static bool
on_check (void *context, const char *what, bool good, struct hb_c_spot spot)
{
  struct judge *j = context;
  hb_id step = j->next ? j->steps.data[j->next - 1] : j->start;
  if (!good)
    vec_push (*j->failures, ((struct hb_periodic_run_failure){ j->job, spot, what, step }));
  return true;
}

static bool
on_assume (void *context, bool good, struct hb_c_spot spot)
{
  return good || against (context, spot, "this assumption does not hold");
}

static bool
run_bodies (const hb_jobs *jobs, const hb_periodic_run *run, hb_periodic_run_failures *failures,
            hb_diag *diag)
{
  const hb_periodic_program *program = jobs->program;
  uint64_t *cells = hb_calloc (program->cells.size + 1, sizeof *cells);
  bool good = true;
  for (size_t i = 0; i < program->cells.size; i++)
    cells[i] = program->cells.data[i].initial;
  for (size_t i = 0; i < run->initials.size; i++)
    cells[run->initials.data[i].cell] = run->initials.data[i].value;
  size_t count = jobs->jobs.size + (program->final ? 1 : 0);
  for (hb_id job = 0; job < count && good; job++)
    {
      struct judge j = {
        .jobs = jobs, .run = run, .diag = diag, .failures = failures, .job = job, .start = HB_NONE
      };
      struct hb_interpreter outside
          = { &j, on_read, on_write, on_lock, on_choice, on_check, on_assume };
      struct hb_interpret_options options
          = { .private_shared = run->private_shared, .div0 = run->div0 };
      bool final = job == jobs->jobs.size;
      const struct hb_c_symbol *function
          = final ? program->final : program->tasks.data[jobs->jobs.data[job].task].function;
      for (hb_id i = 0; i < run->steps.size; i++)
        if (run->steps.data[i].job == job && run->steps.data[i].kind != HB_ACT_START)
          vec_push (j.steps, i);
        else if (run->steps.data[i].job == job)
          j.start = i;
      good = hb_interpret (program, function, final, cells, &outside, &options, diag);
      if (good && j.next < j.steps.size)
        good = against (&j, function->spot, "the run has steps that it does not do");
      vec_free (j.steps);
    }
  hb_free (cells);
  return good;
}

/* Reads give what the last write left. */
static bool
check_memory (const hb_jobs *jobs, const hb_periodic_run *run, hb_diag *diag)
{
  const hb_periodic_program *program = jobs->program;
  uint64_t *memory = hb_calloc (program->cells.size + 1, sizeof *memory);
  bool good = true;
  for (size_t i = 0; i < program->cells.size; i++)
    memory[i] = program->cells.data[i].initial;
  for (size_t i = 0; i < run->initials.size; i++)
    {
      const struct hb_cell *cell = &program->cells.data[run->initials.data[i].cell];
      uint64_t value = run->initials.data[i].value;
      bool fits = hb_c_wrap (cell->type, value) == value;
      if (cell->is_known)
        hb_error (diag, NULL, "the program tells the initial value of %s", cell->name);
      else if (!fits)
        hb_error (diag, NULL, "%s cannot hold %lld at the start", cell->name, (long long)value);
      good = good && fits && !cell->is_known;
      memory[run->initials.data[i].cell] = value;
    }
  for (size_t i = 0; i < run->steps.size && good; i++)
    {
      const struct hb_periodic_run_step *step = &run->steps.data[i];
      if (step->kind == HB_ACT_WRITE)
        memory[step->cell] = step->value;
      else if (step->kind == HB_ACT_READ && memory[step->cell] != step->value)
        {
          hb_error (diag, NULL, "step %zu reads %lld from %s, which holds %lld", i + 1,
                    (long long)step->value, program->cells.data[step->cell].name,
                    (long long)memory[step->cell]);
          good = false;
        }
    }
  hb_free (memory);
  return good;
}

bool
hb_periodic_run_replay (const hb_jobs *jobs, const hb_periodic_run *run,
                        hb_periodic_run_failures *failures, hb_diag *diag)
{
  size_t errors = hb_diag_errors (diag);
  return check_memory (jobs, run, diag) && hb_replay_order (jobs, run, diag)
         && run_bodies (jobs, run, failures, diag)
         && (run->semantics != HB_SEMANTICS_EXACT || hb_replay_time (jobs, run, diag))
         && hb_diag_errors (diag) == errors;
}
