/* The sizes of a target as formulas in those of the source: `3 * clauses + 2 * variables + 1`.
 *
 *     sum     = product { ("+" | "-") product }
 *     product = power { ("*" | "/") power }        division of integers, towards zero
 *     power   = atom [ "^" power ]
 *     atom    = NUMBER | MEASURE | "(" sum ")" | "-" atom
 *
 * Evaluated in 64 bits; what does not fit is an error. */
#ifndef HBKIT_OWN_FORMULA_H
#define HBKIT_OWN_FORMULA_H

#include "base/diag.h"

/* Evaluates TEXT (LENGTH bytes, at PLACE) with VALUES for the NAMES (ended by NULL; VALUES may be NULL: only its form
 * is looked at).  False after an error in DIAG: a word that is no measure, a division by 0, an overflow. */
bool own_formula (const char *text, size_t length, const char *const *names, const uint64_t *values,
                  const struct hb_place *place, int64_t *result, hb_diag *diag);

#endif
