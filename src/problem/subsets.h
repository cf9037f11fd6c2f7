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

/* Tries all sets of vertices of a small graph: GOOD says whether the set, a bit for each vertex, is a
 * solution; edges stand in NEAR, a row of bits for each vertex. */
enum hb_answer hb_subset_try (const hb_graph *graph,
                              bool (*good) (const hb_graph *graph, const uint32_t *near,
                                            uint32_t set),
                              hb_solution **solution);

#endif
