/* The steps that make the tables of a sweep's database; see schema.c. */
#ifndef HBKIT_SWEEP_SCHEMA_H
#define HBKIT_SWEEP_SCHEMA_H

#include "cmd/sweep/db.h"

/* SWEEP_DB_VERSION of them. */
extern const char *const sweep_schema_steps[];

/* Makes the views of SWEEP_DB_VERSION, in place of those of an earlier one. */
extern const char sweep_schema_views[];

#endif
