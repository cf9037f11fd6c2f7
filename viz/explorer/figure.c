/* The explorer's figure as JSON: columns, boxes, nodes and edges with their places. */
#include "viz/explorer/data.h"

#include "viz/text.h"

static void
key (hb_json *json, const char *name)
{
  hb_json_key (json, name);
}

void
hb_explorer_put_text (hb_json *json, const char *text)
{
  struct hb_run run = { 0 };
  hb_json_open_array (json);
  while (hb_run_next (&text, &run))
    {
      hb_json_open_array (json);
      hb_json_bytes (json, run.text, run.length);
      hb_json_unsigned (json, run.style);
      hb_json_close (json);
    }
  hb_json_close (json);
}

static void
put_point (hb_json *json, double x, double y)
{
  hb_json_open_array (json);
  hb_json_double (json, x, 2);
  hb_json_double (json, y, 2);
  hb_json_close (json);
}

static void
put_rect (hb_json *json, const struct hb_rect *r)
{
  const double sides[4] = { r->x0, r->y0, r->x1, r->y1 };
  hb_json_open_array (json);
  for (int i = 0; i < 4; i++)
    hb_json_double (json, sides[i], 2);
  hb_json_close (json);
}

static void
put_column (hb_json *json, const struct hb_figure_column *column)
{
  hb_json_open_object (json);
  key (json, "text");
  hb_explorer_put_text (json, column->name);
  key (json, "at");
  put_point (json, column->x, (column->title.y0 + column->title.y1) / 2);
  hb_json_close (json);
}

static void
put_box (hb_json *json, const struct hb_figure_box *box)
{
  hb_json_open_object (json);
  key (json, "message");
  hb_json_unsigned (json, box->message);
  key (json, "place");
  put_rect (json, &box->place);
  if (box->name)
    {
      key (json, "text");
      hb_explorer_put_text (json, box->name);
      key (json, "title");
      put_point (json, box->title.x0, (box->title.y0 + box->title.y1) / 2);
    }
  hb_json_close (json);
}

static void
put_node (hb_json *json, const struct hb_figure_node *node)
{
  hb_json_open_object (json);
  key (json, "event");
  if (node->event == HB_NONE)
    hb_json_null (json);
  else
    hb_json_unsigned (json, node->event);
  key (json, "hidden");
  hb_json_unsigned (json, node->hidden);
  key (json, "box");
  hb_json_unsigned (json, node->box);
  key (json, "place");
  put_rect (json, &node->place);
  key (json, "text");
  hb_explorer_put_text (json, node->text);
  hb_json_close (json);
}

static void
put_edge (hb_json *json, const struct hb_figure_edge *edge)
{
  const struct hb_rect *r = &edge->label_place;
  hb_json_open_object (json);
  key (json, "arrow");
  hb_json_string (json, hb_arrow_name (edge->arrow));
  key (json, "from");
  hb_json_unsigned (json, edge->from);
  key (json, "to");
  hb_json_unsigned (json, edge->to);
  key (json, "boxes");
  hb_json_bool (json, edge->between_boxes);
  key (json, "points");
  hb_json_open_array (json);
  for (size_t i = 0; i < edge->points.size; i++)
    {
      hb_json_double (json, edge->points.data[i].x, 2);
      hb_json_double (json, edge->points.data[i].y, 2);
    }
  hb_json_close (json);
  if (edge->label && r->x1 > r->x0)
    {
      key (json, "label");
      hb_explorer_put_text (json, edge->label);
      key (json, "at");
      put_point (json, (r->x0 + r->x1) / 2, (r->y0 + r->y1) / 2);
    }
  hb_json_close (json);
}

void
hb_explorer_put_figure (const struct hb_explorer *explorer)
{
  hb_json *json = explorer->json;
  const hb_figure *figure = explorer->figure;
  const struct
  {
    const char *name;
    double value;
  } sizes[] = { { "width", figure->width },
                { "height", figure->height },
                { "font", figure->sheet.font },
                { "small", figure->sheet.small },
                { "arrow", figure->sheet.arrow } };
  key (json, "figure");
  hb_json_open_object (json);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
      key (json, sizes[i].name);
      hb_json_double (json, sizes[i].value, 2);
    }
  key (json, "columns");
  hb_json_open_array (json);
  for (size_t i = 0; i < figure->columns.size; i++)
    put_column (json, &figure->columns.data[i]);
  hb_json_close (json);
  key (json, "boxes");
  hb_json_open_array (json);
  for (size_t i = 0; i < figure->boxes.size; i++)
    put_box (json, &figure->boxes.data[i]);
  hb_json_close (json);
  key (json, "nodes");
  hb_json_open_array (json);
  for (size_t i = 0; i < figure->nodes.size; i++)
    put_node (json, &figure->nodes.data[i]);
  hb_json_close (json);
  key (json, "edges");
  hb_json_open_array (json);
  for (size_t i = 0; i < figure->edges.size; i++)
    if (figure->edges.data[i].points.size > 1)
      put_edge (json, &figure->edges.data[i]);
  hb_json_close (json);
  hb_json_close (json);
}
