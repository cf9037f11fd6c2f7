/* See observation.h. */
#include "viz/observation.h"
#include "viz/sketch.h"
#include "viz/text.h"

#define STEP 22.0
#define GAP 10.0
#define HIGH 16.0
#define SIZE 7.5

struct board
{
  const struct hb_observation *what;
  hb_sketch sketch;
  double *x; /* by event: where it stands; 0: it is not shown */
  double top;
};

static bool
is_shown (const struct board *b, size_t i)
{
  const struct hb_moment *event = hb_vc_event (b->what->vc, i);
  return event->cell == b->what->cell
         && (event->kind == HB_ACT_READ || event->kind == HB_ACT_WRITE
             || event->kind == HB_ACT_SNAPSHOT);
}

/* The end of the events of the job of event FIRST. */
static size_t
end_of (const struct board *b, size_t first)
{
  size_t end = first;
  while (end < hb_vc_events (b->what->vc)
         && hb_vc_event (b->what->vc, end)->job == hb_vc_event (b->what->vc, first)->job)
    end++;
  return end;
}

/* Gives what is shown its place; how much that is. */
static size_t
place (struct board *b)
{
  size_t count = 0;
  double right = 0;
  for (size_t first = 0; first < hb_vc_events (b->what->vc); first = end_of (b, first))
    {
      double start = right;
      for (size_t i = first; i < end_of (b, first); i++)
        if (is_shown (b, i))
          {
            b->x[i] = right + STEP / 2;
            right += STEP;
            count++;
          }
      right += right > start ? GAP : 0;
    }
  return count;
}

/* A box for the job of events FIRST up to END, with its name. */
static void
put_job (struct board *b, size_t first, size_t end)
{
  const hb_jobs *jobs = hb_vc_unfolding (b->what->vc)->jobs;
  hb_id j = hb_vc_event (b->what->vc, first)->job;
  double from = 0, to = 0;
  for (size_t i = first; i < end; i++)
    if (b->x[i] > 0)
      {
        from = from > 0 ? from : b->x[i];
        to = b->x[i];
      }
  if (to <= 0)
    return;
  struct hb_rect box = { from - STEP / 2, b->top, to + STEP / 2, b->top + HIGH };
  hb_sketch_rect (&b->sketch, box, HB_INK_CELL);
  char *name = j < jobs->jobs.size
                   ? hb_format ("%s %u", jobs->program->tasks.data[jobs->jobs.data[j].task].name,
                                jobs->jobs.data[j].index + 1)
                   : hb_copy_text ("final");
  hb_sketch_middle (&b->sketch, (from + to) / 2, b->top + HIGH + 8, SIZE, name, HB_INK_FAINT,
                    HB_NONE);
}

static void
put_events (struct board *b)
{
  size_t count[HB_ACT_SNAPSHOT + 1] = { 0 };
  for (size_t i = 0; i < hb_vc_events (b->what->vc); i++)
    if (b->x[i] > 0)
      {
        enum hb_action_kind kind = hb_vc_event (b->what->vc, i)->kind;
        hb_sketch_middle (&b->sketch, b->x[i], b->top + HIGH / 2, SIZE,
                          hb_format ("%c" HB_SUB "%zu" HB_SUB_END, "rws"[kind], ++count[kind]),
                          HB_INK_CELL, HB_NONE);
      }
}

/* The curves, above the boxes; how many. */
static size_t
put_observations (struct board *b)
{
  double farthest = 0;
  for (size_t r = 0; r < hb_vc_events (b->what->vc); r++)
    {
      struct hb_seen seen = { VEC_EMPTY, false };
      if (b->x[r] <= 0 || hb_vc_event (b->what->vc, r)->kind == HB_ACT_WRITE)
        continue;
      hb_vc_candidates (b->what->vc, (hb_id)r, false, &seen);
      for (size_t i = 0; i < seen.writes.size; i++)
        {
          double from = b->x[seen.writes.data[i]], to = b->x[r];
          double far = from < to ? to - from : from - to;
          farthest = far > farthest ? far : farthest;
          vec_push (b->sketch.curves,
                    ((struct hb_sketch_curve){ .from = { from, 0 },
                                               .by = { (from + to) / 2, -6 - far / 4 },
                                               .to = { to, 0 },
                                               .head = true,
                                               .ink = HB_INK_ARROW }));
        }
      vec_free (seen.writes);
    }
  /* A curve of second degree reaches half way to the point that it is drawn towards. */
  b->top = 8 + farthest / 8;
  for (size_t i = 0; i < b->sketch.curves.size; i++)
    {
      struct hb_sketch_curve *curve = &b->sketch.curves.data[i];
      curve->from.y += b->top;
      curve->by.y += b->top;
      curve->to.y += b->top;
    }
  return b->sketch.curves.size;
}

static void
put_caption (struct board *b, size_t shown, size_t curves)
{
  const hb_periodic_program *program = hb_vc_unfolding (b->what->vc)->jobs->program;
  hb_sketch_caption_below (
      &b->sketch,
      hb_format ("%s: %zu accesses, %zu pairs of one that may be observed and one that observes",
                 program->cells.data[b->what->cell].name, shown, curves));
}

bool
hb_draw_observation (const struct hb_observation *what, const struct hb_draw_options *options,
                     hb_output *output, hb_diag *diag)
{
  struct board b = { .what = what };
  size_t events = hb_vc_events (what->vc), shown = 0;
  hb_sketch_init (&b.sketch, options, "Which accesses may observe which");
  b.x = hb_calloc (events + 1, sizeof *b.x);
  shown = place (&b);
  size_t curves = put_observations (&b);
  for (size_t first = 0; first < events; first = end_of (&b, first))
    put_job (&b, first, end_of (&b, first));
  put_events (&b);
  if (!options->no_caption)
    put_caption (&b, shown, curves);
  bool good = hb_sketch_write (&b.sketch, output, diag);
  hb_sketch_free (&b.sketch);
  hb_free (b.x);
  return good;
}
