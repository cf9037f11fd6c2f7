/* The invariants of a trace (trace.h), all of them, for checking builds (base/assert.h). */
#ifndef HBKIT_TRACE_CHECK_H
#define HBKIT_TRACE_CHECK_H

#include "trace/trace.h"

#ifdef HB_CHECKING
/* Aborts where TRACE, or what lies in it, is not as trace.h says.  Linear. */
void hb_trace_check (const hb_trace *trace);
#else
static inline void
hb_trace_check (const hb_trace *trace)
{
  (void)trace;
}
#endif

#endif
