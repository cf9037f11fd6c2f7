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

#endif
