/* What no result can tell: a mistake of the library that it noticed itself, a number that outgrew its type.
 *
 *     hb_fail ("the sort is stuck without a cycle");
 *
 * Whoever can turn that into an error of its own runs the work guarded: the failure comes back to
 * `hb_guarded`, and the memory that the work held is lost.  Elsewhere the handler of `hb_on_failure` is asked, and then the
 * process ends.  Never leave a guard through C++ (a solver). */
#ifndef HBKIT_FAILURE_H
#define HBKIT_FAILURE_H

#include "base/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HB_LONGEST_FAILURE 400

/* Gives up: back to the innermost `hb_guarded` of this thread, else as for exhausted memory. */
void hb_fail (const char *format, ...) HB_PRINTF (1, 2) HB_NORETURN;

/* Calls WORK with CONTEXT.  False if it gave up; then TEXT (HB_LONGEST_FAILURE bytes) says why. */
bool hb_guarded (void (*work) (void *context), void *context, char *text);

/* From now on no guard holds: the process ends with a message and exit code 2.  For the program, whose users are
 * to see that there was a mistake, and for tests. */
void hb_failures_end_all (void);

/* What happens when COUNT times SIZE bytes cannot be had. */
void hb_exhausted (size_t count, size_t size) HB_NORETURN;

#ifdef __cplusplus
}
#endif
#endif
