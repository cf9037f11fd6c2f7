/* Deciding robustness by any engine, or by all, which must agree.  Every violation is replayed (machine.h) and its
 * trace looked at (trace.h) before it is told. */
#ifndef HBKIT_ROBUST_DECIDE_H
#define HBKIT_ROBUST_DECIDE_H

#include "robust/robust.h"

enum hb_robust_engine
{
  HB_ROBUST_EXPLORE,
  HB_ROBUST_SUMMARIES,
  HB_ROBUST_BMC,
  HB_ROBUST_DIRECT,
  HB_ROBUST_ALL,
  HB_ROBUST_AUTO
};

#define HB_ROBUST_ENGINES "explore summaries bmc direct all auto"

struct hb_robust_options
{
  enum hb_robust_engine engine;
  unsigned parts; /* HB_PART_... */
  enum hb_det_from det_from;
  bool queue;   /* main takes tasks in the order of their posts */
  size_t bound; /* events that start, where the driver says nothing; 0: the engine's own choice */
  hb_output *
      certificate; /* summaries: where the set of summaries goes, if robust; borrowed, may be NULL */
  const char *solver; /* of sat/solver.h; NULL: the default */
  size_t most;        /* explore, summaries: configurations, entries and exits; 0: any number */
  struct hb_limits *limits;
};

struct hb_robust_result
{
  enum hb_robust_answer answer;
  unsigned part;         /* violated: what is */
  hb_aschedule schedule; /* violated: a run that shows it; owned */
  bool has_schedule;
  bool is_other; /* unknown, as the part that was not asked for is violated first */
  bool is_cut;   /* unknown, as there is more of it than `most` */
  char *reason;  /* unknown: why; owned, or NULL */
  char *notes;   /* what is worth saying, lines without "c "; owned, or NULL */
  bool
      is_bounded; /* no violation within the bound, which stands here; robust: nor runs beyond it */
  size_t starts, bound; /* of the events, and of loops */
  size_t configurations, summaries, clauses, variables;
};

/* Decides.  False after an error in DIAG: the engine does not take this program.  `hb_robust_result_free` in any
 * case. */
bool hb_robust_decide (const hb_acode *code, const struct hb_robust_options *options,
                       struct hb_robust_result *result, hb_diag *diag);
void hb_robust_result_free (struct hb_robust_result *result);

#endif
