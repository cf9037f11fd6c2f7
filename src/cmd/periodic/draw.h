/* The Gantt chart of 'hbkit draw'. */
#ifndef HBKIT_CMD_PERIODIC_DRAW_H
#define HBKIT_CMD_PERIODIC_DRAW_H

#include "cmd/draw/render.h"

/* Draws the run that is the second operand, of the program that is the first; false after errors in cli->diag. */
bool periodic_draw (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form);

#endif
