/* Job by job; see unfold.h. */
#include "periodic/unfold_private.h"

static hb_word
initial_word (struct hb_unfolder *u, hb_id cell)
{
  const struct hb_cell *what = &u->program->cells.data[cell];
  if (what->is_known)
    return hb_word_number (u->out->bits, what->type->width, what->initial);
  struct hb_initial initial = { cell, hb_word_input (u->out->bits, what->type->width) };
  vec_push (u->out->initials, initial);
  return initial.value;
}

/* The globals before the first job. */
static void
start (struct hb_unfolder *u)
{
  u->now.live = true;
  u->now.path = HB_TRUE;
  for (hb_id i = 0; i < u->program->cells.size; i++)
    {
      const struct hb_cell *cell = &u->program->cells.data[i];
      struct hb_value value = { .kind = HB_NO_VALUE };
      if (cell->type->kind == C_FLOATING)
        value.kind = HB_REAL;
      else if (cell->type->kind == C_INTEGER)
        value = (struct hb_value){ .kind = HB_WORD, .word = initial_word (u, i) };
      else if (hb_cell_is_fixed (cell))
        value = cell->address ? hb_unfold_exp (u, cell->address) : hb_pointer_null ();
      vec_push (u->now.cells, value);
    }
}

static void
run_job (struct hb_unfolder *u, const struct hb_c_symbol *function)
{
  size_t globals = u->program->cells.size;
  const struct hb_layout *layout = hb_unfold_layout (u, function);
  u->now.live = true;
  u->now.path = HB_TRUE;
  vec_resize (u->now.cells, globals + layout->size, (struct hb_value){ .kind = HB_NO_VALUE });
  u->frame = (struct hb_frame){ function, layout, globals, ++u->targets };
  size_t actions = u->out->actions.size;
  hb_unfold_body (u, function);
  u->now.cells.size = globals;
  /* What pointers a job leaves behind is not kept. */
  for (size_t i = 0; i < globals; i++)
    if (u->now.cells.data[i].kind == HB_POINTER && !hb_cell_is_fixed (&u->program->cells.data[i]))
      u->now.cells.data[i].kind = HB_NO_VALUE;
  for (size_t i = 0; i < u->program->locks.size && u->now.locks && !hb_unfold_failed (u); i++)
    if (u->now.locks[i] != HB_FREE)
      for (size_t k = u->out->actions.size; k-- > actions;)
        if (u->out->actions.data[k].kind == HB_ACT_LOCK && u->out->actions.data[k].cell == i)
          {
            hb_unfold_error (u, u->out->actions.data[k].spot,
                             "this lock is not given back on every path");
            break;
          }
}

hb_unfolding *
hb_unfold (const hb_jobs *jobs, const struct hb_unfold_options *options, hb_diag *diag)
{
  hb_unfolding *out = hb_calloc (1, sizeof *out);
  const hb_periodic_program *program = jobs->program;
  struct hb_unfolder u = { .out = out,
                           .program = program,
                           .diag = diag,
                           .errors = hb_diag_errors (diag),
                           .run_body = hb_unfold_body,
                           .value = hb_unfold_exp };
  if (options)
    u.options = *options;
  size_t globals = hb_c_globals (program->unit);
  out->jobs = jobs;
  out->bits = hb_bits_new ();
  u.layouts = hb_calloc (globals + 1, sizeof *u.layouts);
  hb_state_start_locks (&u, &u.now);
  start (&u);
  size_t count = jobs->jobs.size + (program->final ? 1 : 0);
  for (u.job = 0; u.job < count && !hb_unfold_failed (&u); u.job++)
    {
      vec_push (out->first, (hb_id)out->actions.size);
      run_job (&u, u.job < jobs->jobs.size
                       ? program->tasks.data[jobs->jobs.data[u.job].task].function
                       : program->final);
    }
  vec_push (out->first, (hb_id)out->actions.size);
  for (size_t i = 0; i < globals; i++)
    if (u.layouts[i])
      {
        vec_free (u.layouts[i]->first);
        hb_free (u.layouts[i]);
      }
  hb_free (u.layouts);
  for (size_t i = 0; i < u.parks.size; i++)
    hb_state_free (&u.parks.data[i].state);
  vec_free (u.parks);
  hb_pointers_free (&u);
  hb_state_free (&u.now);
  if (!hb_unfold_failed (&u))
    return out;
  hb_unfolding_free (out);
  return NULL;
}

void
hb_unfolding_free (hb_unfolding *unfolding)
{
  if (!unfolding)
    return;
  hb_bits_free (unfolding->bits);
  vec_free (unfolding->actions);
  vec_free (unfolding->first);
  vec_free (unfolding->choices);
  vec_free (unfolding->checks);
  vec_free (unfolding->assumptions);
  vec_free (unfolding->initials);
  vec_free (unfolding->deferred);
  vec_free (unfolding->terms);
  hb_free (unfolding);
}
