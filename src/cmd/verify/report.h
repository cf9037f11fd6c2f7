/* What came of verifying a reduction, for people and, with --json, for programs. */
#ifndef HBKIT_CMD_VERIFY_REPORT_H
#define HBKIT_CMD_VERIFY_REPORT_H

#include "cmd/verify/stream.h"
#include "cmd/verify/verdict.h"

struct verify_report
{
  struct cli *cli;
  const struct hb_reduction *reduction;
  const struct hb_ablation *ablation;
  const struct verify_outcome *outcome;
  enum verify_verdict verdict;
  uint64_t seed, seeds, from;
  const char *decider; /* who alone was asked about the targets, or NULL */
  double seconds;
  bool mutates; /* --mutate */
  char *path;   /* of the counterexample's file, owned, or NULL */
};

/* Prints it; an error is the program's end. */
void verify_report_print (const struct verify_report *report);

#endif
