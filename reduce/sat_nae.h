/* The figure of 3sat-nae. */
#ifndef HBKIT_SAT_NAE_H
#define HBKIT_SAT_NAE_H

#include "problem/reduction.h"
#include "problem/sat.h"

/* The member `draw` of its record. */
bool hb_nae_draw (const struct hb_reduction *self, const hb_instance *source,
                  const struct hb_draw_options *options, hb_output *output, hb_diag *diag);

#endif
