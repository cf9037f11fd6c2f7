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
 * So it is for the order of any two posts, and for messages A and B that only host them
 * (trace/hosts.h, which takes one step of the walk).  The walk ends at a pair of runs that is not
 * coupled, or where the posts have no hosts on one handler (open: it has a variable), stand in one
 * message, or have one host that is initial (known).  Of a coupled pair the order of the runs stands
 * for both. */
#ifndef HBKIT_ENGINE_SAT_PAIRS_H
#define HBKIT_ENGINE_SAT_PAIRS_H

#include "trace/hosts.h"

/* The orders that a step assumes, walked to their ends: those that are open into OPEN (room for two),
 * their number into *COUNT.  False if one of them fails: the step then says nothing. */
bool hb_step_pairs (const hb_hosts *hosts, const struct hb_step *step, struct hb_pair open[2],
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
