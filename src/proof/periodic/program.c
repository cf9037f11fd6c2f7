/* From a tree to what the checker takes the program to be; see tasks.h. */
#include "proof/periodic/tasks.h"

#include <string.h>

hb_c_unit *
hb_claimed_read (const char *path, hb_diag *diag)
{
  static const struct hb_c_options options
      = { .stop_at = "__startrek_schedule_jobs", .own = "hb_", .macros_are_calls = true };
  return hb_c_read (path, &options, diag);
}

bool
hb_claimed_start (struct hb_claimed_program *program, const hb_c_unit *unit,
                  const struct hb_claim *claim, hb_diag *diag)
{
  memset (program, 0, sizeof *program);
  program->unit = unit;
  if (!hb_claimed_tasks (program))
    {
      hb_error (diag, NULL, "the checker finds no sound set of tasks in this program");
      return false;
    }
  return hb_claimed_mentions (program, diag) && hb_claimed_jobs (program, claim, diag);
}

void
hb_claimed_end (struct hb_claimed_program *program)
{
  for (size_t i = 0; i < program->locks.size; i++)
    hb_free (program->locks.data[i].name);
  vec_free (program->tasks);
  vec_free (program->locks);
  vec_free (program->cells);
  vec_free (program->first_cell);
  vec_free (program->words);
  vec_free (program->users);
  vec_free (program->jobs);
}
