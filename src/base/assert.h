/* Invariants: what must hold where it is said, whatever the input.
 *
 *     HB_ASSERT (clause->size > 1);
 *
 * In a checking build (`configure --enable-checking`) an assertion that fails ends the process by
 * abort (3) and says where.  In any other build it is parsed, so that it cannot rot, and never
 * evaluated: not an instruction is left of it.  What a user can do wrong is no matter for assertions
 * but for errors (diag.h).  An assertion is an expression of type void. */
#ifndef HBKIT_ASSERT_H
#define HBKIT_ASSERT_H

#include "base/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef HB_CHECKING
#define HB_ASSERT(CONDITION)                                                                       \
  ((CONDITION) ? (void)0 : hb_assert_failed (#CONDITION, __FILE__, __LINE__))
#else
#define HB_ASSERT(CONDITION) ((void)sizeof ((CONDITION) ? 1 : 0))
#endif

/* Says that CONDITION does not hold at LINE of FILE, and aborts. */
void hb_assert_failed (const char *condition, const char *file, int line) HB_NORETURN;

#ifdef __cplusplus
}
#endif
#endif
