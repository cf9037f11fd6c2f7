/* Limits on a search: time, memory, and an interrupt.
 *
 * A search calls `hb_limits_hit` at every turn of its outer loop; that is cheap, the clock is read
 * every few hundred calls.  Times are wall-clock seconds, memory is resident bytes. */
#ifndef HBKIT_LIMITS_H
#define HBKIT_LIMITS_H

#include "base/types.h"

#ifdef __cplusplus
extern "C" {
#endif

enum hb_stop
{
  HB_RUNNING,
  HB_OUT_OF_TIME,
  HB_OUT_OF_MEMORY,
  HB_INTERRUPTED
};

struct hb_limits
{
  double deadline;    /* on the clock of `hb_now`; 0: none */
  uint64_t memory;    /* bytes; 0: no limit */
  enum hb_stop stop;  /* why it was hit */
  unsigned countdown; /* calls until the clock is read again */
};

/* SECONDS from now (0: no limit) and BYTES (0: no limit). */
struct hb_limits hb_limits_new (double seconds, uint64_t bytes);

/* True once a limit is passed; stays true.  LIMITS may be NULL: never. */
bool hb_limits_hit (struct hb_limits *limits);

/* As above, reading the clock now. */
bool hb_limits_check (struct hb_limits *limits);

/* "time", "memory", "interrupt". */
const char *hb_stop_name (enum hb_stop stop);

/* Set by the program's handler of SIGINT and SIGTERM; every `hb_limits_hit` then says true. */
void hb_interrupt (void);
bool hb_interrupted (void);

/* A monotonic clock, in seconds; processor seconds of this process; its peak memory in bytes. */
double hb_now (void);
double hb_cpu_seconds (void);
uint64_t hb_peak_memory (void);

#ifdef __cplusplus
}
#endif
#endif
