/* Which windows of a drawing stand on which page, and what the pages say of one another. */
#ifndef HBKIT_PAGES_H
#define HBKIT_PAGES_H

#include "viz/tiles.h"

/* Tiles FIRST .. LAST - 1. */
struct hb_page
{
  size_t first, last;
};

struct hb_pages
{
  double width,
      height; /* of a page, in lengths of the drawing; height 0: any, so there is one page */
  double first_head, head,
      gap;     /* of what stands above panels of the first line, above others; between panels */
  bool beside; /* a page may have several panels side by side */
  struct hb_rect all; /* of the drawing */
  hb_tiles tiles;
  VEC (struct hb_page) pages;
};

/* Cuts `all` into tiles and pages, where few of SOLIDS are cut; tiles of the first line are FIRST high at most, others
 * OTHER, unless that is 0. */
void hb_pages_cut (struct hb_pages *pages, const hb_solids *solids, double first, double other);
void hb_pages_free (struct hb_pages *pages);

/* Page NUMBER, from 1, as panels; gives what they take. */
struct hb_point hb_pages_panels (const struct hb_pages *pages, size_t number, hb_panels_list *to);

/* What page NUMBER of COUNT says: where it goes on.  COUNT may be one more than there are: that one has the caption
 * alone.  New. */
char *hb_pages_sentence (const struct hb_pages *pages, size_t number, size_t count);

/* Writes part PART, from 1, of what SELF is to OUTPUT (borrowed). */
typedef void hb_part_put (void *self, size_t part, hb_output *output);

/* Writes those of the COUNT parts of a WHAT ("figure") that OPTIONS want: all of them to their pages, or one to OUTPUT, and
 * says if there are others; LESS is what makes fewer, "; --hide ...", or "".  False after an error in DIAG. */
bool hb_pages_write (const struct hb_draw_options *options, size_t count, const char *what,
                     const char *less, hb_part_put *put, void *self, hb_output *output,
                     hb_diag *diag);

/* As long as any sentence of pages; borrowed. */
extern const char hb_pages_longest[];

#endif
