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
 * `blocked`.  A get from a queue is taken alone: it commutes with all that other handlers ever do. */
#ifndef HBKIT_PROGRAM_EXPLORE_H
#define HBKIT_PROGRAM_EXPLORE_H

#include <hbkit/program.h>

#include "base/limits.h"
#include "program/run.h"

#endif
