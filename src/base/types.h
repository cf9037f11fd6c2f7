/* The few types that every part of hbkit shares.
 *
 * Things are numbered densely from 0 and a number is an `hb_id`; HB_NONE stands for "no such
 * thing". Which table a number indexes is said wherever one appears. */
#ifndef HBKIT_TYPES_H
#define HBKIT_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t hb_id;
#define HB_NONE UINT32_MAX

#if defined(__GNUC__)
#define HB_PRINTF(TEXT, FIRST) __attribute__ ((__format__ (__printf__, TEXT, FIRST)))
#define HB_NORETURN __attribute__ ((noreturn))
#else
#define HB_PRINTF(TEXT, FIRST)
#define HB_NORETURN
#endif

/* The answer to "is this trace consistent?".  The numbers are the exit codes of `hbkit check`,
 * which are those of the SAT competition. */
enum hb_verdict
{
  HB_UNKNOWN = 0,
  HB_CONSISTENT = 10,
  HB_INCONSISTENT = 20
};

#ifdef __cplusplus
}
#endif
#endif
