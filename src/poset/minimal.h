/* The smallest d-hitting families: H_d of a poset, with what it takes to prove it.
 *
 * Tuples can be hit by one schedule iff their orders and the poset together have no cycle; tuples are
 * incompatible if a cycle comes with the two of them.  So m schedules are enough iff the critical tuples
 * can be put into m classes without a cycle, and a clique of pairwise incompatible tuples is a lower bound.
 * The search goes up from the clique: each number of schedules is refuted or realised by a SAT solver, the
 * tuples of the clique standing in different classes without loss of generality.
 *
 *     cycles (d = 2)    a variable a pair and class; all cycles of two pairs are given at once, longer ones
 *                       when a model has one.  H_2 is the order dimension.
 *     orders (d >= 3)   for every schedule a variable a pair of incomparable elements, transitive, and a
 *                       selector a tuple and schedule.
 *
 * A certificate has the family, the tuples, the clique and, where the clique is not enough, a refutation
 * of one schedule less; src/proof/certify_hitting.c checks it and rebuilds every clause from the poset:
 *
 *     hbcert 1 hitting
 *     poset SHA-256
 *     depth D                      tuples have D members
 *     order NAME NAME ..           the family, a schedule a line
 *     tuple NAME NAME ..           tuples, numbered from 0; each admissible
 *     clique I J ..                pairwise incompatible
 *     refute M cycles|orders       M schedules are not enough:
 *     cycle I J ..                   (cycles) such a cycle: I's last member is J's first or before it, ..
 *     LITERAL .. 0                   a clause that follows by unit propagation; the last one is empty
 *     d LITERAL .. 0                 a clause that is needed no longer
 *     end LOW HIGH                 what is proved
 *
 * Variables: `cycles`: I * M + C + 1 puts tuple I into class C; `orders`: with the P pairs (a, b), a < b,
 * of incomparable elements numbered in lexicographic order, C * P + N + 1 says that schedule C runs a of
 * pair N before b, and M * P + I * M + C + 1 that schedule C hits tuple I.  The formula has, for every
 * tuple, that some class has it; the clique's I-th tuple in class I (the first M of them); for every cycle
 * and class, that not all are in it; or that orders are transitive and hit what the selectors say. */
#ifndef HBKIT_POSET_MINIMAL_H
#define HBKIT_POSET_MINIMAL_H

#include "base/limits.h"
#include "base/output.h"
#include "poset/schedules.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef VEC (uint32_t) hb_numbers32;

struct hb_minimal
{
  const hb_poset *poset;
  int d;            /* members of a tuple: at most as many as elements */
  hb_tuples tuples; /* the critical ones */
  size_t count;     /* of tuples */
  hb_numbers32 clique;
  size_t low, high;     /* bounds of the least size */
  hb_schedules *family; /* of HIGH schedules */
  bool ablate;          /* cycles: those of two pairs only; models need not be families */
  bool failed;          /* ablate: a model was none */
  /* of the refutation of LOW - 1, if the clique is smaller than LOW */
  hb_numbers32 cycles; /* each: its length, its tuples */
  size_t longer;       /* cycles of more than two among them */
  char *proof;         /* a file, to be removed; or NULL */
  double seconds;      /* in solvers */
};

typedef struct hb_minimal hb_minimal;

/* Searches from the clique up, and from FAMILY down for the second half of the time that LIMITS grant.  FAMILY
 * (stolen) is d-hitting: an upper bound.  SOLVER as for
 * `hb_solver_new`; with WITH_PROOF a refutation is kept for the certificate (by CaDiCaL).  MOST bounds the
 * critical tuples.  NULL after an error in DIAG (too many tuples).  When LIMITS (may be NULL) are hit, LOW <
 * HIGH.  New. */
hb_minimal *hb_minimal_find (const hb_poset *poset, int d, hb_schedules *family, const char *solver,
                             bool with_proof, size_t most, struct hb_limits *limits, hb_diag *diag);

/* Decides whether M schedules are enough: 10 (then FAMILY is replaced), 20, 0. */
int hb_minimal_try (hb_minimal *minimal, size_t m, const char *solver, bool with_proof,
                    struct hb_limits *limits, hb_diag *diag);

/* The critical tuples and the clique alone, nothing searched; FAMILY stays NULL. */
hb_minimal *hb_minimal_start (const hb_poset *poset, int d, size_t most, hb_diag *diag);

void hb_minimal_free (hb_minimal *minimal);

/* Writes the certificate of what was found; false after an error in DIAG (the proof cannot be read). */
bool hb_minimal_write (hb_output *output, const hb_minimal *minimal, hb_diag *diag);

/* --- minimal_cycles.c, minimal_orders.c: private to minimal*.c --- */

/* As `hb_minimal_try`. */
int hb_minimal_by_cycles (hb_minimal *minimal, size_t m, const char *solver, bool with_proof,
                          struct hb_limits *limits, hb_diag *diag);
int hb_minimal_by_orders (hb_minimal *minimal, size_t m, const char *solver, bool with_proof,
                          struct hb_limits *limits, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
