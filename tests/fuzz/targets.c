/* The table of targets; see fuzz.h. */
#include "targets.h"

const struct fuzz_target *const fuzz_targets[]
    = { &fuzz_android,  &fuzz_certificate, &fuzz_cnf,       &fuzz_cycle,
        &fuzz_edt,      &fuzz_events,      &fuzz_history,   &fuzz_json,
        &fuzz_packed,   &fuzz_program,     &fuzz_prototype, &fuzz_schedule,
        &fuzz_solution, &fuzz_sweep,       &fuzz_witness,   NULL };
