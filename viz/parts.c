/* A figure whose letters would be too small goes on in further panels: cut between columns as well as between rows, at the
 * scale of the smallest letters that can be read.  Without a height the panels stand below one another; with one they are
 * parts, each on a page of its own, and the caption says where a part goes on.
 *
 *     part 1   h1 h2 h3 |          part 2   | h4 h5          part 3   ------------
 *              ...                            ...                     h1 h2 h3 ...
 *              ---------                      -----
 *
 * All panels are windows onto one drawing (panels.c). */
#include "viz/figure.h"

#include "base/buffer.h"
#include "viz/tiles.h"

#define GAP 2.5          /* between panels, in sizes of the font */
#define CAPTION_SHARE 3  /* a caption that takes more than this share of a page has a page of its own */

struct page
{
  size_t first, last; /* tiles */
};

struct parter
{
  hb_figure *figure;
  double width, height; /* of a page, in lengths of the figure; height 0: any */
  double head;          /* of the names above a panel */
  hb_tiles tiles;
  VEC (struct page) pages;
  bool beside; /* a page may have several panels side by side */
};

static void
add_solid (hb_solids *solids, const struct hb_rect *r, bool frame)
{
  struct hb_solid solid = { { r->x0 - 1, r->y0 - 1, r->x1 + 1, r->y1 + 1 }, frame };
  if (r->x1 > r->x0)
    vec_push (*solids, solid);
}

/* Messages may be cut between their events; names, events and labels are whole. */
static hb_solids
solids_of (const hb_figure *figure)
{
  hb_solids all = VEC_EMPTY;
  for (size_t c = 0; c < figure->columns.size && !figure->folded; c++)
    {
      struct hb_rect name = figure->columns.data[c].title;
      name.y1 = figure->height;
      add_solid (&all, &name, true);
    }
  for (size_t b = 0; b < figure->boxes.size; b++)
    {
      const struct hb_figure_box *box = &figure->boxes.data[b];
      add_solid (&all, &box->place, true);
      add_solid (&all, &box->title, false);
      if (box->handler)
        add_solid (&all, &box->handler_place, false);
    }
  for (size_t v = 0; v < figure->nodes.size; v++)
    add_solid (&all, &figure->nodes.data[v].place, false);
  for (size_t g = 0; g < figure->groups.size; g++)
    {
      add_solid (&all, &figure->groups.data[g].place, true);
      add_solid (&all, &figure->groups.data[g].title, false);
    }
  for (size_t e = 0; e < figure->edges.size; e++)
    if (figure->edges.data[e].label)
      add_solid (&all, &figure->edges.data[e].label_place, false);
  return all;
}

/* --- Pages --- */

static double
wide_of (const struct hb_tile *tile)
{
  return tile->window.x1 - tile->window.x0;
}

/* Which tiles stand together: side by side, or below one another, while they fit. */
static void
make_pages (struct parter *p)
{
  double gap = GAP * p->figure->sheet.font, x = 0;
  for (size_t i = 0; i < p->tiles.size; i++)
    {
      double wide = wide_of (&p->tiles.data[i]);
      bool fits = i && (!(p->height > 0) || (p->beside && x + gap + wide <= p->width));
      if (!fits)
        {
          struct page page = { i, i };
          vec_push (p->pages, page);
          x = -gap;
        }
      x += gap + wide;
      vec_top (p->pages).last = i + 1;
    }
}

/* The page of tile I, from 1. */
static size_t
page_of (const struct parter *p, size_t i)
{
  size_t page = 0;
  while (p->pages.data[page].last <= i)
    page++;
  return page + 1;
}

/* The panels of PAGE. */
static void
place (struct parter *p, const struct page *page)
{
  hb_figure *figure = p->figure;
  double gap = GAP * figure->sheet.font, x = 0, y = 0;
  const struct hb_rect all = { 0, 0, figure->width, figure->height };
  figure->width = figure->height = 0;
  for (size_t i = page->first; i < page->last; i++)
    {
      const struct hb_rect *w = &p->tiles.data[i].window;
      struct hb_figure_panel panel = { .window = *w,
                                       .x = x,
                                       .y = y,
                                       .head = p->head,
                                       .above = p->tiles.data[i].line > 0,
                                       .below = w->y1 < all.y1,
                                       .left = w->x0 > 0,
                                       .right = w->x1 < all.x1 };
      double right = x + wide_of (&p->tiles.data[i]), bottom = y + p->head + w->y1 - w->y0;
      vec_push (figure->panels, panel);
      figure->width = right > figure->width ? right : figure->width;
      figure->height = bottom > figure->height ? bottom : figure->height;
      if (p->height > 0)
        x = right + gap;
      else
        y = bottom + gap;
    }
}

/* --- What the caption says --- */

/* "; below in parts 3 and 4": where tile I goes on BY lines and PLACES. */
static void
tell_next (const struct parter *p, hb_buffer *text, size_t i, int by)
{
  const struct hb_tile *t = &p->tiles.data[i];
  size_t first = 0, last = 0;
  for (size_t k = 0; k < p->tiles.size; k++)
    if (p->tiles.data[k].line == t->line + (size_t)by && p->tiles.data[k].window.x0 < t->window.x1
        && p->tiles.data[k].window.x1 > t->window.x0)
      {
        first = first ? first : page_of (p, k);
        last = page_of (p, k);
      }
  if (first && first == last)
    hb_buffer_add (text, "%s %s in part %zu", text->size ? "," : "", by < 0 ? "above" : "below",
                   first);
  else if (first)
    hb_buffer_add (text, "%s %s in parts %zu to %zu", text->size ? "," : "",
                   by < 0 ? "above" : "below", first, last);
}

/* Where the tile that is all of a page goes on.  New, "" if nowhere. */
static char *
neighbours (const struct parter *p, size_t i)
{
  hb_buffer text = VEC_EMPTY;
  const struct hb_tile *t = &p->tiles.data[i];
  if (t->place)
    hb_buffer_add (&text, " at the left in part %zu", page_of (p, i - 1));
  if (i + 1 < p->tiles.size && p->tiles.data[i + 1].line == t->line)
    hb_buffer_add (&text, "%s at the right in part %zu", text.size ? "," : "",
                   page_of (p, i + 1));
  if (t->line)
    tell_next (p, &text, i, -1);
  tell_next (p, &text, i, 1);
  return hb_buffer_take (&text);
}

/* The sentence of page NUMBER of COUNT.  New. */
static char *
sentence (const struct parter *p, size_t number, size_t count)
{
  const char *on = "Where a dashed line ends it the figure goes on";
  if (!(p->height > 0))
    return hb_format ("%s in the next panel below: it is too wide for one.", on);
  if (number > p->pages.size)
    return hb_format ("Part %zu of %zu, the caption of the others.", number, count);
  const struct page *page = &p->pages.data[number - 1];
  if (page->last - page->first > 1 || p->beside)
    return hb_format ("Part %zu of %zu. %s at the right, then in the next part.", number, count,
                      on);
  char *where = neighbours (p, page->first),
       *text = hb_format ("Part %zu of %zu. %s%s.", number, count, on, where);
  hb_free (where);
  return text;
}

/* --- All of it --- */

/* What legend and caption TEXT take on a page. */
static double
below_with (hb_figure *figure, double width, const char *text)
{
  char *caption = figure->caption;
  double wide = figure->width, high = figure->height;
  figure->caption = (char *)text;
  figure->width = width, figure->height = 0;
  hb_legend (figure);
  double all = figure->height;
  hb_legend_clear (figure);
  figure->caption = caption;
  figure->width = wide, figure->height = high;
  return all;
}

static void
cut (struct parter *p, double first, double other)
{
  struct hb_rect all = { 0, p->figure->folded ? 0 : p->head, p->figure->width, p->figure->height };
  struct hb_tile_sizes sizes = { p->width, first, other };
  hb_solids solids = solids_of (p->figure);
  hb_tiles_cut (&p->tiles, &solids, &all, &sizes);
  make_pages (p);
  vec_free (solids);
}

static double
head_of (const hb_figure *figure)
{
  double head = 0;
  for (size_t c = 0; c < figure->columns.size; c++)
    head = figure->columns.data[c].title.y1 > head ? figure->columns.data[c].title.y1 : head;
  return head;
}

void
hb_parts (hb_figure *figure, double width, double height)
{
  struct parter p = { .figure = figure,
                      .width = width,
                      .height = height,
                      .head = head_of (figure),
                      .beside = height > 0 && 2 * figure->width + GAP * figure->sheet.font <= width,
                      .tiles = VEC_EMPTY };
  const char *widest = "Part 100 of 100. Where a dashed line ends it the figure goes on at the left in "
                       "part 100, at the right in part 100, above in parts 100 to 100, below in "
                       "parts 100 to 100.";
  char *with = hb_format ("%s%s%s", figure->caption ? figure->caption : "",
                          figure->caption ? "\n" : "", widest);
  double first = below_with (figure, width, with), other = below_with (figure, width, widest);
  bool apart = height > 0 && first > height / CAPTION_SHARE && first > 2 * other;
  hb_free (with);
  first = apart ? other : first;
  other = p.beside ? first : other; /* panels of the first page, too, are cut at later lines */
  cut (&p, height > 0 ? height - first - p.head : 0, height > 0 ? height - other - p.head : 0);
  figure->parts = p.pages.size + apart;
  figure->part = figure->options->page ? figure->options->page : 1;
  if (figure->part <= figure->parts)
    {
      char *text = sentence (&p, figure->part, figure->parts);
      bool whole = figure->part == (apart ? figure->parts : 1) && figure->caption;
      char *caption = whole ? hb_format ("%s\n%s", figure->caption, text) : hb_copy_text (text);
      hb_free (text);
      hb_free (figure->caption);
      figure->caption = caption;
      if (figure->part <= p.pages.size)
        place (&p, &p.pages.data[figure->part - 1]);
      else
        figure->width = figure->height = 0;
      if (height > 0 && figure->width < width) /* so that all parts are as wide */
        figure->width = width;
      hb_legend (figure);
    }
  vec_free (p.tiles);
  vec_free (p.pages);
}
