/* Cliques and vertex covers as independent sets: a clique is one of the complement, and what a cover leaves out
 * is one. */
#ifndef HBKIT_PROBLEM_SUBSETS_H
#define HBKIT_PROBLEM_SUBSETS_H

#include "problem/graphs.h"
#include "sat/cnf.h"

/* The formula that SIZE vertices of GRAPH can be chosen (vertex v by variable v + 1), no two joined by an
 * edge; COMPLEMENT: each two of them are.  New.  O(n^2). */
hb_cnf *hb_independent_encode (const hb_graph *graph, bool complement, uint64_t size);

/* The vertices whose variables have the value VALUE, SIZE of them at most.  New. */
hb_solution *hb_subset_of_model (const hb_graph *graph, const signed char *model, bool value,
                                 uint64_t size);

/* Is SET, a bit for each vertex of a small graph, a solution?  Edges stand in NEAR, a row of bits for each vertex. */
struct hb_subset_test
{
  bool (*good) (const hb_graph *graph, const uint32_t *near, uint32_t set);
};

/* Tries all sets; the decider's `own` is a test. */
enum hb_answer hb_subset_decide (const struct hb_decider *self, const hb_instance *instance,
                                 const struct hb_decide_options *options, hb_solution **solution,
                                 hb_diag *diag);

/* The decider that does, by the function GOOD. */
#define HB_SUBSET_DECIDER(GOOD)                                                                    \
  static const struct hb_subset_test tested = { GOOD };                                            \
  static const struct hb_decider brute = { .name = "brute",                                        \
                                           .summary = "all sets of vertices, of small graphs",     \
                                           .brute = true,                                          \
                                           .own = &tested,                                         \
                                           .accepts = hb_graphs_are_small,                         \
                                           .decide = hb_subset_decide }

#endif
