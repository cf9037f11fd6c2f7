/* A sketch: rectangles, arrows and texts with their places, in the order in which they are drawn.
 * What figures other than execution graphs are made of (strip.h, grid.h); written as SVG or TikZ.
 *
 * Lengths are points of 1/72 inch, x to the right, y down, as in figure.h.  What a thing looks like
 * is told by its ink: a name that both writers know, in colour and in black. */
#ifndef HBKIT_SKETCH_H
#define HBKIT_SKETCH_H

#include "viz/figure.h"

enum hb_ink
{
  HB_INK_PANEL,   /* a frame around what belongs together */
  HB_INK_COLUMN,  /* a pale ground */
  HB_INK_CELL,    /* an ordinary cell */
  HB_INK_READY,   /* one whose turn may be next */
  HB_INK_NEW,     /* one that has just come */
  HB_INK_RUNNING, /* one under way */
  HB_INK_FIRST,   /* grid: a first occurrence */
  HB_INK_LATER,   /* grid: a later one */
  HB_INK_ARROW,   /* from one panel to the next; its texts are plain */
  HB_INK_FAINT,   /* texts that matter less */
  HB_INK_WAITING, /* schedules: what waits */
  HB_INK_MEMBER,  /* a member of a tuple */
  HB_INK_HIT,     /* a frame around the schedule that hits it */
  HB_INK_RF,      /* dependencies: a read and the write before it, */
  HB_INK_SO,      /* two writes, */
  HB_INK_RF_OLD,  /* the same where only the old version, */
  HB_INK_SO_OLD,
  HB_INK_RF_NEW, /* or only the new one has them */
  HB_INK_SO_NEW,
  HB_INK_POST,  /* timelines: a post and what it posts */
  HB_INK_GROUND /* the ground of a text on a curve */
};
#define HB_INKS 21

struct hb_sketch_rect
{
  struct hb_rect place;
  enum hb_ink ink;
  double round; /* radius of its corners; 0: as its ink has them */
};

struct hb_sketch_text
{
  char *text;        /* styled (text.h), owned */
  double x, y, size; /* start of the base line */
  enum hb_ink ink;
  bool middle;  /* it is centred, as far as the font is the one that was measured */
  bool over;    /* a line above all of it */
  hb_id inside; /* number of the rectangle that it has to stay in, or HB_NONE */
  char *full;   /* all of what it shortens, which a picture tells when asked; owned, or NULL */
};

struct hb_sketch_arrow
{
  struct hb_point from, to; /* on one level or upright line */
};

/* A curve of second degree, drawn towards BY. */
struct hb_sketch_curve
{
  struct hb_point from, by, to;
  bool head, tail; /* an arrowhead at its end, at its start */
  enum hb_ink ink;
};

/* A label that has no place yet. */
struct hb_sketch_label
{
  char *text; /* owned */
  double size;
  struct hb_sketch_curve curve; /* that it belongs to */
};

struct hb_sketch
{
  const struct hb_draw_options *options; /* borrowed */
  const char *title;                     /* of the picture, borrowed */
  struct hb_style_sheet sheet;
  VEC (struct hb_sketch_rect) rects; /* drawn first, in this order */
  size_t grounds;                    /* how many of them, the first, lie under lines and curves */
  VEC (struct hb_sketch_arrow) arrows;
  VEC (struct hb_sketch_arrow) lines;  /* without heads, in any direction; over the grounds */
  VEC (struct hb_sketch_curve) curves; /* over them, too, and under the other rectangles */
  VEC (struct hb_sketch_text) texts;
  VEC (struct hb_sketch_label) labels;
  char *caption;        /* all of it, owned, or NULL; ... */
  size_t caption_first; /* ... its lines are the texts from this number on, ... */
  double bare;          /* ... and this is the height above it */
  double width, height; /* what it takes, without the margin */
  double names;         /* how far texts reach that name rows: every panel has them at its left */
};

typedef struct hb_sketch hb_sketch;

void hb_sketch_init (hb_sketch *sketch, const struct hb_draw_options *options, const char *title);
void hb_sketch_free (hb_sketch *sketch);

/* The width that the sketch should fit, in points. */
double hb_sketch_room (const hb_sketch *sketch);

/* How much smaller it is written to fit the page, from its size so far. */
double hb_sketch_scale (const hb_sketch *sketch);

/* The size of its smallest letters; of small ones if there are none. */
double hb_sketch_least (const hb_sketch *sketch);

/* Says so if its letters have become too small to be read at SCALE, or if it is too high for a page. */
void hb_sketch_warn (const hb_sketch *sketch, double scale, hb_diag *diag);

/* Adds a rectangle and gives its number. */
hb_id hb_sketch_rect (hb_sketch *sketch, struct hb_rect place, enum hb_ink ink);

/* Adds TEXT (stolen) of SIZE, centred on level Y: from X on; centred on X; or in the middle of
 * rectangle INSIDE.  In the first two INSIDE may be HB_NONE. */
void hb_sketch_text (hb_sketch *sketch, double x, double y, double size, char *text,
                     enum hb_ink ink, hb_id inside);
void hb_sketch_middle (hb_sketch *sketch, double x, double y, double size, char *text,
                       enum hb_ink ink, hb_id inside);
void hb_sketch_centred (hb_sketch *sketch, hb_id inside, double size, char *text, enum hb_ink ink);

/* Has the picture tell FULL (borrowed) where the last text leaves out the middle of it; and does any text so? */
void hb_sketch_full (hb_sketch *sketch, const char *full);
bool hb_sketch_is_shortened (const hb_sketch *sketch);

/* Adds the lines of TEXT (stolen) below all that is there, broken to fit WIDTH. */
void hb_sketch_caption (hb_sketch *sketch, char *text, double width);

/* The same, as wide as the drawing, or as some words where that is narrow and the page has room. */
void hb_sketch_caption_below (hb_sketch *sketch, char *text);

/* Pens of an ink. Colours are "#rrggbb"; FILL NULL: none. */
struct hb_ink_pens
{
  const char *fill, *line, *text;
  double width;   /* of the line; 0: none */
  double dash[2]; /* on, off; 0: solid */
};
struct hb_ink_pens hb_ink_pens (const hb_sketch *sketch, enum hb_ink ink);
const char *hb_ink_name (enum hb_ink ink);

/* Adds a line without a head. */
void hb_sketch_line (hb_sketch *sketch, double x0, double y0, double x1, double y1);

/* Adds a curve. */
void hb_sketch_curve (hb_sketch *sketch, struct hb_sketch_curve curve);

/* Notes LABEL (stolen) in SIZE, which is to stand beside a curve. */
void hb_sketch_beside (hb_sketch *sketch, const struct hb_sketch_curve *curve, double size,
                       char *label);

/* Adds the labels noted so far, each on nothing else if there is room, else on its curve (sketch_label.c); looks at all texts, rectangles and
 * curves, which therefore come before. */
void hb_sketch_labels (hb_sketch *sketch);

/* Draws SKETCH to OUTPUT (borrowed, not committed) in the format of its options, in parts if it is too large (sketch_parts.c).  As dot it has positions:
 * `neato -n2` takes them as they are.  False after an error in DIAG; today all formats can be written; warnings of what is too small or too high. */
bool hb_sketch_write (const hb_sketch *sketch, hb_output *output, hb_diag *diag);

#endif
