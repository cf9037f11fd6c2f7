/* The runs of a program as the models of a formula, and what they show as assumptions.
 *
 * Of each node a literal that it runs: it is reached, and the thread goes on (a free literal before each step; before
 * an atomic section one, and then all of it).  Locals are words, joined where ways meet.  Of each read a literal for
 * each write that it may take its value from, which forces that write to run, the values to be equal, and every other
 * write that runs to be before the source or after the read.  The order of two steps of different threads has a
 * literal if they share a variable that one of them writes.  That these orders have no cycle is said at once for two
 * threads at a time (encode_grid.c), and beyond that either told to the solver cycle by cycle (lazily,
 * engine/guarded_order.h) or said by a clock for each step.
 *
 * Steps that do not run can be put next to those of their thread that do, so a cycle is cut whether its steps run
 * or not. */
#ifndef HBKIT_DIFF_ENCODE_H
#define HBKIT_DIFF_ENCODE_H

#include "diff/replay.h"
#include "engine/guarded_order.h"
#include "sat/cnf.h"

struct diff_encode_options
{
  bool complete;      /* only runs in which every thread ends */
  bool clocks;        /* the order as integers, all at once */
  const char *solver; /* NULL: CaDiCaL */
  uint64_t seed;
  struct hb_limits *limits; /* or NULL */
  hb_cnf *copy;             /* NULL, or gets all clauses, too; borrowed */
};

struct diff_encoding_sizes
{
  size_t steps, orders, cycles, solves;
  int variables;
  size_t clauses;
};

typedef struct diff_encoding diff_encoding;

/* Program SIDE of SCOPE.  NULL after errors in DIAG (a solver that does not start).  New. */
diff_encoding *diff_encoding_new (const diff_scope *scope, int side,
                                  const struct diff_encode_options *options, hb_diag *diag);
void diff_encoding_free (diff_encoding *encoding);

/* The solver's literal that says that a run shows FACT; what it means is told to the solver when it is asked for. */
int diff_encoding_fact (diff_encoding *encoding, hb_id fact);

/* A clause over such literals and new variables that holds from now on. */
void diff_encoding_clause (diff_encoding *encoding, const int *literals, size_t count);
int diff_encoding_new_variable (diff_encoding *encoding);

/* The other program, in a run of its own that follows the one at hand step by step: *FAILS becomes the literal that this is
 * no run of it, SHOWS, by fact, what else it shows.  False if the programs are too large for that. */
bool diff_encoding_follow (diff_encoding *leader, const diff_encoding *other, int *fails,
                           int *shows);

/* The COUNT threads, in the order of their numbers, which can be exchanged (symmetry.h), make a step of theirs in that
 * order, unless OFF. */
void diff_encoding_in_turn (diff_encoding *encoding, const hb_id *threads, hb_id count, int off);

/* A literal for one solve; then 10 (a run was found, replayed, and shows the facts that were assumed), 20, or 0:
 * stopped by a limit. */
void diff_encoding_assume (diff_encoding *encoding, int literal);
int diff_encoding_solve (diff_encoding *encoding);
bool diff_encoding_failed (diff_encoding *encoding, int literal);

/* After 10: does LITERAL hold? */
bool diff_encoding_holds (diff_encoding *encoding, int literal);

/* After 10: the run, and the set of facts that it shows.  Borrowed until the next solve. */
const struct diff_schedule *diff_encoding_schedule (const diff_encoding *encoding);
const uint64_t *diff_encoding_shown (const diff_encoding *encoding);

/* A question (family.h): CONTEXT is the encoding. */
int diff_encoding_ask (void *context, const hb_id *set, hb_id count, uint64_t *shown);

struct diff_encoding_sizes diff_encoding_sizes (const diff_encoding *encoding);

#endif
