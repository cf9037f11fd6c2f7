/* See pages.h.  Without a height all panels stand below one another on one page; with one each page has a panel, or as many
 * as fit side by side if the drawing is narrow enough for two. */
#include "viz/pages.h"

#include "base/buffer.h"
#include "base/plural.h"

#define MOST_PARTS 1000 /* files that a figure becomes */

const char hb_pages_longest[]
    = "Part 100 of 100. Where a dashed line ends it the figure goes on at the left in part 100, at "
      "the right in part 100, above in parts 100 to 100, below in parts 100 to 100.";

static double
wide_of (const struct hb_tile *tile)
{
  return tile->window.x1 - tile->window.x0;
}

void
hb_pages_cut (struct hb_pages *pages, const hb_solids *solids, double first, double other)
{
  struct hb_tile_sizes sizes = { pages->width, first, other };
  double x = 0;
  hb_tiles_cut (&pages->tiles, solids, &pages->all, &sizes);
  for (size_t i = 0; i < pages->tiles.size; i++)
    {
      double wide = wide_of (&pages->tiles.data[i]);
      bool fits
          = i && (!(pages->height > 0) || (pages->beside && x + pages->gap + wide <= pages->width));
      if (!fits)
        {
          struct hb_page page = { i, i };
          vec_push (pages->pages, page);
          x = -pages->gap;
        }
      x += pages->gap + wide;
      vec_top (pages->pages).last = i + 1;
    }
}

void
hb_pages_free (struct hb_pages *pages)
{
  vec_free (pages->tiles);
  vec_free (pages->pages);
}

struct hb_point
hb_pages_panels (const struct hb_pages *pages, size_t number, hb_panels_list *to)
{
  struct hb_page page = pages->pages.data[number - 1];
  struct hb_point size = { 0, 0 };
  double x = 0, y = 0;
  for (size_t i = page.first; i < page.last; i++)
    {
      const struct hb_rect *w = &pages->tiles.data[i].window;
      struct hb_figure_panel panel
          = { .window = *w,
              .x = x,
              .y = y,
              .head = pages->tiles.data[i].line ? pages->head : pages->first_head,
              .above = pages->tiles.data[i].line > 0,
              .below = w->y1<pages->all.y1, .left = w->x0> pages->all.x0,
              .right = w->x1 < pages->all.x1 };
      double right = x + w->x1 - w->x0, bottom = y + panel.head + w->y1 - w->y0;
      vec_push (*to, panel);
      size.x = right > size.x ? right : size.x;
      size.y = bottom > size.y ? bottom : size.y;
      if (pages->height > 0)
        x = right + pages->gap;
      else
        y = bottom + pages->gap;
    }
  return size;
}

/* --- What they say --- */

/* The page of tile I, from 1. */
static size_t
page_of (const struct hb_pages *p, size_t i)
{
  size_t page = 0;
  while (p->pages.data[page].last <= i)
    page++;
  return page + 1;
}

/* " below in parts 3 to 4": where tile I goes on in the next LINE. */
static void
tell_line (const struct hb_pages *p, hb_buffer *text, size_t i, size_t line, const char *where)
{
  const struct hb_rect *w = &p->tiles.data[i].window;
  size_t first = 0, last = 0;
  for (size_t k = 0; k < p->tiles.size; k++)
    {
      const struct hb_tile *t = &p->tiles.data[k];
      if (t->line != line || t->window.x0 >= w->x1 || t->window.x1 <= w->x0)
        continue;
      first = first ? first : page_of (p, k);
      last = page_of (p, k);
    }
  if (first && first == last)
    hb_buffer_add (text, "%s %s in part %zu", text->size ? "," : "", where, first);
  else if (first)
    hb_buffer_add (text, "%s %s in parts %zu to %zu", text->size ? "," : "", where, first, last);
}

/* Where tile I, which is all of its page, goes on.  New. */
static char *
neighbours (const struct hb_pages *p, size_t i)
{
  hb_buffer text = VEC_EMPTY;
  const struct hb_tile *t = &p->tiles.data[i];
  if (t->place)
    hb_buffer_add (&text, " at the left in part %zu", page_of (p, i - 1));
  if (i + 1 < p->tiles.size && p->tiles.data[i + 1].line == t->line)
    hb_buffer_add (&text, "%s at the right in part %zu", text.size ? "," : "", page_of (p, i + 1));
  if (t->line)
    tell_line (p, &text, i, t->line - 1, "above");
  tell_line (p, &text, i, t->line + 1, "below");
  return hb_buffer_take (&text);
}

char *
hb_pages_sentence (const struct hb_pages *pages, size_t number, size_t count)
{
  const char *on = "Where a dashed line ends it the figure goes on";
  if (!(pages->height > 0))
    return hb_format ("%s in the next panel below: it is too wide for one.", on);
  if (number > pages->pages.size)
    return hb_format ("Part %zu of %zu, the caption of the others.", number, count);
  if (count == 1)
    return hb_format ("%s at the right.", on);
  if (pages->beside)
    return hb_format ("Part %zu of %zu. %s at the right, then in the next part.", number, count,
                      on);
  char *where = neighbours (pages, pages->pages.data[number - 1].first),
       *text = hb_format ("Part %zu of %zu. %s%s.", number, count, on, where);
  hb_free (where);
  return text;
}

/* --- Writing them --- */

static bool
write_all (const struct hb_draw_pages *pages, size_t count, hb_part_put *put, void *self)
{
  for (size_t part = 1; part <= count; part++)
    {
      hb_output *output = pages->next (pages->self, part, count);
      if (!output)
        return false;
      put (self, part, output);
    }
  return true;
}

bool
hb_pages_write (const struct hb_draw_options *options, size_t count, const char *what,
                const char *less, hb_part_put *put, void *self, hb_output *output, hb_diag *diag)
{
  if (options->pages && count > MOST_PARTS)
    {
      hb_error (diag, NULL,
                "the %s has %zu parts, too many files: expected at most %d, or --part N%s", what,
                count, MOST_PARTS, less);
      return false;
    }
  if (options->pages)
    return write_all (options->pages, count, put, self);
  if (options->page > count)
    {
      hb_error (diag, NULL, "the %s has %zu part%s, so there is no part %zu", what, count,
                HB_S (count), options->page);
      return false;
    }
  if (count > 1 && !options->page)
    hb_warning (diag, NULL, "part 1 of %zu of the %s; --part N draws another one%s%s", count, what,
                count <= MOST_PARTS ? ", --part all each to a file" : "", less);
  put (self, options->page ? options->page : 1, output);
  return true;
}
