/* Deciding an instance by a formula that has a model iff it has a solution.
 *
 *     static const struct hb_encoding encoding = { encode, decode };
 *     HB_ENCODED_DECIDERS (encoding, "a colour of each vertex");
 *     ... = { &by_cadical, &by_picosat, &brute, NULL }; */
#ifndef HBKIT_PROBLEM_ENCODED_H
#define HBKIT_PROBLEM_ENCODED_H

#include "problem/problem.h"

struct hb_encoding
{
  /* The formula.  New. */
  hb_cnf *(*encode) (const hb_instance *instance);

  /* The solution that a model of it says.  New. */
  hb_solution *(*decode) (const hb_instance *instance, const signed char *model);
};

/* What a decider's `own` is. */
struct hb_encoded
{
  const char *solver;
  const struct hb_encoding *encoding;
};

enum hb_answer hb_encoded_decide (const struct hb_decider *self, const hb_instance *instance,
                                  const struct hb_decide_options *options, hb_solution **solution,
                                  hb_diag *diag);

/* The deciders sat:cadical and sat:picosat by ENCODING, which VARIABLES says in a few words. */
#define HB_ENCODED_DECIDERS(ENCODING, VARIABLES)                                                   \
  static const struct hb_encoded cadical_encoded = { "cadical", &(ENCODING) };                     \
  static const struct hb_encoded picosat_encoded = { "picosat", &(ENCODING) };                     \
  static const struct hb_decider by_cadical = { .name = "sat:cadical",                             \
                                                .summary = VARIABLES ", CaDiCaL",                  \
                                                .seeded = true,                                    \
                                                .own = &cadical_encoded,                           \
                                                .decide = hb_encoded_decide };                     \
  static const struct hb_decider by_picosat = { .name = "sat:picosat",                             \
                                                .summary = VARIABLES ", PicoSAT",                  \
                                                .seeded = true,                                    \
                                                .own = &picosat_encoded,                           \
                                                .decide = hb_encoded_decide }

#endif
