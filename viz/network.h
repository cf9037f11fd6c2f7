/* A network: boxes in columns, arrows with labels from left to right, such as problems and the reductions
 * between them.  Written as SVG; the same bytes every time.
 *
 * A box stands in the column behind all from which arrows come; an arrow that passes columns by has a
 * place of its own in each.  There must be no circle. */
#ifndef HBKIT_NETWORK_H
#define HBKIT_NETWORK_H

#include "base/output.h"

struct hb_network_arrow
{
  size_t from, to;           /* boxes; from != to */
  const char *const *labels; /* a line each, ended by NULL */
};

struct hb_network
{
  size_t boxes;
  const char *const *titles;
  const struct hb_network_arrow *arrows;
  size_t arrow_count;
  const char *note; /* a line below; may be NULL */
};

/* All texts are borrowed, and escaped. */
void hb_network_svg (const struct hb_network *network, hb_output *output);

#endif
