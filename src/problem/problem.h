/* Problems as values: all that hbkit, and its commands, have to know of a decision problem.
 *
 * A problem is a record of texts and functions.  What an instance or a solution is, the problem alone
 * knows: both are handles, made, read, asked and freed by the functions of the problem that they belong
 * to.  So formulas, traces, histories, posets, programs with a bound, pairs of programs, and what users
 * bring along as commands of their own look alike to whoever reduces, decides or verifies:
 *
 *     hb_instance *instance = problem->read (problem, hb_input_open ("f.cnf", diag), diag);
 *     hb_solution *solution = NULL;
 *     if (problem->deciders[0]->decide (..., instance, &options, &solution, diag) == HB_YES)
 *       problem->write_solution (problem, instance, solution, output);
 *     problem->free_solution (problem, solution);
 *     problem->free (problem, instance);
 *
 * An instance is one file.  Whatever else the question needs (a bound, a mailbox, a second program) is
 * part of that file, for example a line in it.
 *
 * Every function gets its record as SELF.  What a problem needs beside that hangs on the record's `own`;
 * there is no global state.  Functions may be
 * called from several threads at once, on different instances; a record and an instance that is only
 * read may be shared.  Functions that may be NULL say so, all others are there.
 *
 * Ownership is told in three words: "new" is the caller's and goes back through the problem's `free` or
 * `free_solution`; "borrowed" stays whose it was; "stolen" was the caller's and is no more. */
#ifndef HBKIT_PROBLEM_H
#define HBKIT_PROBLEM_H

#include "base/input.h"
#include "base/limits.h"
#include "base/output.h"
#include "base/rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Never defined: a problem casts its own struct to and from these. */
typedef struct hb_instance hb_instance;
typedef struct hb_solution hb_solution;

struct hb_problem;
struct hb_decider;

/* The answer to an instance; also the exit code of the command that found it. */
enum hb_answer
{
  HB_OPEN = 0, /* not known: a limit was reached, or nobody was asked */
  HB_YES = 10, /* there is a solution */
  HB_NO = 20   /* there is none */
};

/* Most measures, and most bounds, of a problem. */
#define HB_MOST_MEASURES 8

/* Something that limits how large enumerated and drawn instances are, e.g. "clauses". */
struct hb_bound
{
  const char *name, *summary;
  uint64_t exhaustive, random; /* what holds if the user does not say */
  uint64_t most;               /* enumeration takes no more; 0: no limit */
};

/* Called for each of many instances, or solutions (borrowed); false: no more of them. */
typedef bool hb_instance_visit (void *context, const hb_instance *instance);
typedef bool hb_solution_visit (void *context, const hb_solution *solution);

/* --- deciders ----------------------------------------------------------------------------------- */

struct hb_decide_options
{
  uint64_t seed;            /* 0: the decider's own choices; others vary which solution is found */
  struct hb_limits *limits; /* borrowed; NULL: none */
};

/* Someone who answers instances of one problem: a solver, an engine, a search through everything. */
struct hb_decider
{
  const char *name, *summary;
  bool brute;      /* tries everything, and shares no code with the other deciders: an oracle */
  bool seeded;     /* another seed may find another solution */
  const void *own; /* what else its functions need; borrowed */

  /* NULL: all instances.  Else: can it take INSTANCE (is it small enough)?  If not, *WHY (borrowed)
   * says why. */
  bool (*accepts) (const struct hb_decider *self, const hb_instance *instance, const char **why);

  /* Decides INSTANCE, which it accepts.  After HB_YES *SOLUTION is new, unless SOLUTION is NULL; else
   * it is left alone.  HB_OPEN when a limit was reached, or after an error in DIAG (a command that
   * could not be run). */
  enum hb_answer (*decide) (const struct hb_decider *self, const hb_instance *instance,
                            const struct hb_decide_options *options, hb_solution **solution,
                            hb_diag *diag);
};

/* --- generators --------------------------------------------------------------------------------- */

/* Draws random instances. */
struct hb_generator
{
  const char *name, *summary;
  const void *own; /* what else it needs; borrowed */

  /* The next instance that RNG gives within BOUNDS (one a bound of the problem, in their order).  New;
   * NULL after an error in DIAG. */
  hb_instance *(*draw) (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
                        hb_diag *diag);
};

/* --- problems ----------------------------------------------------------------------------------- */

struct hb_problem
{
  const char *name;    /* as commands take it, e.g. "ed-consistency": small letters, no blanks */
  const char *title;   /* as texts say it, e.g. "ED-consistency" */
  const char *summary; /* the question, in a line */
  const char *source;  /* where it was first asked, or shown to be hard */
  const char *suffix;  /* of the files that its instances are usually in, without a point */
  const char *thing, *things;       /* what an instance is, e.g. "formula", "formulas" */
  const char *evidence, *evidences; /* what a solution is, e.g. "model", "models" */
  const char *yes, *no;             /* the words of its verdicts, e.g. "SATISFIABLE" */
  const char *solution_suffix;      /* as `suffix`, for solutions */
  const char *const *measures;      /* what its sizes count, ended by NULL */
  const struct hb_bound *bounds;    /* ended by a NULL name; the first one is the size that
                                             enumeration grows by; NULL: none */

  const void *own; /* what else the functions need; borrowed */

  /* --- instances --- */

  /* Does a file that begins with these bytes (uncompressed; a block of it, all of a short one) look
   * like an instance?  A first look: `read` has the last word.  Several problems may say so of one
   * file; of those the first in `hb_problems` is taken unless the user names one. */
  bool (*recognises) (const struct hb_problem *self, const char *bytes, size_t length);

  /* The instance that INPUT (stolen, at its start; peeked at, perhaps) reads, which the problem admits.
   * NULL after errors in DIAG with line and column.  New. */
  hb_instance *(*read) (const struct hb_problem *self, hb_input *input, hb_diag *diag);

  /* Is INSTANCE, which has the shape of one, really one?  (Of a problem whose instances are some of
   * another's.)  False after an error in DIAG that says what is against it.  NULL: always. */
  bool (*admits) (const struct hb_problem *self, const hb_instance *instance, hb_diag *diag);

  /* Writes INSTANCE, such that `read` gives one that is `equal`.  COMMENT (may be NULL) is a line for
   * people, left out where the format has no place for it.  Errors are the output's. */
  void (*write) (const struct hb_problem *self, const hb_instance *instance, const char *comment,
                 hb_output *output);

  /* As many numbers as there are measures, into SIZES.  At most linear. */
  void (*sizes) (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes);

  /* Are the two the same, but for what a file does not say (comments, the names of files)? */
  bool (*equal) (const struct hb_problem *self, const hb_instance *a, const hb_instance *b);

  hb_instance *(*copy) (const struct hb_problem *self, const hb_instance *instance); /* new */
  void (*free) (const struct hb_problem *self, hb_instance *instance); /* NULL is legal */

  /* --- solutions --- */

  /* The solution of INSTANCE that INPUT (stolen, at its start) reads; whether it is one, `check` tells.
   * NULL after errors in DIAG (also if the file says that there is none).  New. */
  hb_solution *(*read_solution) (const struct hb_problem *self, const hb_instance *instance,
                                 hb_input *input, hb_diag *diag);
  void (*write_solution) (const struct hb_problem *self, const hb_instance *instance,
                          const hb_solution *solution, hb_output *output);

  /* Is SOLUTION one?  False after an error in DIAG that says what in it is wrong.  The judge of
   * everyone who finds, lifts or extracts solutions: it shares no code with them. */
  bool (*check) (const struct hb_problem *self, const hb_instance *instance,
                 const hb_solution *solution, hb_diag *diag);

  /* Do the two solutions of INSTANCE say the same where it matters to INSTANCE?  (Of a model: the
   * values of variables that occur.) */
  bool (*same) (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
                const hb_solution *b);
  void (*free_solution) (const struct hb_problem *self, hb_solution *solution); /* NULL is legal */

  /* NULL, or visits all solutions of INSTANCE.  False if VISIT ended it, or if they are too many to be
   * looked for, and then none was visited. */
  bool (*all_solutions) (const struct hb_problem *self, const hb_instance *instance,
                         hb_solution_visit *visit, void *context);

  /* --- answers --- */

  /* Those who decide it, ended by NULL, the one to be asked first in front.  At least one is `brute`. */
  const struct hb_decider *const *deciders;

  /* NULL, or writes a proof of INSTANCE's answer, be it yes or no, that `certify` accepts.  False when
   * a limit was reached (LIMITS may be NULL), or after an error in DIAG. */
  bool (*prove) (const struct hb_problem *self, const hb_instance *instance,
                 struct hb_limits *limits, hb_output *output, hb_diag *diag);

  /* NULL where `prove` is.  The answer that the proof which INPUT (stolen, at its start) reads shows for
   * INSTANCE, checked with none of the code that found it; HB_OPEN after an error in DIAG that says what
   * in it is wrong. */
  enum hb_answer (*certify) (const struct hb_problem *self, const hb_instance *instance,
                             hb_input *input, hb_diag *diag);

  /* --- many instances --- */

  /* NULL, or visits all instances whose first bound is SIZE and whose others are within BOUNDS (as many
   * numbers as there are bounds; the first is not looked at), one for each class under renaming or
   * more.  False if VISIT ended it. */
  bool (*enumerate) (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
                     hb_instance_visit *visit, void *context);

  /* The random ones, ended by NULL, taken in turn; NULL: none.  Put first those that draw instances as
   * they come, then those whose instances are mostly without solution, so that both answers are met. */
  const struct hb_generator *const *generators;

  /* NULL, or the same instance in another guise that RNG draws: names, signs, the order of what has
   * none.  The answer is the same.  New. */
  hb_instance *(*vary) (const struct hb_problem *self, const hb_instance *instance,
                        struct hb_rng *rng);

  /* How many parts INSTANCE has that can be taken away, one by one, to make it smaller: large ones
   * (clauses, messages) first, then small ones (literals, events).  And INSTANCE without part I (from
   * 0): new, or NULL if that leaves no instance. */
  size_t (*parts) (const struct hb_problem *self, const hb_instance *instance);
  hb_instance *(*without) (const struct hb_problem *self, const hb_instance *instance, size_t i);
};

/* All problems, ended by NULL. */
extern const struct hb_problem *const hb_problems[];

/* The problem of that name (or title; small and capital letters are the same), or NULL. */
const struct hb_problem *hb_problem_find (const char *name);

/* The first problem that recognises what INPUT (borrowed, at its start) reads, or NULL.  INPUT can still
 * be read from its start. */
const struct hb_problem *hb_problem_of_input (hb_input *input);

/* Does PROBLEM admit INSTANCE?  (Its `admits`, if it has one.) */
bool hb_problem_admits (const struct hb_problem *problem, const hb_instance *instance,
                        hb_diag *diag);

/* How many measures, and how many bounds, PROBLEM has. */
size_t hb_problem_measures (const struct hb_problem *problem);
size_t hb_problem_bounds (const struct hb_problem *problem);

/* The decider of that name, or NULL. */
const struct hb_decider *hb_problem_decider (const struct hb_problem *problem, const char *name);

/* The problems that come along. */
extern const struct hb_problem hb_problem_sat;
extern const struct hb_problem hb_problem_3bisat;
extern const struct hb_problem hb_problem_ed;
extern const struct hb_problem hb_problem_sc;

#ifdef __cplusplus
}
#endif
#endif
