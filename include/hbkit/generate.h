/* Instances: random formulas, traces and programs, and all small ones.
 *
 *     struct hb_rng rng = hb_rng_seeded (1);
 *     struct hb_run_shape shape = hb_run_defaults ();
 *     hb_builder *builder = hb_builder_to_trace (diag);
 *     hb_run_random (&shape, &rng, builder, diag);
 *     hb_trace *trace = hb_builder_finish (builder);
 *
 * The same seed gives the same bytes on every machine.
 *
 * Threads: as base.h says; a generator of random numbers belongs to one thread at a time. */
#ifndef HBKIT_PUBLIC_GENERATE_H
#define HBKIT_PUBLIC_GENERATE_H

#include <hbkit/formula.h>
#include <hbkit/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- formulas ----------------------------------------------------------------------------------- */

/* A family of formulas (`hbkit gen --list`); they live for good. */
typedef struct hb_family hb_family;

/* Share of 2-clauses at which half of the 3-BI-3SAT formulas with 3 occurrences of each variable,
 * in both signs, are unsatisfiable: found by experiment at 100 to 400 variables. */
#define HB_HARD_TWOS 0.87

/* Clauses a variable at which half of the uniform 3-SAT formulas are unsatisfiable. */
#define HB_HARD_3SAT 4.27

/* Edges a vertex at which about half of the random graphs have no three colours. */
#define HB_HARD_3COLOURING 2.35

/* What can be asked for; a family ignores what it does not know.  Start from `hb_family_defaults`. */
struct hb_family_options
{
  int variables;
  size_t clauses; /* 0: RATIO times the variables, to the nearest */
  double ratio;   /* clauses / variables; 0: the hard one for ksat, as many as fit for bisat */
  double twos;    /* bisat: share of 2-clauses, 0 .. 1 */
  size_t width;   /* ksat: literals of a clause */
  int pigeons, holes;
  int vertices, elements; /* parity, ordering */
  /* parity, ordering: the satisfiable neighbour; bisat, balanced, community, ksat: drawn again until it
   * is satisfiable, so uniform among those */
  bool satisfiable;
  int communities; /* community: how many, */
  double inside;   /* and the share of clauses that stay in one */
  bool planted;    /* bisat, balanced, ksat: there is a model, drawn first */
  bool hidden;     /* and the signs do not tell it */
  bool every,
      mixed; /* bisat: every variable occurs; one that occurs more than once, with both signs */
  const struct hb_graph
      *graph; /* tseitin, colouring: the graph, borrowed; NULL: a random one of `vertices` */
  int degree; /* tseitin: of the random one */
  int colours, clique, height; /* colouring, clique-colouring, pebbling */
};

HB_API struct hb_family_options hb_family_defaults (void);

/* Family I (from 0), NULL behind the last one; the family of that name, or NULL. */
HB_API const hb_family *hb_family_at (size_t i);
HB_API const hb_family *hb_family_find (const char *name);

/* Its name, and what it is in a line for people; borrowed for good. */
HB_API const char *hb_family_name (const hb_family *family);
HB_API const char *hb_family_summary (const hb_family *family);

/* A formula of FAMILY.  RNG is not used by families that are not random.  PLANTED (options->variables + 1
 * entries, or NULL) receives the planted model, or zeros.  NULL after an error in DIAG that says what is
 * possible.  New.  About linear in the formula, but for `satisfiable`, which asks a solver. */
HB_API hb_cnf *hb_family_formula (const hb_family *family, const struct hb_family_options *options,
                                  struct hb_rng *rng, signed char *planted, hb_diag *diag);

/* How large enumerated formulas may be. */
struct hb_bounds
{
  int variables; /* occurring */
  size_t clauses;
  size_t literals; /* in all clauses */
  bool all; /* clauses of one literal too, and variables in any number of clauses: all of 3SAT, but
               for literals repeated in a clause and tautologies */
};

/* Calls VISIT for every 3-BI-3SAT formula (ED-consistency paper, Definition 3; a multiset of
 * clauses; with `all` every formula of 1 to 3 literals a clause) within BOUNDS, the empty one
 * included, one for each class under renaming of variables, flipping of all signs of a variable, order of
 * clauses and of literals.  The formula is borrowed, its variables are 1 .. variables and all occur.  A formula
 * comes after those that have its first clauses.  Stops when VISIT returns false; the result says whether all
 * were visited.  CONTEXT is handed through.  Memory: O(clauses).  Time: per formula some microseconds,
 * growing with its symmetries. */
HB_API bool hb_enumerate (const struct hb_bounds *bounds,
                          bool (*visit) (const hb_cnf *cnf, void *context), void *context);

/* --- traces ------------------------------------------------------------------------------------- */

/* To whom a handler posts. */
enum hb_post_pattern
{
  HB_POST_ANY,   /* to any handler, itself included, uniformly */
  HB_POST_RING,  /* to the next one, the last to the first */
  HB_POST_STAR,  /* the first to any, the others to the first */
  HB_POST_SELF,  /* to itself */
  HB_POST_LAYERS /* to one behind it; the last to itself */
};
#define HB_POST_PATTERNS 5

/* What run is wanted.  Start from `hb_run_defaults`. */
struct hb_run_shape
{
  hb_id handlers;  /* each with an initial message */
  hb_id messages;  /* that are posted, in all */
  hb_id externals; /* that come from outside, in all */
  hb_id events;    /* of a message on average, gets not counted: 0 .. 2 * events, uniformly */
  hb_id variables;
  double posts, reads, writes; /* shares of the events, to be scaled to 1 */
  bool nested; /* posted messages post; else initial ones only, as often as there are messages */
  hb_id depth; /* posts are nested so deep at most, those of initial messages being 1; 0: any */
  enum hb_post_pattern pattern;
  int mailbox; /* enum hb_mailbox, of all handlers; -1: a random one for each */
  bool orders; /* write the run's eo and mo as well: the trace is a witness */

  /* Damage, done to the run before it is written. */
  double stale;      /* share of reads that get the value before the present one, if there is one */
  hb_id wrong_reads; /* reads that get another write of the variable, or its initial value */
  hb_id wrong_writes; /* swaps of two neighbours in co */
  hb_id wrong_posts;  /* swaps of what two posts to one handler post */
};

/* 4 handlers, 20 messages of 4 events, 5 variables; shares 0.2, 0.4, 0.4; nested; queues; no
 * damage. */
HB_API struct hb_run_shape hb_run_defaults (void);

/* Runs a program that is made up on the way, and tells its trace to BUILDER, up to and with
 * `hb_build_end`: po, pb, rf and co as they happened, so the trace is consistent unless damaged.
 * False after an error in DIAG (no handlers, more than an `hb_id` can number), nothing told.
 * O(events + messages * longest mailbox). */
HB_API bool hb_run_random (const struct hb_run_shape *shape, struct hb_rng *rng,
                           hb_builder *builder, hb_diag *diag);

/* Tells TRACE to BUILDER, up to and with `hb_build_end`, with handlers, messages, variables,
 * labels and values renamed at random, the handlers, the messages of each and the lines of co, eo
 * and mo in random order.  Initial messages stay the first of their handlers.  Consistent iff
 * TRACE is.  Linear. */
HB_API void hb_trace_shuffled (const hb_trace *trace, struct hb_rng *rng, hb_builder *builder);

/* How large enumerated traces are: exactly this many of each. */
struct hb_small_size
{
  int handlers;   /* that run or are posted something; at most 4 */
  int messages;   /* posted; at most 6 */
  int accesses;   /* reads and writes; at most 6 */
  bool nested;    /* messages that are posted may post */
  bool histories; /* no co is told; for sizes without messages */
  int mailbox;    /* enum hb_mailbox, of all handlers */
};

/* Calls VISIT for the traces of SIZE (2 * messages + accesses events), at least one for each
 * class under renaming.  Left out are traces with an access that constrains nothing: each
 * variable has a write and another access.  co is total on each variable.  The trace is borrowed for the time of
 * the call, which may change its mailboxes and nothing else.  Stops when VISIT returns false; the result says
 * whether all were visited: false also, none having been, if SIZE is out of range.  CONTEXT is handed through.  Some 2 microseconds for each trace. */
HB_API bool hb_small_traces (const struct hb_small_size *size,
                             bool (*visit) (hb_trace *trace, void *context), void *context);

/* --- programs ----------------------------------------------------------------------------------- */

struct hb_program_shape
{
  hb_id handlers; /* each with an initial message */
  hb_id messages; /* declared beside the initial ones */
  hb_id variables;
  hb_id statements;            /* of a message, at most, blocks counted as one */
  hb_id posted;                /* messages that a run posts, at most */
  int mailbox;                 /* enum hb_mailbox, of all handlers; -1: a random one for each */
  double posts, reads, writes; /* shares of the statements, to be scaled to 1 with those below */
  double blocks;               /* if and repeat */
  double awaits;               /* reads that wait: such programs may come to a deadlock */
  double asserts;              /* assertions that may be false */
};

/* 3 handlers, 3 messages, 2 variables, 4 statements, 4 posted; queues; shares 0.3, 0.3, 0.3, 0.1,
 * no awaits, no asserts. */
HB_API struct hb_program_shape hb_program_defaults (void);

/* The text of a random program (program.h).  A message posts only messages declared behind it, so
 * every run ends.  New.  Linear in the text. */
HB_API char *hb_program_random (const struct hb_program_shape *shape, struct hb_rng *rng);

#ifdef __cplusplus
}
#endif
#endif
