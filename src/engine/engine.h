/* Deciding consistency: one interface, several engines that must agree.
 *
 * An engine gets a trace and says whether some eo and mo make happens-before acyclic (Definition 2
 * of the ED-consistency paper, with the mailbox discipline as a parameter). */
#ifndef HBKIT_ENGINE_H
#define HBKIT_ENGINE_H

#include <hbkit/engine.h>

#include "base/limits.h"
#include "trace/order.h"
#include "trace/witness.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_check_result
{
  enum hb_verdict verdict;
  hb_witness *witness; /* if consistent; owned */
  VEC (struct hb_cycle)
  cycles;             /* if inconsistent: the cycles whose assumptions cannot all be avoided */
  const char *reason; /* if unknown: why; if in doubt: why, a borrowed text */
  char *failure;      /* the text of `reason`, if the engine made a mistake; owned */
  /* What an outside solver did that none may, to stand behind its name; NULL: nothing. */
  const char *complaint;
  uint64_t pairs;     /* pairs of messages that were given a variable */
  uint64_t rounds;    /* calls of the solver, or states explored */
  uint64_t conflicts; /* cycles learned */
  /* What a SAT solver inside the engine learned of its own; false: there was none, or it does not tell. */
  bool has_solver_conflicts;
  uint64_t solver_conflicts;
  bool by_hint; /* the hint explains the trace; the engine was not asked */
  /* Engines that run the trace tell these two, others leave them 0. */
  uint64_t steps;     /* events executed, again after going back */
  uint64_t deadlocks; /* runs that got stuck */
};

typedef struct hb_check_result hb_check_result;

struct hb_engine
{
  const char *name;
  const char *summary; /* for people, one line */
  /* Can it decide this trace (mailboxes, size)?  If not, *WHY is a text that says why not. */
  bool (*accepts) (const hb_trace *trace, const char **why);
  /* Decides; fills RESULT. */
  void (*decide) (const hb_trace *trace, const struct hb_check_options *options,
                  hb_check_result *result);
  bool leaves_cycles; /* each inconsistent verdict comes with some that refute the trace */
  bool by_name_only;  /* never chosen but by its name */
  hb_id
      fastest_to; /* it is polynomial, and the fastest one up to so many events; it leaves no cycles; 0: others */
  bool as_printed; /* a published algorithm with its faults: it may be wrong */
};

/* `accepts` of those that decide all traces. */
static inline bool
hb_engine_accepts_all (const hb_trace *trace, const char **why)
{
  (void)trace, (void)why;
  return true;
}

/* `accepts` of those whose eo and mo lines must name messages with events only. */
bool hb_chained_have_events (const hb_trace *trace, const char **why);

/* The engines, ended by NULL; the default one comes first. */
extern const struct hb_engine *const hb_engines[];

/* The engine that decides TRACE fastest, if nobody asks for cycles: a polynomial one, else `hb_engine_for`. */
const struct hb_engine *hb_engine_fastest (const hb_trace *trace);

/* Runs ENGINE on TRACE; a consistent verdict has been replayed (run/replay.h) before it is given.  A replay that
 * fails is a bug, as is an engine that gives up (base/failure.h): then the verdict is unknown and `failure` says
 * so.  Only of an engine `as_printed` a consistent verdict is given without a witness when there is none
 * that runs.  Free with `hb_check_result_free`. */
void hb_check (const struct hb_engine *engine, const hb_trace *trace,
               const struct hb_check_options *options, hb_check_result *result);
void hb_check_result_free (hb_check_result *result);

#ifdef __cplusplus
}
#endif
#endif
