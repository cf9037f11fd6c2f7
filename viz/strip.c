/* Places for the panels of a strip; see strip.h.
 *
 * A handler's column is equally wide in all panels, so that the eye can follow it; panels of one line are
 * equally high.  Handlers that do not fit side by side stand in bands below one another, in every panel. */
#include "viz/strip_panels.h"

#include "viz/pages.h"
#include "viz/text.h"

#include <string.h>

/* Columns side by side: FIRST .. LAST - 1. */
struct band
{
  size_t first, last;
};

struct placing
{
  const struct hb_strip *strip;
  hb_sketch *sketch;
  double *widths; /* column -> of its cells */
  VEC (struct band) bands;
  double inner;  /* width of a panel without its border */
  double indent; /* of its columns, where the title is wider */
  bool running;  /* something is under way in some panel */
  double cell, between, border,
      gap; /* height of a cell; space between columns, in a panel, between panels */
};

/* Panels side by side, equally high. */
struct line
{
  size_t first, last; /* panels first .. last - 1 */
  unsigned titles;    /* lines of the longest title */
  bool slot;          /* something is under way: it stands above the mailbox */
  double height;
};

static const struct hb_strip_stack *
stack_of (const struct placing *p, const struct hb_strip_panel *panel, size_t column)
{
  return &p->strip->stacks.data[panel->first + column];
}

/* --- Sizes --- */

/* The width of a cell for TEXT, which is freed. */
static double
cell_width (const struct placing *p, char *text)
{
  double width = hb_text_width (text, p->sketch->sheet.font) + 0.9 * p->sketch->sheet.font;
  hb_free (text);
  return width;
}

static void
widen (double *width, double least)
{
  if (*width < least)
    *width = least;
}

/* The handler's name and its mailbox if that is no queue, two lines.  New. */
static char *
heading (const struct hb_strip *strip, hb_id handler, bool second)
{
  enum hb_mailbox mailbox = (enum hb_mailbox)strip->trace->handlers.data[handler].mailbox;
  if (second)
    return hb_copy_text (mailbox == HB_QUEUE ? "" : hb_mailbox_name (mailbox));
  return hb_strip_handler (strip, handler);
}

static bool
has_mailbox_names (const struct hb_strip *strip)
{
  for (size_t c = 0; c < strip->columns.size; c++)
    if (strip->trace->handlers.data[strip->columns.data[c]].mailbox != HB_QUEUE)
      return true;
  return false;
}

/* Divides the columns into as few bands as fit the page; gives the width of the widest. */
static double
make_bands (struct placing *p)
{
  double room = hb_sketch_room (p->sketch) - 2 * p->border, x = 0, most = 0;
  for (size_t c = 0; c < p->strip->columns.size; c++)
    {
      double right = x + (x > 0 ? p->between : 0) + p->widths[c];
      if (!c || right > room)
        {
          vec_push (p->bands, ((struct band){ c, c }));
          right = p->widths[c];
        }
      x = right;
      most = x > most ? x : most;
      vec_top (p->bands).last = c + 1;
    }
  return most;
}

static void
measure (struct placing *p)
{
  const struct hb_strip *strip = p->strip;
  double size = p->sketch->sheet.font;
  for (size_t c = 0; c < strip->columns.size; c++)
    {
      p->widths[c] = 2.6 * size;
      widen (&p->widths[c], cell_width (p, heading (strip, strip->columns.data[c], false)));
      widen (&p->widths[c], cell_width (p, heading (strip, strip->columns.data[c], true)));
    }
  for (size_t i = 0; i < strip->panels.size; i++)
    for (size_t c = 0; c < strip->columns.size; c++)
      {
        const struct hb_strip_stack *stack = stack_of (p, &strip->panels.data[i], c);
        if (stack->running != HB_NONE)
          {
            p->running = true;
            widen (&p->widths[c], cell_width (p, hb_strip_cell (strip, stack->running)));
          }
        for (size_t k = 0; k < stack->count; k++)
          {
            hb_id message = strip->cells.data[stack->first + k].message;
            if (message != HB_NONE)
              widen (&p->widths[c], cell_width (p, hb_strip_cell (strip, message)));
          }
      }
  p->inner = make_bands (p);
  double columns = p->inner;
  widen (&p->inner, 8 * size);
  p->indent = (p->inner - columns) / 2;
}

/* Title of a panel with its number, broken into lines.  New. */
static char *
title (const struct placing *p, const struct hb_strip_panel *panel)
{
  char *text = panel->step == HB_NONE
                   ? hb_copy_text (panel->title)
                   : hb_format (HB_BOLD "%u" HB_BOLD_END "  %s", panel->step + 1, panel->title);
  char *lines = hb_text_wrap (text, p->sketch->sheet.small, p->inner);
  hb_free (text);
  return lines;
}

static unsigned
count_lines (const char *text)
{
  unsigned lines = 1;
  for (; *text; text++)
    lines += *text == '\n';
  return lines;
}

static double
head_height (const struct placing *p)
{
  return (has_mailbox_names (p->strip) ? 2.7 : 1.5) * p->sketch->sheet.font;
}

/* What BAND needs in the panels of LINE. */
static double
band_height (const struct placing *p, const struct line *line, const struct band *band)
{
  size_t cells = 1;
  for (size_t i = line->first; i < line->last; i++)
    for (size_t c = band->first; c < band->last; c++)
      {
        size_t count = stack_of (p, &p->strip->panels.data[i], c)->count;
        cells = count > cells ? count : cells;
      }
  return head_height (p) + (line->slot ? p->cell + 0.3 * p->sketch->sheet.font : 0)
         + (double)cells * p->cell;
}

/* What panels FIRST .. LAST - 1 need. */
static struct line
line_of_panels (const struct placing *p, size_t first, size_t last)
{
  double size = p->sketch->sheet.font;
  struct line line = { .first = first, .last = last, .titles = 1 };
  for (size_t i = first; i < last; i++)
    {
      const struct hb_strip_panel *panel = &p->strip->panels.data[i];
      char *text = title (p, panel);
      if (count_lines (text) > line.titles)
        line.titles = count_lines (text);
      for (size_t c = 0; c < p->strip->columns.size; c++)
        line.slot = line.slot || stack_of (p, panel, c)->running != HB_NONE;
      hb_free (text);
    }
  line.height = 2 * p->border + line.titles * 1.3 * p->sketch->sheet.small + 0.4 * size;
  for (size_t b = 0; b < p->bands.size; b++)
    line.height += band_height (p, &line, &p->bands.data[b]) + (b ? p->between : 0);
  return line;
}

/* --- Places --- */

static void
place_title (const struct placing *p, const struct hb_strip_panel *panel, hb_id frame, double x,
             double y)
{
  double size = p->sketch->sheet.small;
  char *lines = title (p, panel);
  for (char *line = lines; line;)
    {
      char *end = strchr (line, '\n');
      if (end)
        *end = '\0';
      hb_sketch_text (p->sketch, x, y + 0.65 * size, size, hb_copy_text (line), HB_INK_ARROW,
                      frame);
      y += 1.3 * size;
      line = end ? end + 1 : NULL;
    }
  hb_free (lines);
}

static void
place_stack (const struct placing *p, const struct hb_strip_stack *stack, bool slot, double x,
             double y, double width)
{
  double size = p->sketch->sheet.font, height = p->cell;
  if (stack->running != HB_NONE)
    {
      struct hb_rect place = { x, y, x + width, y + height - 2 };
      hb_id rect = hb_sketch_rect (p->sketch, place, HB_INK_RUNNING);
      hb_sketch_centred (p->sketch, rect, size, hb_strip_cell (p->strip, stack->running),
                         HB_INK_RUNNING);
      hb_sketch_full (p->sketch, hb_strip_cell_name (p->strip, stack->running));
    }
  y += slot ? height + 0.3 * size : 0;
  for (size_t k = 0; k < stack->count; k++, y += height)
    {
      const struct hb_strip_cell *cell = &p->strip->cells.data[stack->first + k];
      struct hb_rect place = { x, y, x + width, y + height - 2 };
      hb_id rect
          = hb_sketch_rect (p->sketch, place, cell->message == HB_NONE ? HB_INK_COLUMN : cell->ink);
      char *text = cell->message == HB_NONE ? hb_format ("+ %u", cell->hidden)
                                            : hb_strip_cell (p->strip, cell->message);
      hb_sketch_centred (p->sketch, rect, cell->message == HB_NONE ? p->sketch->sheet.small : size,
                         text, cell->ink);
      if (cell->message != HB_NONE)
        hb_sketch_full (p->sketch, hb_strip_cell_name (p->strip, cell->message));
    }
}

/* Heads of the columns: names of handlers, and of mailboxes in a second line. */
static void
place_heading (const struct placing *p, hb_id handler, hb_id frame, double x, double y,
               double width)
{
  double size = p->sketch->sheet.font;
  char *name = heading (p->strip, handler, false), *mailbox = heading (p->strip, handler, true);
  double middle = x + width / 2;
  hb_sketch_middle (p->sketch, middle, y + 0.7 * size, size, name, HB_INK_ARROW, frame);
  hb_sketch_full (p->sketch, hb_handler_name (p->strip->trace, handler));
  if (*mailbox)
    hb_sketch_middle (p->sketch, middle, y + 1.9 * size, p->sketch->sheet.small, mailbox,
                      HB_INK_FAINT, frame);
  else
    hb_free (mailbox);
}

static void
place_panel (const struct placing *p, const struct hb_strip_panel *panel, const struct line *line,
             double x, double y)
{
  double size = p->sketch->sheet.font;
  struct hb_rect frame = { x, y, x + p->inner + 2 * p->border, y + line->height };
  hb_id rect = hb_sketch_rect (p->sketch, frame, HB_INK_PANEL);
  x += p->border;
  y += p->border;
  place_title (p, panel, rect, x, y);
  y += line->titles * 1.3 * p->sketch->sheet.small + 0.4 * size;
  x += p->indent;
  for (size_t b = 0; b < p->bands.size; b++)
    {
      double high = band_height (p, line, &p->bands.data[b]), left = x;
      for (size_t c = p->bands.data[b].first; c < p->bands.data[b].last; c++)
        {
          struct hb_rect ground = { left, y, left + p->widths[c], y + high };
          hb_sketch_rect (p->sketch, ground, HB_INK_COLUMN);
          place_heading (p, p->strip->columns.data[c], rect, left, y, p->widths[c]);
          place_stack (p, stack_of (p, panel, c), line->slot, left + 1, y + head_height (p),
                       p->widths[c] - 2);
          left += p->widths[c] + p->between;
        }
      y += high + p->between;
    }
}

/* --- Legend --- */

static bool
is_used (const struct placing *p, enum hb_ink ink)
{
  for (size_t i = 0; i < p->strip->cells.size; i++)
    if (p->strip->cells.data[i].ink == ink)
      return true;
  return ink == HB_INK_RUNNING && p->running;
}

static void
place_legend (const struct placing *p, double width)
{
  static const struct
  {
    enum hb_ink ink;
    const char *text;
  } entries[] = { { HB_INK_NEW, "just posted" },
                  { HB_INK_RUNNING, "under way" },
                  { HB_INK_READY, "may be taken next" } };
  double size = p->sketch->sheet.small, x = 0, y = p->sketch->height + 1.1 * size;
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (is_used (p, entries[i].ink))
      {
        double length = 2.2 * size + hb_text_width (entries[i].text, size);
        if (x > 0 && x + length > width)
          {
            x = 0;
            y += 1.6 * size;
          }
        struct hb_rect sample = { x + 0.5, y, x + 1.6 * size, y + size };
        hb_sketch_rect (p->sketch, sample, entries[i].ink);
        hb_sketch_text (p->sketch, x + 2.2 * size, y + size / 2, size,
                        hb_copy_text (entries[i].text), HB_INK_ARROW, HB_NONE);
        x += length + 1.6 * size;
      }
}

/* --- All of it --- */

/* The panels of LINE; Y is the top. */
static void
place_line (const struct placing *p, const struct line *line, double y)
{
  double outer = p->inner + 2 * p->border;
  for (size_t i = line->first; i < line->last; i++)
    {
      double x = (double)(i - line->first) * (outer + p->gap);
      place_panel (p, &p->strip->panels.data[i], line, x, y);
      struct hb_sketch_arrow arrow
          = { { x - p->gap + 1.5, y + line->height / 2 }, { x - 1.5, y + line->height / 2 } };
      if (i > line->first)
        vec_push (p->sketch->arrows, arrow);
    }
}

/* The height that panels of one page may take; 0: any. */
static double
page_height (const struct placing *p, double outer)
{
  double room = hb_sketch_room (p->sketch), high = p->sketch->options->height * 72 / 2.54;
  double scale = outer > room ? room / outer : 1;
  return high > 0 ? (high - 2 * HB_MARGIN) / scale - 3 * p->sketch->sheet.small : 0;
}

/* Those of page WANTED.  Gives the number of pages. */
static size_t
place_panels (struct placing *p, size_t wanted)
{
  const struct hb_strip *strip = p->strip;
  double outer = p->inner + 2 * p->border, y = 0;
  double fitting = (hb_sketch_room (p->sketch) + p->gap) / (outer + p->gap),
         high = page_height (p, outer);
  size_t a_line = fitting < 1 ? 1 : (size_t)fitting, page = 1, last;
  for (size_t first = 0; first < strip->panels.size; first = last)
    {
      last = first + a_line < strip->panels.size ? first + a_line : strip->panels.size;
      struct line line = line_of_panels (p, first, last);
      if (high > 0 && y > 0 && y + line.height > high)
        {
          page++;
          y = 0;
        }
      if (page == wanted || !(high > 0))
        place_line (p, &line, y);
      y += line.height + p->gap / 2;
    }
  return page;
}

size_t
hb_strip_place (const struct hb_strip *strip, size_t page, hb_sketch *sketch)
{
  hb_sketch_init (sketch, &strip->options->draw, "Mailboxes along a run");
  double size = sketch->sheet.font;
  struct placing p = { .strip = strip,
                       .sketch = sketch,
                       .widths = hb_calloc (strip->columns.size, sizeof *p.widths),
                       .cell = 1.45 * size + 2,
                       .between = 0.5 * size,
                       .border = 0.5 * size,
                       .gap = 1.6 * size };
  measure (&p);
  size_t pages = place_panels (&p, page);
  if (!strip->options->draw.no_legend)
    place_legend (&p, sketch->width);
  if (!strip->options->draw.no_caption && hb_sketch_is_shortened (sketch))
    hb_sketch_caption (sketch, hb_format (HB_NAMES_SHORTENED, (size_t)HB_LONGEST_SHOWN),
                       sketch->width);
  vec_free (p.bands);
  hb_free (p.widths);
  return pages;
}

/* A strip that takes several pages, and what its sketches are told: they have no parts of their own. */
struct paged
{
  const struct hb_strip *strip;
  struct hb_draw_options options;
  hb_diag *diag;
};

static void
put_page (void *self, size_t page, hb_output *output)
{
  const struct paged *p = self;
  hb_sketch sketch;
  hb_strip_place (p->strip, page, &sketch);
  sketch.options = &p->options;
  hb_sketch_write (&sketch, output, p->diag);
  hb_sketch_free (&sketch);
}

bool
hb_draw_strip (const hb_trace *trace, const hb_id *run, const struct hb_strip_options *options,
               hb_output *output, hb_diag *diag)
{
  struct hb_strip strip;
  bool good = hb_strip_make (&strip, trace, run, options, diag);
  if (good)
    {
      hb_sketch sketch;
      size_t pages = hb_strip_place (&strip, 1, &sketch);
      struct paged paged = { &strip, options->draw, diag };
      paged.options.page = 0, paged.options.pages = NULL;
      good = pages > 1 ? hb_pages_write (&options->draw, pages, "strip", "", put_page, &paged,
                                         output, diag)
                       : hb_sketch_write (&sketch, output, diag);
      hb_sketch_free (&sketch);
    }
  hb_strip_free (&strip);
  return good;
}
