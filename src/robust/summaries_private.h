/* What the parts of the engine `summaries` share.
 *
 *     summaries.c       the fixpoint
 *     summaries_step.c  instructions
 *     summaries_path.c  the run to a failure; the set of summaries as a certificate */
#ifndef HBKIT_ROBUST_SUMMARIES_PRIVATE_H
#define HBKIT_ROBUST_SUMMARIES_PRIVATE_H

#include "robust/live.h"
#include "base/rows.h"
#include "robust/summaries.h"

typedef VEC (hb_id) summary_ids;

struct exit
{
  hb_id variables; /* row */
  uint32_t stamp;  /* when it was found: only earlier ones were used for it */
};

struct entry
{
  hb_id proc, variables;
  VEC (struct exit) exits;
  summary_ids waits; /* places behind calls of this */
};

/* A path that is to be followed: locals and variables stand in `numbers` from `start`. */
struct path
{
  hb_id entry, at;
  size_t start;
  bool chooses; /* at a `choose`, that gives NUMBER first */
  int32_t number;
};

struct summarizer
{
  const hb_acode *code;
  hb_id variables; /* how many */
  VEC (struct entry) entries;
  VEC (hb_id) fresh_entries;
  VEC (struct path) paths;
  VEC (int32_t) numbers, row, now;
  hb_live live;
  hb_rows entry_rows, variable_rows;
  hb_rows exit_rows; /* entry, variables: those that are not among the first */
  hb_rows places;    /* entry, instruction, those locals that matter there */
  VEC (summary_ids)
  met;               /* place -> the first variables' rows with which a path went on from there */
  hb_rows met_rows;  /* place, variables: the others */
  hb_rows wait_rows; /* callee's entry, place: those that are not among the first */
  uint32_t stamp;
  size_t steps;
  const struct hb_summaries_options *options;
  bool is_long; /* a loop goes on beyond the limits */
  hb_id failed_entry, failed_at;
};

enum hb_after
{
  HB_AFTER_STEP,
  HB_AFTER_LOOP,   /* jumped back */
  HB_AFTER_CHOICE, /* stands at a choose */
  HB_AFTER_CALL,   /* at a call */
  HB_AFTER_RETURN,
  HB_AFTER_NOTHING, /* the path ends */
  HB_AFTER_FAILURE  /* stands at an assertion that fails */
};

/* Carries the instruction AT out, or stops at it. */
enum hb_after summaries_instruction (const hb_acode *code, hb_id *at, int32_t *locals,
                                     int32_t *values);

/* The choices of a run to the failure.  False: a limit was reached. */
bool summaries_choices (struct summarizer *s, struct hb_summaries_result *result);

/* Writes entries and exits. */
void summaries_certify (const struct summarizer *s, hb_output *output);

#endif
