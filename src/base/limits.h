/* Limits on a search: <hbkit/base.h>, and what the library alone uses. */
#ifndef HBKIT_LIMITS_H
#define HBKIT_LIMITS_H

#include "base/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As `hb_limits_hit`, reading the clock now. */
bool hb_limits_check (struct hb_limits *limits);

/* Has `hb_interrupt` been called, or `hb_stop_all`? */
bool hb_interrupted (void);

/* Ends all searches as `hb_interrupt` does, but they tell WHY: the time or the memory of all is used up.  Safe in a signal
 * handler.  `hb_resume_all` takes it back, though not an interrupt. */
void hb_stop_all (enum hb_stop why);
void hb_resume_all (void);

/* Processor seconds of this thread; peak memory of the process in bytes. */
double hb_cpu_seconds (void);
uint64_t hb_peak_memory (void);

#ifdef __cplusplus
}
#endif
#endif
