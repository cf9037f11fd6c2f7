/* Between program.c (declarations) and touches.c (what the bodies do). */
#ifndef HBKIT_PERIODIC_PROGRAM_PRIVATE_H
#define HBKIT_PERIODIC_PROGRAM_PRIVATE_H

#include "periodic/program.h"

/* What stands in NAME behind PREFIX; NULL: it does not start so. */
const char *hb_name_after (const char *name, const char *prefix);

/* Steals UNIT. */
hb_periodic_program *hb_periodic_of_unit (hb_c_unit *unit, hb_diag *diag);

/* Fills `calls`. */
void hb_periodic_find_calls (hb_periodic_program *program);

/* Which task touches which cell, and takes which lock: fills the cells' kinds and the locks' users. */
void hb_periodic_find_touches (hb_periodic_program *program, hb_diag *diag);

#endif
