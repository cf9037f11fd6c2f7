/* Registers: mailboxes that carry the values of all variables on from round to round, as pairs of messages of which one
 * runs first (doc/map.md has the lemmas).
 *
 * A *turning* register stands on one handler; each message posts its successor, so that FIFO keeps the order of each pair:
 *
 *      h:  a(1,x) b(1,x) a(1,y) b(1,y)  a(2,x) b(2,x) ...
 *
 * A *loaded* register needs no nested posting.  All its messages are posted in advance, along a path of positions (round,
 * element); each position has a pair p, q on A and four messages on B:
 *
 *      A posts  p1 to B,  p to A,  p2 to B       B posts  q1 to B,  q to A,  q2 to B
 *
 * p before q is true.  Then, by the path, p1 comes before q2 on B; else q1 before p2. */
#ifndef HBKIT_REDUCE_REGISTERS_H
#define HBKIT_REDUCE_REGISTERS_H

#include "reduce/draft.h"

/* --- turning ---------------------------------------------------------------------------------- */

struct hb_turning
{
  struct hb_draft *draft;
  hb_id handler;
  const char *sides;         /* the names' first letters: of a and b */
  VEC (struct hb_two) pairs; /* round after round */
};

/* The first round of all variables, posted by the initial messages of A_POSTER and B_POSTER. */
struct hb_turning hb_turning_new (struct hb_draft *draft, hb_id handler, const char *sides,
                                  hb_id a_poster, hb_id b_poster);

/* One round more: each message of the last round posts its own. */
void hb_turning_turn (struct hb_turning *turning);

/* The pair of LITERAL's variable in the last round. */
struct hb_two hb_turning_pair (const struct hb_turning *turning, int literal);

static inline void
hb_turning_free (struct hb_turning *turning)
{
  vec_free (turning->pairs);
}

/* --- loaded ----------------------------------------------------------------------------------- */

/* The messages of a position on one of the two sides. */
struct hb_linked
{
  hb_id p1, p2, q1, q2;
};

struct hb_position
{
  struct hb_two two;       /* a is q, b is p: true iff p runs before q */
  struct hb_linked linked; /* on B */
};

/* The posts, in lists that are made while positions are, and told at the end: from the first position to the last or, for
 * stacks, from the last to the first.  A single pair counts as a position. */
struct hb_loaded
{
  struct hb_draft *draft;
  hb_id a, b; /* handlers */
  VEC (hb_id) by_a, by_b;
  VEC (size_t) starts; /* position -> its first post in both lists */
  bool meet;           /* A and B wait for each other before each position */
  unsigned untied;     /* ablation: rounds are not tied */
};

/* The next position of the path, for VARIABLE, called NAME (as in p.NAME); with LINKED_ON another handler than HB_NONE
 * also four messages there, into ELSEWHERE. */
struct hb_position hb_loaded_position (struct hb_loaded *loaded, int variable, const char *name,
                                       hb_id linked_on, struct hb_linked *elsewhere);

/* The pair INNER of A runs while the linked messages do: equal values.  NAME, or NAME and a number: a class of variables
 * for all ties, or variables of their own. */
void hb_loaded_tie (struct hb_loaded *loaded, struct hb_two inner, struct hb_linked linked,
                    const char *name);

/* Two single messages of one handler, the first posted by A and the second by B; nothing says in which order. */
void hb_loaded_single (struct hb_loaded *loaded, hb_id by_a, hb_id by_b);

/* The pair of the linked messages that is in this order if LITERAL is false. */
static inline hb_id
hb_linked_first (struct hb_linked linked, int literal)
{
  return literal > 0 ? linked.q1 : linked.p1;
}
static inline hb_id
hb_linked_second (struct hb_linked linked, int literal)
{
  return literal > 0 ? linked.p2 : linked.q2;
}

/* Tells all posts, in the initial messages of A and B. */
void hb_loaded_post (struct hb_loaded *loaded);
void hb_loaded_free (struct hb_loaded *loaded);

/* A and B end their initial messages by waiting for each other, D's waits for both: no message of the three is taken before
 * all that A and B have told so far has happened. */
void hb_draft_lock (struct hb_draft *draft, hb_id a, hb_id b, hb_id d);

#endif
