/* What any two events or jobs are to one another, as a constant or a literal; see vc.h. */
#include "periodic/vc_private.h"

enum hb_job_relation
hb_vc_relation (const hb_vc *vc, hb_id a, hb_id b)
{
  size_t jobs = vc->jobs->jobs.size;
  if (a == b)
    return HB_JOB_SAME;
  if (a >= jobs || b >= jobs)
    return b >= jobs ? HB_JOB_BEFORE : HB_JOB_AFTER;
  return hb_jobs_relation (vc->jobs, a, b);
}

int
hb_vc_surely_before (const hb_vc *vc, hb_id a, hb_id b)
{
  switch (hb_vc_relation (vc, vc->events.data[a].job, vc->events.data[b].job))
    {
    case HB_JOB_SAME:
      return a < b ? 1 : -1;
    case HB_JOB_BEFORE:
      return 1;
    case HB_JOB_AFTER:
      return -1;
    default:
      return 0;
    }
}

hb_lit
hb_vc_at_most (hb_vc *vc, hb_word a, hb_word b)
{
  return hb_not (hb_word_less (vc->bits, b, a, false));
}

/* For the ablation of (9)(b), which the paper needs because it compares clocks alone. */
static bool
by_clock (const hb_vc *vc, hb_id a, hb_id b)
{
  size_t jobs = vc->jobs->jobs.size;
  return (vc->options.ablations & HB_ABLATE_STRICT) && a < jobs && b < jobs
         && vc->jobs->jobs.data[a].task != vc->jobs->jobs.data[b].task;
}

/* Is a thing of job A with round R before one of job B with round S?  Not of one job. */
hb_lit
hb_vc_clock_before (hb_vc *vc, hb_id a, hb_word r, hb_id b, hb_word s)
{
  enum hb_job_relation relation = hb_vc_relation (vc, a, b);
  if (by_clock (vc, a, b))
    return vc->jobs->jobs.data[a].task < vc->jobs->jobs.data[b].task
               ? hb_vc_at_most (vc, r, s)
               : hb_word_less (vc->bits, r, s, false);
  if (relation == HB_JOB_BEFORE || relation == HB_JOB_AFTER)
    return relation == HB_JOB_BEFORE ? HB_TRUE : HB_FALSE;
  /* Of equal rounds the lower priority comes first. */
  return relation == HB_JOB_UNDER ? hb_vc_at_most (vc, r, s) : hb_word_less (vc->bits, r, s, false);
}

static hb_lit
rounds_before (hb_vc *vc, hb_id a, hb_id b)
{
  const struct hb_moment *x = &vc->events.data[a], *y = &vc->events.data[b];
  return hb_vc_clock_before (vc, x->job, vc->order[x->job].rounds.data[x->place], y->job,
                             vc->order[y->job].rounds.data[y->place]);
}

hb_lit
hb_vc_held (hb_vc *vc, hb_id a, hb_id b, int64_t ceiling)
{
  const hb_unfolding *u = vc->unfolding;
  const hb_periodic_program *program = vc->jobs->program;
  const struct hb_moment *from = &vc->events.data[a], *to = &vc->events.data[b];
  if (from->kind == HB_ACT_START || to->kind == HB_ACT_SNAPSHOT)
    return HB_FALSE; /* nothing is held at either end of a job */
  VEC (hb_lit) held = VEC_EMPTY;
  vec_resize (held, program->locks.size, HB_FALSE);
  hb_lit all = HB_TRUE;
  bool any_lock = false;
  int64_t less_than = vc->options.ablations & HB_ABLATE_CEILINGS ? 1 : 0;
  for (hb_id i = u->first.data[from->job]; i <= to->action && all != HB_FALSE; i++)
    {
      const struct hb_action *action = &u->actions.data[i];
      bool locks = action->kind == HB_ACT_LOCK || action->kind == HB_ACT_UNLOCK;
      if (locks && i < to->action)
        held.data[action->cell]
            = action->kind == HB_ACT_LOCK
                  ? hb_or (vc->bits, held.data[action->cell], action->guard)
                  : hb_and (vc->bits, held.data[action->cell], hb_not (action->guard));
      any_lock |= locks;
      if (i < from->action || (i == to->action && a != b))
        continue;
      hb_lit any = HB_FALSE;
      for (size_t l = 0; l < program->locks.size && any_lock; l++)
        if (program->locks.data[l].ceiling >= ceiling + less_than)
          any = hb_or (vc->bits, any, held.data[l]);
      all = hb_and (vc->bits, all, any);
    }
  vec_free (held);
  return all;
}

hb_lit
hb_vc_before (hb_vc *vc, hb_id a, hb_id b)
{
  int sure = hb_vc_surely_before (vc, a, b);
  if (sure && !by_clock (vc, vc->events.data[a].job, vc->events.data[b].job))
    return sure > 0 ? HB_TRUE : HB_FALSE;
  if (vc->options.encoding == HB_ENCODING_ROUNDS)
    return rounds_before (vc, a, b);
  const struct hb_moment *x = &vc->events.data[a], *y = &vc->events.data[b];
  bool under = hb_vc_relation (vc, x->job, y->job) == HB_JOB_UNDER;
  const struct hb_moment *low = under ? x : y, *high = under ? y : x;
  const struct hb_vc_job *job = &vc->order[low->job];
  for (size_t i = 0; i < job->over.size; i++)
    if (job->over.data[i] == high->job)
      {
        hb_lit first = job->before.data[low->place * job->over.size + i];
        return under ? first : hb_not (first);
      }
  hb_die ("two events of a periodic program have no order");
}

void
hb_vc_clause (hb_vc *vc, const hb_lit *literals, size_t count)
{
  hb_tseitin_clause (vc->tseitin, literals, count);
}

int
hb_vc_literal (hb_vc *vc, hb_lit a)
{
  return hb_tseitin_literal (vc->tseitin, a);
}

int
hb_vc_known (const hb_vc *vc, hb_lit a)
{
  int variable = hb_tseitin_variable (vc->tseitin, a >> 1);
  return a & 1 ? -variable : variable;
}

hb_lit
hb_vc_keeps_out (hb_vc *vc, hb_id event, hb_id h)
{
  return hb_vc_held (vc, event, event, hb_job_priority (vc->jobs, h));
}

hb_lit
hb_vc_passes (hb_vc *vc, hb_id event, hb_id h)
{
  const struct hb_moment *e = &vc->events.data[event];
  return e->kind == HB_ACT_SNAPSHOT
             ? HB_TRUE
             : hb_or (vc->bits, hb_not (e->guard), hb_vc_keeps_out (vc, event, h));
}
