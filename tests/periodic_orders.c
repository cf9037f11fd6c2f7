/* Sets and comparisons; see periodic_orders.h. */
#include "tests/periodic_orders.h"

#include <stdlib.h>
#include <string.h>

static int
compare_numbers (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

void
orders_sort (orders *all)
{
  if (all->size)
    qsort (all->data, all->size, sizeof *all->data, compare_numbers);
  size_t kept = 0;
  for (size_t i = 0; i < all->size; i++)
    if (!kept || all->data[kept - 1] != all->data[i])
      all->data[kept++] = all->data[i];
  all->size = kept;
}

bool
orders_within (const orders *a, const orders *b)
{
  size_t k = 0;
  for (size_t i = 0; i < a->size; i++)
    {
      while (k < b->size && b->data[k] < a->data[i])
        k++;
      if (k == b->size || b->data[k] != a->data[i])
        return false;
    }
  return true;
}

void
orders_same (const orders *a, const orders *b, const struct set *set, const char *what)
{
  if (a->size == b->size && orders_within (a, b))
    return;
  uint64_t lost = 0;
  for (size_t i = 0; i < a->size && !lost; i++)
    {
      orders one = { &a->data[i], 1, 1 };
      if (!orders_within (&one, b))
        lost = a->data[i];
    }
  char word[MOST_JOBS * MOST_EVENTS + 2];
  size_t at = sizeof word - 1;
  word[at] = '\0';
  for (; lost > 1; lost >>= 2)
    word[--at] = (char)('a' + (lost & 3));
  fail_msg ("%s: %zu orders against %zu, first not on the right: '%s'\n%s", what, a->size, b->size,
            word + at, set->text);
}

/* --- a set --- */

static void
write_text (struct set *set)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "HB_LOCK (l, %lld)\nunsigned char x, y;\n", (long long)set->ceiling);
  for (int i = 0; i < set->task_count; i++)
    {
      const struct task *task = &set->tasks[i];
      hb_buffer_add (&text, "HB_TASK (t%d, %d, %lld, %lld, %lld)\nvoid t%d () {", i + 1, i + 1,
                     (long long)task->period, (long long)task->wcet, (long long)task->arrival,
                     i + 1);
      for (const char *at = task->body; *at; at++)
        hb_buffer_add (&text, " %s;",
                       *at == 'l'   ? "hb_lock (l)"
                       : *at == 'u' ? "hb_unlock (l)"
                       : *at == 'x' ? "x = nondet_u8 ()"
                       : *at == 'y' ? "y = nondet_u8 ()"
                       : *at == 'X' ? "assert (x != 255)"
                                    : "assert (y != 255)");
      hb_buffer_add (&text, " }\n");
    }
  assert_true (text.size < sizeof set->text);
  memcpy (set->text, text.data, text.size);
  set->text[text.size] = '\0';
  vec_free (text);
}

/* The response time of task I, with the whole of a lower one that may hold the lock; -1: beyond its period. */
static int64_t
response (const struct set *set, int i)
{
  int64_t blocked = 0, time, next = set->tasks[i].wcet;
  for (int low = 0; low < i; low++)
    if (set->ceiling > i && strchr (set->tasks[low].body, 'l') && set->tasks[low].wcet > blocked)
      blocked = set->tasks[low].wcet;
  do
    {
      time = next;
      next = set->tasks[i].wcet + blocked;
      for (int high = i + 1; high < set->task_count; high++)
        next += (time + set->tasks[high].period - 1) / set->tasks[high].period
                * set->tasks[high].wcet;
    }
  while (next != time && next <= set->tasks[i].period);
  return next <= set->tasks[i].period ? next : -1;
}

/* Jobs by arrival, the higher of equal ones first; false: too many. */
static bool
list_jobs (struct set *set)
{
  for (int64_t now = 0; now < set->time; now++)
    for (int i = set->task_count; i-- > 0;)
      {
        const struct task *task = &set->tasks[i];
        if (now < task->arrival || (now - task->arrival) % task->period)
          continue;
        if (set->job_count == MOST_JOBS)
          return false;
        size_t j = set->job_count++;
        set->task_of[j] = i;
        set->arrival[j] = now;
        set->count[j] = 1 + strlen (task->body);
        set->letter[j][0] = 's';
        set->held[j][0] = set->held[j][1] = 0;
        for (size_t k = 1; k < set->count[j]; k++)
          {
            char letter = set->letter[j][k] = task->body[k - 1];
            set->held[j][k + 1] = letter == 'l'   ? set->ceiling
                                  : letter == 'u' ? 0
                                                  : set->held[j][k];
          }
      }
  return true;
}

/* When each job is over at the latest; false: response times are beyond a period. */
static bool
depart (struct set *set)
{
  for (size_t j = 0; j < set->job_count; j++)
    {
      int64_t span = set->departure == HB_DEPARTURE_RTA ? response (set, set->task_of[j])
                                                        : set->tasks[set->task_of[j]].period;
      if (span < 0)
        return false;
      set->over_by[j] = set->arrival[j] + span;
    }
  /* Nothing is over before what is higher and arrives no later. */
  for (size_t round = 0; round < MOST_JOBS && set->departure == HB_DEPARTURE_DEADLINE; round++)
    for (size_t low = 0; low < set->job_count; low++)
      for (size_t high = 0; high < set->job_count; high++)
        if (set->task_of[high] > set->task_of[low] && set->arrival[high] <= set->arrival[low]
            && set->over_by[high] > set->over_by[low])
          set->over_by[high] = set->over_by[low];
  return true;
}

/* The program's own jobs are those. */
static void
same_jobs (const struct set *set)
{
  for (size_t j = 0; j < set->job_count; j++)
    {
      assert_int_equal (set->jobs->jobs.data[j].task, set->task_of[j]);
      assert_int_equal (set->jobs->jobs.data[j].arrival, set->arrival[j]);
      for (size_t k = 0; k < set->job_count; k++)
        if (j != k && set->before[j][k] != (hb_jobs_relation (set->jobs, j, k) == HB_JOB_BEFORE))
          fail_msg ("jobs %zu and %zu\n%s", j, k, set->text);
    }
}

bool
set_up (struct set *set)
{
  hb_diag *diag = hb_diag_new ();
  set->job_count = 0;
  write_text (set);
  bool fits = list_jobs (set), good = fits && set->job_count && depart (set);
  if (fits)
    set->program = hb_periodic_read_text ("t.c", set->text, strlen (set->text), diag);
  if (fits && !set->program)
    fail_msg ("%s\n%s", set->text, hb_diag_first (diag));
  if (fits)
    set->jobs = hb_jobs_new (set->program, set->time, set->departure, 0, diag);
  if (fits && good != (set->jobs && set->jobs->jobs.size == set->job_count))
    fail_msg ("schedulable, or how many jobs?\n%s", set->text);
  for (size_t j = 0; j < set->job_count && good; j++)
    for (size_t k = 0; k < set->job_count; k++)
      set->before[j][k]
          = j != k
            && ((set->task_of[j] <= set->task_of[k] && set->over_by[j] <= set->arrival[k])
                || (set->task_of[j] > set->task_of[k] && set->arrival[j] <= set->arrival[k]));
  if (good)
    same_jobs (set);
  hb_diag_free (diag);
  return good;
}

void
set_down (struct set *set)
{
  hb_jobs_free (set->jobs);
  hb_periodic_free (set->program);
  set->jobs = NULL;
  set->program = NULL;
}

void
compare_orders (const struct set *set, struct counts *counts)
{
  orders searched[3] = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  for (int arrival = 0; arrival < 2; arrival++)
    {
      orders_of_search (set, arrival, &searched[arrival]);
      for (int encoding = 0; encoding < 2; encoding++)
        {
          struct hb_vc_options options = { .keep = HB_KEEP_ALL,
                                           .encoding = (enum hb_order_encoding)encoding,
                                           .semantics = (enum hb_semantics)arrival };
          orders found = VEC_EMPTY;
          orders_of_models (set, &options, &found);
          orders_same (&searched[arrival], &found, set,
                       encoding ? "search, rounds" : "search, positions");
          vec_free (found);
        }
    }
  struct hb_vc_options options = { .keep = HB_KEEP_ALL, .semantics = HB_SEMANTICS_EXACT };
  orders found = VEC_EMPTY;
  orders_of_clock (set, set->over_by, set->departure == HB_DEPARTURE_RTA, &searched[2]);
  orders_of_models (set, &options, &found);
  orders_same (&searched[2], &found, set, "scheduler, exact");
  if (!orders_within (&searched[1], &searched[0]) || !orders_within (&searched[2], &searched[1]))
    fail_msg ("exact within arrival within paper\n%s", set->text);
  counts->sets++;
  counts->with_locks += strstr (set->text, "hb_lock (l)") != NULL;
  counts->paper += searched[0].size;
  counts->arrival += searched[1].size;
  counts->exact += searched[2].size;
  vec_free (found);
  for (int i = 0; i < 3; i++)
    vec_free (searched[i]);
}
