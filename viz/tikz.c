#include "figure.h"
void
hb_figure_tikz (const hb_figure *figure, hb_output *output)
{
  (void)figure;
  (void)output;
}
