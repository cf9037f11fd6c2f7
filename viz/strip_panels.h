/* The panels of a strip, before they have places.  Private to strip.c, strip_panels.c and tests. */
#ifndef HBKIT_STRIP_PANELS_H
#define HBKIT_STRIP_PANELS_H

#include "viz/sketch.h"
#include "viz/strip.h"

struct hb_strip_cell
{
  hb_id message; /* HB_NONE: stands for HIDDEN others */
  hb_id hidden;
  enum hb_ink ink;
};

/* One mailbox in one panel: its cells, in the strip's `cells`. */
struct hb_strip_stack
{
  hb_id running; /* the message under way, or HB_NONE */
  size_t first, count;
};

struct hb_strip_panel
{
  hb_id step;   /* number of its first step in the run, from 0; HB_NONE: what lay there before */
  char *title;  /* owned */
  size_t first; /* its stacks are first .. first + columns - 1 */
};

struct hb_strip
{
  const hb_trace *trace; /* borrowed */
  const struct hb_strip_options *options;
  VEC (hb_id) columns; /* handlers */
  VEC (struct hb_strip_panel) panels;
  VEC (struct hb_strip_stack) stacks;
  VEC (struct hb_strip_cell) cells;
};

/* Fills STRIP; free it even after an error. */
bool hb_strip_make (struct hb_strip *strip, const hb_trace *trace, const hb_id *run,
                    const struct hb_strip_options *options, hb_diag *diag);
void hb_strip_free (struct hb_strip *strip);

/* New: names as figures show them. */
char *hb_strip_handler (const struct hb_strip *strip, hb_id handler);

/* New: what a cell says of MESSAGE: its name, or its posts if they are to be shown nested. */
char *hb_strip_cell (const struct hb_strip *strip, hb_id message);

/* The name in it, as the trace has it; borrowed. */
const char *hb_strip_cell_name (const struct hb_strip *strip, hb_id message);

/* strip.c: gives the panels of PAGE, from 1, places and tells how many pages there are; free SKETCH. */
size_t hb_strip_place (const struct hb_strip *strip, size_t page, hb_sketch *sketch);

#endif
