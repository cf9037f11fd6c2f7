/* See thread_runs.h. */
#include "viz/thread_runs.h"

#include "base/buffer.h"
#include "diff/replay.h"
#include "viz/sketch.h"
#include "viz/text.h"

#include <string.h>

#define LETTERS 7.5
#define SMALL 6.5
#define HIGH 15.0
#define ROW 21.0
#define GAP 44.0
#define STEEP 10.0  /* between names of threads whose columns overlap */
#define PANELS 48.0 /* between two of them */
#define BELOW 16.0  /* the same, one below the other */
#define HEADS 19.0  /* levels: names of threads, */
#define INIT 28.0   /* init, */
#define TOP 60.0    /* the first step */

/* A step, or a statement. */
struct box
{
  char *label; /* owned */
  hb_id thread;
  size_t row;
  bool marked;
  struct hb_rect place;
};

struct panel
{
  const struct hb_thread_runs *what;
  const struct hb_thread_run *run;
  hb_sketch *sketch;
  VEC (struct box) boxes; /* of a run: by move */
  struct diff_log log;
  struct hb_rect init;
  bool steep; /* columns overlap, and no two boxes stand in a row */
  double x, y, right, bottom;
};

/* "x = 1; y = 2   :12": what step MOVE of EVENTS executes, and where.  New. */
static char *
label_of (const diff_program *program, const struct diff_event *events, size_t count, size_t move)
{
  hb_buffer text = VEC_EMPTY;
  hb_id last = HB_NONE;
  uint32_t line = 0;
  for (size_t i = 0; i < count; i++)
    if (events[i].move == move && events[i].statement != last)
      {
        last = events[i].statement;
        line = line ? line : events[i].spot.line;
        hb_buffer_add (&text, "%s%s", text.size ? "; " : "", program->statements.data[last].text);
      }
  hb_buffer_add (&text, line ? "   :%u" : "-", (unsigned)line);
  return hb_buffer_take (&text);
}

static void
add_steps (struct panel *p)
{
  const diff_program *program = p->run->program;
  const struct diff_schedule *schedule = p->run->schedule;
  diff_replay_program (program, schedule, &p->log, NULL);
  for (size_t m = 0; m < schedule->moves.size; m++)
    {
      struct box box = { .thread = schedule->moves.data[m].thread, .row = m };
      box.label = label_of (program, p->log.events.data, p->log.events.size, m);
      vec_push (p->boxes, box);
    }
}

/* Each statement once in each thread that has it. */
static void
add_statements (struct panel *p)
{
  const diff_program *program = p->run->program;
  for (hb_id t = 0; t < program->threads.size; t++)
    {
      bool *seen = hb_calloc (program->statements.size + 1, sizeof *seen);
      const struct diff_thread *thread = &program->threads.data[t];
      size_t row = 0;
      for (size_t n = 0; n < thread->nodes.size; n++)
        {
          const struct diff_node *node = &thread->nodes.data[n];
          if (!node->visible || seen[node->statement])
            continue;
          seen[node->statement] = true;
          const struct diff_statement *s = &program->statements.data[node->statement];
          struct box box = { .thread = t, .row = row++ };
          box.label = hb_format ("%s   :%u", s->text, (unsigned)s->spot.line);
          vec_push (p->boxes, box);
        }
      hb_free (seen);
    }
}

/* As wide as its widest box. */
static double
column_width (const struct panel *p, hb_id thread)
{
  double wide = hb_text_width (p->run->program->threads.data[thread].name, LETTERS) + 10;
  for (size_t b = 0; b < p->boxes.size; b++)
    if (p->boxes.data[b].thread == thread)
      {
        double width = hb_text_width (p->boxes.data[b].label, LETTERS) + 10;
        wide = width > wide ? width : wide;
      }
  return wide;
}

/* How wide a drawing may be and be read. */
static double
panel_room (const hb_sketch *sketch)
{
  return hb_sketch_room (sketch) * SMALL / HB_LEAST_TYPE;
}

static double
panel_width (const struct panel *p)
{
  double wide = -GAP;
  for (hb_id t = 0; t < p->run->program->threads.size; t++)
    wide += column_width (p, t) + GAP;
  return wide;
}

/* Where the columns of a steep panel begin: each behind the name of the one before, as far apart as ROOM allows.  New; one
 * more, where the last would end. */
static double *
steep_columns (const struct panel *p, double room)
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
  double more = room > right && count > 1 ? (room - right) / (double)(count - 1) : 0;
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

/* From p->x and p->y on. */
static void
place_boxes (struct panel *p)
{
  const diff_program *program = p->run->program;
  double *starts
      = p->steep ? steep_columns (p, panel_room (p->sketch) - 2 * GAP) : flat_columns (p);
  p->bottom = p->y + TOP;
  for (hb_id t = 0; t < program->threads.size; t++)
    {
      const char *name = program->threads.data[t].name;
      double wide = column_width (p, t), x = p->x + starts[t];
      double head = p->steep ? hb_text_width (name, LETTERS) : wide;
      hb_sketch_middle (p->sketch, x + head / 2, p->y + HEADS, LETTERS, hb_copy_text (name),
                        HB_INK_FAINT, HB_NONE);
      for (size_t b = 0; b < p->boxes.size; b++)
        if (p->boxes.data[b].thread == t)
          {
            double y = p->y + TOP + ROW * (double)p->boxes.data[b].row;
            p->boxes.data[b].place = (struct hb_rect){ x, y, x + wide, y + HIGH };
            p->bottom = y + HIGH > p->bottom ? y + HIGH : p->bottom;
          }
    }
  p->right = p->x + starts[program->threads.size];
  hb_free (starts);
  double middle = (p->x + p->right) / 2;
  p->init = (struct hb_rect){ middle - 18, p->y + INIT, middle + 18, p->y + INIT + HIGH };
  hb_sketch_middle (p->sketch, middle, p->y + 5, LETTERS, hb_copy_text (p->run->title),
                    HB_INK_ARROW, HB_NONE);
}

static struct hb_point
middle_of (struct hb_rect r)
{
  return (struct hb_point){ (r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2 };
}

/* From box A (or init) to a later one, which it enters from the side, out of the gap between columns. */
static void
arrow (struct panel *p, struct hb_rect a, struct hb_rect b, bool init, const struct diff_fact *fact)
{
  enum hb_ink inks[2][2] = { { HB_INK_RF_OLD, HB_INK_RF_NEW }, { HB_INK_SO_OLD, HB_INK_SO_NEW } };
  enum hb_ink ink = inks[fact->store][p->run->side];
  struct hb_point from = middle_of (a), to = middle_of (b);
  bool same = !init && a.x0 == b.x0, right = to.x >= from.x;
  double side = same || !right ? b.x1 : b.x0, out = same || !right ? GAP * 0.7 : -GAP * 0.7;
  struct hb_sketch_curve curve = { .head = true, .ink = ink };
  curve.from = init            ? (struct hb_point){ from.x, a.y1 }
               : same || right ? (struct hb_point){ a.x1, from.y }
                               : (struct hb_point){ a.x0, from.y };
  curve.to = (struct hb_point){ side, to.y };
  curve.by = (struct hb_point){ side + out, same ? (from.y + to.y) / 2 : to.y };
  hb_sketch_curve (p->sketch, curve);
  char *label = hb_format ("%s %s", fact->store ? "so" : "rf",
                           p->what->scope->variables.data[fact->variable]);
  hb_sketch_beside (p->sketch, &curve, SMALL, label);
}

/* The first two events of the run that show the fact; an arrow between their boxes. */
static void
draw_fact (struct panel *p, const struct diff_fact *fact)
{
  const diff_scope *scope = p->what->scope;
  int side = p->run->side;
  size_t source = SIZE_MAX; /* the event; SIZE_MAX: init */
  bool is_source = !fact->from;
  for (size_t i = 0; i < p->log.events.size; i++)
    {
      const struct diff_event *event = &p->log.events.data[i];
      hb_id statement = scope->statement_of[side].data[event->statement];
      if (scope->variable_of[side].data[event->variable] != fact->variable)
        continue;
      if (event->write == fact->store && statement == fact->to && is_source)
        {
          struct box *to = &p->boxes.data[event->move];
          struct hb_rect from
              = source == SIZE_MAX ? p->init : p->boxes.data[p->log.events.data[source].move].place;
          to->marked = true;
          if (source != SIZE_MAX)
            p->boxes.data[p->log.events.data[source].move].marked = true;
          arrow (p, from, to->place, source == SIZE_MAX, fact);
          return;
        }
      if (!event->write || (fact->store && is_source))
        continue;
      is_source = statement == fact->from;
      source = i;
    }
}

/* Statements go on below those of the thread before; steps have a row each anyway. */
static void
make_steep (struct panel *p)
{
  p->steep = true;
  for (size_t b = 0; b < p->boxes.size && !p->run->schedule; b++)
    p->boxes.data[b].row = b;
}

static void
draw_panel (struct panel *p)
{
  const struct hb_thread_runs *what = p->what;
  place_boxes (p);
  for (size_t f = 0; what->scope && p->run->schedule && f < what->fact_count; f++)
    draw_fact (p, &what->scope->facts.data[what->facts[f]]);
  for (size_t b = 0; b < p->boxes.size; b++)
    {
      struct box *box = &p->boxes.data[b];
      enum hb_ink ink = box->marked ? HB_INK_READY : HB_INK_CELL;
      hb_id rect = hb_sketch_rect (p->sketch, box->place, ink);
      hb_sketch_centred (p->sketch, rect, LETTERS, box->label, ink);
    }
  hb_id rect = hb_sketch_rect (p->sketch, p->init, HB_INK_CELL);
  hb_sketch_centred (p->sketch, rect, LETTERS, hb_copy_text ("init"), HB_INK_CELL);
  hb_sketch_labels (p->sketch);
  vec_free (p->boxes);
  diff_log_free (&p->log);
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
      (panels[i].run->schedule ? add_steps : add_statements) (&panels[i]);
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
                       sketch.width > 260 ? sketch.width : 260);
  bool good = hb_sketch_write (&sketch, output, diag);
  hb_sketch_free (&sketch);
  return good;
}
