/* Problems and reductions as values: all that hbkit, and its commands, have to know of a decision problem, and of a way
 * from the instances of one to those of another.
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
#ifndef HBKIT_PUBLIC_PROBLEM_H
#define HBKIT_PUBLIC_PROBLEM_H

#include <hbkit/formula.h>
#include <hbkit/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Never defined: a problem casts its own struct to and from these. */
typedef struct hb_instance hb_instance;
typedef struct hb_solution hb_solution;

struct hb_problem;
struct hb_decider;
struct hb_draw_options; /* draw.h */

/* The answer to an instance; also the exit code of the command that found it. */
enum hb_answer
{
  HB_OPEN = 0, /* not known: a limit was reached, or nobody was asked */
  HB_YES = 10, /* there is a solution */
  HB_NO = 20   /* there is none */
};

/* Most measures, and most bounds, of a problem. */
#define HB_MOST_MEASURES 8

/* A size that nobody has declared. */
#define HB_SIZE_UNTOLD UINT64_MAX

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
   * it is left alone, as it is by one that answers without a solution.  HB_OPEN when a limit was reached, or after an error in DIAG (a command that
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

/* Problem I (from 0), NULL behind the last one. */
HB_API const struct hb_problem *hb_problem_at (size_t i);

/* The problem of that name (or title; small and capital letters are the same), or NULL. */
HB_API const struct hb_problem *hb_problem_find (const char *name);

/* The first problem that recognises what INPUT (borrowed, at its start) reads, or NULL.  INPUT can still
 * be read from its start. */
HB_API const struct hb_problem *hb_problem_of_input (hb_input *input);

/* Does PROBLEM admit INSTANCE?  (Its `admits`, if it has one.) */
HB_API bool hb_problem_admits (const struct hb_problem *problem, const hb_instance *instance,
                               hb_diag *diag);

/* How many measures, and how many bounds, PROBLEM has. */
HB_API size_t hb_problem_measures (const struct hb_problem *problem);
HB_API size_t hb_problem_bounds (const struct hb_problem *problem);

/* The decider of that name, or NULL. */
HB_API const struct hb_decider *hb_problem_decider (const struct hb_problem *problem,
                                                    const char *name);

/* --- reductions ----------------------------------------------------------------------------------
 *
 * Reductions as values: a way from the instances of one problem to those of another with the same
 * answer, and for the solutions a way there (`lift`) and back (`extract`).
 *
 *     source --reduce--> target           the answer stays
 *     solution --lift--> solution         of the source to one of the target
 *     solution <--extract-- solution      of the source from *any* of the target
 *
 * One file in reduce/ defines one record, and the list in reduce/reductions.c names it; then all commands
 * have it.  `hbkit verify NAME` holds it to what is promised here: on every instance that is tried, all
 * deciders of both problems agree, sizes come out as told, every solution lifts, every solution that
 * anybody finds extracts, and every ablation breaks something.
 *
 * Every function gets its record as SELF; problem.h says which threads may call what, and what new,
 * borrowed and stolen mean. */

/* A way to damage the construction, to show that what it leaves out was needed. */
struct hb_ablation
{
  const char *name, *summary;

  /* The wrong answer that some instance then gets: HB_YES (one without solution gets a target with one),
   * HB_NO (one with a solution gets a target with none), or HB_OPEN: provably no instance does (doc/ has
   * the proof), so that no counterexample may be found. */
  enum hb_answer breaks;

  unsigned bits; /* for the reduction's own use, but for: */
};

/* In `bits`: what is damaged are the solutions of the target, not its answer.  `extract` takes damaged targets,
 * and some solution of some target must not extract. */
#define HB_ABLATES_MODELS 0x80000000u

/* Where a reduction puts what it makes.  Whoever asks sets PROBLEM, and OUTPUT if the target is wanted as
 * a file.  The reduction then sets INSTANCE (new); or it may write the file to OUTPUT as it goes, so
 * that a large target is never in memory, and leave INSTANCE NULL. */
struct hb_target
{
  const struct hb_problem *problem; /* the reduction's `to` */
  hb_output *output;                /* borrowed; NULL: the target is wanted in memory */
  hb_instance *instance;            /* NULL at first */
  uint64_t sizes[HB_MOST_MEASURES]; /* of what was written to OUTPUT; elsewhere not set */
};

struct hb_reduction
{
  const char *name;
  const struct hb_problem *from, *to;
  const char
      *to_note; /* which targets it makes, behind the problem's title: " without nested posting" */
  const char *reference; /* where the construction comes from */
  const char
      *handlers; /* of what the target is made, for the table, e.g. its handlers; "" if its sizes
                            say it all */
  const char *size_text;               /* the formulas of `sizes`, for the table */
  const struct hb_ablation *ablations; /* ended by a NULL name; NULL: none */
  bool faithful;   /* `extract` undoes `lift`: the solution comes back, as far as it matters */
  const void *own; /* what else its functions need; borrowed */

  /* NULL: all instances of `from`.  Else: is SOURCE one that the construction can take (its size, its
   * names)?  False after an error in DIAG that says what is in the way. */
  bool (*accepts) (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag);

  /* The sizes that the target of SOURCE (accepted) will have, in the measures of `to`; HB_SIZE_UNTOLD for one that is
   * not known.  NULL: none is. */
  void (*sizes) (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes);

  /* Makes the target of SOURCE (accepted), damaged as ABLATION says (one of `ablations`; NULL: not at
   * all).  MAP (may be NULL) gets JSON lines that tell which part of the target stands for what, the
   * first one a header (doc/formats.md).  False after an error in DIAG; errors of the outputs are
   * theirs to tell.  The same SOURCE gives the same target. */
  bool (*reduce) (const struct hb_reduction *self, const hb_instance *source,
                  const struct hb_ablation *ablation, struct hb_target *target, hb_output *map,
                  hb_diag *diag);

  /* NULL, or makes of TARGET, an undamaged target in memory, its I-th variant (from 0), which has the same
   * answer and the same solutions: where the construction is right for more than what it makes.  False
   * when there is no I-th. */
  bool (*variant) (const struct hb_reduction *self, hb_instance *target, unsigned i);

  /* NULL, or: a solution of SOURCE to one of TARGET, which is SOURCE's undamaged target.  NULL after an error in
   * DIAG (SOLUTION is none; TARGET is another one).  New. */
  hb_solution *(*lift) (const struct hb_reduction *self, const hb_instance *source,
                        const hb_solution *solution, const hb_instance *target, hb_diag *diag);

  /* NULL, or: any solution of TARGET to one of SOURCE.  NULL after an error in DIAG (SOLUTION is none; TARGET is
   * another one).  New. */
  hb_solution *(*extract) (const struct hb_reduction *self, const hb_instance *source,
                           const hb_instance *target, const hb_solution *solution, hb_diag *diag);

  /* NULL, or draws the target of SOURCE (accepted), its parts named and placed as the construction has them, or of
   * it (HB_DRAW_GADGET) what stands for one clause, to OUTPUT (borrowed, not committed).  False after an error in DIAG. */
  bool (*draw) (const struct hb_reduction *self, const hb_instance *source,
                const struct hb_draw_options *options, hb_output *output, hb_diag *diag);
};

/* The ablation of that name, or NULL. */
HB_API const struct hb_ablation *hb_ablation_find (const struct hb_reduction *reduction,
                                                   const char *name);

/* Is SOURCE an instance of REDUCTION's `from` that it accepts?  False after an error in DIAG. */
HB_API bool hb_reduction_accepts (const struct hb_reduction *reduction, const hb_instance *source,
                                  hb_diag *diag);

/* The target of SOURCE (accepted) in memory; MAP and ABLATION may be NULL.  NULL after an error in DIAG.
 * New. */
HB_API hb_instance *hb_reduce (const struct hb_reduction *reduction, const hb_instance *source,
                               const struct hb_ablation *ablation, hb_output *map, hb_diag *diag);

/* Writes the target of SOURCE (accepted) to OUTPUT, and its sizes into SIZES (room for
 * HB_MOST_MEASURES).  False after an error in DIAG. */
HB_API bool hb_reduce_to_file (const struct hb_reduction *reduction, const hb_instance *source,
                               const struct hb_ablation *ablation, hb_output *output,
                               hb_output *map, uint64_t *sizes, hb_diag *diag);

/* Reduction I (from 0), NULL behind the last one. */
HB_API const struct hb_reduction *hb_reduction_at (size_t i);

/* The reduction of that name, or NULL. */
HB_API const struct hb_reduction *hb_reduction_find (const char *name);

/* The reduction called NAMES, or, of several names with commas between, their chain.  NULL after an
 * error in DIAG.  Goes back by `hb_reduction_release`. */
HB_API const struct hb_reduction *hb_reduction_named (const char *names, hb_diag *diag);

/* A way from SOURCE, an instance of FROM, to TO: one of those with the fewest steps; of these the one
 * with the smallest target (the sum of its sizes), and the first in the list.  NULL after an error in
 * DIAG.  Goes back by `hb_reduction_release`. */
HB_API const struct hb_reduction *hb_reduction_way (const struct hb_problem *from,
                                                    const hb_instance *source,
                                                    const struct hb_problem *to, hb_diag *diag);

/* Frees a chain; leaves a reduction of the list alone.  NULL is legal. */
HB_API void hb_reduction_release (const struct hb_reduction *reduction);

/* --- what the handles are ------------------------------------------------------------------------
 *
 * Of SAT and 3-BI-3SAT an instance is a formula and a solution a model (formula.h); of ED-consistency a trace
 * and a witness (trace.h); of SC rf-consistency a trace of initial messages alone, whose co means nothing. */

static inline const hb_cnf *
hb_cnf_of (const hb_instance *instance)
{
  return (const hb_cnf *)instance;
}

static inline hb_instance *
hb_instance_of_cnf (hb_cnf *cnf)
{
  return (hb_instance *)cnf;
}

static inline const signed char *
hb_model_of (const hb_solution *solution)
{
  return (const signed char *)solution;
}

static inline hb_solution *
hb_solution_of_model (signed char *model)
{
  return (hb_solution *)model;
}

static inline const hb_trace *
hb_trace_of (const hb_instance *instance)
{
  return (const hb_trace *)instance;
}

static inline hb_instance *
hb_instance_of_trace (hb_trace *trace)
{
  return (hb_instance *)trace;
}

static inline const hb_witness *
hb_witness_of (const hb_solution *solution)
{
  return (const hb_witness *)solution;
}

static inline hb_solution *
hb_solution_of_witness (hb_witness *witness)
{
  return (hb_solution *)witness;
}

/* A model of CNF's variables, all of them 0; new. */
HB_API signed char *hb_model_new (const hb_cnf *cnf);

/* For reductions: a builder that makes the trace TARGET, in memory or as a file, whichever is wanted; and, after
 * `hb_build_end`, its end (BUILDER is stolen, errors are in the DIAG of the first).  Result: as `reduce`
 * has it. */
HB_API hb_builder *hb_target_builder (struct hb_target *target, hb_diag *diag);
HB_API bool hb_target_built (struct hb_target *target, hb_builder *builder);

#ifdef __cplusplus
}
#endif
#endif
