/* From an event program to a sequential one, source to source (robustness paper, sections 6 and 7, repaired: the
 * rules are listed in doc/robustness.md, and every line that is inserted names its own).
 *
 *     seq   the single-thread semantics as ordinary calls (section 6.3): every task keeps a list of its posts, which it
 *           runs at its end
 *     det   an assertion fails iff some event, alone, is not conflict-deterministic (section 6)
 *     rob   an assertion fails iff the program is not conflict-robust (section 7)
 *
 * The sequential program has one event, ghosts, and no async.  A procedure appears once for each way in which it
 * runs: as an event's body, as a task on main, as a task on a thread of its own, as a part of one of these. */
#ifndef HBKIT_ROBUST_INSTRUMENT_H
#define HBKIT_ROBUST_INSTRUMENT_H

#include "robust/robust.h"

enum hb_stage
{
  HB_STAGE_DET,
  HB_STAGE_SEQ,
  HB_STAGE_ROB
};

#define HB_STAGES "det seq rob"

/* What leaves a rule out. */
#define HB_WITHOUT_INHERIT 1u      /* a task does not take over the taint of its poster (5) */
#define HB_WITHOUT_TAINT 2u        /* a tainted main task may end (6) */
#define HB_WITHOUT_BODY 4u         /* the body of an event is never left (2) */
#define HB_WITHOUT_ONE_OPEN 8u     /* any number of main tasks may be left (2) */
#define HB_WITHOUT_OPEN_EVENTS 16u /* what is open is forgotten at the end of its event (8) */
#define HB_WITHOUT_RECORD 32u      /* the accesses of the task that is left are not in R, W (2) */
#define HB_WITHOUT_PASS 64u        /* no task is passed over (3) */
#define HB_WITHOUT_EARLY_EXIT 128u /* an exit only behind the entry (8) */
#define HB_WITHOUT_FREE_ORDER 256u /* events run in the order in which they start (9) */
#define HB_WITHOUT_CHAINS 512u     /* main tasks are those by chains of main posts only */

enum hb_run_mode
{
  HB_MODE_BODY,
  HB_MODE_MAIN,
  HB_MODE_ANY,
  HB_MODE_IN_MAIN, /* called by a body or a main task */
  HB_MODE_IN_ANY,
  HB_MODES
};

struct hb_instrument_options
{
  enum hb_stage stage;
  unsigned without;
  unsigned parts; /* rob: HB_PART_..., which violations fail the assertion; 0: both */
  bool from_any;  /* det: from all values, not from the initial ones */
  size_t bound;   /* a loop that posts runs at most so often; 0: such a loop is an error */
  bool
      beyond; /* an assertion fails iff such a loop would run more often, not if robustness is violated */
};

/* A procedure of the sequential program: the last one is the event that starts. */
struct hb_clone
{
  hb_id proc; /* of the event program */
  uint8_t mode;
};

typedef struct hb_instrumented
{
  hb_aed *program;              /* split; owned */
  hb_acode *code;               /* owned */
  VEC (struct hb_clone) clones; /* as the program's procedures, without the event */
  char *mark;                   /* with which ghosts and inserted locals start; owned */
  hb_id pivot, open, err;       /* the ghosts of these names, or HB_NONE */
  bool is_bounded;              /* there are loops that post: runs go no further than the bound */
} hb_instrumented;

/* The text of the sequential program for PROGRAM, which is split.  NULL after an error in DIAG: a loop, or a recursion
 * of calls, that posts.  New.  Quadratic in a procedure, linear in their number. */
char *hb_instrument_text (const hb_aed *program, const struct hb_instrument_options *options,
                          hb_diag *diag);

/* The same, read and coded.  NULL after an error.  New; `hb_instrumented_free` (NULL is legal). */
hb_instrumented *hb_instrument (const hb_aed *program, const struct hb_instrument_options *options,
                                hb_diag *diag);
void hb_instrumented_free (hb_instrumented *instrumented);

#endif
