/* A run of a trace on one page: a row a handler, a box a message, from its first event to its last, and a line from
 * each post to the message that it posts.  Events are counted from left to right in the order of the run.
 *
 *           1        100       200
 *     h1    [ m1 ] [   m4    ]     [m7]
 *                \          \
 *     h2          [m2]       [  m5  ]
 *
 * What an execution graph is too large for; it has no events and no relations but pb. */
#ifndef HBKIT_TIMELINE_H
#define HBKIT_TIMELINE_H

#include "viz/figure.h"

struct hb_timeline
{
  const hb_trace *trace; /* borrowed, as all here */
  const hb_id *run;      /* its events in the order of a run (`hb_replay`) */
  hb_id from, to;        /* steps that are shown, from 0; TO HB_NONE: to the end */
  /* Those that are shown; NULL: of a whole run all, of a part those with a message there. */
  const bool *handlers;
};

/* Draws TIMELINE to OUTPUT (borrowed, not committed).  Messages that would be narrower than a line share a box, and where
 * there are thousands of posts none is drawn; the caption says so.  False after an error in DIAG.  Linear. */
bool hb_draw_timeline (const struct hb_timeline *timeline, const struct hb_draw_options *options,
                       hb_output *output, hb_diag *diag);

#endif
