/* Pairs of messages of one handler, and the Boolean variable of each (engine `sat`).
 *
 * A variable says which of two messages runs first, or which is posted first.  Many pairs share one: under FIFO the order in
 * which two messages run is that of their posts, and posts that stand in two messages of one
 * handler come in the order in which these run.  So the pair is worth what its pair of parents is
 * worth, and so on up:
 *
 *     h1:  [ A: post a ]      [ B: post b ]          a before b   iff   A before B
 *     h2:  [ a ]  [ b ]                              (a and b coupled, trace/order.h)
 *
 * So it is for the order of any two posts.  The walk ends at a pair of runs that is not coupled, or
 * where the posts stand on two handlers (open: it has a variable), in one message, or with one
 * parent initial (known).  Of a coupled pair the order of the runs stands for both. */
#ifndef HBKIT_ENGINE_SAT_PAIRS_H
#define HBKIT_ENGINE_SAT_PAIRS_H

#include "trace/order.h"

enum hb_pair_state
{
  HB_PAIR_OPEN,
  HB_PAIR_HOLDS,
  HB_PAIR_FAILS
};

/* One step of the walk: true if PAIR was replaced by its parents; else *STATE says how it ends. */
bool hb_pair_parents (const hb_trace *trace, struct hb_pair *pair, enum hb_pair_state *state);

/* The orders that a step assumes, walked to their ends: those that are open into OPEN (room for two),
 * their number into *COUNT.  False if one of them fails: the step then says nothing. */
bool hb_step_pairs (const hb_trace *trace, const struct hb_step *step, struct hb_pair open[2],
                    int *count);

/* A set of pairs, each with a number from 1 in the order of arrival; {a, b} is {b, a}. */
struct hb_pairs
{
  VEC (struct hb_pair) pairs; /* number v is pairs.data[v - 1], as it first came */
  VEC (uint32_t) table;
};

/* The number of the pair, negative if it first came the other way round.  O(1) expected. */
int hb_pairs_number (struct hb_pairs *set, struct hb_pair pair);
void hb_pairs_free (struct hb_pairs *set);

#endif
