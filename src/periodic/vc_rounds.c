/* The order of events as the paper has it: hierarchical clocks (R, priority, index), (9) and (10), and locks as actions
 * that test and set priorities, (16) to (23), in the meaning of (18): a job is scheduled only while no ceiling that is
 * held reaches its priority.
 *
 * Departures: R grows along program order (without it the formula has models that are no executions); held locks
 * are a set, and V of the first such action is its L_a; jobs whose relation to one another is fixed compare by it. */
#include "periodic/vc_private.h"

static unsigned
width (const hb_vc *vc)
{
  unsigned bits = 1;
  while ((size_t)1 << bits < vc->job_count + 1)
    bits++;
  return bits;
}

static void
require (hb_vc *vc, hb_lit a)
{
  hb_vc_clause (vc, &a, 1);
}

/* The events of sections IV: scheduling, taking, giving back. */
static void
add_locks (hb_vc *vc)
{
  const hb_unfolding *u = vc->unfolding;
  for (hb_id j = 0; j < vc->jobs->jobs.size; j++)
    {
      struct hb_lock_event event
          = { .job = j, .action = HB_NONE, .guard = HB_TRUE, .lock = HB_NONE };
      if (!vc->order[j].events.size)
        continue;
      vec_push (vc->locks, event);
      for (hb_id i = u->first.data[j]; i < u->first.data[j + 1]; i++)
        {
          const struct hb_action *action = &u->actions.data[i];
          if (action->kind != HB_ACT_LOCK && action->kind != HB_ACT_UNLOCK)
            continue;
          event = (struct hb_lock_event){ .job = j,
                                          .action = i,
                                          .guard = action->guard,
                                          .takes = action->kind == HB_ACT_LOCK,
                                          .lock = action->cell };
          while (event.place < vc->order[j].events.size
                 && (vc->events.data[vc->order[j].events.data[event.place]].kind == HB_ACT_START
                     || vc->events.data[vc->order[j].events.data[event.place]].action < i))
            event.place++;
          vec_push (vc->locks, event);
        }
    }
}

static hb_lit
locks_before (hb_vc *vc, size_t a, size_t b)
{
  const struct hb_lock_event *x = &vc->locks.data[a], *y = &vc->locks.data[b];
  return x->job == y->job ? (a < b ? HB_TRUE : HB_FALSE)
                          : hb_vc_clock_before (vc, x->job, x->round, y->job, y->round);
}

/* No ceiling in HELD reaches the priority of job J; locks are one bit each. */
static hb_lit
may_start (hb_vc *vc, hb_word held, hb_id j)
{
  hb_lit free = HB_TRUE;
  int64_t priority
      = hb_job_priority (vc->jobs, j) + (vc->options.ablations & HB_ABLATE_CEILINGS ? 1 : 0);
  for (unsigned i = 0; i < held.width; i++)
    if (vc->jobs->program->locks.data[i].ceiling >= priority)
      free = hb_and (vc->bits, free, hb_not (held.bits[i]));
  return free;
}

/* (20) to (23) for one action. */
static void
observe_locks (hb_vc *vc, size_t at)
{
  struct hb_lock_event event = vc->locks.data[at];
  size_t count = vc->locks.size;
  unsigned locks = (unsigned)vc->jobs->program->locks.size;
  VEC (hb_lit) chosen = VEC_EMPTY;
  hb_lit *visible = hb_calloc (count, sizeof *visible);
  for (size_t i = 0; i < count; i++)
    visible[i]
        = i == at ? HB_FALSE : hb_and (vc->bits, vc->locks.data[i].guard, locks_before (vc, i, at));
  vec_push (chosen, hb_not (event.guard));
  for (size_t i = 0; i <= count; i++)
    {
      if (i < count && visible[i] == HB_FALSE)
        continue;
      hb_lit selector = hb_bits_input (vc->bits),
             clause[3] = { hb_not (selector), HB_FALSE, HB_FALSE };
      hb_word held = i < count ? vc->locks.data[i].held : hb_word_number (vc->bits, locks, 0);
      vec_push (chosen, selector);
      for (size_t k = 0; k < count; k++)
        {
          hb_lit between = i == count ? HB_TRUE : k == i ? HB_FALSE : locks_before (vc, i, k);
          clause[1] = hb_not (visible[k]);
          clause[2] = hb_not (between);
          if (visible[k] != HB_FALSE && between != HB_FALSE)
            hb_vc_clause (vc, clause, 3);
        }
      clause[2] = HB_FALSE;
      clause[1] = i < count ? visible[i] : HB_TRUE;
      hb_vc_clause (vc, clause, 2);
      clause[1] = event.action == HB_NONE ? may_start (vc, held, event.job) : HB_TRUE;
      hb_vc_clause (vc, clause, 2);
      for (unsigned b = 0; b < locks; b++)
        {
          hb_lit after = event.lock == b ? (event.takes ? HB_TRUE : HB_FALSE) : held.bits[b];
          hb_lit one[3] = { hb_not (selector), hb_not (after), event.held.bits[b] };
          hb_lit other[3] = { hb_not (selector), after, hb_not (event.held.bits[b]) };
          hb_vc_clause (vc, one, 3);
          hb_vc_clause (vc, other, 3);
        }
    }
  hb_vc_clause (vc, chosen.data, chosen.size);
  vec_free (chosen);
  hb_free (visible);
}

/* (9)(a) and program order, for what the job does in the order in which it does it. */
static void
job_rounds (hb_vc *vc, hb_id j, unsigned bits)
{
  struct hb_vc_job *job = &vc->order[j];
  job->first = hb_word_input (vc->bits, bits);
  job->last = hb_word_input (vc->bits, bits);
  vc->order_literals += 2 * bits;
  VEC (hb_word) all = VEC_EMPTY;
  for (size_t place = 0; place <= job->events.size; place++)
    {
      const struct hb_moment *event
          = place < job->events.size ? &vc->events.data[job->events.data[place]] : NULL;
      hb_word own = event ? hb_word_input (vc->bits, bits) : job->last;
      for (size_t i = 0; i < vc->locks.size; i++)
        {
          struct hb_lock_event *lock = &vc->locks.data[i];
          if (lock->job != j || lock->place != place)
            continue;
          /* Where the lock's action is an event, too, it is one. */
          bool same = event
                      && (lock->action == HB_NONE ? event->kind == HB_ACT_START
                                                  : event->action == lock->action
                                                        && (event->kind == HB_ACT_LOCK
                                                            || event->kind == HB_ACT_UNLOCK));
          lock->round = same ? own : hb_word_input (vc->bits, bits);
          lock->held = hb_word_input (vc->bits, (unsigned)vc->jobs->program->locks.size);
          if (!same)
            vec_push (all, lock->round);
        }
      if (!event)
        break;
      vec_push (job->rounds, own);
      vec_push (all, own);
    }
  for (size_t i = 0; i < all.size; i++)
    {
      vc->order_literals += bits;
      require (vc, hb_vc_at_most (vc, job->first, all.data[i]));
      require (vc, hb_vc_at_most (vc, all.data[i], job->last));
      if (i && !(vc->options.ablations & HB_ABLATE_PROGRAM_ORDER))
        require (vc, hb_vc_at_most (vc, all.data[i - 1], all.data[i]));
    }
  vec_free (all);
}

/* (10): what round R of job L is, M does not run meanwhile. */
static void
not_within (hb_vc *vc, hb_word r, hb_id m)
{
  hb_lit clause[2] = { hb_vc_at_most (vc, r, vc->order[m].first),
                       hb_word_less (vc->bits, vc->order[m].last, r, false) };
  hb_vc_clause (vc, clause, 2);
}

/* arrival: what was before M, which arrives no later than H, is before H. */
static void
arrival_rounds (hb_vc *vc, hb_id l, hb_id m, hb_id h)
{
  const hb_jobs *jobs = vc->jobs;
  if (m == h || hb_vc_relation (vc, l, m) != HB_JOB_UNDER
      || hb_vc_relation (vc, l, h) != HB_JOB_UNDER
      || jobs->jobs.data[m].arrival > jobs->jobs.data[h].arrival)
    return;
  hb_id first_m = vc->order[m].events.data[0], first_h = vc->order[h].events.data[0];
  for (size_t a = 0; a < vc->order[l].events.size; a++)
    {
      hb_id event = vc->order[l].events.data[a];
      hb_lit clause[3] = { hb_not (hb_vc_before (vc, event, first_m)),
                           hb_vc_before (vc, event, first_h), hb_vc_passes (vc, event, m) };
      hb_vc_clause (vc, clause, 3);
    }
}

void
hb_vc_rounds (hb_vc *vc)
{
  unsigned bits = width (vc);
  bool locks = false;
  for (size_t i = 0; i < vc->jobs->program->locks.size; i++)
    locks = locks || vc->jobs->program->locks.data[i].users;
  if (locks && !(vc->options.ablations & HB_ABLATE_LOCKS))
    add_locks (vc);
  for (hb_id j = 0; j < vc->job_count; j++)
    if (vc->order[j].events.size)
      job_rounds (vc, j, bits);
  for (hb_id l = 0; l < vc->job_count; l++)
    for (hb_id m = 0; m < vc->job_count && vc->order[l].events.size; m++)
      {
        if (!vc->order[m].events.size)
          continue;
        enum hb_job_relation relation = hb_vc_relation (vc, l, m);
        if (relation == HB_JOB_BEFORE)
          require (vc, vc->options.ablations & HB_ABLATE_STRICT
                           ? hb_vc_at_most (vc, vc->order[l].last, vc->order[m].first)
                           : hb_word_less (vc->bits, vc->order[l].last, vc->order[m].first, false));
        if (relation != HB_JOB_UNDER || (vc->options.ablations & HB_ABLATE_PREEMPTION))
          continue;
        for (size_t i = 0; i < vc->order[l].rounds.size; i++)
          not_within (vc, vc->order[l].rounds.data[i], m);
        for (size_t i = 0; i < vc->locks.size; i++)
          if (vc->locks.data[i].job == l)
            not_within (vc, vc->locks.data[i].round, m);
      }
  for (size_t i = 0; i < vc->locks.size; i++)
    observe_locks (vc, i);
  for (hb_id l = 0; l < vc->job_count && vc->options.semantics != HB_SEMANTICS_PAPER; l++)
    for (hb_id m = 0; m < vc->job_count && vc->order[l].events.size; m++)
      for (hb_id h = 0; h < vc->job_count && vc->order[m].events.size; h++)
        if (vc->order[h].events.size)
          arrival_rounds (vc, l, m, h);
}
