/* Problems as values: <hbkit/problem.h>, and those that come along. */
#ifndef HBKIT_PROBLEM_H
#define HBKIT_PROBLEM_H

#include <hbkit/problem.h>

#include "base/input.h"
#include "base/limits.h"
#include "base/output.h"
#include "base/rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All problems, ended by NULL. */
extern const struct hb_problem *const hb_problems[];

/* The problems that come along. */
extern const struct hb_problem hb_problem_sat;
extern const struct hb_problem hb_problem_3bisat;
extern const struct hb_problem hb_problem_ed;
extern const struct hb_problem hb_problem_sc;
extern const struct hb_problem hb_problem_dimension;
extern const struct hb_problem hb_problem_hitting;
extern const struct hb_problem hb_problem_nae;
extern const struct hb_problem hb_problem_colouring;
extern const struct hb_problem hb_problem_clique;
extern const struct hb_problem hb_problem_cover;
extern const struct hb_problem hb_problem_cut;
extern const struct hb_problem hb_problem_hamiltonian;
extern const struct hb_problem hb_problem_sums;
extern const struct hb_problem hb_problem_periodic;
extern const struct hb_problem hb_problem_robustness;
extern const struct hb_problem hb_problem_reach;
extern const struct hb_problem hb_problem_2qbf;
extern const struct hb_problem hb_problem_sat_and_valid;
extern const struct hb_problem hb_problem_refinement;

#ifdef __cplusplus
}
#endif
#endif
