/* Making and freeing figures; see figure.h. */
#include "viz/figure.h"

void
hb_figure_init (hb_figure *figure, const struct hb_draw_options *options)
{
  *figure = (hb_figure){
    .options = options, .sheet = hb_style_sheet (options), .tight = 1, .scale = 1
  };
  figure->below = figure->sheet.small;
}

void
hb_figure_free (hb_figure *figure)
{
  for (size_t i = 0; i < figure->columns.size; i++)
    {
      hb_free (figure->columns.data[i].name);
      hb_free (figure->columns.data[i].full);
      vec_free (figure->columns.data[i].boxes);
    }
  for (size_t i = 0; i < figure->boxes.size; i++)
    {
      hb_free (figure->boxes.data[i].name);
      hb_free (figure->boxes.data[i].full);
      hb_free (figure->boxes.data[i].handler);
      hb_free (figure->boxes.data[i].handler_full);
    }
  for (size_t i = 0; i < figure->nodes.size; i++)
    {
      hb_free (figure->nodes.data[i].text);
      hb_free (figure->nodes.data[i].full);
    }
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      hb_free (figure->edges.data[i].label);
      vec_free (figure->edges.data[i].points);
      vec_free (figure->edges.data[i].legs);
    }
  for (size_t i = 0; i < figure->legend.size; i++)
    hb_free (figure->legend.data[i].text);
  for (size_t i = 0; i < figure->lines.size; i++)
    hb_free (figure->lines.data[i].text);
  for (size_t i = 0; i < figure->groups.size; i++)
    hb_free (figure->groups.data[i].name);
  vec_free (figure->groups);
  hb_free (figure->caption);
  hb_free (figure->alone);
  hb_parts_free (figure);
  vec_free (figure->columns);
  vec_free (figure->boxes);
  vec_free (figure->nodes);
  vec_free (figure->edges);
  vec_free (figure->before);
  vec_free (figure->legend);
  vec_free (figure->lines);
  vec_free (figure->panels);
  vec_free (figure->gutter_tracks);
  vec_free (figure->lane_tracks);
  vec_free (figure->gutter_extra);
  vec_free (figure->row_extra);
  vec_free (figure->row_y);
  vec_free (figure->row_half);
  vec_free (figure->lane_y);
  vec_free (figure->gutter_x);
}

hb_id
hb_figure_add_column (hb_figure *figure, hb_id handler, char *name)
{
  struct hb_figure_column column = { .handler = handler, .name = name };
  vec_push (figure->columns, column);
  return (hb_id)figure->columns.size - 1;
}

hb_id
hb_figure_add_box (hb_figure *figure, hb_id column, hb_id message, char *name)
{
  struct hb_figure_box box = { .column = column,
                               .message = message,
                               .first = (hb_id)figure->nodes.size,
                               .above = HB_NONE,
                               .name = name,
                               .mark = HB_PLAIN };
  hb_id number = (hb_id)figure->boxes.size;
  vec_push (figure->boxes, box);
  vec_push (figure->columns.data[column].boxes, number);
  return number;
}

hb_id
hb_figure_add_node (hb_figure *figure, hb_id event, char *text, hb_id rank)
{
  struct hb_figure_node node = { .box = (hb_id)figure->boxes.size - 1,
                                 .event = event,
                                 .rank = rank,
                                 .row = HB_NONE,
                                 .text = text,
                                 .mark = HB_PLAIN };
  vec_push (figure->nodes, node);
  vec_top (figure->boxes).count++;
  return (hb_id)figure->nodes.size - 1;
}

void
hb_figure_add_group (hb_figure *figure, hb_id first, hb_id last, char *name)
{
  struct hb_figure_group group = { .first = first, .last = last, .name = name };
  vec_push (figure->groups, group);
}

hb_id
hb_figure_add_edge (hb_figure *figure, hb_id from, hb_id to, int arrow, enum hb_mark mark)
{
  struct hb_figure_edge edge
      = { .from = from, .to = to, .arrow = arrow, .mark = mark, .label_place = { 0, 0, -1, -1 } };
  vec_push (figure->edges, edge);
  return (hb_id)figure->edges.size - 1;
}

bool
hb_is_attached (const hb_figure *figure, hb_id node)
{
  const struct hb_figure_box *box = &figure->boxes.data[figure->nodes.data[node].box];
  return figure->nodes.data[node].event == HB_NONE && box->count > 1
         && (node == box->first || node == box->first + box->count - 1);
}
