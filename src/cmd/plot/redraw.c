/* See redraw.h.
 *
 *     series,X LABEL,Y LABEL,low,high,count[,z,note]
 *     cds,20,2.1855,1.72325,3.8625,20,,
 *
 * Columns behind y may be missing or empty; a series without a label is a thin line that the key leaves out, but for one that
 * is alone. */
#include "cmd/plot/redraw.h"

#include "base/input.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define FIELDS 8
#define LEAST_FIELDS 3

/* The next field at *AT, unquoted in place, and *AT behind its comma; NULL at the end of the line. */
static char *
next_field (char **at)
{
  char *from = *at, *to = from, *field = from;
  if (!from)
    return NULL;
  bool quoted = *from == '"';
  for (from += quoted; *from && (quoted || *from != ','); from++)
    {
      if (*from == '"' && quoted && from[1] != '"')
        quoted = false;
      else
        *to++ = *from == '"' && quoted ? *from++ : *from;
    }
  *at = *from ? from + 1 : NULL;
  *to = '\0';
  return field;
}

/* The fields of LINE, which is cut up; their number, at most FIELDS. */
static int
split (char *line, char *fields[FIELDS])
{
  int count = 0;
  for (char *at = line, *field; count < FIELDS && (field = next_field (&at));)
    fields[count++] = field;
  for (int i = count; i < FIELDS; i++)
    fields[i] = NULL;
  return count;
}

/* Does the LIST have LABEL, and at what place?  -1: no. */
static int
place_in (const char *list, const char *label)
{
  int place = 0;
  for (const char *at = list ? list : ""; *at; at += strcspn (at, ","), at += *at == ',', place++)
    if (strlen (label) == strcspn (at, ",") && !strncmp (at, label, strlen (label)))
      return place;
  return -1;
}

/* Is LABEL that of a line about the series OF: "cds: events^1.58"? */
static bool
is_about (const char *label, const char *of)
{
  size_t length = of ? strlen (of) : 0;
  return length && !strncmp (label, of, length) && label[length] == ':';
}

/* The series LABEL, a new one if there is none. */
static size_t
find_series (struct hb_plot *plot, const char *label, const struct plot_looks *looks)
{
  for (size_t i = 0; i < plot->series.size; i++)
    if (!strcmp (plot->series.data[i].label ? plot->series.data[i].label : "", label))
      return i;
  const char *marks = looks->marks ? looks->marks : "";
  enum hb_plot_style style = !*label || place_in (looks->lines, label) >= 0 ? HB_PLOT_LINE
                             : place_in (looks->marks, label) >= 0 || !strcmp (marks, "all")
                                 ? HB_PLOT_MARKS
                                 : HB_PLOT_CURVE;
  size_t made = hb_plot_add (plot, *label ? label : NULL, style);
  struct hb_plot_series *series = &plot->series.data[made];
  int colour = place_in (looks->colours, label);
  series->colour = colour >= 0 ? (size_t)colour : made;
  for (size_t i = 0; i < made && style == HB_PLOT_LINE; i++)
    if (is_about (label, plot->series.data[i].label))
      {
        series->like = i;
        series->colour = plot->series.data[i].colour;
      }
  return made;
}

static bool
read_number (const char *field, double *number)
{
  char *end;
  *number = field && *field ? strtod (field, &end) : 0;
  return field && *field && !*end && *number - *number >= 0; /* no infinity, and a number at all */
}

/* One line of data; false after an error. */
static bool
read_point (struct hb_plot *plot, char *fields[FIELDS], const struct plot_looks *looks,
            const struct hb_place *place, hb_diag *diag)
{
  double x, y, low, high, count;
  if (!read_number (fields[1], &x) || !read_number (fields[2], &y))
    {
      hb_error (diag, place, "expected a series and two numbers, x and y");
      return false;
    }
  struct hb_plot_point *p = hb_plot_point (plot, find_series (plot, fields[0], looks), x, y);
  if (read_number (fields[3], &low) && read_number (fields[4], &high))
    {
      p->low = low;
      p->high = high;
    }
  if (read_number (fields[5], &count))
    p->count = (uint64_t)count;
  return true;
}

/* Do both axes measure the same, "a: time" and "b: time"? */
static bool
is_square (const struct hb_plot *plot)
{
  const char *x = strchr (plot->x_label, ':'), *y = strchr (plot->y_label, ':');
  return x && y && !strcmp (x, y);
}

/* On a logarithmic axis zeros have a tick of their own, below what is least. */
static void
set_axes (struct hb_plot *plot, const struct plot_looks *looks)
{
  double least = 2;
  bool zeros = false;
  plot->log_x = looks->log && strchr (looks->log, 'x');
  plot->log_y = looks->log && strchr (looks->log, 'y');
  plot->square = is_square (plot);
  if (plot->series.size == 1 && !plot->series.data[0].label)
    plot->series.data[0].style = HB_PLOT_CURVE;
  for (size_t i = 0; i < plot->series.size; i++)
    for (size_t k = 0; k < plot->series.data[i].points.size; k++)
      {
        const struct hb_plot_point *p = &plot->series.data[i].points.data[k];
        zeros = zeros || p->low <= 0;
        least = p->y > 0 && p->y < least ? p->y : least;
      }
  if (plot->log_y && zeros)
    plot->log_floor = least / 2;
  if (!strncmp (plot->y_label, "probability", 11))
    plot->y_high = 1;
}

static struct hb_plot *
new_plot (const char *path, char *fields[FIELDS], const struct plot_looks *looks)
{
  const char *slash = strrchr (path, '/'), *name = slash ? slash + 1 : path;
  char *own = hb_copy_bytes (name, strlen (name) - strlen (".csv"));
  struct hb_plot *plot = hb_plot_new (own, looks->title ? looks->title : "", fields[1], fields[2]);
  plot->note = looks->note ? hb_copy_text (looks->note) : NULL;
  hb_free (own);
  return plot;
}

struct hb_plot *
plot_redraw (const char *path, const struct plot_looks *looks, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  struct hb_plot *plot = NULL;
  bool good = input != NULL;
  size_t length;
  struct hb_place place = { .file = path };
  for (const char *line; good && hb_input_line (input, &line, &length);)
    {
      char *own = hb_copy_bytes (line, length), *fields[FIELDS];
      place.line++;
      place.text = line;
      place.length = length;
      int count = split (own, fields);
      if (!plot && (count < LEAST_FIELDS || strcmp (fields[0], "series") != 0))
        {
          hb_error (diag, &place,
                    "no data of a plot: expected the header series,X,Y[,low,high,count]");
          good = false;
        }
      else if (!plot)
        plot = new_plot (path, fields, looks);
      else if (length)
        good = read_point (plot, fields, looks, &place, diag);
      hb_free (own);
    }
  good = good && !hb_input_failed (input) && plot;
  hb_input_close (input);
  if (good)
    set_axes (plot, looks);
  if (good && plot->series.size)
    return plot;
  if (good)
    hb_error (diag, NULL, "%s: no data behind the header", path);
  hb_plot_free (plot);
  return NULL;
}
