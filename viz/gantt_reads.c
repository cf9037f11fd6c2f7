/* Who reads what from whom, over a Gantt chart: a line from the write to the read, and the value at the read.
 *
 * Shown are reads of what a job of another task wrote last; of jobs whose checks fail alone if all would be too many. */
#include "viz/gantt_private.h"
#include "viz/text.h"

#include <math.h>
#include <stdlib.h>

#define MOST_READS 24
#define SMALL 6.0

/* The step that wrote what step I, a read, sees; SIZE_MAX: the initial value. */
static size_t
write_of (const hb_periodic_run *run, size_t i)
{
  for (size_t k = i; k-- > 0;)
    if (run->steps.data[k].kind == HB_ACT_WRITE
        && run->steps.data[k].cell == run->steps.data[i].cell)
      return k;
  return SIZE_MAX;
}

/* Is the read at step I one to be shown, and what it sees, *FROM? */
static bool
is_shown (const struct hb_gantt_chart *c, size_t i, bool failing, size_t *from)
{
  const hb_periodic_run *run = c->gantt->run;
  const struct hb_periodic_run_step *read = &run->steps.data[i];
  size_t jobs = c->gantt->jobs->jobs.size;
  if (read->kind != HB_ACT_READ || read->job >= jobs || (failing && !hb_gantt_fails (c, read->job)))
    return false;
  *from = write_of (run, i);
  /* Of one task is what everybody expects; of one job's reads of one write the first will do. */
  if (*from == SIZE_MAX || run->steps.data[*from].job >= jobs
      || c->gantt->jobs->jobs.data[run->steps.data[*from].job].task
             == c->gantt->jobs->jobs.data[read->job].task)
    return false;
  for (size_t k = *from + 1; k < i; k++)
    if (run->steps.data[k].kind == HB_ACT_READ && run->steps.data[k].job == read->job
        && run->steps.data[k].cell == read->cell)
      return false;
  double first = c->stops.data[0].time, last = c->stops.data[c->stops.size - 1].time;
  return hb_gantt_step (c, (hb_id)*from) >= first && hb_gantt_step (c, (hb_id)i) <= last;
}

/* The value NAME=VALUE beside the arrow from A to B, on the side from which it turns away: in its middle if it joins
 * neighbours, whose boxes leave room there alone, otherwise nearer to the read, where fewer arrows are. */
static void
put_value (struct hb_gantt_chart *c, struct hb_point a, struct hb_point b, const char *name,
           long long value)
{
  char *text = hb_format ("%s=%lld", name, value);
  bool right = b.x > a.x, down = b.y > a.y, near = fabs (b.y - a.y) < HB_GANTT_BOX;
  double part = near ? .5 : .7, aside = hb_text_width (text, SMALL) / 2 + (near ? 8 : 2);
  hb_sketch_middle (&c->sketch, a.x + part * (b.x - a.x) + (right == down ? aside : -aside),
                    a.y + part * (b.y - a.y) - 2, SMALL, text, HB_INK_ARROW, HB_NONE);
}

void
hb_gantt_put_reads (struct hb_gantt_chart *c)
{
  const hb_periodic_run *run = c->gantt->run;
  const hb_jobs *jobs = c->gantt->jobs;
  size_t from, count = 0;
  for (size_t i = 0; i < run->steps.size; i++)
    count += is_shown (c, i, false, &from);
  for (size_t i = 0; i < run->steps.size; i++)
    {
      if (!is_shown (c, i, count > MOST_READS, &from))
        continue;
      const struct hb_periodic_run_step *read = &run->steps.data[i],
                                        *write = &run->steps.data[from];
      double low = hb_gantt_level (c, jobs->jobs.data[write->job].task),
             high = hb_gantt_level (c, jobs->jobs.data[read->job].task);
      bool down = low < high;
      double half = low == high ? 0 : HB_GANTT_BOX / 2;
      struct hb_point a
          = { hb_gantt_at (c, hb_gantt_step (c, (hb_id)from)), down ? low + half : low - half },
          b = { hb_gantt_at (c, hb_gantt_step (c, (hb_id)i)), down ? high - half : high + half };
      vec_push (c->sketch.arrows, ((struct hb_sketch_arrow){ a, b }));
      put_value (c, a, b, jobs->program->cells.data[read->cell].name, (long long)read->value);
    }
}
