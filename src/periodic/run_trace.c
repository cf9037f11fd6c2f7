/* A run as a trace of an event-driven program; see run.h. */
#include "periodic/run.h"

#include "base/names.h"

/* A name that .edt takes: other characters become points. */
static void
put_name (hb_output *output, const char *name)
{
  for (size_t i = 0; name[i]; i++)
    hb_put_char (output, hb_name_bytes[(unsigned char)name[i]] && name[i] != ':' ? name[i] : '.');
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

void
hb_periodic_run_write_trace (const hb_jobs *jobs, const hb_periodic_run *run, hb_output *output)
{
  const hb_periodic_program *program = jobs->program;
  hb_id *seen = hb_calloc (run->steps.size + 1, sizeof *seen),
        *last = hb_calloc (program->cells.size + 1, sizeof *last);
  size_t *writes = hb_calloc (program->cells.size + 1, sizeof *writes), events = 0;
  for (size_t i = 0; i < program->cells.size; i++)
    last[i] = HB_NONE;
  for (hb_id i = 0; i < run->steps.size; i++)
    {
      const struct hb_periodic_run_step *step = &run->steps.data[i];
      if (step->kind == HB_ACT_READ)
        seen[i] = last[step->cell];
      else if (step->kind == HB_ACT_WRITE)
        {
          last[step->cell] = i;
          writes[step->cell]++;
        }
    }
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
    if (writes[c] > 1)
      {
        hb_put (output, "co ");
        put_name (output, program->cells.data[c].name);
        for (size_t i = 0; i < run->steps.size; i++)
          if (run->steps.data[i].kind == HB_ACT_WRITE && run->steps.data[i].cell == c)
            hb_putf (output, " w%zu", i + 1);
        hb_put (output, "\n");
      }
  for (hb_id t = 0; t < program->tasks.size; t++)
    {
      size_t count = 0;
      for (hb_id j = 0; j < jobs->jobs.size; j++)
        count += jobs->jobs.data[j].task == t;
      if (count < 2)
        continue;
      hb_put (output, "eo ");
      put_name (output, program->tasks.data[t].name);
      for (size_t k = 1; k <= count; k++)
        {
          hb_put (output, " ");
          put_name (output, program->tasks.data[t].name);
          hb_putf (output, ".%zu", k);
        }
      hb_put (output, "\n");
    }
  size_t extra = program->final ? 1 : 0;
  hb_putf (output, "end %zu %zu %zu\n", events, jobs->jobs.size + extra,
           program->tasks.size + extra);
  hb_free (seen);
  hb_free (last);
  hb_free (writes);
}
