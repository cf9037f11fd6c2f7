/* The bodies of a periodic program, run: a plain interpreter of the C subset with concrete values.
 *
 * It shares nothing with the symbolic execution of unfold.h but the tree, so that it can judge what comes out there.
 * Shared cells, locks and free choices are asked from outside.  Evaluation goes in the order that unfold.h tells. */
#ifndef HBKIT_PERIODIC_INTERPRET_H
#define HBKIT_PERIODIC_INTERPRET_H

#include "periodic/program.h"

/* What a body does that others see.  Each returns false to stop the body there. */
struct hb_interpreter
{
  void *context;
  bool (*read) (void *context, hb_id cell, struct hb_c_spot spot, uint64_t *value);
  bool (*write) (void *context, hb_id cell, struct hb_c_spot spot, uint64_t value);
  bool (*lock) (void *context, hb_id lock, bool take, struct hb_c_spot spot);
  /* A free value of WIDTH bits; cut to its type by the interpreter. */
  bool (*choice) (void *context, unsigned width, uint64_t *value);
  bool (*check) (void *context, const char *what, bool good, struct hb_c_spot spot);
  bool (*assume) (void *context, bool good, struct hb_c_spot spot);
};

struct hb_interpret_options
{
  uint64_t most_steps; /* 0: a million */
  bool private_shared, div0;
};

/* Runs FUNCTION.  PRIVATE has the values of the cells (as many as the program has) that are not shared, and gets
 * the new ones.  FINAL: it is the final function, where _X_[k] is the shared X.  False after an error in DIAG (something
 * outside of the subset, out of bounds, too many steps), or if a callback stopped it. */
bool hb_interpret (const hb_periodic_program *program, const struct hb_c_symbol *function,
                   bool final, uint64_t *cells, const struct hb_interpreter *outside,
                   const struct hb_interpret_options *options, hb_diag *diag);

#endif
