/* Jobs up to the bound, when each is over at the latest, and what follows for pairs of them: (1) and (2) of Chaki,
 * Gurfinkel and Sinha (FMCAD 2014); see tasks.h. */
#include "proof/periodic/tasks.h"

#include <stdlib.h>
#include <string.h>

#define MOST_JOBS 20000
#define MOST_ROUNDS 1000000

static int64_t
priority_of (const struct hb_claimed_program *p, size_t job)
{
  return p->tasks.data[p->jobs.data[job].task].priority;
}

/* The longest time that a lower task may hold a lock which keeps TASK out. */
static int64_t
longest_block (const struct hb_claimed_program *p, size_t task)
{
  int64_t longest = 0;
  for (size_t low = 0; low < task; low++)
    for (size_t l = 0; l < p->locks.size; l++)
      {
        bool blocks = (p->users.data[l] >> low & 1)
                      && p->locks.data[l].ceiling >= p->tasks.data[task].priority;
        int64_t told = p->locks.data[l].told[low], length = told ? told : p->tasks.data[low].wcet;
        if (blocks && length > longest)
          longest = length;
      }
  return longest;
}

/* The least R = C + B + sum of ceil (R / P) C over higher tasks; -1 if it is beyond the period, or far to find. */
static int64_t
response (const struct hb_claimed_program *p, size_t task)
{
  const struct hb_claimed_task *own = &p->tasks.data[task];
  int64_t start = own->wcet + longest_block (p, task), guess = start;
  for (int round = 0; guess <= own->period && round < MOST_ROUNDS; round++)
    {
      int64_t need = start;
      for (size_t high = task + 1; high < p->tasks.size; high++)
        {
          const struct hb_claimed_task *other = &p->tasks.data[high];
          need += (guess / other->period + (guess % other->period != 0)) * other->wcet;
        }
      if (need == guess)
        return guess;
      guess = need;
    }
  return -1;
}

static bool
by_response_times (struct hb_claimed_program *p, hb_diag *diag)
{
  bool good = true;
  for (size_t i = 0; i < p->tasks.size && good; i++)
    {
      int64_t time = response (p, i);
      good = time >= 0;
      if (!good)
        hb_error (diag, NULL, "response times show no schedule of task %s", p->tasks.data[i].name);
      for (size_t j = 0; j < p->jobs.size; j++)
        if (p->jobs.data[j].task == i)
          p->jobs.data[j].departure = p->jobs.data[j].arrival + time;
    }
  return good;
}

/* D = A + P; and what arrives no later and is higher is over no later. */
static void
by_deadlines (struct hb_claimed_program *p)
{
  for (size_t j = 0; j < p->jobs.size; j++)
    p->jobs.data[j].departure
        = p->jobs.data[j].arrival + p->tasks.data[p->jobs.data[j].task].period;
  /* Tasks from low to high: those above a job take its departure, the job itself has its last one then. */
  for (size_t low = 0; low < p->tasks.size; low++)
    for (size_t k = 0; k < p->jobs.size; k++)
      for (size_t j = 0; p->jobs.data[k].task == low && j < p->jobs.size; j++)
        if (p->jobs.data[j].task > low && p->jobs.data[j].arrival <= p->jobs.data[k].arrival
            && p->jobs.data[j].departure > p->jobs.data[k].departure)
          p->jobs.data[j].departure = p->jobs.data[k].departure;
}

/* When every job runs for all of its C: the longest there is, without locks.  Task by task from the highest, each
 * job in the time that is left. */
static bool
by_simulation (struct hb_claimed_program *p, hb_diag *diag)
{
  int64_t *left = hb_calloc (p->jobs.size + 1, sizeof *left);
  size_t open = p->jobs.size;
  bool good = true;
  for (size_t l = 0; l < p->locks.size; l++)
    good = good && !p->users.data[l];
  for (size_t j = 0; j < p->jobs.size; j++)
    left[j] = p->tasks.data[p->jobs.data[j].task].wcet;
  for (int64_t now = 0; open && good;)
    {
      size_t next = SIZE_MAX;
      int64_t event = INT64_MAX;
      for (size_t j = 0; j < p->jobs.size; j++)
        if (left[j] && p->jobs.data[j].arrival <= now
            && (next == SIZE_MAX || p->jobs.data[j].task > p->jobs.data[next].task))
          next = j;
        else if (p->jobs.data[j].arrival > now && p->jobs.data[j].arrival < event)
          event = p->jobs.data[j].arrival;
      if (next == SIZE_MAX)
        {
          now = event;
          continue;
        }
      int64_t run = event - now < left[next] ? event - now : left[next];
      now += run;
      left[next] -= run;
      if (left[next])
        continue;
      open--;
      p->jobs.data[next].departure = now;
      good = now <= p->jobs.data[next].arrival + p->tasks.data[p->jobs.data[next].task].period;
    }
  hb_free (left);
  if (!good)
    hb_error (diag, NULL, "departures cannot be simulated: a lock, or a job that comes too late");
  return good;
}

static int
compare (const void *a, const void *b)
{
  const struct hb_claimed_job *x = a, *y = b;
  if (x->arrival != y->arrival)
    return x->arrival < y->arrival ? -1 : 1;
  return (x->task < y->task) - (x->task > y->task);
}

bool
hb_claimed_jobs (struct hb_claimed_program *p, const struct hb_claim *claim, hb_diag *diag)
{
  for (size_t i = 0; i < p->tasks.size; i++)
    for (int64_t at = p->tasks.data[i].arrival; at < claim->time; at += p->tasks.data[i].period)
      {
        if (p->jobs.size == MOST_JOBS)
          {
            hb_error (diag, NULL, "more than %d jobs", MOST_JOBS);
            return false;
          }
        vec_push (p->jobs, ((struct hb_claimed_job){ i, at, 0 }));
      }
  if (p->jobs.size)
    qsort (p->jobs.data, p->jobs.size, sizeof *p->jobs.data, compare);
  if (!strcmp (claim->departure, "rta"))
    return by_response_times (p, diag);
  if (!strcmp (claim->departure, "exact"))
    return by_simulation (p, diag);
  by_deadlines (p);
  return true;
}

/* (1): A is over before B can start. */
static bool
over_before (const struct hb_claimed_program *p, size_t a, size_t b)
{
  const struct hb_claimed_job *x = &p->jobs.data[a], *y = &p->jobs.data[b];
  return priority_of (p, a) <= priority_of (p, b) ? x->departure <= y->arrival
                                                  : x->arrival <= y->arrival;
}

enum hb_claimed_relation
hb_claimed_relation (const struct hb_claimed_program *p, size_t a, size_t b)
{
  if (a == b)
    return HB_CLAIMED_SAME;
  if (a == p->jobs.size || b == p->jobs.size)
    return a == p->jobs.size ? HB_CLAIMED_AFTER : HB_CLAIMED_BEFORE;
  if (over_before (p, a, b))
    return HB_CLAIMED_BEFORE;
  if (over_before (p, b, a))
    return HB_CLAIMED_AFTER;
  return priority_of (p, a) < priority_of (p, b) ? HB_CLAIMED_UNDER : HB_CLAIMED_OVER;
}
