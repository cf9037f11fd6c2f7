/* Refuting the clauses of cycles.  Private to certificate*.c and core*.c. */
#ifndef HBKIT_CERTIFICATE_REFUTE_H
#define HBKIT_CERTIFICATE_REFUTE_H

#include "engine/engine.h"
#include "engine/sat/pairs.h"
#include "sat/cnf.h"

/* Clauses, one after another: clause i has the literals first[i] .. first[i + 1] - 1.  Literals are
 * those of DIMACS, v being "pairs.data[v - 1] stands in this order". */
struct hb_clauses
{
  VEC (int) literals;
  VEC (size_t) first;
};

void hb_clauses_free (struct hb_clauses *clauses);
size_t hb_clauses_count (const struct hb_clauses *clauses);

/* Clause C as a line of DIMACS. */
void hb_clauses_write (const struct hb_clauses *clauses, size_t c, hb_output *output);

/* What the cycles of a result say, and the eo and mo lines of the trace: the order of two
 * neighbours there closes a cycle with its reverse. */
struct hb_lemmas
{
  const hb_trace *trace;
  const hb_check_result *result;
  hb_hosts *hosts;               /* owned */
  VEC (struct hb_cycle) chained; /* those of the lines */
  struct hb_pairs pairs;
  struct hb_clauses clauses;
  VEC (size_t) cycle; /* clause -> its cycle, in RESULT or behind these in `chained` */
};

/* The clauses of all cycles of RESULT and of the lines of TRACE, without those that say nothing; if
 * there is an empty clause it is the only one.  Both arguments are borrowed.  Freed with
 * `hb_lemmas_free`. */
struct hb_lemmas hb_lemmas_new (const hb_trace *trace, const hb_check_result *result);
void hb_lemmas_free (struct hb_lemmas *lemmas);

/* The clauses of CNF, as if each were that of a cycle with its number. */
struct hb_lemmas hb_lemmas_of_cnf (const hb_cnf *cnf);

/* The cycle of clause C, borrowed. */
const struct hb_cycle *hb_lemmas_cycle (const struct hb_lemmas *lemmas, size_t c);

/* Drops clauses while the others are unsatisfiable (by PicoSAT, clause by clause, keeping the
 * failed assumptions).  False if they were satisfiable, or if a limit was hit before every clause
 * was known to be needed. */
bool hb_lemmas_minimise (struct hb_lemmas *lemmas, struct hb_limits *limits);

/* How a refutation came out. */
enum hb_refuted
{
  HB_REFUTED,
  HB_NOT_REFUTED, /* the clauses have a model */
  HB_NO_PROOF     /* a limit, or an error in DIAG */
};

/* Leaves only the clauses that KEEP has, in their order. */
void hb_lemmas_keep (struct hb_lemmas *lemmas, const bool *keep);

/* Refutes the clauses of LEMMAS afresh: PROOF (starts empty) receives clauses that follow one after
 * another by unit propagation, the last one empty (none at all if a clause of LEMMAS is); LEMMAS
 * keeps only the clauses that the proof uses.  Numbers in DELETED are pairs (i, c): before clause i
 * of PROOF clause c of it is needed no longer. */
struct hb_proof
{
  struct hb_clauses clauses;
  VEC (size_t) deleted;
};

void hb_proof_free (struct hb_proof *proof);

/* As text: DRAT, up to the empty clause. */
void hb_proof_write (const struct hb_proof *proof, hb_output *output);

enum hb_refuted hb_lemmas_refute (struct hb_lemmas *lemmas, struct hb_limits *limits,
                                  struct hb_proof *proof, hb_diag *diag);

/* Leaves only clauses of PROOF of which none can be spared, and deletes none.  Quadratic. */
void hb_proof_minimise (const struct hb_lemmas *lemmas, struct hb_proof *proof);

#endif
