/* hbkit draw P.aed. */
#ifndef HBKIT_CMD_ROBUST_DRAW_H
#define HBKIT_CMD_ROBUST_DRAW_H

#include "cmd/draw/render.h"
#include "robust/program.h"

/* Draws the run that shows that the program at the operand is not robust; false after errors in cli->diag. */
bool robust_draw (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form);

/* Is a trace to be drawn with a cycle that `hbkit robust --cycle` wrote? */
bool robust_draws_trace (const struct cli *cli);

/* Draws the run of the trace at the first operand with the cycle at the second; false after errors in cli->diag. */
bool robust_draw_trace (struct cli *cli, struct hb_draw_options *draw,
                        const struct draw_form *form);

#endif
