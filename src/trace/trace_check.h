/* The invariants of a trace (trace.h), all of them, for checking builds (base/assert.h). */
#ifndef HBKIT_TRACE_CHECK_H
#define HBKIT_TRACE_CHECK_H

#include "base/assert.h"
#include "trace/trace.h"

/* What TRACE, or what lies in it, is not although trace.h says so; NULL: it is all that.  Linear. */
const char *hb_trace_broken (const hb_trace *trace);

/* Aborts then, in checking builds. */
static inline void
hb_trace_check (const hb_trace *trace)
{
#ifdef HB_CHECKING
  const char *broken = hb_trace_broken (trace);
  if (broken)
    hb_assert_failed (broken, __FILE__, __LINE__);
#else
  (void)trace;
#endif
}

#endif
