/* All runs of a program, by search: the oracle of everything else.
 *
 * States are those of machine.h together with what the run has shown so far (facts.h), so that two runs that come to
 * the same place are told apart by their traces.  A choice takes the values LOW .. HIGH only. */
#ifndef HBKIT_DIFF_SEARCH_H
#define HBKIT_DIFF_SEARCH_H

#include "base/limits.h"
#include "diff/facts.h"

struct diff_search_options
{
  int64_t low, high;        /* of choices; both 0: 0 and 1 */
  bool complete;            /* only runs in which every thread ends */
  uint64_t states;          /* at most; 0: no limit */
  struct hb_limits *limits; /* or NULL */
};

/* A step of a schedule: the thread, and what it chose. */
struct diff_move
{
  hb_id thread, first, count; /* its values: `values` of the schedule from `first` on */
};

struct diff_schedule
{
  VEC (struct diff_move) moves;
  VEC (uint64_t) values;
};

/* In schedule.c. */
void diff_schedule_free (struct diff_schedule *schedule);
void diff_schedule_copy (struct diff_schedule *to, const struct diff_schedule *from);

typedef struct diff_search diff_search;

/* Searches all runs of program SIDE of SCOPE (NULL: of PROGRAM, no trace kept).  New; freed with
 * `diff_search_free`. */
diff_search *diff_search_new (const diff_program *program, const diff_scope *scope, int side,
                              const struct diff_search_options *options);
void diff_search_free (diff_search *search);

/* Did it get to the end?  How many states, and how many runs that no other prolongs were met? */
bool diff_search_done (const diff_search *search);
size_t diff_search_states (const diff_search *search);

/* The sets of facts of the runs, those only that no other contains: how many, and set I (borrowed). */
size_t diff_search_sets (const diff_search *search);
const uint64_t *diff_search_set (const diff_search *search, size_t i);

/* The run that shows set I, as a schedule. */
void diff_search_schedule (const diff_search *search, size_t i, struct diff_schedule *schedule);

/* Failed assertions, one for each place: how many, and number I with a run to it. */
size_t diff_search_failures (const diff_search *search);
struct diff_failure diff_search_failure (const diff_search *search, size_t i,
                                         struct diff_schedule *schedule);

/* Nodes at which a thread waits at the end of some run that nobody can prolong: (thread, node), each once. */
struct diff_stuck
{
  hb_id thread, node;
  hb_id state; /* where that is */
};
size_t diff_search_stuck (const diff_search *search);
struct diff_stuck diff_search_stuck_at (const diff_search *search, size_t i,
                                        struct diff_schedule *schedule);

/* A question (family.h) answered by the search: CONTEXT is the search. */
int diff_search_ask (void *context, const hb_id *set, hb_id count, uint64_t *shown);

#endif
