/* Runs along a schedule, and what they show. */
#ifndef HBKIT_DIFF_REPLAY_H
#define HBKIT_DIFF_REPLAY_H

#include "diff/search.h"

/* Carries SCHEDULE out on program SIDE of SCOPE.  SHOWN (diff_fact_words, zeroed by this) becomes what the run shows;
 * LOG (may be NULL) gets its events, with the numbers of their moves.  What comes back is SIZE_MAX if all is well, else
 * the number of the move that cannot be made.  With COMPLETE every thread must have come to its end, or the number of
 * moves comes back. */
size_t diff_replay (const diff_scope *scope, int side, const struct diff_schedule *schedule,
                    bool complete, uint64_t *shown, struct diff_log *log);

/* The same without a scope: nothing is shown.  *WAITS (may be NULL) becomes, for each thread, the node at which it waits
 * in the end, or HB_NONE. */
size_t diff_replay_program (const diff_program *program, const struct diff_schedule *schedule,
                            struct diff_log *log, hb_id *waits);

#endif
