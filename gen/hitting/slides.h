/* The 3-hitting family of the slides as it stands there, to see where it holds: for each level i of 0 .. h - 1,
 * "ldfs blocking right@i; ldfs the rest", the same blocking left@i, and both with rdfs: 4h schedules.
 *
 * (Chistikov, Majumdar, Niksic, CAV 2016.)  Nodes have at most two children there.  Where a node has more,
 * nothing says which children are "right"; doc/hitting.md tells that no reading helps, and tree.h what does. */
#ifndef HBKIT_GEN_HITTING_SLIDES_H
#define HBKIT_GEN_HITTING_SLIDES_H

#include "gen/hitting/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which children are right, where a node has other than two. */
enum hb_right_reading
{
  HB_RIGHT_LAST,      /* the last one */
  HB_RIGHT_NOT_FIRST, /* all but the first */
  HB_RIGHT_HALF       /* the right half */
};
#define HB_RIGHT_READINGS 3

/* Marks the right ones among the elements (RIGHT has an entry for each). */
void hb_read_right (const hb_tree *tree, enum hb_right_reading reading, bool *right);

/* What is left out, for the experiments; 0: nothing. */
enum hb_slides_lack
{
  HB_LACK_RDFS = 1,
  HB_LACK_LEFT = 2, /* no blocking of left children */
  HB_LACK_LAST_LEVEL = 4,
  HB_LACK_FIRST_LEVEL = 8,
  HB_LACK_CROSSED = 16 /* ldfs blocks right only, rdfs left only */
};

/* The family, RIGHT saying which children are right ones.  New. */
hb_schedules *hb_hitting_slides (const hb_tree *tree, const bool *right, unsigned lack);

#ifdef __cplusplus
}
#endif
#endif
