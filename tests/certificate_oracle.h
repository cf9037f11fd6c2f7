/* Certificates checked once more, by the plainest means: what `hb_certify` must agree with. */
#ifndef HBKIT_CERTIFICATE_ORACLE_H
#define HBKIT_CERTIFICATE_ORACLE_H

#include "trace/trace.h"

/* Does the certificate of SIZE bytes at TEXT prove its verdict on TRACE?  For small traces: everything is looked
 * up by scanning, units are propagated until nothing moves.  DELETIONS: what `del` deletes is gone; otherwise it
 * stays, which is just as sound.  The verdict, or HB_UNKNOWN. */
enum hb_verdict oracle_certify (const hb_trace *trace, const char *text, size_t size,
                                bool deletions);

/* What the checker itself says of them: the verdict, with exactly one error or none.  WHY (may be NULL): the
 * error as it is printed, new. */
enum hb_verdict certify_text (const hb_trace *trace, const char *text, size_t size, char **why);

#endif
