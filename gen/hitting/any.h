/* Hitting families of any poset: delaying, greedy, random; and making a family smaller. */
#ifndef HBKIT_GEN_HITTING_ANY_H
#define HBKIT_GEN_HITTING_ANY_H

#include "base/limits.h"
#include "poset/schedules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* d = 2: one schedule for each chain of a smallest chain partition, in which that chain waits as long as it
 * can: everything that is not above its next element runs first.  So each pair (x, y) of incomparable
 * elements is hit where y's chain waits; as many schedules as the poset is wide.  New. */
hb_schedules *hb_hitting_chains (const hb_poset *poset);

/* d >= 3, from a REALIZER (a 2-hitting family, borrowed): for each admissible (x3, .., xd) and each of its
 * schedules, first what is none of x3 .. xd nor above one, then, layer by layer, what is none of x4 .. xd nor
 * above one, and so on, each layer in that schedule's order.  Let (x1, .., xd) be admissible: x1 and x2 are
 * in the first layer, x3 opens the second, and so on, and some schedule has x1 before x2.  At most D *
 * n^(d - 2) schedules.  NULL if there would be more than MOST.  New. */
hb_schedules *hb_hitting_delay (const hb_poset *poset, int d, const hb_schedules *realizer,
                                size_t most);

/* For a TREE or any poset, d = 3, the slides' naive 2n: for each x, first what x needs and x, then the rest,
 * along each schedule of a REALIZER (of a tree: ldfs and rdfs).  3-hitting for trees and antichains.  New. */
hb_schedules *hb_hitting_naive (const hb_poset *poset, const hb_schedules *realizer);

/* Greedy by conditional expectations over the critical d-tuples (of an antichain: all), none hit before
 * ones being left out: each schedule is built from the front; the next element is the one that makes the
 * expected number of tuples newly hit, the rest of the tuple being in any order with equal probability, the
 * largest.  When that hits none, a schedule is made for one tuple that is left.  NULL if a limit was hit, or
 * there are more than MOST tuples.  New. */
hb_schedules *hb_hitting_greedy (const hb_poset *poset, int d, size_t most,
                                 struct hb_limits *limits);

/* How many uniformly random schedules of an antichain of N elements are d-hitting with probability more than
 * 1 - DELTA (1: so many exist): the least m with m > (ln (n! / (n - d)!) + ln (1 / DELTA)) / -ln (1 - 1 / d!),
 * by the union bound. */
uint64_t hb_random_size (uint64_t n, int d, double delta);

/* So many random schedules.  New. */
hb_schedules *hb_hitting_random (const hb_poset *poset, uint64_t count, struct hb_rng *rng);

/* Makes a d-hitting FAMILY smaller, and keeps it so: a greedy cover of the critical tuples by its schedules,
 * then those dropped that the others make superfluous.  False (nothing is changed) if there are more than MOST
 * critical tuples. */
bool hb_hitting_reduce (const hb_poset *poset, int d, size_t most, hb_schedules *family);

#ifdef __cplusplus
}
#endif
#endif
