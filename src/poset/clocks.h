/* The lines of a log with vector clocks.  Private to clocks*.c. */
#ifndef HBKIT_POSET_CLOCKS_H
#define HBKIT_POSET_CLOCKS_H

#include "poset/sources.h"

struct hb_clock_entry
{
  hb_id host;
  uint32_t value; /* not 0 */
};

struct hb_clock_event
{
  hb_id host;
  size_t line;
  size_t entry, size; /* its clock is entries[entry .. entry + size - 1] */
  bool faulty;
};

struct hb_clock_events
{
  VEC (struct hb_clock_event) events; /* of the execution asked for */
  VEC (struct hb_clock_entry) entries;
  hb_names *hosts;
  size_t executions;
  size_t broken; /* lines of it that have something else where their clock should be */
};

/* Fills EVENTS; false after an error in DIAG. */
bool hb_clocks_read (hb_input *input, const struct hb_clock_options *options,
                     struct hb_clock_events *events, hb_diag *diag);

#endif
