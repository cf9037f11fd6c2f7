/* Random traces that come from a run, and traces put into random order. */
#ifndef HBKIT_TRACES_H
#define HBKIT_TRACES_H

#include <hbkit/generate.h>

#include "trace/builder.h"
#include "base/rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "any", "ring", "star", "self", "layers". */
extern const char *const hb_post_patterns[HB_POST_PATTERNS];

#ifdef __cplusplus
}
#endif
#endif
