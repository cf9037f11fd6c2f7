/* Figures of traces (design section 9).
 *
 *     trace ──select──▶ figure ──arrange──▶ rows ──route──▶ edges ──place──▶ points ──▶ SVG, dot, TikZ
 *
 * A figure has one column a handler, its messages as pale boxes, their events as nodes, time running
 * down.  All positions and routes are computed here, so the same input gives the same bytes on every
 * machine. */
#ifndef HBKIT_DRAW_H
#define HBKIT_DRAW_H

#include <hbkit/draw.h>

#include "viz/explain.h"
#include "trace/order.h"
#include "base/output.h"
#include "trace/witness.h"

/* `hb_draw`, but a figure that takes more than MOST pages, as high as OPTIONS want or as a page's text, is not written.
 * *PAGES: how many it takes.  Dot has no pages. */
bool hb_draw_within (const hb_trace *trace, const struct hb_draw_options *options, size_t most,
                     size_t *pages, hb_output *output, hb_diag *diag);

#endif
