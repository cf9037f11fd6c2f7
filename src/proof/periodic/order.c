/* The order of events; see formula.h.
 *
 * Of jobs that may preempt each other the higher is contiguous but for those above it.  So for a job L, its event A
 * and a job M that may preempt L one wire says all: A comes before M (all of M), or after.  What is true of these
 * wires (first and last: of a job's needed events):
 *
 *     later     A' before M                              =>  A before M        A before A' in L
 *     apart     A before M, M over before H starts       =>  A before H
 *     nested    A before M, M's first before H           =>  A before H        H may preempt M
 *               A before H, A not before M               =>  M's last before H
 *     through   M's first before H, L over before M      =>  L's last before H
 *     between   L over before H  =>  L's last before M or M's last before H    M may preempt L, H M
 *     locked    A before M, a ceiling over M held from A to A'  =>  A' before M
 *     arrived   A before M, M arrives no later than H    =>  A before H, or A may pass M: a ceiling over M is held there, or
 *                                                            nothing happens (a job is over with its last event) */
#include "proof/periodic/formula.h"

#include <string.h>

hb_wire
hb_formula_before (const struct hb_formula *f, size_t a, size_t b)
{
  const struct hb_formula_event *x = &f->events.data[a], *y = &f->events.data[b];
  enum hb_claimed_relation relation = hb_claimed_relation (f->program, x->is.job, y->is.job);
  if (relation == HB_CLAIMED_SAME)
    return a < b ? HB_WIRE_YES : HB_WIRE_NO;
  if (relation == HB_CLAIMED_BEFORE || relation == HB_CLAIMED_AFTER)
    return relation == HB_CLAIMED_BEFORE ? HB_WIRE_YES : HB_WIRE_NO;
  const struct hb_formula_event *low = relation == HB_CLAIMED_UNDER ? x : y,
                                *high = relation == HB_CLAIMED_UNDER ? y : x;
  const struct hb_formula_job *job = &f->jobs[low->is.job];
  size_t i = 0;
  while (job->over.data[i] != high->is.job)
    i++;
  return job->first.data[low->place * job->over.size + i] ^ (relation == HB_CLAIMED_OVER);
}

static size_t
last_of (const struct hb_formula *f, size_t job)
{
  return f->jobs[job].needed.data[f->jobs[job].needed.size - 1];
}

static size_t
first_of (const struct hb_formula *f, size_t job)
{
  return f->jobs[job].needed.data[0];
}

static void
clause (struct hb_formula *f, hb_wire a, hb_wire b, hb_wire c)
{
  const hb_wire wires[3] = { a, b, c };
  hb_wire_clause (&f->gates, wires, 3);
}

/* Event A of job L comes before job M. */
static hb_wire
before_job (const struct hb_formula *f, size_t a, size_t m)
{
  return hb_formula_before (f, a, first_of (f, m));
}

/* --- locks --- */

hb_wire
hb_formula_held (struct hb_formula *f, size_t a, size_t b, size_t m)
{
  const struct hb_claimed_program *p = f->program;
  int64_t priority = p->tasks.data[p->jobs.data[m].task].priority;
  size_t start = f->start.data[f->events.data[a].is.job];
  hb_wire *locks = hb_calloc (p->locks.size, sizeof *locks), all = HB_WIRE_YES;
  for (size_t i = start; i < b && all != HB_WIRE_NO; i++)
    {
      const struct hb_walk_event *event = &f->events.data[i].is;
      if (event->deed == HB_DEED_LOCK)
        locks[event->cell] = hb_wire_or (&f->gates, locks[event->cell], event->guard);
      else if (event->deed == HB_DEED_UNLOCK)
        locks[event->cell] = hb_wire_and (&f->gates, locks[event->cell], event->guard ^ 1);
      if (i < a)
        continue;
      hb_wire any = HB_WIRE_NO;
      for (size_t l = 0; l < p->locks.size; l++)
        if (p->locks.data[l].ceiling >= priority)
          any = hb_wire_or (&f->gates, any, locks[l]);
      all = hb_wire_and (&f->gates, all, any);
    }
  hb_free (locks);
  return f->events.data[a].is.deed == HB_DEED_SNAPSHOT ? HB_WIRE_NO : all;
}

hb_wire
hb_formula_passes (struct hb_formula *f, size_t a, size_t m)
{
  const struct hb_walk_event *event = &f->events.data[a].is;
  if (event->deed == HB_DEED_SNAPSHOT)
    return HB_WIRE_YES;
  bool first = a == f->start.data[event->job];
  hb_wire held = first ? HB_WIRE_NO : hb_formula_held (f, a - 1, a, m);
  return hb_wire_or (&f->gates, event->guard ^ 1, held);
}

/* --- rules --- */

/* Two jobs M, H over L. */
static void
two_over (struct hb_formula *f, size_t l, size_t m, size_t h)
{
  const struct hb_formula_job *job = &f->jobs[l];
  enum hb_claimed_relation relation = hb_claimed_relation (f->program, m, h);
  bool arrived = strcmp (f->claim->semantics, "paper")
                 && f->program->jobs.data[m].arrival <= f->program->jobs.data[h].arrival;
  for (size_t i = 0; i < job->needed.size; i++)
    {
      size_t a = job->needed.data[i];
      hb_wire to_m = before_job (f, a, m), to_h = before_job (f, a, h);
      if (relation == HB_CLAIMED_BEFORE)
        clause (f, to_m ^ 1, to_h, HB_WIRE_NO);
      if (relation == HB_CLAIMED_UNDER)
        {
          clause (f, to_m ^ 1, before_job (f, first_of (f, m), h) ^ 1, to_h);
          clause (f, to_h ^ 1, to_m, before_job (f, last_of (f, m), h));
        }
      if (arrived)
        clause (f, to_m ^ 1, to_h, hb_formula_passes (f, a, m));
    }
}

/* H over M, and all others. */
static void
through_and_between (struct hb_formula *f, size_t m, size_t h)
{
  for (size_t l = 0; l < f->job_count; l++)
    {
      if (!f->jobs[l].needed.size || l == m || l == h)
        continue;
      enum hb_claimed_relation to_m = hb_claimed_relation (f->program, l, m),
                               to_h = hb_claimed_relation (f->program, l, h);
      if (to_m == HB_CLAIMED_BEFORE && to_h == HB_CLAIMED_UNDER)
        clause (f, before_job (f, first_of (f, m), h) ^ 1, before_job (f, last_of (f, l), h),
                HB_WIRE_NO);
      if (to_h == HB_CLAIMED_BEFORE && to_m == HB_CLAIMED_UNDER)
        clause (f, before_job (f, last_of (f, l), m), before_job (f, last_of (f, m), h),
                HB_WIRE_NO);
    }
}

static void
along (struct hb_formula *f, size_t l, size_t m)
{
  const struct hb_formula_job *job = &f->jobs[l];
  for (size_t i = 0; i + 1 < job->needed.size; i++)
    {
      size_t a = job->needed.data[i], next = job->needed.data[i + 1];
      hb_wire earlier = before_job (f, a, m), later = before_job (f, next, m);
      clause (f, later ^ 1, earlier, HB_WIRE_NO);
      clause (f, hb_formula_held (f, a, next, m) ^ 1, earlier ^ 1, later);
    }
}

void
hb_formula_order (struct hb_formula *f)
{
  for (size_t l = 0; l < f->job_count; l++)
    {
      struct hb_formula_job *job = &f->jobs[l];
      for (size_t m = 0; m < f->job_count && job->needed.size; m++)
        if (f->jobs[m].needed.size && hb_claimed_relation (f->program, l, m) == HB_CLAIMED_UNDER)
          vec_push (job->over, m);
      for (size_t i = 0; i < job->needed.size * job->over.size; i++)
        vec_push (job->first, hb_wire_free (&f->gates));
    }
  for (size_t l = 0; l < f->job_count; l++)
    for (size_t i = 0; i < f->jobs[l].over.size; i++)
      {
        size_t m = f->jobs[l].over.data[i];
        along (f, l, m);
        through_and_between (f, l, m);
        for (size_t k = 0; k < f->jobs[l].over.size; k++)
          if (k != i)
            two_over (f, l, m, f->jobs[l].over.data[k]);
      }
}
