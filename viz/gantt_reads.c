/* Who reads what from whom, over a Gantt chart: an arrow from the write to the read, bent round the boxes between, and the
 * value beside it.
 *
 * Shown are reads of what a job of another task wrote last; of jobs whose checks fail alone if all would be too many. */
#include "viz/bend.h"
#include "viz/gantt_private.h"
#include "viz/text.h"

#include <math.h>

#define MOST_READS 24
#define SMALL 6.0
#define CLEAR 2.0 /* of a box, of arrows of others */
#define PIECES 20 /* of an arrow, nearly straight ones, where what it touches is asked */

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

/* An arrow from a write to what reads it, with the values that come that way. */
struct way
{
  struct hb_point a, b;
  struct hb_sketch_curve curves[2];
  size_t count; /* of them */
  char *text;   /* owned */
};

typedef VEC (struct way) ways;
typedef VEC (struct hb_rect) places;

static double
common (double a0, double a1, double b0, double b1)
{
  double from = fmax (a0, b0), to = fmin (a1, b1);
  return to > from ? to - from : 0;
}

static double
overlap (const struct hb_rect *a, const struct hb_rect *b)
{
  return common (a->x0, a->x1, b->x0, b->x1) * common (a->y0, a->y1, b->y0, b->y1);
}

/* How long the line from A to B is inside R. */
static double
inside (struct hb_point a, struct hb_point b, const struct hb_rect *r)
{
  double from = 0, to = 1, d[2] = { b.x - a.x, b.y - a.y };
  double start[2] = { a.x, a.y }, low[2] = { r->x0, r->y0 }, high[2] = { r->x1, r->y1 };
  for (int i = 0; i < 2; i++)
    {
      if (fabs (d[i]) < 1e-6)
        {
          if (start[i] < low[i] || start[i] > high[i])
            return 0;
          continue;
        }
      double t0 = (low[i] - start[i]) / d[i], t1 = (high[i] - start[i]) / d[i];
      from = fmax (from, fmin (t0, t1));
      to = fmin (to, fmax (t0, t1));
    }
  return to > from ? (to - from) * hypot (d[0], d[1]) : 0;
}

/* The point of W behind PART (0 to 1) of it. */
static struct hb_point
point_of (const struct way *w, double part)
{
  if (!w->count)
    return part < 0.5 ? w->a : w->b;
  double t = part * (double)w->count;
  size_t i = t >= 1 && w->count == 2;
  return hb_curve_at (&w->curves[i], t - (double)i);
}

static double
way_inside (const struct way *w, const struct hb_rect *r)
{
  double sum = 0;
  struct hb_point from = point_of (w, 0);
  for (int i = 1; i <= PIECES; i++)
    {
      struct hb_point to = point_of (w, (double)i / PIECES);
      sum += inside (from, to, r);
      from = to;
    }
  return sum;
}

/* How bad it is to write into R: boxes and texts are worst, lines of others bad, far from the own line not good. */
static double
cost (const struct hb_gantt_chart *c, const ways *all, const places *taken, const struct hb_rect *r)
{
  double sum = 0;
  for (size_t i = 0; i < c->sketch.rects.size; i++)
    if (c->sketch.rects.data[i].ink != HB_INK_COLUMN)
      sum += 4 * overlap (&c->sketch.rects.data[i].place, r);
  for (size_t i = 0; i < taken->size; i++)
    sum += 10 * overlap (&taken->data[i], r);
  for (size_t i = 0; i < all->size; i++)
    sum += 6 * way_inside (&all->data[i], r);
  for (size_t i = 0; i < c->sketch.arrows.size; i++)
    sum += 6 * inside (c->sketch.arrows.data[i].from, c->sketch.arrows.data[i].to, r);
  bool out = r->x0 < c->left || r->x1 > vec_top (c->stops).x + 4 || r->y0 < 4;
  return sum + (out ? 1000 : 0);
}

/* The text of W beside its arrow, on either side, where least is in its way; nearer to the read if all is one. */
static void
put_values (struct hb_gantt_chart *c, const ways *all, struct way *w, places *taken)
{
  double wide = hb_text_width (w->text, SMALL), high = 0.9 * SMALL, least = INFINITY;
  struct hb_rect best = { 0, 0, 0, 0 };
  for (int part = 1; part < 20; part++)
    for (int side = -1; side <= 1; side += 2)
      for (int far = 0; far < 3; far++)
        {
          struct hb_point before = point_of (w, (part - 0.5) / 20), at = point_of (w, part / 20.0),
                          behind = point_of (w, (part + 0.5) / 20);
          double dx = behind.x - before.x, dy = behind.y - before.y, length = hypot (dx, dy);
          length = length > 0 ? length : 1;
          /* The corner that is next to the arrow stands a point off it. */
          double nx = -dy / length * side, ny = dx / length * side;
          double off = 1.5 + 3 * far + fabs (nx) * wide / 2 + fabs (ny) * high / 2;
          double x = at.x + nx * off, y = at.y + ny * off;
          struct hb_rect r = { x - wide / 2, y - high / 2, x + wide / 2, y + high / 2 };
          double here = cost (c, all, taken, &r) + 1.5 * far + fabs (part - 14.0) / 10;
          if (here < least)
            {
              least = here;
              best = r;
            }
        }
  vec_push (*taken, best);
  hb_sketch_middle (&c->sketch, (best.x0 + best.x1) / 2, (best.y0 + best.y1) / 2, SMALL, w->text,
                    HB_INK_ARROW, HB_NONE);
  w->text = NULL;
}

static bool
same (struct hb_point a, struct hb_point b)
{
  return fabs (a.x - b.x) < 0.5 && fabs (a.y - b.y) < 0.5;
}

/* What goes the same way is one line with all values. */
static void
add_way (ways *all, struct hb_point a, struct hb_point b, char *text)
{
  for (size_t i = 0; i < all->size; i++)
    if (same (all->data[i].a, a) && same (all->data[i].b, b))
      {
        char *both = hb_format ("%s, %s", all->data[i].text, text);
        hb_free (all->data[i].text);
        hb_free (text);
        all->data[i].text = both;
        return;
      }
  vec_push (*all, ((struct way){ .a = a, .b = b, .text = text }));
}

static void
find_ways (struct hb_gantt_chart *c, ways *all)
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
      add_way (all, a, b,
               hb_format ("%s=%lld", jobs->program->cells.data[read->cell].name,
                          (long long)read->value));
    }
}

static bool
touches (const struct hb_rect *r, struct hb_point p)
{
  return p.x > r->x0 - 0.5 && p.x < r->x1 + 0.5 && p.y > r->y0 - 0.5 && p.y < r->y1 + 0.5;
}

/* Leads the arrows round boxes that they neither start nor end at, and inside the chart. */
static void
bend_ways (struct hb_gantt_chart *c, ways *all)
{
  struct hb_rect chart = { c->left - 2, 1, vec_top (c->stops).x + 4,
                           8 + HB_GANTT_ROW * (double)c->gantt->jobs->program->tasks.size };
  size_t most = c->sketch.rects.size + HB_BEND_WALLS + 2, count = 0;
  struct hb_bend_box *boxes = hb_calloc (most, sizeof *boxes);
  for (size_t i = 0; i < c->sketch.rects.size; i++)
    {
      struct hb_rect r = c->sketch.rects.data[i].place;
      enum hb_ink ink = c->sketch.rects.data[i].ink;
      if (ink == HB_INK_RUNNING || ink == HB_INK_NEW)
        boxes[count++] = (struct hb_bend_box){ hb_middle_of (r), (r.x1 - r.x0) / 2,
                                               (r.y1 - r.y0) / 2, 1, CLEAR };
    }
  hb_bend_walls (boxes + count, &chart);
  size_t ends = count + HB_BEND_WALLS;
  for (size_t w = 0; w < all->size; w++)
    {
      struct way *way = &all->data[w];
      struct hb_bend_edge edge = { (hb_id)ends, (hb_id)ends + 1, true, false, 0, HB_INK_ARROW, 0 };
      boxes[ends].middle = way->a, boxes[ends + 1].middle = way->b;
      for (size_t i = 0; i < count; i++)
        {
          const struct hb_bend_box *b = &boxes[i];
          struct hb_rect r = { b->middle.x - b->wide, b->middle.y - b->high, b->middle.x + b->wide,
                               b->middle.y + b->high };
          /* Its own boxes it touches, but does not enter. */
          boxes[i].clear = touches (&r, way->a) || touches (&r, way->b) ? -0.6 : CLEAR;
        }
      if (count * all->size <= HB_BEND_MOST)
        hb_bend_clear (boxes, ends + 2, &edge, NULL, 0);
      way->count = hb_bend_curves (boxes, &edge, way->curves);
    }
  hb_free (boxes);
}

void
hb_gantt_put_reads (struct hb_gantt_chart *c)
{
  ways all = VEC_EMPTY;
  places taken = VEC_EMPTY;
  find_ways (c, &all);
  bend_ways (c, &all);
  for (size_t i = 0; i < c->sketch.texts.size; i++)
    {
      const struct hb_sketch_text *t = &c->sketch.texts.data[i];
      struct hb_rect r = { t->x, t->y - t->size, t->x + hb_text_width (t->text, t->size), t->y };
      vec_push (taken, r);
    }
  for (size_t i = 0; i < all.size; i++)
    put_values (c, &all, &all.data[i], &taken);
  for (size_t i = 0; i < all.size; i++)
    for (size_t k = 0; k < all.data[i].count; k++)
      hb_sketch_curve (&c->sketch, all.data[i].curves[k]);
  vec_free (taken);
  vec_free (all);
}
