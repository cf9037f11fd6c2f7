/* Streams of instances through the loop: all small ones, random ones, files. */
#ifndef HBKIT_CMD_VERIFY_STREAM_H
#define HBKIT_CMD_VERIFY_STREAM_H

#include "cmd/frame/cli.h"
#include "cmd/verify/loop.h"

/* What is asked for. */
struct verify_streams
{
  bool exhaustive, only_no; /* all up to the bounds; of these, those without solution */
  uint64_t exhaustive_bounds[HB_MOST_MEASURES];
  uint64_t random; /* how many */
  uint64_t random_bounds[HB_MOST_MEASURES];
  char *const *files; /* and folders */
  int file_count;
  uint64_t jobs; /* processes */
  uint64_t from; /* instances of all streams that are passed over: a run before did them */
};

struct verify_outcome
{
  struct verify_counts counts;
  bool complete; /* the streams came to their ends, or to a failure */
  uint64_t seen; /* instances of the streams, taken or not; if not complete, where to go on */
  hb_instance *counterexample; /* owned, or NULL */
  char *why;                   /* owned, or NULL */
};

/* Most processes. */
#define VERIFY_MOST_JOBS 256

/* Runs the streams until they end, a limit is hit or an instance fails, in that many processes.  False
 * after an error in cli->diag. */
bool verify_run_streams (struct cli *cli, struct verify *verify,
                         const struct verify_streams *streams, struct verify_outcome *outcome);

#endif
