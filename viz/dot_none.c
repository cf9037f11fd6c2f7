/* In the place of dot.c where configure was told --without-cgraph. */
#include "viz/figure.h"

const bool hb_figure_has_dot = false;

void
hb_figure_dot (const hb_figure *figure, hb_output *output)
{
  (void)figure;
  (void)output;
}
