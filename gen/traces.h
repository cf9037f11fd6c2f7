/* Random traces that come from a run, and traces put into random order. */
#ifndef HBKIT_TRACES_H
#define HBKIT_TRACES_H

#include "trace/builder.h"
#include "base/rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* To whom a handler posts. */
enum hb_post_pattern
{
  HB_POST_ANY,   /* to any handler, itself included, uniformly */
  HB_POST_RING,  /* to the next one, the last to the first */
  HB_POST_STAR,  /* the first to any, the others to the first */
  HB_POST_SELF,  /* to itself */
  HB_POST_LAYERS /* to one behind it; the last to itself */
};
#define HB_POST_PATTERNS 5

/* "any", "ring", "star", "self", "layers". */
extern const char *const hb_post_patterns[HB_POST_PATTERNS];

/* What run is wanted.  Start from `hb_run_defaults`. */
struct hb_run_shape
{
  hb_id handlers;  /* each with an initial message */
  hb_id messages;  /* that are posted, in all */
  hb_id externals; /* that come from outside, in all */
  hb_id events;    /* of a message on average, gets not counted: 0 .. 2 * events, uniformly */
  hb_id variables;
  double posts, reads, writes; /* shares of the events, to be scaled to 1 */
  bool nested; /* posted messages post; else initial ones only, as often as there are messages */
  hb_id depth; /* posts are nested so deep at most, those of initial messages being 1; 0: any */
  enum hb_post_pattern pattern;
  int mailbox; /* enum hb_mailbox, of all handlers; -1: a random one for each */
  bool orders; /* write the run's eo and mo as well: the trace is a witness */

  /* Damage, done to the run before it is written. */
  double stale;      /* share of reads that get the value before the present one, if there is one */
  hb_id wrong_reads; /* reads that get another write of the variable, or its initial value */
  hb_id wrong_writes; /* swaps of two neighbours in co */
  hb_id wrong_posts;  /* swaps of what two posts to one handler post */
};

/* 4 handlers, 20 messages of 4 events, 5 variables; shares 0.2, 0.4, 0.4; nested; queues; no
   * damage. */
struct hb_run_shape hb_run_defaults (void);

/* Runs a program that is made up on the way, and tells its trace to BUILDER, up to and with
   * `hb_build_end`: po, pb, rf and co as they happened, so the trace is consistent unless damaged.
   * False after an error in DIAG (no handlers, more than an `hb_id` can number), nothing told.
   * O(events + messages * longest mailbox). */
bool hb_run_random (const struct hb_run_shape *shape, struct hb_rng *rng, hb_builder *builder,
                    hb_diag *diag);

/* Tells TRACE to BUILDER, up to and with `hb_build_end`, with handlers, messages, variables,
   * labels and values renamed at random, the handlers, the messages of each and the lines of co, eo
   * and mo in random order. Initial messages stay the first of their handlers.  Consistent iff
   * TRACE is.  Linear. */
void hb_trace_shuffled (const hb_trace *trace, struct hb_rng *rng, hb_builder *builder);

#ifdef __cplusplus
}
#endif
#endif
