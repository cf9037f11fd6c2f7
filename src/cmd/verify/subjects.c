/* The table of what `hbkit verify` tests besides reductions. */
#include "cmd/verify/subject.h"

// clang-format off
extern const struct verify_subject
  verify_algorithm2,
  verify_config,
  verify_easy,
  verify_hitting,
  verify_hitting_4h,
  verify_hitting_ablations,
  verify_hitting_bounds,
  verify_hitting_checks,
  verify_hitting_optimal,
  verify_hitting_patterns,
  verify_hitting_series,
  verify_hitting_values,
  verify_lemma2,
  verify_saturation,
  verify_semantics,
  verify_two;

const struct verify_subject *const verify_subjects[] = {
  &verify_algorithm2,
  &verify_config,
  &verify_easy,
  &verify_hitting,
  &verify_hitting_4h,
  &verify_hitting_ablations,
  &verify_hitting_bounds,
  &verify_hitting_checks,
  &verify_hitting_optimal,
  &verify_hitting_patterns,
  &verify_hitting_series,
  &verify_hitting_values,
  &verify_lemma2,
  &verify_saturation,
  &verify_semantics,
  &verify_two,
  NULL
};
