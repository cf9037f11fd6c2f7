/* hbkit draw P.aed. */
#ifndef HBKIT_CMD_ROBUST_DRAW_H
#define HBKIT_CMD_ROBUST_DRAW_H

#include "cmd/draw/render.h"
#include "robust/program.h"

/* Draws the run that shows that the program at the operand is not robust; false after errors in cli->diag. */
bool robust_draw (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form);

#endif
