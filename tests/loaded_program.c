/* See loaded_program.h. */
#include "unit.h"

#include "loaded_program.h"
#include "gen/random_program.h"

struct loaded
load (const char *text, int64_t n)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_setting setting = { "n", n };
  struct loaded l = { .program = hb_program_of_bytes ("p.ed", text, strlen (text), diag) };
  if (l.program)
    l.code = hb_program_bind (l.program, &setting, n > 0, -1, diag);
  if (!l.code)
    fail_msg ("%s\n%s", hb_diag_first (diag), text);
  hb_diag_free (diag);
  return l;
}

void
unload (struct loaded *l)
{
  hb_code_free (l->code);
  hb_program_free (l->program);
}

enum hb_run_status
run_random (hb_execution *run, uint64_t seed, hb_run_steps *taken)
{
  struct hb_scheduling scheduling = { .seed = seed, .steps = 100000 };
  return hb_execution_run (run, &scheduling, taken);
}

char *
random_program_text (uint64_t i, hb_id posted, double awaits, double asserts)
{
  struct hb_rng rng = hb_rng_stream (31, i);
  struct hb_program_shape shape = hb_program_defaults ();
  shape.mailbox = (int)(i % 6) - 1;
  shape.posted = posted;
  shape.awaits = awaits;
  shape.asserts = asserts;
  return hb_program_random (&shape, &rng);
}
