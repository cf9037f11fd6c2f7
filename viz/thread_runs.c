/* See thread_runs.h. */
#include "viz/thread_runs.h"

#include "viz/sketch.h"
#include "viz/text.h"
#include "viz/thread_boxes.h"

#include <math.h>

#define LETTERS 7.5
#define SMALL 6.5
#define HIGH 15.0
#define ROW 21.0
#define GAP 44.0
#define STEEP 10.0  /* between names of threads whose columns overlap */
#define STAIR 9.0   /* from one to the next, if they have a line each */
#define LEAST 8.0   /* between the beginnings of two such columns */
#define LONGEST 64  /* bytes of a label; ... */
#define SHORTEST 24 /* ... shortened as far as this where the page is narrow */
#define PANELS 48.0 /* between two of them */
#define BELOW 16.0  /* the same, one below the other */
#define CAPTION 260 /* how wide it is at least, where the page has room */
#define HEADS 19.0  /* levels: names of threads, */
#define INIT 28.0   /* init, */
#define TOP 60.0    /* the first step */
#define TURN 10.0   /* of arrows: what a corner takes, less than there is between rows, */
#define BESIDE 7.0  /* from one to the next, in a gap between columns */

struct panel
{
  const struct hb_thread_runs *what;
  const struct hb_thread_run *run;
  hb_sketch *sketch;
  struct hb_thread_boxes boxes;
  struct hb_rect init;
  bool steep;  /* columns overlap, and no two boxes stand in a row */
  double down; /* what names that have a line each take */
  double x, y, right, bottom;
};

/* As wide as its widest box. */
static double
column_width (const struct panel *p, hb_id thread)
{
  double wide = hb_text_width (p->run->program->threads.data[thread].name, LETTERS) + 10;
  for (size_t b = 0; b < p->boxes.all.size; b++)
    {
      const struct hb_thread_box *box = &p->boxes.all.data[b];
      double width = hb_text_width (box->label, LETTERS) + 10;
      if (box->thread == thread && !box->hidden && width > wide)
        wide = width;
    }
  return wide;
}

/* How wide a drawing may be and be read, in whole points. */
static double
panel_room (const hb_sketch *sketch)
{
  return floor (hb_sketch_room (sketch) * SMALL / HB_LEAST_TYPE);
}

static double
panel_width (const struct panel *p)
{
  double wide = -GAP;
  for (hb_id t = 0; t < p->run->program->threads.size; t++)
    wide += column_width (p, t) + GAP;
  return wide;
}

/* Where columns begin that are as far apart as ROOM allows, without regard to the names above them. */
static void
climb (struct panel *p, double room, double *starts)
{
  size_t count = p->run->program->threads.size;
  double apart = LEAST, right = 0;
  for (hb_id t = 1; t < count; t++)
    {
      double most = (room - column_width (p, t)) / t;
      apart = t == 1 || most < apart ? most : apart;
    }
  apart = apart < LEAST ? LEAST : apart;
  for (hb_id t = 0; t < count; t++)
    {
      starts[t] = apart * t;
      double box = starts[t] + column_width (p, t);
      right = box > right ? box : right;
    }
  starts[count] = right;
  p->down = STAIR * (double)(count - 1);
}

/* Where the columns of a steep panel begin: each behind the name of the one before, as far apart as ROOM allows, or where
 * it does not allow that, with a line for each name.  New; one more, where the last would end. */
static double *
steep_columns (struct panel *p, double room)
{
  const diff_program *program = p->run->program;
  size_t count = program->threads.size;
  double *starts = hb_calloc (count + 1, sizeof *starts), right = 0;
  for (hb_id t = 0; t < count; t++)
    {
      double box = starts[t] + column_width (p, t);
      right = box > right ? box : right;
      starts[t + 1] = starts[t] + hb_text_width (program->threads.data[t].name, LETTERS) + STEEP;
    }
  if (right > room)
    {
      climb (p, room, starts);
      return starts;
    }
  double more = count > 1 ? (room - right) / (double)(count - 1) : 0;
  for (hb_id t = 0; t < count; t++)
    starts[t] += more * t;
  starts[count] = right + more * (double)(count - 1);
  return starts;
}

/* The same where no columns overlap. */
static double *
flat_columns (const struct panel *p)
{
  size_t count = p->run->program->threads.size;
  double *starts = hb_calloc (count + 1, sizeof *starts);
  for (hb_id t = 0; t < count; t++)
    starts[t + 1] = starts[t] + column_width (p, t) + (t + 1 < count ? GAP : 0);
  return starts;
}

/* Of labels that are wider than ROOM the middle is left out. */
static void
shorten (struct panel *p, double room)
{
  for (size_t b = 0; b < p->boxes.all.size; b++)
    {
      char **label = &p->boxes.all.data[b].label;
      for (size_t most = LONGEST; most > SHORTEST && hb_text_width (*label, LETTERS) + 10 > room;
           most -= 4)
        {
          char *less = hb_text_clean (*label, most);
          hb_free (*label);
          *label = less;
        }
    }
}

static void
place_thread (struct panel *p, hb_id thread, double x)
{
  const char *name = p->run->program->threads.data[thread].name;
  double wide = column_width (p, thread), head = p->steep ? hb_text_width (name, LETTERS) : wide;
  double level = p->y + HEADS + (p->down > 0 ? STAIR * thread : 0);
  hb_sketch_middle (p->sketch, x + head / 2, level, LETTERS, hb_copy_text (name), HB_INK_FAINT,
                    HB_NONE);
  for (size_t b = 0; b < p->boxes.all.size; b++)
    {
      struct hb_thread_box *box = &p->boxes.all.data[b];
      if (box->thread != thread || box->hidden)
        continue;
      double y = p->y + p->down + TOP + ROW * (double)box->row;
      box->place = (struct hb_rect){ x, y, x + wide, y + HIGH };
      p->bottom = y + HIGH > p->bottom ? y + HIGH : p->bottom;
    }
}

/* From p->x and p->y on. */
static void
place_boxes (struct panel *p)
{
  size_t count = p->run->program->threads.size;
  /* Arrows and their labels stand at the right. */
  double room = panel_room (p->sketch) - (p->boxes.links.size ? 2 * GAP : 0);
  if (p->steep)
    shorten (p, room - LEAST * (double)(count - 1));
  double *starts = p->steep ? steep_columns (p, room) : flat_columns (p);
  p->bottom = p->y + p->down + TOP;
  for (hb_id t = 0; t < count; t++)
    place_thread (p, t, p->x + starts[t]);
  p->right = p->x + starts[count];
  hb_free (starts);
  double middle = (p->x + p->right) / 2, y = p->y + p->down + INIT;
  double at = p->steep && p->boxes.links.size ? p->right - 18 : middle; /* near the arrows */
  p->init = (struct hb_rect){ at - 18, y, at + 18, y + HIGH };
  hb_sketch_middle (p->sketch, middle, p->y + 5, LETTERS, hb_copy_text (p->run->title),
                    HB_INK_ARROW, HB_NONE);
}

/* Right of all that stands between the levels FROM and TO. */
static double
free_right (const struct panel *p, double from, double to)
{
  double right = 0;
  for (size_t b = 0; b < p->boxes.all.size; b++)
    {
      const struct hb_thread_box *box = &p->boxes.all.data[b];
      bool between = !box->hidden && box->place.y0 < to && box->place.y1 > from;
      if (between && box->place.x1 > right)
        right = box->place.x1;
    }
  return right;
}

/* Along the row of A, where no other box is, to the upright line at X, down there, and along the row of B into its side: what is
 * upright, then the ends. */
static void
put_bracket (struct panel *p, struct hb_rect a, struct hb_rect b, double x, enum hb_ink ink,
             struct hb_sketch_curve curves[3])
{
  struct hb_point from = hb_middle_of (a), to = hb_middle_of (b);
  double leave = x > a.x1 ? a.x1 : a.x0, enter = x > b.x1 ? b.x1 : b.x0;
  struct hb_point down = { x, from.y + TURN }, up = { x, to.y - TURN };
  bool inside = x > a.x0 && x < a.x1; /* it starts below A */
  if (inside)
    down.y = a.y1;
  curves[0] = (struct hb_sketch_curve){ down, { x, (down.y + up.y) / 2 }, up, false, false, ink };
  curves[1] = (struct hb_sketch_curve){ up, { x, to.y }, { enter, to.y }, true, false, ink };
  curves[2] = (struct hb_sketch_curve){ { leave, from.y }, { x, from.y }, down, false, false, ink };
  for (int i = 0; i < (inside ? 2 : 3); i++)
    hb_sketch_curve (p->sketch, curves[i]);
}

/* Arrow NUMBER, from box A (or init) to a later one.  It goes down beside the column that it leads to, in the gap between
 * columns; from a box to one below it, and where columns overlap, at the right of all between. */
static void
arrow (struct panel *p, struct hb_rect a, struct hb_rect b, size_t number,
       const struct diff_fact *fact)
{
  enum hb_ink inks[2][2] = { { HB_INK_RF_OLD, HB_INK_RF_NEW }, { HB_INK_SO_OLD, HB_INK_SO_NEW } };
  bool right = p->steep || hb_middle_of (b).x <= hb_middle_of (a).x;
  double out = TURN + BESIDE * (double)(number % 4);
  double x = p->steep ? free_right (p, a.y0, b.y1) + out : right ? b.x1 + out : b.x0 - out;
  struct hb_sketch_curve curves[3];
  put_bracket (p, a, b, x, inks[fact->store][p->run->side], curves);
  char *label = hb_format ("%s %s", fact->store ? "so" : "rf",
                           p->what->scope->variables.data[fact->variable]);
  hb_sketch_beside (p->sketch, &curves[0], SMALL, label);
}

/* Statements go on below those of the thread before; steps have a row each anyway. */
static void
make_steep (struct panel *p)
{
  size_t row = 0;
  p->steep = true;
  for (size_t b = 0; b < p->boxes.all.size && !p->run->schedule; b++)
    if (!p->boxes.all.data[b].hidden)
      p->boxes.all.data[b].row = row++;
}

static void
draw_box (struct panel *p, const struct hb_thread_box *box)
{
  enum hb_ink ink = box->marked ? HB_INK_READY : HB_INK_CELL;
  char *label = hb_copy_text (box->label);
  if (box->counts)
    {
      const struct hb_rect *at = &box->place;
      double x = p->run->schedule ? (p->x + p->right) / 2 : (at->x0 + at->x1) / 2;
      double half = hb_text_width (label, LETTERS) / 2 + 2, y = at->y0 + HIGH - 4.5;
      /* An arrow may pass here. */
      struct hb_rect ground = { x - half, y - LETTERS / 2, x + half, y + LETTERS / 2 };
      hb_sketch_rect (p->sketch, ground, HB_INK_GROUND);
      hb_sketch_middle (p->sketch, x, y, LETTERS, label, HB_INK_FAINT, HB_NONE);
    }
  else
    {
      hb_id rect = hb_sketch_rect (p->sketch, box->place, ink);
      hb_sketch_centred (p->sketch, rect, LETTERS, label, ink);
      hb_sketch_full (p->sketch, box->full);
    }
}

static void
draw_panel (struct panel *p)
{
  place_boxes (p);
  for (size_t i = 0; i < p->boxes.links.size; i++)
    {
      const struct hb_thread_link *link = &p->boxes.links.data[i];
      bool init = link->from == SIZE_MAX;
      arrow (p, init ? p->init : p->boxes.all.data[link->from].place,
             p->boxes.all.data[link->to].place, i, link->fact);
    }
  for (size_t b = 0; b < p->boxes.all.size; b++)
    if (!p->boxes.all.data[b].hidden)
      draw_box (p, &p->boxes.all.data[b]);
  hb_id rect = hb_sketch_rect (p->sketch, p->init, HB_INK_CELL);
  hb_sketch_centred (p->sketch, rect, LETTERS, hb_copy_text ("init"), HB_INK_CELL);
  hb_sketch_labels (p->sketch);
  hb_thread_boxes_free (&p->boxes);
}

bool
hb_draw_thread_runs (const struct hb_thread_runs *runs, const struct hb_draw_options *options,
                     hb_output *output, hb_diag *diag)
{
  hb_sketch sketch;
  struct panel panels[2];
  hb_sketch_init (&sketch, options, "Runs of a program of threads");
  for (size_t i = 0; i < runs->count; i++)
    {
      panels[i] = (struct panel){ .what = runs, .run = &runs->runs[i], .sketch = &sketch };
      panels[i].boxes = hb_thread_boxes_of (runs, panels[i].run);
    }
  /* Two that are too wide to stand beside one another stand below one another; of one that is too wide for itself the columns
   * overlap. */
  double room = panel_room (&sketch);
  bool below
      = runs->count == 2 && panel_width (&panels[0]) + PANELS + panel_width (&panels[1]) > room;
  for (size_t i = 0; i < runs->count; i++)
    if (panel_width (&panels[i]) > room)
      make_steep (&panels[i]);
  for (size_t i = 0; i < runs->count; i++)
    {
      panels[i].x = i && !below ? panels[0].right + PANELS : 0;
      panels[i].y = i && below ? panels[0].bottom + BELOW : 0;
      draw_panel (&panels[i]);
    }
  if (runs->caption)
    hb_sketch_caption (&sketch, hb_copy_text (runs->caption),
                       fmax (sketch.width, fmin (CAPTION, room)));
  if (hb_sketch_is_shortened (&sketch) && runs->caption)
    hb_sketch_caption (&sketch, hb_copy_text (HB_STATEMENTS_SHORTENED),
                       fmax (sketch.width, fmin (CAPTION, room)));
  bool good = hb_sketch_write (&sketch, output, diag);
  hb_sketch_free (&sketch);
  return good;
}
