/* What figures look like, as the command line wants it: page, relations shown, their names and pens. */
#ifndef HBKIT_CMD_DRAW_LOOKS_H
#define HBKIT_CMD_DRAW_LOOKS_H

#include "cmd/frame/cli.h"

#include "viz/draw.h"

/* Options of 'draw' for it. */
/* clang-format off */
#define DRAW_LOOKS_OPTIONS                                                                          \
  { "show", "RELATIONS", "these only, of po,rf,co,fr,pb,eo,mo,qo,hb", 0, NULL },                    \
  { "hide", "RELATIONS", "all that are usual but these", 0, NULL },                                 \
  { "relabel", "REL=TEXT,..", "call relations otherwise, e.g. rf=reads", 0, NULL },                 \
  { "style", "REL=COLOUR:WIDTH:DASH,..", "pens, e.g. rf=#aa0000:1.5,co=::3-2", 0, NULL },           \
  { "preset", "NAME", "paper (default), mono (for greyscale) or slide", 0, "paper mono slide" },    \
  { "width", "CM", "width to fit (default 17.8, a text width; a column: 8.4)", 0, NULL },           \
  { "height", "CM", "height to fit (default: any)", 0, NULL },                                      \
  { "page", "NAME", "both, for a page: a4, letter, column or slide", 0, "a4 letter column slide" }, \
  { "part", "N", "with a height: of what goes on on further pages the Nth; all: F-1.svg, ..", 0,    \
    NULL },                                                                                         \
  { "plain-names", NULL, "names as they stand in the file, m3.7.1, not with subscripts", 0, NULL }, \
  { "no-caption", NULL, "leave the caption out", 0, NULL },                                         \
  { "no-legend", NULL, "leave the legend out", 0, NULL }
/* clang-format on */

struct draw_looks
{
  struct hb_arrow_style styles[HB_ARROWS];
  char *texts; /* of --relabel; owned */
};

/* Fills in what the options say; DRAW borrows from LOOKS, which is freed with `draw_looks_free`. */
void draw_looks_read (const struct cli *cli, struct draw_looks *looks,
                      struct hb_draw_options *draw);
void draw_looks_free (struct draw_looks *looks);

/* --part all: every part, each in a file. */
bool draw_wants_all_parts (const struct cli *cli);

#endif
