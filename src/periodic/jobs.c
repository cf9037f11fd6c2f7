/* See jobs.h. */
#include "periodic/jobs.h"

#include "base/buffer.h"

#include <stdlib.h>

#define MOST_JOBS 20000
#define MOST_ROUNDS 1000000

bool
hb_jobs_next (const hb_jobs *jobs, size_t a, size_t b)
{
  if (hb_jobs_relation (jobs, a, b) != HB_JOB_BEFORE)
    return false;
  for (size_t k = 0; k < jobs->jobs.size; k++)
    if (k != a && k != b && hb_jobs_relation (jobs, a, k) == HB_JOB_BEFORE
        && hb_jobs_relation (jobs, k, b) == HB_JOB_BEFORE)
      return false;
  return true;
}

int64_t
hb_job_priority (const hb_jobs *jobs, size_t j)
{
  return jobs->program->tasks.data[jobs->jobs.data[j].task].priority;
}

enum hb_job_relation
hb_jobs_relation (const hb_jobs *jobs, size_t a, size_t b)
{
  return (enum hb_job_relation)jobs->relations[a * jobs->jobs.size + b];
}

/* B: how long a lower task may keep TASK out by a lock. */
static int64_t
blocking (const hb_periodic_program *program, hb_id task)
{
  int64_t most = 0;
  for (size_t i = 0; i < program->locks.size; i++)
    for (hb_id low = 0; low < task; low++)
      {
        const struct hb_periodic_lock *lock = &program->locks.data[i];
        if (!(lock->users >> low & 1) || lock->ceiling < program->tasks.data[task].priority)
          continue;
        int64_t length = lock->told[low] ? lock->told[low] : program->tasks.data[low].wcet;
        most = length > most ? length : most;
      }
  return most;
}

bool
hb_response_times (const hb_periodic_program *program, unsigned ablations,
                   struct hb_response *responses)
{
  bool good = true;
  for (hb_id i = 0; i < program->tasks.size; i++)
    {
      const struct hb_task *task = &program->tasks.data[i];
      responses[i].blocking = ablations & HB_ABLATE_BLOCKING ? 0 : blocking (program, i);
      int64_t time = task->wcet + responses[i].blocking, before = 0;
      for (int round = 0; time != before && time <= task->period && round < MOST_ROUNDS; round++)
        {
          before = time;
          time = task->wcet + responses[i].blocking;
          for (hb_id k = i + 1; k < program->tasks.size; k++)
            {
              const struct hb_task *high = &program->tasks.data[k];
              time += (before + high->period - 1) / high->period * high->wcet;
            }
        }
      bool found = time == before;
      responses[i].time = found ? time : -1;
      responses[i].at_least = time <= task->period ? before : task->period;
      good = good && found;
    }
  return good;
}

/* Runs jobs in JOBS for all of their C, the highest priority first; fills departures.  The first job that is
 * not over by its task's next arrival, or HB_NONE. */
static size_t
simulate (const hb_periodic_program *program, struct hb_job *jobs, size_t count)
{
  int64_t *left = hb_calloc (count, sizeof *left), now = 0;
  size_t missed = SIZE_MAX, done = 0, arrived = 0;
  for (size_t i = 0; i < count; i++)
    left[i] = program->tasks.data[jobs[i].task].wcet;
  while (done < count)
    {
      while (arrived < count && jobs[arrived].arrival <= now)
        arrived++;
      size_t best = SIZE_MAX;
      for (size_t i = 0; i < arrived; i++)
        if (left[i] && (best == SIZE_MAX || jobs[i].task > jobs[best].task))
          best = i;
      int64_t next = arrived < count ? jobs[arrived].arrival : INT64_MAX;
      if (best == SIZE_MAX)
        {
          now = next;
          continue;
        }
      int64_t run = next - now < left[best] ? next - now : left[best];
      now += run;
      left[best] -= run;
      if (left[best])
        continue;
      done++;
      jobs[best].departure = now;
      if (now > jobs[best].arrival + program->tasks.data[jobs[best].task].period && best < missed)
        missed = best;
    }
  hb_free (left);
  return missed;
}

typedef VEC (struct hb_job) job_list;

static int
compare (const void *a, const void *b)
{
  const struct hb_job *x = a, *y = b;
  if (x->arrival != y->arrival)
    return x->arrival < y->arrival ? -1 : 1;
  return x->task > y->task ? -1 : x->task < y->task;
}

/* All jobs that arrive before TIME, in order; false if they are too many. */
static bool
list_jobs (const hb_periodic_program *program, int64_t time, job_list *list)
{
  for (hb_id i = 0; i < program->tasks.size; i++)
    {
      const struct hb_task *task = &program->tasks.data[i];
      hb_id index = 0;
      for (int64_t at = task->arrival; at < time; at += task->period, index++)
        {
          vec_push (*list, ((struct hb_job){ i, index, at, 0 }));
          if (list->size > MOST_JOBS)
            return false;
        }
    }
  if (list->size)
    qsort (list->data, list->size, sizeof *list->data, compare);
  return true;
}

bool
hb_first_miss (const hb_periodic_program *program, hb_id *task, hb_id *index, int64_t *end)
{
  job_list list = VEC_EMPTY;
  int64_t hyper = hb_hyper_period (program), latest = 0;
  for (size_t i = 0; i < program->tasks.size; i++)
    latest = program->tasks.data[i].arrival > latest ? program->tasks.data[i].arrival : latest;
  bool found = false;
  if (hyper && list_jobs (program, latest + 2 * hyper, &list) && list.size)
    {
      size_t missed = simulate (program, list.data, list.size);
      found = missed != SIZE_MAX;
      if (found)
        {
          *task = list.data[missed].task;
          *index = list.data[missed].index;
          *end = list.data[missed].departure;
        }
    }
  vec_free (list);
  return found;
}

/* deadline: see jobs.h.  A job that arrives no later and has a higher priority is done first. */
static void
tighten (hb_jobs *jobs)
{
  for (bool moved = true; moved;)
    {
      moved = false;
      for (size_t k = 0; k < jobs->jobs.size; k++)
        for (size_t j = 0; j < jobs->jobs.size; j++)
          {
            struct hb_job *high = &jobs->jobs.data[j], *low = &jobs->jobs.data[k];
            if (high->task > low->task && high->arrival <= low->arrival
                && high->departure > low->departure)
              {
                high->departure = low->departure;
                moved = true;
              }
          }
    }
}

static void
say_unschedulable (const hb_jobs *jobs, hb_diag *diag)
{
  const hb_periodic_program *program = jobs->program;
  hb_buffer text = VEC_EMPTY;
  hb_id task, index;
  int64_t end;
  for (size_t i = program->tasks.size; i-- > 0;)
    {
      const struct hb_task *one = &program->tasks.data[i];
      const struct hb_response *response = &jobs->responses.data[i];
      hb_buffer_add (&text, "%s%s (C %lld, P %lld, blocked %lld) ", text.size ? ", " : "",
                     one->name, (long long)one->wcet, (long long)one->period,
                     (long long)response->blocking);
      if (response->time < 0)
        hb_buffer_add (&text, "more than %lld", (long long)response->at_least);
      else
        hb_buffer_add (&text, "%lld", (long long)response->time);
    }
  if (hb_first_miss (program, &task, &index, &end))
    hb_buffer_add (&text, "; job %u of %s ends at %lld", index + 1, program->tasks.data[task].name,
                   (long long)end);
  size_t bad = 0;
  while (bad + 1 < program->tasks.size && jobs->responses.data[bad].time >= 0)
    bad++;
  hb_periodic_error (
      program, diag, program->tasks.data[bad].spot,
      "not schedulable; response times: %s; --departure deadline takes for granted that every job "
      "ends before its task's next",
      text.data ? text.data : "");
  vec_free (text);
}

static void
relate (hb_jobs *jobs)
{
  size_t count = jobs->jobs.size;
  jobs->relations = hb_calloc (count * count, 1);
  for (size_t a = 0; a < count; a++)
    for (size_t b = 0; b < count; b++)
      {
        const struct hb_job *x = &jobs->jobs.data[a], *y = &jobs->jobs.data[b];
        enum hb_job_relation relation = HB_JOB_SAME;
        if (a == b)
          ;
        else if (x->task <= y->task && x->departure <= y->arrival)
          relation = HB_JOB_BEFORE;
        else if (x->task > y->task && x->arrival <= y->arrival)
          relation = HB_JOB_BEFORE;
        else if (y->task <= x->task && y->departure <= x->arrival)
          relation = HB_JOB_AFTER;
        else if (y->task > x->task && y->arrival <= x->arrival)
          relation = HB_JOB_AFTER;
        else
          relation = x->task < y->task ? HB_JOB_UNDER : HB_JOB_OVER;
        jobs->relations[a * count + b] = (char)relation;
      }
}

hb_jobs *
hb_jobs_new (const hb_periodic_program *program, int64_t time, enum hb_departure departure,
             unsigned ablations, hb_diag *diag)
{
  hb_jobs *jobs = hb_calloc (1, sizeof *jobs);
  job_list list = VEC_EMPTY;
  jobs->program = program;
  jobs->time = time;
  jobs->departure = departure;
  vec_resize (jobs->responses, program->tasks.size, ((struct hb_response){ 0, 0, 0 }));
  bool fits = hb_response_times (program, ablations, jobs->responses.data), good = true;
  if (time <= 0 || !list_jobs (program, time, &list))
    {
      hb_error (diag, NULL, time <= 0 ? "expected a time bound of at least 1" : "more than %d jobs",
                MOST_JOBS);
      good = false;
    }
  for (size_t i = 0; i < list.size; i++)
    vec_push (jobs->jobs, list.data[i]);
  vec_free (list);
  bool locks = false;
  for (size_t i = 0; i < program->locks.size; i++)
    locks = locks || program->locks.data[i].users;
  if (good && departure == HB_DEPARTURE_EXACT && locks)
    {
      hb_error (diag, NULL, "--departure exact is for programs without locks");
      good = false;
    }
  if (good && departure == HB_DEPARTURE_RTA && !fits)
    {
      say_unschedulable (jobs, diag);
      good = false;
    }
  if (good && departure == HB_DEPARTURE_EXACT && jobs->jobs.size
      && simulate (program, jobs->jobs.data, jobs->jobs.size) != SIZE_MAX)
    {
      say_unschedulable (jobs, diag);
      good = false;
    }
  for (size_t i = 0; i < jobs->jobs.size && departure != HB_DEPARTURE_EXACT; i++)
    {
      struct hb_job *job = &jobs->jobs.data[i];
      int64_t span = departure == HB_DEPARTURE_RTA ? jobs->responses.data[job->task].time
                                                   : program->tasks.data[job->task].period;
      job->departure = job->arrival + span;
    }
  if (good && departure == HB_DEPARTURE_DEADLINE && !(ablations & HB_ABLATE_TIGHTENING))
    tighten (jobs);
  if (good)
    {
      relate (jobs);
      return jobs;
    }
  hb_jobs_free (jobs);
  return NULL;
}

void
hb_jobs_free (hb_jobs *jobs)
{
  if (!jobs)
    return;
  vec_free (jobs->jobs);
  vec_free (jobs->responses);
  hb_free (jobs->relations);
  hb_free (jobs);
}
