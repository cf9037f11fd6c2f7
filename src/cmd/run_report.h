/* What `hbkit run` says of its runs. */
#ifndef HBKIT_CMD_RUN_REPORT_H
#define HBKIT_CMD_RUN_REPORT_H

#include "cmd/run_hitting.h"

/* A kind of failure is reported once. */
struct failure
{
  enum hb_run_status status;
  struct hb_spot spot;
  uint64_t run, seed, times;
  char *schedule; /* the file, or NULL */
};

struct runner
{
  struct cli *cli;
  const char *path;
  struct program program;
  struct hb_scheduling scheduling;
  const char *output, *schedule_out, *schedule; /* files, or NULL */
  uint64_t runs, made;
  bool explore, orders;
  int as;
  uint64_t ended[HB_RUN_ERROR + 1];
  size_t most_events, most_posts;
  uint64_t blocked;
  const char *hit;       /* "hitting:D" or "hitting:D:INDEX", or NULL */
  run_hitting *hitting;  /* or NULL */
  bool complete, broken; /* broken: a file could not be written */
  VEC (struct failure) failures;
};

/* The command that makes run number RUN again.  New. */
char *run_command (const struct runner *r, uint64_t run);

/* The summary, as lines or as an object. */
void run_print (const struct runner *r);
void run_print_json (const struct runner *r);

/* The errors, and how to see each failure again. */
void run_print_failures (const struct runner *r);

#endif
