/* A figure that is too high for its page goes on beside itself: cut between rows into panels, each under the names of the
 * handlers, as far as that makes it larger than shrinking would.  All panels are windows onto one drawing, so an arrow
 * that crosses a cut goes on at the same place of the next panel. */
#include "viz/figure.h"

#define MOST_PANELS 6
#define GAP 2.5 /* between panels, in sizes of the font */

double
hb_panel_head (const hb_figure *figure)
{
  double head = 0;
  for (size_t c = 0; c < figure->columns.size; c++)
    head = figure->columns.data[c].title.y1 > head ? figure->columns.data[c].title.y1 : head;
  return head;
}

double
hb_panel_top (const hb_figure *figure)
{
  double top = figure->folded ? 0 : hb_panel_head (figure);
  for (size_t e = 0; e < figure->edges.size; e++)
    {
      const struct hb_rect *label = &figure->edges.data[e].label_place;
      if (label->x1 > label->x0 && label->y0 - 1 < top)
        top = label->y0 > 1 ? label->y0 - 1 : 0;
    }
  return top;
}

typedef VEC (double) levels;

/* Between rows R and R + 1. */
static double
between (const hb_figure *figure, hb_id r)
{
  return (figure->row_y.data[r] + figure->row_half.data[r] + figure->row_y.data[r + 1]
          - figure->row_half.data[r + 1])
         / 2;
}

/* Where no label, and no name of a message, stands between rows. */
static levels
clear_places (const hb_figure *figure)
{
  hb_id count = figure->rows < figure->row_y.size ? figure->rows : (hb_id)figure->row_y.size;
  bool *taken = hb_calloc ((size_t)count + 1, sizeof *taken);
  levels clear = VEC_EMPTY;
  for (size_t i = 0; i < figure->edges.size + figure->boxes.size; i++)
    {
      const struct hb_rect *r = i < figure->edges.size
                                    ? &figure->edges.data[i].label_place
                                    : &figure->boxes.data[i - figure->edges.size].title;
      hb_id low = 0, high = count ? count - 1 : 0;
      while (low < high)
        {
          hb_id middle = low + (high - low) / 2;
          if (between (figure, middle) < r->y0 - 1)
            low = middle + 1;
          else
            high = middle;
        }
      for (; r->x1 > r->x0 && low + 1 < count && between (figure, low) < r->y1 + 1; low++)
        taken[low] = true;
    }
  for (hb_id r = 0; r + 1 < count; r++)
    if (!taken[r])
      vec_push (clear, between (figure, r));
  hb_free (taken);
  return clear;
}

/* The last of PLACES behind FROM that is not below MOST; FROM if there is none. */
static double
cut_before (const levels *places, double from, double most)
{
  double cut = from;
  for (size_t i = 0; i < places->size && places->data[i] <= most; i++)
    if (places->data[i] > from)
      cut = places->data[i];
  return cut;
}

/* Cuts the rows into panels with BODY below the names; false if they are more than COUNT. */
static bool
cut (hb_figure *figure, const levels *places, double high, double body, size_t count)
{
  vec_clear (figure->panels);
  for (double y = hb_panel_top (figure); y < high;)
    {
      double to = high - y <= body ? high : cut_before (places, y, y + body);
      if (figure->panels.size == count || to <= y)
        return false;
      vec_push (figure->panels, ((struct hb_figure_panel){ .window = { .y0 = y, .y1 = to } }));
      y = to;
    }
  return true;
}

static void
place (hb_figure *figure, double head, double wide)
{
  double x = 0, most = 0;
  for (size_t i = 0; i < figure->panels.size; i++)
    {
      struct hb_figure_panel *p = &figure->panels.data[i];
      double high = p->window.y1 - p->window.y0;
      p->window.x1 = wide;
      p->x = x;
      p->head = i || figure->folded ? head : p->window.y0;
      p->above = i > 0;
      p->below = i + 1 < figure->panels.size;
      x += wide + GAP * figure->sheet.font;
      most = high > most ? high : most;
    }
  figure->width = x - GAP * figure->sheet.font;
  figure->height = head + most;
}

double
hb_panels (hb_figure *figure, double width, double height, double least)
{
  double wide = figure->width, high = figure->height, head = hb_panel_head (figure), best = least;
  size_t best_count = 1;
  double best_body = 0;
  levels clear = clear_places (figure);
  for (size_t n = 2; n <= MOST_PANELS; n++)
    {
      double all = (double)n * wide + (double)(n - 1) * GAP * figure->sheet.font;
      double most = all > width ? width / all : 1;
      /* The rows of a panel end where a row does, so it takes a little more than its share. */
      for (double more = 1; more < 1.5; more += 0.05)
        {
          double body = (high - head) / (double)n * more, fits = height / (head + body);
          double scale = fits < most ? fits : most;
          if (scale <= best * 1.05)
            break;
          if (!cut (figure, &clear, high, body, n))
            continue;
          best = scale, best_count = n, best_body = body;
          break;
        }
    }
  vec_clear (figure->panels);
  if (best_count < 2)
    {
      vec_free (clear);
      return 0;
    }
  cut (figure, &clear, high, best_body, best_count);
  vec_free (clear);
  place (figure, head, wide);
  return best;
}
