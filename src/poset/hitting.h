/* Is a family d-hitting?  Three ways that share no code.
 *
 *     hb_hit_by_brute_force   every admissible tuple against every schedule: the definition, the oracle
 *     hb_hit_exactly          masks of schedules, the middle of the tuple fixed; d = 3 on a forest
 *                             follows the tree
 *     hb_hit_sampled          random tuples: bounds for the share that is missed
 *
 * Let u_x(b) be the set of schedules that run x before b.  A tuple (a, x2, .., c) is missed iff the
 * schedules that hit its middle (x2, .., x_(d-1)) and run a before x2 all run c before x_(d-1).  So a
 * family is 3-hitting iff it is 2-hitting and, for every b, u_a(b) in u_c(b) implies c <= a among the
 * elements incomparable with b.  In a forest the incomparable ones are a forest as well, masks shrink
 * upwards, and only three kinds of pairs are left: parent and child with equal masks; and, for c and
 * another child of its parent (or another root), a leaf a below that one. About n^2 (m + h m / 64) steps.
 * No check of arbitrary families is near-linear in n: a star with one distinguished leaf b asks whether
 * n sets of O(log n) elements form an antichain, which takes n^(2 - o(1)) under SETH. */
#ifndef HBKIT_POSET_HITTING_H
#define HBKIT_POSET_HITTING_H

#include "base/limits.h"
#include "poset/schedules.h"

#ifdef __cplusplus
extern "C" {
#endif

enum hb_hit
{
  HB_HIT_ALL,
  HB_HIT_MISSED,
  HB_HIT_UNKNOWN /* a limit was hit */
};

/* Is every admissible d-tuple hit (tuples of all elements, if there are fewer)?  If not, MISSED (d
 * entries) gets one that is not.  The schedules must be schedules of POSET.  O(count^d m d). */
enum hb_hit hb_hit_by_brute_force (const hb_poset *poset, const hb_schedules *family, int d,
                                   hb_id *missed);

/* The same.  O(count^2 m) for d = 2, O(count^3 m / 64) for d = 3 (less on forests, above), and
 * count^(d - 2) times a pass of count^2 m / 64 beyond.  THREADS work at once (d = 3 on a forest; 0 or 1:
 * none beside this one), and find the same tuple however many they are.  LIMITS may be NULL. */
enum hb_hit hb_hit_exactly (const hb_poset *poset, const hb_schedules *family, int d,
                            unsigned threads, struct hb_limits *limits, hb_id *missed);

/* A bound of the share of admissible tuples that are missed, from random ones. */
struct hb_hit_sample
{
  uint64_t drawn; /* permutations drawn; the admissible ones among them are uniform */
  uint64_t tuples, missed;
  double low, high; /* of the share missed: Clopper and Pearson, at confidence 1 - delta */
  uint64_t critical, critical_missed; /* the second stratum: made critical; not uniform */
  hb_id tuple[HB_MOST_DEPTH];         /* one that is missed, if any is */
};

/* Draws SAMPLES admissible tuples uniformly (a random d-permutation is admissible with probability at
 * least 1/d!), and as many critical ones: in a forest the members are drawn above random elements of the
 * paths of one another, so that their least common ancestors are on all levels; then the first is
 * pushed up and the last down, at random, until the tuple is critical.  Uniform samples are nearly
 * blind to a single gap, which the second stratum is there for.  POSITIONS are `hb_schedules_positions`.  The poset has at least D
 * elements.  What LIMITS (may be NULL) end early tells of fewer tuples. */
void hb_hit_sampled (const hb_poset *poset, const hb_schedules *family, const hb_id *positions,
                     int d, uint64_t samples, double delta, struct hb_rng *rng,
                     struct hb_limits *limits, struct hb_hit_sample *sample);

/* Pushes the first member of TUPLE (admissible) up and its last one down, at random, until it is critical. */
void hb_make_critical (const hb_poset *poset, hb_id *tuple, int d, struct hb_rng *rng);

/* Is TUPLE hit? */
bool hb_hits (const hb_schedules *family, const hb_id *positions, const hb_id *tuple, int d);

#ifdef __cplusplus
}
#endif
#endif
