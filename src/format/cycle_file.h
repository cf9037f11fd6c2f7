/* Cycles of happens-before as files: JSON (doc/formats.md). */
#ifndef HBKIT_CYCLE_FILE_H
#define HBKIT_CYCLE_FILE_H

#include <hbkit/format.h>

#include "base/output.h"
#include "trace/order.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads such a file for TRACE into CYCLE and checks each step against the trace: false after an
 * error in DIAG (an unknown event, a step that does not hold, a chain that does not close). */
bool hb_cycle_read (const char *path, const hb_trace *trace, struct hb_cycle *cycle, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
