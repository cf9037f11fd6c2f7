/* Asking an engine and believing nothing: witnesses are replayed, refutations checked. */
#ifndef HBKIT_ENGINE_ORACLE_H
#define HBKIT_ENGINE_ORACLE_H

#include "engine/engine.h"

extern const struct hb_engine hb_engine_auto, hb_engine_cds, hb_engine_sat, hb_engine_closure,
    hb_engine_explore, hb_engine_enum;

struct tally
{
  int consistent, inconsistent;
  int serial;      /* consistent, and a serial run was found */
  int searched;    /* refutations by `sat` that took more than the known edges */
  int refuted;     /* refutations checked against all total orders */
  uint64_t cycles; /* that the search on the closure learned from */
};

/* The verdict of ENGINE, which must be one.  A witness must fit and run.  Of a refutation by `sat` every
 * step must hold, and if the trace is small every choice of total orders must contradict some cycle;
 * both are counted in TALLY.  Of one by `cds` or `closure` every step must hold; test_certify.c checks its proof. */
enum hb_verdict ask (const struct hb_engine *engine, const hb_trace *trace, const char *solver,
                     uint64_t seed, struct tally *tally);

#endif
