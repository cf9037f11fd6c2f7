/* The control-flow graph of a function: a box for each statement, numbered in the order of the text, a branch where it
 * decides.  Figure 2(c) of Chaki, Gurfinkel and Sinha, FMCAD 2014, has one job's. */
#ifndef HBKIT_FLOW_H
#define HBKIT_FLOW_H

#include "viz/figure.h"

#include "cfront/tree.h"

/* Draws the body of FUNCTION, which has one, to OUTPUT (borrowed, not committed).  False after an error in DIAG. */
bool hb_draw_flow (const struct hb_c_symbol *function, const struct hb_draw_options *options,
                   hb_output *output, hb_diag *diag);

#endif
