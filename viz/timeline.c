/* See timeline.h. */
#include "viz/timeline.h"

#include "base/buffer.h"
#include "base/plural.h"
#include "viz/sketch.h"
#include "viz/text.h"

#define MOST_POSTS 2000 /* more lines are a grey ground */
#define LEAST_BOX 0.6   /* points: a narrower one takes in the messages next to it */
#define ROW 1.9         /* of a handler, in sizes of small letters; ... */
#define BOX 1.4         /* ... and of its boxes */

/* What a message takes of the run. */
struct span
{
  hb_id first, last; /* steps; FIRST HB_NONE: none */
};

struct chart
{
  const struct hb_timeline *t;
  hb_sketch sketch;
  struct span *spans; /* message -> */
  hb_id *row_of;      /* handler -> its row, or HB_NONE */
  hb_id rows, from, to;
  double left, right, top;
  size_t boxes, shared, posts, left_out;
};

static bool
is_whole (const struct chart *c)
{
  return !c->from && c->to + 1 == c->t->trace->events.size;
}

static void
find_spans (struct chart *c)
{
  const hb_trace *trace = c->t->trace;
  for (size_t m = 0; m < trace->messages.size; m++)
    c->spans[m] = (struct span){ HB_NONE, HB_NONE };
  for (hb_id i = c->from; i <= c->to; i++)
    {
      const struct hb_event *event = &trace->events.data[c->t->run[i]];
      struct span *span = &c->spans[event->message];
      span->first = span->first == HB_NONE ? i : span->first;
      span->last = i;
      c->posts += event->kind == HB_POST;
    }
}

static char *
handler_name (const struct chart *c, hb_id handler)
{
  return hb_text_shown (hb_handler_name (c->t->trace, handler), !c->sketch.options->plain_names,
                        true, HB_LONGEST_SHOWN);
}

/* Rows for the handlers that are shown, and room for the longest of their names.  A whole run has them all; of a part, in which
 * most may have nothing to do, those that have no message there are left out and counted. */
static void
find_rows (struct chart *c)
{
  const hb_trace *trace = c->t->trace;
  bool *shown = hb_calloc (trace->handlers.size, sizeof *shown), whole = is_whole (c);
  for (size_t m = 0; m < trace->messages.size; m++)
    if (c->spans[m].first != HB_NONE)
      shown[trace->messages.data[m].handler] = true;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      bool is_row = c->t->handlers ? c->t->handlers[h] : shown[h] || whole;
      c->left_out += !is_row && !c->t->handlers;
      c->row_of[h] = is_row ? c->rows++ : HB_NONE;
      if (!is_row)
        continue;
      char *name = handler_name (c, h);
      double width = hb_text_width (name, c->sketch.sheet.small);
      c->left = width > c->left ? width : c->left;
      hb_free (name);
    }
  c->left += c->sketch.sheet.small;
  hb_free (shown);
}

static double
x_of (const struct chart *c, double step)
{
  return c->left + (c->right - c->left) * (step - c->from) / ((double)c->to + 1 - c->from);
}

/* The middle of ROW. */
static double
y_of (const struct chart *c, hb_id row)
{
  return c->top + (row + 0.5) * ROW * c->sketch.sheet.small;
}

/* --- Axis and rows --- */

/* A thin line under all else. */
static void
put_line (struct chart *c, double x0, double y0, double x1, double y1)
{
  struct hb_point from = { x0, y0 }, by = { (x0 + x1) / 2, (y0 + y1) / 2 }, to = { x1, y1 };
  hb_sketch_curve (&c->sketch, (struct hb_sketch_curve){
                                   .from = from, .by = by, .to = to, .ink = HB_INK_PANEL });
}

/* Numbers of steps at even places: 1, 2 or 5 times a power of ten apart. */
static void
put_axis (struct chart *c)
{
  double size = c->sketch.sheet.small, bottom = c->top + c->rows * ROW * size;
  hb_id count = c->to - c->from + 1, apart = 1;
  for (int k = 0; count / apart > 10; k++)
    apart = apart * (k % 3 == 1 ? 5 : 4) / 2; /* 2, 5, 10, 20, ... */
  for (hb_id i = c->from / apart * apart; i <= c->to; i += apart)
    {
      hb_id step = i ? i - 1 : 0; /* numbered from 1 */
      if (step < c->from)
        continue;
      double x = x_of (c, step);
      put_line (c, x, c->top - 0.3 * size, x, bottom);
      char *number = hb_format ("%u", step + 1);
      double half = hb_text_width (number, size) / 2;
      hb_sketch_middle (&c->sketch, x + half > c->right ? c->right - half : x, c->top - size, size,
                        number, HB_INK_FAINT, HB_NONE);
    }
}

static void
put_rows (struct chart *c)
{
  for (hb_id h = 0; h < c->t->trace->handlers.size; h++)
    if (c->row_of[h] != HB_NONE)
      {
        double y = y_of (c, c->row_of[h]);
        hb_sketch_text (&c->sketch, 0, y, c->sketch.sheet.small, handler_name (c, h), HB_INK_ARROW,
                        HB_NONE);
        hb_sketch_full (&c->sketch, hb_handler_name (c->t->trace, h));
        put_line (c, c->left, y, c->right, y);
      }
}

/* --- Messages --- */

/* The box of the messages from step FIRST to step LAST of ROW; MESSAGE is the only one, or HB_NONE. */
static void
put_box (struct chart *c, hb_id row, struct span span, hb_id message)
{
  double size = c->sketch.sheet.small, y = y_of (c, row), half = BOX * size / 2,
         x0 = x_of (c, span.first), x1 = x_of (c, (double)span.last + 1);
  hb_id box = hb_sketch_rect (&c->sketch, (struct hb_rect){ x0, y - half, x1, y + half },
                              message == HB_NONE ? HB_INK_WAITING : HB_INK_CELL);
  c->sketch.rects.data[box].round = x1 - x0 > 4 ? 1.5 : 0.01;
  c->boxes++;
  if (message == HB_NONE)
    return;
  const hb_trace *trace = c->t->trace;
  char *name = hb_text_shown (hb_message_name (trace, message), !c->sketch.options->plain_names,
                              false, HB_LONGEST_SHOWN);
  if (hb_text_width (name, size) + 0.6 * size < x1 - x0)
    {
      hb_sketch_centred (&c->sketch, box, size, name, HB_INK_CELL);
      hb_sketch_full (&c->sketch, hb_message_name (trace, message));
    }
  else
    hb_free (name);
}

/* A handler runs one message after another: in the order of the run, those too narrow share a box with the next. */
static void
put_boxes (struct chart *c)
{
  struct open /* the box that a row is at */
  {
    struct span span;
    hb_id message, count;
  } *open = hb_calloc (c->rows, sizeof *open);
  const hb_trace *trace = c->t->trace;
  double least = LEAST_BOX / (c->right - c->left) * ((double)c->to + 1 - c->from); /* in steps */
  for (hb_id i = c->from; i <= c->to; i++)
    {
      hb_id m = trace->events.data[c->t->run[i]].message,
            row = c->row_of[trace->messages.data[m].handler];
      if (row == HB_NONE || c->spans[m].first != i)
        continue;
      struct open *o = &open[row];
      if (o->count && c->spans[m].last + 1 - o->span.first <= least)
        {
          c->shared += o->count == 1;
          o->span.last = c->spans[m].last;
          o->message = HB_NONE;
        }
      else
        {
          if (o->count)
            put_box (c, row, o->span, o->message);
          *o = (struct open){ c->spans[m], m, 0 };
        }
      c->shared += o->count > 0;
      o->count++;
    }
  for (hb_id row = 0; row < c->rows; row++)
    if (open[row].count)
      put_box (c, row, open[row].span, open[row].message);
  hb_free (open);
}

static void
put_posts (struct chart *c)
{
  const hb_trace *trace = c->t->trace;
  for (hb_id i = c->from; i <= c->to && c->posts <= MOST_POSTS; i++)
    {
      const struct hb_event *event = &trace->events.data[c->t->run[i]];
      if (event->kind != HB_POST || c->spans[event->object].first == HB_NONE)
        continue;
      hb_id from = c->row_of[trace->messages.data[event->message].handler],
            to = c->row_of[trace->messages.data[event->object].handler];
      if (from == HB_NONE || to == HB_NONE)
        continue;
      double half = BOX * c->sketch.sheet.small / 2, side = to > from   ? half
                                                            : to < from ? -half
                                                                        : 0;
      struct hb_point a = { x_of (c, i + 0.5), y_of (c, from) + side },
                      b = { x_of (c, c->spans[event->object].first), y_of (c, to) - side };
      /* To the same handler: over the boxes between. */
      struct hb_point by = { (a.x + b.x) / 2, (a.y + b.y) / 2 };
      if (from == to)
        {
          a.y = b.y = a.y - half;
          by.y = a.y - (ROW - BOX) * c->sketch.sheet.small;
        }
      hb_sketch_curve (
          &c->sketch, (struct hb_sketch_curve){ .from = a, .by = by, .to = b, .ink = HB_INK_POST });
    }
}

/* --- All of it --- */

static void
put_caption (struct chart *c)
{
  const hb_trace *trace = c->t->trace;
  size_t messages = 0;
  for (size_t m = 0; m < trace->messages.size; m++)
    messages
        += c->spans[m].first != HB_NONE && c->row_of[trace->messages.data[m].handler] != HB_NONE;
  hb_buffer text = VEC_EMPTY;
  if (!is_whole (c))
    hb_buffer_add (&text, "Events %u to %u of a run", c->from + 1, c->to + 1);
  else
    hb_buffer_add (&text, "A run of %zu event%s", trace->events.size, HB_S (trace->events.size));
  hb_buffer_add (
      &text,
      " from left to right: a row a handler, a box a message (%zu), from its first event to its "
      "last",
      messages);
  if (c->posts > MOST_POSTS)
    hb_buffer_add (&text, ". The %zu posts are not drawn", c->posts);
  else if (c->posts)
    hb_buffer_add (&text, ", a line from each post to the message that it posts");
  if (c->shared)
    hb_buffer_add (&text, ". %zu messages that are too short to be told apart share shaded boxes",
                   c->shared);
  if (c->left_out)
    hb_buffer_add (&text, ". %zu handler%s without a message there %s left out", c->left_out,
                   HB_S (c->left_out), c->left_out == 1 ? "is" : "are");
  hb_buffer_add (&text, ".");
  if (hb_sketch_is_shortened (&c->sketch))
    hb_buffer_add (&text, " " HB_NAMES_SHORTENED, (size_t)HB_LONGEST_SHOWN);
  hb_sketch_caption (&c->sketch, hb_buffer_take (&text), c->right);
}

static void
put (struct chart *c)
{
  double size = c->sketch.sheet.small;
  find_spans (c);
  find_rows (c);
  c->top = 2 * size;
  c->right = hb_sketch_room (&c->sketch);
  put_axis (c);
  put_rows (c);
  put_posts (c);
  put_boxes (c);
  double bottom = c->top + c->rows * ROW * size;
  c->sketch.width = c->right;
  c->sketch.height = bottom > c->sketch.height ? bottom : c->sketch.height;
  if (!c->sketch.options->no_caption)
    put_caption (c);
}

bool
hb_draw_timeline (const struct hb_timeline *timeline, const struct hb_draw_options *options,
                  hb_output *output, hb_diag *diag)
{
  const hb_trace *trace = timeline->trace;
  if (!trace->events.size)
    {
      hb_error (diag, NULL, "the trace has no events, so there is nothing to draw");
      return false;
    }
  struct chart c = { .t = timeline, .from = timeline->from, .to = timeline->to };
  if (c.to >= trace->events.size)
    c.to = (hb_id)trace->events.size - 1;
  if (c.from > c.to)
    {
      hb_error (diag, NULL, "step %u is behind step %u: nothing to draw", c.from + 1, c.to + 1);
      return false;
    }
  hb_sketch_init (&c.sketch, options, "A run of a trace, message by message");
  c.spans = hb_calloc (trace->messages.size, sizeof *c.spans);
  c.row_of = hb_calloc (trace->handlers.size, sizeof *c.row_of);
  put (&c);
  bool good = hb_sketch_write (&c.sketch, output, diag);
  hb_sketch_free (&c.sketch);
  hb_free (c.spans);
  hb_free (c.row_of);
  return good;
}
