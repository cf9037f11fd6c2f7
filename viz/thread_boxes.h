/* What a drawing of a program's threads has to say, before it has places: a box a step of a run, or a statement, and which
 * dependencies lead from box to box.  Of many, those far from all dependencies are counted, not shown:
 *
 *     x = 1   :12
 *     37 steps more
 *     lock (l)   :40       two before and two after each box that a dependency starts or ends at
 *     f = 0   :41
 *     y = x   :42  <------ rf x
 */
#ifndef HBKIT_THREAD_BOXES_H
#define HBKIT_THREAD_BOXES_H

#include "viz/thread_runs.h"

/* A step or a statement; or, of a run of those that are left out, how many they are: the first, others are hidden. */
struct hb_thread_box
{
  char *label; /* owned */
  char *full;  /* all statements of it, owned */
  hb_id thread, statement;
  size_t row;
  bool marked; /* a dependency starts or ends here */
  bool counts, hidden;
  struct hb_rect place;
};

/* A dependency that the run shows, between two boxes. */
struct hb_thread_link
{
  const struct diff_fact *fact;
  size_t from, to; /* boxes; from SIZE_MAX: init */
};

struct hb_thread_boxes
{
  VEC (struct hb_thread_box) all; /* of a run: in its order, a row each; else thread by thread */
  VEC (struct hb_thread_link) links;
};

/* The boxes of RUN, which is one of WHAT (both borrowed); freed with `hb_thread_boxes_free`. */
struct hb_thread_boxes hb_thread_boxes_of (const struct hb_thread_runs *what,
                                           const struct hb_thread_run *run);
void hb_thread_boxes_free (struct hb_thread_boxes *boxes);

#endif
