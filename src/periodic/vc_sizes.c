/* The sizes of order by positions in closed form; see vc.h and vc_position.c.
 *
 * With e (L) needed events of job L: literals e (L) for each L ^ M; clauses (i) e (L) - 1 for each L ^ M; for each L
 * under both M and H, (ii) e (L) if M [ H, (iii) 2 e (L) if M ^ H, `arrival` e (L) if M arrives no later than H;
 * for each M ^ H, (iv) one for each L [ M under H, (v) one for each L [ H under M. */
#include "periodic/vc_private.h"

static size_t
events_of (const hb_vc *vc, hb_id job)
{
  return vc->order[job].events.size;
}

static bool
is_under (const hb_vc *vc, hb_id low, hb_id high)
{
  return events_of (vc, low) && events_of (vc, high)
         && hb_vc_relation (vc, low, high) == HB_JOB_UNDER;
}

/* L, M and H, L under M. */
static size_t
clauses_of_three (const hb_vc *vc, hb_id l, hb_id m, hb_id h)
{
  enum hb_job_relation relation = hb_vc_relation (vc, m, h);
  size_t sum = 0;
  if (is_under (vc, l, h))
    {
      sum += relation == HB_JOB_BEFORE ? events_of (vc, l) : 0;
      sum += relation == HB_JOB_UNDER ? 2 * events_of (vc, l) : 0;
      if (vc->options.semantics != HB_SEMANTICS_PAPER
          && vc->jobs->jobs.data[m].arrival <= vc->jobs->jobs.data[h].arrival)
        sum += events_of (vc, l);
    }
  /* (iv) of another job before this L, under M as well; (v) of L itself. */
  if (is_under (vc, h, m) && hb_vc_relation (vc, h, l) == HB_JOB_BEFORE)
    sum++;
  if (is_under (vc, m, h) && hb_vc_relation (vc, l, h) == HB_JOB_BEFORE)
    sum++;
  return sum;
}

struct hb_order_sizes
hb_vc_order_sizes (const hb_vc *vc)
{
  struct hb_order_sizes sizes = { 0, 0 };
  for (hb_id l = 0; l < vc->job_count; l++)
    for (hb_id m = 0; m < vc->job_count; m++)
      {
        if (!is_under (vc, l, m))
          continue;
        sizes.literals += events_of (vc, l);
        sizes.clauses += events_of (vc, l) - 1;
        for (hb_id h = 0; h < vc->job_count; h++)
          if (h != l && h != m && events_of (vc, h))
            sizes.clauses += clauses_of_three (vc, l, m, h);
      }
  return sizes;
}
