/* The clauses of slots; see exact.h. */
#include "periodic/exact_private.h"

#include <stdlib.h>

static int
compare (const void *a, const void *b)
{
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

static void
cut (hb_exact *x)
{
  VEC (int64_t) all = VEC_EMPTY;
  vec_push (all, 0);
  for (size_t j = 0; j < x->jobs->jobs.size; j++)
    {
      vec_push (all, x->jobs->jobs.data[j].arrival);
      vec_push (all, x->jobs->jobs.data[j].departure);
    }
  qsort (all.data, all.size, sizeof *all.data, compare);
  for (size_t i = 0; i < all.size; i++)
    if (!i || all.data[i] != all.data[i - 1])
      vec_push (x->cuts, all.data[i]);
  vec_free (all);
}

/* The slot that starts at TIME, which is a cut. */
static size_t
slot_at (const hb_exact *x, int64_t time)
{
  size_t low = 0, high = x->cuts.size;
  while (high - low > 1)
    {
      size_t mid = (low + high) / 2;
      if (x->cuts.data[mid] <= time)
        low = mid;
      else
        high = mid;
    }
  return low;
}

static hb_lit
at (const struct hb_slots_of *of, const hb_lit *row, int64_t slot)
{
  if (slot < (int64_t)of->from)
    return HB_FALSE;
  return slot >= (int64_t)of->to ? HB_TRUE : row[(size_t)slot - of->from];
}

/* e (J, s) and p (event K of J, s). */
static hb_lit
over (const hb_exact *x, hb_id j, int64_t slot)
{
  return at (&x->of[j], x->of[j].over, slot);
}

static hb_lit
done (const hb_exact *x, hb_id j, size_t k, int64_t slot)
{
  return at (&x->of[j], x->of[j].done[k], slot);
}

static void
implies (hb_exact *x, hb_lit a, hb_lit b, hb_lit or_c)
{
  hb_lit clause[3] = { hb_not (a), b, or_c };
  hb_vc_clause (x->vc, clause, 3);
}

/* A job is over by its departure: a theorem of response times, or what `deadline` takes for granted. */
static void
make_literals (hb_exact *x, hb_id j)
{
  struct hb_slots_of *of = &x->of[j];
  size_t count;
  hb_vc_job_events (x->vc, j, &count);
  of->from = slot_at (x, x->jobs->jobs.data[j].arrival);
  of->to = slot_at (x, x->jobs->jobs.data[j].departure) - 1;
  size_t slots = of->to - of->from + 1;
  of->over = hb_calloc (slots, sizeof (hb_lit));
  of->available = hb_calloc (slots, sizeof (hb_lit));
  of->acts = hb_calloc (slots, sizeof (hb_lit));
  of->done = hb_calloc (count + 1, sizeof *of->done);
  for (size_t s = 0; s < slots; s++)
    of->over[s] = hb_bits_input (x->bits);
  for (size_t k = 0; k < count; k++)
    {
      of->done[k] = hb_calloc (slots, sizeof (hb_lit));
      for (size_t s = 0; s < slots; s++)
        of->done[k][s] = hb_bits_input (x->bits);
    }
  for (size_t s = of->from; s <= of->to; s++)
    {
      implies (x, over (x, j, (int64_t)s), over (x, j, (int64_t)s + 1), HB_FALSE);
      implies (x, over (x, j, (int64_t)s), done (x, j, count - 1, (int64_t)s), HB_FALSE);
      for (size_t k = 0; k < count; k++)
        {
          implies (x, done (x, j, k, (int64_t)s), done (x, j, k, (int64_t)s + 1), HB_FALSE);
          if (k)
            implies (x, done (x, j, k, (int64_t)s), done (x, j, k - 1, (int64_t)s), HB_FALSE);
        }
    }
}

/* What time says of the order of L's events and H, which may preempt L. */
static void
tie (hb_exact *x, hb_id l, hb_id h)
{
  size_t count, first;
  const hb_id *events = hb_vc_job_events (x->vc, l, &count),
              *of_h = hb_vc_job_events (x->vc, h, &first);
  int64_t before = (int64_t)x->of[h].from - 1;
  for (size_t k = 0; k < count; k++)
    {
      hb_lit precedes = hb_vc_before (x->vc, events[k], of_h[0]), early = done (x, l, k, before);
      implies (x, early, precedes, HB_FALSE);
      implies (x, precedes, early, hb_vc_passes (x->vc, events[k], h));
      for (size_t s = x->of[h].from; s <= x->of[l].to || s <= x->of[h].to; s++)
        {
          hb_lit clause[3] = { hb_not (precedes), hb_not (done (x, h, 0, (int64_t)s)),
                               done (x, l, k, (int64_t)s) };
          hb_vc_clause (x->vc, clause, 3);
          implies (x, done (x, l, k, (int64_t)s), over (x, h, (int64_t)s), precedes);
        }
    }
}

/* Does J hold a lock that keeps H out when slot S begins?  If H has arrived by then and J has none, J gets none: it does not
 * run before H is over. */
static hb_lit
through (hb_exact *x, hb_id j, hb_id h, size_t s)
{
  size_t count;
  const hb_id *events = hb_vc_job_events (x->vc, j, &count);
  int64_t start = (int64_t)s - 1;
  hb_lit any = HB_FALSE;
  bool locks = false;
  for (size_t k = 1; k < count; k++)
    {
      locks = locks || hb_vc_event (x->vc, events[k - 1])->kind == HB_ACT_LOCK;
      if (!locks)
        continue;
      hb_lit next = hb_and (x->bits, done (x, j, k - 1, start), hb_not (done (x, j, k, start)));
      any = hb_or (x->bits, any, hb_and (x->bits, next, hb_vc_keeps_out (x->vc, events[k], h)));
    }
  return any;
}

static void
make_available (hb_exact *x, hb_id j)
{
  struct hb_slots_of *of = &x->of[j];
  size_t count;
  hb_vc_job_events (x->vc, j, &count);
  for (size_t s = of->from; s <= of->to; s++)
    {
      int64_t slot = (int64_t)s;
      hb_lit available = hb_and (x->bits, done (x, j, 0, slot), hb_not (over (x, j, slot - 1)));
      for (hb_id h = 0; h < x->jobs->jobs.size; h++)
        {
          if (x->jobs->jobs.data[h].task <= x->jobs->jobs.data[j].task || x->of[h].from > s
              || x->of[h].to < s)
            continue;
          hb_lit kept_out = x->of[h].from > of->from ? through (x, j, h, s) : HB_FALSE;
          available = hb_and (x->bits, available, hb_or (x->bits, over (x, h, slot), kept_out));
        }
      hb_lit acts = hb_and (x->bits, over (x, j, slot), hb_not (over (x, j, slot - 1)));
      for (size_t k = 0; k < count; k++)
        acts = hb_or (x->bits, acts,
                      hb_and (x->bits, done (x, j, k, slot), hb_not (done (x, j, k, slot - 1))));
      of->available[s - of->from] = available;
      of->acts[s - of->from] = acts;
      implies (x, acts, available, HB_FALSE);
      implies (x, HB_TRUE, over (x, j, slot), x->full.data[s]);
    }
}

hb_exact *
hb_exact_new (hb_vc *vc)
{
  hb_exact *x = hb_calloc (1, sizeof *x);
  x->vc = vc;
  x->jobs = hb_vc_unfolding (vc)->jobs;
  x->bits = hb_vc_unfolding (vc)->bits;
  size_t count = x->jobs->jobs.size;
  cut (x);
  x->of = hb_calloc (count + 1, sizeof *x->of);
  for (size_t s = 0; s < x->cuts.size; s++)
    vec_push (x->full, hb_bits_input (x->bits));
  for (hb_id j = 0; j < count; j++)
    make_literals (x, j);
  for (hb_id l = 0; l < count; l++)
    for (hb_id h = 0; h < count; h++)
      {
        enum hb_job_relation relation = hb_jobs_relation (x->jobs, l, h);
        if (relation == HB_JOB_UNDER)
          tie (x, l, h);
        /* What arrived before and is higher is over first. */
        for (size_t s = x->of[l].from; relation == HB_JOB_AFTER && s <= x->of[l].to; s++)
          implies (x, done (x, l, 0, (int64_t)s), over (x, h, (int64_t)s), HB_FALSE);
      }
  for (hb_id j = 0; j < count; j++)
    make_available (x, j);
  /* All of it gets variables now, so that a model tells it. */
  for (hb_id j = 0; j < count; j++)
    for (size_t s = 0; s <= x->of[j].to - x->of[j].from; s++)
      {
        hb_vc_literal (vc, x->of[j].available[s]);
        hb_vc_literal (vc, x->of[j].acts[s]);
      }
  return x;
}

void
hb_exact_free (hb_exact *x)
{
  if (!x)
    return;
  for (hb_id j = 0; j < x->jobs->jobs.size; j++)
    {
      size_t count;
      hb_vc_job_events (x->vc, j, &count);
      for (size_t k = 0; k < count; k++)
        hb_free (x->of[j].done[k]);
      hb_free (x->of[j].done);
      hb_free (x->of[j].over);
      hb_free (x->of[j].available);
      hb_free (x->of[j].acts);
    }
  hb_free (x->of);
  vec_free (x->cuts);
  vec_free (x->full);
  vec_free (x->share);
  hb_free (x);
}
