/* What a job does next: its body is interpreted with the values that it had, and stopped where they end. */
#include "periodic/explore_private.h"
#include "periodic/interpret.h"

struct rerun
{
  const struct hb_explored_job *state;
  size_t done, answers, choices;
  struct hb_next next;
  bool stopped;
};

/* The next action is at hand: false if it is one that was not done so far. */
static bool
act (struct rerun *r, enum hb_action_kind kind, hb_id cell, uint64_t value)
{
  if (r->done < r->state->done)
    {
      r->done++;
      return true;
    }
  r->next = (struct hb_next){ .action = kind, .cell = cell, .value = value };
  r->stopped = true;
  return false;
}

static bool
on_read (void *context, hb_id cell, struct hb_c_spot spot, uint64_t *value)
{
  struct rerun *r = context;
  (void)spot;
  if (!act (r, HB_ACT_READ, cell, 0))
    return false;
  *value = r->state->answers.data[r->answers++];
  return true;
}

static bool
on_write (void *context, hb_id cell, struct hb_c_spot spot, uint64_t value)
{
  (void)spot;
  return act (context, HB_ACT_WRITE, cell, value);
}

static bool
on_lock (void *context, hb_id lock, bool take, struct hb_c_spot spot)
{
  (void)spot;
  return act (context, take ? HB_ACT_LOCK : HB_ACT_UNLOCK, lock, 0);
}

static bool
on_choice (void *context, unsigned width, uint64_t *value)
{
  struct rerun *r = context;
  if (r->choices < r->state->choices.size)
    {
      *value = r->state->choices.data[r->choices++];
      return true;
    }
  r->next = (struct hb_next){ .kind = HB_NEXT_CHOICE, .width = width };
  r->stopped = true;
  return false;
}

static bool
on_check (void *context, const char *what, bool good, struct hb_c_spot spot)
{
  struct rerun *r = context;
  (void)what, (void)spot;
  r->next.fails |= !good;
  return true;
}

static bool
on_assume (void *context, bool good, struct hb_c_spot spot)
{
  struct rerun *r = context;
  (void)spot;
  r->next.assumes &= good;
  return true;
}

struct hb_next
hb_explore_next (const hb_jobs *jobs, hb_id job, const struct hb_explored_job *state,
                 uint64_t *cells, hb_diag *diag)
{
  const hb_periodic_program *program = jobs->program;
  bool final = job == jobs->jobs.size;
  struct rerun r = { .state = state, .done = 1, .next = { .kind = HB_NEXT_END, .assumes = true } };
  struct hb_interpreter outside
      = { &r, on_read, on_write, on_lock, on_choice, on_check, on_assume };
  struct hb_interpret_options options = { .most_steps = 100000 };
  const struct hb_c_symbol *function
      = final ? program->final : program->tasks.data[jobs->jobs.data[job].task].function;
  uint64_t *own = hb_calloc (program->cells.size + 1, sizeof *own);
  for (size_t i = 0; i < program->cells.size; i++)
    own[i] = cells[i];
  bool good = hb_interpret (program, function, final, own, &outside, &options, diag);
  for (size_t i = 0; i < program->cells.size && good; i++)
    cells[i] = own[i];
  hb_free (own);
  if (!good && !r.stopped)
    r.next.kind = HB_NEXT_ERROR;
  return r.next;
}
