/* What a folder keeps of the specification that made it, so that nobody mixes two experiments by accident.
 *
 * The text stands in DIR/sweep.spec for people, and in the database (table `specs`) for every run that it had done.
 * A used folder takes the same text again and no other one, unless it is told what is meant: to extend what is there
 * or to replace it. */
#ifndef HBKIT_SWEEP_KEPT_H
#define HBKIT_SWEEP_KEPT_H

#include "cmd/sweep/spec.h"

enum sweep_meant
{
  SWEEP_MEANS_THE_SAME,
  SWEEP_MEANS_LIMITS, /* other limits alone are no other experiment (--retry) */
  SWEEP_EXTENDS,
  SWEEP_REPLACES
};

/* Does SPEC (not finished yet) go with what FOLDER has?  SWEEP_EXTENDS: SPEC gets the blocks and solvers of the
 * folder's own behind its own; the seeds have to be the same.  SWEEP_REPLACES: what is there goes to
 * FOLDER/replaced/N, unless SHOW.  False after an error in DIAG that says what differs. */
bool sweep_kept_agrees (struct sweep_spec *spec, const char *folder, enum sweep_meant meant,
                        bool show, hb_diag *diag);

/* Writes FOLDER/sweep.spec.  False after an error in DIAG. */
bool sweep_kept_write (const struct sweep_spec *spec, const char *folder, hb_diag *diag);

#endif
