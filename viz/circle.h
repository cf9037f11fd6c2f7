/* Graphs with their vertices on a circle, by number. */
#ifndef HBKIT_CIRCLE_H
#define HBKIT_CIRCLE_H

#include "graph/graph.h"
#include "viz/draw.h"

/* Draws GRAPH to OUTPUT (borrowed, not committed).  False after an error in DIAG: it has no vertices, or too many
 * for a figure. */
bool hb_draw_circle (const hb_graph *graph, const struct hb_draw_options *options,
                     hb_output *output, hb_diag *diag);

#endif
