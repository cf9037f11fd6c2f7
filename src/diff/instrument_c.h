/* P[D] as a program of its own: what instrument.h searches, in the subset of C that `hbkit run` reads.
 *
 * Semantic diffing paper, section 6, Lemma 2 with the repairs of instrument.h: a program with flags for each fact of D and
 * one assertion, which fails in some run iff some run of the program shows all of D.  Each thread becomes a function
 * of its graph: locals and a place `at`, a node after another, each under the condition that it is at hand unless all ways
 * lead through it.  Atomic sections hold a step with its flags together. */
#ifndef HBKIT_DIFF_INSTRUMENT_C_H
#define HBKIT_DIFF_INSTRUMENT_C_H

#include "diff/facts.h"

#include "base/output.h"

/* Writes P[D] of program SIDE of SCOPE to OUTPUT (borrowed, not committed), D the COUNT facts at SET.  COMPLETE: only
 * runs in which every thread ends.  Linear in the graph times COUNT. */
void diff_instrument_write (const diff_scope *scope, int side, const hb_id *set, hb_id count,
                            bool complete, hb_output *output);

#endif
