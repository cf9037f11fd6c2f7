/* What `hbkit verify` asserts of a reduction on one instance, and how it makes a failure small: one loop
 * for all reductions, which knows no more of them than their records and those of the two problems. */
#ifndef HBKIT_CMD_VERIFY_LOOP_H
#define HBKIT_CMD_VERIFY_LOOP_H

#include "problem/reduction.h"

/* Of `seeds`, unless it is said otherwise. */
#define VERIFY_SEEDS 3

/* Parts of a target that are left out one by one, by --mutate, from the front and from behind. */
#define VERIFY_DAMAGES 16

struct verify_damage
{
  uint64_t tried, noticed; /* targets that have the part; those whose answer is wrong without it */
};

struct verify_counts
{
  uint64_t instances, yes, no;
  uint64_t open;      /* not decided: a limit was reached, or nobody knows */
  uint64_t answers;   /* of deciders, on both sides */
  uint64_t lifted;    /* solutions: lifted, checked, extracted again */
  uint64_t extracted; /* solutions of the target, by whomever found: checked, extracted, checked */
  uint64_t size;      /* of all targets, in the first measure */
  struct verify_damage front[VERIFY_DAMAGES], back[VERIFY_DAMAGES];
};

struct verify
{
  const struct hb_reduction *reduction;
  const struct hb_ablation *ablation; /* NULL: the construction itself */
  size_t most_solutions; /* lifted and extracted of each instance; 0: the loop's own numbers */
  bool (*broken) (
      void); /* NULL, or: did something break that the reduction stands on, so that a failure says
                            nothing about it?  To be asked once */
  bool (*unsure) (
      void);           /* NULL, or: did a problem not know whether a solution is one, since this was
                            asked last?  Then it is neither */
  bool mutate;         /* damage.h instead of all that the loop asserts */
  const char *decider; /* ask only these about the target: "sat" is sat, sat:picosat; NULL: all */
  uint64_t seed;
  uint64_t
      seeds; /* of those who find another solution with another seed, where there are solutions to be had; >= 1 */
  struct verify_counts counts;
  struct hb_limits *limits; /* hit: instances that are not done count as neither good nor bad */
};

/* Does the reduction keep what it promises on SOURCE (which it accepts)?
 *
 * For the construction itself: all deciders that take SOURCE give it one answer, and all that take the
 * target give it the same one; the target is an instance of its problem, of the sizes declared; source
 * and target come back from what is written of them; every solution tried lifts to one that the target's
 * problem accepts, and extracts again (to itself, if the reduction is faithful); every solution of the
 * target, whoever found it, with whichever seed, is one and extracts to one.  For an ablation: the answers
 * agree.  If not, *WHY (new) says what failed. */
bool verify_instance (struct verify *verify, const hb_instance *source, char **why);

/* A smallest instance that still fails, made from SOURCE by taking parts away; new.  *WHY (owned by the
 * caller, replaced) says what fails in it. */
hb_instance *verify_shrink (struct verify *verify, const hb_instance *source, char **why);

#endif
