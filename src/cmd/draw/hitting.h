/* hbkit draw P F.sched, and --clique P: figures of posets and their schedules. */
#ifndef HBKIT_CMD_DRAW_HITTING_H
#define HBKIT_CMD_DRAW_HITTING_H

#include "cmd/draw/render.h"

/* Options of 'draw' for them. */
/* clang-format off */
#define DRAW_HITTING_OPTIONS                                                                        \
  { "tuple", "A,B,..", "schedules: mark these elements, and the schedule that runs them so", 0, NULL }, \
  { "row", "N", "schedules: draw the N-th one on its tree", 0, NULL },                              \
  { "clique", NULL, "tuples of which no schedule hits two: the lower bound of 'minimal'", 0, NULL }, \
  { "hit", "D", "--clique: tuples of D elements (default 3)", 0, NULL }
/* clang-format on */

/* Are the operands a poset, or a poset and its schedules? */
bool draw_is_hitting (struct cli *cli);

/* Draws them; false after errors in cli->diag. */
bool draw_hitting (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form);

#endif
