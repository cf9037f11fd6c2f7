/* All runs of a program, one for each trace.
 *
 * Two runs are equivalent if they have the same trace with eo and mo, that is, if one becomes the
 * other by exchanging neighbours that are independent.  Dependent are two steps of one handler, a
 * write and another access of the same variable, two posts to one handler; and the get of a message
 * with a post to its handler that would have changed what the mailbox hands out: any under `stack`,
 * one of higher priority under `priority`.
 *
 * The search is stateless, depth first, with sleep sets (Godefroid, Partial-Order Methods for the
 * Verification of Concurrent Systems, 1996, chapter 5): of every trace exactly one run comes to its
 * end. Sleep sets do not avoid all beginnings of equivalent runs; those given up are counted as
 * `blocked`.  A get from a queue is taken alone: it commutes with all that other handlers ever do.
 * */
#ifndef HBKIT_PROGRAM_EXPLORE_H
#define HBKIT_PROGRAM_EXPLORE_H

#include "base/limits.h"
#include "program/run.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_exploration
{
  uint64_t steps;           /* of a run, at most 10000; longer ones are cut; 0: 1000 */
  uint64_t runs;            /* stop after so many; 0: never */
  struct hb_limits *limits; /* borrowed; NULL: none */

  /* Called for each run that has come to its end or was cut; TAKEN is its schedule.  False: stop.
   *  NULL:
 * nothing is called. */
  bool (*found) (void *about, const hb_execution *run, const hb_run_steps *taken);
  void *about;

  /* What came out. */
  uint64_t ended[HB_RUN_ERROR + 1]; /* by enum hb_run_status; HB_RUN_GOING: cut */
  uint64_t traces;                  /* their sum */
  uint64_t blocked;                 /* beginnings given up */
  uint64_t events;                  /* steps taken in all */
  bool complete;                    /* all runs were seen, none was cut */
};

/* Explores from the beginning of CODE. */
void hb_explore (const hb_code *code, struct hb_exploration *exploration);

#ifdef __cplusplus
}
#endif
#endif
