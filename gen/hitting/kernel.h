/* Kernels: d-hitting families of small complete binary trees, carried over to any tree.
 *
 * The tree is made binary: a level whose nodes have up to c > 2 children becomes as many virtual levels
 * as the numbers below c have bits, h' levels in all (from the first branching on).  Choose k levels; the
 * directions that a node's path takes at them, as far as it reaches, are its box, and the boxes form the
 * complete binary tree B_k (levels 0 .. k).  Let the inner nodes of the closure of a tuple under least
 * common ancestors be on these levels; there are at most d - 1 of them.  Then different members of the
 * tuple are in different boxes, and one is before another iff its box is: a schedule of B_k that hits the
 * boxes, run box by box, hits the tuple.  (The slides of CAV 2016 count patterns, (D, levels, pi), instead:
 * one schedule each.  Patterns merge: one schedule of B_k serves many.)
 *
 * So for each number j = 2 .. d - 1 of levels a family that hits the d-tuples of B_j which use all its
 * levels (for j = 2: at most) is enough, for each choice of j levels:
 *
 *     d = 3   8 for two levels
 *     d = 4   24 for two levels, 56 for three
 *     d = 5   56 for two levels, 496 for three, 992 for four
 *
 * (data/hitting/ has them.)  The 24 and the 56 for two levels are the least; the others were found by annealing among
 * families that the exchange of left and right on a level maps to themselves; the tests check all of them.  A d-hitting
 * family is d'-hitting for smaller d' as well, where the tree has d nodes. */
#ifndef HBKIT_GEN_HITTING_KERNEL_H
#define HBKIT_GEN_HITTING_KERNEL_H

#include "gen/hitting/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The largest d with a kernel. */
#define HB_MOST_KERNEL 5

/* How many schedules the kernel for d has on K levels; 0: there is none. */
hb_id hb_kernel_size (int d, int k);

/* Schedule NUMBER of it: the nodes of B_k from 1 as in a heap (children of x are 2x and 2x + 1), 2^(k + 1) - 1
 * of them, into ORDER. */
void hb_kernel_schedule (int d, int k, hb_id number, uint8_t *order);

/* The virtual levels of TREE from the first branching on: h'. */
hb_id hb_kernel_levels (const hb_tree *tree);

/* The d-hitting family of TREE, 3 <= d <= HB_MOST_KERNEL; RULES is emptied first.  False if there would be
 * more than MOST rules. */
bool hb_hitting_kernel (const hb_tree *tree, int d, size_t most, hb_rules *rules);

/* Of rules of the kind HB_RULE_BOXES; see tree.h. */
bool hb_kernel_fits (const hb_tree *tree, const struct hb_rule *rule);
void hb_kernel_expand (const hb_tree *tree, const struct hb_rule *rule, hb_id *order);
void hb_kernel_parts (const hb_tree *tree, const struct hb_rule *rule, uint8_t *part);

/* The box of each element, by its number in B_k (1: the root's), into BOX.  Linear. */
void hb_kernel_boxes (const hb_tree *tree, const struct hb_rule *rule, uint8_t *box);

#ifdef __cplusplus
}
#endif
#endif
