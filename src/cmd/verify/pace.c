/* See pace.h. */
#include "cmd/verify/pace.h"

#include "base/vec.h"

/* Seconds that counting may take; to know more is not worth more. */
#define MOST_SECONDS 0.2

/* Instances between two looks at the clock. */
#define OFTEN 64

static double start;
static VEC (uint64_t) counts; /* of each stream; empty: not known */
static size_t stream;         /* number of the next one */
static uint64_t before, all;  /* instances of the streams before the present one; of all */

struct counter
{
  uint64_t count;
  double deadline;
  bool late;
};

static bool
count_one (void *context, const hb_instance *instance)
{
  struct counter *counter = context;
  (void)instance;
  counter->count++;
  counter->late = counter->count % OFTEN == 0 && hb_now () > counter->deadline;
  return !counter->late;
}

/* False if it would take long. */
static bool
count_streams (const struct hb_problem *from, const struct verify_streams *streams)
{
  struct counter counter = { .deadline = hb_now () + MOST_SECONDS };
  for (uint64_t size = 0; streams->exhaustive && size <= streams->exhaustive_bounds[0]; size++)
    {
      counter.count = 0;
      from->enumerate (from, size, streams->exhaustive_bounds, count_one, &counter);
      vec_push (counts, counter.count);
      if (counter.late)
        return false;
    }
  if (streams->random)
    vec_push (counts, streams->random);
  vec_push (counts, (uint64_t)streams->file_count);
  return true;
}

void
verify_pace_start (const struct hb_problem *from, const struct verify_streams *streams)
{
  vec_free (counts);
  before = all = stream = 0;
  if (cli_progress_is_shown () && count_streams (from, streams))
    for (size_t i = 0; i < counts.size; i++)
      all += counts.data[i];
  start = hb_now ();
}

void
verify_pace_next (void)
{
  if (stream && all)
    before += counts.data[stream - 1];
  stream++;
}

void
verify_pace_show (const struct cli *cli, const struct hb_problem *from, uint64_t index,
                  uint64_t instances)
{
  uint64_t done = before + index;
  unsigned long long shown = (unsigned long long)instances;
  if (done && done <= all) /* a folder counts as one file, and has more */
    cli_progress (cli, -1, "%llu %s; %.0f %%, about %.0f s left", shown, from->things,
                  100.0 * (double)done / (double)all,
                  (hb_now () - start) * (double)(all - done) / (double)done);
  else
    cli_progress (cli, -1, "%llu %s", shown, from->things);
}
