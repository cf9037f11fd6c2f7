/* See explore.h. */
#include "periodic/explore_private.h"

bool
hb_periodic_can_explore (const hb_jobs *jobs, const char **why)
{
  *why = jobs->jobs.size > MOST_EXPLORED_JOBS ? "it has more than 8 jobs" : NULL;
  for (size_t i = 0; i < jobs->program->cells.size && !*why; i++)
    {
      const struct hb_cell *cell = &jobs->program->cells.data[i];
      if (!cell->is_known && cell->kind != HB_CELL_CONSTANT)
        *why = "it does not tell the initial value of a variable";
    }
  return !*why;
}

int
hb_periodic_explore (const hb_jobs *jobs, enum hb_semantics semantics, struct hb_limits *limits,
                     hb_periodic_run **run, hb_diag *diag)
{
  const hb_periodic_program *program = jobs->program;
  struct hb_explorer x = {
    .jobs = jobs, .semantics = semantics, .limits = limits, .diag = diag, .count = jobs->jobs.size
  };
  x.memory = hb_calloc (program->cells.size + 1, sizeof *x.memory);
  x.holder = hb_calloc (program->locks.size + 1, sizeof *x.holder);
  for (size_t i = 0; i < MOST_EXPLORED_JOBS + 2; i++)
    x.private[i] = hb_calloc (program->cells.size + 1, sizeof *x.private[i]);
  for (size_t i = 0; i < program->cells.size; i++)
    x.memory[i] = x.private[x.count][i] = program->cells.data[i].initial;
  for (size_t i = 0; i < program->locks.size; i++)
    x.holder[i] = HB_NONE;
  for (size_t j = 0; j <= x.count; j++)
    x.job[j].assumes = true;
  bool found = semantics == HB_SEMANTICS_EXACT ? hb_explore_ticks (&x) : hb_explore_orders (&x);
  for (size_t i = 0; i < MOST_EXPLORED_JOBS + 2; i++)
    hb_free (x.private[i]);
  for (size_t j = 0; j <= x.count; j++)
    {
      vec_free (x.job[j].answers);
      vec_free (x.job[j].choices);
    }
  hb_free (x.memory);
  hb_free (x.holder);
  vec_free (x.path);
  vec_free (x.ticks);
  vec_free (x.table);
  if (run)
    *run = x.run;
  else
    hb_periodic_run_free (x.run);
  return found ? 10 : x.open ? 0 : 20;
}
