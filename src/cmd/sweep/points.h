/* The instances of a sweep: points times repetitions, each with an identity and a seed of its own.
 *
 * The identity of an instance is the SHA-256 of the text
 *
 *     hbkit sweep 1
 *     seed=7                 the sweep's
 *     from=cnf
 *     twos=0.05              the parameters in the order of their names; flags that are off are left
 *     variables=20           out, so that a sweep can learn a flag without changing
 *     rep=3                  counted from 0
 *
 * (each line ended by a line feed): its first 16 hexadecimal digits are the id, the next 13 the seed,
 * so that a seed is below 2^52 and survives spreadsheets.  Nothing else goes in: points can be added
 * or run alone, and stay what they are. */
#ifndef HBKIT_SWEEP_POINTS_H
#define HBKIT_SWEEP_POINTS_H

#include "cmd/sweep/command.h"
#include "cmd/sweep/spec.h"

/* 16 digits and a zero byte. */
#define SWEEP_ID 17

struct sweep_instance
{
  const struct sweep_block *block; /* borrowed */
  uint64_t rep;
  uint64_t seed;
  char id[SWEEP_ID];
  char *params;         /* JSON object of the parameters, in the order of their names */
  char *family;         /* the parameter family, or the default one; "" where there are none */
  char *command;        /* hbkit gen ... -o FILE, to be shown */
  sweep_argv arguments; /* the same in words, from "hbkit" on, ended by NULL */
};

/* All of a sweep's instances: repetition by repetition, so that a sweep that is stopped early has
 * something at every point. */
struct sweep_points
{
  const struct sweep_spec *spec;
  char spec_sha256[65], spec_id[SWEEP_ID]; /* of its text; the id is their beginning */
  uint64_t shard, shards;                  /* 1 <= shard <= shards; only those in the shard count */
  VEC (uint64_t) chosen;                   /* their numbers among all */
  uint64_t runs;                           /* how many runs they have in all, at most */
};

/* What a sweep may have at most, before those in several blocks are counted once: all of them are numbered. */
#define SWEEP_MOST_INSTANCES UINT64_C (10000000)

/* Has it no more?  False after an error in DIAG. */
bool sweep_points_fit (const struct sweep_spec *spec, hb_diag *diag);

/* Finds those in the shard; an instance that is in several blocks counts once.  SPEC is borrowed. */
struct sweep_points sweep_points_new (const struct sweep_spec *spec, uint64_t shard,
                                      uint64_t shards);
void sweep_points_free (struct sweep_points *points);

/* Instance number I of `chosen`.  New; freed with `sweep_instance_free`. */
struct sweep_instance sweep_instance_new (const struct sweep_points *points, size_t i);
void sweep_instance_free (struct sweep_instance *instance);

/* The id of stage number STAGE's run: the first 16 hexadecimal digits of the SHA-256 of "hbkit run 1",
 * the instance's id, and the stage's input, kind and tool, each ended by a line feed. */
void sweep_run_id (const struct sweep_instance *instance, size_t stage, char id[SWEEP_ID]);

#endif
