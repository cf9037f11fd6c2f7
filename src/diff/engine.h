/* Who answers questions about the runs of a program: a SAT solver with cycles found lazily, the same with clocks, or
 * the search. */
#ifndef HBKIT_DIFF_ENGINE_H
#define HBKIT_DIFF_ENGINE_H

#include "diff/family.h"
#include "diff/fewer.h"

enum diff_engine_kind
{
  DIFF_ENGINE_SAT,
  DIFF_ENGINE_CLOCKS,
  DIFF_ENGINE_SEARCH
};
extern const char *const diff_engine_names[];

struct diff_engine_options
{
  enum diff_engine_kind kind;
  bool complete;
  int64_t low, high; /* of the choices of the search; both 0: 0 and 1 */
  const char *solver;
  uint64_t seed;
  struct hb_limits *limits;
};

typedef struct diff_engine diff_engine;

/* For program SIDE of SCOPE (borrowed).  NULL after errors in DIAG.  New. */
diff_engine *diff_engine_new (const diff_scope *scope, int side,
                              const struct diff_engine_options *options, hb_diag *diag);
void diff_engine_free (diff_engine *engine);

/* Is it the engine that lets the other program follow?  (clocks have another answer of their own.) */
bool diff_engine_follows (const diff_engine *engine);

/* Does it solve formulas?  Its encoding, which is made when it is needed first: NULL after an error. */
bool diff_engine_solves (const diff_engine *engine);
diff_encoding *diff_engine_encoding (diff_engine *engine);

/* How large the encoding is; false if there is none so far.  What needed none, or NULL; the search, or NULL. */
bool diff_engine_sizes (const diff_engine *engine, struct diff_encoding_sizes *sizes);
diff_fewer *diff_engine_fewer (const diff_engine *engine);
const diff_search *diff_engine_search (const diff_engine *engine);

/* A question (family.h): CONTEXT is the engine. */
int diff_engine_ask (void *context, const hb_id *set, hb_id count, uint64_t *shown);

/* Fills SCHEDULE with a run that shows the set; 1, 0 or -1 as questions are answered. */
int diff_engine_run_of (diff_engine *engine, const hb_id *set, hb_id count,
                        struct diff_schedule *schedule);

#endif
