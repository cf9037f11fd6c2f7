/* Formulas about graphs, and of shapes that proof complexity has studied.  All unsatisfiable where their comment says
 * so; sources stand at the functions. */
#ifndef HBKIT_GRAPH_FORMULAS_H
#define HBKIT_GRAPH_FORMULAS_H

#include "base/rng.h"
#include "graph/graph.h"
#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Edges that a vertex may have in a Tseitin formula: 2^(d - 1) clauses come of d. */
#define HB_MOST_DEGREE 12

/* A uniform graph without loops and double edges in which every vertex has DEGREE neighbours.  NULL after an error in
 * DIAG.  New. */
hb_graph *hb_regular_graph (int vertices, int degree, struct hb_rng *rng, hb_diag *diag);

/* EDGES different edges, uniformly.  NULL after an error in DIAG.  New. */
hb_graph *hb_graph_with_edges (int vertices, double edges, struct hb_rng *rng, hb_diag *diag);

/* A variable for each edge, and for each vertex a sum modulo 2 of its edges' (Tseitin 1968; hard on expanders, Urquhart
 * 1987).  The sums are those of a random model; unless SATISFIABLE, vertex 1 has the other one, so that those of its
 * component do not add up.  NULL after an error in DIAG: too large a degree.  New. */
hb_cnf *hb_tseitin (const hb_graph *graph, bool satisfiable, struct hb_rng *rng, hb_diag *diag);

/* Every vertex has one of COLOURS colours, or more, and neighbours share none.  NULL after an error in DIAG.  New. */
hb_cnf *hb_colouring (const hb_graph *graph, int colours, hb_diag *diag);

/* Some graph of VERTICES vertices has a clique of CLIQUE vertices and COLOURS colours: unsatisfiable if CLIQUE > COLOURS
 * (exponential for cutting planes: P. Pudlak, "Lower bounds for resolution and cutting plane proofs and monotone
 * computations", JSL 62, 1997).  NULL after an error in DIAG.  New. */
hb_cnf *hb_clique_colouring (int vertices, int clique, int colours, hb_diag *diag);

/* Pebbles on a pyramid of HEIGHT: sources have one, a vertex whose two below have one has one, the top has none.
 * Unsatisfiable, and easy until its variables are substituted (Ben-Sasson and Wigderson, JACM 48, 2001).  NULL after an
 * error in DIAG.  New. */
hb_cnf *hb_pebbling (int height, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
