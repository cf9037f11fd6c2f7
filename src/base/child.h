/* Running a program under limits that hold: processor time, wall-clock time, memory.
 *
 *     struct hb_child child;
 *     struct hb_child_limits limits = { .cpu = 10, .wall = 20, .memory = 1 << 30 };
 *     if (!hb_child_start (&child, &start, &limits, diag)) ...
 *     while (!hb_child_over (&child))
 *       hb_child_wait (0.05);
 *     child.usage ...
 *
 * Two nets, one behind the other.  The kernel's limits (setrlimit (2): RLIMIT_CPU, RLIMIT_DATA, no core
 * files) hold for each process by itself and at once; a watchdog, which is `hb_child_over`, looks at
 * the clock and adds up the processes of the child's session, so that what the child starts counts,
 * too, and kills all of them.  Where there are control groups to be had (cgroup.h), the kernel does
 * the same for the child and all that it starts.  The child dies with its parent, even if that is
 * killed (Linux). */
#ifndef HBKIT_CHILD_H
#define HBKIT_CHILD_H

#include "base/cgroup.h"
#include "base/diag.h"

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is to be run. */
struct hb_child_start
{
  const char *program;    /* its file */
  char *const *arguments; /* ended by NULL, [0] being the name it goes by */
  const char *folder;     /* where it runs; NULL: here */
  const char *input;      /* a file in FOLDER for standard input; NULL: empty */
  const char *output;     /* files, new or emptied, in FOLDER, for standard output */
  const char *errors;     /* and standard error */
  hb_cgroups *groups;     /* it gets one of its own there; NULL: none */
  int pin;                /* the processor core that it keeps to, counted from 1; 0: any (Linux) */
};

struct hb_child_limits
{
  double cpu, wall; /* seconds; 0: no limit */
  uint64_t memory;  /* bytes; 0: no limit */
  uint64_t file;    /* bytes of each file that it writes; 0: no limit */
};

enum hb_child_end
{
  HB_CHILD_RUNS,
  HB_CHILD_EXITED,  /* by itself, `code` says how */
  HB_CHILD_CRASHED, /* by the signal `code` */
  HB_CHILD_CPU,     /* a limit was passed */
  HB_CHILD_WALL,
  HB_CHILD_MEMORY,
  HB_CHILD_KILLED /* by `hb_child_kill` */
};

struct hb_child
{
  pid_t process; /* and number of its session */
  enum hb_child_end end;
  int code;
  double started, wall; /* on the clock of hb_now; seconds */
  double cpu;           /* seconds, of the processes that it started as well */
  uint64_t memory;      /* peak of resident bytes */
  struct hb_child_limits limits;
  enum hb_child_end cause; /* why the watchdog killed it, or HB_CHILD_RUNS */
  double looked;           /* when the session was last added up */
  char *group;             /* its control group, or NULL */
};

/* Starts; false after an error in DIAG. */
bool hb_child_start (struct hb_child *child, const struct hb_child_start *start,
                     const struct hb_child_limits *limits, hb_diag *diag);

/* Looks after the child: true once it is over; `end`, `code` and the usage are then filled.  To be
 * called a few times a second, limits hold as closely as that. */
bool hb_child_over (struct hb_child *child);

/* Kills it and all that it started, waits for it. */
void hb_child_kill (struct hb_child *child);

/* Sleeps for SECONDS or until some child ends or a signal comes.  The first call blocks SIGCHLD. */
void hb_child_wait (double seconds);

#ifdef __cplusplus
}
#endif
#endif
