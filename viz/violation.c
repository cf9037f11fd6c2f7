/* See violation.h. */
#include "viz/violation.h"

#include "base/buffer.h"
#include "viz/sketch.h"
#include "viz/text.h"

#define ROW 13.0
#define TYPE 8.0
#define SMALL 6.5
#define PAD 5.0
#define BETWEEN 34.0 /* columns: room for the conflicts */

struct picture
{
  const struct hb_violation *v;
  hb_sketch sketch;
  hb_id pivot;
  double wide;           /* of a box */
  double left;           /* of the first column: room for conflicts beside it */
  struct hb_rect *place; /* by event: where it stands at present */
};

static const enum hb_ink inks[]
    = { HB_INK_FIRST, HB_INK_NEW, HB_INK_WAITING, HB_INK_LATER, HB_INK_RUNNING, HB_INK_READY };

static enum hb_ink
ink_of (const struct picture *p, hb_id message)
{
  hb_id event = p->v->judged->event_of[message];
  return event == HB_NONE ? HB_INK_CELL : inks[event % (sizeof inks / sizeof *inks)];
}

static bool
is_access (const struct picture *p, hb_id e)
{
  uint8_t kind = p->v->trace->events.data[e].kind;
  return kind == HB_READ || kind == HB_WRITE;
}

/* --- Words --- */

/* What part of the cycle access E is: "pivot", "entry, exit". */
static void
add_part (const struct picture *p, hb_id e, hb_buffer *text)
{
  const struct hb_robust_trace *judged = p->v->judged;
  bool det = judged->part == HB_PART_DET, entry = false, leaves = false;
  for (size_t i = 0; i < judged->cycle.size; i++)
    {
      const struct hb_robust_step *step = &judged->cycle.data[i];
      entry = entry || (!step->dfs && step->after == e);
      leaves = leaves || (!step->dfs && step->before == e);
    }
  if (e == p->pivot)
    hb_buffer_add (text, "  pivot");
  else if (det && leaves)
    hb_buffer_add (text, "  root");
  else if (entry || leaves)
    hb_buffer_add (text, "  %s%s%s", entry ? "entry" : "", entry && leaves ? ", " : "",
                   leaves ? "exit" : "");
}

static char *
access_text (const struct picture *p, hb_id e)
{
  const struct hb_event *event = &p->v->trace->events.data[e];
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "%s(%s)", event->kind == HB_READ ? "rd" : "wr",
                 hb_variable_name (p->v->trace, event->object));
  add_part (p, e, &text);
  return hb_buffer_take (&text);
}

/* The width of all boxes: that of their longest text. */
static double
box_width (const struct picture *p)
{
  double wide = 40;
  for (hb_id e = 0; e < p->v->trace->events.size; e++)
    {
      char *text = is_access (p, e) ? access_text (p, e) : hb_copy_text ("");
      double own = hb_text_width (text, TYPE);
      wide = own > wide ? own : wide;
      hb_free (text);
    }
  for (hb_id m = 0; m < p->v->trace->messages.size; m++)
    {
      double own = hb_text_width (hb_message_name (p->v->trace, m), SMALL);
      wide = own > wide ? own : wide;
    }
  return wide + 2 * PAD;
}

/* --- Boxes --- */

/* A box of COUNT rows at X, Y, its task's name in the first. */
static hb_id
add_box (struct picture *p, double x, double y, size_t rows, hb_id message)
{
  struct hb_rect place = { x, y, x + p->wide, y + ROW * (double)rows };
  hb_id box = hb_sketch_rect (&p->sketch, place, ink_of (p, message));
  hb_sketch_text (&p->sketch, x + PAD, y + ROW / 2, SMALL,
                  hb_copy_text (hb_message_name (p->v->trace, message)), HB_INK_FAINT, HB_NONE);
  return box;
}

static void
add_access (struct picture *p, double x, double y, hb_id e)
{
  p->place[e] = (struct hb_rect){ x, y, x + p->wide, y + ROW };
  hb_sketch_text (&p->sketch, x + PAD, y + ROW / 2, TYPE, access_text (p, e), HB_INK_CELL, HB_NONE);
}

/* The conflicts of the cycle, between the places that the accesses have now. */
static void
add_conflicts (struct picture *p)
{
  const struct hb_robust_trace *judged = p->v->judged;
  for (size_t i = 0; i < judged->cycle.size; i++)
    {
      const struct hb_robust_step *step = &judged->cycle.data[i];
      if (step->dfs)
        continue;
      struct hb_rect a = p->place[step->before], b = p->place[step->after];
      double ya = (a.y0 + a.y1) / 2, yb = (b.y0 + b.y1) / 2, bulge = .8 * BETWEEN;
      struct hb_sketch_curve curve = { .head = true, .ink = HB_INK_HIT };
      if (a.x0 == b.x0)
        {
          curve.from = (struct hb_point){ a.x0, ya };
          curve.to = (struct hb_point){ b.x0, yb };
          curve.by = (struct hb_point){ a.x0 - bulge, (ya + yb) / 2 };
        }
      else
        {
          bool right = b.x0 > a.x0;
          curve.from = (struct hb_point){ right ? a.x1 : a.x0, ya };
          curve.to = (struct hb_point){ right ? b.x0 : b.x1, yb };
          curve.by = (struct hb_point){ (curve.from.x + curve.to.x) / 2, (ya + yb) / 2 };
        }
      hb_sketch_curve (&p->sketch, curve);
    }
}

/* --- The run --- */

/* The messages of the run, each from its first access to its last; the level below. */
static double
draw_run (struct picture *p, double top, double *right)
{
  const hb_trace *trace = p->v->trace;
  size_t rows = 0, *first = hb_calloc (trace->messages.size, sizeof *first),
         *last = hb_calloc (trace->messages.size, sizeof *last);
  double *column = hb_calloc (trace->handlers.size, sizeof *column), next = p->left;
  for (size_t i = 0; i < trace->events.size; i++)
    {
      hb_id e = p->v->run[i], m = trace->events.data[e].message,
            h = trace->messages.data[m].handler;
      if (!is_access (p, e))
        continue;
      if (!(column[h] > 0))
        {
          column[h] = next;
          hb_sketch_middle (&p->sketch, next + p->wide / 2, top + ROW / 2, TYPE,
                            hb_copy_text (hb_handler_name (trace, h)), HB_INK_ARROW, HB_NONE);
          next += p->wide + BETWEEN;
        }
      if (!last[m])
        first[m] = rows++;
      last[m] = ++rows;
    }
  double y = top + 1.5 * ROW;
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (last[m])
      add_box (p, column[trace->messages.data[m].handler], y + ROW * (double)first[m],
               last[m] - first[m], m);
  rows = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    last[m] = 0;
  for (size_t i = 0; i < trace->events.size; i++)
    {
      hb_id e = p->v->run[i], m = trace->events.data[e].message;
      if (!is_access (p, e))
        continue;
      rows += !last[m];
      last[m] = 1;
      add_access (p, column[trace->messages.data[m].handler], y + ROW * (double)rows++, e);
    }
  add_conflicts (p);
  *right = next;
  hb_free (first);
  hb_free (last);
  hb_free (column);
  return y + ROW * (double)rows;
}

/* --- The serial simulation --- */

static double
add_grey (struct picture *p, double x, double y, const char *word)
{
  struct hb_rect place = { x, y, x + p->wide, y + ROW };
  hb_id box = hb_sketch_rect (&p->sketch, place, HB_INK_COLUMN);
  hb_sketch_centred (&p->sketch, box, SMALL, hb_copy_text (word), HB_INK_FAINT);
  return y + ROW;
}

/* What message M has in the serial order, from SERIAL[AT] on; the level below. */
static double
draw_serial_message (struct picture *p, double x, double y, size_t at, hb_id m)
{
  const hb_trace *trace = p->v->trace;
  size_t rows = 1;
  for (size_t i = at; i < p->v->serial_count; i++)
    rows += trace->events.data[p->v->serial[i]].message == m && is_access (p, p->v->serial[i]);
  add_box (p, x, y, rows, m);
  for (size_t i = at; i < p->v->serial_count; i++)
    if (trace->events.data[p->v->serial[i]].message == m && is_access (p, p->v->serial[i]))
      add_access (p, x, y += ROW, p->v->serial[i]);
  y += ROW;
  if (trace->events.data[p->pivot].message == m)
    y = add_grey (p, x, y, "delay");
  else if (p->v->stopped[m])
    y = add_grey (p, x, y, "skip");
  return y + 3;
}

static double
draw_serial (struct picture *p, double x, double top)
{
  const hb_trace *trace = p->v->trace;
  bool *drawn = hb_calloc (trace->messages.size, sizeof *drawn);
  hb_id own = trace->events.data[p->pivot].message;
  hb_sketch_middle (&p->sketch, x + p->wide / 2, top + ROW / 2, TYPE, hb_copy_text ("one thread"),
                    HB_INK_ARROW, HB_NONE);
  double y = top + 1.5 * ROW;
  for (size_t i = 0; i < p->v->serial_count; i++)
    {
      hb_id m = trace->events.data[p->v->serial[i]].message;
      if (drawn[m])
        continue;
      drawn[m] = true;
      y = draw_serial_message (p, x, y, i, m);
    }
  if (!drawn[own])
    y = add_grey (p, x, y, "delay") + 3;
  add_box (p, x, y, 2, own);
  add_access (p, x, y + ROW, p->pivot);
  add_conflicts (p);
  hb_free (drawn);
  return y + 2 * ROW;
}

/* --- The graph of events --- */

static void
draw_graph (struct picture *p, double top)
{
  const struct hb_robust_trace *judged = p->v->judged;
  double *x = hb_calloc (judged->events, sizeof *x), next = p->left;
  for (size_t i = 0; i < judged->cycle.size; i++)
    {
      hb_id m = p->v->trace->events.data[judged->cycle.data[i].before].message;
      struct hb_rect place = { next, top, next + p->wide, top + 1.2 * ROW };
      hb_id box = hb_sketch_rect (&p->sketch, place, ink_of (p, m));
      hb_sketch_centred (
          &p->sketch, box, SMALL,
          hb_copy_text (hb_message_name (p->v->trace, judged->roots.data[judged->event_of[m]])),
          HB_INK_CELL);
      x[judged->event_of[m]] = next + p->wide / 2;
      next += p->wide + BETWEEN;
    }
  for (size_t i = 0; i < judged->cycle.size; i++)
    {
      const struct hb_robust_step *step = &judged->cycle.data[i];
      double from = x[judged->event_of[p->v->trace->events.data[step->before].message]],
             to = x[judged->event_of[p->v->trace->events.data[step->after].message]];
      double level = to > from ? top : top + 1.2 * ROW, by = to > from ? -1.2 * ROW : 2.4 * ROW;
      struct hb_sketch_curve curve = { .from = { from, level },
                                       .by = { (from + to) / 2, top + by },
                                       .to = { to, level },
                                       .head = true,
                                       .ink = HB_INK_HIT };
      hb_sketch_curve (&p->sketch, curve);
    }
  hb_free (x);
}

/* --- The whole --- */

static bool
is_on_cycle (const struct picture *p, hb_id e)
{
  const struct hb_robust_trace *judged = p->v->judged;
  for (size_t i = 0; i < judged->cycle.size; i++)
    if (!judged->cycle.data[i].dfs
        && (judged->cycle.data[i].before == e || judged->cycle.data[i].after == e))
      return true;
  return false;
}

/* The access of the cycle that comes last. */
static hb_id
find_pivot (const struct picture *p)
{
  hb_id found = HB_NONE;
  for (size_t i = 0; i < p->v->trace->events.size; i++)
    if (is_on_cycle (p, p->v->run[i]))
      found = p->v->run[i];
  return found;
}

bool
hb_draw_violation (const struct hb_violation *violation, const struct hb_draw_options *options,
                   hb_output *output, hb_diag *diag)
{
  struct picture p = { .v = violation, .left = BETWEEN };
  bool det = violation->judged->part == HB_PART_DET;
  hb_sketch_init (&p.sketch, options,
                  det ? "A violation of determinism" : "A violation of serializability");
  p.pivot = HB_NONE;
  p.pivot = find_pivot (&p);
  p.wide = box_width (&p);
  p.place = hb_calloc (violation->trace->events.size, sizeof *p.place);
  double right, bottom = draw_run (&p, 0, &right);
  if (violation->serial)
    {
      double other = draw_serial (&p, right + BETWEEN, 0);
      bottom = other > bottom ? other : bottom;
    }
  if (!det)
    draw_graph (&p, bottom + 2.5 * ROW);
  bool good = hb_sketch_write (&p.sketch, output, diag);
  hb_sketch_free (&p.sketch);
  hb_free (p.place);
  return good;
}
