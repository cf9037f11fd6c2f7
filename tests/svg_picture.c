/* See svg_picture.h.  Every thing is compared with every other one. */
#include "svg_picture.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLACK 0.06 /* points: numbers are written with two decimals */

/* --- Reading ---------------------------------------------------------------------------------- */

/* The number of attribute NAME in the tag at TAG. */
static double
attribute (const char *tag, const char *name)
{
  char key[24];
  snprintf (key, sizeof key, " %s=\"", name);
  const char *end = strchr (tag, '>'), *found = strstr (tag, key);
  return found && found < end ? strtod (found + strlen (key), NULL) : 0;
}

/* The text of attribute NAME in the tag at TAG into TO; "" if there is none. */
static void
attribute_text (const char *tag, const char *name, char *to, size_t size)
{
  char key[24];
  snprintf (key, sizeof key, " %s=\"", name);
  const char *end = strchr (tag, '>'), *found = strstr (tag, key);
  to[0] = '\0';
  if (!found || found > end)
    return;
  found += strlen (key);
  size_t length = strcspn (found, "\"");
  snprintf (to, size, "%.*s", (int)(length < size ? length : size - 1), found);
}

static bool
is_tag (const char *at, const char *name)
{
  size_t length = strlen (name);
  return at[0] == '<' && !strncmp (at + 1, name, length) && strchr (" />", at[1 + length]);
}

/* Where the words of a <text> stand, whatever the font: their length is told.  Capitals are 0.72 high. */
static struct svg_box
text_box (const char *tag)
{
  double x = attribute (tag, "x"), y = attribute (tag, "y"), size = attribute (tag, "font-size");
  return (struct svg_box){ x, y - 0.72 * size, x + attribute (tag, "textLength"), y };
}

static void
unite (struct svg_box *all, const struct svg_box *one)
{
  all->x0 = one->x0 < all->x0 ? one->x0 : all->x0;
  all->y0 = one->y0 < all->y0 ? one->y0 : all->y0;
  all->x1 = one->x1 > all->x1 ? one->x1 : all->x1;
  all->y1 = one->y1 > all->y1 ? one->y1 : all->y1;
}

/* The points of a path's data: ends of lines and curves, and the points to which curves are drawn. */
static void
read_path (struct svg_edge *edge, const char *tag, bool is_head)
{
  const char *at = strstr (tag, " d=\"") + 4;
  size_t count = 0;
  while (*at && *at != '"')
    {
      char *end;
      if (strchr ("MLQ Z", *at))
        {
          at++;
          continue;
        }
      struct svg_point point = { strtod (at, &end), 0 };
      point.y = strtod (end, &end);
      at = end;
      if (is_head && count < 3)
        edge->head[count++] = point;
      else if (!is_head)
        vec_push (edge->points, point);
    }
}

static void
read_edge (struct svg_picture *picture, const char *group)
{
  struct svg_edge edge = { .points = VEC_EMPTY };
  const char *line = strstr (group, "<path"), *head = strstr (line + 1, "<path");
  memcpy (edge.relation, strchr (group, ' ') + strlen (" class=\"edge "), 2);
  read_path (&edge, line, false);
  edge.width = attribute (line, "stroke-width");
  attribute_text (line, "stroke", edge.colour, sizeof edge.colour);
  attribute_text (line, "stroke-dasharray", edge.dashes, sizeof edge.dashes);
  read_path (&edge, head, true);
  vec_push (picture->edges, edge);
}

static struct svg_box
rectangle_of (const char *group)
{
  const char *r = strstr (group, "<rect");
  double x = attribute (r, "x"), y = attribute (r, "y");
  return (struct svg_box){ x, y, x + attribute (r, "width"), y + attribute (r, "height") };
}

/* All texts of the group as one box. */
static struct svg_box
texts_of (const char *group)
{
  const char *end = strstr (group, "</g>"), *at = strstr (group, "<text");
  struct svg_box all = text_box (at);
  for (; at && at < end; at = strstr (at + 1, "<text"))
    {
      struct svg_box one = text_box (at);
      unite (&all, &one);
    }
  return all;
}

/* The texts of legend and caption. */
static void
read_below (struct svg_picture *picture, const char *legend)
{
  for (const char *at = legend; at && (at = strstr (at, "<text")) != NULL; at++)
    {
      struct svg_box box = text_box (at);
      vec_push (picture->below, box);
    }
}

static void
read_page (struct svg_picture *picture, const char *text)
{
  const char *box = strstr (text, "viewBox=\"");
  double numbers[4] = { 0, 0, 0, 0 };
  char *at = (char *)(box ? box + strlen ("viewBox=\"") : "");
  for (int i = 0; box && i < 4; i++)
    numbers[i] = strtod (at, &at);
  picture->page = (struct svg_box){ numbers[0], numbers[1], numbers[0] + numbers[2],
                                    numbers[1] + numbers[3] };
}

struct svg_picture
svg_picture_read (const char *text)
{
  struct svg_picture picture = { .messages = VEC_EMPTY };
  read_page (&picture, text);
  read_below (&picture, strstr (text, "<g class=\"legend\""));
  const char *legend = strstr (text, "<g class=\"legend\"");
  for (const char *at = text; at < legend && (at = strstr (at, "<g")) != NULL; at++)
    {
      char name[16];
      if (at >= legend)
        break;
      attribute_text (at, "class", name, sizeof name);
      if (!strcmp (name, "message"))
        {
          struct svg_box box = rectangle_of (at);
          vec_push (picture.messages, box);
        }
      else if (!strcmp (name, "event"))
        {
          struct svg_box box = rectangle_of (at);
          vec_push (picture.events, box);
        }
      else if (!strncmp (name, "edge ", 5))
        read_edge (&picture, at);
      else if (!strncmp (name, "label ", 6))
        {
          struct svg_box label = texts_of (at);
          vec_push (picture.labels, label);
        }
      else if (!strcmp (name, "hidden") && strstr (at, "<text")
               && strstr (at, "<text") < strstr (at, "</g>"))
        {
          struct svg_box hidden = texts_of (at);
          vec_push (picture.hidden, hidden);
        }
      else if (!strcmp (name, "handlers"))
        for (const char *t = at, *end = strstr (at, "</g>"); t && t < end;
             t = strstr (t + 1, "<text"))
          if (is_tag (t, "text"))
            {
              struct svg_box handler = text_box (t);
              vec_push (picture.handlers, handler);
            }
    }
  return picture;
}

void
svg_picture_free (struct svg_picture *p)
{
  for (size_t i = 0; i < p->edges.size; i++)
    vec_free (p->edges.data[i].points);
  vec_free (p->below);
  vec_free (p->messages);
  vec_free (p->events);
  vec_free (p->hidden);
  vec_free (p->labels);
  vec_free (p->handlers);
  vec_free (p->edges);
}

/* --- Checking --------------------------------------------------------------------------------- */

static char said[200];

static const char *
fault (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (said, sizeof said, format, arguments);
  va_end (arguments);
  return said;
}

static bool
overlap (const struct svg_box *a, const struct svg_box *b)
{
  return a->x0 + SLACK < b->x1 && b->x0 + SLACK < a->x1 && a->y0 + SLACK < b->y1
         && b->y0 + SLACK < a->y1;
}

/* The box around the line from P to Q, HALF the pen's width wider. */
static struct svg_box
around (const struct svg_point *p, const struct svg_point *q, double half)
{
  struct svg_box box = { p->x - half, p->y - half, p->x + half, p->y + half };
  struct svg_box other = { q->x - half, q->y - half, q->x + half, q->y + half };
  unite (&box, &other);
  return box;
}

static struct svg_box
head_box (const struct svg_edge *e)
{
  struct svg_box box = around (&e->head[0], &e->head[1], 0);
  struct svg_box other = around (&e->head[2], &e->head[2], 0);
  unite (&box, &other);
  return box;
}

static bool
inside (const struct svg_point *p, const struct svg_box *box)
{
  return p->x > box->x0 - SLACK && p->x < box->x1 + SLACK && p->y > box->y0 - SLACK
         && p->y < box->y1 + SLACK;
}

static bool
on_border (const struct svg_point *p, const struct svg_box *box)
{
  struct svg_box inner
      = { box->x0 + 2 * SLACK, box->y0 + 2 * SLACK, box->x1 - 2 * SLACK, box->y1 - 2 * SLACK };
  return inside (p, box) && !inside (p, &inner);
}

/* Does P touch a thing?  What has no border (the dots for what is left out) is touched from a small distance. */
static bool
touches (const struct svg_picture *f, const struct svg_point *p)
{
  for (size_t i = 0; i < f->events.size; i++)
    if (on_border (p, &f->events.data[i]))
      return true;
  for (size_t i = 0; i < f->messages.size; i++)
    if (on_border (p, &f->messages.data[i]))
      return true;
  return false;
}

static const char *
edge_fault (const struct svg_picture *f, const struct svg_edge *e)
{
  const struct svg_point *start = &e->points.data[0], *tip = &e->head[0];
  bool is_po = !strcmp (e->relation, "po"); /* may lead to and from the dots */
  if (!is_po && !touches (f, tip))
    return fault ("an arrowhead of %s at %.1f,%.1f touches nothing", e->relation, tip->x, tip->y);
  if (!is_po && !touches (f, start))
    return fault ("%s starts at %.1f,%.1f, where nothing is", e->relation, start->x, start->y);
  for (size_t i = 0; i + 1 < e->points.size; i++)
    {
      struct svg_box line = around (&e->points.data[i], &e->points.data[i + 1], 0.05);
      for (size_t k = 0; k < f->events.size; k++)
        if (overlap (&line, &f->events.data[k]))
          {
            struct svg_box inner = f->events.data[k];
            inner.x0 += 0.3, inner.y0 += 0.3, inner.x1 -= 0.3, inner.y1 -= 0.3;
            if (overlap (&line, &inner))
              return fault ("%s runs through an event at %.1f,%.1f", e->relation, inner.x0,
                            inner.y0);
          }
      for (size_t k = 0; k < f->messages.size; k++)
        if (!inside (start, &f->messages.data[k]) && !inside (tip, &f->messages.data[k])
            && overlap (&line, &f->messages.data[k]))
          return fault ("%s runs through a message at %.1f,%.1f", e->relation,
                        f->messages.data[k].x0, f->messages.data[k].y0);
      for (size_t k = 0; k < f->handlers.size; k++)
        if (overlap (&line, &f->handlers.data[k]))
          return fault ("%s runs through the name of a handler", e->relation);
    }
  return NULL;
}

static const char *
label_fault (const struct svg_picture *f, size_t number)
{
  const struct svg_box *label = &f->labels.data[number];
  double x = label->x0, y = label->y0;
  for (size_t i = 0; i < number; i++)
    if (overlap (label, &f->labels.data[i]))
      return fault ("two labels at %.1f,%.1f", x, y);
  for (size_t i = 0; i < f->messages.size; i++)
    if (overlap (label, &f->messages.data[i]))
      return fault ("a label on a message at %.1f,%.1f", x, y);
  for (size_t i = 0; i < f->events.size; i++)
    if (overlap (label, &f->events.data[i]))
      return fault ("a label on an event at %.1f,%.1f", x, y);
  for (size_t i = 0; i < f->hidden.size; i++)
    if (overlap (label, &f->hidden.data[i]))
      return fault ("a label on a number of hidden events at %.1f,%.1f", x, y);
  for (size_t i = 0; i < f->handlers.size; i++)
    if (overlap (label, &f->handlers.data[i]))
      return fault ("a label on the name of a handler at %.1f,%.1f", x, y);
  for (size_t i = 0; i < f->edges.size; i++)
    {
      const struct svg_edge *e = &f->edges.data[i];
      struct svg_box head = head_box (e);
      if (overlap (label, &head))
        return fault ("a label on an arrowhead of %s at %.1f,%.1f", e->relation, x, y);
      for (size_t k = 0; k + 1 < e->points.size; k++)
        {
          struct svg_box line = around (&e->points.data[k], &e->points.data[k + 1], e->width / 2);
          if (overlap (label, &line))
            return fault ("a label on %s at %.1f,%.1f", e->relation, x, y);
        }
    }
  return NULL;
}

static const char *
box_fault (const struct svg_picture *f)
{
  for (size_t i = 0; i < f->messages.size; i++)
    for (size_t k = 0; k < i; k++)
      if (overlap (&f->messages.data[i], &f->messages.data[k]))
        return fault ("two messages on one another");
  for (size_t i = 0; i < f->events.size; i++)
    {
      const struct svg_box *event = &f->events.data[i];
      for (size_t k = 0; k < i; k++)
        if (overlap (event, &f->events.data[k]))
          return fault ("two events on one another");
      for (size_t k = 0; k < f->messages.size; k++)
        {
          const struct svg_box *m = &f->messages.data[k];
          bool in
              = event->x0 > m->x0 && event->y0 > m->y0 && event->x1 < m->x1 && event->y1 < m->y1;
          if (!in && overlap (event, m))
            return fault ("an event on the border of a message");
        }
    }
  return NULL;
}

static const char *
below_fault (const struct svg_picture *f)
{
  for (size_t i = 0; i < f->below.size; i++)
    {
      const struct svg_box *box = &f->below.data[i];
      if (box->x1 > f->page.x1 + SLACK || box->y1 > f->page.y1 + SLACK || box->x0 < f->page.x0)
        return fault ("words below the figure leave the page at %.1f,%.1f", box->x0, box->y0);
      for (size_t k = 0; k < i; k++)
        if (overlap (box, &f->below.data[k]))
          return fault ("words below the figure overlap at %.1f,%.1f", box->x0, box->y0);
      for (size_t k = 0; k < f->edges.size; k++)
        if (f->edges.data[k].head[0].y > box->y0)
          return fault ("an arrow among the words below the figure");
    }
  return NULL;
}

const char *
svg_picture_fault (const struct svg_picture *f)
{
  const char *found = box_fault (f);
  for (size_t i = 0; !found && i < f->edges.size; i++)
    found = edge_fault (f, &f->edges.data[i]);
  for (size_t i = 0; !found && i < f->labels.size; i++)
    found = label_fault (f, i);
  if (!found && f->page.x1 > f->page.x0)
    found = below_fault (f);
  return found;
}
