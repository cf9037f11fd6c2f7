/* Certificates of bounded answers about executions: none within a bound violates robustness.
 *
 *     hbcert 1 executions
 *     part both              or `det`, `ser`
 *     main multiset          or `queue`: main takes tasks in the order of their posts
 *     events 3               that start at most, where there is no driver
 *     bound 4                rounds of loops behind the first, and of a procedure within itself
 *     beyond unknown         there may be executions beyond the bound; or `none`: there are none, the program is robust
 *     cycles 12
 *     3 7 9                  steps each of which is before the next one, the last before the first
 *     ...
 *     formula ..             see proof/periodic/refutation.h
 *
 * The checker writes the executions out by code of its own, which knows nothing of the engine `direct`, of its circuits and
 * orders, nor of the reduction (executions_private.h).  That the order of steps has no cycles is not in its formula: it
 * adds the clause of each cycle that is listed, once it has seen that it is one.  Who stands beyond the bound stands still
 * there: so what is proved with `unknown` is that no execution violates in which tasks go so far at most. */
#ifndef HBKIT_PROOF_ROBUST_EXECUTIONS_H
#define HBKIT_PROOF_ROBUST_EXECUTIONS_H

#include "base/input.h"
#include "base/limits.h"
#include "base/output.h"
#include "robust/code.h"

struct hb_executions_claim
{
  unsigned parts; /* 1: det, 2: ser, 3: both, as in robust/robust.h */
  bool queue;
  size_t events, bound;
  bool is_whole; /* there are no executions beyond the bound */
};

/* Writes the certificate of CLAIM for the program of CODE to OUTPUT.  20: it is written; 10: the claim is wrong; 0: a limit
 * was reached, or an error is in DIAG. */
int hb_executions_prove (const hb_acode *code, const struct hb_executions_claim *claim,
                         struct hb_limits *limits, hb_output *output, hb_diag *diag);

struct hb_certified_executions
{
  bool good, is_certificate;
  struct hb_executions_claim claim;
  size_t variables, clauses, used, steps, cycles;
};

/* Does the text at the start of INPUT look like such a certificate?  INPUT can still be read from its start. */
bool hb_is_executions_certificate (hb_input *input);

/* Checks the certificate that INPUT (borrowed, at its start) reads against the program of CODE.  What is wrong is an error
 * in DIAG, with its line. */
struct hb_certified_executions hb_certify_executions (const hb_acode *code, hb_input *input,
                                                      hb_diag *diag);

#endif
