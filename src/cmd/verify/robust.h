/* One event program under test: every engine about it, and what they show.  Used by `hbkit verify robust-reach`. */
#ifndef HBKIT_CMD_VERIFY_ROBUST_H
#define HBKIT_CMD_VERIFY_ROBUST_H

#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#include "robust/decide.h"

struct robust_job
{
  struct verify_report report;
  size_t most;      /* configurations, summaries: larger programs are passed over */
  unsigned without; /* of robust/instrument.h: the instrumentation lacks this */
  uint64_t tested;  /* programs so far */
};

/* Do all agree about the program TEXT, and does what they find hold?  NULL: yes; else what does not (new). */
char *robust_disagreement (struct robust_job *job, const char *text, bool counting);

/* TEXT without lines that are not needed for a disagreement.  New. */
char *robust_shrink (struct robust_job *job, const char *text);

#endif
