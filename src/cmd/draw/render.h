/* From a picture to a file: SVG, TikZ and dot as they are, PDF and PNG by rsvg-convert from the SVG. */
#ifndef HBKIT_CMD_DRAW_RENDER_H
#define HBKIT_CMD_DRAW_RENDER_H

#include "cmd/frame/cli.h"

#include "viz/draw.h"

/* What is to be drawn, and how it writes itself in draw->format. */
struct draw_picture
{
  bool (*write) (struct cli *cli, const void *what, const struct hb_draw_options *draw,
                 hb_output *output);
  const void *what;
};

struct draw_form
{
  enum hb_draw_format format;
  const char
      *rendered; /* "pdf", "png", "svg" (outlines), made of the SVG; NULL: the format itself */
  unsigned dpi;  /* dots an inch of a PNG */
};

/* Writes the picture to the file of --output, or with --part all its parts to several files, the same bytes every time.  False after errors in cli->diag:
 * nothing to draw, no rsvg-convert. */
bool draw_put (struct cli *cli, const struct draw_picture *picture, struct hb_draw_options *draw,
               const struct draw_form *form);

#endif
