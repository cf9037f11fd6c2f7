/* Relations on Booleans, as sets of rows.
 *
 *     or3, nae3, xor2, equal2, one3     by name and arity
 *     01,10,11                          row by row, first pair first */
#ifndef HBKIT_GADGET_RELATION_H
#define HBKIT_GADGET_RELATION_H

#include "base/diag.h"

#include <stdint.h>

#define HB_WIDEST_RELATION 4

struct hb_rows
{
  unsigned arity;
  uint32_t rows;  /* bit R: row R is in it; bit T of R is the value of pair T, from 0 */
  bool symmetric; /* under all permutations of the pairs */
};

/* Reads TEXT; false after an error in DIAG.  Linear. */
bool hb_rows_read (const char *text, struct hb_rows *relation, hb_diag *diag);

static inline bool
hb_rows_has (const struct hb_rows *relation, unsigned row)
{
  return relation->rows >> row & 1;
}

#endif
