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

#include "viz/pages.h"

#define GAP 2.5 /* between panels, in sizes of the font */
#define CAPTION_SHARE                                                                              \
  3 /* a caption that takes more than this share of a page has a page of its own */

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

void
hb_take_part (hb_figure *figure, size_t number)
{
  const struct hb_pages *pages = figure->pages;
  bool apart = figure->parts > pages->pages.size; /* the last part is the caption */
  bool whole = number == (apart ? figure->parts : 1) && figure->words;
  char *text = hb_pages_sentence (pages, number, figure->parts);
  struct hb_point size = { 0, 0 };
  hb_free (figure->caption);
  figure->caption = whole ? hb_format ("%s\n%s", figure->words, text) : hb_copy_text (text);
  hb_free (text);
  hb_legend_clear (figure);
  vec_clear (figure->panels);
  if (number <= pages->pages.size)
    size = hb_pages_panels (pages, number, &figure->panels);
  /* All parts are as wide. */
  figure->width = pages->height > 0 && size.x < pages->width ? pages->width : size.x;
  figure->height = size.y;
  hb_legend (figure);
}

void
hb_parts (hb_figure *figure, double width, double height)
{
  double head = hb_panel_head (figure), gap = GAP * figure->sheet.font;
  struct hb_pages *p = hb_calloc (1, sizeof *p);
  *p = (struct hb_pages){ .width = width,
                          .height = height,
                          .head = head,
                          .gap = gap,
                          .beside = height > 0 && 2 * figure->width + gap <= width,
                          .all = { 0, hb_panel_top (figure), figure->width, figure->height } };
  p->first_head = figure->folded ? head : p->all.y0;
  hb_solids solids = solids_of (figure);
  char *with = hb_format ("%s%s%s", figure->caption ? figure->caption : "",
                          figure->caption ? "\n" : "", hb_pages_longest);
  double first = below_with (figure, width, with),
         other = below_with (figure, width, hb_pages_longest);
  bool apart = height > 0 && first > height / CAPTION_SHARE && first > 2 * other;
  first = apart ? other : first;
  other = p->beside ? first : other; /* panels of the first page, too, are cut at later lines */
  hb_pages_cut (p, &solids, height > 0 ? height - first - head : 0,
                height > 0 ? height - other - head : 0);
  figure->pages = p;
  figure->parts = p->pages.size + apart;
  figure->words = figure->caption;
  figure->caption = NULL;
  hb_free (with);
  vec_free (solids);
}

void
hb_parts_free (hb_figure *figure)
{
  if (figure->pages)
    hb_pages_free (figure->pages);
  hb_free (figure->pages);
  hb_free (figure->words);
}
