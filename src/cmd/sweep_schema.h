/* The steps that make the tables of a sweep's database; see sweep_schema.c. */
#ifndef HBKIT_SWEEP_SCHEMA_H
#define HBKIT_SWEEP_SCHEMA_H

#include "sweep_db.h"

/* SWEEP_DB_VERSION of them. */
extern const char *const sweep_schema_steps[];

#endif
