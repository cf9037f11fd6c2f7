/* What a SAT solver must offer to stand behind solver.h: a table of functions on its own state.
 *
 * Only solver.c and the solver_*.c files include this. */
#ifndef HBKIT_SOLVER_OPS_H
#define HBKIT_SOLVER_OPS_H

#include "sat/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_solver_ops
{
  void (*free) (void *state);
  const char *(*signature) (void *state);
  void (*add) (void *state, int literal);
  void (*assume) (void *state, int literal);
  void (*phase) (void *state, int literal);
  int (*solve) (void *state, struct hb_limits *limits);
  int (*value) (void *state, int literal);
  bool (*failed) (void *state, int literal);
  bool (*proof) (void *state, const char *path);
  bool (*conflicts) (void *state, uint64_t *count);     /* false: it does not tell */
  const char *(*complaint) (void *state);               /* NULL: never any */
  int (*word) (void *state, const char **reason);       /* see hb_solver_word; NULL: 0 */
  void (*hint) (void *state, enum hb_solver_hint hint); /* NULL: it takes none */
};

extern const struct hb_solver_ops hb_cadical_ops, hb_picosat_ops, hb_command_ops;

/* The states, new; freed through the table. */
void *hb_cadical_new (uint64_t seed);
void *hb_picosat_new (uint64_t seed);
void *hb_command_new (const char *command);

#ifdef __cplusplus
}
#endif
#endif
