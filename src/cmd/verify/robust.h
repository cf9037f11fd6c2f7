/* One event program under test: every engine about it, and what they show.  Used by `hbkit verify robust-reach`. */
#ifndef HBKIT_CMD_VERIFY_ROBUST_H
#define HBKIT_CMD_VERIFY_ROBUST_H

#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#include "base/rng.h"
#include "robust/decide.h"

struct robust_job
{
  struct verify_report report;
  size_t most;      /* configurations, summaries: larger programs are passed over */
  unsigned without; /* of robust/instrument.h: the instrumentation lacks this */
  uint64_t proved;  /* each how manieth answer of bmc, and of direct, is proved */
  uint64_t from;    /* so many programs are passed over, which a run that was stopped has done */
  uint64_t
      seen; /* programs so far, those passed over included: what is tried of one depends on its number */
};

/* Do all agree about the program TEXT, and does what they find hold?  NULL: yes; else what does not (new). */
char *robust_disagreement (struct robust_job *job, const char *text, bool counting);

/* What predictions were compared. */
struct robust_predicted
{
  uint64_t yes, no, passed_over;
};

/* Records a random run of CODE (main a queue: QUEUE), and compares its prediction with all runs of its parts and with
 * TRUTH, what the program is (UNKNOWN: nothing is compared).  NULL: they agree; else what does not (new). */
char *robust_predict_disagreement (const hb_acode *code, struct hb_rng *rng, bool queue,
                                   enum hb_robust_answer truth, struct hb_limits *limits,
                                   struct robust_predicted *count);

/* TEXT without lines that are not needed for a disagreement.  New. */
char *robust_shrink (struct robust_job *job, const char *text);

#endif
