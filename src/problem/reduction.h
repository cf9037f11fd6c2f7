/* Reductions as values: a way from the instances of one problem to those of another with the same
 * answer, and for the solutions a way there (`lift`) and back (`extract`).
 *
 *     source --reduce--> target           the answer stays
 *     solution --lift--> solution         of the source to one of the target
 *     solution <--extract-- solution      of the source from *any* of the target
 *
 * One file in reduce/ defines one record, and the list in reduce/reductions.c names it; then all commands
 * have it.  `hbkit verify NAME` holds it to what is promised here: on every instance that is tried, all
 * deciders of both problems agree, sizes come out as told, every solution lifts, every solution that
 * anybody finds extracts, and every ablation breaks something.
 *
 * Every function gets its record as SELF; problem.h says which threads may call what, and what new,
 * borrowed and stolen mean. */
#ifndef HBKIT_REDUCTION_H
#define HBKIT_REDUCTION_H

#include "problem/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A way to damage the construction, to show that what it leaves out was needed. */
struct hb_ablation
{
  const char *name, *summary;

  /* The wrong answer that some instance then gets: HB_YES (one without solution gets a target with one),
   * HB_NO (one with a solution gets a target with none), or HB_OPEN: provably no instance does (doc/ has
   * the proof), so that no counterexample may be found. */
  enum hb_answer breaks;

  unsigned bits; /* for the reduction's own use */
};

/* Where a reduction puts what it makes.  Whoever asks sets PROBLEM, and OUTPUT if the target is wanted as
 * a file.  The reduction then sets INSTANCE (new); or it may write the file to OUTPUT as it goes, so
 * that a large target is never in memory, and leave INSTANCE NULL. */
struct hb_target
{
  const struct hb_problem *problem; /* the reduction's `to` */
  hb_output *output;                /* borrowed; NULL: the target is wanted in memory */
  hb_instance *instance;            /* NULL at first */
  uint64_t sizes[HB_MOST_MEASURES]; /* of what was written to OUTPUT; elsewhere not set */
};

struct hb_reduction
{
  const char *name;
  const struct hb_problem *from, *to;
  const char
      *to_note; /* which targets it makes, behind the problem's title: " without nested posting" */
  const char *reference; /* where the construction comes from */
  const char
      *handlers; /* of what the target is made, for the table, e.g. its handlers; "" if its sizes
                            say it all */
  const char *size_text;               /* the formulas of `sizes`, for the table */
  const struct hb_ablation *ablations; /* ended by a NULL name; NULL: none */
  bool faithful;   /* `extract` undoes `lift`: the solution comes back, as far as it matters */
  const void *own; /* what else its functions need; borrowed */

  /* NULL: all instances of `from`.  Else: is SOURCE one that the construction can take (its size, its
   * names)?  False after an error in DIAG that says what is in the way. */
  bool (*accepts) (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag);

  /* The sizes that the target of SOURCE (accepted) will have, in the measures of `to`.  NULL: not known. */
  void (*sizes) (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes);

  /* Makes the target of SOURCE (accepted), damaged as ABLATION says (one of `ablations`; NULL: not at
   * all).  MAP (may be NULL) gets JSON lines that tell which part of the target stands for what, the
   * first one a header (doc/formats.md).  False after an error in DIAG; errors of the outputs are
   * theirs to tell.  The same SOURCE gives the same target. */
  bool (*reduce) (const struct hb_reduction *self, const hb_instance *source,
                  const struct hb_ablation *ablation, struct hb_target *target, hb_output *map,
                  hb_diag *diag);

  /* NULL, or makes of TARGET, an undamaged target in memory, its I-th variant (from 0), which has the same
   * answer and the same solutions: where the construction is right for more than what it makes.  False
   * when there is no I-th. */
  bool (*variant) (const struct hb_reduction *self, hb_instance *target, unsigned i);

  /* A solution of SOURCE to one of TARGET, which is SOURCE's undamaged target.  NULL after an error in
   * DIAG (SOLUTION is none; TARGET is another one).  New. */
  hb_solution *(*lift) (const struct hb_reduction *self, const hb_instance *source,
                        const hb_solution *solution, const hb_instance *target, hb_diag *diag);

  /* Any solution of TARGET to one of SOURCE.  NULL after an error in DIAG (SOLUTION is none; TARGET is
   * another one).  New. */
  hb_solution *(*extract) (const struct hb_reduction *self, const hb_instance *source,
                           const hb_instance *target, const hb_solution *solution, hb_diag *diag);
};

/* The ablation of that name, or NULL. */
const struct hb_ablation *hb_ablation_find (const struct hb_reduction *reduction, const char *name);

/* Is SOURCE an instance of REDUCTION's `from` that it accepts?  False after an error in DIAG. */
bool hb_reduction_accepts (const struct hb_reduction *reduction, const hb_instance *source,
                           hb_diag *diag);

/* The target of SOURCE (accepted) in memory; MAP and ABLATION may be NULL.  NULL after an error in DIAG.
 * New. */
hb_instance *hb_reduce (const struct hb_reduction *reduction, const hb_instance *source,
                        const struct hb_ablation *ablation, hb_output *map, hb_diag *diag);

/* Writes the target of SOURCE (accepted) to OUTPUT, and its sizes into SIZES (room for
 * HB_MOST_MEASURES).  False after an error in DIAG. */
bool hb_reduce_to_file (const struct hb_reduction *reduction, const hb_instance *source,
                        const struct hb_ablation *ablation, hb_output *output, hb_output *map,
                        uint64_t *sizes, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
