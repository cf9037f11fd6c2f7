/* hbkit draw F --reduction NAME, and G.col: figures of what reductions make, and of graphs. */
#ifndef HBKIT_CMD_DRAW_GADGETS_H
#define HBKIT_CMD_DRAW_GADGETS_H

#include "cmd/draw/render.h"

/* Option of 'draw' for them. */
/* clang-format off */
#define DRAW_GADGETS_OPTIONS                                                                        \
  { "reduction", "NAME", "what this reduction makes of the operand; --gadget clause:J: a part", 0, NULL }
/* clang-format on */

/* Does the command line ask for one? */
bool draw_is_gadgets (struct cli *cli);

/* Draws it; false after errors in cli->diag. */
bool draw_gadgets (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form);

#endif
