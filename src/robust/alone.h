/* Determinism of events that run alone (robustness paper, definitions 3 and 5, theorem 3): from the initial values,
 * from those of idle configurations that can be reached, or from all values; by `explore`. */
#ifndef HBKIT_ROBUST_ALONE_H
#define HBKIT_ROBUST_ALONE_H

#include "robust/decide.h"

/* Decides conflict-determinism of every event alone, as options->det_from says.  A violation has a schedule only if it
 * starts from the initial values. */
void hb_robust_alone (const hb_acode *code, const struct hb_robust_options *options,
                      struct hb_robust_result *result);

/* Rows of values, each once. */
struct hb_value_rows
{
  size_t width;
  VEC (int32_t) data;
  VEC (uint32_t) table;
};

/* Adds a row; was it new?  Expected O(width). */
bool hb_value_rows_add (struct hb_value_rows *rows, const int32_t *row);
size_t hb_value_rows_count (const struct hb_value_rows *rows);
void hb_value_rows_free (struct hb_value_rows *rows);

/* The values from which events start alone; false: there are more than a million of them, or not all could be
 * reached within the limits. */
bool hb_robust_starts (const hb_acode *code, const struct hb_robust_options *options,
                       struct hb_value_rows *rows);

#endif
