/* Engine `explore`, the oracle: all configurations of the multi-thread semantics (robustness paper, section 3.2),
 * each with an exact summary of its history.
 *
 *     per event and variable    the depth-first-last reader and writer: an access of task i comes too late exactly
 *                               if it conflicts with one of a task behind i in depth-first order, and the last such
 *                               task tells that
 *     per variable              the events that read it, and those that wrote it
 *     per event                 the events that the graph of conflicts leads from to it
 *
 * Tasks are named by their place in the call tree; what an event is, once nothing of it is left, by its number.
 * Accesses of one thread are one step each; posts go along with the step before them, as they commute with all else
 * (but posts to main do not if main takes tasks in order: then they are steps).
 *
 * It shares no code with the machine that replays (machine.h).  Exponential. */
#ifndef HBKIT_ROBUST_EXPLORE_H
#define HBKIT_ROBUST_EXPLORE_H

#include "robust/robust.h"

struct hb_explore_options
{
  unsigned parts; /* HB_PART_...: what is looked for; 0: nothing, all is explored */
  bool queue;     /* main takes tasks in the order of their posts */
  bool serial;    /* an event starts only when nothing is left of those before */
  bool
      depth_first; /* with `serial`: tasks one after another, depth first: the single-thread semantics */
  hb_id only;      /* the one event that starts, once; HB_NONE: as the driver says */
  const int32_t *values; /* of the variables at the start, borrowed; NULL: the initial ones */
  size_t bound;          /* without a driver: so many events start at most */
  size_t most;           /* configurations, 0: any number */
  struct hb_limits *limits;
  /* Told of each idle configuration: values, and the events that started, as numbers of `kinds`, which is told of a
   * number when it is first seen.  May be NULL. */
  void (*idle) (void *context, const int32_t *values, const hb_id *kinds, size_t count);
  void *context;
};

struct hb_explore_result
{
  enum hb_robust_answer answer;
  unsigned part;         /* violated: what is */
  hb_aschedule schedule; /* violated: of a shortest run that shows it */
  size_t configurations;
  bool complete;   /* all was explored */
  bool bounded;    /* but for events beyond the bound */
  bool posts;      /* but for tasks that post one another beyond the limits */
  bool cut;        /* but for tasks that take more local steps or calls than is looked at (lap.h) */
  bool range;      /* some write left its variable's range, which blocks its task */
  hb_id range_ins; /* the instruction */
  bool blocked;    /* some task was blocked */
};

/* Explores.  RESULT is filled; `hb_explore_result_free` gives its schedule back. */
void hb_explore_robust (const hb_acode *code, const struct hb_explore_options *options,
                        struct hb_explore_result *result);
void hb_explore_result_free (struct hb_explore_result *result);

/* The event and the arguments of that number: "send(1)".  Kinds are numbered by event, then by arguments, the first
 * one fastest.  New. */
char *hb_explore_kind_text (const hb_aed *program, hb_id kind);

#endif
