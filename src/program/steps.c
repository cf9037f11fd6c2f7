/* Lists of steps, for those who look from outside.  See <hbkit/program.h>. */
#include "program/run.h"

hb_run_steps *
hb_run_steps_new (void)
{
  return hb_calloc (1, sizeof (hb_run_steps));
}

void
hb_run_steps_free (hb_run_steps *steps)
{
  if (!steps)
    return;
  vec_free (*steps);
  hb_free (steps);
}

size_t
hb_run_steps_count (const hb_run_steps *steps)
{
  return steps->size;
}

struct hb_run_step
hb_run_steps_at (const hb_run_steps *steps, size_t i)
{
  return steps->data[i];
}
