/* Joining databases of sweeps. */
#ifndef HBKIT_SWEEP_MERGE_H
#define HBKIT_SWEEP_MERGE_H

#include "cmd/sweep/db.h"

struct sweep_merged
{
  uint64_t runs; /* looked at */
  uint64_t added, replaced;
  uint64_t conflicts; /* reported in DIAG */
};

/* Adds what the database at PATH has to DB, all or nothing, and counts in MERGED.  A run that both have
 * is replaced if it has no result here and one there, or, of two without a result, if the other's attempt
 * is later.  Conflicts are warnings in DIAG (the first 20).  False after an error in DIAG. */
bool sweep_merge (struct sweep_db *db, const char *path, struct sweep_merged *merged,
                  hb_diag *diag);

#endif
