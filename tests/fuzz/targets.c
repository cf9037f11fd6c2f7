/* The table of targets; see fuzz.h. */
#include "targets.h"

const struct fuzz_target *const fuzz_targets[]
    = { &fuzz_android,  &fuzz_answer,     &fuzz_bounded,  &fuzz_certificate,
        &fuzz_clocks,   &fuzz_cnf,        &fuzz_cycle,    &fuzz_edt,
        &fuzz_events,   &fuzz_executions, &fuzz_family,   &fuzz_history,
        &fuzz_instance, &fuzz_json,       &fuzz_moves,    &fuzz_own,
        &fuzz_packed,   &fuzz_program,    &fuzz_proof,    &fuzz_prototype,
        &fuzz_robust,   &fuzz_schedule,   &fuzz_solution, &fuzz_sweep,
        &fuzz_threads,  &fuzz_versions,   &fuzz_witness,  NULL };
