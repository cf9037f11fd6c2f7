/* See prove_time.h: a model is asked whether its jobs can fill its slots (graph/fill.h); if not, the reason is a shortage,
 * and the search goes on. */
#include "proof/periodic/prove_time.h"

#include "graph/fill.h"
#include "sat/solver.h"

struct timer
{
  struct hb_formula *f;
  hb_solver *solver;
  size_t given; /* clauses: how much of them the solver has */
  size_t shortages;
  hb_buffer *lines;
};

static void
give_clauses (struct timer *t)
{
  for (; t->given < t->f->gates.clauses.size; t->given++)
    hb_solver_add (t->solver, t->f->gates.clauses.data[t->given]);
}

static bool
holds (const struct timer *t, hb_wire wire)
{
  if (wire <= HB_WIRE_YES)
    return wire == HB_WIRE_YES;
  int variable = t->f->gates.variable.data[wire >> 1];
  return (variable && hb_solver_value (t->solver, variable) > 0) != (wire & 1);
}

/* Does job J have an event, or its end, in slot S? */
static bool
acts (const struct timer *t, size_t j, size_t s)
{
  const struct hb_formula *f = t->f;
  int64_t now = (int64_t)s;
  bool found
      = holds (t, hb_formula_over (f, j, now)) && !holds (t, hb_formula_over (f, j, now - 1));
  for (size_t k = 0; k < f->jobs[j].needed.size && !found; k++)
    found = holds (t, hb_formula_done (f, j, k, now))
            && !holds (t, hb_formula_done (f, j, k, now - 1));
  return found;
}

static void
ask (const struct timer *t, struct hb_fill *fill)
{
  const struct hb_claimed_program *p = t->f->program;
  const struct hb_slots *slots = &t->f->slots;
  hb_fill_start (fill, p->jobs.size, slots->cuts.size);
  for (size_t j = 0; j < fill->jobs; j++)
    {
      const struct hb_slots_job *job = &slots->jobs[j];
      fill->most[j] = p->tasks.data[p->jobs.data[j].task].wcet;
      for (size_t s = job->from; s <= job->to; s++)
        {
          fill->available[j * fill->slots + s] = holds (t, job->runs.data[s - job->from]);
          fill->acts[j * fill->slots + s] = acts (t, j, s);
          if (!holds (t, hb_formula_over (t->f, j, (int64_t)s)))
            fill->length[s] = slots->cuts.data[s + 1] - slots->cuts.data[s];
        }
    }
}

static void
put_numbers (hb_buffer *lines, const char *word, const bool *chosen, size_t count)
{
  size_t sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += chosen[i];
  hb_buffer_add (lines, "%s %zu", word, sum);
  for (size_t i = 0; i < count; i++)
    if (chosen[i])
      hb_buffer_add (lines, " %zu", i);
}

static void
tell (struct timer *t, const struct hb_fill *fill)
{
  struct hb_shortage shortage
      = { fill->slot_short, fill->job_spent, fill->acting_job, fill->acting_slot };
  if (!hb_formula_short (t->f, &shortage))
    hb_die ("a shortage of jobs is none");
  put_numbers (t->lines, "slots", shortage.slots, fill->slots);
  put_numbers (t->lines, " jobs", shortage.jobs, fill->jobs);
  if (shortage.acting_job != SIZE_MAX)
    hb_buffer_add (t->lines, " acts %zu %zu", shortage.acting_job, shortage.acting_slot);
  hb_buffer_add (t->lines, "\n");
  t->shortages++;
}

int
hb_prove_time (struct hb_formula *f, struct hb_limits *limits, hb_buffer *lines, hb_diag *diag)
{
  hb_buffer told = VEC_EMPTY;
  struct timer t = { .f = f, .lines = &told };
  t.solver = hb_solver_new (NULL, 0, diag);
  int answer = t.solver ? 10 : 0;
  for (bool good = false; answer == 10 && !good;)
    {
      struct hb_fill fill;
      give_clauses (&t);
      answer = hb_solver_solve (t.solver, limits);
      if (answer != 10)
        break;
      ask (&t, &fill);
      good = hb_fill_find (&fill);
      if (!good)
        tell (&t, &fill);
      hb_fill_end (&fill);
    }
  hb_buffer_add (lines, "shortages %zu\n%s", t.shortages, t.shortages ? told.data : "");
  vec_free (told);
  hb_solver_free (t.solver);
  return answer;
}
