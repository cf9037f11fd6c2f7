/* Figures of hitting families (doc/hitting.md):
 *
 *     banquet table   a schedule a row, its elements in order; what waits (the blocked part, every second box) is
 *                     shaded, the members of a tuple are marked, the first row that hits it has a frame
 *     tree            one schedule of a forest by a rule: each node with its running number, blocked subtrees
 *                     shaded; of boxes also B_k, the kernel's tree, and each node's box
 *     clique          tuples of which no two go together, and for each two why
 *
 * All of them are sketches (sketch.h), so that they can be written as SVG, TikZ and dot. */
#ifndef HBKIT_VIZ_HITTING_H
#define HBKIT_VIZ_HITTING_H

#include "gen/hitting/family.h"
#include "viz/sketch.h"

struct hb_family_figure
{
  const hb_poset *poset; /* all borrowed */
  const struct hb_family_file *family;
  const hb_id *tuple; /* admissible, or NULL */
  int d;
  size_t row; /* the tree: of which schedule, from 0 */
};

/* Is X in the tuple? */
bool hb_is_member (const struct hb_family_figure *figure, hb_id x);

/* The banquet table.  False after an error in DIAG: too large for a figure. */
bool hb_draw_banquet (const struct hb_family_figure *figure, const struct hb_draw_options *options,
                      hb_output *output, hb_diag *diag);

/* The tree of schedule `row`; without a family, or for a poset that is no forest, its Hasse diagram in levels. */
bool hb_draw_schedule (const struct hb_family_figure *figure, const struct hb_draw_options *options,
                       hb_output *output, hb_diag *diag);

/* The clique of the COUNT tuples of D members at TUPLES. */
bool hb_draw_clique (const hb_poset *poset, const hb_id *tuples, size_t count, int d,
                     const struct hb_draw_options *options, hb_output *output, hb_diag *diag);

/* The name of X as figures show it.  New. */
char *hb_element_label (const hb_poset *poset, hb_id x, const struct hb_draw_options *options);

/* "(a, b, c)".  New. */
char *hb_tuple_label (const hb_poset *poset, const hb_id *tuple, int d,
                      const struct hb_draw_options *options);

#endif
