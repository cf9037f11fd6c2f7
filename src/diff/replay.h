/* Runs along a schedule, and what they show. */
#ifndef HBKIT_DIFF_REPLAY_H
#define HBKIT_DIFF_REPLAY_H

#include "diff/search.h"

/* Carries SCHEDULE out on program SIDE of SCOPE.  SHOWN (diff_fact_words, zeroed by this) becomes what the run shows;
 * LOG (may be NULL) gets its events.  What goes wrong is SIZE_MAX if nothing does, else the number of the move that
 * cannot be made.  With COMPLETE every thread must have come to its end, or the number of moves comes back. */
size_t diff_replay (const diff_scope *scope, int side, const struct diff_schedule *schedule,
                    bool complete, uint64_t *shown, struct diff_log *log);

#endif
