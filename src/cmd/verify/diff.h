/* What `hbkit verify` says of the semantic diffing paper (doc/semantic-diffing.md). */
#ifndef HBKIT_CMD_VERIFY_DIFF_H
#define HBKIT_CMD_VERIFY_DIFF_H

#include "cmd/verify/trace.h"

/* All claims, into REPORT. */
void diff_claims (struct verify_report *report);

/* COUNT random pairs of versions from SEED: all engines agree. */
void diff_random (struct verify_report *report, uint64_t count, uint64_t seed);

#endif
