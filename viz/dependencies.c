/* See dependencies.h. */
#include "viz/dependencies.h"

#include "viz/bend.h"
#include "viz/dependency_table.h"
#include "viz/text.h"

#include <math.h>
#include <string.h>

#define LETTERS 7.5
#define SMALL 6.5
#define HIGH 15.0
#define ROW 46.0
#define GAP 84.0
#define CLEAR 3.0 /* of a box, of arrows between others */

#define ABOUT_TABLE                                                                                \
  " A line for a statement and a variable that it writes, with the numbers of the statements "     \
  "that "                                                                                          \
  "r read that write (rf), s write after it (so)."

struct drawing
{
  const struct hb_dependencies *what;
  const diff_scope *scope;
  hb_sketch sketch;
  hb_id *column;           /* of each statement of the scope; that of init is not looked at */
  struct hb_rect *place;   /* of its box, ... */
  struct hb_bend_box *box; /* ... as edges see it */
  VEC (struct hb_bend_edge) drawn;
};

/* The first thread of the old version that runs the statement. */
static hb_id
thread_of (const diff_scope *scope, hb_id statement)
{
  hb_id number = scope->statements[0].data[statement];
  const diff_program *program = scope->programs[0];
  for (hb_id t = 0; t < program->threads.size; t++)
    for (size_t n = 0; n < program->threads.data[t].nodes.size; n++)
      if (program->threads.data[t].nodes.data[n].statement == number)
        return t;
  return 0;
}

/* What stands in a box: the text, after the function if that is not the thread.  New. */
static char *
label_of (const struct drawing *d, hb_id statement)
{
  const diff_program *program = d->scope->programs[0];
  const struct diff_statement *s
      = &program->statements.data[d->scope->statements[0].data[statement]];
  if (!statement)
    return hb_copy_text ("init");
  const char *thread = program->threads.data[d->column[statement]].name;
  return !s->function || !strcmp (s->function, thread) ? hb_copy_text (s->text)
                                                       : hb_copy_text (s->key);
}

/* Columns as wide as their widest box; init in the middle on top. */
static void
place_boxes (struct drawing *d)
{
  const diff_program *program = d->scope->programs[0];
  size_t count = d->scope->statements[0].size;
  double x = 0;
  for (hb_id t = 0; t < program->threads.size; t++)
    {
      double wide = 20, y = ROW + 22;
      bool any = false;
      for (hb_id s = 1; s < count; s++)
        if (d->column[s] == t)
          {
            char *label = label_of (d, s);
            double width = hb_text_width (label, LETTERS) + 10;
            wide = width > wide ? width : wide;
            any = true;
            hb_free (label);
          }
      if (!any)
        continue;
      for (hb_id s = 1; s < count; s++)
        if (d->column[s] == t)
          {
            d->place[s] = (struct hb_rect){ x, y, x + wide, y + HIGH };
            y += ROW;
          }
      hb_sketch_middle (&d->sketch, x + wide / 2, y - ROW + HIGH + 22, LETTERS,
                        hb_copy_text (program->threads.data[t].name), HB_INK_FAINT, HB_NONE);
      x += wide + GAP;
    }
  double middle = x > GAP ? (x - GAP) / 2 : 20;
  d->place[0] = (struct hb_rect){ middle - 18, 2, middle + 18, 2 + HIGH };
  for (hb_id s = 0; s < count; s++)
    {
      hb_id box = hb_sketch_rect (&d->sketch, d->place[s], HB_INK_CELL);
      hb_sketch_centred (&d->sketch, box, LETTERS, label_of (d, s), HB_INK_CELL);
      struct hb_rect *r = &d->place[s];
      d->box[s]
          = (struct hb_bend_box){ hb_middle_of (*r), (r->x1 - r->x0) / 2, HIGH / 2, 2, CLEAR };
    }
}

static enum hb_ink
ink_of (const struct diff_fact *fact, enum hb_shown_by by)
{
  static const enum hb_ink inks[2][3] = { { HB_INK_RF, HB_INK_RF_OLD, HB_INK_RF_NEW },
                                          { HB_INK_SO, HB_INK_SO_OLD, HB_INK_SO_NEW } };
  return inks[fact->store][by];
}

/* How often the list has, before I, an arrow between the same two boxes. */
static unsigned
parallel (const struct drawing *d, size_t i)
{
  const struct diff_fact *fact = &d->scope->facts.data[d->what->list[i].fact];
  unsigned count = 0;
  for (size_t k = 0; k < i; k++)
    {
      const struct diff_fact *other = &d->scope->facts.data[d->what->list[k].fact];
      count += other->from == fact->from && other->to == fact->to;
    }
  return count;
}

/* A way from a box to itself goes round its side. */
static struct hb_sketch_curve
loop (struct hb_rect box, double bend, enum hb_ink ink)
{
  double x = box.x1 + 14 + bend;
  return (struct hb_sketch_curve){
    { box.x1, box.y0 + 3 }, { x, (box.y0 + box.y1) / 2 }, { box.x1, box.y1 - 3 }, true, false, ink
  };
}

/* Bends to its right, more for each arrow that is there already, and round the boxes in its way.  How many curves it is. */
static size_t
way (struct drawing *d, const struct diff_fact *fact, double bend, enum hb_ink ink,
     struct hb_sketch_curve curves[2])
{
  struct hb_point from = d->box[fact->from].middle, to = d->box[fact->to].middle;
  double length = hypot (to.x - from.x, to.y - from.y);
  if (fact->from && d->column[fact->from] == d->column[fact->to])
    bend += d->box[fact->from].wide + length / 4;
  struct hb_bend_edge edge = { fact->from, fact->to, true, false, -bend / length, ink, 0 };
  hb_bend_clear (d->box, d->scope->statements[0].size, &edge, d->drawn.data, d->drawn.size);
  vec_push (d->drawn, edge);
  return hb_bend_curves (d->box, &edge, curves);
}

static void
draw_arrow (struct drawing *d, size_t i)
{
  const struct hb_dependency *one = &d->what->list[i];
  const struct diff_fact *fact = &d->scope->facts.data[one->fact];
  enum hb_ink ink = ink_of (fact, one->by);
  double bend = 14 + 15 * parallel (d, i);
  struct hb_sketch_curve curves[2] = { loop (d->place[fact->from], bend, ink) };
  size_t count = fact->from == fact->to ? 1 : way (d, fact, bend, ink, curves);
  for (size_t k = 0; k < count; k++)
    hb_sketch_curve (&d->sketch, curves[k]);
  char *label
      = hb_format ("%s %s%s%s", fact->store ? "so" : "rf", d->scope->variables.data[fact->variable],
                   *one->note ? " " : "", one->note);
  hb_sketch_beside (&d->sketch, &curves[0], SMALL, label);
}

/* Nothing may lie left of 0 or above it: all is moved by what does. */
static void
move_into_view (struct drawing *d)
{
  double x = 0, y = 0;
  hb_sketch *sketch = &d->sketch;
  for (size_t i = 0; i < sketch->texts.size; i++)
    {
      x = sketch->texts.data[i].x < x ? sketch->texts.data[i].x : x;
      y = sketch->texts.data[i].y - SMALL < y ? sketch->texts.data[i].y - SMALL : y;
    }
  for (size_t i = 0; i < sketch->curves.size; i++)
    for (int k = 1; k < 8; k++)
      {
        struct hb_point p = hb_curve_at (&sketch->curves.data[i], k / 8.0);
        x = p.x - 1 < x ? p.x - 1 : x;
        y = p.y - 1 < y ? p.y - 1 : y;
      }
  for (size_t i = 0; i < sketch->texts.size; i++)
    {
      sketch->texts.data[i].x -= x;
      sketch->texts.data[i].y -= y;
    }
  for (size_t i = 0; i < sketch->rects.size; i++)
    {
      struct hb_rect *place = &sketch->rects.data[i].place;
      *place = (struct hb_rect){ place->x0 - x, place->y0 - y, place->x1 - x, place->y1 - y };
    }
  for (size_t i = 0; i < sketch->curves.size; i++)
    {
      struct hb_sketch_curve *curve = &sketch->curves.data[i];
      curve->from = (struct hb_point){ curve->from.x - x, curve->from.y - y };
      curve->by = (struct hb_point){ curve->by.x - x, curve->by.y - y };
      curve->to = (struct hb_point){ curve->to.x - x, curve->to.y - y };
    }
  sketch->width -= x;
  sketch->height -= y;
}

static void
draw_graph (struct drawing *d)
{
  place_boxes (d);
  for (size_t i = 0; i < d->what->count; i++)
    draw_arrow (d, i);
  hb_sketch_labels (&d->sketch);
  move_into_view (d);
}

bool
hb_draw_dependencies (const struct hb_dependencies *dependencies,
                      const struct hb_draw_options *options, hb_output *output, hb_diag *diag)
{
  const diff_scope *scope = dependencies->scope;
  struct drawing d = { .what = dependencies, .scope = scope };
  d.column = hb_calloc (scope->statements[0].size + 1, sizeof *d.column);
  d.place = hb_calloc (scope->statements[0].size + 1, sizeof *d.place);
  d.box = hb_calloc (scope->statements[0].size + 1, sizeof *d.box);
  hb_sketch_init (&d.sketch, options, "Dependencies that runs show");
  for (hb_id s = 1; s < scope->statements[0].size; s++)
    d.column[s] = thread_of (scope, s);
  bool many = hb_dependencies_are_many (dependencies);
  if (many)
    hb_sketch_dependency_table (&d.sketch, dependencies, d.column);
  else
    draw_graph (&d);
  double room = hb_sketch_room (&d.sketch), least = many && room < 260 ? room : 260;
  if (dependencies->caption)
    hb_sketch_caption (&d.sketch,
                       hb_format ("%s%s", dependencies->caption, many ? ABOUT_TABLE : ""),
                       d.sketch.width > least ? d.sketch.width : least);
  bool good = hb_sketch_write (&d.sketch, output, diag);
  hb_sketch_free (&d.sketch);
  hb_free (d.column);
  hb_free (d.place);
  hb_free (d.box);
  vec_free (d.drawn);
  return good;
}
