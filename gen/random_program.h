/* Small random programs that come to an end. */
#ifndef HBKIT_RANDOM_PROGRAM_H
#define HBKIT_RANDOM_PROGRAM_H

#include "base/rng.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_program_shape
{
  hb_id handlers; /* each with an initial message */
  hb_id messages; /* declared beside the initial ones */
  hb_id variables;
  hb_id statements;            /* of a message, at most, blocks counted as one */
  hb_id posted;                /* messages that a run posts, at most */
  int mailbox;                 /* enum hb_mailbox, of all handlers; -1: a random one for each */
  double posts, reads, writes; /* shares of the statements, to be scaled to 1 with those below */
  double blocks;               /* if and repeat */
  double awaits;               /* reads that wait: such programs may come to a deadlock */
  double asserts;              /* assertions that may be false */
};

/* 3 handlers, 3 messages, 2 variables, 4 statements, 4 posted; queues; shares 0.3, 0.3, 0.3, 0.1,
 * no awaits, no asserts. */
struct hb_program_shape hb_program_defaults (void);

/* The text of a random program (program/program.h).  A message posts only messages declared behind it, so
 * every run ends.  New. */
char *hb_program_random (const struct hb_program_shape *shape, struct hb_rng *rng);

#ifdef __cplusplus
}
#endif
#endif
