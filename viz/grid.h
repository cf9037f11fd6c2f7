/* The grid of a formula's literals and clauses (figures 4 and 9 of the ED-consistency paper).
 *
 *           C1      C2      C3
 *     x1    1,2             2,1      A cell stands where the row's variable occurs in the column's
 *     ~x1   1,2             2,1      clause: "u,v" is its u-th occurrence in the formula and the
 *     x2    1,1     2,1              v-th variable of the clause, with a bar above where the row's
 *     ~x2   1,1     2,1              literal is not the one in the clause.
 *
 * First occurrences are shaded: it is there that a value is chosen. */
#ifndef HBKIT_GRID_H
#define HBKIT_GRID_H

#include "sat/cnf.h"
#include "viz/draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Draws the grid of CNF, any formula, as SVG or TikZ to OUTPUT (borrowed, not committed).  A grid
   * wider than the width of OPTIONS is broken between clauses.  False after an error in DIAG: it
   * has no clauses, or more cells than a figure holds. */
bool hb_draw_grid (const hb_cnf *cnf, const struct hb_draw_options *options, hb_output *output,
                   hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
