/* Deciding consistency: one interface, several engines that must agree.
 *
 *     hb_result *result = hb_decide (NULL, trace, NULL);
 *     if (hb_result_verdict (result) == HB_CONSISTENT)
 *       hb_edt_write (output, trace, hb_result_witness (result));
 *     hb_result_free (result);
 *
 * An engine gets a trace and says whether some eo and mo make happens-before acyclic (Definition 2
 * of the ED-consistency paper, with the mailbox discipline as a parameter).  The problem is NP-complete: any
 * engine may take exponential time, so give limits.
 *
 * Threads: as base.h says; several threads may decide one trace at once, each with limits of its own. */
#ifndef HBKIT_PUBLIC_ENGINE_H
#define HBKIT_PUBLIC_ENGINE_H

#include <hbkit/formula.h>
#include <hbkit/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Engines live for good: "auto" (the default), "cds", "sat", "closure", "explore", "enum", "config",
 * "config-as-printed", "one-handler", "two-multisets". */
typedef struct hb_engine hb_engine;

/* Engine I (from 0), or NULL behind the last one. */
HB_API const hb_engine *hb_engine_at (size_t i);

/* The engine of that name, or NULL. */
HB_API const hb_engine *hb_engine_find (const char *name);

/* The engine that `hbkit check` takes for TRACE unless it is told: one that accepts it. */
HB_API const hb_engine *hb_engine_for (const hb_trace *trace);

/* Its name, and what it is in a line for people; borrowed for good. */
HB_API const char *hb_engine_name (const hb_engine *engine);
HB_API const char *hb_engine_summary (const hb_engine *engine);

/* Can it decide this trace (mailboxes, size)?  If not, *WHY is a text (borrowed for good) that says why not. */
HB_API bool hb_engine_accepts (const hb_engine *engine, const hb_trace *trace, const char **why);

/* All zero is a good start. */
struct hb_check_options
{
  const char *solver;       /* of engine sat: "cadical", "picosat" or a command; NULL: cadical */
  uint64_t seed;            /* steers which witness is found, never the verdict */
  struct hb_limits *limits; /* borrowed; NULL: none */
  bool verbose;             /* say on standard error what goes on */
  const hb_witness *hint;   /* an order that may explain the trace, as a recorded one does: it is
                                tried before the engine is asked; borrowed; NULL: none */
};

typedef struct hb_check_result hb_result;

/* Decides TRACE by ENGINE (NULL: `hb_engine_for`) with OPTIONS (NULL: all zero).  A consistent verdict has been
 * replayed before it is given.  The verdict is HB_UNKNOWN if the engine does not accept the trace, a limit
 * was hit, or the engine made a mistake that was noticed (`hb_result_reason` says which).  New. */
HB_API hb_result *hb_decide (const hb_engine *engine, const hb_trace *trace,
                             const struct hb_check_options *options);
HB_API void hb_result_free (hb_result *result);

HB_API enum hb_verdict hb_result_verdict (const hb_result *result);

/* If consistent, the order that explains the trace, else NULL; borrowed from RESULT.  (NULL also after
 * `config-as-printed`, if what it found does not run.) */
HB_API const hb_witness *hb_result_witness (const hb_result *result);

/* If inconsistent: the cycles whose assumptions cannot all be avoided, and cycle I of them, borrowed from
 * RESULT; they stand one after another in memory. */
HB_API size_t hb_result_cycles (const hb_result *result);
HB_API const hb_cycle *hb_result_cycle (const hb_result *result, size_t i);

/* If unknown, why, in words for people; else NULL.  Borrowed from RESULT. */
HB_API const char *hb_result_reason (const hb_result *result);

/* The axioms of consistency, taken literally (doc/semantics.md): do the orders of WITNESS (total, each message
 * once) satisfy the ties of all mailboxes of TRACE, and is happens-before acyclic with them?  The eo
 * and mo lines of TRACE are not looked at.  No engine uses this.  Cubic in the events, for small traces. */
HB_API bool hb_axioms_hold (const hb_trace *trace, const hb_witness *witness);

/* New: a formula that is satisfiable if and only if TRACE is consistent; all of its clauses have
 * at most two literals (doc/flat.md).  NULL after an error in DIAG: more than two handlers, mailboxes that are
 * no queues, nested posting, external messages, eo or mo lines.  Polynomial, but made to be
 * plain: O(e^2) for e edges between the handlers; each pair of messages counts as two. */
HB_API hb_cnf *hb_two_handlers (const hb_trace *trace, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
