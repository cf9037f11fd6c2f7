/* Ports: where on the side of its node an edge ends.
 *
 *     [node]---------+        up, near the node
 *     [    ]-----+   |   ^    up, farther away: below the first, so that they do not cross
 *     [    ]-->  ...          level: always in the middle
 *     [    ]-----------+      down, far
 *     [    ]---+       |      down, near */
#include "viz/route.h"

#include <stdlib.h>

#define STEP 0.93 /* between ports, in arrowheads */

struct end
{
  hb_id owner; /* 2 * node + side (1: right) */
  hb_id edge;
  int which;                /* 0: where it starts, 1: where it ends */
  int turn;                 /* -1 up, 0 level, 1 down */
  hb_id far;                /* distance of the leg to which it leads, in gutters, then tracks */
  hb_id gutter, row, track; /* of that leg; gutter HB_NONE: there is none */
};

typedef VEC (struct end) ends;

static int
compare_ends (const void *left, const void *right)
{
  const struct end *a = left, *b = right;
  if (a->owner != b->owner)
    return a->owner < b->owner ? -1 : 1;
  if (a->turn != b->turn)
    return a->turn < b->turn ? -1 : 1;
  if (a->far != b->far)
    return (a->far < b->far) == (a->turn < 0) ? -1 : 1;
  if (a->edge != b->edge)
    return a->edge < b->edge ? -1 : 1;
  return a->which - b->which;
}

static struct end
make_end (const hb_figure *figure, hb_id edge, int which)
{
  const struct hb_figure_edge *e = &figure->edges.data[edge];
  hb_id node = which ? e->to : e->from, other = which ? e->from : e->to;
  hb_id column = hb_column_of (figure, node);
  struct end end = { .edge = edge, .which = which, .gutter = HB_NONE };
  if (!e->legs.size)
    {
      end.owner = 2 * node + (hb_column_of (figure, other) > column);
      return end;
    }
  const struct hb_leg *leg = &e->legs.data[which ? e->legs.size - 2 : 1];
  bool right = leg->at > column;
  hb_id here = which ? leg->to : leg->from, there = which ? leg->from : leg->to;
  hb_id tracks = figure->gutter_tracks.data[leg->at];
  hb_id gutters = right ? leg->at - column - 1 : column - leg->at;
  end.owner = 2 * node + right;
  end.gutter = leg->at;
  end.row = figure->nodes.data[node].row;
  end.track = leg->track;
  end.turn = there < here ? -1 : 1;
  end.far = gutters * 65536 + (right ? leg->track : tracks - 1 - leg->track);
  return end;
}

/* Sets the ports of the COUNT ends at E, which share one side of a node. */
static void
spread (hb_figure *figure, const struct end *e, size_t count)
{
  double step = figure->sheet.arrow * STEP;
  struct hb_figure_node *node = &figure->nodes.data[e->owner / 2];
  double middle = (double)(count - 1) / 2, most = 0;
  for (size_t i = 0; i < count; i++)
    if (!e[i].turn)
      middle = (double)i;
  for (size_t i = 0; i < count; i++)
    {
      double offset = ((double)i - middle) * step;
      figure->edges.data[e[i].edge].port[e[i].which] = offset;
      if (offset > most || -offset > most)
        most = offset > 0 ? offset : -offset;
    }
  node->port[e->owner % 2] = most;
}

/* --- Two nodes that face each other --- */

/* Ends of one gutter and row stand together, those of the left node first. */
static int
compare_places (const void *left, const void *right)
{
  const struct end *a = left, *b = right;
  if (a->gutter != b->gutter)
    return a->gutter < b->gutter ? -1 : 1;
  if (a->row != b->row)
    return a->row < b->row ? -1 : 1;
  return compare_ends (left, right);
}

static double *
port_of (hb_figure *figure, const struct end *e)
{
  return &figure->edges.data[e->edge].port[e->which];
}

/* Moves END, and those of its side that are farther from the middle, away from it by half a step. */
static void
push (hb_figure *figure, const ends *all, const struct end *end)
{
  double step = figure->sheet.arrow * STEP, at = *port_of (figure, end);
  double *most = &figure->nodes.data[end->owner / 2].port[end->owner % 2];
  for (size_t i = 0; i < all->size; i++)
    {
      const struct end *e = &all->data[i];
      double *port = port_of (figure, e);
      if (e->owner != end->owner || (at >= 0 ? *port < at : *port > at))
        continue;
      *port += at >= 0 ? step / 2 : -step / 2;
      if (*port > *most || -*port > *most)
        *most = *port > 0 ? *port : -*port;
    }
}

/* Two stubs that come from both sides of a gutter at one height would lie on one another if the left
 * node's leads to the farther track:
 *
 *     [node]-----------+
 *               +------|-[node]     (here apart)
 */
static void
part (hb_figure *figure, ends *all)
{
  double near = figure->sheet.arrow * STEP * 0.3;
  if (all->size)
    qsort (all->data, all->size, sizeof *all->data, compare_places);
  for (size_t i = 0; i < all->size && all->data[i].gutter != HB_NONE; i++)
    for (size_t k = i + 1; k < all->size && all->data[k].gutter == all->data[i].gutter
                           && all->data[k].row == all->data[i].row;
         k++)
      {
        const struct end *a = &all->data[i], *b = &all->data[k];
        const struct end *l = a->owner % 2 ? a : b, *r = a->owner % 2 ? b : a;
        double apart = *port_of (figure, l) - *port_of (figure, r);
        if (a->owner % 2 != b->owner % 2 && l->track >= r->track && apart < near && -apart < near)
          push (figure, all, r);
      }
}

void
hb_assign_ports (hb_figure *figure)
{
  ends all = VEC_EMPTY;
  for (size_t v = 0; v < figure->nodes.size; v++)
    figure->nodes.data[v].port[0] = figure->nodes.data[v].port[1] = 0;
  for (size_t i = 0; i < figure->edges.size; i++)
    if (figure->edges.data[i].shape <= HB_SHAPE_LEVEL)
      for (int which = 0; which < 2; which++)
        vec_push (all, make_end (figure, (hb_id)i, which));
  if (all.size)
    qsort (all.data, all.size, sizeof *all.data, compare_ends);
  for (size_t i = 0, next; i < all.size; i = next)
    {
      for (next = i; next < all.size && all.data[next].owner == all.data[i].owner; next++)
        ;
      spread (figure, all.data + i, next - i);
    }
  part (figure, &all);
  vec_free (all);
}
