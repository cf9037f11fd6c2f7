/* Definitions 1 to 3 of the robustness paper, literally: the values of idle configurations (nothing runs, nothing is
 * pending), together with the events that have started, by the multi-thread and the single-thread semantics. */
#ifndef HBKIT_ROBUST_OUTCOMES_H
#define HBKIT_ROBUST_OUTCOMES_H

#include "robust/decide.h"
#include "base/rows.h"

struct hb_outcome_options
{
  bool single; /* by the single-thread semantics */
  bool serial; /* by event-serial runs of the multi-thread one */
  bool queue;
  hb_id only;            /* the one event that starts, plus 1; 0: all */
  const int32_t *values; /* at the start; NULL: the initial ones */
  size_t bound;          /* without a driver: so many events */
  struct hb_limits *limits;
};

/* A row each: the values, then the events that started, as numbers of kinds (robust/explore.h), sorted. */
struct hb_outcomes
{
  hb_rows rows;
  hb_id variables;
  bool complete;
  VEC (int32_t) row;
};

/* Fills OUTCOMES; `hb_outcomes_free`.  Exponential. */
void hb_outcomes_find (const hb_acode *code, const struct hb_outcome_options *options,
                       struct hb_outcomes *outcomes);
void hb_outcomes_free (struct hb_outcomes *outcomes);

size_t hb_outcomes_count (const struct hb_outcomes *outcomes);
const int32_t *hb_outcomes_values (const struct hb_outcomes *outcomes, size_t number);

/* "send dbl(2)", in no order that means something; "nothing".  New. */
char *hb_outcomes_events (const struct hb_outcomes *outcomes, const hb_aed *program, size_t number);

/* Decides the three definitions: robust (1), event-serializable (2), event-deterministic (3, from where options say;
 * HB_DET_RUNS as HB_DET_INIT), and with the repair of Theorem 1, that the single-thread run ends if any does. */
struct hb_states_result
{
  enum hb_robust_answer robust, serializable, deterministic, repaired;
};
struct hb_states_result hb_states_decide (const hb_acode *code,
                                          const struct hb_robust_options *options);

#endif
