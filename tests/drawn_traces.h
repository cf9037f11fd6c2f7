/* Traces as `hbkit gen trace` and `hbkit shuffle` make them. */
#ifndef HBKIT_DRAWN_TRACES_H
#define HBKIT_DRAWN_TRACES_H

#include "gen/traces.h"

/* A trace of a run of SHAPE, by SEED; the test fails if there is none.  New. */
hb_trace *run_of (struct hb_run_shape shape, uint64_t seed);

/* TRACE in random order, by SEED.  New. */
hb_trace *shuffled (const hb_trace *trace, uint64_t seed);

#endif
