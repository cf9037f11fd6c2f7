/* Orders of events of a task set, counted in independent ways: by a search that appends one event after another as (3)
 * to (5), (16) to (18) of the paper (and arrivals) allow; by the models of both encodings; and, for real time, by a
 * scheduler that runs tick by tick.  What the tests of orders share. */
#ifndef HBKIT_TESTS_PERIODIC_ORDERS_H
#define HBKIT_TESTS_PERIODIC_ORDERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buffer.h"
#include "periodic/jobs.h"
#include "periodic/vc.h"

#define MOST_JOBS 6
#define MOST_EVENTS 8

struct event
{
  enum hb_action_kind kind;
  int64_t ceiling;
};

struct set
{
  hb_periodic_program *program;
  hb_jobs *jobs;
  size_t job_count;
  struct event events[MOST_JOBS][MOST_EVENTS];
  size_t count[MOST_JOBS];
};

typedef VEC (char *) orders;

void orders_free (orders *all);

/* Is each order of A one of B?  Both are sorted. */
bool orders_within (const orders *a, const orders *b);

/* A set by its text; false if it is not schedulable or too large.  To be freed in any case. */
bool set_of (struct set *set, const char *text, int64_t time, enum hb_departure departure);
void set_free (struct set *set);

/* The orders of the models of SET's formula; false if they are too many.  An order that is none is "?". */
bool orders_of_models (const struct set *set, const struct hb_vc_options *options, orders *all,
                       const char **why);

struct counts
{
  size_t sets, with_locks, paper, arrival, exact;
};

/* Fails the test unless search and both encodings agree by `paper` and by `arrival`, scheduler and formula by `exact`, and
 * exact is within arrival within paper.  What is not schedulable is passed over. */
void compare_orders (const char *text, int64_t time, enum hb_departure departure,
                     struct counts *counts);

#endif
