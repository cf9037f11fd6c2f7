/* Graphs made of gadgets: what the classical reductions from SAT to problems of graphs have in common.
 *
 * A construction tells its graph vertex by vertex, each with its role and a place in a figure, and edge by edge.  So
 * the graph, its map and its figure come from one telling. */
#ifndef HBKIT_GADGETS_H
#define HBKIT_GADGETS_H

#include "problem/graphs.h"
#include "problem/reduction.h"
#include "problem/sat.h"

/* How a vertex is drawn. */
enum hb_gadget_kind
{
  HB_GADGET_FIXED,    /* the only one of its role: a colour, the start */
  HB_GADGET_VARIABLE, /* a literal of a variable */
  HB_GADGET_ROW,      /* another part of a variable */
  HB_GADGET_CLAUSE    /* part of the clause that is the first number of its name */
};

/* What a vertex stands for. */
struct hb_gadget_role
{
  enum hb_gadget_kind kind;
  const char *role; /* a word, for the map */
  const char *name; /* its name, of one or two numbers, as printf (3) would have it: "x%u" */
};

/* A vertex: its role, the numbers of its name (those of variables and clauses are from 1), its place. */
struct hb_gadget
{
  const struct hb_gadget_role *role;
  hb_id first, second;
  float x, y; /* in distances of neighbours, y down */
};

struct hb_gadgets
{
  const hb_cnf *cnf; /* borrowed */
  unsigned damage;   /* an ablation's bits */
  hb_graph *graph;
  VEC (struct hb_gadget) list;
};

hb_id hb_gadgets_add (struct hb_gadgets *g, const struct hb_gadget_role *role, hb_id first,
                      hb_id second, double x, double y);
void hb_gadgets_join (struct hb_gadgets *g, hb_id a, hb_id b);

/* The roles of literals: x1 and ~x1; and of the literals of clauses: c2.1 is the first of clause 2. */
extern const struct hb_gadget_role hb_role_positive, hb_role_negative, hb_role_occurrence;

/* A construction: the `own` of its reduction. */
struct hb_gadget_plan
{
  void (*build) (struct hb_gadgets *g);
  const char *rule; /* how a solution says an assignment, for the map */

  /* MODEL, a solution of CNF, to one of its target: appended to LIST, which is empty. */
  void (*lift) (const hb_cnf *cnf, const signed char *model, hb_list *list);

  /* LIST, a solution of CNF's target, to MODEL, in which all variables are false at first. */
  void (*extract) (const hb_cnf *cnf, const hb_list *list, signed char *model);
};

/* The members of a reduction's record.  `accepts` asks its `sizes` whether the graph can be had. */
bool hb_gadgets_accept (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag);
bool hb_gadgets_reduce (const struct hb_reduction *self, const hb_instance *source,
                        const struct hb_ablation *ablation, struct hb_target *target,
                        hb_output *map, hb_diag *diag);

bool hb_gadgets_draw (const struct hb_reduction *self, const hb_instance *source,
                      const struct hb_draw_options *options, hb_output *output, hb_diag *diag);

hb_solution *hb_gadgets_lift (const struct hb_reduction *self, const hb_instance *source,
                              const hb_solution *solution, const hb_instance *target,
                              hb_diag *diag);
hb_solution *hb_gadgets_extract (const struct hb_reduction *self, const hb_instance *source,
                                 const hb_instance *target, const hb_solution *solution,
                                 hb_diag *diag);

#define HB_GADGET_MEMBERS                                                                          \
  .handlers = "", .own = &plan, .ablations = ablations, .accepts = hb_gadgets_accept,              \
  .sizes = sizes_of, .reduce = hb_gadgets_reduce, .draw = hb_gadgets_draw,                         \
  .lift = hb_gadgets_lift, .extract = hb_gadgets_extract

/* The construction of SOURCE, damaged as ABLATION (may be NULL) says; its graph and list are new. */
void hb_gadgets_build (struct hb_gadgets *g, const struct hb_reduction *self,
                       const hb_instance *source, const struct hb_ablation *ablation);

/* The name of a vertex. */
#define HB_GADGET_NAME 48
void hb_gadget_name (const struct hb_gadget *vertex, char name[HB_GADGET_NAME]);

/* Is TARGET, by its sizes, that of SOURCE, and SOLUTION one of it (of SOURCE, if OF_SOURCE)?  False after an
 * error in DIAG. */
bool hb_gadgets_fit (const struct hb_reduction *self, const hb_instance *source,
                     const hb_instance *target, const hb_solution *solution, bool of_source,
                     hb_diag *diag);

#endif
