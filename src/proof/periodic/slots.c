/* See slots.h. */
#include "proof/periodic/slots.h"

#include "proof/periodic/formula.h"

#include <stdlib.h>

#define ALSO(...)                                                                                  \
  give (f, (const hb_wire[]){ __VA_ARGS__ },                                                       \
        sizeof ((const hb_wire[]){ __VA_ARGS__ }) / sizeof (hb_wire))

static void
give (struct hb_formula *f, const hb_wire *wires, size_t count)
{
  hb_wire_clause (&f->gates, wires, count);
}

static int
compare (const void *a, const void *b)
{
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

static void
cut (struct hb_formula *f)
{
  VEC (int64_t) all = VEC_EMPTY;
  vec_push (all, 0);
  for (size_t j = 0; j < f->program->jobs.size; j++)
    {
      vec_push (all, f->program->jobs.data[j].arrival);
      vec_push (all, f->program->jobs.data[j].departure);
    }
  qsort (all.data, all.size, sizeof *all.data, compare);
  for (size_t i = 0; i < all.size; i++)
    if (!i || all.data[i] != all.data[i - 1])
      {
        vec_push (f->slots.cuts, all.data[i]);
        vec_push (f->slots.full, hb_wire_free (&f->gates));
      }
  vec_free (all);
}

/* The slot that starts at TIME, which is a cut. */
static size_t
slot_at (const struct hb_formula *f, int64_t time)
{
  const int64_t *found
      = bsearch (&time, f->slots.cuts.data, f->slots.cuts.size, sizeof time, compare);
  return (size_t)(found - f->slots.cuts.data);
}

static hb_wire
by_the_end (const struct hb_slots_job *job, const hb_wire *row, int64_t slot)
{
  if (slot < (int64_t)job->from)
    return HB_WIRE_NO;
  return slot >= (int64_t)job->to ? HB_WIRE_YES : row[(size_t)slot - job->from];
}

hb_wire
hb_formula_over (const struct hb_formula *f, size_t j, int64_t slot)
{
  const struct hb_slots_job *job = &f->slots.jobs[j];
  return by_the_end (job, job->over.data, slot);
}

hb_wire
hb_formula_done (const struct hb_formula *f, size_t j, size_t place, int64_t slot)
{
  const struct hb_slots_job *job = &f->slots.jobs[j];
  return by_the_end (job, job->done.data + place * (job->to - job->from + 1), slot);
}

/* Events one after another, and the end behind the last; what they do to a slot. */
static void
within (struct hb_formula *f, size_t j)
{
  struct hb_slots_job *job = &f->slots.jobs[j];
  size_t events = f->jobs[j].needed.size;
  job->from = slot_at (f, f->program->jobs.data[j].arrival);
  job->to = slot_at (f, f->program->jobs.data[j].departure) - 1;
  for (size_t s = job->from; s <= job->to; s++)
    {
      vec_push (job->over, hb_wire_free (&f->gates));
      vec_push (job->acts, hb_wire_free (&f->gates));
      vec_push (job->runs, hb_wire_free (&f->gates));
    }
  for (size_t i = 0; i < events * (job->to - job->from + 1); i++)
    vec_push (job->done, hb_wire_free (&f->gates));
  for (size_t s = job->from; s <= job->to; s++)
    {
      int64_t now = (int64_t)s;
      hb_wire over = hb_formula_over (f, j, now), was_over = hb_formula_over (f, j, now - 1);
      hb_wire acts = job->acts.data[s - job->from], runs = job->runs.data[s - job->from];
      ALSO (was_over ^ 1, over);
      ALSO (over ^ 1, hb_formula_done (f, j, events - 1, now));
      ALSO (over ^ 1, was_over, acts);
      for (size_t k = 0; k < events; k++)
        {
          hb_wire done = hb_formula_done (f, j, k, now),
                  was_done = hb_formula_done (f, j, k, now - 1);
          ALSO (was_done ^ 1, done);
          ALSO (done ^ 1, was_done, acts);
          if (k)
            ALSO (done ^ 1, hb_formula_done (f, j, k - 1, now));
        }
      ALSO (acts ^ 1, runs);
      ALSO (runs ^ 1, hb_formula_done (f, j, 0, now));
      ALSO (runs ^ 1, was_over ^ 1);
      ALSO (over, f->slots.full.data[s]); /* nobody is idle while J waits */
    }
}

/* The order of L's events and H, which may preempt L: an event comes before H if it has happened when H arrives, or if a
 * lock keeps H out (or it is none, `hb_formula_passes`). */
static void
preempted (struct hb_formula *f, size_t l, size_t h)
{
  const struct hb_slots_job *low = &f->slots.jobs[l], *high = &f->slots.jobs[h];
  size_t last = low->to > high->to ? low->to : high->to;
  for (size_t k = 0; k < f->jobs[l].needed.size; k++)
    {
      size_t event = f->jobs[l].needed.data[k];
      hb_wire before = hb_formula_before (f, event, f->jobs[h].needed.data[0]);
      hb_wire early = hb_formula_done (f, l, k, (int64_t)high->from - 1);
      ALSO (early ^ 1, before);
      ALSO (before ^ 1, early, hb_formula_passes (f, event, h));
      for (int64_t s = (int64_t)high->from; s <= (int64_t)last; s++)
        {
          hb_wire done = hb_formula_done (f, l, k, s);
          ALSO (before ^ 1, hb_formula_done (f, h, 0, s) ^ 1, done);
          ALSO (done ^ 1, before, hb_formula_over (f, h, s));
        }
    }
}

/* J runs in slot S, in which H, which is higher, is there: H is over in it, or J held a lock that keeps H out when the
 * slot began. */
static void
kept_out (struct hb_formula *f, size_t j, size_t h, size_t s)
{
  const struct hb_slots_job *job = &f->slots.jobs[j];
  hb_wire not_runs = job->runs.data[s - job->from] ^ 1, over = hb_formula_over (f, h, (int64_t)s);
  int64_t start = (int64_t)s - 1;
  size_t events = f->jobs[j].needed.size;
  bool locks = false;
  for (size_t k = 0; k < events; k++)
    locks = locks || f->events.data[f->jobs[j].needed.data[k]].is.deed == HB_DEED_LOCK;
  ALSO (not_runs, over, locks ? hb_formula_done (f, j, 0, start) : HB_WIRE_NO);
  for (size_t k = 0; k < events && locks; k++)
    {
      size_t event = f->jobs[j].needed.data[k];
      hb_wire next = k + 1 < events ? hb_formula_done (f, j, k + 1, start) : HB_WIRE_NO;
      ALSO (not_runs, over, hb_formula_done (f, j, k, start) ^ 1, next,
            hb_formula_held (f, event, event + 1, h));
    }
}

void
hb_formula_slots (struct hb_formula *f)
{
  const struct hb_claimed_program *p = f->program;
  cut (f);
  f->slots.jobs = hb_calloc (p->jobs.size + 1, sizeof *f->slots.jobs);
  for (size_t j = 0; j < p->jobs.size; j++)
    within (f, j);
  for (size_t l = 0; l < p->jobs.size; l++)
    for (size_t h = 0; h < p->jobs.size; h++)
      {
        const struct hb_slots_job *low = &f->slots.jobs[l], *high = &f->slots.jobs[h];
        enum hb_claimed_relation relation = hb_claimed_relation (p, l, h);
        if (relation == HB_CLAIMED_UNDER)
          preempted (f, l, h);
        for (size_t s = low->from; s <= low->to && relation == HB_CLAIMED_AFTER; s++)
          ALSO (hb_formula_done (f, l, 0, (int64_t)s) ^ 1, hb_formula_over (f, h, (int64_t)s));
        for (size_t s = low->from; s <= low->to && p->jobs.data[h].task > p->jobs.data[l].task; s++)
          if (high->from <= s && s <= high->to)
            kept_out (f, l, h, s);
      }
}

void
hb_formula_end_slots (struct hb_formula *f)
{
  for (size_t j = 0; f->slots.jobs && j < f->program->jobs.size; j++)
    {
      vec_free (f->slots.jobs[j].over);
      vec_free (f->slots.jobs[j].acts);
      vec_free (f->slots.jobs[j].runs);
      vec_free (f->slots.jobs[j].done);
    }
  hb_free (f->slots.jobs);
  vec_free (f->slots.cuts);
  vec_free (f->slots.full);
}

/* Have the jobs less time than the slots; or just as much, and one of them acts in another slot? */
static bool
is_short (const struct hb_formula *f, const struct hb_shortage *s)
{
  const struct hb_claimed_program *p = f->program;
  int64_t left = 0;
  size_t slots = f->slots.cuts.size;
  if (s->slots[slots - 1])
    return false;
  for (size_t i = 0; i + 1 < slots; i++)
    left -= s->slots[i] ? f->slots.cuts.data[i + 1] - f->slots.cuts.data[i] : 0;
  for (size_t j = 0; j < p->jobs.size; j++)
    left += s->jobs[j] ? p->tasks.data[p->jobs.data[j].task].wcet : 0;
  if (s->acting_job == SIZE_MAX)
    return left < 0;
  const struct hb_slots_job *job = &f->slots.jobs[s->acting_job];
  return left <= 0 && s->jobs[s->acting_job] && !s->slots[s->acting_slot]
         && s->acting_slot >= job->from && s->acting_slot <= job->to;
}

bool
hb_formula_short (struct hb_formula *f, const struct hb_shortage *s)
{
  VEC (hb_wire) clause = VEC_EMPTY;
  if (!is_short (f, s))
    return false;
  for (size_t i = 0; i < f->slots.cuts.size; i++)
    if (s->slots[i])
      vec_push (clause, f->slots.full.data[i] ^ 1);
  for (size_t j = 0; j < f->program->jobs.size; j++)
    for (size_t i = f->slots.jobs[j].from; i <= f->slots.jobs[j].to && !s->jobs[j]; i++)
      if (s->slots[i])
        vec_push (clause, f->slots.jobs[j].runs.data[i - f->slots.jobs[j].from]);
  if (s->acting_job != SIZE_MAX)
    {
      const struct hb_slots_job *job = &f->slots.jobs[s->acting_job];
      vec_push (clause, job->acts.data[s->acting_slot - job->from] ^ 1);
    }
  give (f, clause.data, clause.size);
  vec_free (clause);
  return true;
}
