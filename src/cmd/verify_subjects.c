/* The table of what `hbkit verify` tests besides reductions. */
#include "verify_subject.h"

// clang-format off
const struct verify_subject *const verify_subjects[] = {
  NULL
};
