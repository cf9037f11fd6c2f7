/* PicoSAT behind solver.h: the second opinion.  No proofs: Debian compiles its traces out. */
#include "sat/solver_ops.h"

#include "base/memory.h"
#include "base/progress.h"

#include <picosat/picosat.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Its memory is ours: it would end by abort (3) when there is none. */
static void *
take (void *nobody, size_t size)
{
  (void)nobody;
  return hb_realloc (NULL, size, 1);
}

static void *
retake (void *nobody, void *old, size_t old_size, size_t size)
{
  (void)nobody;
  (void)old_size;
  return hb_realloc (old, size, 1);
}

static void
give (void *nobody, void *old, size_t size)
{
  (void)nobody;
  (void)size;
  hb_free (old);
}

struct state
{
  PicoSAT *solver;
  struct hb_limits *limits;
  char *signature;
};

/* PicoSAT asks seldom, so the clock is read every time. */
static int
interrupted (void *state)
{
  struct state *s = state;
  if (hb_progress_wanted ())
    hb_progress_tell (&(struct hb_progress){
        .doing = "solving",
        .counts = { { "decisions", picosat_decisions (s->solver) },
                    { "propagations", picosat_propagations (s->solver) } } });
  return hb_limits_check (s->limits);
}

static void
pico_free (void *state)
{
  struct state *s = state;
  picosat_reset (s->solver);
  hb_free (s->signature);
  hb_free (s);
}

static const char *
pico_signature (void *state)
{
  return ((struct state *)state)->signature;
}

static void
pico_add (void *state, int literal)
{
  picosat_add (((struct state *)state)->solver, literal);
}

static void
pico_assume (void *state, int literal)
{
  picosat_assume (((struct state *)state)->solver, literal);
}

static void
pico_phase (void *state, int literal)
{
  struct state *s = state;
  int variable = literal < 0 ? -literal : literal;
  picosat_adjust (s->solver, variable);
  picosat_set_default_phase_lit (s->solver, variable, literal < 0 ? -1 : 1);
}

static int
pico_solve (void *state, struct hb_limits *limits)
{
  struct state *s = state;
  s->limits = limits;
  int answer = picosat_sat (s->solver, -1);
  hb_progress_over ();
  return answer;
}

static int
pico_value (void *state, int literal)
{
  struct state *s = state;
  return literal <= picosat_variables (s->solver) && picosat_deref (s->solver, literal) > 0 ? 1
                                                                                            : -1;
}

static bool
pico_failed (void *state, int literal)
{
  struct state *s = state;
  int variable = literal < 0 ? -literal : literal;
  return variable <= picosat_variables (s->solver)
         && picosat_failed_assumption (s->solver, literal);
}

static bool
pico_proof (void *state, const char *path)
{
  (void)state, (void)path;
  return false;
}

/* PicoSAT has no call for it, but tells it among its statistics: "[picosat] 12 conflicts". */
static bool
pico_conflicts (void *state, uint64_t *count)
{
  struct state *s = state;
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  if (!file)
    return false;
  picosat_set_output (s->solver, file);
  picosat_stats (s->solver);
  picosat_set_output (s->solver, stdout);
  fclose (file);
  bool found = false;
  for (char *line = text; line && !found; line = (line = strchr (line, '\n')) ? line + 1 : NULL)
    {
      char word[16] = "";
      found = sscanf (line, "%*[^0-9]%" SCNu64 " %15[a-z]", count, word) == 2
              && !strcmp (word, "conflicts");
    }
  free (text);
  return found;
}

const struct hb_solver_ops hb_picosat_ops
    = { pico_free,  pico_signature, pico_add,    pico_assume, pico_phase,
        pico_solve, pico_value,     pico_failed, pico_proof,  pico_conflicts,
        NULL,       NULL,           NULL };

void *
hb_picosat_new (uint64_t seed)
{
  struct state *s = hb_calloc (1, sizeof *s);
  s->solver = picosat_minit (NULL, take, retake, give);
  s->signature = hb_format ("picosat %s", picosat_version ());
  picosat_set_interrupt (s->solver, s, interrupted);
  /* First tries are "true", as CaDiCaL's are: engines name variables so that this is the better
   * half. */
  picosat_set_global_default_phase (s->solver, 1);
  if (seed)
    {
      picosat_set_seed (s->solver, (unsigned)(seed ^ (seed >> 32)));
      picosat_set_global_default_phase (s->solver, (int)((seed >> 1) & 3));
    }
  return s;
}
