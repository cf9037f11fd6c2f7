/* What random programs are asked beside their families: where threads wait in the end, and versions with other names. */
#ifndef HBKIT_CMD_VERIFY_DIFF_MORE_H
#define HBKIT_CMD_VERIFY_DIFF_MORE_H

#include "cmd/verify/trace.h"

#include "diff/engine.h"

/* Does the search find the places at which threads of PROGRAM wait in the end as a walk of its own does, and do its runs
 * lead there?  NULL, or what is wrong; *PLACES becomes how many there are. */
const char *diff_try_ends (const diff_program *program, struct hb_limits *limits, size_t *places);

/* NEW with another name for a variable, matched: are as many sets of dependencies found up to RANK as in FAMILIES, of
 * PROGRAMS by SCOPE?  NULL, or what is wrong. */
const char *diff_try_names (const diff_scope *scope, const char *new_text,
                            const struct diff_options *reading,
                            const struct diff_engine_options *how,
                            const struct diff_family *const families[2], hb_diag *diag);

#endif
