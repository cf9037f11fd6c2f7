/* A chosen cycle with its place in the figure: shared by select_cycle.c and caption.c. */
#ifndef HBKIT_SELECT_CYCLE_H
#define HBKIT_SELECT_CYCLE_H

#include "viz/select.h"

#define HB_MOST_REASONS 10 /* that a figure shows and names */

struct hb_cycle_selection
{
  struct hb_selection s;
  const hb_order *order;
  const struct hb_cycle *cycle;
  VEC (hb_id) strong; /* edges of the steps that are drawn as arrows ... */
  VEC (size_t) step;  /* ... and the steps */
};

/* The arrow for a step: its relation, but queue order where the mailbox and the order of the posts force it. */
int hb_cycle_arrow (const struct hb_cycle_selection *c, const struct hb_step *step);

/* New: the steps from the one after FIRST (an index in STRONG) on, each with its reason, as lines. */
char *hb_cycle_caption (const struct hb_cycle_selection *c, size_t first);

#endif
