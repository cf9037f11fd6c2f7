/* All targets, each in a file read_*.c. */
#ifndef HBKIT_TARGETS_H
#define HBKIT_TARGETS_H

#include "fuzz.h"

extern const struct fuzz_target fuzz_android, fuzz_answer, fuzz_bounded, fuzz_certificate,
    fuzz_clocks, fuzz_cnf, fuzz_cycle, fuzz_edt, fuzz_events, fuzz_executions, fuzz_family,
    fuzz_history, fuzz_instance, fuzz_json, fuzz_moves, fuzz_own, fuzz_packed, fuzz_program,
    fuzz_proof, fuzz_prototype, fuzz_robust, fuzz_schedule, fuzz_solution, fuzz_sweep, fuzz_threads,
    fuzz_versions, fuzz_witness;

#endif
