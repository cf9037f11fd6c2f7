/* The processes of `hbkit verify`: each runs the same stream and takes its share of the instances. */
#ifndef HBKIT_CMD_VERIFY_WORKERS_H
#define HBKIT_CMD_VERIFY_WORKERS_H

#include "cmd/verify/stream.h"

/* A process at work on a stream. */
struct worker
{
  struct cli *cli;
  struct verify *verify;
  const struct verify_streams *streams;
  uint64_t index, first,
      step;        /* the next number; those that are this process's: first, first + step, ... */
  uint64_t skip;   /* instances of this stream that are passed over */
  uint64_t size;   /* exhaustive: instances of this size */
  uint64_t before; /* instances of the streams before this one */
  hb_instance *counterexample;
  char *why;
  bool stopped; /* before the stream's end, without a counterexample */
};

/* Shows every instance of the stream to the loop, until that says stop. */
typedef void verify_stream (struct worker *worker);

/* Runs the stream in as many processes as asked for, and adds what comes out to OUTCOME; false after an
 * error. */
bool verify_share (struct cli *cli, struct verify *verify, const struct verify_streams *streams,
                   struct verify_outcome *outcome, verify_stream *run, uint64_t size);

#endif
