/* The ledger: what the ED-consistency paper claims, and the slides on hitting families, and for each claim the command that tests it.
 * `hbkit verify --all` runs them; doc/claims.md tells the same at length.
 *
 * To add a claim, add a row to ledger_rows.c. */
#ifndef HBKIT_CMD_LEDGER_H
#define HBKIT_CMD_LEDGER_H

#include "cmd/frame/cli.h"

struct ledger_row
{
  const char *
      paper; /* "hitting" (doc/hitting.md), "map" (ours, doc/map.md), "classics" (doc/reductions.md), "diff"
                        * (doc/semantic-diffing.md), "robust" (doc/robustness.md); NULL: the ED-consistency paper */
  const char *claim;   /* as the paper calls it, e.g. "Theorem 4.1" */
  const char *states;  /* what it says, in a line */
  const char *verdict; /* "holds", "holds with a repair", "does not hold"; of what was tried */
  const char *remark;  /* the repair, the counterexample's file; "" */
  /* Arguments of hbkit, separated by blanks, that give exit code 0 exactly if what comes out is what
   * the verdict says.  QUICK takes a few seconds at most; FULL may take minutes. */
  const char *quick, *full;
};

/* All rows, in the order of the paper, ended by a NULL claim. */
extern const struct ledger_row ledger_rows[];

/* Runs all rows, --quick or in full, --jobs at a time, and prints a table or, with --json, an object.
 * The exit code: 0 if all came out as expected, 1 if some did not, 3 if some were not done to the end, 2
 * after an error. */
int ledger_run (struct cli *cli);

#endif
