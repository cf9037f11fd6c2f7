/* See job_graph.h. */
#include "viz/job_graph.h"
#include "viz/sketch.h"

#include <string.h>

#define ROW 30.0
#define HIGH 15.0
#define WIDE 22.0
#define GAP 16.0

/* From the edge of one box to that of another. */
static void
connect (struct hb_rect a, struct hb_rect b, struct hb_sketch_arrow *arrow)
{
  struct hb_point from = { (a.x0 + a.x1) / 2, (a.y0 + a.y1) / 2 },
                  to = { (b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2 };
  if (a.y0 == b.y0)
    {
      from.x = a.x1;
      to.x = b.x0;
    }
  else if (a.x0 > b.x0)
    {
      from.x = a.x0;
      to.y = a.y0 < b.y0 ? b.y0 : b.y1;
    }
  else
    {
      from.y = a.y0 < b.y0 ? a.y1 : a.y0;
      to.y = a.y0 < b.y0 ? b.y0 : b.y1;
    }
  *arrow = (struct hb_sketch_arrow){ from, to };
}

bool
hb_draw_job_graph (const hb_jobs *jobs, const struct hb_draw_options *options, hb_output *output,
                   hb_diag *diag)
{
  const hb_periodic_program *program = jobs->program;
  hb_sketch sketch;
  size_t count = jobs->jobs.size, longest = 0;
  struct hb_rect *places = hb_calloc (count + 1, sizeof *places);
  hb_sketch_init (&sketch, options, "The jobs of a periodic program, and how they relate");
  for (hb_id t = 0; t < program->tasks.size; t++)
    {
      size_t length = strlen (program->tasks.data[t].name);
      longest = length > longest ? length : longest;
      hb_sketch_text (&sketch, 0, 8 + ((double)(program->tasks.size - 1 - t) + .5) * ROW, 8,
                      hb_copy_text (program->tasks.data[t].name), HB_INK_CELL, HB_NONE);
    }
  double left = 5.2 * (double)longest + 10;
  for (size_t j = 0; j < count; j++)
    {
      const struct hb_job *job = &jobs->jobs.data[j];
      /* Jobs of one task leave a gap. */
      double x = j ? places[j - 1].x0 + (WIDE + GAP) / 2 : left,
             y = 8 + ((double)(program->tasks.size - 1 - job->task) + .5) * ROW;
      for (size_t k = 0; k < j; k++)
        if (jobs->jobs.data[k].task == job->task && x < places[k].x1 + GAP)
          x = places[k].x1 + GAP;
      places[j] = (struct hb_rect){ x, y - HIGH / 2, x + WIDE, y + HIGH / 2 };
      hb_id box = hb_sketch_rect (&sketch, places[j], HB_INK_CELL);
      hb_sketch_centred (&sketch, box, 7, hb_format ("%u", job->index + 1), HB_INK_CELL);
    }
  for (size_t a = 0; a < count; a++)
    for (size_t b = 0; b < count; b++)
      {
        struct hb_sketch_arrow arrow;
        connect (places[a], places[b], &arrow);
        if (hb_jobs_next (jobs, a, b))
          vec_push (sketch.arrows, arrow);
        else if (hb_jobs_relation (jobs, a, b) == HB_JOB_UNDER)
          vec_push (sketch.lines, arrow);
      }
  double bottom = 16 + ROW * (double)program->tasks.size;
  hb_sketch_text (
      &sketch, 0, bottom, 7,
      hb_copy_text ("arrows: over before it starts; lines: the upper may preempt the lower"),
      HB_INK_FAINT, HB_NONE);
  bool good = hb_sketch_write (&sketch, output, diag);
  hb_sketch_free (&sketch);
  hb_free (places);
  return good;
}
