/* See network.h.  Columns by longest ways; in each column the boxes and the arrows that pass by have rows,
 * in the order of the mean rows of what leads there.
 *
 *     box ,      label       An arrow goes straight to the level on which it arrives or passes by.  Its label stands on
 *          \_____________ box   that level, which no other arrow has, and so on no line and no other label. */
#include "viz/network.h"

#include "base/memory.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

#define FONT 12.0
#define WIDE 7.0 /* a letter, on average */
#define BOX_HIGH 36.0
#define LINE 15.0
#define MARGIN 16.0
#define APART 28.0 /* between what stands in a column */
#define LANE 12.0  /* for an arrow without its label */
#define FAN 64.0   /* wide: where arrows go to their levels */

/* A place in a column: a box, or where an arrow passes by. */
struct place
{
  size_t column;
  size_t box;    /* or SIZE_MAX */
  size_t arrow;  /* of one that passes */
  double weight; /* mean row of what leads here */
  double top, high;
  double first, last; /* the levels, below its top, on which arrows arrive */
};

struct layout
{
  const struct hb_network *n;
  size_t *column; /* of each box */
  size_t columns;
  VEC (struct place) places;
  double *x, *wide; /* of each column: its left side, its boxes */
  double *level;    /* of each arrow: where it arrives, below the top of its end */
  double width, height;
};

static size_t
lines_of (const struct hb_network_arrow *arrow)
{
  size_t lines = 0;
  while (arrow->labels[lines])
    lines++;
  return lines;
}

static size_t
widest (const struct hb_network_arrow *arrow)
{
  size_t most = 0;
  for (size_t i = 0; arrow->labels[i]; i++)
    if (strlen (arrow->labels[i]) > most)
      most = strlen (arrow->labels[i]);
  return most;
}

static void
find_columns (struct layout *l)
{
  l->column = hb_calloc (l->n->boxes + 1, sizeof *l->column);
  for (size_t round = 0; round < l->n->boxes; round++)
    for (size_t i = 0; i < l->n->arrow_count; i++)
      {
        const struct hb_network_arrow *a = &l->n->arrows[i];
        if (l->column[a->to] <= l->column[a->from])
          l->column[a->to] = l->column[a->from] + 1;
      }
  for (size_t b = 0; b < l->n->boxes; b++)
    if (l->column[b] + 1 > l->columns)
      l->columns = l->column[b] + 1;
}

static struct place *
place_of_box (const struct layout *l, size_t box)
{
  for (size_t i = 0; i < l->places.size; i++)
    if (l->places.data[i].box == box)
      return &l->places.data[i];
  return NULL;
}

/* Where ARROW stands in COLUMN: its end, or where it passes. */
static struct place *
place_in (const struct layout *l, size_t arrow, size_t column)
{
  const struct hb_network_arrow *a = &l->n->arrows[arrow];
  if (l->column[a->from] == column)
    return place_of_box (l, a->from);
  if (l->column[a->to] == column)
    return place_of_box (l, a->to);
  for (size_t i = 0; i < l->places.size; i++)
    if (l->places.data[i].box == SIZE_MAX && l->places.data[i].arrow == arrow
        && l->places.data[i].column == column)
      return &l->places.data[i];
  return NULL;
}

/* How much ARROW takes above its level where it comes to COLUMN: its label stands there the first time. */
static double
lane_of (const struct layout *l, size_t arrow, size_t column)
{
  const struct hb_network_arrow *a = &l->n->arrows[arrow];
  return column == l->column[a->from] + 1 ? LINE * (double)lines_of (a) + 8 : LANE;
}

static void
find_places (struct layout *l)
{
  for (size_t b = 0; b < l->n->boxes; b++)
    {
      struct place place = { .column = l->column[b], .box = b };
      vec_push (l->places, place);
    }
  for (size_t i = 0; i < l->n->arrow_count; i++)
    {
      const struct hb_network_arrow *a = &l->n->arrows[i];
      for (size_t c = l->column[a->from] + 1; c < l->column[a->to]; c++)
        {
          double high = lane_of (l, i, c);
          struct place place = {
            .column = c, .box = SIZE_MAX, .arrow = i, .high = high, .first = high, .last = high
          };
          vec_push (l->places, place);
        }
    }
}

static int
by_weight (const void *a, const void *b)
{
  const struct place *const *x = a, *const *y = b;
  if ((*x)->weight != (*y)->weight)
    return (*x)->weight < (*y)->weight ? -1 : 1;
  return *x < *y ? -1 : *x > *y; /* the order in which they were made */
}

/* The level from which arrows leave PLACE. */
static double
leaves_at (const struct place *place)
{
  return place->top + (place->first + place->last) / 2;
}

/* An arrow that comes to a place, and the level that it comes from. */
struct arrival
{
  size_t arrow;
  double from;
};
typedef VEC (struct arrival) arrivals;

static int
by_level (const void *a, const void *b)
{
  const struct arrival *x = a, *y = b;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->arrow < y->arrow ? -1 : x->arrow > y->arrow;
}

/* What comes to PLACE from the column before, from the top down. */
static arrivals
arrivals_at (const struct layout *l, const struct place *place)
{
  arrivals all = VEC_EMPTY;
  for (size_t i = 0; i < l->n->arrow_count; i++)
    if (place->column && place_in (l, i, place->column) == place)
      {
        const struct place *before = place_in (l, i, place->column - 1);
        if (before)
          vec_push (all, ((struct arrival){ i, leaves_at (before) }));
      }
  if (all.size)
    qsort (all.data, all.size, sizeof *all.data, by_level);
  return all;
}

/* Gives the arrows that end at the box of PLACE their levels, and it its height. */
static void
receive (struct layout *l, struct place *place, const arrivals *all)
{
  double y = BOX_HIGH / 2;
  place->first = y;
  for (size_t i = 0; i < all->size; i++)
    {
      double lane = lane_of (l, all->data[i].arrow, place->column);
      y = i ? y + lane : lane > y ? lane : y;
      place->first = i ? place->first : y;
      l->level[all->data[i].arrow] = y;
    }
  place->last = y;
  place->high = y + BOX_HIGH / 2;
}

static void
weigh (struct layout *l, struct place *place)
{
  arrivals all = arrivals_at (l, place);
  double sum = 0;
  for (size_t i = 0; i < all.size; i++)
    sum += all.data[i].from;
  place->weight = all.size ? sum / (double)all.size : 0;
  if (place->box != SIZE_MAX)
    receive (l, place, &all);
  vec_free (all);
}

/* Puts the places of COLUMN one below the other, in the middle of a height that is known afterwards. */
static void
stack_column (struct layout *l, size_t column)
{
  VEC (struct place *) here = VEC_EMPTY;
  double y = 0;
  for (size_t i = 0; i < l->places.size; i++)
    if (l->places.data[i].column == column)
      vec_push (here, &l->places.data[i]);
  for (size_t i = 0; i < here.size; i++)
    weigh (l, here.data[i]);
  if (here.size)
    qsort (here.data, here.size, sizeof *here.data, by_weight);
  for (size_t i = 0; i < here.size; i++)
    y += here.data[i]->high + APART;
  double top = -y / 2;
  for (size_t i = 0; i < here.size; i++)
    {
      here.data[i]->top = top + APART / 2;
      top += here.data[i]->high + APART;
    }
  l->height = y > l->height ? y : l->height;
  vec_free (here);
}

static void
find_widths (struct layout *l)
{
  l->x = hb_calloc (l->columns + 1, sizeof *l->x);
  l->wide = hb_calloc (l->columns + 1, sizeof *l->wide);
  double x = MARGIN;
  for (size_t c = 0; c < l->columns; c++)
    {
      double gap = FAN;
      for (size_t b = 0; b < l->n->boxes; b++)
        if (l->column[b] == c && WIDE * (double)strlen (l->n->titles[b]) + 24 > l->wide[c])
          l->wide[c] = WIDE * (double)strlen (l->n->titles[b]) + 24;
      for (size_t i = 0; i < l->n->arrow_count; i++)
        {
          const struct hb_network_arrow *a = &l->n->arrows[i];
          double needs = WIDE * (double)widest (a) + 24;
          if (l->column[a->from] == c && l->column[a->to] == c + 1)
            gap = FAN + needs > gap ? FAN + needs : gap;
          else if (l->column[a->from] + 1 == c && l->column[a->to] > c && needs > l->wide[c])
            l->wide[c] = needs;
        }
      l->x[c] = x;
      x += l->wide[c] + (c + 1 < l->columns ? gap : 0);
    }
  l->width = x + MARGIN;
}

/* --- writing --- */

static void
put_escaped (hb_output *output, const char *text)
{
  for (; *text; text++)
    if (*text == '<')
      hb_put (output, "&lt;");
    else if (*text == '>')
      hb_put (output, "&gt;");
    else if (*text == '&')
      hb_put (output, "&amp;");
    else
      hb_put_char (output, *text);
}

static void
put_text (hb_output *output, double x, double y, const char *class, const char *text)
{
  hb_putf (output, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
  put_escaped (output, text);
  hb_put (output, "</text>\n");
}

/* The lines of the label, above the level Y. */
static void
put_label (hb_output *output, const struct hb_network_arrow *a, double x, double y)
{
  size_t lines = lines_of (a);
  for (size_t i = 0; i < lines; i++)
    put_text (output, x, y - 6 - LINE * (double)(lines - 1 - i), "label", a->labels[i]);
}

/* The level on which ARROW comes to COLUMN. */
static double
comes_at (const struct layout *l, size_t arrow, size_t column)
{
  const struct place *place = place_in (l, arrow, column);
  return place->top + (place->box == SIZE_MAX ? place->first : l->level[arrow]);
}

static void
put_arrow (const struct layout *l, size_t i, hb_output *output)
{
  const struct hb_network_arrow *a = &l->n->arrows[i];
  size_t from = l->column[a->from], to = l->column[a->to];
  double x = l->x[from] + l->wide[from];
  hb_putf (output, "<path class=\"arrow\" d=\"M%.1f,%.1f", x, leaves_at (place_in (l, i, from)));
  for (size_t c = from + 1; c <= to; c++)
    {
      double y = comes_at (l, i, c);
      hb_putf (output, " L%.1f,%.1f L%.1f,%.1f", l->x[c - 1] + l->wide[c - 1] + FAN, y,
               c < to ? l->x[c] + l->wide[c] : l->x[c] - 2, y);
    }
  hb_put (output, "\" marker-end=\"url(#head)\"/>\n");
}

static void
put_arrow_label (const struct layout *l, size_t i, hb_output *output)
{
  const struct hb_network_arrow *a = &l->n->arrows[i];
  size_t from = l->column[a->from], to = l->column[a->to];
  double y = comes_at (l, i, from + 1);
  if (to > from + 1)
    put_label (output, a, l->x[from + 1] + l->wide[from + 1] / 2, y);
  else
    put_label (output, a, (l->x[from] + l->wide[from] + FAN + l->x[to] - 8) / 2, y);
}

static void
put_box (const struct layout *l, size_t b, hb_output *output)
{
  const struct place *place = place_of_box (l, b);
  size_t c = l->column[b];
  hb_putf (output,
           "<rect class=\"box\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"4\"/>\n",
           l->x[c], place->top + place->first - BOX_HIGH / 2, l->wide[c],
           place->last - place->first + BOX_HIGH);
  put_text (output, l->x[c] + l->wide[c] / 2, leaves_at (place) + 4, "title", l->n->titles[b]);
}

void
hb_network_svg (const struct hb_network *network, hb_output *output)
{
  struct layout l = { .n = network };
  find_columns (&l);
  find_places (&l);
  l.level = hb_calloc (network->arrow_count + 1, sizeof *l.level);
  for (size_t c = 0; c < l.columns; c++)
    stack_column (&l, c);
  find_widths (&l);
  for (size_t i = 0; i < l.places.size; i++)
    l.places.data[i].top += l.height / 2 + MARGIN;
  double height = l.height + 2 * MARGIN + (network->note ? 2 * LINE : 0);
  hb_putf (output,
           "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.1fpt\" height=\"%.1fpt\" "
           "viewBox=\"0 0 %.1f %.1f\">\n",
           l.width, height, l.width, height);
  hb_putf (output,
           "<style>text{font-family:Helvetica,Arial,sans-serif;font-size:%.0fpx;text-anchor:middle}"
           ".title{font-weight:bold}.label{fill:#0072B2;stroke:#fff;stroke-width:4px;paint-order:"
           "stroke;stroke-linejoin:round}.box{fill:#f2f2f2;stroke:#333}"
           ".arrow{fill:none;stroke:#0072B2;stroke-width:1.4}</style>\n",
           FONT);
  hb_put (output,
          "<defs><marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" "
          "orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"#0072B2\"/></marker></defs>\n");
  hb_putf (output, "<rect width=\"%.1f\" height=\"%.1f\" fill=\"#ffffff\"/>\n", l.width, height);
  for (size_t i = 0; i < network->arrow_count; i++)
    put_arrow (&l, i, output);
  for (size_t i = 0; i < network->arrow_count; i++)
    put_arrow_label (&l, i, output);
  for (size_t b = 0; b < network->boxes; b++)
    put_box (&l, b, output);
  if (network->note)
    put_text (output, l.width / 2, height - MARGIN, "note", network->note);
  hb_put (output, "</svg>\n");
  hb_free (l.column);
  hb_free (l.x);
  hb_free (l.wide);
  hb_free (l.level);
  vec_free (l.places);
}
