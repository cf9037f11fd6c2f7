/* Differences as a list; see difference.h. */
#include "diff/difference.h"

bool
diff_add_difference (diff_differences *list, int side, const hb_id *facts, hb_id count,
                     diff_engine *engine)
{
  struct diff_difference one = { .side = side };
  if (diff_engine_run_of (engine, facts, count, &one.schedule) <= 0)
    {
      diff_schedule_free (&one.schedule);
      return false;
    }
  for (hb_id i = 0; i < count; i++)
    vec_push (one.facts, facts[i]);
  vec_push (*list, one);
  return true;
}

void
diff_runs_add (diff_runs *runs, const struct diff_schedule *schedule)
{
  struct diff_schedule copy = { VEC_EMPTY, VEC_EMPTY };
  diff_schedule_copy (&copy, schedule);
  vec_push (*runs, copy);
}

void
diff_runs_free (diff_runs *runs)
{
  for (size_t i = 0; i < runs->size; i++)
    diff_schedule_free (&runs->data[i]);
  vec_free (*runs);
}

void
diff_differences_free (diff_differences *list)
{
  for (size_t i = 0; i < list->size; i++)
    {
      vec_free (list->data[i].facts);
      diff_schedule_free (&list->data[i].schedule);
    }
  vec_free (*list);
}
