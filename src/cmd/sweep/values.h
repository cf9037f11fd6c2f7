/* The values of a parameter: "20,50,100", "20:200:20", "0:1:.05,yes".
 *
 * Numbers are decimal and exact: a range counts in units of its last decimal place, so that 0:1:.05
 * has 21 values, the seventh being 0.3 on every machine.  Each number has one way of writing (0.5 for
 * .50), so that the same value is the same point however it was written. */
#ifndef HBKIT_SWEEP_VALUES_H
#define HBKIT_SWEEP_VALUES_H

#include "base/diag.h"
#include "base/vec.h"

typedef VEC (char *) sweep_words;

#define SWEEP_MOST_VALUES 100000

/* Appends the values that TEXT lists, each once (new texts).  False after an error in DIAG; PLACE may
 * be NULL. */
bool sweep_values_parse (const char *text, sweep_words *values, const struct hb_place *place,
                         hb_diag *diag);

/* Is TEXT a number, written in the one way in which lists of values have numbers? */
bool sweep_value_is_number (const char *text);

void sweep_words_free (sweep_words *words);

#endif
