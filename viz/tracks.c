/* Tracks: legs that share a gutter or a lane run side by side.
 *
 * This is the channel routing of circuit layout.  Seen along the channel a leg is an interval whose two
 * ends turn left or right:
 *
 *          track 0  track 1
 *     -------+         .            an end that turns left,
 *            |         +--------    one that turns right
 *            |         |
 *            +---------(--------    crosses the other: better on track 1
 *                      +--------
 *
 * The legs are put into an order with few crossings by swapping neighbours, then each takes the first
 * track after those that it overlaps. */
#include "viz/route.h"

#define MOST_SORTED 400 /* legs in one channel that are still sorted */

struct wire
{
  struct hb_leg *leg;
  hb_id low, high;
  struct
  {
    hb_id at;
    bool forward; /* turns to higher tracks */
  } ends[2];
};

typedef VEC (struct wire) channel;

/* Crossings at the ends of A that pass B, when A is (BEFORE) on a lower track than B or on a higher. */
static int
passing (const struct wire *a, const struct wire *b, bool before)
{
  int cost = 0;
  for (int i = 0; i < 2; i++)
    {
      if (a->ends[i].forward != before)
        continue;
      if (b->low < a->ends[i].at && a->ends[i].at < b->high)
        cost += 2;
      for (int k = 0; k < 2; k++)
        if (a->ends[i].at == b->ends[k].at && a->ends[i].forward != b->ends[k].forward)
          cost += 6; /* they would lie on one another */
    }
  return cost;
}

static int
cost_of_order (const struct wire *first, const struct wire *second)
{
  return passing (first, second, true) + passing (second, first, false);
}

static void
sort (channel *wires)
{
  if (wires->size > MOST_SORTED)
    return;
  bool changed = true;
  for (size_t sweep = 0; changed && sweep <= wires->size; sweep++)
    {
      changed = false;
      /* Moves a wire over several others at once when neighbours alone gain nothing. */
      for (size_t i = 1; i < wires->size; i++)
        {
          int gain = 0, best = 0;
          size_t goal = i;
          for (size_t k = i; k-- > 0;)
            {
              gain += cost_of_order (&wires->data[k], &wires->data[i])
                      - cost_of_order (&wires->data[i], &wires->data[k]);
              if (gain > best)
                {
                  best = gain;
                  goal = k;
                }
            }
          struct wire moved = wires->data[i];
          for (size_t k = i; k > goal; k--)
            wires->data[k] = wires->data[k - 1];
          wires->data[goal] = moved;
          changed |= goal != i;
        }
    }
}

/* Gives tracks; their number. */
static hb_id
assign (channel *wires)
{
  hb_id tracks = 0;
  sort (wires);
  for (size_t i = 0; i < wires->size; i++)
    {
      struct wire *wire = &wires->data[i];
      hb_id track = 0;
      for (size_t k = 0; k < i; k++)
        {
          const struct wire *other = &wires->data[k];
          if (other->low <= wire->high && wire->low <= other->high && other->leg->track >= track)
            track = other->leg->track + 1;
        }
      wire->leg->track = track;
      if (track >= tracks)
        tracks = track + 1;
    }
  return tracks;
}

/* The wire of leg K of edge E; its neighbours on the route say where its ends turn. */
static struct wire
make_wire (struct hb_figure_edge *e, size_t k)
{
  struct hb_leg *leg = &e->legs.data[k];
  struct wire wire = { .leg = leg,
                       .low = leg->from < leg->to ? leg->from : leg->to,
                       .high = leg->from < leg->to ? leg->to : leg->from };
  const struct hb_leg *before = &e->legs.data[k - 1], *after = &e->legs.data[k + 1];
  wire.ends[0].at = leg->from;
  wire.ends[0].forward = before->from > before->to;
  wire.ends[1].at = leg->to;
  wire.ends[1].forward = after->to > after->from;
  return wire;
}

void
hb_assign_tracks (hb_figure *figure)
{
  size_t gutters = figure->columns.size + 1, lanes = (size_t)figure->rows + 1;
  channel *vertical = hb_calloc (gutters, sizeof *vertical);
  channel *flat = hb_calloc (lanes, sizeof *flat);
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[i];
      for (size_t k = 1; k + 1 < e->legs.size; k++)
        if (e->legs.data[k].vertical)
          vec_push (vertical[e->legs.data[k].at], make_wire (e, k));
        else
          vec_push (flat[e->legs.data[k].at / 2], make_wire (e, k));
    }
  vec_clear (figure->gutter_tracks);
  vec_clear (figure->lane_tracks);
  for (size_t g = 0; g < gutters; g++)
    {
      vec_push (figure->gutter_tracks, assign (&vertical[g]));
      vec_free (vertical[g]);
    }
  for (size_t l = 0; l < lanes; l++)
    {
      vec_push (figure->lane_tracks, assign (&flat[l]));
      vec_free (flat[l]);
    }
  hb_free (vertical);
  hb_free (flat);
}
