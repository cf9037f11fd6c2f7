/* Strips: the contents of the mailboxes along a run, as small panels side by side (figure 10 of the
 * ED-consistency paper).
 *
 *     +---------------+    +---------------+
 *     | 7 h1 takes m1 |    | 8 h1 posts m1'|
 *     |   to h2       |    |               |
 *     |  h1     h2    | -> |  h1     h2    |     what is under way stands below the handler's name,
 *     | [m1]          |    |               |     the messages in its mailbox below that, the next one
 *     | [m2]          |    | [m2]   [m1']  |     on top
 *     +---------------+    +---------------+
 *
 * Only steps that change a mailbox make a panel. */
#ifndef HBKIT_STRIP_H
#define HBKIT_STRIP_H

#include "viz/draw.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_strip_options
{
  struct hb_draw_options draw; /* format, preset, width, names, legend */
  hb_id from,
      to; /* the part of the run to show, by its first and last step, from 0; TO HB_NONE: the end */
  const bool *handlers; /* which mailboxes to show; NULL: those that hold anything; borrowed */
  bool nested;          /* a message that only posts is written as its posts, "p_h2(p_h3(m1))" */
  bool by_message;      /* one panel for all that a message does in a row, not one for each step */
  hb_id most;           /* messages of a mailbox that are shown; 0: 12 */
};

/* Draws the contents along RUN, which is one of TRACE (run/replay.h; all its events), to OUTPUT (borrowed, not
   * committed). False after an error in DIAG: nothing changes, or too many panels for a figure. */
bool hb_draw_strip (const hb_trace *trace, const hb_id *run, const struct hb_strip_options *options,
                    hb_output *output, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
