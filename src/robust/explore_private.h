/* What the parts of the explorer share.
 *
 *     explore.c          the configurations met, breadth first; schedules
 *     explore_step.c     the successors of a configuration
 *     explore_local.c    configurations; what tasks do between two accesses
 *     explore_history.c  the summaries of histories, paths in call trees
 *
 * A configuration is a row of numbers:
 *
 *     values               of the variables
 *     events, kinds        how many have started, and each one's event and arguments, as a number
 *     main                 the path of the task that runs on main, or -1; -2: main is blocked for ever
 *     stuck                a task is blocked for ever on a thread of its own
 *     tasks, each task     sorted by path; see `struct task`
 *     waiting, paths       queue: the tasks posted to main, in order
 *     history              of the events that still have tasks: number, and for each variable two paths
 *                          of all events: sets of events, in two numbers each
 */
#ifndef HBKIT_ROBUST_EXPLORE_PRIVATE_H
#define HBKIT_ROBUST_EXPLORE_PRIVATE_H

#include "base/rows.h"
#include "robust/explore.h"
#include "robust/lap.h"
#include "robust/script.h"

/* A node of the call tree; the roots are the events of the run. */
struct path
{
  hb_id parent; /* HB_NONE: an event */
  hb_id number; /* which post of the parent, from 1; which event, from 0 */
  hb_id event;
  uint32_t depth;
  hb_id child, sibling; /* those seen so far */
};

struct frame
{
  hb_id proc, at, locals; /* next instruction; first local */
};

#define TASK_MAIN 1u
#define TASK_PENDING 2u

struct task
{
  hb_id path, flags, posts;
  hb_id first_frame, frames, first_local, locals; /* in the configuration's */
};

/* A configuration taken apart. */
struct config
{
  int32_t *values;
  VEC (hb_id) kinds; /* of the events that started */
  hb_id on_main;     /* path, HB_NONE, or MAIN_BLOCKED */
  bool stuck;
  VEC (struct task) tasks;
  VEC (struct frame) frames; /* of all tasks */
  VEC (int32_t) locals;
  VEC (hb_id) waiting;
  VEC (hb_id) late;    /* history: [event][variable] reader, writer: paths or HB_NONE */
  VEC (uint64_t) sets; /* [variable] readers, writers; then [event] those that lead to it */
};

#define MAIN_BLOCKED ((hb_id)-2)

/* An event with its arguments. */
struct kind
{
  hb_id proc, first_arg; /* in `args` */
};

struct explorer
{
  const hb_acode *code;
  const struct hb_explore_options *options;
  struct hb_explore_result *result;
  hb_id variables;
  VEC (struct path) paths;
  VEC (hb_id) roots;
  VEC (struct kind) kinds;
  VEC (int32_t) args;
  /* Configurations, in the order in which they were met. */
  hb_rows met;
  VEC (uint32_t) parents;
  VEC (uint32_t) ordinals; /* which successor of the parent */
  VEC (int32_t) packed;    /* the one that may be new */
  /* The successor being made. */
  struct config from, config;
  struct hb_script script;
  hb_rows
      stood; /* where the task that runs stood at a `choose` (explore_choose.c); its place now */
  VEC (int32_t) place;
  struct hb_lap lap; /* of that task since */
  size_t choices;    /* of that task in this run */
  size_t cuts;       /* moves of which a task was not carried to its end (lap.h) */
  uint64_t drifts;   /* it came to such a place again: 1, and so many numbers since then; else 0 */
  bool violated;
  unsigned part;
  bool telling; /* the moves of the successor go into the schedule */
  hb_aschedule *schedule;
};

/* Paths. */
hb_id explore_root (struct explorer *e, hb_id event);
hb_id explore_child (struct explorer *e, hb_id parent, hb_id number);
bool explore_is_behind (const struct explorer *e, hb_id a,
                        hb_id b); /* in depth-first order, B before A */

/* Enters the access by the task with PATH into the history; sets `violated` and `part`. */
void explore_access (struct explorer *e, hb_id path, hb_id variable, bool write);

/* History of an event that starts; forgets what an event without tasks need not keep. */
void explore_history_add (struct explorer *e);
void explore_history_forget (struct explorer *e);

/* Calls VISIT for all successors of e->from, made in e->config, in an order that is always the same; until it says
 * stop. */
typedef bool explore_visit (struct explorer *e, uint32_t ordinal);
void explore_successors (struct explorer *e, explore_visit *visit);

/* What `choose` gives (explore_choose.c): a number; a task begins to run; it, T, stands at a `choose`: was it there before with the same values? */
int32_t explore_choose (struct explorer *e, int32_t low, int32_t high);
void explore_choices_begin (struct explorer *e);
void explore_look_round (struct explorer *e, hb_id t);

void explore_config_copy (struct config *to, const struct config *from, hb_id variables);
void explore_config_free (struct config *config);

/* Is nothing running and nothing pending? */
bool explore_is_idle (const struct config *config);

/* The task of PATH, or HB_NONE.  Linear. */
hb_id explore_task_of (const struct config *config, hb_id path);

/* Copies what task T has to the ends of frames and locals, so that it can grow; what it had becomes waste, which
 * packing drops. */
void explore_bring_to_end (struct config *config, hb_id t);

/* Task T, at the end, calls PROC with ARGUMENTS. */
void explore_push_frame (struct explorer *e, hb_id t, hb_id proc, const int32_t *arguments);

/* Task T will never move again. */
void explore_block_task (struct explorer *e, hb_id t);

/* Task T, at the end, goes on until it stands before an access or a post; it is dropped if it ends or is blocked.
 * Is it still there? */
bool explore_run_local (struct explorer *e, hb_id t);

/* The arguments of INS.  New. */
int32_t *explore_evaluate (struct explorer *e, const struct hb_ains *ins, const int32_t *locals);

#endif
