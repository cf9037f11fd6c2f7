/* Event-driven programs (ED-consistency paper, section 2.1; doc/language.md): read, run, explore.
 *
 *     hb_program *program = hb_program_read ("ring.ed", diag);
 *     struct hb_setting n = { "n", 8 };
 *     hb_code *code = hb_program_bind (program, &n, 1, -1, diag);
 *     hb_execution *run = hb_execution_new (code);
 *     struct hb_scheduling random = { .seed = 1 };
 *     hb_execution_run (run, &random, NULL);
 *     hb_trace *trace = hb_execution_trace (run, -1, true, diag);
 *
 * A run goes by steps: a handler takes its next event, or, idle, a message of its mailbox.
 *
 * Threads: as base.h says; several threads may run one code, each its own execution. */
#ifndef HBKIT_PUBLIC_PROGRAM_H
#define HBKIT_PUBLIC_PROGRAM_H

#include <hbkit/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- programs ----------------------------------------------------------------------------------- */

typedef struct hb_program hb_program;

/* Reads and checks the program at PATH ("-": standard input).  NULL after errors in DIAG, each with
 * line, column and what was expected.  New.  Linear in the text, names hashed. */
HB_API hb_program *hb_program_read (const char *path, hb_diag *diag);

/* As above, from the SIZE bytes at TEXT (copied); errors report NAME. */
HB_API hb_program *hb_program_of_bytes (const char *name, const char *text, size_t size,
                                        hb_diag *diag);

/* Frees a program; NULL is legal. */
HB_API void hb_program_free (hb_program *program);

/* Writes PROGRAM in the standard layout, comments included.  Reading what was written gives the
 * same program, and writing that the same text.  Linear. */
HB_API void hb_program_write (hb_output *output, const hb_program *program);

/* A parameter of the program and its value. */
struct hb_setting
{
  const char *name;
  int64_t value;
};

/* A program with its parameters put in. */
typedef struct hb_code hb_code;

/* Puts the COUNT SETTINGS in; MAILBOX is that of all handlers, -1: as the program says.  NULL after
 * errors in DIAG: no such parameter, a size out of range, two things of one name.  PROGRAM is
 * borrowed as long as the code lives.  New.  Linear in the program and in what its arrays add up to. */
HB_API hb_code *hb_program_bind (const hb_program *program, const struct hb_setting *settings,
                                 size_t count, int mailbox, hb_diag *diag);
HB_API void hb_code_free (hb_code *code);

/* --- runs --------------------------------------------------------------------------------------- */

enum hb_run_status
{
  HB_RUN_GOING,
  HB_RUN_DONE,
  HB_RUN_DEADLOCK,
  HB_RUN_ASSERTION, /* an assertion is false */
  HB_RUN_ERROR      /* a division by zero, an index out of range, an endless loop without events */
};

/* One that can be taken: the handler, and for a get the message, otherwise HB_NONE. */
struct hb_run_step
{
  hb_id handler, message;
};

/* A list of steps, such as a schedule. */
typedef struct hb_run_steps hb_run_steps;

/* New, empty; freed with `hb_run_steps_free` (NULL is legal). */
HB_API hb_run_steps *hb_run_steps_new (void);
HB_API void hb_run_steps_free (hb_run_steps *steps);

/* How many steps there are, and step I. */
HB_API size_t hb_run_steps_count (const hb_run_steps *steps);
HB_API struct hb_run_step hb_run_steps_at (const hb_run_steps *steps, size_t i);

typedef struct hb_execution hb_execution;

/* New: all handlers at the start of their initial messages, up to their first events.  CODE is
 * borrowed as long as the execution lives. */
HB_API hb_execution *hb_execution_new (const hb_code *code);

/* New: one that goes on from where FROM is.  Linear in the state and the events so far. */
HB_API hb_execution *hb_execution_copy (const hb_execution *from);
HB_API void hb_execution_free (hb_execution *run);

HB_API enum hb_run_status hb_execution_status (const hb_execution *run);

/* "done", "deadlock", "assertion", "error", "cut" (HB_RUN_GOING). */
HB_API const char *hb_run_status_name (enum hb_run_status status);

/* Adds to DIAG, as errors, what went wrong, with the place in the program: a deadlock's waiting
 * handlers, the assertion, the error.  Nothing if nothing did. */
HB_API void hb_execution_explain (const hb_execution *run, hb_diag *diag);

/* Puts the steps that can be taken into STEPS (emptied first), by handler, gets in the order of the
 * posts; their number.  O(handlers + messages in mailboxes). */
HB_API size_t hb_execution_enabled (const hb_execution *run, hb_run_steps *steps);

/* Can STEP be taken?  If it cannot, *WHY (may be NULL) is a text that says why not. */
HB_API bool hb_execution_can (const hb_execution *run, struct hb_run_step step, const char **why);

/* Takes a step that can be taken. */
HB_API void hb_execution_take (hb_execution *run, struct hb_run_step step);

/* Events so far. */
HB_API size_t hb_execution_events (const hb_execution *run);

/* Handlers, and their names in traces (borrowed from the code). */
HB_API hb_id hb_execution_handlers (const hb_execution *run);
HB_API const char *hb_execution_handler_name (const hb_execution *run, hb_id handler);

/* The name of a posted message in traces and schedules, NAME~SENDER~SERIAL: the program's message,
 * the handler that posted it, and it was its SERIALth post (the paper's message id).  New. */
HB_API char *hb_execution_message_name (const hb_execution *run, hb_id message);

/* The trace of the run; with ORDERS, its eo and mo, too.  MAILBOX is the discipline to say in the trace in place of
 * those of the run (a multiset's run that is to be decided as one of queues); -1: those of the run.  A run
 * that is not done is closed for that: messages under way end where they are, the others in the mailboxes are
 * taken as the disciplines say and end at once.  NULL after an error in DIAG.  New.  Linear. */
HB_API hb_trace *hb_execution_trace (const hb_execution *run, int mailbox, bool orders,
                                     hb_diag *diag);

/* --- schedules ---------------------------------------------------------------------------------- */

enum hb_schedule
{
  HB_SCHEDULE_RANDOM, /* a random handler that can do something, a random message if it has a choice */
  HB_SCHEDULE_ROUND_ROBIN, /* the handlers in turn, a step each; with a choice, the message posted first */
  HB_SCHEDULE_PCT /* probabilistic concurrency testing (Burckhardt and others, ASPLOS 2010) */
};

struct hb_scheduling
{
  enum hb_schedule schedule;
  uint64_t seed;   /* of the random choices */
  uint64_t steps;  /* stop after so many; 0: never */
  uint32_t depth;  /* pct: d, the bug's depth; 0: 3 */
  uint64_t length; /* pct: k, the run's; 0: as long as a run by round-robin is, at most `steps` */
  struct hb_limits *limits; /* borrowed; NULL: none */
};

/* Runs to the end, or until a limit is hit; what was taken is appended to TAKEN (may be NULL).
 * Gives the status: HB_RUN_GOING if a limit was hit. */
HB_API enum hb_run_status
hb_execution_run (hb_execution *run, const struct hb_scheduling *scheduling, hb_run_steps *taken);

/* Writes the schedule TAKEN of a RUN that took it, with a comment (several lines, may be NULL). */
HB_API void hb_schedule_write (hb_output *output, const hb_execution *run,
                               const hb_run_steps *taken, const char *comment);

/* Takes the steps in the file at PATH, and appends them to TAKEN (may be NULL).  False after errors in DIAG: a
 * step that cannot be taken, with its line. */
HB_API bool hb_schedule_replay (hb_execution *run, const char *path, hb_run_steps *taken,
                                hb_diag *diag);

/* --- all runs, one for each trace (sleep sets; Godefroid 1996, chapter 5) -------------------------- */

struct hb_exploration
{
  uint64_t steps;           /* of a run, at most 10000; longer ones are cut; 0: 1000 */
  uint64_t runs;            /* stop after so many; 0: never */
  struct hb_limits *limits; /* borrowed; NULL: none */

  /* Called with ABOUT for each run that has come to its end or was cut; TAKEN is its schedule; both are
   * borrowed.  False: stop.  NULL: nothing is called. */
  bool (*found) (void *about, const hb_execution *run, const hb_run_steps *taken);
  void *about;

  /* What came out. */
  uint64_t ended[HB_RUN_ERROR + 1]; /* by enum hb_run_status; HB_RUN_GOING: cut */
  uint64_t traces;                  /* their sum */
  uint64_t blocked;                 /* beginnings given up */
  uint64_t events;                  /* steps taken in all */
  bool complete;                    /* all runs were seen, none was cut */
};

/* Explores from the beginning of CODE.  Time: that of the runs, and of the beginnings given up; memory: some
 * copies of a run for each of its steps. */
HB_API void hb_explore (const hb_code *code, struct hb_exploration *exploration);

#ifdef __cplusplus
}
#endif
#endif
