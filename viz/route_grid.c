/* The ground of the routes (route.c): what stands where, what already lies there, and what a leg costs. */
#include "viz/route.h"

void
hb_router_start (struct hb_router *r, hb_figure *figure)
{
  *r = (struct hb_router){ .figure = figure,
                           .levels = 2 * figure->rows + 1,
                           .gutters = (hb_id)figure->columns.size + 1 };
  size_t cells = (size_t)r->gutters * r->levels;
  r->covered = hb_calloc (cells, 1);
  r->vertical = hb_calloc (cells, sizeof *r->vertical);
  r->flat = hb_calloc (cells, sizeof *r->flat);
  r->spans = hb_calloc (figure->rows, sizeof *r->spans);
  r->ends = hb_calloc (2 * figure->nodes.size, 1);
  for (size_t i = 0; i < figure->boxes.size; i++)
    {
      const struct hb_figure_box *box = &figure->boxes.data[i];
      uint8_t *column = r->covered + (size_t)box->column * r->levels;
      hb_id first = figure->nodes.data[box->first].row;
      hb_id last = figure->nodes.data[box->first + box->count - 1].row;
      for (hb_id level = 2 * first + 1; level <= 2 * last + 1; level++)
        column[level] = hb_has_frame (box) ? HB_FRAME : HB_LINE;
      for (hb_id v = box->first; v < box->first + box->count; v++)
        column[2 * figure->nodes.data[v].row + 1] = HB_NODE;
    }
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      uint8_t *column = r->covered + (size_t)hb_column_of (figure, e->from) * r->levels;
      for (hb_id row = figure->nodes.data[e->from].row;
           e->shape == HB_SHAPE_BOXES && row < figure->nodes.data[e->to].row; row++)
        column[2 * row + 2] = HB_LINE;
    }
}

void
hb_router_finish (struct hb_router *r)
{
  for (hb_id row = 0; row < r->figure->rows; row++)
    vec_free (r->spans[row]);
  hb_free (r->covered);
  hb_free (r->vertical);
  hb_free (r->flat);
  hb_free (r->spans);
  hb_free (r->ends);
}

hb_id
hb_owner_of (hb_id node, hb_id from, hb_id to)
{
  return 2 * node + (to > from);
}

bool
hb_is_blocked (const struct hb_router *r, hb_id level, hb_id from, hb_id to)
{
  for (hb_id position = from < to ? from : to; position < (from < to ? to : from); position++)
    if (position % 2 && r->covered[(size_t)(position / 2) * r->levels + level] >= HB_FRAME)
      return true;
  return false;
}

bool
hb_row_is_free (const struct hb_router *r, hb_id node, hb_id gutter)
{
  hb_id from = 2 * hb_column_of (r->figure, node) + 1, to = 2 * gutter;
  hb_id row = r->figure->nodes.data[node].row, owner = hb_owner_of (node, from, to);
  hb_id low = from < to ? from : to, high = from < to ? to : from;
  for (hb_id position = low; position <= high; position++)
    if (position % 2 && position != from
        && r->covered[(size_t)(position / 2) * r->levels + 2 * row + 1] >= HB_FRAME)
      return false;
  if (high - low == 1)
    return true;
  for (size_t i = 0; i < r->spans[row].size; i++)
    {
      const struct hb_row_span *s = &r->spans[row].data[i];
      if (s->owner != owner && s->from < high && low < s->to)
        return false;
    }
  return true;
}

long
hb_flat_cost (const struct hb_router *r, hb_id level, hb_id from, hb_id to)
{
  hb_id low = from < to ? from : to, high = from < to ? to : from;
  long cost = 3 * (long)(high - low);
  for (hb_id position = low; position <= high; position++)
    if (position % 2 == 0)
      cost += HB_CROSSING * r->vertical[(size_t)(position / 2) * r->levels + level]
              * (position == from || position == to ? 1 : 2);
    else if (position != from && position != to)
      cost += HB_THROUGH * (r->covered[(size_t)(position / 2) * r->levels + level] != HB_FREE);
  return cost;
}

/* Cost of a leg in GUTTER between levels FROM and TO.  Where it ends on a row, the arrows that pass are
 * those of its own node, and ports keep it apart from them. */
long
hb_vertical_cost (const struct hb_router *r, hb_id gutter, hb_id from, hb_id to)
{
  hb_id low = from < to ? from : to, high = from < to ? to : from;
  const uint16_t *flat = r->flat + (size_t)gutter * r->levels;
  long cost = (long)(high - low) + 6;
  for (hb_id level = low; level <= high; level++)
    if (level != low && level != high)
      cost += 2 * HB_CROSSING * flat[level];
    else if (level % 2 == 0)
      cost += HB_CROSSING * flat[level];
  return cost;
}

/* Cost of one more edge on a side of NODE: from the third on they make the node higher. */
long
hb_crowd_cost (const struct hb_router *r, hb_id node, hb_id gutter)
{
  hb_id side = gutter > hb_column_of (r->figure, node);
  long ends = r->ends[2 * node + side];
  return ends < 2 ? 0 : HB_CROWD * (ends - 1);
}

void
hb_note_vertical (struct hb_router *r, hb_id gutter, hb_id from, hb_id to, unsigned weight)
{
  for (hb_id level = from < to ? from : to; level <= (from < to ? to : from); level++)
    r->vertical[(size_t)gutter * r->levels + level]
        = (uint16_t)(r->vertical[(size_t)gutter * r->levels + level]
                     + weight * (level == from || level == to ? 1 : 2));
}

void
hb_note_flat (struct hb_router *r, hb_id level, hb_id from, hb_id to, unsigned weight)
{
  for (hb_id position = from < to ? from : to; position <= (from < to ? to : from); position++)
    if (position % 2 == 0)
      {
        uint16_t *cell = &r->flat[(size_t)(position / 2) * r->levels + level];
        *cell = (uint16_t)(*cell + weight * (position == from || position == to ? 1 : 2));
      }
}

void
hb_note_row (struct hb_router *r, hb_id row, hb_id owner, hb_id from, hb_id to)
{
  if (owner != HB_NONE && r->ends[owner] < UINT8_MAX)
    r->ends[owner]++;
  struct hb_row_span span = { from < to ? from : to, from < to ? to : from, owner };
  vec_push (r->spans[row], span);
}
