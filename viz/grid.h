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

#include <hbkit/draw.h>

#include "sat/cnf.h"
#include "viz/draw.h"

#endif
