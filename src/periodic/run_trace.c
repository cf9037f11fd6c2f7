/* A run as a trace of an event-driven program; see run.h. */
#include "periodic/run.h"

#include "base/names.h"

/* A name that .edt takes: other characters become points. */
static void
put_name (hb_output *output, const char *name)
{
  for (size_t i = 0; name[i]; i++)
    hb_put_char (output, hb_is_name_byte (name[i]) && name[i] != ':' ? name[i] : '.');
}

static size_t
put_job (const hb_jobs *jobs, const hb_periodic_run *run, hb_id job, const hb_id *seen,
         hb_output *output)
{
  size_t events = 0;
  bool final = job == jobs->jobs.size;
  const char *task = final ? "final" : jobs->program->tasks.data[jobs->jobs.data[job].task].name;
  hb_put (output, "message ");
  put_name (output, task);
  hb_putf (output, ".%u external\n", final ? 1 : jobs->jobs.data[job].index + 1);
  for (size_t i = 0; i < run->steps.size; i++)
    {
      const struct hb_periodic_run_step *step = &run->steps.data[i];
      bool write = step->kind == HB_ACT_WRITE;
      if (step->job != job || (!write && step->kind != HB_ACT_READ))
        continue;
      events++;
      if (write)
        hb_putf (output, "  w%zu: write ", i + 1);
      else
        hb_put (output, "  read ");
      put_name (output, jobs->program->cells.data[step->cell].name);
      if (write)
        hb_putf (output, " %lld\n", (long long)step->value);
      else if (seen[i] == HB_NONE)
        hb_put (output, " init\n");
      else
        hb_putf (output, " w%u\n", seen[i] + 1);
    }
  return events;
}

/* The write that each step of RUN reads, if it reads one; HB_NONE: the initial value.  New. */
static hb_id *
writes_seen (const hb_periodic_program *program, const hb_periodic_run *run)
{
  hb_id *seen = hb_calloc (run->steps.size + 1, sizeof *seen),
        *last = hb_calloc (program->cells.size + 1, sizeof *last);
  for (size_t c = 0; c < program->cells.size; c++)
    last[c] = HB_NONE;
  for (hb_id i = 0; i < run->steps.size; i++)
    {
      const struct hb_periodic_run_step *step = &run->steps.data[i];
      if (step->kind == HB_ACT_READ)
        seen[i] = last[step->cell];
      else if (step->kind == HB_ACT_WRITE)
        last[step->cell] = i;
    }
  hb_free (last);
  return seen;
}

static bool
writes (const struct hb_periodic_run_step *step, hb_id cell)
{
  return step->kind == HB_ACT_WRITE && step->cell == cell;
}

/* The order of the writes of CELL, if there are several. */
static void
put_writes (const hb_periodic_program *program, const hb_periodic_run *run, hb_id cell,
            hb_output *output)
{
  size_t count = 0;
  for (size_t i = 0; i < run->steps.size; i++)
    count += writes (&run->steps.data[i], cell);
  if (count < 2)
    return;
  hb_put (output, "co ");
  put_name (output, program->cells.data[cell].name);
  for (size_t i = 0; i < run->steps.size; i++)
    if (writes (&run->steps.data[i], cell))
      hb_putf (output, " w%zu", i + 1);
  hb_put (output, "\n");
}

/* The order of the jobs of TASK, if there are several. */
static void
put_jobs_in_order (const hb_jobs *jobs, hb_id task, hb_output *output)
{
  const char *name = jobs->program->tasks.data[task].name;
  size_t count = 0;
  for (hb_id j = 0; j < jobs->jobs.size; j++)
    count += jobs->jobs.data[j].task == task;
  if (count < 2)
    return;
  hb_put (output, "eo ");
  put_name (output, name);
  for (size_t k = 1; k <= count; k++)
    {
      hb_put (output, " ");
      put_name (output, name);
      hb_putf (output, ".%zu", k);
    }
  hb_put (output, "\n");
}

void
hb_periodic_run_write_trace (const hb_jobs *jobs, const hb_periodic_run *run, hb_output *output)
{
  const hb_periodic_program *program = jobs->program;
  hb_id *seen = writes_seen (program, run);
  size_t events = 0, extra = program->final ? 1 : 0;
  hb_put (output, "edt 1\n");
  for (hb_id t = 0; t < program->tasks.size; t++)
    {
      hb_put (output, "handler ");
      put_name (output, program->tasks.data[t].name);
      hb_put (output, "\n");
      for (hb_id j = 0; j < jobs->jobs.size; j++)
        if (jobs->jobs.data[j].task == t)
          events += put_job (jobs, run, j, seen, output);
    }
  if (program->final)
    {
      hb_put (output, "handler final\n");
      events += put_job (jobs, run, (hb_id)jobs->jobs.size, seen, output);
    }
  for (hb_id c = 0; c < program->cells.size; c++)
    put_writes (program, run, c, output);
  for (hb_id t = 0; t < program->tasks.size; t++)
    put_jobs_in_order (jobs, t, output);
  hb_putf (output, "end %zu %zu %zu\n", events, jobs->jobs.size + extra,
           program->tasks.size + extra);
  hb_free (seen);
}
