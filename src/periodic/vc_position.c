/* The order of events by positions: for L that M may preempt (L ^ M) and each needed event a of L a Boolean b (a, M),
 * "a comes before M".  Jobs are contiguous but for those that preempt them, so this is the whole order.  Clauses
 * ([ is finishes-before; first, last: of the job's needed events):
 *
 *   (i)    b (a', M) -> b (a, M)                              for a before a' in L
 *   (ii)   b (a, M) -> b (a, H)                               L ^ M, L ^ H, M [ H
 *   (iii)  b (a, M) and b (first M, H) -> b (a, H),
 *          b (a, H) and not b (a, M) -> b (last M, H)         L ^ M, L ^ H, M ^ H
 *   (iv)   b (first M, H) -> b (last L, H)                    L [ M, L ^ H, M ^ H
 *   (v)    b (last L, M) or b (last M, H)                     L [ H, L ^ M, M ^ H
 *   (vi)   b (a, M) -> b (a', M)                              where L holds a ceiling >= the priority of M all
 *                                                             the way from a to the next a'
 *   arrival: b (a, M) -> b (a, H)                             A (M) <= A (H), unless L holds such a ceiling at a, or
 *                                                             nothing happens at a
 *
 * They were found by comparison with (3) to (5), (17), (18) on all small sets; see tests/test_periodic_orders.c. */
#include "periodic/vc_private.h"

static hb_lit
before (const hb_vc *vc, hb_id l, size_t place, size_t over)
{
  return vc->order[l].before.data[place * vc->order[l].over.size + over];
}

/* The index of M among those over L, SIZE_MAX if it is none. */
static size_t
over_index (const hb_vc *vc, hb_id l, hb_id m)
{
  for (size_t i = 0; i < vc->order[l].over.size; i++)
    if (vc->order[l].over.data[i] == m)
      return i;
  return SIZE_MAX;
}

static void
clause3 (hb_vc *vc, hb_lit a, hb_lit b, hb_lit c)
{
  hb_lit literals[3] = { a, b, c };
  hb_vc_clause (vc, literals, 3);
}

static void
pair_rules (hb_vc *vc, hb_id l, size_t m, size_t h)
{
  const struct hb_vc_job *job = &vc->order[l];
  hb_id mid = job->over.data[m], high = job->over.data[h];
  size_t events = job->events.size, last = vc->order[mid].events.size - 1;
  enum hb_job_relation relation = hb_vc_relation (vc, mid, high);
  const struct hb_job *of_m = &vc->jobs->jobs.data[mid], *of_h = &vc->jobs->jobs.data[high];
  size_t inner = relation == HB_JOB_UNDER ? over_index (vc, mid, high) : 0;
  for (size_t a = 0; a < events; a++)
    {
      hb_lit to_m = before (vc, l, a, m), to_h = before (vc, l, a, h);
      if (relation == HB_JOB_BEFORE)
        clause3 (vc, hb_not (to_m), to_h, HB_FALSE);
      if (relation == HB_JOB_UNDER && !(vc->options.ablations & HB_ABLATE_THREE))
        {
          clause3 (vc, hb_not (to_m), hb_not (before (vc, mid, 0, inner)), to_h);
          clause3 (vc, hb_not (to_h), to_m, before (vc, mid, last, inner));
        }
      if (vc->options.semantics != HB_SEMANTICS_PAPER && of_m->arrival <= of_h->arrival)
        {
          hb_id event = job->events.data[a];
          clause3 (vc, hb_not (to_m), to_h, hb_vc_passes (vc, event, mid));
        }
    }
}

/* (iv) and (v), for H over M. */
static void
triple_rules (hb_vc *vc, hb_id m, size_t h)
{
  hb_id high = vc->order[m].over.data[h];
  size_t last_m = vc->order[m].events.size - 1;
  for (hb_id l = 0; l < vc->job_count; l++)
    {
      if (!vc->order[l].events.size || l == m || l == high)
        continue;
      size_t last = vc->order[l].events.size - 1;
      enum hb_job_relation to_m = hb_vc_relation (vc, l, m), to_h = hb_vc_relation (vc, l, high);
      if (to_m == HB_JOB_BEFORE && to_h == HB_JOB_UNDER)
        clause3 (vc, hb_not (before (vc, m, 0, h)), before (vc, l, last, over_index (vc, l, high)),
                 HB_FALSE);
      if (to_h == HB_JOB_BEFORE && to_m == HB_JOB_UNDER
          && !(vc->options.ablations & HB_ABLATE_FIVE))
        clause3 (vc, before (vc, l, last, over_index (vc, l, m)), before (vc, m, last_m, h),
                 HB_FALSE);
    }
}

static void
lock_rules (hb_vc *vc, hb_id l)
{
  const struct hb_vc_job *job = &vc->order[l];
  for (size_t a = 0; a + 1 < job->events.size; a++)
    for (size_t m = 0; m < job->over.size; m++)
      {
        hb_lit held = hb_vc_held (vc, job->events.data[a], job->events.data[a + 1],
                                  hb_job_priority (vc->jobs, job->over.data[m]));
        if (held != HB_FALSE)
          clause3 (vc, hb_not (held), hb_not (before (vc, l, a, m)), before (vc, l, a + 1, m));
      }
}

void
hb_vc_position (hb_vc *vc)
{
  for (hb_id l = 0; l < vc->job_count; l++)
    {
      struct hb_vc_job *job = &vc->order[l];
      for (hb_id m = 0; m < vc->job_count && job->events.size; m++)
        if (vc->order[m].events.size && hb_vc_relation (vc, l, m) == HB_JOB_UNDER)
          vec_push (job->over, m);
      for (size_t i = 0; i < job->events.size * job->over.size; i++)
        vec_push (job->before, hb_bits_input (vc->bits));
      vc->order_literals += job->before.size;
    }
  for (hb_id l = 0; l < vc->job_count; l++)
    {
      const struct hb_vc_job *job = &vc->order[l];
      for (size_t m = 0; m < job->over.size; m++)
        {
          for (size_t a = 0; a + 1 < job->events.size; a++)
            clause3 (vc, hb_not (before (vc, l, a + 1, m)), before (vc, l, a, m), HB_FALSE);
          for (size_t h = 0; h < job->over.size; h++)
            if (h != m)
              pair_rules (vc, l, m, h);
          triple_rules (vc, l, m);
        }
      if (!(vc->options.ablations & HB_ABLATE_LOCKS))
        lock_rules (vc, l);
    }
}
