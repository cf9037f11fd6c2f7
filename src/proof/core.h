/* Cores: a smallest part of an inconsistent trace that is still inconsistent.
 *
 * Parts are made by dropping constraints, so that a part of a consistent trace is consistent:
 *
 *     a read              with its rf and fr
 *     a write             with the reads from it; co keeps the order of the others
 *     a post              and the get: the message posted becomes an external one, free of FIFO and pb
 *     a message of a chain (eo or mo line); the order of the others stays
 *     messages and handlers without events
 *
 * Whoever drops more constrains less: what cannot be dropped from a trace cannot be dropped from a
 * part of it. So a part from which nothing can be dropped singly is minimal, and each thing needs
 * to be tried once. */
#ifndef HBKIT_CORE_H
#define HBKIT_CORE_H

#include "engine/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_core_options
{
  const struct hb_engine *engine; /* decides the parts; it accepts the trace */
  struct hb_limits
      *limits; /* borrowed; NULL: none.  When hit, the smallest part so far is the result */
  uint64_t
      work; /* events of all parts decided, after which it stops as for a limit; 0: none.  Unlike time
                      it is the same on every machine. */
  /* Called now and then with the number of events left (of reads, writes and posts). */
  void (*progress) (void *context, size_t left);
  void *context;
};

struct hb_core
{
  hb_trace *trace; /* owned; its events have labels that tell where they stood */
  bool minimal;    /* nothing can be dropped from it */
  size_t checks;   /* parts that were decided */
};

/* The core of TRACE, which RESULT (borrowed) has found inconsistent.  Starts from what its cycles mention, if
 * they refute the trace.  As many decisions as twice what is left, at most. */
struct hb_core hb_core_new (const hb_trace *trace, const hb_check_result *result,
                            const struct hb_core_options *options);
void hb_core_free (struct hb_core *core);

#ifdef __cplusplus
}
#endif
#endif
