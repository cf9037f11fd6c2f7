/* Steps that may run or not, known and conditional edges between them, and the cycles of what holds.
 *
 * Encodings of runs as formulas leave the order of conflicting steps to literals and let the solver forget
 * that an order has no cycles: after each model the cycles of the steps that run are found here, and the
 * solver is told a clause for each ("lazily"; the idea is that of lazy SMT, Nieuwenhuis, Oliveras and Tinelli,
 * JACM 2006).
 *
 *     hb_guarded_order *order = hb_guarded_order_new ();
 *     hb_id a = hb_guarded_order_step (order, thread, guard);      runs if literal GUARD holds; 0: always
 *     hb_guarded_order_edge (order, a, b, literal);                a before b if LITERAL holds; 0: always
 *     ... solve ...
 *     if (!hb_guarded_order_cycles (order, value, solver, &cycles)) the order is one
 *
 * Steps lie on lines (threads): those of a line that run do so in the order in which they were made.  Literals
 * are as in DIMACS.  Not safe for several threads. */
#ifndef HBKIT_ENGINE_GUARDED_ORDER_H
#define HBKIT_ENGINE_GUARDED_ORDER_H

#include "base/vec.h"

typedef struct hb_guarded_order hb_guarded_order;

/* The value of LITERAL in the model at hand: positive if it holds. */
typedef int hb_literal_value (void *context, int literal);

/* Cycles, one behind the other.  `steps` of cycle i are at `starts.data[i]` and on: step k is before step
 * k + 1, the last before the first; a step of a line stands for those of the line that it passes.
 * `literals` run beside it: the literal of the edge from step k to the next, 0 for a known edge or a line. */
struct hb_guarded_cycles
{
  VEC (size_t) starts;
  VEC (hb_id) steps;
  VEC (int) literals;
};

/* New, empty; freed with `hb_guarded_order_free` (NULL is legal). */
hb_guarded_order *hb_guarded_order_new (void);
void hb_guarded_order_free (hb_guarded_order *order);

/* A new step at the end of LINE; its number, from 0 on.  O(1) over many calls. */
hb_id hb_guarded_order_step (hb_guarded_order *order, hb_id line, int guard);

/* If both steps run and LITERAL holds (0: in any case), BEFORE is before AFTER.  O(1) over many calls. */
void hb_guarded_order_edge (hb_guarded_order *order, hb_id before, hb_id after, int literal);

/* Finds, for each step that runs and lies on a cycle, a cycle through it with fewest conditional edges, unless
 * a cycle found before it in this call passes it, too; they are appended to CYCLES.  How many.  Steps that
 * lie on cycles times edges between them. */
size_t hb_guarded_order_cycles (hb_guarded_order *order, hb_literal_value *value, void *context,
                                struct hb_guarded_cycles *cycles);
void hb_guarded_cycles_free (struct hb_guarded_cycles *cycles);

/* The clause that cuts cycle I, appended to CLAUSE: one of its conditional edges does not hold or, with GUARDS,
 * one of its steps does not run.  (Where steps that do not run can be put anywhere, guards are not needed.) */
typedef VEC (int) hb_literals;
void hb_guarded_order_clause (const hb_guarded_order *order, const struct hb_guarded_cycles *cycles,
                              size_t i, bool guards, hb_literals *clause);

/* The steps that run, in an order that all edges agree with, into SEQUENCE (room for all steps); how many.
 * As long as it can, it stays on the same line.  SIZE_MAX if there is a cycle. */
size_t hb_guarded_order_sequence (hb_guarded_order *order, hb_literal_value *value, void *context,
                                  hb_id *sequence);

#endif
