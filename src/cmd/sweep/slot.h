/* A worker of a sweep: one instance at a time, carried through its stages one after another.
 *
 * Which stage is next follows from what the database knows: the first one without a row (or with one
 * that is to be tried again) whose input was made with success.  Where that input is not there any
 * more, since a former sweep made it, its stage is carried out again first, without a row; what comes
 * out must have the fingerprint that it had. */
#ifndef HBKIT_SWEEP_SLOT_H
#define HBKIT_SWEEP_SLOT_H

#include "cmd/sweep/db.h"
#include "cmd/sweep/machine.h"
#include "cmd/sweep/outcome.h"
#include "cmd/sweep/points.h"

#include "base/child.h"

/* What is tried again, for --retry: a set of bits. */
enum sweep_retry
{
  SWEEP_RETRY_TIME = 1,
  SWEEP_RETRY_MEMORY = 2,
  SWEEP_RETRY_CRASH = 4,
  SWEEP_RETRY_ERROR = 8,
  SWEEP_RETRY_UNKNOWN = 16,
  SWEEP_RETRY_DISAGREEMENT = 32
};

struct sweep_progress_of_stage
{
  struct sweep_known known;
  bool fresh;               /* carried out by this process */
  bool made;                /* its output is in the folder */
  struct sweep_sizes sizes; /* of that output */
};

struct sweep_slot
{
  char *folder; /* owned, absolute */
  bool busy;    /* it has an instance, and its child runs */
  struct sweep_instance instance;
  VEC (struct sweep_progress_of_stage) stages;
  size_t running; /* the stage */
  bool again;     /* only for its output */
  struct hb_child child;
  char started[32]; /* when, for the row */
  double load;      /* of the machine then */
  int pin;          /* the core that its children keep to, counted from 1; 0: any */
};

/* Takes instance number I.  False after an error in DIAG.  The instance must be released. */
bool sweep_slot_take (struct sweep_slot *slot, const struct sweep_points *points, size_t i,
                      struct sweep_db *db, hb_diag *diag);
void sweep_slot_release (struct sweep_slot *slot);

/* Writes the present moment: 2026-03-01T12:00:00.000Z */
void sweep_write_time (char *text, size_t size);

/* The stage to be carried out next; false: none is left.  Solves and checks that came to an answer are carried out
 * REPEAT times. */
bool sweep_slot_next (const struct sweep_slot *slot, unsigned retry, uint64_t repeat, size_t *stage,
                      bool *again);

/* Carries it out.  False after an error in DIAG. */
bool sweep_slot_start (struct sweep_slot *slot, const struct sweep_machine *machine,
                       const struct hb_child_limits *limits, size_t stage, bool again,
                       hb_diag *diag);

/* The child is over: takes in what came of it and writes the row, unless the stage was only carried out
 * again.  False after an error in DIAG. */
bool sweep_slot_finish (struct sweep_slot *slot, const struct sweep_outcome *outcome,
                        const struct sweep_points *points, const struct sweep_machine *machine,
                        struct sweep_db *db, hb_diag *diag);

#endif
