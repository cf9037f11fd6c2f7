/* The verdicts of `hbkit verify`: their words and exit codes, for reductions and all other subjects.
 *
 * HOLDS is said when all that was asked for has been done, and that was something; what ended early, or
 * checked nothing, is INCOMPLETE. */
#ifndef HBKIT_CMD_VERIFY_VERDICT_H
#define HBKIT_CMD_VERIFY_VERDICT_H

enum verify_verdict
{
  VERIFY_HOLDS,
  VERIFY_FAILS,
  VERIFY_INCOMPLETE,
  /* of --mutate */
  VERIFY_NEEDED,   /* each part that was left out changes an answer */
  VERIFY_UNNEEDED, /* some part changes none */
  /* of ablations */
  VERIFY_BROKEN,       /* as it must be */
  VERIFY_NONE_FOUND,   /* no counterexample, though one was expected */
  VERIFY_HARMLESS,     /* as proved */
  VERIFY_BROKEN_PROOF, /* a counterexample against the proof that there is none */
};

/* As the line `s ...` says it. */
const char *verify_verdict_name (enum verify_verdict verdict);

/* 0 as expected, 1 not, 3 incomplete. */
int verify_verdict_code (enum verify_verdict verdict);

#endif
