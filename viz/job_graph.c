/* See job_graph.h. */
#include "viz/job_graph.h"
#include "viz/bend.h"
#include "viz/sketch.h"

#include <string.h>

#define ROW 30.0
#define HIGH 15.0
#define WIDE 22.0
#define GAP 16.0
#define CUT 3.0
#define CLEAR 2.0 /* of a box, of other edges */

typedef VEC (struct hb_bend_edge) edges;

/* Arrows, and lines without heads. */
static edges
edges_of (const hb_jobs *jobs)
{
  edges all = VEC_EMPTY;
  hb_id count = (hb_id)jobs->jobs.size;
  for (hb_id a = 0; a < count; a++)
    for (hb_id b = 0; b < count; b++)
      {
        bool next = hb_jobs_next (jobs, a, b);
        if (next || hb_jobs_relation (jobs, a, b) == HB_JOB_UNDER)
          vec_push (all, ((struct hb_bend_edge){ a, b, next, false, 0, HB_INK_ARROW, 0 }));
      }
  return all;
}

/* Edges between the jobs at PLACES, round other jobs, within DRAWING. */
static void
put_edges (hb_sketch *sketch, const hb_jobs *jobs, const struct hb_rect *places,
           const struct hb_rect *drawing)
{
  size_t count = jobs->jobs.size;
  edges all = edges_of (jobs);
  struct hb_bend_box *boxes = hb_calloc (count + HB_BEND_WALLS, sizeof *boxes);
  for (size_t i = 0; i < count; i++)
    boxes[i] = (struct hb_bend_box){ hb_middle_of (places[i]), WIDE / 2, HIGH / 2, 2, CLEAR };
  hb_bend_walls (boxes + count, drawing);
  for (size_t i = 0; i < all.size; i++)
    {
      struct hb_sketch_curve curves[2];
      if (count * all.size <= HB_BEND_MOST)
        hb_bend_clear (boxes, count + HB_BEND_WALLS, &all.data[i], NULL, 0);
      size_t pieces = hb_bend_curves (boxes, &all.data[i], curves);
      for (size_t k = 0; k < pieces; k++)
        hb_sketch_curve (sketch, curves[k]);
    }
  hb_free (boxes);
  vec_free (all);
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
      /* Between any two there is a place to cut the figure; jobs of one task leave a gap. */
      double x = j ? places[j - 1].x1 + CUT : left,
             y = 8 + ((double)(program->tasks.size - 1 - job->task) + .5) * ROW;
      for (size_t k = 0; k < j; k++)
        if (jobs->jobs.data[k].task == job->task && x < places[k].x1 + GAP)
          x = places[k].x1 + GAP;
      places[j] = (struct hb_rect){ x, y - HIGH / 2, x + WIDE, y + HIGH / 2 };
      hb_id box = hb_sketch_rect (&sketch, places[j], HB_INK_CELL);
      hb_sketch_centred (&sketch, box, 7, hb_format ("%u", job->index + 1), HB_INK_CELL);
    }
  double bottom = 16 + ROW * (double)program->tasks.size;
  struct hb_rect drawing = { left - 4, 1, sketch.width + 8, bottom - 8 };
  put_edges (&sketch, jobs, places, &drawing);
  sketch.height = bottom - 8;
  sketch.names = left - 4;
  if (!options->no_caption)
    hb_sketch_caption_below (
        &sketch,
        hb_copy_text ("arrows: over before it starts; lines: the upper may preempt the lower"));
  bool good = hb_sketch_write (&sketch, output, diag);
  hb_sketch_free (&sketch);
  hb_free (places);
  return good;
}
