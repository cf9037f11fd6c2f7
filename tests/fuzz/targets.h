/* All targets, each in a file read_*.c. */
#ifndef HBKIT_TARGETS_H
#define HBKIT_TARGETS_H

#include "fuzz.h"

extern const struct fuzz_target fuzz_android, fuzz_certificate, fuzz_cnf, fuzz_cycle, fuzz_edt,
    fuzz_events, fuzz_history, fuzz_json, fuzz_packed, fuzz_program, fuzz_prototype, fuzz_schedule,
    fuzz_solution, fuzz_sweep, fuzz_witness;

#endif
