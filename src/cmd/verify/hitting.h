/* What the subjects of `hbkit verify` about hitting families share.  doc/hitting.md, doc/claims.md. */
#ifndef HBKIT_CMD_VERIFY_HITTING_H
#define HBKIT_CMD_VERIFY_HITTING_H

#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#include "gen/hitting/tree.h"
#include "poset/schedules.h"

/* verify hitting P F: a family in a file. */
int verify_hitting_file (struct cli *cli);

struct hitting_job
{
  struct cli *cli;
  struct verify_report report;
  int d;
  hb_id nodes; /* of the trees of the stream */
  uint64_t seen, missed;
};

/* Runs CLAIMS on a job and prints the report; the exit code. */
int hitting_run (struct cli *cli, const char *subject, void (*claims) (struct hitting_job *job));

/* Go on? */
bool hitting_goes_on (struct hitting_job *job);

/* The schedules of RULES.  New. */
hb_schedules *hitting_expand (const hb_tree *tree, const hb_rules *rules);

/* Is FAMILY (stolen) made of schedules of POSET and d-hitting?  By the exact check and, on at most ten elements, by
 * definition; where these disagree the job fails. */
bool hitting_holds (struct hitting_job *job, const hb_poset *poset, hb_schedules *family, int d);

/* The job fails: WHAT misses a tuple on POSET, which is shown. */
void hitting_fail (struct hitting_job *job, const hb_poset *poset, const char *what);

#endif
