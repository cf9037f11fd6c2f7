/* All schedules of a small poset, and what each hits: the oracle of the tests of hitting families. */
#ifndef HBKIT_ALL_SCHEDULES_H
#define HBKIT_ALL_SCHEDULES_H

#include "poset/schedules.h"

struct everything
{
  hb_schedules *all; /* all schedules */
  uint64_t *rows;    /* of each: the tuples that it hits */
  size_t words, tuples;
  hb_tuples list; /* of D members each */
};

/* For tuples of D members; POSET has D elements or more, and at most 16. */
struct everything everything_of (const hb_poset *poset, int d);
void free_everything (struct everything *everything);

#endif
