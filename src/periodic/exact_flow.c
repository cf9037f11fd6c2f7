/* Can the jobs fill the full slots?  See exact.h.
 *
 * All is counted in parts of a unit of time, so many that every pair of a job and a slot in which it acts can have
 * one part put aside: then what is left of each slot must be filled by what is left of the jobs. */
#include "periodic/exact_private.h"

bool
hb_exact_true (const signed char *inputs, hb_lit a)
{
  return (inputs[a >> 1] ^ (int)(a & 1)) & 1;
}

struct flow
{
  hb_exact *x;
  const signed char *inputs;
  size_t jobs, slots;
  int64_t *open;  /* by slot: what is still to be filled */
  int64_t *given; /* [job * slots + slot] */
  bool *seen_slot, *seen_job;
};

static bool
available (const struct flow *f, size_t j, size_t s)
{
  const struct hb_slots_of *of = &f->x->of[j];
  return s >= of->from && s <= of->to && hb_exact_true (f->inputs, of->available[s - of->from]);
}

static bool
acts (const struct flow *f, size_t j, size_t s)
{
  const struct hb_slots_of *of = &f->x->of[j];
  return s >= of->from && s <= of->to && hb_exact_true (f->inputs, of->acts[s - of->from]);
}

/* Finds up to MOST more for slot S: from a job that has some left, or by taking what a job gives to another slot, which
 * then finds more itself. */
static int64_t
fill (struct flow *f, size_t s, int64_t most)
{
  f->seen_slot[s] = true;
  for (size_t j = 0; j < f->jobs; j++)
    {
      if (f->seen_job[j] || !available (f, j, s))
        continue;
      f->seen_job[j] = true;
      int64_t *left = &f->x->of[j].left;
      if (*left > 0)
        {
          int64_t part = *left < most ? *left : most;
          *left -= part;
          f->given[j * f->slots + s] += part;
          return part;
        }
      for (size_t t = 0; t < f->slots; t++)
        {
          int64_t *other = &f->given[j * f->slots + t];
          if (f->seen_slot[t] || !*other)
            continue;
          int64_t part = fill (f, t, *other < most ? *other : most);
          if (part)
            {
              *other -= part;
              f->given[j * f->slots + s] += part;
              return part;
            }
        }
    }
  return 0;
}

/* Slot S cannot be filled: the slots and jobs seen are the reason. */
static void
refuse (struct flow *f)
{
  hb_exact *x = f->x;
  VEC (hb_lit) clause = VEC_EMPTY;
  int64_t needed = 0, there = 0;
  for (size_t s = 0; s < f->slots; s++)
    if (f->seen_slot[s])
      {
        needed += x->cuts.data[s + 1] - x->cuts.data[s];
        vec_push (clause, hb_not (x->full.data[s]));
      }
  for (size_t j = 0; j < f->jobs; j++)
    {
      if (f->seen_job[j])
        {
          there += x->jobs->program->tasks.data[x->jobs->jobs.data[j].task].wcet;
          continue;
        }
      for (size_t s = x->of[j].from; s <= x->of[j].to; s++)
        if (f->seen_slot[s])
          vec_push (clause, x->of[j].available[s - x->of[j].from]);
    }
  /* Just enough, but someone has to act elsewhere. */
  bool found = needed > there;
  for (size_t j = 0; j < f->jobs && !found; j++)
    for (size_t s = 0; s < f->slots && f->seen_job[j] && !found; s++)
      if (!f->seen_slot[s] && acts (f, j, s))
        {
          vec_push (clause, hb_not (x->of[j].acts[s - x->of[j].from]));
          found = true;
        }
  if (!found)
    hb_die ("a schedule was refused without a reason");
  hb_vc_clause (x->vc, clause.data, clause.size);
  vec_free (clause);
}

bool
hb_exact_accepts (hb_exact *x, const signed char *inputs)
{
  struct flow f = { .x = x, .inputs = inputs, .jobs = x->jobs->jobs.size, .slots = x->cuts.size };
  int64_t pairs = 1;
  bool good = true;
  f.open = hb_calloc (f.slots, sizeof *f.open);
  f.given = hb_calloc (f.jobs * f.slots + 1, sizeof *f.given);
  f.seen_slot = hb_calloc (f.slots, sizeof *f.seen_slot);
  f.seen_job = hb_calloc (f.jobs + 1, sizeof *f.seen_job);
  for (size_t j = 0; j < f.jobs; j++)
    for (size_t s = 0; s < f.slots; s++)
      pairs += acts (&f, j, s);
  for (size_t s = 0; s + 1 < f.slots; s++)
    f.open[s] = hb_exact_true (inputs, x->full.data[s])
                    ? (x->cuts.data[s + 1] - x->cuts.data[s]) * pairs
                    : 0;
  for (size_t j = 0; j < f.jobs; j++)
    {
      x->of[j].left = x->jobs->program->tasks.data[x->jobs->jobs.data[j].task].wcet * pairs;
      for (size_t s = 0; s < f.slots; s++)
        if (acts (&f, j, s))
          {
            x->of[j].left--;
            f.open[s] -= f.open[s] > 0;
          }
    }
  for (size_t s = 0; s + 1 < f.slots && good; s++)
    while (f.open[s] > 0 && good)
      {
        for (size_t i = 0; i < f.slots; i++)
          f.seen_slot[i] = false;
        for (size_t i = 0; i < f.jobs; i++)
          f.seen_job[i] = false;
        int64_t part = fill (&f, s, f.open[s]);
        f.open[s] -= part;
        if (!part)
          {
            refuse (&f);
            good = false;
          }
      }
  x->unit = pairs;
  vec_clear (x->share);
  for (size_t i = 0; i < f.jobs * f.slots; i++)
    vec_push (x->share, f.given[i] + acts (&f, i / f.slots, i % f.slots));
  hb_free (f.open);
  hb_free (f.given);
  hb_free (f.seen_slot);
  hb_free (f.seen_job);
  return good;
}
