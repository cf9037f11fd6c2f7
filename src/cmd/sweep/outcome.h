/* What came of a run: from how its process ended, what it printed and what it wrote. */
#ifndef HBKIT_SWEEP_OUTCOME_H
#define HBKIT_SWEEP_OUTCOME_H

#include "cmd/sweep/db.h"
#include "cmd/sweep/stage.h"

#include "base/child.h"

/* Where the stage's standard output and standard error went, in FOLDER. */
#define SWEEP_STDOUT "stdout"
#define SWEEP_STDERR "stderr"

struct sweep_outcome
{
  const char *name;        /* "solved", "unknown", "time", "memory", "crash", "error" */
  char *detail;            /* more about it, or NULL; owned */
  const char *verdict;     /* as the command says it, or NULL */
  int64_t answer;          /* 1 satisfiable or consistent, 0 not, SWEEP_NO_NUMBER unknown */
  bool no_space;           /* an error for want of room on the disk */
  bool wrong_usage;        /* an error because there is no such command line */
  bool unread;             /* what it left could not be read here: `detail` says why */
  char output_sha256[65];  /* of the file made; "" if none */
  struct sweep_sizes made; /* its sizes; of a check or solve: of what it read */
  double decide_cpu, decide_wall;
  int64_t decide_memory, pairs, rounds, conflicts, solver_conflicts, deadlocks, steps;
  double passes;
};

/* Reads what STAGE left in FOLDER.  Free the detail. */
struct sweep_outcome sweep_outcome_read (const struct sweep_stage *stage,
                                         const struct hb_child *child, const char *folder);

#endif
