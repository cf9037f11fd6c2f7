/* Limits on a search: <hbkit/base.h>, and what the library alone uses. */
#ifndef HBKIT_LIMITS_H
#define HBKIT_LIMITS_H

#include "base/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As `hb_limits_hit`, reading the clock now. */
bool hb_limits_check (struct hb_limits *limits);

/* Has `hb_interrupt` been called? */
bool hb_interrupted (void);

/* Processor seconds of this thread; peak memory of the process in bytes. */
double hb_cpu_seconds (void);
uint64_t hb_peak_memory (void);

#ifdef __cplusplus
}
#endif
#endif
