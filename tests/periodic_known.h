/* Task sets of a grid of times, and what is known of those whose jobs relate alike. */
#ifndef HBKIT_TESTS_PERIODIC_KNOWN_H
#define HBKIT_TESTS_PERIODIC_KNOWN_H

#include "tests/periodic_orders.h"

/* What was found for jobs that relate in one way. */
struct known
{
  size_t job_count;
  int task_of[MOST_JOBS];
  bool before[MOST_JOBS][MOST_JOBS];
  unsigned together; /* see `known_of` */
  orders found;
};

typedef VEC (struct known) known_list;

/* Which jobs arrive together with the next: bit J. */
unsigned jobs_together (const struct set *set);

/* What is known of jobs like those of SET, and of TOGETHER if it matters; or a new entry, *IS_NEW. */
struct known *known_of (known_list *list, const struct set *set, unsigned together, bool *is_new);
void known_forget (known_list *list);

/* How many times the tasks of SET may have: periods 4 and 8, C of 1 and 2, arrivals of 0 and 1. */
unsigned times_count (const struct set *set);

/* Gives SET those of NUMBER.  Does some task arrive at 0, and are all C *EQUAL? */
bool times_of (struct set *set, unsigned number, bool *equal);

#endif
