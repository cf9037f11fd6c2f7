/* Certificates of robustness: the set of summaries of the instrumented program (summaries.h), checked for closure.
 *
 *     hbcert 1 robust
 *     stage rob                   the sequential program: of robust/instrument.h, det from any: `stage det any`;
 *                                 behind it, if loops that post are written out, ` loops K`: so often
 *     e PROCEDURE ARGUMENTS VALUES    an entry
 *     x VALUES                        an exit of it
 *     end ENTRIES EXITS
 *     beyond none                 with loops: and no run goes further, by the summaries of the second program, in which an
 *     ...                         assertion says so; without this line there may be such runs
 *
 * It proves the verdict if the event's entry is among them; every path from an entry to a call finds that entry and goes
 * on with all of its exits; every path to a return finds its exit; and no assertion fails.  The checker makes the
 * sequential program again, and has an interpreter of its own. */
#ifndef HBKIT_ROBUST_CERTIFY_H
#define HBKIT_ROBUST_CERTIFY_H

#include "base/input.h"
#include "robust/instrument.h"

struct hb_certified_robust
{
  bool good, is_certificate;
  enum hb_stage stage;
  size_t loops;  /* so often loops that post run at most; 0: there are none */
  bool is_whole; /* no run goes further */
  size_t entries, exits;
};

/* Does the certificate prove that PROGRAM (split) is robust, or that no run violates in which such loops end so soon?  If not, DIAG says why, with the line. */
struct hb_certified_robust hb_certify_robust (const hb_aed *program, hb_input *input,
                                              hb_diag *diag);

#endif
