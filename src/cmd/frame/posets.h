/* What commands do with posets: read them, whatever file they stand in. */
#ifndef HBKIT_CMD_POSETS_H
#define HBKIT_CMD_POSETS_H

#include "cmd/frame/files.h"

#include "poset/schedules.h"
#include "poset/sources.h"

#define OPTIONS_POSET                                                                              \
  { "poset", "WHICH",                                                                              \
    "of a trace: its posted messages (posts, default), their events (po-pb), or all that is "      \
    "fixed (hb)",                                                                                  \
    0, "posts po-pb hb" },                                                                         \
      { "part", "N", "the N-th execution of a log, system of a list (default 1)", 0, NULL },       \
      { "regex", "E",                                                                              \
        "of a log: an expression with groups (?<host>..) and (?<clock>..) for its lines", 0,       \
        NULL },                                                                                    \
  {                                                                                                \
    "strict", NULL, "of a log: a faulty line is an error", 0, NULL                                 \
  }

/* Their names, for commands that read other things, too. */
#define POSET_OPTIONS "poset part regex strict"

struct poset_file
{
  hb_poset *poset;        /* new; NULL after errors in cli->diag */
  hb_schedules *realizer; /* what the file prints, of a list of triangle systems; new, or NULL */
  const char *kind;       /* "poset", "trace", "log", "triangles", "shape" */
  struct hb_clock_log log;
};

/* Does the file look like a poset of some kind, other than a trace?  PATH may be a shape. */
bool poset_is (struct cli *cli, const char *path);

/* Reads the poset at PATH: a .poset file, a trace, a log with vector clocks, a list of triangle systems; or makes
 * a shape: antichain:N, complete:CHILDREN,HEIGHT, caterpillar:N, legs:A,B,.., tree:N,SEED, poset:N,SEED (complete-2x5 is as good: words of a sweep have no colon).  The
 * command needs OPTIONS_POSET; without them the defaults hold.  False after errors in cli->diag. */
bool poset_open (struct cli *cli, const char *path, struct poset_file *file);
void poset_close (struct poset_file *file);

/* "(a, b, c)".  New. */
char *poset_tuple (const hb_poset *poset, const hb_id *tuple, int d);

#endif
