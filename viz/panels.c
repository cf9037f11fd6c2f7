/* A figure that is too high for its page goes on beside itself: cut between rows into panels, each under the names of the
 * handlers, as far as that makes it larger than shrinking would.  All panels are windows onto one drawing, so an arrow
 * that crosses a cut goes on at the same place of the next panel. */
#include "viz/figure.h"

#define MOST_PANELS 6
#define GAP 2.5 /* between panels, in sizes of the font */

/* The bottom of the handlers' names. */
static double
head_of (const hb_figure *figure)
{
  double head = 0;
  for (size_t c = 0; c < figure->columns.size; c++)
    head = figure->columns.data[c].title.y1 > head ? figure->columns.data[c].title.y1 : head;
  return head;
}

/* The last place between rows, behind FROM, that is not below MOST; FROM if there is none. */
static double
cut_before (const hb_figure *figure, double from, double most)
{
  double cut = from;
  for (hb_id r = 0; r + 1 < figure->rows && r + 1 < figure->row_y.size; r++)
    {
      double above = figure->row_y.data[r] + figure->row_half.data[r],
             below = figure->row_y.data[r + 1] - figure->row_half.data[r + 1],
             middle = (above + below) / 2;
      if (middle > from && middle <= most)
        cut = middle;
    }
  return cut;
}

/* Cuts the rows into panels with BODY below the names; false if they are more than COUNT. */
static bool
cut (hb_figure *figure, double head, double high, double body, size_t count)
{
  vec_clear (figure->panels);
  for (double y = figure->folded ? 0 : head; y < high;)
    {
      double to = high - y <= body ? high : cut_before (figure, y, y + body);
      if (figure->panels.size == count || to <= y)
        return false;
      vec_push (figure->panels,
                ((struct hb_figure_panel){ .window = { .y0 = y, .y1 = to } }));
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
      p->head = head;
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
  double wide = figure->width, high = figure->height, head = head_of (figure), best = least;
  size_t best_count = 1;
  double best_body = 0;
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
          if (!cut (figure, head, high, body, n))
            continue;
          best = scale, best_count = n, best_body = body;
          break;
        }
    }
  vec_clear (figure->panels);
  if (best_count < 2)
    return 0;
  cut (figure, head, high, best_body, best_count);
  place (figure, head, wide);
  return best;
}
