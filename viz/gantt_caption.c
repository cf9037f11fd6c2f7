/* What stands below a Gantt chart: which checks fail, what makes it no execution, and what the signs mean that occur in it. */
#include "viz/gantt_private.h"

#include "base/buffer.h"

#include <string.h>

#define MOST_FAILURES 3

static void
add_failures (const struct hb_gantt_chart *c, hb_buffer *text)
{
  const hb_jobs *jobs = c->gantt->jobs;
  if (c->gantt->against)
    hb_buffer_add (text, "no execution: %s", c->gantt->against);
  for (size_t i = 0; i < c->gantt->failure_count && i < MOST_FAILURES; i++)
    {
      const struct hb_periodic_run_failure *failure = &c->gantt->failures[i];
      struct hb_place where = hb_c_place (jobs->program->unit, failure->spot);
      const char *slash = strrchr (where.file, '/'), *file = slash ? slash + 1 : where.file;
      hb_buffer_add (text, "%s%s fails", text->size ? "\n" : "", failure->what);
      if (failure->job < jobs->jobs.size)
        hb_buffer_add (text, " in job %u of %s", jobs->jobs.data[failure->job].index + 1,
                       jobs->program->tasks.data[jobs->jobs.data[failure->job].task].name);
      else
        hb_buffer_add (text, " at the end");
      hb_buffer_add (text, ", %s:%zu", file, where.line);
    }
}

static bool
has (const struct hb_gantt_chart *c, enum hb_ink ink)
{
  for (size_t i = 0; i < c->sketch.rects.size; i++)
    if (c->sketch.rects.data[i].ink == ink)
      return true;
  return false;
}

static bool
has_idle (const struct hb_gantt_chart *c)
{
  for (size_t i = 0; i + 1 < c->stops.size; i++)
    if (c->stops.data[i].idle)
      return true;
  return false;
}

/* Those signs alone that are there. */
static void
add_signs (const struct hb_gantt_chart *c, hb_buffer *text)
{
  bool step_by_step = c->gantt->clocks;
  const struct
  {
    bool there;
    const char *words;
  } signs[] = {
    { !step_by_step, "boxes: a job has the processor, with its number" },
    { step_by_step, "boxes: a job has the processor, with its steps and their clocks (round, "
                    "priority, index)" },
    { has (c, HB_INK_NEW),
      c->sketch.sheet.mono ? "grey box: a check fails in it" : "green box: a check fails in it" },
    { has (c, HB_INK_WAITING), "line between two boxes: the job is preempted" },
    { has (c, HB_INK_FIRST), "bar on a box: the job holds a lock" },
    { c->sketch.arrows.size > 0, "arrowhead above a row: a job arrives" },
    { has (c, HB_INK_LATER), "grey bar below a row: a job has to be over" },
    { c->sketch.curves.size > 0, "arrow: from a write to a read that sees it" },
    { has_idle (c), "//: the processor is idle, and the axis broken" },
  };
  const char *before = text->size ? "\n" : "";
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (signs[i].there)
      {
        hb_buffer_add (text, "%s%s", before, signs[i].words);
        before = "; ";
      }
}

void
hb_gantt_put_caption (struct hb_gantt_chart *c)
{
  hb_buffer text = VEC_EMPTY;
  add_failures (c, &text);
  add_signs (c, &text);
  hb_sketch_caption_below (&c->sketch, hb_buffer_take (&text));
}
