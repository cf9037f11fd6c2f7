/* All 3-BI-3SAT formulas, or all of 3SAT, each once. */
#ifndef HBKIT_ENUMERATE_H
#define HBKIT_ENUMERATE_H

#include <hbkit/generate.h>

#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* More clauses than this cannot be asked for; ten already take days. */
#define HB_MOST_ENUMERATED 32

#ifdef __cplusplus
}
#endif
#endif
