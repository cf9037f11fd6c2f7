/* Formulas made harder, or just different, without a change to whether they have a model.
 *
 *     shuffle     variables renamed, signs turned, clauses and literals in another order
 *     flip        every literal negated
 *     xor:N       x stands for x1 + ... + xN (mod 2)
 *     or:N        x stands for x1 or ... or xN
 *     lift:N      x stands for that one of y1, ..., yN whose selector s1, ..., sN is true, one of which is
 *     compact     variables that occur nowhere go, the others move up
 *
 * Substitution by such a gadget turns what is hard for a weak proof system into what is hard for a stronger one
 * (E. Ben-Sasson and J. Nordstroem, "Understanding space in proof complexity", ICS 2011; P. Beame, T. Huynh and
 * T. Pitassi, "Hardness amplification in proof complexity", STOC 2010), and CNFgen's users expect it (M. Lauria,
 * J. Elffers, J. Nordstroem, M. Vinyals, "CNFgen: a generator of crafted benchmarks", SAT 2017). */
#ifndef HBKIT_TRANSFORM_H
#define HBKIT_TRANSFORM_H

#include "base/diag.h"
#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* New: CNF after the transformations that TEXT names, with plus signs between ("xor:2+shuffle"), one after another;
 * "" and "none" name none.  NULL after an error in DIAG: no such name, too many clauses.  A clause of k literals becomes
 * 2^((N - 1) k) clauses by xor, up to N^k by the others. */
hb_cnf *hb_cnf_transformed (const hb_cnf *cnf, const char *text, struct hb_rng *rng, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
