/* Runs that follow a local rule: a hitting family made on the fly (doc/hitting.md).
 *
 * Messages run one at a time, each to its end; the initial messages first, which are the virtual root of the tree of
 * messages (level 0); what a message of level i posts has level i + 1 and is numbered from 0.  When a message
 * ends, the messages that it posted are looked at: those of level LEVEL + 1 whose number has VALUE at bit BIT
 * are parked, the others go on a stack, so that the last one runs first (RIGHT) or the first one.  Parked subtrees run
 * at the end, in the order in which they were parked.  This is the rule `bit LEVEL BIT VALUE left|right` of
 * gen/hitting/tree.h on the tree of the run, told by what is known when a message ends.
 *
 * Or messages run box by box, as kernels do (gen/hitting/kernel.h): at each of up to four chosen places (a level, a
 * bit of the number, the lowest bit being the first) a message's path goes left or right, and these directions, as far
 * as the path reaches, are its box; boxes have ranks, and of what waits the lowest rank runs first, in ldfs order.
 * (Children's numbers are taken bit by bit from the lowest one, so that how many there will be need not be known.)
 *
 * Where the message wanted cannot be taken (its mailbox hands out another), or one under way has to wait, the
 * rule is a priority: the first that can be taken is, and a deviation is counted. */
#ifndef HBKIT_PROGRAM_LOCAL_H
#define HBKIT_PROGRAM_LOCAL_H

#include "base/limits.h"
#include "program/run.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HB_MOST_PLACES 4

struct hb_local_rule
{
  bool blocks; /* false: nothing is parked */
  hb_id level, bit;
  bool value, right;
  unsigned places; /* 0: no boxes; else their chosen places, from the root on */
  hb_id place_level[HB_MOST_PLACES], place_bit[HB_MOST_PLACES];
  uint8_t rank[2 << HB_MOST_PLACES]; /* of each box, numbered as in a heap from 1 */
};

/* A message of the tree: not an initial one. */
struct hb_local_task
{
  hb_id parent;  /* its task, HB_NONE: an initial message posted it */
  hb_id number;  /* among what its parent posted */
  hb_id level;   /* from 1 */
  hb_id message; /* in the run */
  uint64_t name; /* of its path: what each message on it was posted by, and its number there */
};

struct hb_local_run
{
  VEC (struct hb_local_task) tasks; /* in the order in which they started */
  uint64_t deviations;
};

void hb_local_run_free (struct hb_local_run *local);

/* Runs RUN, fresh, to its end, or for STEPS (0: any) or until LIMITS (may be NULL) are hit.  LOCAL is filled; TAKEN (may be
 * NULL) as in schedule.h.  Gives the status. */
enum hb_run_status hb_execution_run_locally (hb_execution *run, const struct hb_local_rule *rule,
                                             uint64_t steps, struct hb_limits *limits,
                                             struct hb_local_run *local, hb_run_steps *taken);

#ifdef __cplusplus
}
#endif
#endif
