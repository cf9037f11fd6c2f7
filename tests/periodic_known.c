/* See periodic_known.h. */
#include "tests/periodic_known.h"

#include <string.h>

unsigned
jobs_together (const struct set *set)
{
  unsigned bits = 0;
  for (size_t j = 0; j + 1 < set->job_count; j++)
    bits |= (unsigned)(set->arrival[j] == set->arrival[j + 1]) << j;
  return bits;
}

static bool
relate_alike (const struct known *known, const struct set *set)
{
  if (known->job_count != set->job_count)
    return false;
  for (size_t j = 0; j < set->job_count; j++)
    {
      if (known->task_of[j] != set->task_of[j])
        return false;
      for (size_t k = 0; k < set->job_count; k++)
        if (j != k && known->before[j][k] != set->before[j][k])
          return false;
    }
  return true;
}

struct known *
known_of (known_list *list, const struct set *set, unsigned together, bool *is_new)
{
  *is_new = false;
  for (size_t i = 0; i < list->size; i++)
    if (list->data[i].together == together && relate_alike (&list->data[i], set))
      return &list->data[i];
  struct known one = { .job_count = set->job_count, .together = together };
  memcpy (one.task_of, set->task_of, sizeof one.task_of);
  memcpy (one.before, set->before, sizeof one.before);
  vec_push (*list, one);
  *is_new = true;
  return &vec_top (*list);
}

void
known_forget (known_list *list)
{
  for (size_t i = 0; i < list->size; i++)
    vec_free (list->data[i].found);
  vec_free (*list);
}

unsigned
times_count (const struct set *set)
{
  return 1u << 3 * set->task_count;
}

bool
times_of (struct set *set, unsigned number, bool *equal)
{
  bool some_at_0 = false;
  *equal = true;
  for (int i = 0; i < set->task_count; i++, number /= 8)
    {
      struct task *task = &set->tasks[i];
      task->period = number & 1 ? 4 : 8;
      task->wcet = number & 2 ? 2 : 1;
      task->arrival = number & 4 ? 1 : 0;
      some_at_0 = some_at_0 || !task->arrival;
      *equal = *equal && task->wcet == set->tasks[0].wcet;
    }
  return some_at_0;
}
