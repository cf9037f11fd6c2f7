/* What a sweep is to do: the specification, from a file or from the command line (doc/sweep.md).
 *
 *     sweep 1
 *     seed 7
 *     reps 50
 *     limits cpu=10 wall=20 memory=1G
 *     stages solve:cadical solve:picosat reduce:3bisat-ed check:cds check:sat certify
 *     from cnf
 *       variables 20:200:20
 *       twos 0:1:.05
 *
 * A block (`from`) is a grid: every combination of its parameters' values is a point.  The parameters
 * are the options of `hbkit gen`, by their names; what that command learns can be swept at once. */
#ifndef HBKIT_SWEEP_SPEC_H
#define HBKIT_SWEEP_SPEC_H

#include "cmd/frame/cli.h"
#include "cmd/sweep/stage.h"
#include "cmd/sweep/values.h"

#include "base/child.h"
#include "base/input.h"
#include "base/vec.h"

struct sweep_axis
{
  char *name;         /* an option of gen, in full */
  bool flag;          /* it takes no value: the values are "yes" and "no" */
  sweep_words values; /* each in its one way of writing (numbers: 0.5, not .50) */
};

struct sweep_block
{
  char *source;                 /* "cnf", "trace": operand of gen */
  VEC (struct sweep_axis) axes; /* sorted by name */
  uint64_t reps;                /* 0: as the sweep says */
  char *stages;                 /* as written; NULL: as the sweep says */
  sweep_stages pipeline;        /* understood */
};

/* A solver of the user's own: a command that reads DIMACS, under a name. */
struct sweep_solver
{
  char *name, *command;
};

struct sweep_spec
{
  uint64_t seed, reps;
  uint64_t repeat; /* how often each timed run is done */
  char *stages;    /* NULL: the default of each source */
  struct hb_child_limits limits;
  VEC (struct sweep_solver) solvers;
  VEC (struct sweep_block) blocks;
};

/* Start from this; freed with `sweep_spec_free`. */
struct sweep_spec sweep_spec_new (void);
void sweep_spec_free (struct sweep_spec *spec);

/* Reads the file at PATH.  False after errors in DIAG. */
bool sweep_spec_read (struct sweep_spec *spec, const char *path, hb_diag *diag);

/* A block from SOURCE; the axis NAME=VALUES into the last block.  False after an error in DIAG; PLACE
 * may be NULL. */
bool sweep_spec_block (struct sweep_spec *spec, const char *source, const struct hb_place *place,
                       hb_diag *diag);
bool sweep_spec_axis (struct sweep_spec *spec, const char *name, const char *values,
                      const struct hb_place *place, hb_diag *diag);

/* After all of the above: understands the stages of every block.  False after an error in DIAG. */
bool sweep_spec_finish (struct sweep_spec *spec, hb_diag *diag);

/* The same from INPUT, which is closed. */
bool sweep_spec_read_input (struct sweep_spec *spec, hb_input *input, hb_diag *diag);

/* The text of a file that reads as the same; two that mean the same by the same words have the same text.  New. */
char *sweep_spec_text (const struct sweep_spec *spec);

#endif
