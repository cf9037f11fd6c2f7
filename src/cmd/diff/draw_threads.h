/* hbkit draw P.c, hbkit draw P.c F.sched, hbkit draw OLD.c NEW.c: programs of threads. */
#ifndef HBKIT_CMD_DIFF_DRAW_THREADS_H
#define HBKIT_CMD_DIFF_DRAW_THREADS_H

#include "cmd/draw/render.h"

/* The dependencies that some run of the program shows; the run along a schedule; or the run of a difference of two
 * versions, the first or that of --difference, beside the other one.  False after errors. */
bool threads_draw (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form);

#endif
