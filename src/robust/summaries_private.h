/* What the parts of the engine `summaries` share.
 *
 *     summaries.c       the fixpoint
 *     summaries_step.c  instructions
 *     summaries_path.c  the run to a failure; the set of summaries as a certificate */
#ifndef HBKIT_ROBUST_SUMMARIES_PRIVATE_H
#define HBKIT_ROBUST_SUMMARIES_PRIVATE_H

#include "robust/rows.h"
#include "robust/summaries.h"

struct exit
{
  hb_id variables; /* row */
  uint32_t stamp;  /* when it was found: only earlier ones were used for it */
};

struct wait
{
  hb_id entry, at; /* the caller's, and behind its call */
  hb_id row;       /* callee, entry, at, the caller's locals */
};

struct entry
{
  hb_id proc, variables;
  VEC (struct exit) exits;
  VEC (struct wait) waits;
};

/* A path that is to be followed: locals and variables stand in `numbers` from `start`. */
struct path
{
  hb_id entry, at;
  size_t start;
};

struct summarizer
{
  const hb_acode *code;
  hb_id variables; /* how many */
  VEC (struct entry) entries;
  VEC (hb_id) fresh_entries;
  VEC (struct path) paths;
  VEC (int32_t) numbers, row, now;
  hb_rows entry_rows, variable_rows, exit_rows, wait_rows, met_rows;
  uint32_t stamp;
  size_t steps;
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

/* The choices of a run to the failure. */
void summaries_choices (struct summarizer *s, struct hb_summaries_result *result);

/* Writes entries and exits. */
void summaries_certify (const struct summarizer *s, hb_output *output);

#endif
