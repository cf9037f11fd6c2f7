/* What an engine does, told step by step: a channel for those who work on it.
 *
 *     HB_LOG ("cds", "learned clause %u of %u literals", number, size);
 *
 * It is there in builds configured with `--enable-logging` or `--enable-checking`, and silent until
 * the environment says which channels to open: HBKIT_LOG=cds,sat, or HBKIT_LOG=all.  A line goes to
 * standard error, "c [cds] learned ...".  In any other build the arguments are parsed and never
 * evaluated: not an instruction is left. */
#ifndef HBKIT_LOG_H
#define HBKIT_LOG_H

#include "base/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef HB_LOGGING
#define HB_LOG(CHANNEL, ...) (hb_log_is_open (CHANNEL) ? hb_log (CHANNEL, __VA_ARGS__) : (void)0)
#else
#define HB_LOG(CHANNEL, ...) ((void)sizeof (hb_log (CHANNEL, __VA_ARGS__), 0))
#endif

/* Does HBKIT_LOG name CHANNEL? */
bool hb_log_is_open (const char *channel);

/* One line on standard error; threads do not mix within it. */
void hb_log (const char *channel, const char *format, ...) HB_PRINTF (2, 3);

#ifdef __cplusplus
}
#endif
#endif
