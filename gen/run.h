/* A random run of an event-driven program that is made up on the way.  Private to the generator of
 * traces. */
#ifndef HBKIT_RUN_H
#define HBKIT_RUN_H

#include "gen/traces.h"

#include "trace/record.h"

struct run
{
  const struct hb_run_shape *shape;
  struct hb_record
      record; /* first the initial messages, then the external ones, then those posted */
};

/* Fills RUN with a run of SHAPE (borrowed). */
void run_make (struct run *run, const struct hb_run_shape *shape, struct hb_rng *rng);
void run_free (struct run *run);

/* Damages the run as its shape says (perturb.c). */
void run_perturb (struct run *run, struct hb_rng *rng);

/* Tells the run to BUILDER, up to and with `hb_build_end` (run_tell.c). */
void run_tell (const struct run *run, hb_builder *builder);

#endif
