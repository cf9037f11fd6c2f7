/* Below the figure: a legend of the arrows that it shows, and the caption. */
#include "viz/figure.h"

#include "viz/text.h"

#include <string.h>

static bool
shown (const hb_figure *figure, int arrow)
{
  for (size_t i = 0; i < figure->edges.size; i++)
    if (figure->edges.data[i].arrow == arrow)
      return true;
  return false;
}

/* The mark of the arrows of that kind: grey ones that are not told apart get no entry. */
static enum hb_mark
mark_of (const hb_figure *figure, int arrow)
{
  enum hb_mark mark = HB_FAINT;
  for (size_t i = 0; i < figure->edges.size; i++)
    if (figure->edges.data[i].arrow == arrow && figure->edges.data[i].mark > mark)
      mark = figure->edges.data[i].mark;
  return mark;
}

static void
add_entry (hb_figure *figure, int arrow, enum hb_mark mark, const char *text)
{
  static const char *const words[HB_ARROWS] = {
    [HB_PO] = "program order",     [HB_RF] = "reads-from",      [HB_CO] = "coherence order",
    [HB_FR] = "from-reads",        [HB_PB] = "posted-by",       [HB_EO] = "execution order",
    [HB_MO] = "message order",     [HB_GP] = "get before post", [HB_ARROW_HB] = "happens-before",
    [HB_ARROW_QO] = "queue order",
  };
  struct hb_legend_entry entry = { .arrow = arrow, .mark = mark };
  const char *name = text ? NULL : hb_arrow_text (&figure->sheet, arrow);
  bool renamed = name && strcmp (name, hb_arrow_name (arrow)) != 0;
  entry.text = text || renamed ? hb_copy_text (text ? text : name)
                               : hb_format ("%s %s", name, words[arrow]);
  vec_push (figure->legend, entry);
}

static void
make_entries (hb_figure *figure)
{
  bool faint = false;
  for (int arrow = 0; arrow < HB_ARROWS; arrow++)
    {
      if (!shown (figure, arrow))
        continue;
      enum hb_mark mark = mark_of (figure, arrow);
      if (mark == HB_FAINT)
        faint = true;
      else
        add_entry (figure, arrow, mark, NULL);
    }
  if (faint)
    add_entry (figure, HB_RF, HB_FAINT, "other relations");
  for (size_t v = 0; v < figure->nodes.size; v++)
    if (figure->nodes.data[v].hidden)
      {
        add_entry (figure, HB_LEGEND_HIDDEN, HB_FAINT, "events left out (here 14)");
        return;
      }
}

/* Fills lines with entries from left to right. */
static void
place_entries (hb_figure *figure, double width)
{
  double size = figure->below, sample = 2.6 * size, x = 0, y = figure->height + size * 1.2;
  for (size_t i = 0; i < figure->legend.size; i++)
    {
      struct hb_legend_entry *entry = &figure->legend.data[i];
      double length = sample + 0.5 * size + hb_text_width (entry->text, size);
      if (x > 0 && x + length > width)
        {
          x = 0;
          y += size * 1.5;
        }
      entry->place = (struct hb_rect){ x, y, x + length, y + size };
      x += length + 1.6 * size;
      figure->height = entry->place.y1;
      if (entry->place.x1 > figure->width)
        figure->width = entry->place.x1;
    }
}

static void
place_caption (hb_figure *figure, double width)
{
  double size = figure->below, y = figure->height + size * 1.9;
  char *wrapped = hb_text_wrap (figure->caption, size, width);
  for (char *line = wrapped; line;)
    {
      char *end = strchr (line, '\n');
      if (end)
        *end = '\0';
      struct hb_figure_line placed = { hb_copy_text (line), 0, y };
      double right = hb_text_width (line, size);
      if (right > figure->width)
        figure->width = right;
      vec_push (figure->lines, placed);
      figure->height = y + size * 0.3;
      y += size * 1.35;
      line = end ? end + 1 : NULL;
    }
  hb_free (wrapped);
}

void
hb_legend (hb_figure *figure)
{
  /* Narrow figures have a caption as wide as a small column. */
  double least = 30 * figure->below;
  double width = figure->width > least ? figure->width : least;
  double limit = figure->options->width > 0
                     ? (figure->options->width * 72 / 2.54 - 2 * HB_MARGIN) / figure->scale
                     : least;
  if (figure->width < limit && least > limit)
    width = limit;
  if (!figure->options->no_legend)
    {
      make_entries (figure);
      place_entries (figure, width);
    }
  if (!figure->options->no_caption && figure->caption)
    place_caption (figure, width);
}

void
hb_legend_clear (hb_figure *figure)
{
  for (size_t i = 0; i < figure->legend.size; i++)
    hb_free (figure->legend.data[i].text);
  for (size_t i = 0; i < figure->lines.size; i++)
    hb_free (figure->lines.data[i].text);
  vec_clear (figure->legend);
  vec_clear (figure->lines);
}
