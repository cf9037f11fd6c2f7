/* Job by job; see walk.h. */
#include "proof/periodic/walk.h"

/* What the globals hold before the first job. */
static void
first_values (struct hb_walk *w)
{
  w->now.live = true;
  w->now.path = HB_WIRE_YES;
  for (size_t i = 0; i < w->program->cells.size; i++)
    {
      const struct hb_claimed_cell *cell = &w->program->cells.data[i];
      struct hb_met value = { .kind = HB_MET_NOTHING };
      if (cell->type->kind == C_INTEGER)
        value = hb_met_word (cell->known
                                 ? hb_wires_number (w->gates, cell->type->width, cell->initial)
                                 : hb_wires_free (w->gates, cell->type->width));
      if (cell->fixed)
        value = cell->address ? hb_walk_exp (w, cell->address) : hb_met_null ();
      vec_push (w->now.cells, value);
      vec_push (w->initial, value.word);
    }
}

static void
job (struct hb_walk *w, const struct hb_c_symbol *function)
{
  vec_push (w->first, w->events.size);
  w->now.live = true;
  w->now.path = HB_WIRE_YES;
  hb_walk_body (w, function, NULL);
  for (size_t i = 0; i < w->program->locks.size; i++)
    if (w->now.live && w->now.locks[i])
      hb_walk_refuse (w, function->spot, "a lock that is not given back");
}

bool
hb_walk_start (struct hb_walk *w, const struct hb_claimed_program *program,
               const struct hb_claim *claim, struct hb_gates *gates, hb_diag *diag)
{
  size_t globals = hb_c_globals (program->unit);
  w->program = program;
  w->claim = claim;
  w->gates = gates;
  w->diag = diag;
  w->call = hb_walk_call;
  w->value = hb_walk_exp;
  w->places = hb_calloc (globals + 1, sizeof *w->places);
  w->sizes = hb_calloc (globals + 1, sizeof *w->sizes);
  w->now.locks = hb_calloc (program->locks.size, sizeof *w->now.locks);
  first_values (w);
  for (w->job = 0; w->job < program->jobs.size && !w->failed; w->job++)
    job (w, program->tasks.data[program->jobs.data[w->job].task].function);
  if (program->final && !w->failed)
    job (w, program->final);
  vec_push (w->first, w->events.size);
  return !w->failed;
}

void
hb_walk_end (struct hb_walk *w)
{
  for (size_t i = 0; w->places && i < hb_c_globals (w->program->unit); i++)
    hb_free (w->places[i]);
  hb_free (w->places);
  hb_free (w->sizes);
  for (size_t i = 0; i < w->exits.size; i++)
    hb_walk_drop (&w->exits.data[i].state);
  hb_walk_drop (&w->now);
  hb_walk_aims_end (w);
  vec_free (w->exits);
  vec_free (w->events);
  vec_free (w->first);
  vec_free (w->fails);
  vec_free (w->assumed);
  vec_free (w->late);
  vec_free (w->initial);
}
