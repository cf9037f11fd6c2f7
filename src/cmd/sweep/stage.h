/* The stages of a sweep: what is done with each instance, in order.
 *
 *     solve:SOLVER          hbkit solve              the formula at hand
 *     solve:DECIDER         the same                 an instance of another problem
 *     solve:F.reduction     the same                 whatever its source's decider takes
 *     reduce:NAME           hbkit reduce             makes the next thing at hand
 *     reduce:F.reduction    the same, by a file of the user's own (src/own/)
 *     shuffle               hbkit shuffle            makes the next trace at hand
 *     check:ENGINE[:SOLVER] hbkit check              the trace at hand
 *     hunt:WHO              hbkit hunt               the poset with a bug at hand
 *     certify               every check writes a certificate, which `hbkit certify` then checks
 *     prove                 the same for formulas: solve:cadical writes a model or DRAT
 *
 * The word list of a specification becomes a list of stages with what each reads and writes:
 *
 *     gen               -> gen.cnf
 *     solve:cadical        gen.cnf
 *     reduce:3bisat-ed     gen.cnf -> gen-3bisat-ed.edt
 *     check:cds            gen-3bisat-ed.edt -> gen-3bisat-ed.cds.cert
 *     certify:cds          gen-3bisat-ed.edt, gen-3bisat-ed.cds.cert */
#ifndef HBKIT_SWEEP_STAGE_H
#define HBKIT_SWEEP_STAGE_H

#include "cmd/sweep/thing.h"

#include "base/vec.h"

enum sweep_kind
{
  SWEEP_GEN,
  SWEEP_SOLVE,
  SWEEP_REDUCE,
  SWEEP_SHUFFLE,
  SWEEP_CHECK,
  SWEEP_CERTIFY,
  SWEEP_HUNT
};

struct sweep_stage
{
  enum sweep_kind kind;
  char *tool;   /* "cadical", "3bisat-ed", "cds", "sat:picosat"; "" where there is no choice */
  char *engine; /* check: its engine */
  char *file;   /* reduce: the `.reduction` file, an absolute name; NULL: a reduction of hbkit's */
  char *solver; /* solve, check: what --solver gets; NULL: nothing */
  char *problem, *decider; /* solve: what --problem and --decider get; NULL: nothing */
  char *input;             /* the way to what it reads: "gen", "gen/3bisat-ed", ...; gen: "" */
  size_t from;    /* the stage whose output it reads; gen: itself; certify: what the check reads */
  size_t checked; /* certify: the check or solve */
  char *output;   /* name of the file that it makes, or NULL */
  struct sweep_at_hand made; /* what is in that file, of stages that make the next thing at hand */
};

typedef VEC (struct sweep_stage) sweep_stages;

/* Does it decide what it reads: a solve or a check?  Those are timed, and their output is a proof. */
bool sweep_stage_decides (const struct sweep_stage *stage);

/* "gen", "solve", ... */
const char *sweep_kind_name (enum sweep_kind kind);

/* The command of a solver of the user's own, or NULL. */
typedef const char *(*sweep_solver_finder) (const void *context, const char *name, size_t length);

/* The stages that WORDS (separated by blanks) say for instances from SOURCE (cnf, trace, bug or FILE.reduction), NULL:
 * the default.
 * False after an error in DIAG.  Freed with `sweep_stages_free` in any case. */
bool sweep_stages_parse (sweep_stages *stages, const char *source, const char *words,
                         sweep_solver_finder find, const void *context, hb_diag *diag);
void sweep_stages_free (sweep_stages *stages);

#endif
