/* One run of a sequential program that an instrumentation made, as what it says of the event program: tasks, their
 * accesses, posts and choices, who is left, and the pivot.  See extract.h. */
#ifndef HBKIT_ROBUST_SEQ_RUN_H
#define HBKIT_ROBUST_SEQ_RUN_H

#include "robust/instrument.h"

struct hb_seq_task
{
  hb_id clone;             /* of the instrumentation's */
  hb_id parent;            /* task, or HB_NONE: an event's body */
  hb_id number;            /* which post of the parent, from 1 */
  hb_id calls;             /* tasks that it ran from its list */
  hb_id accesses;          /* that it made (a guard's is none of them) */
  bool open, pivot;        /* it was left on main; it has the pivot */
  VEC (int32_t) choices;   /* of the event program's own `choose` */
  VEC (hb_id) posts;       /* for each post: how many accesses came before */
  VEC (int32_t) arguments; /* body */
};

struct hb_seq_access
{
  hb_id task, variable;
  bool write, guard;
};

typedef struct hb_seq_run
{
  VEC (struct hb_seq_task) tasks;
  VEC (struct hb_seq_access) accesses;
  bool failed; /* an assertion failed */
  hb_id
      erring; /* the task that ran when the cycle was closed, behind which the rest is skipped; or HB_NONE */
  size_t used;  /* choices */
  bool is_long; /* it takes more than 10^7 instructions, and was given up */
} hb_seq_run;

/* Runs MADE with CHOOSER giving what `choose` gives, until it ends, fails, or CHOOSER has no number.  False: no number,
 * or no end: the run comes round, or takes 10^7 instructions.
 * ONCE: what comes round has no end even if choices were made meanwhile, if it said nothing new: another run does without.  `hb_seq_run_free` in any case. */
typedef bool hb_seq_chooser (void *context, const hb_seq_run *run, hb_id ins, int32_t *chosen);
bool hb_seq_run_make (const hb_instrumented *made, hb_seq_chooser *chooser, void *context,
                      bool once, hb_seq_run *run);
void hb_seq_run_free (hb_seq_run *run);

#endif
