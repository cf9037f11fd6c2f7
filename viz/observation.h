/* Who may observe whom: the accesses to one shared variable, a box a job, in the order of the jobs, and a curve from each
 * write or snapshot to each read or snapshot that may observe it, (11) and (29) of Chaki, Gurfinkel and Sinha, FMCAD 2014.
 * With snapshots and without, it is their figure 3. */
#ifndef HBKIT_OBSERVATION_H
#define HBKIT_OBSERVATION_H

#include "viz/figure.h"

#include "periodic/vc.h"

/* Draws the observations of CELL in VC (made with HB_KEEP_ALL) to OUTPUT (borrowed, not committed) as SVG, TikZ or dot.
 * False after an error in DIAG.  Cubic in the accesses. */
struct hb_observation
{
  const hb_vc *vc;
  hb_id cell;
};
bool hb_draw_observation (const struct hb_observation *what, const struct hb_draw_options *options,
                          hb_output *output, hb_diag *diag);

#endif
