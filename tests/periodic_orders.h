/* Orders of events of small task sets, counted in independent ways: by a search that appends one event after another as
 * (1) to (5), (16) to (18) of the paper (and arrivals) allow; by the models of both encodings; and, for real time, by a
 * scheduler that runs tick by tick.  What the tests of orders share.
 *
 * The first and the last share nothing with the formulas: jobs, response times, relations and ceilings are worked
 * out here again from the tasks' numbers and the letters of their bodies. */
#ifndef HBKIT_TESTS_PERIODIC_ORDERS_H
#define HBKIT_TESTS_PERIODIC_ORDERS_H

#include "unit.h"

#include "base/buffer.h"
#include "periodic/jobs.h"
#include "periodic/vc.h"

#define MOST_TASKS 3
#define MOST_JOBS 4
#define MOST_EVENTS 5 /* of a job, its start included */

/* A body is a word: x and y are written, or read (X, Y), the lock is taken (l), given back (u). */
struct task
{
  int64_t period, wcet, arrival;
  const char *body;
};

/* Tasks, the lowest priority (1) first. */
struct set
{
  int task_count;
  struct task tasks[MOST_TASKS];
  int64_t ceiling, time;
  enum hb_departure departure;

  /* Filled by `set_up`. */
  char text[1024];
  size_t job_count;
  int task_of[MOST_JOBS];
  int64_t arrival[MOST_JOBS], over_by[MOST_JOBS];
  bool before[MOST_JOBS][MOST_JOBS];        /* (1) */
  size_t count[MOST_JOBS];                  /* events */
  char letter[MOST_JOBS][MOST_EVENTS];      /* s: the start */
  int64_t held[MOST_JOBS][MOST_EVENTS + 1]; /* the ceiling that is held after so many events */
  hb_periodic_program *program;
  hb_jobs *jobs;
};

/* Reads the program and works its jobs out, twice; fails the test if the two differ.  False: more than MOST_JOBS jobs, or
 * response times beyond a period.  To be taken down in any case. */
bool set_up (struct set *set);
void set_down (struct set *set);

/* An order is a number: two bits an event, its job, the first event highest, below a 1. */
typedef VEC (uint64_t) orders;
#define NO_ORDER 0 /* of a model that is none */

void orders_sort (orders *all);

/* Is each order of A one of B?  Both are sorted. */
bool orders_within (const orders *a, const orders *b);

/* Fails the test unless they are the same. */
void orders_same (const orders *a, const orders *b, const struct set *set, const char *what);

/* By appending, (3) to (5), (16) to (18); sorted. */
void orders_of_search (const struct set *set, bool arrival, orders *all);

/* By the clock, ticks of a sixth of a unit; sorted.  Schedules in which a job is not over by its time in OVER_BY are left
 * out, or fail the test if there may be none (IS_THEOREM). */
void orders_of_clock (const struct set *set, const int64_t *over_by, bool is_theorem, orders *all);

/* Of the models of SET's formula; sorted.  Every write writes another value, from 1 on, and a model in which a read has
 * another one than that of the last write before it has NO_ORDER, (6). */
void orders_of_models (const struct set *set, const struct hb_vc_options *options, orders *all);

/* Clauses that say of numbers in bits what is true of all numbers: x <= y and y <= z give x <= z, wherever all pairs of the
 * three are WANTED (COUNT x COUNT).  LITERAL gives a literal of the circuit its variable. */
void numbers_are_in_order (hb_bits *bits, const hb_word *numbers, const bool *wanted, size_t count,
                           int (*literal) (void *context, hb_lit a), hb_clause_sink *sink,
                           void *context);

/* Of the models of the formula in rounds by arrival, PAPER being those without: the former's clauses must be the latter's
 * and some more. */
void orders_of_rounds_arrival (const struct set *set, const orders *paper, orders *all);

struct counts
{
  size_t sets, with_locks, paper, arrival, exact;
};

/* Fails the test unless search and both encodings agree by `paper` and by `arrival`, scheduler and formula by `exact`, and
 * exact is within arrival within paper. */
void compare_orders (const struct set *set, struct counts *counts);

#endif
