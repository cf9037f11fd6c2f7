/* The table of what `hbkit verify` tests besides reductions. */
#include "verify_subject.h"

// clang-format off
extern const struct verify_subject
  verify_config;

const struct verify_subject *const verify_subjects[] = {
  &verify_config,
  NULL
};
