/* Rounds of traces of multisets, where nothing but the handlers themselves keeps order (doc/map.md): the base of
 * 3sat-multiset3 and 3sat-multiset5.
 *
 * All messages are there from the start.  Two handlers beat time, as they are never free at once:
 *
 *     A:  sig(r): R zA_(r-1), W sA_r, R sB_(r+1), W zA_r       B:  tau(r): R zB_(r-1), W sB_r, R sA_r, W zB_r
 *
 *         tau(r)  [ B.......... ]
 *         sig(r)           [ A .......... ]
 *         tau(r+1)                [ B .......... ]        A is free before sig(r), B behind tau(r)
 *
 * A chain of messages x(i) on A, x'(i) on B, x(i+1) on A, ..., each reading from the one before, gets one level further a
 * round.  If it starts a round late, it stays late: x(r) runs behind sig(r), and not before it.
 *
 * (z keeps the rounds in their order, which they have in the run of a model anyway: to engines it would be one choice more.)
 * Each literal has a chain.  That of variable i's starts with T or F on G: R zA_(i-1), W seed, R sA_i; only one of the two can start before
 * sig(i): the other literal's chain is late. */
#ifndef HBKIT_REDUCE_BEAT_H
#define HBKIT_REDUCE_BEAT_H

#include "reduce/draft.h"

struct hb_beat
{
  struct hb_draft *draft; /* borrowed */
  hb_id a, b, g;
  hb_id poster;          /* A's initial message, which posts all others */
  bool no_hold;          /* an ablation: T and F do not wait for sig */
  hb_id round;           /* the present one, from 1 */
  hb_id tau, starter[2]; /* of it */
  hb_id sig;             /* the last one that was told, or HB_NONE */
  hb_id over;            /* what the sig of the round before writes at its end, or HB_NONE */
  VEC (hb_id) chains[2]; /* variable -> the last write of its chain, of x and of -x */
};

/* Makes handlers A and B; choices will be on G, which the caller makes and sets.  Empty BEAT with `hb_beat_free`. */
void hb_beat_init (struct hb_beat *beat, struct hb_draft *draft);
void hb_beat_free (struct hb_beat *beat);

/* The next round up to sig: tau; in the round of a variable its T and F; all chains on A. */
void hb_beat_begin (struct hb_beat *beat);

/* The round's sig starts: the message, whose later reads are awaited before the round ends. */
hb_id hb_beat_sig (struct hb_beat *beat);

/* All chains go on, on B. */
void hb_beat_end (struct hb_beat *beat);

/* MESSAGE, which is to begin in this round, begins when the sig before is over. */
void hb_beat_await (struct hb_beat *beat, hb_id message);

/* A link of a chain of its own on HANDLER, which reads the writes FROM and ALSO (unless that is HB_NONE); its write. */
hb_id hb_beat_link (struct hb_beat *beat, hb_id handler, hb_id from, hb_id also, const char *name);

/* The last write so far of LITERAL's chain. */
static inline hb_id
hb_beat_chain (const struct hb_beat *beat, int literal)
{
  return beat->chains[literal < 0].data[hb_threes_rank (beat->draft->formula, literal)];
}

#endif
